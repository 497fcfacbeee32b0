//! Secrets of Sol: damage is the aim, dice pay for everything, two layers of wounds.
//!
//! Reading order, each room using those before it: `data` (what a creature is made of), `body` (one creature, its dice), `field` (cover,
//! sight), `motion` (getting about), `fight` (attacks, hits, reactions), `flow` (turns), `actions` (what can be done), `people` (sheet, game
//! master, words). The data stand in `assets/rulesets/sol/`.

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
pub use data::stats;
use data::stats::condition;
pub use field::cover;
use field::sight;
use fight::readied::opening;
use fight::{harm, heal};
use people::gm;
pub use ruleset::Sol;

impl Movement for Sol {
    fn reach(&self, world: &World, creature: Id) -> Reach {
        motion::reach(world, creature)
    }

    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        motion::step(world, creature, to)
    }

    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        motion::walk(world, creature, path)
    }

    fn may_walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<(), Refusal> {
        motion::go_along(world, creature, path, |_, _, _| {})
    }

    fn stroll(&self, world: &World, creature: Id, towards: Option<Square>, lot: &mut Rng) -> Option<Vec<Square>> {
        motion::stroll(world, creature, towards, lot)
    }

    fn take_step(&self, world: &mut World, creature: Id, step: &Step) {
        motion::take_step(world, creature, step);
    }

    fn before_step(&self, world: &mut World, creature: Id, step: &Step) {
        if !sight::runs_into(world, creature, step) {
            opening::before_step(world, creature, step);
        }
    }

    fn after_step(&self, world: &mut World, creature: Id, before: Place) {
        sight::after_step(world, creature);
        opening::after_step(world, creature, before);
    }

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        motion::movement_left(world, creature)
    }
}

impl Consequences for Sol {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        harm::launch_harm(world, hurt);
    }

    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        heal::heal(world, creature, amount);
    }

    fn add_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        gm::add_condition(world, creature, key)
    }

    fn remove_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        gm::remove_condition(world, creature, key)
    }

    fn condition_ends(&self, _world: &mut World, _creature: Id, key: &str) -> Vec<Rule> {
        if key == condition::SURPRISED { vec![rule!("SOL-SURP-10"), rule!("SOL-FLOW-4")] } else { Vec::new() }
    }

    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        motion::ground_changed(world, squares);
    }

    fn displaced(&self, world: &mut World, creature: Id) {
        motion::displaced(world, creature);
    }
}
