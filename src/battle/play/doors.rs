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
/// The doorway, if a creature stands in it and keeps the door from closing.
pub fn turn_door(world: &mut World, door: Id, by: Id) -> Result<(), Vec<Square>> {
    let closing = world.the::<DoorState>(door).0 == Door::Open;
    let doorway = squares_about(world, door);
    if closing && stands_in(world, door, &doorway, |_| true) {
        return Err(doorway);
    }
    let becomes = if closing { Door::Closed } else { Door::Open };
    map_changes::set_door(world, door, becomes, Some(by));
    Ok(())
}

/// Whether an open door cannot be closed, as far as the closer's side knows: a creature stands in its doorway, perhaps the closer.
pub fn kept_open(world: &World, door: Id, by: Id) -> bool {
    let open = world.part::<DoorState>(door).is_some_and(|door| door.0 == Door::Open);
    let side = side_of(world, by);
    open && stands_in(world, door, &squares_about(world, door), |id| knows(world, side, id))
}

/// Whether one of these creatures stands in a doorway. A doorway between two squares is blocked by a creature that stands in both.
fn stands_in(world: &World, door: Id, doorway: &[Square], counts: impl Fn(Id) -> bool) -> bool {
    let between = edge_of(world, door).is_some();
    on_map(world).filter(|&id| counts(id)).any(|id| {
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
