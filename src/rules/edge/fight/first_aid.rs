//! First aid: what it takes to stabilise the dying and to stop bleeding (EDG-STAB, EDG-COND-BLE-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Settled};
use super::super::body::source::Source;
use super::super::body::{air, creature, life, rads, trauma};
use super::super::data::{Ability, Gear, MEDICINE, Stats, conditions::*};
use super::special;
use crate::battle::*;
use crate::rule;

/// The key of a first-aid kit, as what is used in a check.
pub(super) const KIT: &str = "kit";

/// What is done for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Aid {
    patient: Id,
    bleeds: bool,
    dies: bool,
}

/// Those whom a creature could tend where it is.
pub(crate) fn patients(world: &World, id: Id) -> impl Iterator<Item = Id> + '_ {
    known_to(world, id).map(|(other, _)| other).chain([id]).filter(move |&other| may_give(world, id, other).is_ok())
}

/// What a creature can do for another, or for itself.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_give(world: &World, id: Id, patient: Id) -> Result<Aid, Refusal> {
    let known = patient == id || creature::knows_of(world, id, patient);
    if !known || world.part::<Stats>(patient).is_none() || !is_on_map(world, patient) {
        return Err(Refusal::new("no_target", "Name a creature."));
    }
    let touches = space(world, id).steps(space(world, patient)) <= 1;
    if !touches || parted(world, space(world, id), space(world, patient)) {
        return Err(Refusal::by(rule!("EDG-STAB-1"), "range", "It must stand beside it."));
    }
    let aid = Aid { patient, bleeds: has_condition(world, patient, BLEEDING), dies: life::is_dying(world, patient) };
    if !aid.bleeds && !aid.dies {
        return Err(Refusal::by(rule!("EDG-STAB-1"), "well", "It is neither dying nor bleeding."));
    }
    if aid.bleeds && rads::keeps(world, patient, BLEEDING) {
        return Err(Refusal::by(rule!("EDG-RAD-7"), "rads", "Nothing stops that bleeding while it has so many rads."));
    }
    // EDG-STAB-6: its bleeding alone can be stopped.
    let airless = air::suffocates(world, patient);
    if airless && !aid.bleeds {
        return Err(Refusal::by(rule!("EDG-STAB-6"), "no_air", "It suffocates."));
    }
    let aid = Aid { dies: aid.dies && !airless, ..aid };
    if aid.bleeds && world.the::<Gear>(id).kit <= 0 {
        return Err(Refusal::by(rule!("EDG-COND-BLE-3"), "kit", "It has no first-aid kit left."));
    }
    Ok(aid)
}

/// Gives it: one check for all that is to be done (EDG-STAB-2).
pub(crate) fn give(world: &mut World, id: Id, aid: Aid) {
    let Aid { patient, bleeds, dies } = aid;
    if !is_on_map(world, patient) {
        return;
    }
    if bleeds {
        // EDG-COND-BLE-3: the use is spent even where it fails.
        let kit = world.the::<Gear>(id).kit;
        world.the_mut::<Gear>(id).kit = kit - 1;
        world.tell(crate::battle::Event::resource(id, "kit", (kit, kit - 1)).by(rule!("EDG-COND-BLE-3")));
    }
    let mut check = Check::new(world, id, Aim::Task, "Medicine", (Ability::Intelligence, Some(MEDICINE)));
    if world.the::<Stats>(patient).0.unusual {
        check.lean(false, Source::Physiology, "its body is strange", rule!("EDG-SKILL-8"));
        check.lean(false, Source::Physiology, "first aid to it is harder", rule!("EDG-STAB-4"));
    }
    let (label, number, rule) = if dies {
        ("first aid", 14, rule!("EDG-STAB-1"))
    } else {
        ("stopping the bleeding", 16, rule!("EDG-COND-BLE-3"))
    };
    let mut against = Trace::new(label, number).by(rule.clone());
    let traumas = trauma::count(world, patient);
    if dies && traumas > 0 {
        against.push(Trace::new("its traumas", traumas).by(rule!("EDG-STAB-1")));
    }
    if dies && bleeds {
        against.push(Trace::new("it bleeds as well", 2).by(rule!("EDG-STAB-2")));
    }
    let item = bleeds.then(|| KIT.into());
    let settled = Settled { whom: Some(patient), item, ..Settled::of(id, Aim::Task) };
    if special::attempt(world, check, against, settled, rule) {
        if bleeds {
            life::stop_bleeding(world, patient, rule!("EDG-COND-BLE-3"));
        }
        if dies {
            life::stabilise(world, patient, rule!("EDG-STAB-1"));
        }
    }
}
