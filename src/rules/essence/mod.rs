//! Essence: three Actions a Turn, a d20 against fixed defenses, conditions between pairs, Maneuvers and Spells.
//!
//! Reading order, each room using those before it, but for the imports that `tests/it/circles.rs` lists and some upwards within an attack:
//! `data`, `body`, `field`, `motion`, `fight`, `flow`, `actions`, `people`. The data stand in `assets/rulesets/essence/`.

mod actions;
mod body;
mod data;
pub mod field;
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
use body::arrivals;
pub use data::stats;
use data::stats::{DamageType, condition};
use fight::{harm, waiting};
use flow::breath;
use motion::{bonds, descent, square_effects};
use people::gm;
pub use ruleset::Essence;

impl Consequences for Essence {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        // The last launched is dealt with first.
        for HurtPart { amount, kind } in hurt.parts.into_iter().rev() {
            let kind = DamageType::known(&kind).unwrap_or_default();
            let target = hurt.target;
            launch(world, harm::Wound { target, amount, kind });
        }
    }

    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        harm::heal(world, creature, amount, vec![rule!("ESS-GM-1")]);
    }

    fn add_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        gm::add_condition(world, creature, key)
    }

    fn remove_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        gm::remove_condition(world, creature, key)
    }

    fn condition_ends(&self, _world: &mut World, _creature: Id, key: &str) -> Vec<Rule> {
        match key {
            condition::SURPRISED => vec![rule!("ESS-SURP-3")],
            condition::FLAT_FOOTED => vec![rule!("ESS-FEINT-1")],
            _ => Vec::new(),
        }
    }

    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        square_effects::ground_changed(world, squares);
    }

    fn door_opens(&self, world: &mut World, door: Id, by: Option<Id>) {
        waiting::door_opens(world, door, by);
    }

    /// R67: however it comes there. A fall has told of itself.
    fn arrives(&self, world: &mut World, creature: Id, before: Place, going: MoveKind) {
        if going != MoveKind::Falls {
            arrivals::came(world, creature, before, going);
        }
    }

    fn displaced(&self, world: &mut World, creature: Id) {
        square_effects::displaced(world, creature);
    }

    fn leaves(&self, world: &mut World, creature: Id, dead: bool) {
        bonds::leaves(world, creature, dead);
    }

    fn weather_changed(&self, world: &mut World) {
        descent::weight_returns(world);
    }

    fn perils(&self, world: &World, creature: Id) -> Vec<Text> {
        breath::peril(world, creature).into_iter().collect()
    }
}
