//! What the ground of a square is to this ruleset: water, currents, what climbing it takes, whom its difficulty troubles.

use bevy::prelude::World;

use super::super::data::compass;
use super::super::data::stats::*;
use crate::battle::*;
use crate::grid::{Direction, Length, Square};
use crate::level::Size;

/// Water this deep is swum in, and shallower is waded (knee-deep).
pub const DEEP: Length = Length::feet(4);

/// What a level says to this ruleset alone about the ground of a square.
pub fn own_word<'w>(world: &'w World, at: Square, key: &str) -> Option<&'w toml::Value> {
    let terrain = world.resource::<Map>().terrain(at)?;
    terrain.rules.get("essence")?.get(key)
}

fn own_number(world: &World, at: Square, key: &str) -> Option<i32> {
    i32::try_from(own_word(world, at, key)?.as_integer()?).ok()
}

/// ESS-SKILL-2, ESS-GM-2: the DC of climbing what stands in a square.
pub fn climb_dc(world: &World, at: Square) -> i32 {
    let thing = thing_at(world, at).and_then(|id| world.part::<ObjectProperties>(id)).map(|fixture| fixture.climb_dc);
    own_number(world, at, "climb_dc").or(thing).unwrap_or(15)
}

/// ESS-TERR-6: the size from which a square's difficulty is ignored.
pub fn ignored_from(world: &World, at: Square) -> Option<Size> {
    let word = own_word(world, at, "ignored_from_size")?.as_str()?;
    Some(size_of(word).unwrap_or(Size::Colossal))
}

/// ESS-SWIM-2: the current in a square: where to, and feet a Turn.
pub fn current_at(world: &World, at: Square) -> Option<(Direction, Feet)> {
    let direction = compass::meant(own_word(world, at, "current")?.as_str()?)?;
    Some((direction, own_number(world, at, "current_ft").unwrap_or(10)))
}

/// Whether a square is under water altogether.
pub fn underwater_at(world: &World, id: Id) -> bool {
    let at = world.the::<Position>(id).at;
    own_word(world, at, "underwater").and_then(toml::Value::as_bool) == Some(true)
}

/// Inches of ice on a square.
pub fn ice(world: &World, at: Square) -> i32 {
    let terrain = world.resource::<Map>().terrain(at);
    terrain.map_or(0, |terrain| terrain.ice.whole(Length::INCH))
}

/// Whether a square is deep water.
pub fn deep(world: &World, at: Square) -> bool {
    world.resource::<Map>().terrain(at).is_some_and(|terrain| terrain.water >= DEEP && terrain.ice.0 == 0)
}

/// Whether a creature's whole space is over deep water.
pub fn water_at(world: &World, id: Id) -> bool {
    space(world, id).squares().all(|at| deep(world, at))
}
