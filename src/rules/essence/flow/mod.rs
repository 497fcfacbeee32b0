//! Rounds and Turns: surprise, Initiative, what a Turn begins and ends with, Commands, breath.
//!
//! Reading order: `breath`, `command`, `turn_start`, `turn`.

pub(super) mod breath;
pub(super) mod command;
pub(super) mod turn;
pub(super) mod turn_start;

use bevy::prelude::World;

use super::actions;
use super::body::{controller, creature};
use super::data::stats::TurnUsage;
use super::ruleset::Essence;
use crate::battle::*;
use crate::rule;

impl Turns for Essence {
    /// ESS-ROUND-8: a latecomer rolls on arrival; its slot comes when the count gets there.
    fn arrive(&self, world: &mut World, id: Id) {
        if world.resource::<Flow>().place(id).is_some() || controller::bound(world, id) {
            return;
        }
        let score = turn::initiative(world, id);
        let mut flow = world.resource_mut::<Flow>();
        let round = flow.round;
        let count = flow.active().and_then(|active| flow.place(active)).map(|at| flow.order[at].score);
        let from_round = if count.is_none_or(|count| score < count) { round } else { round + 1 };
        flow.insert(id, score, from_round);
        world.note(id, "joins the order", rule!("ESS-ROUND-8"));
    }

    fn standing(&self, world: &World, creature: Id) -> bool {
        creature::conscious(world, creature) && command::led(world, creature)
    }

    fn may_act(&self, world: &World, creature: Id) -> bool {
        creature::able(world, creature)
            && !creature::surprised(world, creature)
            && !world.the::<TurnUsage>(creature).delaying
    }

    fn also_acts(&self, world: &World, active: Id) -> Vec<Id> {
        controller::roused(world, active)
    }

    fn out_of_turn(&self, order: &Order) -> Option<Rule> {
        let free = matches!(order, Order::Act(act) if actions::is_free(&act.action));
        Some(if free { rule!("ESS-FREE-3") } else { rule!("ESS-TURN-1") })
    }
}
