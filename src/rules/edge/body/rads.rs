//! Rads: how strongly a place irradiates a creature, and what those in it keep on it (EDG-RAD-1, EDG-RAD-3 to EDG-RAD-7).

use std::collections::BTreeMap;

use bevy::prelude::World;

use super::super::data::conditions::{BLEEDING, DAZZLED, IRRADIATED};
use super::super::data::{Rads, exposure};
use super::creature;
use crate::battle::*;
use crate::grid::{Footprint, Square};
use crate::rule;

/// EDG-RAD-8: with more than this a creature dies.
pub(crate) const DEADLY: i32 = 100;

/// EDG-RAD-6: beyond each of these there is a level of exhaustion more.
const TIRE: [i32; 5] = [10, 20, 40, 60, 80];

/// What more than so many bring besides: the condition, the rule (EDG-RAD-5, EDG-RAD-7).
pub(super) const BRINGS: [(i32, &str, Rule); 3] =
    [(5, IRRADIATED, rule!("EDG-RAD-5")), (40, DAZZLED, rule!("EDG-RAD-7")), (80, BLEEDING, rule!("EDG-RAD-7"))];

/// How many a creature has.
pub(crate) fn of(world: &World, id: Id) -> i32 {
    world.part::<Rads>(id).map_or(0, |all| all.amount)
}

/// EDG-RAD-6: the levels of exhaustion that so many lock.
pub(crate) fn locks(rads: i32) -> u8 {
    TIRE.iter().map(|&most| u8::from(rads > most)).sum()
}

/// Whether rads keep a condition on a creature (EDG-RAD-4).
pub(crate) fn keeps(world: &World, id: Id, key: &str) -> bool {
    BRINGS.iter().any(|&(most, brought, _)| brought == key && of(world, id) > most)
}

/// EDG-RAD-10: whether a creature's rads can be read: it measures them, or the level hides none.
pub(crate) fn are_known(world: &World, id: Id) -> bool {
    !exposure::hides_rads(world) || creature::profile(world, id).dosimeter
}

/// The level of exposure of a creature on each square that irradiates; of several zones the strongest counts.
pub(crate) fn levels(world: &World, id: Id) -> BTreeMap<Square, i32> {
    let zones = &world.resource::<LevelRes>().0.zones;
    let resistance = creature::profile(world, id).radiation_resistance;
    let mut out = BTreeMap::new();
    for one in exposure::of_level(world) {
        let level = one.level - resistance;
        for &at in zones.get(&one.zone).into_iter().flatten() {
            out.entry(at).and_modify(|most: &mut i32| *most = level.max(*most)).or_insert(level);
        }
    }
    out
}

/// EDG-RAD-1, EDG-RAD-3: the level of exposure of a creature in a space; nothing where that does not irradiate. Of several zones the
/// strongest counts.
pub(crate) fn exposure(world: &World, id: Id, space: Footprint) -> Option<Trace> {
    let zones = &world.resource::<LevelRes>().0.zones;
    let here = |zone: &str| zones.get(zone).is_some_and(|squares| squares.iter().any(|&at| space.contains(at)));
    let level = exposure::of_level(world).into_iter().filter(|one| here(&one.zone)).map(|one| one.level).max()?;
    let mut out = Trace::new("exposure", level).by(rule!("EDG-RAD-1"));
    let resistance = creature::profile(world, id).radiation_resistance;
    if resistance > 0 {
        out.push(Trace::new("resistance", -resistance).by(rule!("EDG-RAD-3")));
    }
    Some(out)
}

/// Its rads as a sheet shows them, out of those that kill.
pub(crate) fn gauge(world: &World, id: Id) -> Option<Gauge> {
    let rads = of(world, id);
    (rads > 0 && are_known(world, id)).then(|| Gauge::new("rads", Measure::Progress, "Rads", rads, DEADLY + 1))
}

/// How far more rads are from the next harm that they do.
pub(crate) fn to_the_next(rads: i32) -> i32 {
    let next = TIRE.into_iter().chain([DEADLY]).find(|&most| rads <= most);
    next.map_or(1, |most| most + 1 - rads)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_threshold_locks_a_level_once_it_is_exceeded() {
        for (rads, levels) in [(0, 0), (10, 0), (11, 1), (20, 1), (21, 2), (41, 3), (60, 3), (61, 4), (81, 5), (101, 5)]
        {
            assert_eq!(locks(rads), levels, "{rads}");
        }
        for (rads, left) in [(0, 11), (10, 1), (11, 10), (100, 1)] {
            assert_eq!(to_the_next(rads), left, "{rads}");
        }
    }
}
