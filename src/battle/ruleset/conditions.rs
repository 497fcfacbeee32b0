//! Conditions that come and go: told with the rules behind them, and only where something has changed.

use super::ruleset::Rules;
use crate::battle::values::{ById, Condition, Conditions, Event, Id, Lasts, Rule, Tell, Text, What};
use bevy::prelude::World;

/// Gives a creature a condition that concerns no other creature; whether it is new.
pub fn gain(
    world: &mut World,
    id: Id,
    key: impl Into<Text>,
    lasts: Lasts,
    rules: impl IntoIterator<Item = Rule>,
) -> bool {
    let key = key.into();
    let new = world.change::<Conditions, _>(id, |all| all.add(key.clone(), lasts)) == Some(true);
    if new {
        told(world, id, What::gains(world, key), rules);
    }
    new
}

/// Gives a condition that another creature brought about or that concerns it, beside others of its kind.
pub fn gain_from(
    world: &mut World,
    id: Id,
    key: impl Into<Text>,
    source: Option<Id>,
    lasts: Lasts,
    rules: impl IntoIterator<Item = Rule>,
) {
    let key = key.into();
    let condition = Condition { key: key.clone(), source, lasts, amount: 0 };
    world.change::<Conditions, _>(id, |all| all.0.push(condition));
    told(world, id, What::gains(world, key), rules);
}

/// Takes a condition away, from any source; whether it was there.
pub fn lose(world: &mut World, id: Id, key: impl Into<Text>, rules: impl IntoIterator<Item = Rule>) -> bool {
    let key = key.into();
    let there = world.change::<Conditions, _>(id, |all| all.remove(&key)) == Some(true);
    if there {
        told(world, id, What::loses(world, key), rules);
    }
    there
}

/// Takes away what a creature has of a condition from one source, and tells it where no other source keeps it. Whether one does.
pub fn lose_from(
    world: &mut World,
    id: Id,
    key: &'static str,
    source: Id,
    rules: impl IntoIterator<Item = Rule>,
) -> bool {
    let from_it = |one: &Condition| one.key == key && one.source == Some(source);
    let there = world.the::<Conditions>(id).0.iter().any(from_it);
    if there {
        world.change::<Conditions, _>(id, |all| all.0.retain(|one| !from_it(one)));
    }
    let kept = world.the::<Conditions>(id).has(key);
    if there && !kept {
        told(world, id, What::loses(world, key), rules);
    }
    kept
}

fn told(world: &mut World, id: Id, what: What, rules: impl IntoIterator<Item = Rule>) {
    let mut event = Event::new(what).target(id);
    event.rules = rules.into_iter().collect();
    world.tell(event);
}

impl What {
    /// A condition was gained; the ruleset says what it looks like.
    pub fn gains(world: &World, condition: impl Into<Text>) -> Self {
        let condition = condition.into();
        let mark = world.resource::<Rules>().0.mark(&condition);
        Self::Gains { condition, mark }
    }

    /// A condition ended.
    pub fn loses(world: &World, condition: impl Into<Text>) -> Self {
        let condition = condition.into();
        let mark = world.resource::<Rules>().0.mark(&condition);
        Self::Loses { condition, mark }
    }
}
