//! What a square does to a creature that comes there or stays: harm of the ground, and level events that are set off.

use super::carriables;
use super::hazard::{Bursting, hurt_all, look_of};
use super::occurrences::{self, Happened, Occurrence};
use crate::battle::board::{LevelRes, Map, side_of, space};
use crate::battle::engine::{Later, flight, launch};
use crate::battle::ruleset::{Rules, SharedFact};
use crate::battle::values::{ById, Creature, Event, Id, Ids, Names, Placement, Stage, Tell, What};
use crate::grid::{Footprint, Square};
use crate::level::Trigger;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

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
pub struct Due(pub(super) Vec<usize>);

/// Kept on the first list of events of a chain, in which events push creatures into zones that set off others. It counts the
/// events that each creature has set off since; heavy ones count more than once.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chain(pub(super) Vec<(Id, u32)>);

/// So many events one creature sets off in a chain of them; two that push it to and fro would never come to an end.
const MOST_FOR_ONE: u32 = 50;

/// So many events all creatures together set off.
const MOST_IN_A_CHAIN: u32 = 1000;

pub(super) fn launch_all(world: &mut World, due: &[usize]) {
    if !due.is_empty() {
        launch(world, Due(due.iter().rev().copied().collect()));
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
        let ruleset = world.resource::<Rules>().0;
        if !ruleset.ground_harms(world, creature, kind) {
            return;
        }
        let look = look_of(world, &damage, false);
        let told = Event::new(What::Hazard { at: None, squares, look }).citing(world, SharedFact::GroundHarms);
        world.tell(told);
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

/// Takes up portable things that lie there, and sets off events that wait for this creature in a zone.
pub fn entered(world: &mut World, creature: Id) {
    carriables::take_up(world, creature);
    let level = world.resource::<LevelRes>().0.clone();
    let waits = |trigger: &Trigger| matches!(trigger, Trigger::Enters { .. });
    if !level.events.iter().any(|event| event.when.any(&waits)) {
        return;
    }
    let name = world.the::<Creature>(creature).name.clone();
    let side = &level.sides[side_of(world, creature).0 as usize].id;
    let what = Occurrence::Enters { creature: &name, side, space: space(world, creature) };
    let before = world.resource::<Happened>().clone();
    let due = occurrences::due(world, &what);
    if due.is_empty() {
        return;
    }
    let weight = due.iter().map(|&index| level.weight(index)).sum();
    if goes_on(world, creature, weight) {
        launch_all(world, &due);
    } else {
        *world.resource_mut::<Happened>() = before;
    }
}

/// Whether a creature still sets events off in the chain that is being resolved, if there is one: events of such a weight. When it does no
/// more, that is told.
fn goes_on(world: &mut World, creature: Id, weight: u32) -> bool {
    let Some(first) = flight::lowermost::<Due>(world) else {
        return true;
    };
    let Chain(mut so_far) = world.part::<Chain>(first).cloned().unwrap_or_default();
    let all = so_far.iter().fold(0_u32, |all, &(_, count)| all.saturating_add(count));
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
    *count = count.saturating_add(weight);
    world.put(first, Chain(so_far));
    true
}

/// Sets off events that wait for the fall of a creature or the end of an object.
pub fn fallen(world: &mut World, who: Id) {
    let name = world.resource::<Names>().name(who).to_string();
    let due = occurrences::due(world, &Occurrence::Falls(&name));
    launch_all(world, &due);
}
