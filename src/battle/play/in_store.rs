//! The harm that awaits a creature where it ends its turn. It comes from the ground, and from announced events that the clock brings
//! before the creature's next turn. Every side is told of both.

use bevy::prelude::World;

use super::step_harm::twice_the_mean;
use super::upcoming::{comes_at, marked};
use crate::battle::board::{LevelRes, Map, floor_of, space};
use crate::battle::engine::Flow;
use crate::battle::values::{ById, Id, Position};
use crate::grid::Grid;
use crate::level::{Damage, Effect};

/// What is to be expected to befall a creature that ends its turn on each square, in hundredths of a point of damage; `None` where nothing
/// does anywhere. What the creature itself withstands is not counted. Ground harms nobody who is above it.
pub fn harm_in_store(world: &World, creature: Id) -> Option<Grid<u32>> {
    let map = world.resource::<Map>();
    let stands = world.the::<Position>(creature).height <= floor_of(world, space(world, creature));
    let ground: Vec<u32> = map.terrains().iter().map(|kind| kind.harm.as_ref().map_or(0, expected)).collect();
    let mut store = map.cells().map(|_, cell| if stands { ground[usize::from(cell.terrain)] } else { 0 });
    for effect in to_come(world) {
        let harm = match &effect {
            Effect::Burst { damage, .. }
            | Effect::Harm { damage, .. }
            | Effect::Terrain { crush: Some(damage), .. } => expected(damage),
            _ => continue,
        };
        for at in marked(world, &effect) {
            if let Some(square) = store.get_mut(at) {
                *square += harm;
            }
        }
    }
    store.cells().iter().any(|&harm| harm > 0).then_some(store)
}

/// The effects of the announced events that come by the clock before the turn that is played, or the next one, begins anew.
fn to_come(world: &World) -> Vec<Effect> {
    let events = &world.resource::<LevelRes>().0.events;
    let now = world.resource::<Flow>().round;
    let soon = |index: &usize| {
        let due = comes_at(world, *index);
        due.is_some_and(|(round, is_start)| round <= now + u32::from(is_start))
    };
    (0..events.len()).filter(soon).flat_map(|index| events[index].do_.iter().cloned()).collect()
}

/// The damage that is to be expected, in hundredths of a point.
fn expected(damage: &Damage) -> u32 {
    50 * twice_the_mean(damage)
}
