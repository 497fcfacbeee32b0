//! Healing of hit points and abilities.

use bevy::prelude::World;

use super::super::data::stats::*;
use super::ability_loss::lift_burden;
use crate::battle::{Event, *};
use crate::rule;

/// SOL-HEAL-2, SOL-HEAL-6: whether healing would give a creature any hit points: it lives, is here and lacks some.
pub(crate) fn can_heal(world: &World, id: Id) -> bool {
    is_on_map(world, id) && world.the::<Wounds>(id).hp < world.the::<Stats>(id).0.hp_max
}

/// SOL-HEAL-1, SOL-HEAL-2, SOL-HEAL-7: heals hit points.
pub(crate) fn heal(world: &mut World, id: Id, amount: Trace) {
    if !is_on_map(world, id) {
        return;
    }
    let max = world.the::<Stats>(id).0.hp_max;
    let unconscious = world.the::<Conditions>(id).has(condition::UNCONSCIOUS);
    let mut wounds = world.the_mut::<Wounds>(id);
    let before = wounds.hp;
    wounds.hp = (before + amount.value.max(0)).min(max);
    let change = (before, wounds.hp);
    let capped = before + amount.value > max;
    let woken = before == 0 && unconscious;
    let event = Event::new(What::Heal { pool: "hp".into(), change })
        .target(id)
        .trace(amount)
        .by(rule!("SOL-HEAL-1"))
        .by(rule!("SOL-HEAL-4"));
    let event = event.by_all(capped.then_some(rule!("SOL-HEAL-2")));
    world.tell(event.by_all(woken.then_some(rule!("SOL-HEAL-7"))));
}

/// SOL-HEAL-3, SOL-HEAL-5, SOL-ZERO-9: heals an ability, and lifts its burden.
pub(crate) fn heal_ability(world: &mut World, id: Id, ability: Ability, amount: Trace) {
    if !is_on_map(world, id) {
        return;
    }
    let max = world.the::<Stats>(id).0.abilities[ability as usize];
    let mut wounds = world.the_mut::<Wounds>(id);
    let before = wounds.abilities[ability as usize];
    let after = (before + amount.value.max(0)).min(max);
    wounds.abilities[ability as usize] = after;
    let capped = before + amount.value > max;
    let event = Event::new(What::Heal { pool: ability.key().into(), change: (before, after) })
        .target(id)
        .trace(amount)
        .by(rule!("SOL-HEAL-3"))
        .by(rule!("SOL-HEAL-4"));
    world.tell(event.by_all(capped.then_some(rule!("SOL-HEAL-5"))));
    lift_burden(world, id, ability, before);
}
