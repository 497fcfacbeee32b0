//! Edge: two dice of twelve, a third by the majority of what speaks for and against, exploits of a lucky success, lengths in
//! half-metres.
//!
//! Reading order, each room using only those before it: `data` (what a creature is made of and what is known by key), `body` (one
//! creature: what it can do, rolls, loses), `field` (where creatures stand to each other), `fight` (attacks and what comes of them),
//! `motion` (where creatures get to), `flow` (whose turn comes when), `actions` (orders), `people` (sheet, game master, words); then
//! `setup` (what a battle keeps) and `plug` (what answers the engine). The data stand in `assets/rulesets/edge/`.

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

pub use ruleset::Edge;
