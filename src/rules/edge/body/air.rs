//! Air: where a creature has none, and how long its breath lasts (EDG-SUFF-1, EDG-SUFF-2, EDG-TERR-6).

use bevy::prelude::World;

use super::super::data::conditions::{PRONE, UNCONSCIOUS};
use super::super::data::{Breathless, Profile};
use super::creature;
use crate::battle::*;
use crate::grid::{Length, Square};
use crate::rule;

/// EDG-TERR-6: how deep water is at least in which one who lies has no air.
const SHALLOW: Length = Length::centimetres(50);

/// EDG-SUFF-1: the rounds of a minute.
const MINUTE: i32 = 10;

/// Why a creature has nothing to breathe where it is, and the rule.
pub(crate) fn lacks(world: &World, id: Id) -> Option<(&'static str, Rule)> {
    if creature::profile(world, id).sealed {
        return None;
    }
    let (map, Placement { space, height, .. }) = (world.resource::<Map>(), stand(world, id));
    if space.squares().all(|at| map.airless(at)) {
        return Some(("there is no air", rule!("EDG-SUFF-1")));
    }
    let lies = [PRONE, UNCONSCIOUS].iter().any(|key| has_condition(world, id, key));
    let wet = |at: Square| map.terrain(at).is_some_and(|terrain| terrain.ice.0 == 0 && terrain.water >= SHALLOW);
    let under = lies && height <= floor_of(world, space) && space.squares().all(wet);
    under.then_some(("it lies in water", rule!("EDG-TERR-6")))
}

/// EDG-SUFF-5: whether it suffocates: it has nothing to breathe, and holds its breath no longer.
pub(crate) fn suffocates(world: &World, id: Id) -> bool {
    without(world, id) >= holds(creature::profile(world, id)) && lacks(world, id).is_some()
}

/// EDG-SUFF-1: for how many rounds a creature holds its breath.
pub(crate) fn holds(profile: &Profile) -> i32 {
    (MINUTE * (1 + profile.strength)).max(1)
}

/// EDG-SUFF-1, EDG-SUFF-2: for how many rounds without air it keeps up in all.
pub(crate) fn most(profile: &Profile) -> i32 {
    holds(profile) + (1 + profile.strength).max(1)
}

/// For how many rounds it has had nothing to breathe.
pub(crate) fn without(world: &World, id: Id) -> i32 {
    world.part::<Breathless>(id).map_or(0, |all| all.0)
}

/// For how many more it keeps up.
pub(crate) fn left(world: &World, id: Id) -> i32 {
    most(creature::profile(world, id)) - without(world, id)
}

/// Its breath as a sheet shows it: only where it has nothing to breathe, or had nothing.
pub(crate) fn gauge(world: &World, id: Id) -> Option<Gauge> {
    let matters = without(world, id) > 0 || (is_on_map(world, id) && lacks(world, id).is_some());
    let most = most(creature::profile(world, id));
    matters.then(|| Gauge::new("breath", Measure::Clock, "Rounds of breath", left(world, id), most))
}

#[cfg(test)]
mod tests {
    use super::super::super::data::bestiary;
    use super::*;

    #[test]
    fn the_strong_hold_their_breath_longer_and_the_weakest_for_a_round() {
        for (text, (held, all)) in [
            ("strength = 2", (30, 33)),
            ("strength = 0", (10, 11)),
            ("strength = -1", (1, 2)),
            ("strength = -5", (1, 2)),
        ] {
            let table = toml::from_str(text).expect("well-formed");
            let profile = bestiary::spawn_creature("guard", None, Some(&table)).expect("a guard");
            assert_eq!((holds(&profile), most(&profile)), (held, all), "{text}");
        }
    }
}
