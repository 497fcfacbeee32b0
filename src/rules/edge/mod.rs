//! Edge: two dice of twelve, a third by the majority of what speaks for and against, exploits of a lucky success, lengths in
//! half-metres.
//!
//! Only a part of its ledger is played yet (`battlemat rules edge --coverage`): it is [begun](crate::rules::begun).
//!
//! Reading order, each room using only those before it: `data` (what a creature is made of), `body` (one creature: what it can do,
//! rolls, loses), `field` (where creatures stand to each other), `fight` (attacks and what comes of them), `turn` (the flow),
//! `actions` (orders), `gm`, `sheet`, `lexicon`. The data stand in `assets/rulesets/edge/`.

mod actions;
mod body;
mod data;
mod field;
mod fight;
mod flow;
mod motion;
mod people;
mod ruleset;
mod setup;

use bevy::prelude::World;

use crate::battle::*;
use crate::grid::Square;
use crate::rule;
use body::creature;
use data::conditions;
use motion::moves;
pub use ruleset::Edge;

impl Movement for Edge {
    fn reach(&self, world: &World, creature: Id) -> Reach {
        Self::gets_to(world, creature)
    }

    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        Self::one_step(world, creature, to)
    }

    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        Self::whole_way(world, creature, path)
    }

    fn take_step(&self, world: &mut World, creature: Id, step: &Step) {
        moves::take_step(world, creature, step);
    }

    fn before_step(&self, world: &mut World, creature: Id, step: &Step) {
        fight::passing::leaving(world, creature, step);
        moves::walk_into(world, creature, step);
    }

    fn after_step(&self, _world: &mut World, _creature: Id, _before: Place) {}

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        (creature::metres_left(world, creature), "half-metres")
    }
}

impl Consequences for Edge {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        fight::harm::launch_harm(world, hurt);
    }

    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        body::life::mend(world, creature, amount.value, rule!("EDG-VP-3"));
    }

    fn add_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        people::gm::add_condition(world, creature, key)
    }

    fn remove_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        people::gm::remove_condition(world, creature, key)
    }

    fn condition_ends(&self, _world: &mut World, _creature: Id, key: &str) -> Vec<Rule> {
        match key {
            conditions::DEFENDING => vec![rule!("EDG-ACT-3")],
            conditions::ON_GUARD => vec![rule!("EDG-XPL-2")],
            conditions::SICKENED => vec![rule!("EDG-DUR-3")],
            _ => Vec::new(),
        }
    }

    /// Whoever has lost the ground comes down to what is there.
    fn displaced(&self, world: &mut World, creature: Id) {
        if is_on_map(world, creature) {
            let floor = floor_of(world, space(world, creature));
            lift_to(world, creature, floor);
        }
    }
}
