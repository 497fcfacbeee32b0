//! Exhaustion: six levels, some of which rest does not take away (EDG-EXH, EDG-DEATH-3, EDG-SET-19).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::conditions::*;
use super::super::data::{Stats, Vitality};
use crate::battle::{Event, *};
use crate::rule;

/// The highest level.
pub(crate) const MOST: u8 = 6;

/// The levels of a creature.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Exhaustion {
    /// Those that rest takes away.
    pub levels: u8,
    /// EDG-EXH-9: those that only their own cure takes away.
    pub locked: u8,
}

/// How exhausted a creature is in all.
pub(crate) fn level(world: &World, id: Id) -> u8 {
    world.part::<Exhaustion>(id).map_or(0, |all| (all.levels + all.locked).min(MOST))
}

/// EDG-EXH-4: a creature's Vitality at most.
pub(crate) fn vp_max(world: &World, id: Id) -> i32 {
    let most = world.the::<Stats>(id).0.vp_max;
    if level(world, id) >= 4 { most / 2 } else { most }
}

/// What each level brings besides those below it: from which on, the condition, the rule.
const BRINGS: [(u8, &str, Rule); 4] = [
    (1, EXHAUSTED, rule!("EDG-EXH-1")),
    (2, SICKENED, rule!("EDG-EXH-2")),
    (3, HINDERED, rule!("EDG-EXH-3")),
    (5, SPENT, rule!("EDG-EXH-5")),
];

/// Whether exhaustion keeps a condition on a creature (EDG-EXH-8).
pub(crate) fn keeps(world: &World, id: Id, key: &str) -> bool {
    BRINGS.iter().any(|&(from, brought, _)| brought == key && level(world, id) >= from)
}

/// Levels are gained (EDG-EXH-7).
pub(crate) fn gain_levels(world: &mut World, id: Id, levels: u8, rule: Rule) {
    if is_on_map(world, id) {
        let now = world.part::<Exhaustion>(id).copied().unwrap_or_default();
        set(world, id, Exhaustion { levels: (now.levels + levels).min(MOST), ..now }, [rule]);
    }
}

/// EDG-EXH-9: a level is gained that rest does not take away.
pub(crate) fn lock_level(world: &mut World, id: Id, rule: Rule) {
    let now = world.part::<Exhaustion>(id).copied().unwrap_or_default();
    set(world, id, Exhaustion { locked: (now.locked + 1).min(MOST), ..now }, [rule]);
}

/// A creature is exhausted so far, and all that follows from it.
pub(crate) fn set(world: &mut World, id: Id, now: Exhaustion, rules: impl IntoIterator<Item = Rule>) {
    let before = level(world, id);
    world.put(id, now);
    let after = level(world, id);
    if before == after {
        return;
    }
    let change = (i32::from(before), i32::from(after));
    // EDG-EXH-9: what is locked stays when the rest goes.
    let stays = (after < before && now.locked > 0).then_some(rule!("EDG-EXH-9"));
    world.tell(Event::resource(id, "exhaustion", change).by_all(rules).by(rule!("EDG-EXH-7")).by_all(stays));
    for (from, key, why) in BRINGS {
        let (had, has) = (before >= from, after >= from);
        if !had && has {
            gain_from(world, id, key, Some(id), Lasts::UntilEnded, [why]);
        } else if had && !has {
            // EDG-EXH-8: only a lower level takes it away.
            lose_from(world, id, key, id, [rule!("EDG-EXH-8")]);
        }
    }
    // EDG-EXH-4.
    let most = vp_max(world, id);
    let vitality = world.the::<Vitality>(id).0;
    if before < 4 && after >= 4 {
        world.note(id, format!("at most {most} Vitality"), rule!("EDG-EXH-4"));
    }
    if vitality > most {
        world.the_mut::<Vitality>(id).0 = most;
        world.tell(Event::resource(id, "vp", (vitality, most)).by(rule!("EDG-EXH-4")));
    }
}
