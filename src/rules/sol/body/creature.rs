//! Who is whose enemy, and who can do something at all.

use bevy::prelude::World;

use super::super::data::stats::*;
use crate::battle::*;
use crate::rule;

/// Whether two creatures are enemies: other sides, or one of them mad; neutrals are nobody's (R52, SOL-COND-4).
pub(crate) fn hostile(world: &World, a: Id, b: Id) -> bool {
    if a == b {
        return false;
    }
    let ids = world.resource::<Ids>();
    if [a, b].iter().any(|&id| ids.has_condition(world, id, condition::MADNESS)) {
        return true;
    }
    sides::hostile(world, a, b)
}

/// Whether two creatures are friends: same side, neither mad (SOL-COND-5).
pub(crate) fn friendly(world: &World, a: Id, b: Id) -> bool {
    let mad = |id: Id| has_condition(world, id, condition::MADNESS);
    sides::allied(world, a, b) && !mad(a) && !mad(b)
}

pub(crate) fn mad(world: &World, id: Id) -> bool {
    has_condition(world, id, condition::MADNESS)
}

/// Awake and alive on the map.
pub(crate) fn awake(world: &World, id: Id) -> bool {
    let ids = world.resource::<Ids>();
    ids.is_present(id) && !ids.has_condition(world, id, condition::UNCONSCIOUS)
}

/// SOL-SURP-6, SOL-COND-3: why a creature cannot react now.
pub(crate) fn barred_from_reacting(world: &World, id: Id) -> Option<(Text, Rule)> {
    if !awake(world, id) {
        return Some(("unconscious".into(), rule!("SOL-COND-3")));
    }
    if has_condition(world, id, condition::SURPRISED) && !had_turn(world, id) {
        return Some(("surprised, and its turn is not over".into(), rule!("SOL-SURP-6")));
    }
    None
}

/// Whether its turn of this round is over.
fn had_turn(world: &World, id: Id) -> bool {
    world.the::<TurnUsage>(id).ended_in == Some(world.resource::<Flow>().round)
}

/// The attack of a creature by key: its own, or one picked up.
pub(crate) fn attack<'w>(world: &'w World, id: Id, key: &str) -> Option<&'w Attack> {
    let profile = &world.the::<Stats>(id).0;
    profile.attacks.iter().find(|attack| attack.key == key)
}

/// SOL-ZERO-3: what a speed is to a creature with these wounds, before it sprints.
pub(crate) fn speed_now(wounds: &Wounds, speed: Feet) -> Feet {
    if wounds.lost(Ability::Dex) { speed.min(5) } else { speed }
}
