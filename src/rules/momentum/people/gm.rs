//! The game master's overrides, as this ruleset brings them about. Where there is no game master each row's own default holds (MOM-GM-2).

use bevy::prelude::World;

use super::super::body::roll::{self, Roll};
use super::super::body::status::{self, Affliction};
use super::super::body::{creature, life, ties};
use super::super::data::conditions::*;
use super::super::data::{Drama, Durability, HeldActions, Skill, StatKind, Status};
use super::super::fight::held;
use crate::battle::*;
use crate::level;
use crate::rule;

/// Brings a dead creature back.
pub(crate) const REVIVE: &str = "revive";
/// Lets a creature leave the fight alive.
const WITHDRAWS: &str = "withdraws";
/// MOM-TRIG-11, MOM-GM-1: that what a creature waits for has come.
const HELD: &str = "held";

/// What only this ruleset's game master decides.
pub(crate) const OVERRIDES: [(&str, &str, &str); 3] = [
    (REVIVE, "", "It is alive again, with 1 Vitality, Prone where it fell."),
    (WITHDRAWS, "", "It leaves the fight alive, as one does that has been bribed or talked round."),
    (
        HELD,
        "a name, or left away",
        "What it waits for with what it holds has come; the name says who brought it about.",
    ),
];

/// Those that concern a creature.
pub(crate) fn own_overrides(world: &World, creature: Id) -> Vec<OwnOverride> {
    let possible = |(key, ..): &&(&str, &str, &str)| may_overrule(world, key, creature, None).is_ok();
    let row = |&(key, _, label): &(&str, &str, &str)| OwnOverride {
        key: key.into(),
        label: label.trim_end_matches('.').into(),
        values: if key == HELD { by_whom(world, creature) } else { vec![(None, "so be it".into())] },
    };
    OVERRIDES.iter().filter(possible).map(row).collect()
}

/// Whether what a game master decides would do anything.
///
/// # Errors
/// Why not.
pub(crate) fn may_overrule(world: &World, key: &str, id: Id, value: Option<&str>) -> Result<(), Refusal> {
    let dead = world.part::<Dead>(id).is_some();
    match key {
        REVIVE if !dead => Err(Refusal::by(rule!("MOM-VIT-12"), "alive", "It is not dead.")),
        HELD => may_come(world, id, value),
        WITHDRAWS if !is_on_map(world, id) => Err(Refusal::new("gone", "It is not in the fight.")),
        _ => Ok(()),
    }
}

/// Brings it about; the sentence for the log.
pub(crate) fn overrule(world: &mut World, key: &str, id: Id, value: Option<&str>) -> String {
    let name = world.resource::<Names>().name(id).to_owned();
    match key {
        HELD => {
            let against = value.and_then(|name| by_name(world, name));
            held::told(world, id, against);
            format!("what {name} waits for has come")
        }
        REVIVE => {
            life::revive(world, id, 1);
            format!("{name} is alive again")
        }
        _ => {
            world.note(id, "withdraws", rule!("MOM-CINE-12"));
            spawn::leave(world, id, false);
            format!("{name} withdraws")
        }
    }
}

/// The word before the Stat of a Defense Roll that is demanded.
const SAVE: &str = "dr_";

/// The rolls that can be demanded: Skill Checks, and Defense Rolls.
pub(crate) fn demands() -> Vec<(String, String)> {
    let checks = Skill::ALL.iter().map(|&(_, key, name)| (key.to_owned(), format!("{name} Check")));
    let save = |stat: &StatKind| (format!("{SAVE}{}", stat.key()), format!("{} Defense Roll", stat.name()));
    checks.chain(StatKind::ALL.iter().map(save)).collect()
}

/// A roll that a game master demands, until its die falls.
pub(crate) type Demanded = crate::battle::Demanded;

/// Makes one.
pub(crate) fn demand(world: &mut World, creature: Id, roll: &str, against: i32, called: &str) {
    let save = roll.strip_prefix(SAVE).and_then(StatKind::of_key);
    let skill = Skill::of_key(roll);
    let success = match (save, skill) {
        (Some(stat), _) => {
            let roll = Roll::defense(world, creature, stat, Vec::new());
            roll::defends(world, roll, against, rule!("MOM-HAZ-3"))
        }
        (None, Some(_)) if !creature::conscious(world, creature) => {
            world.note(creature, "fails it: it is Down", rule!("MOM-CON-7"));
            false
        }
        (None, Some(skill)) => {
            let rolled = Roll::skill(world, creature, &[skill]).roll_to_reach(world, against);
            rolled.reaches(world, against, [rule!("MOM-DICE-4"), rule!("MOM-GM-1")])
        }
        (None, None) => return,
    };
    tell_demanded(world, creature, called, success, rule!("MOM-GM-1"));
}

/// The referee sets a creature's Vitality or its Narrative Momentum. What follows from it follows: a creature that has Vitality is Down no
/// longer.
pub(crate) fn set(world: &mut World, id: Id, stat: &str, value: i32) {
    if stat == "nm" {
        world.the_mut::<Drama>(id).nm = value;
    } else if world.part::<Durability>(id).is_some() {
        let mut left = world.the_mut::<Durability>(id);
        left.now = value.min(left.max);
    } else {
        let most = creature::profile(world, id).vitality_max;
        life::set(world, id, value.min(most));
    }
}

/// Gives a condition by key; false when the key is unknown or it is there already.
pub(crate) fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    match key {
        DEFENDING => gain(world, id, DEFENDING, Lasts::TurnStart(id), [rule!("MOM-ACT-4")]),
        IN_COVER => gain(world, id, IN_COVER, Lasts::TurnStart(id), [rule!("MOM-ACT-20")]),
        // Whom an enemy rides or holds, that enemy knows of.
        HIDDEN if on_map(world).any(|other| creature::hostile(world, id, other) && ties::tied(world, id, other)) => {
            false
        }
        // Whoever sees it there finds it at the next step that anybody makes (MOM-HIDE-7): until then the ruling holds.
        HIDDEN => hiding::hide_from_all(world, id, HIDDEN, rule!("MOM-GM-1")),
        _ => {
            let status = Status::of_key(key).filter(|status| *status != Status::Grabbed);
            status.is_some_and(|status| status::afflict(world, id, Affliction::bare(status), rule!("MOM-GM-1")))
        }
    }
}

/// Takes a condition away by key; false when it was not there.
pub(crate) fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    if key == HIDDEN {
        return hiding::reveal(world, id, None, HIDDEN, rule!("MOM-GM-1"));
    }
    if let Some(status) = Status::of_key(key) {
        return status::end(world, id, status, [rule!("MOM-GM-1")]);
    }
    let known = [DEFENDING, IN_COVER].into_iter().find(|given| *given == key);
    known.is_some_and(|key| lose(world, id, key, [rule!("MOM-GM-1")]))
}

fn by_name(world: &World, name: &str) -> Option<Id> {
    on_map(world).find(|&id| level::is_same_name(world.resource::<Names>().name(id), name))
}

/// MOM-TRIG-11: who can be said to have brought about what a creature waits for.
fn by_whom(world: &World, id: Id) -> Vec<(Option<String>, String)> {
    let others = on_map(world).filter(|&other| other != id).map(|other| {
        let name = world.resource::<Names>().name(other).to_owned();
        (Some(name.clone()), format!("by {name}"))
    });
    std::iter::once((None, "by nobody".to_owned())).chain(others).collect()
}

/// Whether a creature holds anything, and who is said to have brought about what it waits for is there.
///
/// # Errors
/// Why not.
fn may_come(world: &World, owner: Id, by: Option<&str>) -> Result<(), Refusal> {
    if world.part::<HeldActions>(owner).is_none_or(|held| held.0.is_empty()) {
        return Err(Refusal::by(rule!("MOM-TRIG-11"), "nothing_held", "It holds no action."));
    }
    match by {
        Some(name) if by_name(world, name).is_none() => {
            Err(Refusal::new("no_such_creature", format!("`{name}` is not on the map.")))
        }
        _ => Ok(()),
    }
}
