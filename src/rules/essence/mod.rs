//! Essence: three Actions a Turn, a d20 against fixed defenses, conditions between pairs, Maneuvers and Spells.
//!
//! Reading order, each room using those before it, but for some upwards within an attack: `data` (what a creature is made of and what is
//! known by key), `body` (one creature), `field` (ground, sight, cover), `motion` (getting about), `fight` (attacks, Maneuvers, Spells),
//! `flow` (Turns), `actions` (orders), `people` (sheet, game master, words); then `setup` (what a battle keeps) and `plug` (what answers the
//! engine). The data stand in `assets/rulesets/essence/`.

mod actions;
mod body;
mod data;
pub mod field;
mod fight;
mod flow;
mod motion;
mod people;
mod plug;
mod ruleset;
mod setup;

pub use data::stats;
pub use ruleset::Essence;
