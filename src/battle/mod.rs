//! The engine all rulesets share: the rules world, its stages, and the battle that orders drive.
//!
//! May enter: anything true under every ruleset. Never: a ruleset's name, constant or stat; a window; a clock; a float.
//!
//! Read in this order: [`order`], [`stage`], [`engine`], [`flow`], [`flight`], [`movement`], [`environment`], [`ruleset`], [`run`].

pub mod action;
mod board;
mod engine;
#[cfg(test)]
pub mod opaque_ruleset;
mod play;
mod ruleset;
mod table;
mod values;

pub use crate::dice::Die;
pub use crate::grid::reach::{Reach, Reached, Way};
pub use action::{Action, ActionRules, Menu, Solo, Unit, UnitsOf};
pub use board::*;
pub use engine::*;
pub use play::*;
pub use ruleset::*;
pub use table::*;
pub use values::*;
