//! Changes of the map itself: ground, light, weather, doors.

use super::readied;
use crate::battle::board::{Map, squares_about};
use crate::battle::ruleset::{Rules, SharedFact};
use crate::battle::values::{ById, DoorState, Event, Id, Tell, What};
use crate::grid::Square;
use crate::level::{Door, counted};
use bevy::prelude::World;

/// Whether ground of one kind comes down or gives way when it becomes another.
fn falls_to(old: &crate::level::Terrain, new: &crate::level::Terrain) -> bool {
    let left = old.becomes.as_ref() == Some(&new.key);
    (old.solid && !new.solid) || new.pit > old.pit || left || (new.art == "rubble" && old.art != new.art)
}

/// Changes the ground and tells everyone concerned.
pub fn change_terrain(world: &mut World, squares: &[Square], becomes: &str) {
    readied::changing(world, |world| {
        let Some(index) = world.resource::<Map>().terrain_index(becomes) else {
            return;
        };
        let map = world.resource::<Map>();
        let new = &map.terrains()[index as usize];
        let gives_way = |at: &Square| map.terrain(*at).is_some_and(|old| falls_to(old, new));
        let collapses = squares.iter().any(gives_way);
        let name = new.name.clone();
        for &at in squares {
            world.resource_mut::<Map>().change(at, |cell| cell.terrain = index);
        }
        let told = Event::new(What::Ground { squares: squares.to_vec(), becomes: name.into(), collapses })
            .citing(world, SharedFact::TerrainChanges);
        world.tell(told);
        let ruleset = world.resource::<Rules>().0;
        ruleset.ground_changed(world, squares);
    });
}

/// Changes the light; without squares, everywhere.
pub fn change_light(world: &mut World, squares: Option<&[Square]>, becomes: crate::level::Light) {
    readied::changing(world, |world| {
        for at in squares.map_or_else(|| all_squares(world), <[Square]>::to_vec) {
            world.resource_mut::<Map>().change(at, |cell| cell.light = becomes);
        }
        let told = Event::new(What::Light { squares: squares.map(<[Square]>::to_vec), becomes })
            .citing(world, SharedFact::LightChanges);
        world.tell(told);
        let ruleset = world.resource::<Rules>().0;
        ruleset.air_changed(world);
    });
}

/// Changes the weather, and with it perhaps what has weight.
pub fn change_weather(world: &mut World, becomes: crate::level::Weather) {
    readied::changing(world, |world| {
        world.resource_mut::<Map>().weather = becomes;
        let ruleset = world.resource::<Rules>().0;
        ruleset.weather_changed(world);
        ruleset.air_changed(world);
    });
}

/// Changes gravity on squares; without any, everywhere. It is told in words, since nothing of it is seen.
pub fn change_gravity(world: &mut World, squares: Option<&[Square]>, becomes: i32) {
    readied::changing(world, |world| {
        let here = squares.map_or_else(|| all_squares(world), <[Square]>::to_vec);
        let everywhere = squares.is_none();
        if everywhere {
            world.resource_mut::<Map>().weather.gravity = becomes;
        }
        for at in here {
            world.resource_mut::<Map>().change(at, |cell| cell.gravity = Some(becomes).filter(|_| !everywhere));
        }
        let on = |squares: &[Square]| format!("on {}", counted(squares.len(), "square"));
        let place = squares.map_or_else(|| "everywhere".to_owned(), on);
        let text = format!("Gravity is {} of the usual one {place}.", multiple(becomes)).into();
        let told = Event::new(What::Says { text, portent: false });
        world.tell(told.citing(world, SharedFact::TerrainChanges));
        world.resource::<Rules>().0.weather_changed(world);
    });
}

/// Hundredths as people write them: `0.4`, `1.31`.
fn multiple(hundredths: i32) -> String {
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Opens or shuts ways out of the fight.
pub(super) fn change_exits(world: &mut World, squares: &[Square], becomes: bool) {
    let map = world.resource::<Map>();
    let changes = squares.iter().any(|&at| map.cell(at).is_some_and(|cell| cell.exit != becomes));
    if !changes {
        return;
    }
    for &at in squares {
        world.resource_mut::<Map>().change(at, |cell| cell.exit = becomes);
    }
    let text = if becomes { "A way out is open now." } else { "A way out is shut now." };
    let told = Event::new(What::Says { text: text.into(), portent: false });
    world.tell(told.citing(world, SharedFact::TerrainChanges));
}

/// Opens, closes or locks a door.
pub fn set_door(world: &mut World, id: Id, becomes: Door, by: Option<Id>) {
    readied::changing(world, |world| {
        let Some(mut door) = world.part_mut::<DoorState>(id) else {
            return;
        };
        if door.0 == becomes {
            return;
        }
        door.0 = becomes;
        world.resource_mut::<Map>().things_changed();
        world.tell(Event::new(What::Door { open: becomes == Door::Open }).target(id));
        let squares = squares_about(world, id);
        let ruleset = world.resource::<Rules>().0;
        ruleset.ground_changed(world, &squares);
        if becomes == Door::Open {
            ruleset.door_opens(world, id, by);
        }
    });
}

pub(super) fn all_squares(world: &World) -> Vec<Square> {
    world.resource::<Map>().cells().squares().collect()
}
