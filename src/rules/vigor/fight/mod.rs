//! Attacks and what comes of them. May enter: what goes on between two creatures. Never: whose turn it is, what is on the bar.
//!
//! Reading order: `strike` (an attack from declared to closed), `defence` (the reaction of whoever it would land on), `harm` (damage,
//! what protects from it), `exposed` (acts that open whoever does them, and openings taken).

pub mod defence;
pub mod exposed;
pub mod harm;
pub mod strike;

use crate::battle::{Engine, Stage};

pub(super) fn plugin(engine: &mut Engine) {
    engine.save::<strike::Strike>("vigor.strike");
    engine.save::<strike::Rolled>("vigor.rolled");
    engine.save::<defence::Defending>("vigor.defending");
    engine.save::<exposed::Exposed>("vigor.exposed");
    engine.save::<harm::Wound>("vigor.wound");
    engine.attacks::<strike::Strike>();
    engine.asks::<defence::Defending>();
    engine.asks::<exposed::Exposed>();
    engine.in_flight::<harm::Wound>(Stage::Damage, harm::deal);
}
