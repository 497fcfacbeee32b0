//! Getting up among enemies, and getting past one (EDG-PRONE-3 to EDG-PRONE-5, EDG-MIN-4 to EDG-MIN-7).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Settled};
use super::super::body::creature;
use super::super::body::source::Source;
use super::super::data::ready::Trigger;
use super::super::data::{ACROBATICS, Ability, MIGHT, TurnUsage, conditions::PRONE};
use super::passing::{self, Provokes};
use super::readied;
use super::special;
use crate::battle::*;
use crate::rule;

/// A creature that is about to stand.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Rising(Id);

/// Gets up, with a check or without.
pub(crate) fn get_up(world: &mut World, id: Id, safely: bool) {
    launch(world, Rising(id));
    if safely {
        let check = Check::new(world, id, Aim::Act, "Acrobatics", (Ability::Dexterity, Some(ACROBATICS)));
        let settled = Settled::of(id, Aim::Act);
        let against = Trace::new("getting up unstruck", 16).by(rule!("EDG-PRONE-4"));
        if special::attempt(world, check, against, settled, rule!("EDG-PRONE-4")) {
            return;
        }
    }
    passing::provoked(world, id, Provokes::Standing, None);
}

impl Later for Rising {
    const STAGE: Stage = Stage::Movement;

    /// EDG-PRONE-5: it stands, if it still can.
    fn happen(self, world: &mut World) {
        let Self(id) = self;
        if is_on_map(world, id) && creature::moves(world, id).is_ok() && creature::speed(world, id) > 0 {
            lose(world, id, PRONE, [rule!("EDG-PRONE-2")]);
            readied::done(world, id, Trigger::StandsUp);
        } else if is_on_map(world, id) {
            world.note(id, "stays down", rule!("EDG-PRONE-5"));
        }
    }
}

/// Whether a creature can try to get past another (EDG-MIN-4).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_overrun(world: &World, id: Id, foe: Id) -> Result<(), Refusal> {
    if !creature::knows_of(world, id, foe) || !creature::hostile(world, id, foe) {
        return Err(Refusal::by(rule!("EDG-MIN-4"), "no_foe", "Name an enemy."));
    }
    if world.the::<TurnUsage>(id).overrun.contains(&foe) {
        return Err(Refusal::by(rule!("EDG-MIN-6"), "past", "It can get past already."));
    }
    if space(world, id).steps(space(world, foe)) > 1 {
        return Err(Refusal::by(rule!("EDG-MIN-4"), "range", "It does not stand beside it."));
    }
    Ok(())
}

/// EDG-MIN-4 to EDG-MIN-7: by nimbleness or by force, whichever is better for the mover.
pub(crate) fn overrun(world: &mut World, id: Id, foe: Id) {
    if !is_on_map(world, foe) {
        return;
    }
    let size = |id: Id| creature::profile(world, id).size as i32;
    let larger = size(id) - size(foe);
    let way = |(ability, skill): (Ability, &'static str)| {
        let mut check = Check::new(world, id, Aim::Contest, "Overrun", (ability, Some(skill)));
        let helps = if ability == Ability::Strength { larger > 0 } else { larger < 0 };
        if larger != 0 {
            let says = if larger > 0 { "it is larger" } else { "it is smaller" };
            check.lean(helps, Source::Size, says, rule!("EDG-MIN-5"));
        }
        check
    };
    let (nimble, strong) = (way((Ability::Dexterity, ACROBATICS)), way((Ability::Strength, MIGHT)));
    let mine = if strong.worth() > nimble.worth() { strong } else { nimble };
    let its = Check::new(world, foe, Aim::Contest, "Overrun", (Ability::Strength, Some(MIGHT)));
    if special::contest(world, mine, its, rule!("EDG-MIN-4")) == Some(true) {
        world.the_mut::<TurnUsage>(id).overrun.push(foe);
        world.note(id, "may get past", rule!("EDG-MIN-6"));
    } else {
        passing::provoked(world, id, Provokes::Overrun, Some(foe));
    }
}
