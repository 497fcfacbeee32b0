//! From a level to a battle: creatures and objects become entities with their components.

use bevy::prelude::*;

use super::{carriables, ground_events, map_changes, readied};
use crate::battle::board::{
    Bystanders, EdgeObject, Inventory, LevelRes, Map, edge_name, edge_of, floor_of, ground_at, is_on_map, squares_about,
};
use crate::battle::engine::{Flow, Roster};
use crate::battle::ruleset::{LeftUnknown, Rules, event_visibility};
use crate::battle::values::{
    Arrives, Body, ById, Conditions, Creature, Dead, DoorState, Event, Fled, GivesCover, Id, Lamp, Names, OnMap,
    Position, SideId, Tell, Text, Thing, What,
};
use crate::grid::{Edge, Footprint, Square};
use crate::level;

/// Spawns a creature of a level; it is not on the map yet.
///
/// # Errors
/// A sentence for the author when the ruleset does not know the kind or an override.
pub fn creature(world: &mut World, spec: &level::Creature) -> Result<Id, String> {
    let ruleset = world.resource::<Rules>().0;
    let level = world.resource::<LevelRes>().0.clone();
    let side = level
        .sides
        .iter()
        .position(|side| side.id == spec.side)
        .and_then(|index| u8::try_from(index).ok())
        .map(SideId)
        .ok_or_else(|| format!("{}: there is no side `{}`", spec.name, spec.side))?;
    let (size, tall) = ruleset
        .stature(&spec.kind)
        .ok_or_else(|| format!("{}: {} knows no creature kind `{}`", spec.name, ruleset.title(), spec.kind))?;
    let space = Footprint { at: spec.at, side: spec.size.unwrap_or(size).edge() };
    let height = spec.elevation.unwrap_or_else(|| floor_of(world, space));
    let id = world.spawn_with_id((
        Creature { name: spec.name.clone(), kind: spec.kind.clone(), side },
        Position { at: spec.at, height },
        Body { side: space.side, tall: spec.height.unwrap_or(tall) },
        Conditions::default(),
    ));
    let entity = world.entity_of(id).expect("a creature should exist once spawned");
    if spec.light.0 > 0 {
        world.entity_mut(entity).insert(Lamp(spec.light));
    }
    world.resource_mut::<Names>().insert(id, spec.name.clone());
    world.resource_mut::<Roster>().0.push(id);
    if spec.bystander {
        world.resource_mut::<Bystanders>().0.insert(id);
    }
    ruleset.spawn_creature(world, id, spec).map_err(|message| format!("{}: {message}", spec.name))?;
    Ok(id)
}

/// Spawns an object of a level.
///
/// # Errors
/// A sentence for the author when the ruleset refuses an override.
pub fn object(world: &mut World, spec: &level::Object) -> Result<Id, String> {
    let ruleset = world.resource::<Rules>().0;
    let beside = spec.edge.map(Edge::squares);
    let on_map = |at: &Square| world.resource::<Map>().contains(*at);
    let beside = beside.and_then(|squares| squares.into_iter().find(on_map));
    let at = spec.squares.first().copied().or(beside).unwrap_or_default();
    let map = world.resource::<Map>();
    let height = spec.edge.map_or_else(|| map.ground(at), |edge| ground_at(map, edge));
    let id = world.spawn_with_id((
        Thing {
            name: spec.name.clone(),
            kind: spec.kind.clone(),
            art: spec.art.clone(),
            material: spec.material.clone(),
            squares: spec.squares.clone(),
            blocks: spec.blocks,
            difficult: spec.difficult,
        },
        Position { at, height },
        GivesCover { height: spec.height },
    ));
    let entity = world.entity_of(id).expect("an object should exist once spawned");
    if let Some(door) = spec.door {
        world.entity_mut(entity).insert(DoorState(door));
    }
    if spec.light.0 > 0 {
        world.entity_mut(entity).insert(Lamp(spec.light));
    }
    world.resource_mut::<Names>().insert(id, spec.name.clone());
    world.resource_mut::<Inventory>().0.push(id);
    if spec.portable {
        carriables::note(world, id);
        if !spec.unlocks.is_empty() {
            world.put(id, carriables::Unlocks(spec.unlocks.clone()));
        }
    }
    if let Some(edge) = spec.edge {
        let mut map = world.resource_mut::<Map>();
        let EdgeObject(kind, _) = map.upright(edge);
        map.put_edge(edge, EdgeObject(kind, Some(id)));
    }
    world.resource_mut::<Map>().things_changed();
    ruleset.spawn_object(world, id, spec).map_err(|message| format!("{}: {message}", spec.name))?;
    Ok(id)
}

/// Takes an object away for good.
pub fn destroy(world: &mut World, id: Id) {
    readied::changing(world, |world| {
        world.tell(Event::new(What::Destroyed).target(id));
        let squares = squares_about(world, id);
        let edge = edge_of(world, id);
        world.despawn_id(id);
        if let Some(edge) = edge {
            let mut map = world.resource_mut::<Map>();
            let left = map.edge_kind(edge).and_then(|kind| kind.becomes.clone());
            let left = left.and_then(|key| map.edge_kind_index(&key));
            map.put_edge(edge, EdgeObject(left.unwrap_or(0), None));
        }
        world.resource_mut::<Inventory>().0.retain(|&known| known != id);
        carriables::forget(world, id);
        world.resource_mut::<Map>().things_changed();
        ground_events::fallen(world, id);
        let ruleset = world.resource::<Rules>().0;
        ruleset.ground_changed(world, &squares);
    });
}

/// Takes an object away that has been broken: what is left at an edge, in words; elsewhere rubble, where the level has it.
pub fn wreck(world: &mut World, id: Id) -> Option<Text> {
    let squares = world.part::<Thing>(id)?.squares.clone();
    let edge = edge_of(world, id);
    destroy(world, id);
    if let Some(edge) = edge {
        let left = edge_name(world, edge).map(str::to_lowercase);
        return Some(left.map_or("nothing is left".into(), |left| format!("only {left} is left").into()));
    }
    if world.resource::<Map>().terrain_index("rubble").is_some() {
        map_changes::change_terrain(world, &squares, "rubble");
    }
    None
}

/// Moves an object by so many columns and rows.
pub fn shift(world: &mut World, id: Id, dx: i16, dy: i16) {
    readied::changing(world, |world| {
        for square in &mut world.the_mut::<Thing>(id).squares {
            *square = square.offset(dx, dy);
        }
        let at = world.the::<Position>(id).at.offset(dx, dy);
        let height = world.the::<Position>(id).height;
        world.put(id, Position { at, height });
        world.resource_mut::<Map>().things_changed();
    });
}

/// Takes a creature off the map and out of the order of turns: dead, or alive and away.
pub fn leave(world: &mut World, id: Id, dead: bool) {
    let ruleset = world.resource::<Rules>().0;
    let strangers = event_visibility::strangers_to(world, id);
    if is_on_map(world, id) {
        ruleset.leaves(world, id, dead);
    }
    let Some(entity) = world.entity_of(id) else { return };
    if !strangers.is_empty() {
        world.entity_mut(entity).insert(LeftUnknown(strangers));
    }
    world.entity_mut(entity).remove::<(OnMap, Arrives)>();
    world.resource_mut::<Flow>().remove(id);
    if dead {
        world.entity_mut(entity).insert(Dead);
        ground_events::fallen(world, id);
    } else {
        world.entity_mut(entity).insert(Fled);
    }
}
