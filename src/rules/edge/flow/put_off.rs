//! Turns that are put off: what the start of such a turn has ended goes on until it comes (EDG-INIT-4, EDG-INIT-6, EDG-INIT-7).

use std::collections::BTreeSet;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::lasting::{self, Hold};
use super::super::data::conditions::effects;
use super::super::data::moment::Moment;
use super::super::data::{TurnUsage, options};
use crate::battle::{Event, *};
use crate::rule;

pub(crate) fn plugin(engine: &mut Engine) {
    engine.save_resource::<EndedAtStart>("edge.ended_at_start");
    engine.save_resource::<Before>("edge.before");
}

/// How things stood before the turn that runs, as far as its start has changed them.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Before {
    /// What the creature had done since its last turn.
    usage: Option<TurnUsage>,
    /// What has lasted for rounds, and of whom.
    holds: Vec<(Id, Hold)>,
    /// Creatures whose turn is still to come, and whose drift and burden have had their part of it.
    begun: BTreeSet<Id>,
}

/// A turn starts: keeps what its creature has done, and says whether the turn has been put off after its start.
pub(super) fn turn_starts(world: &mut World, id: Id) -> bool {
    let usage = world.the::<TurnUsage>(id).clone();
    let mut before = world.resource_mut::<Before>();
    before.usage = Some(usage);
    before.holds.clear();
    before.begun.remove(&id)
}

/// What has lasted for rounds, and has ended with the start of the turn.
pub(super) fn has_ended(world: &mut World, holds: Vec<(Id, Hold)>) {
    world.resource_mut::<Before>().holds = holds;
}

/// The turn ends: its start is not looked back upon any more.
pub(super) fn turn_ends(world: &mut World) {
    let mut before = world.resource_mut::<Before>();
    before.usage = None;
    before.holds.clear();
    world.resource_mut::<EndedAtStart>().0.clear();
}

/// Whether nothing of a creature's turn has been done.
fn is_fresh(world: &World, id: Id, rule: Rule) -> Result<(), Refusal> {
    let usage = world.the::<TurnUsage>(id);
    let fresh = !usage.action && !usage.minor && usage.moved == 0 && usage.aim.is_none_or(|aim| aim.last);
    if fresh { Ok(()) } else { Err(Refusal::by(rule, "begun", "Only before anything else of its turn.")) }
}

/// EDG-INIT-7: before its turn began it could decide.
fn could_decide(world: &World, id: Id) -> Result<(), Refusal> {
    let bars = |key: &str| effects().rows().any(|(of, effect)| of == key && effect.on == Moment::Acts);
    let ended = &world.resource::<EndedAtStart>().0;
    if ended.iter().any(|(of, condition)| *of == id && bars(&condition.key)) {
        let message = "It could decide nothing before its turn began.";
        return Err(Refusal::by(rule!("EDG-INIT-7"), "could_not", message));
    }
    Ok(())
}

/// EDG-INIT-6: whether a creature may put off its turn: nothing of it has been done, and it can decide (EDG-INIT-7).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_delay(world: &World, id: Id) -> Result<(), Refusal> {
    if world.the::<TurnUsage>(id).delayed == world.resource::<Flow>().round {
        return Err(Refusal::by(rule!("EDG-INIT-6"), "delayed", "It has put off its turn in this round."));
    }
    is_fresh(world, id, rule!("EDG-INIT-6"))?;
    could_decide(world, id)
}

/// It goes to the bottom of the order, and stays there (EDG-INIT-6).
pub(crate) fn delay(world: &mut World, id: Id) {
    let round = world.resource::<Flow>().round;
    world.note(id, "acts after all others from now on", rule!("EDG-INIT-6"));
    has_not_begun(world, id, &rule!("EDG-INIT-6"));
    world.the_mut::<TurnUsage>(id).delayed = round;
    world.resource_mut::<Flow>().put_off(|_| false);
}

/// EDG-INIT-3, EDG-INIT-4: whether a creature may let another of its side act before it. Both have the same initiative, and the creature
/// has done nothing on its turn.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_give_way(world: &World, id: Id, to: Id) -> Result<(), Refusal> {
    is_fresh(world, id, rule!("EDG-INIT-4"))?;
    let flow = world.resource::<Flow>();
    let slot = |id: Id| flow.place(id).map(|place| (place, &flow.order[place]));
    let tied = slot(id).zip(slot(to)).is_some_and(|((own, mine), (place, its))| {
        place > own && mine.score == its.score && its.from_round <= flow.round
    });
    if !tied || side_of(world, id) != side_of(world, to) || !is_on_map(world, to) {
        let message = "Only one of its own side with the same initiative, whose turn is still to come.";
        return Err(Refusal::by(rule!("EDG-INIT-4"), "not_tied", message));
    }
    could_decide(world, id)
}

/// It lets another act first, from now on.
pub(crate) fn give_way(world: &mut World, id: Id, to: Id) {
    let grouped = options::rolls_for_groups(world);
    let event = Event::note("lets it act first").actor(id).target(to).by(rule!("EDG-INIT-4"));
    world.tell(event.by_all(grouped.then_some(rule!("EDG-INIT-3"))));
    has_not_begun(world, id, &rule!("EDG-INIT-4"));
    world.resource_mut::<Flow>().give_way(to);
}

/// The turn has not begun after all: what its start has ended goes on, as far as that can be taken back. A drift has gone on once, and a
/// burden been borne once: the start of the turn that comes does not do so again.
fn has_not_begun(world: &mut World, id: Id, rule: &Rule) {
    let mut before = world.resource_mut::<Before>();
    let (usage, holds) = (before.usage.take(), std::mem::take(&mut before.holds));
    before.begun.insert(id);
    if let Some(before) = usage {
        let now = world.the::<TurnUsage>(id);
        let (reacted, winded) = (before.reacted || now.reacted, before.winded || now.winded);
        *world.the_mut::<TurnUsage>(id) = TurnUsage { reacted, winded, ..before };
    }
    let ended = std::mem::take(&mut world.resource_mut::<EndedAtStart>().0);
    for (of, Condition { key, source, lasts, amount }) in ended {
        if is_on_map(world, of) {
            world.change::<Conditions, _>(of, |all| all.0.push(Condition { key: key.clone(), source, lasts, amount }));
            world.tell(Event::new(What::gains(world, key)).target(of).by(rule.clone()));
        }
    }
    for (of, hold) in holds {
        if !is_on_map(world, of) {
            continue;
        }
        lasting::afflict(world, of, hold, rule.clone());
    }
}
