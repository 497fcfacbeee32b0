//! What a level says of the start of single creatures by their names, in its lists or in the tables meant for one ruleset. The names are
//! looked up when every creature is there.

use std::collections::BTreeSet;

use bevy::prelude::World;

use super::environment;
use crate::battle::board::{LevelRes, Map, closed_door_at, divided, floor_of, lift_to, on_map, side_of, space};
use crate::battle::ruleset::Rules;
use crate::battle::values::{ById, Creature, Id, Names, Position};
use crate::grid::Footprint;

/// Moves creatures that could not start where the level puts them to the nearest place with room. A level is drawn for one ruleset, and
/// another may have larger bodies. So a creature might start in something solid, beyond the map, or where a creature named earlier
/// stands.
///
/// # Errors
/// A sentence for each creature for which there is no room.
pub(in crate::battle) fn find_room(world: &mut World) -> Result<(), Vec<String>> {
    let mut wrong = Vec::new();
    let ruleset = world.resource::<Rules>().0;
    let all: Vec<Id> = on_map(world).collect();
    for (place, &id) in all.iter().enumerate() {
        let here = space(world, id);
        let map = world.resource::<Map>();
        let open = |at| map.contains(at) && !map.solid(at) && !closed_door_at(world, at);
        let open = here.squares().all(open) && !divided(world, here);
        let shares = |one: Id, other: Id| ruleset.may_share(world, one, other) || ruleset.may_share(world, other, one);
        let taken = all[..place].iter().any(|&before| space(world, before).overlaps(here) && !shares(id, before));
        if open && !taken {
            continue;
        }
        match environment::free_place(world, id, here.at, here.side) {
            Some(at) => {
                let height = floor_of(world, Footprint { at, ..here });
                world.put(id, Position { at, height });
            }
            None => {
                let (name, side) = (world.resource::<Names>().name(id), here.side);
                wrong.push(format!("{name}: there is no room on the map for its {side} by {side} squares"));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// For rulesets in which no creature flies: a creature on the map stands on its floor, at any height that the level states.
pub fn on_the_floor(world: &mut World) {
    let present: Vec<Id> = on_map(world).collect();
    for id in present {
        let height = floor_of(world, space(world, id));
        lift_to(world, id, height);
    }
}

/// Those on the map whom a list of the level names.
pub fn named(world: &World, names: &[String]) -> Vec<Id> {
    let named = |id: &Id| names.contains(&world.the::<Creature>(*id).name);
    on_map(world).filter(named).collect()
}

/// The enemies from whom a creature is hidden when the fight begins. The level names them in `hidden_from` of its table for a ruleset,
/// one by one or by the id of their side.
pub fn hidden_from(world: &World, ruleset: &str, creature: Id) -> BTreeSet<Id> {
    let level = &world.resource::<LevelRes>().0;
    let name = &world.the::<Creature>(creature).name;
    let spec = level.creatures.iter().find(|spec| spec.name == *name);
    let written = spec.and_then(|spec| spec.rules.get(ruleset)?.get("hidden_from"));
    let names: Vec<&str> = match written {
        Some(toml::Value::Array(names)) => names.iter().filter_map(toml::Value::as_str).collect(),
        Some(name) => name.as_str().into_iter().collect(),
        None => return BTreeSet::new(),
    };
    let own = side_of(world, creature);
    on_map(world)
        .filter(|&id| side_of(world, id) != own)
        .filter(|&id| {
            let side = &level.sides[side_of(world, id).0 as usize].id;
            names.contains(&world.the::<Creature>(id).name.as_str()) || names.contains(&side.as_str())
        })
        .collect()
}
