//! Load: what a creature can carry, and what too much of it does (EDG-LOAD-1, EDG-LOAD-4).

use bevy::prelude::World;

use super::super::data::conditions::HINDERED;
use super::super::data::{Profile, Size};
use super::creature;
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
    let profile = creature::profile(world, id);
    if profile.load_kg <= capacity(profile) {
        return;
    }
    let medium = matches!(profile.size, Size::Small | Size::Medium);
    let rules = [Some(rule!("EDG-LOAD-1")), (!medium).then(|| rule!("EDG-LOAD-4"))];
    gain(world, id, HINDERED, Lasts::UntilEnded, rules.into_iter().flatten());
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
