//! What lasts, in the course of a fight: saves that end it, concentration under harm, auras that go with their owner (EDG-DUR-4,
//! EDG-CONC-4 to EDG-CONC-7, EDG-AOE-9).

use std::cell::LazyCell;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check};
use super::super::body::concentration::{self, Focus, Shaken};
use super::super::body::creature;
use super::super::body::lasting::{self, Ends, Hold};
use super::super::data::{Ability, Attack, LUCIDITY, Power, STAMINA};
use super::super::field::reach;
use super::{shape, special};
use crate::battle::{Event, *};
use crate::rule;

/// A save against something that lasts, at the end of its bearer's turn.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Ordeal {
    creature: Id,
    hold: Hold,
}

/// EDG-DUR-4: the turn of a creature ends.
pub(crate) fn turn_ends(world: &mut World, id: Id) {
    // The last that is launched is resolved first.
    for hold in lasting::saves(world, id).into_iter().rev() {
        launch(world, Ordeal { creature: id, hold });
    }
}

impl Later for Ordeal {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self { creature, hold: Hold { key, source, ends } } = self;
        let Ends::Save { by, against } = ends else { return };
        if !is_on_map(world, creature) {
            return;
        }
        let check = Check::save(world, creature, by.ability, &by.skill);
        if special::save(world, check, against, Some(source), rule!("EDG-DUR-4")).made {
            lasting::ends(world, creature, &key, source, &rule!("EDG-DUR-4"));
        }
    }
}

impl Later for Shaken {
    const STAGE: Stage = Stage::Rolls;

    /// EDG-CONC-4, EDG-CONC-5: one save for each source of damage, by body or by mind.
    fn happen(self, world: &mut World) {
        let Self { creature, against } = self;
        if !is_on_map(world, creature) || world.part::<Focus>(creature).is_none() {
            return;
        }
        let check =
            Check::best_save(world, creature, &[(Ability::Strength, STAMINA), (Ability::Intelligence, LUCIDITY)]);
        let mut number = Trace::new("difficulty", against);
        number.note("13, or half the damage", rule!("EDG-CONC-4"));
        if !special::save_against(world, check, number, None, rule!("EDG-CONC-5")).made {
            concentration::end(world, creature, rule!("EDG-CONC-4"));
        }
    }
}

/// EDG-CONC-8: the place shakes a creature: it keeps its mind on what it does, or loses it.
pub(crate) fn jolted(world: &mut World, id: Id, against: i32) {
    let check = Check::save(world, id, Ability::Intelligence, LUCIDITY);
    if !special::save(world, check, against, None, rule!("EDG-CONC-8")).made {
        concentration::end(world, id, rule!("EDG-CONC-8"));
    }
}

/// Gives the conditions that an attack inflicts, for as long as the attack says (EDG-ATK-25). Where a save went from bad to worse that is
/// twice as long (EDG-SET-16).
pub(crate) fn inflict(world: &mut World, id: Id, user: Id, with: &Attack, worse: bool) {
    let round = world.resource::<Flow>().round;
    let times = if worse { 2 } else { 1 };
    for key in &with.inflicts {
        let ends = match (with.until_saved, with.rounds) {
            (true, _) => Ends::Save { by: with.save_by.clone(), against: with.save },
            (false, 0) if !worse => {
                gain_from(world, id, key.clone(), Some(user), Lasts::TurnStart(user), [rule!("EDG-ATK-25")]);
                continue;
            }
            (false, rounds) => Ends::Round(round + rounds.max(1) * times),
        };
        let rule = if worse { rule!("EDG-SET-16") } else { rule!("EDG-ATK-25") };
        lasting::afflict(world, id, Hold { key: key.clone().into(), source: user, ends }, rule);
    }
}

/// Whether a creature can bring a power about now.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_use(world: &World, id: Id, power: &Power) -> Result<(), Refusal> {
    if world.part::<Focus>(id).is_some_and(|focus| *focus.power == *power.key) {
        return Err(Refusal::by(rule!("EDG-CONC-1"), "kept_up", "It keeps that up already."));
    }
    Ok(())
}

/// Brings it about.
pub(crate) fn use_power(world: &mut World, id: Id, power: &Power) {
    if power.concentration {
        return concentration::begin(world, id, power);
    }
    let round = world.resource::<Flow>().round;
    let hold = Hold { key: power.gives.clone().into(), source: id, ends: Ends::Round(round + power.rounds.max(1)) };
    lasting::afflict(world, id, hold, rule!("EDG-DUR-2"));
}

/// EDG-CONC-7: one who can do nothing keeps nothing up. EDG-AOE-9: an aura takes in those who are near its owner now, and no others.
pub(super) fn test_focus(world: &mut World) {
    let kept: Vec<Id> =
        world.resource::<Roster>().0.iter().copied().filter(|&id| world.part::<Focus>(id).is_some()).collect();
    for id in kept {
        if !is_on_map(world, id) || creature::able(world, id).is_err() {
            concentration::end(world, id, rule!("EDG-CONC-7"));
            continue;
        }
        spread(world, id);
    }
}

fn spread(world: &mut World, id: Id) {
    let Some(Focus { gives, aura, .. }) = world.part::<Focus>(id).filter(|focus| focus.aura > 0).cloned() else {
        return;
    };
    // Reckoned only once an enemy is near.
    let squares = LazyCell::new(|| shape::around(world, id, aura));
    let has = |other: Id| world.the::<Conditions>(other).0.iter().any(|one| one.key == gives && one.source == Some(id));
    let within = |other: Id| {
        creature::hostile(world, id, other)
            && reach::distance(world, id, other) <= aura
            && space(world, other).squares().any(|at| squares.contains(&at))
    };
    let changes: Vec<(Id, bool)> =
        on_map(world).map(|other| (other, within(other))).filter(|&(other, inside)| inside != has(other)).collect();
    for (other, inside) in changes {
        if inside {
            gain_from(world, other, gives.clone(), Some(id), Lasts::UntilEnded, [rule!("EDG-AOE-9")]);
        } else {
            lasting::ends(world, other, &gives, id, &rule!("EDG-AOE-9"));
        }
    }
}

/// A value that is not rolled: what a creature notices by itself (EDG-CORE-14).
pub(crate) fn passive(world: &mut World, id: Id, label: &'static str, ability: Ability, skill: &str) -> i32 {
    let mut check = Check::new(world, id, Aim::Quality, label, (ability, Some(skill)));
    special::ready(world, &mut check, None);
    let value = check.passive();
    let total = value.value;
    world.tell(Event::number(id, value).by(rule!("EDG-CORE-14")));
    total
}
