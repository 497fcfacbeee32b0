//! Attacks and what comes of them. May enter: what goes on between two creatures. Never: whose turn it is, what is on the bar.
//!
//! Reading order: `harm` (damage, what protects from it), `hit_result` (what an attack will do), `held` (actions that wait
//! for something), `push` (which creature is moved, and into which other), `strike` (an attack from declared to closed), `contest` (Shove and Trip), `swap` (two change places).

pub(super) mod contest;
pub(super) mod harm;
pub(super) mod held;
pub(super) mod hit_result;
pub(super) mod push;
pub(super) mod strike;
pub(super) mod swap;

use crate::battle::{Engine, Stage};

pub(super) fn plugin(engine: &mut Engine) {
    engine.attacks::<strike::Strike>("momentum.strike");
    engine.save::<hit_result::Struck>("momentum.struck");
    engine.save::<push::Push>("momentum.shoved");
    engine.asks::<push::Joining>("momentum.joining");
    engine.asks::<contest::Choosing>("momentum.choosing");
    // MOM-FLOW-7: the end of the fight is tested after each of those who waited.
    engine.readied::<held::Sprung>("momentum.sprung");
    engine.asks::<swap::Swapping>("momentum.swapping");
    engine.later::<harm::Wound>("momentum.wound");
    engine.later::<contest::Contest>("momentum.contest");
    engine.later::<swap::Swap>("momentum.swap");
    engine.in_flight::<push::Push>(Stage::Movement, push::collide);
}
