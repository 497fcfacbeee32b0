//! What goes on between two: attacks, Maneuvers, holds, Spells, damage; what is readied.
//!
//! Reading order: `attack`, `area`, `strike`, `guess`, `maneuver`, `shove`, `grapple`, `course` (how an attack or Maneuver goes on), `volley`, `spells`,
//! `compose`, `waiting` (what somebody may have waited for), `harm`, `ready`.

pub mod area;
pub mod attack;
pub mod compose;
pub mod course;
pub mod grapple;
pub mod guess;
pub mod harm;
pub mod maneuver;
pub mod ready;
pub mod shove;
pub mod spells;
pub mod strike;
pub mod volley;
pub mod waiting;
