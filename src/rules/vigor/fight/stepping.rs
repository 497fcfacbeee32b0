//! What comes of where creatures get to: before a step, after it, and when the ground or the place of a creature has changed.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::TurnUsage;
use super::super::field::sight;
use super::super::motion::moves;
use super::{hazard, openings, readied};
use crate::battle::*;
use crate::grid::Square;

/// VIG-HIDE-10: a mover walks into a creature unknown to its side.
pub(crate) fn before_step(world: &mut World, creature: Id, step: &Step) {
    // VIG-READY-5: with the next Move the one before it is over.
    if readied::awaits_the_move(world, creature) && moves::begins(world, creature, step) {
        launch(world, Replan);
        return readied::move_is_over(world, creature);
    }
    openings::steps_away(world, creature, step);
    if sight::unknown_in(world, creature, step.place()).is_some() {
        moves::bump(world, creature, step);
        sight::walks_into(world, creature, step.place());
        launch(world, Replan);
    }
}

/// What follows a step: a hold may break, the ground may give way, others may see it or have waited for it.
pub(crate) fn after_step(world: &mut World, creature: Id, before: Place) {
    if !is_on_map(world, creature) {
        return;
    }
    let across = moves::crossed(world, creature, before);
    displaced(world, creature);
    sight::lose_sight(world, creature);
    sight::look_about(world, Some(creature));
    creature::release_if_far(world);
    if world.the::<TurnUsage>(creature).run == 0 {
        readied::move_is_over(world, creature);
    }
    readied::stepped(world, creature, before, &across);
}

/// VIG-FALL-1: whoever has lost the ground falls to what is there.
pub(crate) fn ground_changed(world: &mut World, squares: &[Square]) {
    let here = |_: Id, stand: Placement| stand.space.squares().any(|at| squares.contains(&at));
    // What is launched last comes first.
    for id in in_order(world, here).into_iter().rev() {
        launch(world, hazard::Displaced(id));
    }
    if world.resource::<Flow>().round > 0 {
        sight::look_across(world, squares);
    }
}

/// VIG-HIDE-3, VIG-READY-4: however it comes there, it is seen there, and what others waited for has come.
pub(crate) fn arrives(world: &mut World, creature: Id, before: Place) {
    if is_on_map(world, creature) && world.resource::<Flow>().round > 0 {
        sight::look_at(world, creature);
        readied::stepped(world, creature, before, &[]);
    }
}

/// A creature that something has moved falls, or goes where it may stand.
pub(crate) fn displaced(world: &mut World, creature: Id) {
    gives_way(world, creature, None);
}

impl Later for hazard::Displaced {
    const STAGE: Stage = Stage::Movement;

    /// Nothing else tells those who wait for it where it comes down.
    fn happen(self, world: &mut World) {
        gives_way(world, self.0, Some(MoveKind::Falls));
    }
}

/// The same, where those who wait for where it comes hear of the fall by itself.
fn gives_way(world: &mut World, creature: Id, going: Option<MoveKind>) {
    creature::release_if_far(world);
    hazard::fall(world, creature, going);
    let walks =
        uppermost::<Moving>(world).is_some_and(|(_, moving)| moving.creature == creature && !moving.rest.is_empty());
    if is_on_map(world, creature) && !walks {
        moves::go_back(world, creature);
        moves::make_room(world, creature);
    }
}
