//! What somebody may have waited for: announced at the smallest step that meets a trigger (ESS-READY-7). What is then released is in
//! `ready`.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::arrivals::{Brought, Means, level_with};
use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::sight;
use crate::battle::{readied, *};
use crate::grid::Footprint;

/// Those whose trigger has come, next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Openings {
    pub(super) queue: Vec<Id>,
    /// Who brought it about, if anybody known did.
    pub(super) against: Option<Id>,
    /// Whether those who cannot release have been told of, and are not asked.
    pub(super) weighed: bool,
}

/// What somebody has readied.
pub(super) fn readied(world: &World, owner: Id) -> Option<&Ready> {
    world.part::<TurnUsage>(owner)?.ready.as_ref()
}

/// Whether somebody waits for what a creature does, or for what happens by nobody it knows of.
pub(super) fn waits_for(world: &World, owner: Id, actor: Option<Id>, meets: impl Fn(&Trigger) -> bool) -> bool {
    let Some(ready) = readied(world, owner) else {
        return false;
    };
    let door = matches!(ready.cue, Trigger::OpensDoor(_));
    let meant = match (ready.whose, actor) {
        (TriggerActor::Named(named), _) => actor == Some(named),
        (TriggerActor::Anyone, Some(_)) => true,
        (TriggerActor::Enemy, Some(actor)) => door || creature::hostile(world, owner, actor),
        (TriggerActor::Enemy | TriggerActor::Anyone, None) => door,
    };
    meant && meets(&ready.cue)
}

/// Those who waited for this will be asked, as far as they can release anything (ESS-READY-6).
fn launch_for(world: &mut World, mut queue: Vec<Id>, against: Option<Id>) {
    if !queue.is_empty() {
        queue.reverse();
        let openings = Openings { queue, against, weighed: false };
        launch(world, openings);
    }
}

/// Everybody else, from the one after a creature on; those without a place in the order come last.
pub(super) fn in_order(world: &World, actor: Id) -> impl Iterator<Item = Id> {
    let order: Vec<Id> = world.resource::<Flow>().on_from(actor).collect();
    let others: Vec<Id> = on_map(world).filter(|id| !order.contains(id)).collect();
    let mut all: Vec<Id> = order.into_iter().chain(others).collect();
    all.retain(|&id| id != actor && is_on_map(world, id));
    all.into_iter()
}

/// Something happens that somebody may have waited for (it may be several things at once, as a Spell that attacks is); those are asked
/// in the order of turns after the actor.
pub(crate) fn announce(world: &mut World, actor: Id, happens: &[Trigger]) {
    readied::spring::<Openings>(world, actor, |world, owner| {
        readied(world, owner).is_some_and(|ready| happens.contains(&ready.cue))
    });
}

/// ESS-READY-7: a door opens, by somebody or by itself; whoever is not known to have done it is not named.
pub(crate) fn door_opens(world: &mut World, door: Id, by: Option<Id>) {
    let meets = |cue: &Trigger| matches!(cue, Trigger::OpensDoor(which) if which.is_none_or(|which| which == door));
    let all: Vec<Id> = match by {
        Some(by) => in_order(world, by).collect(),
        None => on_map(world).collect(),
    };
    let known = |owner: Id| by.filter(|&by| !sight::hidden_from(world, by, owner));
    let waits = |owner: &Id| waits_for(world, *owner, known(*owner), meets);
    let aims_at = |owner: Id| known(owner).filter(|&by| creature::hostile(world, owner, by));
    let waiting: Vec<(Id, Option<Id>)> = all.into_iter().filter(waits).map(|owner| (owner, aims_at(owner))).collect();
    // What is launched last is asked first.
    for (owner, against) in waiting.into_iter().rev() {
        launch_for(world, vec![owner], against);
    }
}

/// ESS-READY-7: the game master says that the trigger has come.
pub(crate) fn told(world: &mut World, owner: Id, against: Option<Id>) {
    launch_for(world, vec![owner], against);
}

/// ESS-READY-7: steps that somebody may have waited for.
pub(crate) fn stepped(world: &mut World, mover: Id, before: Footprint) {
    rose(world, mover, level_with(world, mover, before));
}

/// ESS-READY-7: as [`stepped`], for who has come up or down from a place.
pub(crate) fn rose(world: &mut World, mover: Id, before: Place) {
    came(world, Brought::now(world, mover, before, Means::Own), &[]);
}

/// ESS-READY-7: those who waited for whoever has come somewhere in one go.
impl Later for Brought {
    const STAGE: Stage = Stage::Reactions;

    fn happen(self, world: &mut World) {
        came(world, self, &[]);
    }
}

/// ESS-READY-7: where a creature was carried, over several squares in one go; those in between were entered, too.
pub(crate) fn drifted(world: &mut World, mover: Id, before: Footprint, passed: &[Footprint]) {
    if !passed.is_empty() {
        let before = level_with(world, mover, before);
        came(world, Brought::now(world, mover, before, Means::Other), passed);
    }
}

/// Whether a space is where a trigger wants somebody to enter.
pub(super) fn within(world: &World, cue: &Trigger, space: Footprint) -> bool {
    match cue {
        Trigger::EntersSquare(at) => space.contains(*at),
        Trigger::EntersZone(zone) => {
            let zones = &world.resource::<LevelRes>().0.zones;
            zones.get(zone).is_some_and(|all| all.iter().any(|&at| space.contains(at)))
        }
        _ => false,
    }
}

fn came(world: &mut World, brought: Brought, passed: &[Footprint]) {
    let Brought { mover, from, means, height } = brought;
    if means == Means::Other && readied(world, mover).is_some() && is_on_map(world, mover) {
        readied::brought::<Openings>(world, mover, from);
    }
    let enters = |world: &World, owner: Id, there: &[Footprint]| {
        let cue = readied(world, owner).map(|ready| &ready.cue);
        cue.is_some_and(|cue| !within(world, cue, from.space) && there.iter().any(|&space| within(world, cue, space)))
    };
    let deed = |world: &World, owner: Id| {
        let moves = readied(world, owner).is_some_and(|ready| ready.cue == Trigger::Moves);
        moves && means == Means::Own || enters(world, owner, passed)
    };
    if world.the::<Position>(mover).height >= height {
        return readied::stepped::<Openings>(world, mover, from, deed);
    }
    // Whoever has fallen since is there no more: how near that brings it is asked of the fall.
    let here = [space(world, mover)];
    readied::spring::<Openings>(world, mover, |world, owner| deed(world, owner) || enters(world, owner, &here));
}
