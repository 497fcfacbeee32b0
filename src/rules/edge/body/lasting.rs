//! Conditions that last for rounds, or until a save is made (EDG-DUR-2, EDG-DUR-4), and the places in the order that creatures keep
//! when they are gone (EDG-DUR-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::SaveBy;
use crate::battle::{Event, *};
use crate::rule;

/// What ends a condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Ends {
    /// The turn of its source in this round, at its start.
    Round(u32),
    /// The end of its bearer's next turn; the turn that runs in this round, if any, is not that.
    OwnTurn(u32),
    /// A save of its bearer, at the end of one of its turns.
    Save {
        /// With what.
        by: SaveBy,
        /// Against what.
        against: i32,
    },
}

/// A condition of a creature that ends so.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Hold {
    /// Its key.
    pub key: Text,
    /// Who brought it about.
    pub source: Id,
    /// What ends it.
    pub ends: Ends,
}

/// All of these of a creature.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Lasting(pub Vec<Hold>);

/// Creatures that are gone and keep their place in the order, each with its score and the round in which that has last come.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Slots(pub Vec<(Id, i32, u32)>);

/// Gives a condition that ends by itself; one of another source has its own end (EDG-COND-GEN-2).
pub(crate) fn afflict(world: &mut World, id: Id, hold: Hold, rule: Rule) {
    let (lasts, why) = match &hold.ends {
        Ends::Round(_) => (Lasts::UntilEnded, Some(rule!("EDG-DUR-2"))),
        Ends::OwnTurn(_) => (Lasts::UntilEnded, None),
        Ends::Save { .. } => (Lasts::UntilSaved, Some(rule!("EDG-DUR-4"))),
    };
    let Hold { key, source, .. } = &hold;
    let same = |one: &Hold| one.key == *key && one.source == *source;
    let again = world.part::<Lasting>(id).is_some_and(|all| all.0.iter().any(same));
    if again {
        world.the_mut::<Lasting>(id).0.retain(|one| !same(one));
    } else {
        gain_from(world, id, key.clone(), Some(*source), lasts, [Some(rule), why].into_iter().flatten());
    }
    world.the_mut::<Lasting>(id).0.push(hold);
}

/// What a creature has of a condition from one source is over.
pub(crate) fn ends(world: &mut World, id: Id, key: &str, source: Id, rule: &Rule) {
    world.the_mut::<Lasting>(id).0.retain(|one| !(*one.key == *key && one.source == source));
    let of_it = |one: &Condition| *one.key == *key && one.source == Some(source);
    let before = world.the::<Conditions>(id).0.len();
    world.change::<Conditions, _>(id, |all| all.0.retain(|one| !of_it(one)));
    if world.the::<Conditions>(id).0.len() == before {
        return;
    }
    let event = if has_condition(world, id, key) {
        let text = format!("{key} of one source is over, of another it holds");
        Event::note(text).actor(id).by(rule!("EDG-COND-GEN-2"))
    } else {
        let key: Text = key.to_owned().into();
        Event::new(What::loses(world, key)).target(id)
    };
    world.tell(event.by(rule.clone()));
}

/// The saves that a creature has to make at the end of its turn, as far as it still has what they are against.
pub(crate) fn saves(world: &World, id: Id) -> Vec<Hold> {
    let Some(all) = world.part::<Lasting>(id) else { return Vec::new() };
    let has = |hold: &&Hold| {
        let of_it = |one: &Condition| one.key == hold.key && one.source == Some(hold.source);
        world.the::<Conditions>(id).0.iter().any(of_it)
    };
    let saved = |hold: &&Hold| matches!(hold.ends, Ends::Save { .. });
    all.0.iter().filter(saved).filter(has).cloned().collect()
}

/// EDG-DUR-3: until the end of its next turn, by whatever brings it about on its own turn or another's.
pub(crate) fn until_next_turn_ends(world: &World, id: Id) -> Ends {
    let flow = world.resource::<Flow>();
    Ends::OwnTurn(if flow.active() == Some(id) { flow.round } else { 0 })
}

/// The turn of a creature ends, and with it what lasts until then.
pub(crate) fn turn_ends(world: &mut World, id: Id) {
    let round = world.resource::<Flow>().round;
    let over = |hold: &&Hold| matches!(hold.ends, Ends::OwnTurn(not) if not != round);
    let Some(all) = world.part::<Lasting>(id) else { return };
    for hold in all.0.iter().filter(over).cloned().collect::<Vec<_>>() {
        ends(world, id, &hold.key, hold.source, &rule!("EDG-DUR-3"));
    }
}

/// The place of a creature in the order has come: what lasts for rounds until then ends. What that was, and of whom.
pub(crate) fn slot_comes(world: &mut World, source: Id) -> Vec<(Id, Hold)> {
    let round = world.resource::<Flow>().round;
    rounds_pass(world, |hold, last| hold.source == source && last <= round)
}

/// The round ends: what should have ended before, since its source has no place in the order, ends now.
pub(crate) fn round_ends(world: &mut World) {
    let round = world.resource::<Flow>().round;
    rounds_pass(world, |_, last| last < round);
}

/// What lasts for rounds ends, as far as it is due by the round in which it comes to its end. What that was, and of whom.
fn rounds_pass(world: &mut World, due: impl Fn(&Hold, u32) -> bool) -> Vec<(Id, Hold)> {
    let over = |hold: &Hold| matches!(hold.ends, Ends::Round(last) if due(hold, last));
    let all: Vec<(Id, Hold)> = on_map(world)
        .filter_map(|id| Some((id, world.part::<Lasting>(id)?)))
        .flat_map(|(id, all)| all.0.iter().filter(|hold| over(hold)).map(move |hold| (id, hold.clone())))
        .collect();
    for (id, hold) in &all {
        ends(world, *id, &hold.key, hold.source, &rule!("EDG-DUR-2"));
    }
    all
}

/// A creature is about to be gone: its place in the order stays.
pub(crate) fn keeps_slot(world: &mut World, id: Id) {
    let flow = world.resource::<Flow>();
    let Some(place) = flow.order.iter().position(|slot| slot.creature == id) else { return };
    let (score, round) = (flow.order[place].score, flow.round);
    let last = if place <= flow.at { round } else { round.saturating_sub(1) };
    world.resource_mut::<Slots>().0.push((id, score, last));
}

/// EDG-DUR-3: the places of those who are gone, down to a score, have come; at the end of a round all of them have.
pub(crate) fn slots_pass(world: &mut World, down_to: Option<i32>) {
    if world.resource::<Slots>().0.is_empty() {
        return;
    }
    let round = world.resource::<Flow>().round;
    let comes = |&&(_, score, last): &&(Id, i32, u32)| last < round && down_to.is_none_or(|least| score >= least);
    let due: Vec<Id> = world.resource::<Slots>().0.iter().filter(comes).map(|slot| slot.0).collect();
    for id in due {
        for slot in world.resource_mut::<Slots>().0.iter_mut().filter(|slot| slot.0 == id) {
            slot.2 = round;
        }
        expire(world, |lasts| matches!(*lasts, Lasts::TurnStart(of) | Lasts::TurnEnd(of) if of == id));
        slot_comes(world, id);
    }
}
