//! What outlasts a fight: hit points and abilities, until the living have recovered (SOL-HEAL-8).

use bevy::prelude::World;

use super::super::data::bestiary;
use super::super::data::stats::{Ability, Wounds};
use crate::battle::{ById, CarriedOver, Id, LinkNote, Traveller};
use crate::rule;

/// What a creature takes out of a fight.
pub(crate) fn carry(world: &World, id: Id) -> CarriedOver {
    let wounds = world.the::<Wounds>(id);
    carried(wounds.hp, wounds.abilities)
}

fn carried(hp: i32, abilities: [i32; 5]) -> CarriedOver {
    let scores = Ability::ALL.into_iter().zip(abilities);
    scores.fold(CarriedOver::default().with("hp", hp), |carried, (ability, score)| carried.with(ability.key(), score))
}

/// SOL-HEAL-8: after the fight the living have all their hit points and abilities again.
pub(crate) fn recover(people: &mut [Traveller]) -> Vec<LinkNote> {
    let mut told = Vec::new();
    for Traveller { who, carried: now, .. } in people {
        let nothing = toml::Table::new();
        let Ok(whole) = bestiary::spawn_creature(&who.kind, who.rules.get("sol").unwrap_or(&nothing)) else { continue };
        let full = carried(whole.profile.hp_max, whole.profile.abilities);
        let back = |(key, most): (&String, &toml::Value)| {
            let (had, most) = (now.number(key)?, most.as_integer()?);
            let name =
                Ability::ALL.into_iter().find(|ability| ability.key() == key).map_or("Hit points", Ability::name);
            (i64::from(had) != most).then(|| format!("{name} {had} -> {most}"))
        };
        let changes: Vec<String> = full.keys.iter().filter_map(back).collect();
        if !changes.is_empty() {
            told.push(LinkNote::of(who, format!("recovers: {}", changes.join(", ")), rule!("SOL-HEAL-8")));
            **now = full;
        }
    }
    told
}
