//! What goes on between two: attacks, Maneuvers, holds, Spells, damage; what is readied.
//!
//! Reading order: `attack`, `area`, `strike`, `guess`, `maneuver`, `shove`, `grapple`, `attack_course` (how an attack or Maneuver goes
//! on), `volley`, `spells`, `compose`, `waiting` (what an owner may have waited for), `harm`, `ready`.

pub(super) mod area;
pub(super) mod attack;
pub(super) mod attack_course;
pub(super) mod compose;
pub(super) mod grapple;
pub(super) mod guess;
pub(super) mod harm;
pub(super) mod maneuver;
pub(super) mod ready;
pub(super) mod shove;
pub(super) mod spells;
pub(super) mod strike;
pub(super) mod volley;
pub(super) mod waiting;
