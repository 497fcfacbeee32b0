//! What hands do to what stands there: doors are opened and closed, devices are worked.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::carriables::has_key;
use super::{ground_events, map_changes};
use crate::battle::board::{LevelRes, edge_of, on_map, side_of, space, squares_about};
use crate::battle::ruleset::knows;
use crate::battle::values::{ById, DoorState, Id};
use crate::grid::Square;
use crate::level::{self, Door};

/// A device that a hand can work, such as a lever: the level's event that it sets off. Rulesets that know of devices save it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Device(pub usize);

impl Device {
    /// What the table of an object for a ruleset says under `event`.
    ///
    /// # Errors
    /// It names no event of the level.
    pub fn of(world: &World, spec: &level::Object, ruleset: &str) -> Result<Option<Self>, String> {
        let own = spec.rules.get(ruleset).and_then(|table| table.get("event"));
        let Some(event) = own.and_then(toml::Value::as_str) else {
            return Ok(None);
        };
        let level = &world.resource::<LevelRes>().0;
        let index = level.events.iter().position(|known| known.id == event);
        let index = index.ok_or_else(|| format!("there is no event `{event}`"))?;
        Ok(Some(Self(index)))
    }
}

/// Whether a creature's hands could turn a door: it is not locked, or the creature carries its key.
pub fn opens(world: &World, creature: Id, door: Id) -> bool {
    match world.part::<DoorState>(door) {
        Some(DoorState(Door::Locked)) => has_key(world, creature, door),
        Some(_) => true,
        None => false,
    }
}

/// A creature opens a closed door or closes an open one.
///
/// # Errors
/// If a creature stands in the doorway and keeps the door from closing: those of them of whom the closer's side does not know.
pub fn turn_door(world: &mut World, door: Id, by: Id) -> Result<(), Vec<Id>> {
    let closing = world.the::<DoorState>(door).0 == Door::Open;
    let there: Vec<Id> = if closing { in_doorway(world, door).collect() } else { Vec::new() };
    if !there.is_empty() {
        let side = side_of(world, by);
        return Err(there.into_iter().filter(|&id| !knows(world, side, id)).collect());
    }
    let becomes = if closing { Door::Closed } else { Door::Open };
    map_changes::set_door(world, door, becomes, Some(by));
    Ok(())
}

/// Whether an open door cannot be closed, as far as the closer's side knows: a creature stands in its doorway, perhaps the closer.
pub fn kept_open(world: &World, door: Id, by: Id) -> bool {
    let open = world.part::<DoorState>(door).is_some_and(|door| door.0 == Door::Open);
    let side = side_of(world, by);
    open && in_doorway(world, door).any(|id| knows(world, side, id))
}

/// The creatures in a doorway; of one between two squares, those that stand in both.
fn in_doorway(world: &World, door: Id) -> impl Iterator<Item = Id> + '_ {
    let (between, doorway) = (edge_of(world, door).is_some(), squares_about(world, door));
    on_map(world).filter(move |&id| {
        let space = space(world, id);
        let inside = |&at: &Square| space.contains(at);
        if between { doorway.iter().all(inside) } else { doorway.iter().any(inside) }
    })
}

/// A creature works a device.
pub fn work_device(world: &mut World, device: Id) {
    if let Some(&Device(event)) = world.part::<Device>(device) {
        ground_events::fire(world, event);
    }
}
