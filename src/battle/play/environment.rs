//! The level's events: what sets them off, and who comes late; `effects` is what they do, `places` where there is room.

mod effects;
mod places;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use super::group_effect::push;
use effects::{Bursting, hurt_all, look_of};
pub use effects::{apply, change_light, change_terrain, change_weather, set_door};
pub(in crate::battle) use effects::{far, squares_within};
pub use places::{free_place, free_places, free_places_known, has_room};

use super::readied;
use crate::battle::board::{LevelRes, Map, floor_of, side_of, space};
use crate::battle::engine::{Engine, Flights, Flow, Later, Phase, creatures, flight, land, launch, topmost};
use crate::battle::ruleset::{Rules, SharedFact};
use crate::battle::values::{
    Arrives, Body, ById, Event, Id, Ids, Names, OnMap, Placement, Position, SideId, Stage, Tell, What,
};
use crate::grid::{Footprint, Square};
use crate::level::Trigger;

/// An event of the level being resolved, effect by effect.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Happening {
    /// Its place in the level's list.
    pub event: usize,
    /// The effect that comes next.
    pub next: usize,
}

/// Events that are due, the next one last: the second begins when the first has been resolved completely.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Due(Vec<usize>);

/// Kept on the first list of events of a chain, in which events push creatures into zones that set off others. It counts how often each
/// creature has set some off since.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chain(Vec<(Id, u32)>);

/// So often one creature sets events off in a chain of them; two that push it to and fro would never come to an end.
const MOST_FOR_ONE: u32 = 50;

/// So often all creatures together do.
const MOST_IN_A_CHAIN: u32 = 1000;

/// Ids of events that happen once and have happened.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Happened(pub std::collections::BTreeSet<usize>);

/// The side that an event lets win.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Awarded(pub Option<SideId>);

pub(in crate::battle) fn plugin(engine: &mut Engine) {
    engine.entering(Stage::Environment, Phase::Environment, |world| {
        trigger_round(world, false);
    });
    engine.later::<Tread>("tread");
    engine.in_pieces::<Due>();
    engine.in_flight::<Due>(Stage::Environment, begin_next);
    engine.in_flight::<Happening>(Stage::Environment, go_through_effects);
}

/// Launches the events of this round's start or end, so that the first of the list comes first.
pub(in crate::battle) fn trigger_round(world: &mut World, start: bool) {
    let level = world.resource::<LevelRes>().0.clone();
    let round = world.resource::<Flow>().round;
    let due: Vec<usize> = level
        .events
        .iter()
        .enumerate()
        .filter(|(_, event)| matches!(event.when, Trigger::RoundStart { .. }) == start && event.when.due_in(round))
        .map(|(index, _)| index)
        .collect();
    launch_all(world, &due);
}

fn launch_all(world: &mut World, due: &[usize]) {
    if !due.is_empty() {
        launch(world, Due(due.iter().rev().copied().collect()));
    }
}

/// Lets the next of those that are due happen.
fn begin_next(world: &mut World) {
    let Some((flight, due)) = topmost::<Due>(world) else {
        return;
    };
    match due.0.last().copied() {
        Some(event) => {
            world.the_mut::<Due>(flight).0.pop();
            fire(world, event);
        }
        None => land(world),
    }
}

/// Lets an event happen now.
pub fn fire(world: &mut World, event: usize) {
    launch(world, Happening { event, next: 0 });
}

/// Ground that harms a creature which has come onto it or stays there: each kind of ground, with its squares.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tread {
    creature: Id,
    ground: Vec<(usize, Vec<Square>)>,
}

/// Harm of the ground to a creature that stands on it: from every kind of ground once, squares in `spared` not counted. A carried
/// creature does not stand on it. A creature that no longer stands there when its turn in the stack comes is not harmed.
pub fn tread(world: &mut World, creature: Id, spared: Option<Footprint>) {
    let ids = world.resource::<Ids>();
    let Some(Placement { space, height, .. }) = ids.stand(creature).filter(|_| ids.is_present(creature)) else {
        return;
    };
    let once = !world.resource::<Rules>().0.treads().on_each_square;
    let map = world.resource::<Map>();
    let mut ground: Vec<(usize, Vec<Square>)> = Vec::new();
    for square in space.squares() {
        let (Some(cell), Some(terrain)) = (map.cell(square), map.terrain(square)) else {
            continue;
        };
        if terrain.harm.is_none() || height > map.ground(square) || spared.is_some_and(|spared| spared.contains(square))
        {
            continue;
        }
        let kind = usize::from(cell.terrain);
        // Where each kind of ground harms but once, who comes from it has had its harm.
        let from_the_same = |spared: Footprint| {
            let of = |square| map.cell(square).map(|cell| usize::from(cell.terrain));
            spared.squares().any(|square| of(square) == Some(kind))
        };
        if once && spared.is_some_and(from_the_same) {
            continue;
        }
        match ground.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, squares)) => squares.push(square),
            None => ground.push((kind, vec![square])),
        }
    }
    let carried = |world: &World| world.resource::<Rules>().0.carrier(world, creature).is_some();
    if !ground.is_empty() && !carried(world) {
        launch(world, Tread { creature, ground });
    }
}

/// Whether a creature still stands on one of some squares.
fn stands_on(world: &World, creature: Id, squares: &[Square]) -> bool {
    let ids = world.resource::<Ids>();
    let map = world.resource::<Map>();
    let stand = ids.stand(creature).filter(|_| ids.is_present(creature));
    stand.is_some_and(|stand| {
        let on = |&at: &Square| stand.space.contains(at) && stand.height <= map.ground(at);
        squares.iter().any(on)
    })
}

impl Later for Tread {
    const STAGE: Stage = Stage::Environment;

    fn happen(self, world: &mut World) {
        let Self { creature, mut ground } = self;
        let (kind, squares) = ground.remove(0);
        if !ground.is_empty() {
            // The harm of one kind of ground is dealt completely before that of the next.
            launch(world, Self { creature, ground });
        }
        let terrain = world.resource::<Map>().terrains().get(kind);
        let damage = terrain.and_then(|terrain| terrain.harm.clone());
        let Some(damage) = damage.filter(|_| stands_on(world, creature, &squares)) else {
            return;
        };
        let look = look_of(world, &damage, false);
        world.tell(Event::new(What::Hazard { at: None, squares, look }));
        // What stands on such ground has always stood there.
        hurt_all(world, (&[creature], &[]), &damage, Bursting::nowhere());
    }
}

/// What a creature meets where it has come by no step of a walk. First comes the harm of the ground, except for squares where it stood
/// before; then the level's events.
pub fn come_upon(world: &mut World, creature: Id, before: Option<Footprint>) {
    // What is launched last comes first.
    entered(world, creature);
    tread(world, creature, before);
}

/// Sets off events that wait for this creature in a zone.
pub fn entered(world: &mut World, creature: Id) {
    let level = world.resource::<LevelRes>().0.clone();
    if !level.events.iter().any(|event| matches!(event.when, Trigger::Enters { .. })) {
        return;
    }
    let space = space(world, creature);
    let side = side_of(world, creature);
    let mut due = Vec::new();
    for (index, event) in level.events.iter().enumerate() {
        let Trigger::Enters { zone, side: of, once } = &event.when else {
            continue;
        };
        let inside = level.zones.get(zone).is_some_and(|squares| squares.iter().any(|&square| space.contains(square)));
        let meant = of.as_ref().is_none_or(|of| level.sides[side.0 as usize].id == *of);
        if inside && meant && !(*once && world.resource::<Happened>().0.contains(&index)) {
            due.push((index, *once));
        }
    }
    if due.is_empty() || !goes_on(world, creature) {
        return;
    }
    let once = due.iter().filter(|(_, once)| *once).map(|&(index, _)| index);
    world.resource_mut::<Happened>().0.extend(once);
    let due: Vec<usize> = due.into_iter().map(|(index, _)| index).collect();
    launch_all(world, &due);
}

/// Whether a creature still sets events off in the chain that is being resolved, if there is one. When it does no more, that is told.
fn goes_on(world: &mut World, creature: Id) -> bool {
    let Some(first) = flight::lowermost::<Due>(world) else {
        return true;
    };
    let Chain(mut so_far) = world.part::<Chain>(first).cloned().unwrap_or_default();
    let all: u32 = so_far.iter().map(|&(_, count)| count).sum();
    let place = so_far.iter().position(|&(known, _)| known == creature);
    let place = place.unwrap_or_else(|| {
        so_far.push((creature, 0));
        so_far.len() - 1
    });
    let count = &mut so_far[place].1;
    if *count >= MOST_FOR_ONE || all >= MOST_IN_A_CHAIN {
        let text = format!("After {all} events that brought about one another the chain ends here.");
        world.tell(Event::note(text).target(creature));
        return false;
    }
    *count += 1;
    world.put(first, Chain(so_far));
    true
}

/// Sets off events that wait for the fall of a creature or the end of an object.
pub fn fallen(world: &mut World, who: Id) {
    let level = world.resource::<LevelRes>().0.clone();
    let name = world.resource::<Names>().name(who).to_string();
    let due: Vec<usize> = level
        .events
        .iter()
        .enumerate()
        .filter(|(_, event)| match &event.when {
            Trigger::Down { creature } => *creature == name,
            Trigger::Destroyed { object } => *object == name,
            _ => false,
        })
        .map(|(index, _)| index)
        .filter(|&index| world.resource_mut::<Happened>().0.insert(index))
        .collect();
    launch_all(world, &due);
}

/// Brings in the creatures that are due this round.
pub(in crate::battle) fn arrive(world: &mut World, round: u32) {
    let due: Vec<Id> = creatures(world)
        .into_iter()
        .filter(|&id| world.part::<Arrives>(id).is_some_and(|arrives| arrives.round <= round))
        .collect();
    for id in due {
        bring_in(world, id);
    }
}

/// Puts a waiting creature on the map, on the free place nearest to its own, and into the order.
///
/// A hidden creature hides from those already there: the newcomer's side knows of every creature as soon as the newcomer is there. So
/// that the newcomer keeps clear of them all tells its side nothing.
pub fn bring_in(world: &mut World, id: Id) {
    readied::changing(world, |world| {
        let wanted = world.the::<Position>(id).at;
        let side = world.the::<Body>(id).side;
        let Some(at) = free_place(world, id, wanted, side) else {
            finds_no_room(world, id);
            return;
        };
        let height = floor_of(world, Footprint { at, side });
        world.put(id, Position { at, height });
        let entity = world.entity_of(id).expect("a creature should exist");
        world.entity_mut(entity).remove::<Arrives>().insert(OnMap);
        let event = Event::new(What::Arrives { at }).target(id).citing(world, SharedFact::Arrives);
        world.tell(event);
        let ruleset = world.resource::<Rules>().0;
        ruleset.arrive(world, id);
    });
}

/// A creature for which there is no room comes as soon as there is, at the start of a round. That is told once.
fn finds_no_room(world: &mut World, id: Id) {
    let round = world.resource::<Flow>().round;
    let due = world.part::<Arrives>(id).map(|arrives| arrives.round);
    if due.is_some_and(|due| due < round) {
        return;
    }
    if due.is_none() {
        let entity = world.entity_of(id).expect("a creature should exist");
        world.entity_mut(entity).insert(Arrives { round });
    }
    let text = "finds no room and waits until there is some";
    let told = Event::note(text).actor(id);
    world.tell(told.citing(world, SharedFact::Arrives));
}

/// Does the next effect of the topmost event; an effect that launches harm waits for it.
fn go_through_effects(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    loop {
        let Some((flight, happening)) = topmost::<Happening>(world) else {
            return;
        };
        let Happening { event: index, next } = *happening;
        let event = &level.events[index];
        if next == 0 {
            let text = if event.text.is_empty() { event.id.clone() } else { event.text.clone() };
            let says = What::Says { text: text.into(), portent: event.do_.is_empty() };
            let told = Event::new(says).citing(world, SharedFact::EventFires);
            world.tell(told);
        }
        // If it lets a side win, that happens at once, and nothing else of the event comes about.
        let won = world.resource::<Awarded>().0.is_some() && world.resource::<Flow>().outcome.is_none();
        let Some(effect) = event.do_.get(next).filter(|_| !won) else {
            land(world);
            continue;
        };
        world.the_mut::<Happening>(flight).next += 1;
        apply(world, effect);
        if world.resource::<Flights>().top() != Some(flight) {
            return;
        }
    }
}
