//! Secrets of Sol: damage is the aim, dice pay for everything, two layers of wounds.
//!
//! Reading order, each room using those before it: `data` (what a creature is made of), `body` (one creature, its dice), `field` (cover,
//! sight), `motion` (getting about), `fight` (attacks, hits, reactions), `flow` (turns), `actions` (what can be done), `people` (sheet, game
//! master, words); then `setup` (what a battle keeps) and `plug` (what answers the engine). The data stand in `assets/rulesets/sol/`.

mod actions;
mod body;
mod data;
mod field;
mod fight;
mod flow;
mod motion;
mod people;
mod plug;
mod ruleset;
mod setup;

pub use data::stats;
pub use field::cover;
pub use ruleset::Sol;
