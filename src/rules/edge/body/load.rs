//! Load: what a creature can carry, and what too much of it does (EDG-LOAD-1, EDG-LOAD-4).

use bevy::prelude::World;

use super::super::data::conditions::HINDERED;
use super::super::data::{Profile, Size, Stats, options};
use crate::battle::*;
use crate::rule;

/// How many kilograms a creature can carry (EDG-LOAD-4).
pub(crate) fn capacity(profile: &Profile) -> i32 {
    let own = (20 + 10 * profile.strength).max(10);
    match profile.size {
        Size::Tiny => own / 2,
        Size::Small | Size::Medium => own,
        larger => own << (larger as i32 - Size::Medium as i32),
    }
}

/// EDG-LOAD-1: one that carries more than it can is hindered.
pub(crate) fn weigh(world: &mut World, id: Id) {
    let profile = &world.the::<Stats>(id).0;
    if options::weighs_by_gravity(world) || profile.load_kg <= capacity(profile) {
        return;
    }
    let medium = matches!(profile.size, Size::Small | Size::Medium);
    let rules = [Some(rule!("EDG-LOAD-1")), (!medium).then(|| rule!("EDG-LOAD-4"))];
    gain(world, id, HINDERED, Lasts::UntilEnded, rules.into_iter().flatten());
}

/// EDG-GRAV-16: whether what a creature carries is too much for it where it is, in a level whose loads weigh as gravity has it.
pub(crate) fn is_overloaded_here(world: &World, id: Id) -> bool {
    if !options::weighs_by_gravity(world) {
        return false;
    }
    let profile = &world.the::<Stats>(id).0;
    let gravity = world.resource::<Map>().gravity_in(space(world, id));
    i64::from(profile.load_kg) * i64::from(gravity) > i64::from(capacity(profile)) * 100
}

#[cfg(test)]
mod tests {
    use super::super::super::data::bestiary;
    use super::*;

    #[test]
    fn larger_bodies_carry_more() {
        let of = |text: &str| {
            let table = toml::from_str(text).expect("well-formed");
            capacity(&bestiary::spawn_creature("guard", None, Some(&table)).expect("a guard"))
        };
        for (text, kilograms) in [
            ("strength = 2", 40),
            ("strength = 2\nsize = \"large\"", 80),
            ("strength = 2\nsize = \"tiny\"", 20),
            ("strength = 2\nsize = \"small\"", 40),
            ("strength = -5", 10),
        ] {
            assert_eq!(of(text), kilograms, "{text}");
        }
    }
}
