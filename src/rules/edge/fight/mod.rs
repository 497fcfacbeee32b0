//! Attacks and what comes of them. May enter: what goes on between two creatures. Never: whose turn it is, what is on the bar.
//!
//! Reading order: `harm` (damage, what protects from it), `exploit` (what a lucky success may bring besides), `dodge` (the target's
//! reaction), `strike` (an attack from declared to closed), `spray` (a cone), `passing` (a mover that leaves an enemy's reach).

pub(super) mod dodge;
pub(super) mod exploit;
pub(super) mod harm;
pub(super) mod passing;
pub(super) mod spray;
pub(super) mod strike;

use crate::battle::{Engine, Stage};

pub(super) fn plugin(engine: &mut Engine) {
    engine.attacks::<strike::Strike>("edge.strike");
    engine.save::<exploit::Outcome>("edge.outcome");
    engine.asks::<exploit::Exploiting>("edge.exploiting");
    engine.asks::<dodge::Dodging>("edge.dodging");
    engine.save::<dodge::Dodged>("edge.dodged");
    engine.attacks::<spray::Spray>("edge.spray");
    engine.save::<spray::Saves>("edge.saves");
    engine.asks::<passing::Passing>("edge.passing");
    engine.save::<harm::Wound>("edge.wound");
    engine.in_flight::<harm::Wound>(Stage::Damage, harm::deal);
}
