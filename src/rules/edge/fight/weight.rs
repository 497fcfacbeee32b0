//! What weight demands of a creature, and the lack of it: saves of the turn, of a day, of hours (EDG-GRAV-3, EDG-GRAV-5, EDG-GRAV-18).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Settled};
use super::super::body::gravity;
use super::super::body::source::Source;
use super::super::data::conditions::SICKENED;
use super::super::data::gravity::{Gravity, Weight};
use super::super::data::{Ability, MEDICINE, MIGHT, STAMINA};
use super::special;
use crate::battle::*;
use crate::rule;

/// What must be rolled to bear crushing gravity (EDG-GRAV-5).
const CRUSHING: i32 = 22;
/// Above this gravity, in hundredths, nobody does (R60).
const HOPELESS: i32 = 400;
/// What must be rolled against space sickness, and to treat it (EDG-GRAV-18).
const SPACE_SICKNESS: i32 = 18;
const TREATMENT: i32 = 16;

/// EDG-GRAV-5: at the start of its turn a creature bears crushing gravity until the next one, or does not.
pub(crate) fn turn_starts(world: &mut World, id: Id) {
    if !is_on_map(world, id) {
        return;
    }
    if world.part::<Weight>(id).is_some_and(|weight| weight.bears) {
        world.the_mut::<Weight>(id).bears = false;
        gravity::settle(world, id);
    }
    if gravity::felt(world, id) != Gravity::Crushing {
        return;
    }
    if world.resource::<Map>().gravity_in(space(world, id)) > HOPELESS {
        return world.note(id, "nobody bears so much", rule!("EDG-GRAV-5"));
    }
    launch(world, Crushed(id));
}

/// A creature under crushing gravity, until its save.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Crushed(Id);

impl Later for Crushed {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        if !is_on_map(world, id) {
            return;
        }
        let check = Check::save(world, id, Ability::Strength, MIGHT);
        if special::save(world, check, CRUSHING, None, rule!("EDG-GRAV-5")).made {
            let weight = world.part::<Weight>(id).copied().unwrap_or_default();
            world.put(id, Weight { bears: true, ..weight });
            gravity::settle(world, id);
        }
    }
}

/// What passes where the game master says so: a day in high gravity, hours without any.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Endured {
    /// A day.
    HeavyDay(Id),
    /// Four hours without weight, and who treats it.
    Weightless(Id, Option<Id>),
}

impl Later for Endured {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        match self {
            Self::HeavyDay(id) => heavy_day(world, id),
            Self::Weightless(id, by) => weightless_hours(world, id, by),
        }
    }
}

/// Whether a day of high gravity would make any difference to a creature (EDG-GRAV-3).
///
/// # Errors
/// Why not.
pub(crate) fn may_get_used_to_weight(world: &World, id: Id) -> Result<(), Refusal> {
    if gravity::felt(world, id) == Gravity::High && !gravity::is_used_to_weight(world, id) {
        return Ok(());
    }
    Err(Refusal::by(rule!("EDG-GRAV-3"), "no_weight", "No high gravity weighs on it that it is not used to."))
}

/// EDG-GRAV-3: at the end of a day; after five successes high gravity only sickens it.
fn heavy_day(world: &mut World, id: Id) {
    if !is_on_map(world, id) {
        return;
    }
    let hundredths = world.resource::<Map>().gravity_in(space(world, id));
    let mut against = Trace::new("ten times the gravity", hundredths / 10).by(rule!("EDG-GRAV-3"));
    against.note("at the end of a day", rule!("EDG-GRAV-3"));
    let check = Check::save(world, id, Ability::Strength, STAMINA);
    if !special::save_against(world, check, against, None, rule!("EDG-GRAV-3")).made {
        return;
    }
    gravity::bears_a_day(world, id);
}

/// EDG-GRAV-18: it is sickened, or not any more; one who treats it first makes that easier.
fn weightless_hours(world: &mut World, id: Id, by: Option<Id>) {
    if !is_on_map(world, id) {
        return;
    }
    let treated = by.filter(|&by| is_on_map(world, by)).is_some_and(|by| {
        let check = Check::new(world, by, Aim::Task, "Medicine", (Ability::Intelligence, Some(MEDICINE)));
        let settled = Settled { whom: Some(id), ..Settled::of(by, Aim::Task) };
        let against = Trace::new("to treat it", TREATMENT).by(rule!("EDG-GRAV-18"));
        special::attempt(world, check, against, settled, rule!("EDG-GRAV-18"))
    });
    let mut check = Check::save(world, id, Ability::Strength, STAMINA);
    if treated {
        check.lean(true, Source::Treated, "it has been treated", rule!("EDG-GRAV-18"));
    }
    let rule = rule!("EDG-GRAV-18");
    if special::save(world, check, SPACE_SICKNESS, None, rule.clone()).made {
        gravity::recovers(world, id, rule);
    } else {
        gain(world, id, SICKENED, Lasts::UntilEnded, [rule]);
    }
}
