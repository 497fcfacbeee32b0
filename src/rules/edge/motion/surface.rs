//! What a creature without weight touches that does not give way (EDG-GRAV-11, EDG-GRAV-21).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::field::reach;
use super::super::fight::collision::Burden;
use crate::battle::*;
use crate::grid::{Direction, Edge as Side, Footprint, Square};
use crate::level::Terrain;
use crate::rule;

/// EDG-GRAV-21: whether ground is open, so that nothing of it can be touched: space, a shaft.
fn is_open(terrain: &Terrain) -> bool {
    let said = if terrain.rules.is_empty() { None } else { terrain.rules.get("edge") };
    said.and_then(|said| said.get("open")?.as_bool()).unwrap_or(false)
}

/// What a creature touches that does not give way, as people call it, and the rule (EDG-GRAV-11, EDG-GRAV-21).
pub(crate) fn surface(world: &World, id: Id) -> Option<(&'static str, Rule)> {
    let Placement { space: own, height, .. } = stand(world, id);
    let map = world.resource::<Map>();
    let floor = floor_of(world, own);
    let closed = |at: Square| map.terrain(at).is_some_and(|terrain| !is_open(terrain));
    if height <= floor && own.squares().any(closed) {
        return Some(("the floor", rule!("EDG-GRAV-21")));
    }
    let beside = || own.around(1).filter(|&at| map.contains(at));
    let walls = own.squares().any(|at| {
        let sides = [Direction::North, Direction::East, Direction::South, Direction::West];
        let mut sides = sides.into_iter().filter_map(move |direction| Side::of(at, direction));
        sides.any(|side| !inside(own, side) && map.upright(side).0 > 0)
    });
    if walls || beside().any(|at| map.solid(at)) {
        return Some(("a wall", rule!("EDG-GRAV-11")));
    }
    let top = |at: Square| lay(world).1.footing.get(at).map(|there| there.height);
    let size = creature::profile(world, id).size as i32;
    let holds = |thing: Id| world.part::<Burden>(thing).is_none_or(|burden| burden.size as i32 >= size + 2);
    let thing = beside()
        .filter_map(|at| Some((at, thing_at(world, at)?)))
        .any(|(at, thing)| holds(thing) && top(at).is_some_and(|top| top >= height) && !parted(world, own, at.into()));
    if thing {
        return Some(("something that stands firm", rule!("EDG-GRAV-11")));
    }
    let here = Place { space: own, height };
    let larger = known_to(world, id).any(|(other, stand)| {
        let there = Place { space: stand.space, height: stand.height };
        other != id
            && creature::profile(world, other).size as i32 >= size + 2
            && own.steps(stand.space) <= 1
            && !reach::is_clear_of(world, (id, here), (other, there))
    });
    larger.then_some(("a body much larger", rule!("EDG-GRAV-11")))
}

/// Whether an edge lies between two squares of a space.
fn inside(space: Footprint, side: Side) -> bool {
    side.squares().iter().all(|&at| space.contains(at))
}
