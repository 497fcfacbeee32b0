//! Spells upon whoever casts them: what they lend it (VIG-QUAL-10).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{
    Spell, Trigger,
    conditions::{SHIELDED, WARD},
};
use super::readied;
use crate::battle::*;
use crate::rule;

/// VIG-QUAL-10, VIG-ABIL-8: lends its caster Durability of a quality, or an Armor Rank, for some rounds.
pub(crate) fn lend(world: &mut World, id: Id, spell: &Spell) {
    let rounds = spell.rounds();
    let text = format!("{} seconds are {rounds} rounds", spell.seconds);
    world.note(id, text, rule!("VIG-ENC-3"));
    // The round in which it begins is not counted (VIG-ENC-4).
    let lasts = Lasts::Rounds(u32::try_from(rounds + 1).unwrap_or(1));
    if let Some(quality) = spell.ward {
        creature::lend(world, id, WARD, quality as i32, lasts);
    }
    if spell.ward_ar > 0 {
        let place = creature::profile(world, id).spells.iter().position(|known| known == spell);
        if let Some(place) = place.and_then(|place| i32::try_from(place + 1).ok()) {
            creature::lend(world, id, SHIELDED, place, lasts);
        }
    }
    readied::after(world, id, None, vec![Trigger::UsesAbility, Trigger::Acts(id)]);
}
