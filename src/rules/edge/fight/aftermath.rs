//! What a hit or a shot leaves behind besides its damage: conditions, sickness, a trauma, sleepers that wake (EDG-ATK-25, EDG-XPL-5,
//! EDG-XPL-9, EDG-XPL-10, EDG-COND-UNC-6).

use bevy::prelude::World;

use super::super::body::check::{Check, Saved};
use super::super::body::{creature, life, trauma};
use super::super::data::tables::Exploit;
use super::super::data::{Ability, Attack, STAMINA, conditions::*};
use super::super::field::reach;
use super::{special, upkeep};
use crate::battle::*;
use crate::grid::Footprint;
use crate::rule;

/// EDG-XPL-5: an effective strike may sicken.
pub(super) fn sickens(world: &mut World, attacker: Id, target: Id, exploit: Exploit) {
    if exploit != Exploit::EffectiveStrike || !creature::conscious(world, target) {
        return;
    }
    let check = Check::save(world, target, Ability::Strength, STAMINA);
    if !special::save(world, check, 17, Some(attacker), rule!("EDG-XPL-5")).made {
        let lasts = Lasts::TurnStart(attacker);
        gain_from(world, target, SICKENED, Some(attacker), lasts, [rule!("EDG-XPL-5")]);
    }
}

/// EDG-ATK-25: what a hit does besides its damage: to those who fail the save against it, or to all where it names none.
pub(super) fn inflicts(world: &mut World, attacker: Id, target: Id, with: &Attack) {
    if with.inflicts.is_empty() || !is_on_map(world, target) || !creature::conscious(world, target) {
        return;
    }
    let mut saved = Saved { made: false, worse: false };
    if with.save > 0 {
        let check = Check::save(world, target, with.save_by.ability, &with.save_by.skill);
        saved = special::save(world, check, with.save, Some(attacker), rule!("EDG-ATK-25"));
    }
    if !saved.made {
        upkeep::inflict(world, target, attacker, with, saved.worse && with.damage.is_empty());
    }
}

/// EDG-XPL-9, EDG-XPL-10, EDG-TRA-2: what a powerful or a lethal strike leaves behind.
pub(super) fn traumatises(world: &mut World, attacker: Id, target: Id, harm: &[DamagePart], exploit: Exploit) {
    let rule = match exploit {
        Exploit::PowerfulStrike => rule!("EDG-XPL-9"),
        Exploit::LethalStrike => rule!("EDG-XPL-10"),
        _ => return,
    };
    if is_on_map(world, target) && !harm.is_empty() {
        world.note(target, "the exploit leaves a trauma", rule!("EDG-TRA-2"));
        trauma::by_damage(world, target, harm, Some(attacker), rule);
    }
}

/// EDG-COND-UNC-6: a shot or a burst wakes the sleepers within 30 m.
pub(super) fn rouses(world: &mut World, from: Footprint) {
    let near = |id: &Id| reach::between_spaces(space(world, *id), from) <= 60;
    let ids = world.resource::<Ids>();
    let sleepers = on_map(world).filter(|&id| ids.has_condition(world, id, ASLEEP));
    for id in sleepers.filter(near).collect::<Vec<_>>() {
        life::wakes(world, id, rule!("EDG-COND-UNC-6"));
    }
}
