//! The engine all rulesets share: the rules world, its stages, and the battle that orders drive.
//!
//! May enter: anything true under every ruleset. Never: a ruleset's name, constant or stat; a window; a clock; a float.
//!
//! Seven folders, each using only those before it (`tests/it/circles.rs`):
//!
//! | folder | what lives there |
//! |---|---|
//! | `values` | what everything else speaks of: identities, rules, traces, events, orders, offers |
//! | `board` | what stands where: the map and what is derived from it, squares and edges, things on the ground |
//! | `engine` | the stages, what is in flight, questions, the state as data |
//! | `ruleset` | what shared code asks of a ruleset, and who knows of whom |
//! | [`action`] | kinds of actions as units |
//! | `play` | rounds, moves, attacks, readied actions, level events, goals, the game master |
//! | `table` | the battle as players use it: legal orders, forecasts, taking back, saves |
//!
//! Read first: `values/order`, `values/stage`, `engine/engine`, `play/movement`, `ruleset/mod`, `table/battle`.

pub mod action;
mod board;
mod engine;
#[cfg(test)]
pub mod opaque_ruleset;
mod play;
mod ruleset;
mod table;
pub(crate) mod values;

pub use crate::dice::Die;
pub use crate::grid::reach::{Reach, Reached, Way};
pub use action::{Action, ActionRules, Deferral, Deferred, Menu, Solo, Unit, UnitsOf};
pub use board::*;
pub use engine::*;
pub use play::*;
pub use ruleset::*;
pub use table::*;
pub use values::*;
