//! Attacks and what comes of them. May enter: what goes on between two creatures. Never: whose turn it is, what is on the bar.
//!
//! Reading order: `gear` (weapons on the ground), `follow_up` and `readied` (what may follow on an act), `resist` (checks against
//! effects), `strike` (an attack), `defence` (the target's reaction), `protect` (what stops damage), `harm` (damage), `course` (how an
//! attack goes on), `fire` (what catches fire), `hazard` (falls, burning), `off_hand` (the other hand), `area` (attacks on many targets),
//! `sway` (skills used against a creature), `ward` (spells upon their caster), `openings` (acts that open their actor to enemies),
//! `stepping` (what a step or an arrival brings about).

pub(super) mod area;
mod course;
pub(super) mod defence;
pub(super) mod fire;
mod follow_up;
pub(super) mod gear;
pub(super) mod harm;
pub(super) mod hazard;
pub(super) mod off_hand;
pub(super) mod openings;
mod protect;
pub(super) mod readied;
pub(super) mod resist;
pub(super) mod stepping;
pub(super) mod strike;
pub(super) mod sway;
pub(super) mod ward;

use super::data::Attack;
use crate::battle::{Engine, GroundItems, Stage};

pub(super) fn plugin(engine: &mut Engine) {
    engine.attacks::<strike::Strike>("vigor.strike");
    engine.save::<strike::Rolled>("vigor.rolled");
    engine.asks::<defence::Defending>("vigor.defending");
    engine.asks::<openings::Exposed>("vigor.exposed");
    engine.asks::<harm::Wound>("vigor.wound");
    engine.asks::<resist::Resisting>("vigor.resisting");
    engine.readied::<readied::Sprung>("vigor.sprung");
    engine.asks::<follow_up::Another>("vigor.another");
    engine.asks::<sway::Sway>("vigor.sway");
    engine.save_resource::<GroundItems<Attack>>("vigor.litter");
    engine.later::<area::Blast>("vigor.blast");
    engine.later::<fire::Kindling>("vigor.kindling");
    engine.later::<hazard::Displaced>("vigor.displaced");
    engine.later::<super::body::breath::Winding>("vigor.winding");
    engine.later::<super::body::creature::Woken>("vigor.woken");
    engine.later::<super::body::creature::Seized>("vigor.seized");
    engine.later::<hazard::Burning>("vigor.burning");
    engine.while_holds(Stage::Reactions, readied::a_move_has_ended, readied::end_the_move);
    engine.in_flight::<sway::Sway>(Stage::Rolls, sway::try_it);
    engine.in_flight::<harm::Wound>(Stage::Damage, harm::deal);
}
