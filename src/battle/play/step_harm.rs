//! What a step would do to the mover besides what it costs, as far as the mover's side may know it beforehand: ground that harms, squares
//! that announced events wait on, ice that does not bear it. Of ways that cost the same, a mover takes the least harmful.

use bevy::prelude::World;

use super::occurrences::Happened;
use crate::battle::board::{LevelRes, Map, side_of};
use crate::battle::ruleset::Rules;
use crate::battle::values::{Id, Names, Place};
use crate::dice::Expression;
use crate::grid::{Footprint, Grid, Square};
use crate::level::{Damage, Effect, Event, Terrain, Trigger};

/// What harms on the way of one creature.
pub(crate) struct StepHarm<'w> {
    world: &'w World,
    creature: Id,
    map: &'w Map,
    /// Whether each square of a kind of ground harms anew, or only coming onto that kind.
    on_each_square: bool,
    /// By kind of ground: the harm it does.
    ground: Vec<u32>,
    /// By kind of ground: whether there is ice on it.
    ice: Vec<bool>,
    events: Vec<Waiting>,
    /// The squares on which any of the events waits.
    watched: Option<Grid<bool>>,
}

/// An announced event that waits for a creature to come onto some squares.
struct Waiting {
    squares: Vec<Square>,
    /// Whether it happens but once, so that going on inside sets off nothing.
    once: bool,
    harm: u32,
}

/// What an event that does no harm by itself counts as: a point, in the unit of [`twice_the_mean`].
const A_POINT: u32 = 2;

/// What going into the water counts as: a few points, in the same unit.
const INTO_THE_WATER: u32 = 10;

impl<'w> StepHarm<'w> {
    /// What harms a creature on its way; `None` where nothing on the map does.
    pub(crate) fn around(world: &'w World, creature: Id) -> Option<Self> {
        let map = world.resource::<Map>();
        let of = |terrain: &Terrain| terrain.harm.as_ref().map_or(0, twice_the_mean);
        let ground: Vec<u32> = map.terrains().iter().map(of).collect();
        let ice: Vec<bool> = map.terrains().iter().map(|terrain| terrain.ice.0 > 0).collect();
        let harms = |kind: u16| ground[usize::from(kind)] > 0 || ice[usize::from(kind)];
        let somewhere = map.cells().cells().iter().any(|cell| harms(cell.terrain));
        let events = waiting(world, creature);
        if !somewhere && events.is_empty() {
            return None;
        }
        let (width, height) = map.size();
        let watched = (!events.is_empty()).then(|| {
            let mut watched = Grid::filled(width, height, false);
            for &at in events.iter().flat_map(|event| &event.squares) {
                if let Some(here) = watched.get_mut(at) {
                    *here = true;
                }
            }
            watched
        });
        let on_each_square = world.resource::<Rules>().0.treads().on_each_square;
        Some(Self { world, creature, map, on_each_square, ground, ice, events, watched })
    }

    /// What a step does: twice the damage that is to be expected, or the like.
    pub(crate) fn of(&self, before: Place, after: Place) -> u32 {
        let onto = || after.space.squares().filter(|&at| !before.space.contains(at));
        let mut harm = 0;
        for (place, at) in onto().enumerate() {
            let Some(kind) = self.kind(at).filter(|_| after.height <= self.map.ground(at)) else {
                continue;
            };
            if self.ice[kind] && self.world.resource::<Rules>().0.gives_way(self.world, self.creature, at) {
                harm += INTO_THE_WATER;
            }
            // Each kind of ground harms once a step.
            let of_the_same = |at: Square| self.kind(at) == Some(kind);
            let told = onto().take(place).any(of_the_same);
            let stays = !self.on_each_square && before.space.squares().any(of_the_same);
            if self.ground[kind] > 0 && !told && !stays {
                harm += self.ground[kind];
            }
        }
        let Some(watched) = &self.watched else {
            return harm;
        };
        if after.space.squares().any(|at| watched.get(at) == Some(&true)) {
            let set_off = |event: &&Waiting| event.on(after.space) && !(event.once && event.on(before.space));
            harm += self.events.iter().filter(set_off).map(|event| event.harm).sum::<u32>();
        }
        harm
    }

    fn kind(&self, at: Square) -> Option<usize> {
        self.map.cell(at).map(|cell| usize::from(cell.terrain))
    }
}

impl Waiting {
    fn on(&self, space: Footprint) -> bool {
        self.squares.iter().any(|&at| space.contains(at))
    }
}

/// The events that the level announces, and that would happen if the creature came onto their squares.
fn waiting(world: &World, creature: Id) -> Vec<Waiting> {
    let level = &world.resource::<LevelRes>().0;
    let happened = &world.resource::<Happened>().0;
    let side = usize::from(side_of(world, creature).0);
    let own = level.sides.get(side).map(|side| side.id.as_str());
    let name = world.resource::<Names>().name(creature);
    let waits = |(index, event): (usize, &Event)| {
        let Trigger::Enters { zone, side: of, once, creatures } = &event.when else {
            return None;
        };
        let named = creatures.is_empty() || creatures.iter().any(|known| known == name);
        let meant = named && of.as_deref().is_none_or(|of| own == Some(of));
        let over = *once && happened.contains(&index);
        let harm = harm_of(event);
        if event.secret || event.text.is_empty() || !meant || over || harm == 0 {
            return None;
        }
        let squares = level.zones.get(zone)?.clone();
        Some(Waiting { squares, once: *once, harm })
    };
    level.events.iter().enumerate().filter_map(waits).collect()
}

/// What an event counts as; nothing where it only says something, or ends the fight.
fn harm_of(event: &Event) -> u32 {
    let of = |effect: &Effect| match effect {
        Effect::Burst { damage, .. } | Effect::Harm { damage, .. } | Effect::Terrain { crush: Some(damage), .. } => {
            twice_the_mean(damage).max(A_POINT)
        }
        Effect::Message { .. } | Effect::Win { .. } => 0,
        _ => A_POINT,
    };
    event.do_.iter().map(of).sum()
}

/// Twice the damage that is to be expected, so that it is a whole number.
pub(super) fn twice_the_mean(damage: &Damage) -> u32 {
    let mean = |dice: Expression| i32::from(dice.count) * (i32::from(dice.sides) + 1) + 2 * dice.plus;
    damage.dice.parse().map_or(A_POINT, |dice: Expression| mean(dice).max(1).unsigned_abs())
}
