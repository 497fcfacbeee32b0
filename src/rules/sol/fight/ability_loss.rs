//! What an ability at 0 brings, how it is lifted, and death by two of them.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::items;
use super::super::motion;
use crate::battle::{Event, *};
use crate::rule;

/// Burdens of abilities that have just come to 0, then death by two of them.
pub(crate) fn consequences(world: &mut World, id: Id, before: &Wounds) {
    let now = world.the::<Wounds>(id).clone();
    for ability in Ability::ALL {
        if now.lost(ability) && !before.lost(ability) {
            burden(world, id, ability);
        }
    }
    if now.abilities.iter().filter(|&&score| score == 0).count() >= 2 {
        die(world, id, rule!("SOL-DEATH-1"));
    }
    // Hands that cannot be used hold nobody on a face.
    motion::settle(world, id);
}

fn burden(world: &mut World, id: Id, ability: Ability) {
    let key = burden_key(ability);
    let rules = match ability {
        Ability::Str => vec![rule!("SOL-ZERO-1"), rule!("SOL-ZERO-2")],
        Ability::Dex => vec![rule!("SOL-ZERO-3"), rule!("SOL-ZERO-4")],
        Ability::Con => vec![rule!("SOL-ZERO-5")],
        Ability::Cha => vec![rule!("SOL-ZERO-7")],
        Ability::For => vec![rule!("SOL-ZERO-8"), rule!("SOL-COND-4")],
    };
    world.change::<Conditions, _>(id, |all| all.add(key, Lasts::UntilEnded));
    let event = Event::new(What::gains(world, key)).target(id);
    world.tell(event.by_all(rules));
    match ability {
        Ability::Str => items::drop_everything(world, id, rule!("SOL-ZERO-1")),
        Ability::Cha => {
            let pool = world.the::<Pool>(id).clone();
            if pool.now > 1 {
                world.the_mut::<Pool>(id).now = 1;
                let change = (pool.dice(), 1 + i32::from(pool.helped));
                world.tell(Event::resource(id, "action dice", change).by(rule!("SOL-ZERO-7")));
            }
        }
        _ => {}
    }
}

/// The condition key of an ability's burden.
pub(crate) fn burden_key(ability: Ability) -> &'static str {
    match ability {
        Ability::Str => "no_hands",
        Ability::Dex => "slowed",
        Ability::Con => "draining",
        Ability::Cha => "one_die",
        Ability::For => condition::MADNESS,
    }
}

/// Lifts the burden of an ability that has come up from 0.
pub(crate) fn lift_burden(world: &mut World, id: Id, ability: Ability, before: i32) {
    if before == 0 && !world.the::<Wounds>(id).lost(ability) {
        lose(world, id, burden_key(ability), [rule!("SOL-ZERO-9")]);
    }
}

/// SOL-DEATH-4, SOL-DEATH-5: gone from the order; body and gear stay.
pub(crate) fn die(world: &mut World, id: Id, rule: Rule) {
    if !is_on_map(world, id) {
        return;
    }
    let event = Event::new(What::Dies)
        .target(id)
        .by(rule)
        .by(rule!("SOL-DEATH-4"))
        .by(rule!("SOL-DEATH-5"))
        .by(rule!("SOL-INIT-7"));
    world.tell(event);
    items::drop_everything(world, id, rule!("SOL-DEATH-5"));
    world.the_mut::<TurnUsage>(id).ready = None;
    spawn::leave(world, id, true);
    awaits(world, id);
}

/// SOL-FLOW-6, SOL-FLOW-9: after somebody has fallen or left: says so where its side goes on only for those who are announced.
pub(crate) fn awaits(world: &mut World, id: Id) {
    let side = side_of(world, id);
    let level = world.resource::<LevelRes>().0.clone();
    let ours = |id: &Id| side_of(world, *id) == side;
    let left = on_map(world).any(|other| ours(&other) && creature::awake(world, other));
    let late = creatures(world).into_iter().filter(ours);
    let late = late.filter_map(|id| world.part::<Arrives>(id).filter(|arrives| !arrives.waits_for_a_call()));
    let late = late.map(|arrives| arrives.round);
    let Some(round) = late.min().filter(|_| !left) else {
        return;
    };
    let side = &level.sides[side.0 as usize];
    if side.neutral {
        return;
    }
    let name = &side.name;
    let text = format!("{name} has nobody left here; the fight goes on for those who come in round {round}");
    let event = Event::note(text);
    world.tell(event.by(rule!("SOL-FLOW-6")).by(rule!("SOL-FLOW-9")));
}
