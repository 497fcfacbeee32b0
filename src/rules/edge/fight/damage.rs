//! The dice of damage, and what joins them (EDG-DMG-1 to EDG-DMG-3, EDG-DMG-8, EDG-XPL-5, EDG-XPL-9, EDG-XPL-10).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Ability, Attack, Class, DamageDice, tables::Exploit};
use super::harm::Dose;
use crate::battle::*;
use crate::dice::{Dice, Expression};
use crate::rule;

/// EDG-DMG-2, EDG-DMG-3: the ability that joins the damage of an attack: its name, how much it is, and the rule.
pub(super) fn joins_damage(world: &World, attacker: Id, with: &Attack) -> (&'static str, i32, Rule) {
    let (ability, rule) = if with.class == Class::Melee {
        (Ability::Strength, rule!("EDG-DMG-2"))
    } else {
        (Ability::Perception, rule!("EDG-DMG-3"))
    };
    (ability.name(), creature::profile(world, attacker).ability(ability), rule)
}

/// The die that an exploit adds, what it is called, and its rule.
pub(super) const fn extra(exploit: Exploit) -> Option<(u16, &'static str, Rule)> {
    match exploit {
        Exploit::EffectiveStrike => Some((6, "effective strike", rule!("EDG-XPL-5"))),
        Exploit::PowerfulStrike => Some((8, "powerful strike", rule!("EDG-XPL-9"))),
        Exploit::LethalStrike => Some((10, "lethal strike", rule!("EDG-XPL-10"))),
        _ => None,
    }
}

/// EDG-DMG-8: dice as they fall, or the most they can show against one who cannot help it.
pub(super) fn roll_or_most(
    world: &mut World,
    (dice, sides): (u16, u16),
    label: &'static str,
    most: Option<&Rule>,
) -> Trace {
    match most {
        None => world.resource_mut::<Dice>().roll(&Expression::dice(dice, sides), label),
        Some(rule) => {
            let mut out = Trace::new(label, i32::from(dice) * i32::from(sides));
            out.note("the most there is", rule!("EDG-DMG-8"));
            out.note("it cannot help it", rule.clone());
            out
        }
    }
}

/// EDG-DMG-1: the dice of an attack, type by type.
pub(super) fn roll_damage(world: &mut World, with: &Attack, most: Option<&Rule>) -> Vec<Dose> {
    let mut roll = |part: &DamageDice| {
        let mut amount = roll_or_most(world, (part.dice, part.sides), "damage", most).by(rule!("EDG-DMG-1"));
        if let Some(subtype) = &part.subtype {
            amount.note(format!("{subtype}, which is {}", part.damage_type.kind().name), rule!("EDG-DMG-6"));
        }
        Dose { amount, damage_type: part.damage_type }
    };
    with.damage.iter().map(&mut roll).collect()
}
