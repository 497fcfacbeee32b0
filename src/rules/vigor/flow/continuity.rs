//! What outlasts a skirmish: Durability, Health, and what of its kit is used up (VIG-LIFE-19).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Nature, Pack, Tracks, bestiary};
use crate::battle::{ById, CarriedOver, Id, LinkNote, Traveller};
use crate::rule;

/// What a creature takes out of a skirmish.
pub(crate) fn carry(world: &World, id: Id) -> CarriedOver {
    let (profile, tracks) = (creature::profile(world, id), world.the::<Tracks>(id));
    let mut carried = CarriedOver::default().with("durability", tracks.durability);
    let spent = &world.the::<Pack>(id).spent;
    if spent.contains(&true) {
        let left = profile.carries.iter().zip(spent).filter(|(_, spent)| !**spent);
        carried = carried.listing("carries", left.map(|(item, _)| item));
    }
    match (profile.nature, tracks.health) {
        (Nature::Living, 0) => carried.unfit("has no Health left"),
        (Nature::Living, health) => carried.with("health", health),
        _ => carried,
    }
}

/// VIG-LIFE-19: who is not Wounded has all of its Durability again; a Wounded one keeps what it has.
pub(crate) fn recover(people: &mut [Traveller]) -> Vec<LinkNote> {
    let mut told = Vec::new();
    for Traveller { who, carried, .. } in people {
        let Ok(profile) = bestiary::spawn_creature(&who.kind, who.size, who.rules.get("vigor")) else { continue };
        let Some(now) = carried.number("durability") else { continue };
        let most = profile.durability_max();
        let health = carried.number("health").unwrap_or_default();
        let text = match now {
            0 => format!("is Wounded: keeps Durability 0, Health {health}"),
            now if now < most => {
                carried.set("durability", most);
                format!("Durability {now} -> {most}")
            }
            _ => continue,
        };
        told.push(LinkNote::of(who, text, rule!("VIG-LIFE-19")));
    }
    told
}
