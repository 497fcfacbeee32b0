//! What makes another attack easier: help for an ally, a feint (EDG-ACT-8, EDG-MIN-2).

use bevy::prelude::World;

use super::super::body::check::{Aim, Check};
use super::super::body::{creature, trauma};
use super::super::data::{Ability, CUNNING, INSIGHT, conditions::*};
use super::super::field::{reach, sight};
use super::special;
use crate::battle::*;
use crate::rule;

/// Whether a creature can help an ally against a foe: the foe is within its own reach (EDG-ACT-8).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_help(world: &World, id: Id, ally: Id, foe: Id) -> Result<(), Refusal> {
    is_ally(world, id, ally, rule!("EDG-ACT-8"))?;
    if !creature::knows_of(world, id, foe) || !creature::hostile(world, id, foe) {
        return Err(Refusal::by(rule!("EDG-ACT-8"), "no_foe", "Name an enemy."));
    }
    accepts_help(world, id, ally)?;
    if !reach::threatens(world, id, foe, Place::of(world, foe)) {
        return Err(Refusal::by(rule!("EDG-ACT-8"), "range", "The enemy is out of its reach."));
    }
    Ok(())
}

/// Whether a creature's side knows of an ally who can be helped.
///
/// # Errors
/// It does not; the rule is that of the help.
pub(super) fn is_ally(world: &World, id: Id, ally: Id, rule: Rule) -> Result<(), Refusal> {
    if creature::knows_of(world, id, ally) && sides::allied(world, id, ally) && creature::conscious(world, ally) {
        Ok(())
    } else {
        Err(Refusal::by(rule, "no_ally", "Name an ally."))
    }
}

/// EDG-TRA-20, EDG-TRA-23: one that trusts nobody takes no help, one that knows nobody neither takes nor gives any.
///
/// # Errors
/// Such a trauma.
pub(super) fn accepts_help(world: &World, id: Id, ally: Id) -> Result<(), Refusal> {
    if trauma::has_key(world, ally, "paranoia") {
        return Err(Refusal::by(rule!("EDG-TRA-20"), "paranoia", "It trusts nobody."));
    }
    if [id, ally].into_iter().any(|one| trauma::has_key(world, one, "amnesia")) {
        return Err(Refusal::by(rule!("EDG-TRA-23"), "amnesia", "They do not know each other."));
    }
    Ok(())
}

/// Every ally that a creature can help, with every foe.
pub(crate) fn pairs(world: &World, id: Id) -> Vec<(Id, Id)> {
    let all: Vec<Id> = known_to(world, id).map(|(other, _)| other).collect();
    let pair = |&ally: &Id| all.iter().map(move |&foe| (ally, foe)).collect::<Vec<_>>();
    all.iter().flat_map(pair).filter(|&(ally, foe)| may_help(world, id, ally, foe).is_ok()).collect()
}

/// Helps: the ally's first attack roll against that foe has advantage, until the helper's next turn.
pub(crate) fn help(world: &mut World, id: Id, ally: Id, foe: Id) {
    gain_from(world, ally, HELPED, Some(foe), Lasts::TurnStart(id), [rule!("EDG-ACT-8")]);
}

/// Whether a creature can feint at another (EDG-MIN-2).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_feint(world: &World, id: Id, foe: Id) -> Result<(), Refusal> {
    let reaches = |one: Id, other: Id| reach::threatens(world, one, other, Place::of(world, other));
    if !creature::knows_of(world, id, foe) || !(reaches(id, foe) || reaches(foe, id)) {
        return Err(Refusal::by(
            rule!("EDG-MIN-3"),
            "range",
            "Name somebody within its reach, or within whose reach it is.",
        ));
    }
    if !sight::sees(world, foe, id) {
        return Err(Refusal::by(rule!("EDG-MIN-2"), "unseen", "It does not see the feint."));
    }
    Ok(())
}

/// Feints. If it comes off, the first attack hand to hand on that foe has advantage, until the end of the feinter's next turn.
pub(crate) fn feint(world: &mut World, id: Id, foe: Id) {
    let mine = Check::new(world, id, Aim::Contest, "Feint", (Ability::Will, Some(CUNNING)));
    let its = Check::new(world, foe, Aim::Contest, "Feint", (Ability::Perception, Some(INSIGHT)));
    if special::contest(world, mine, its, rule!("EDG-MIN-2")) == Some(true) {
        gain_from(world, id, FEINTED, Some(foe), Lasts::TurnEnd(id), [rule!("EDG-MIN-2")]);
    }
}

/// EDG-ACT-8, EDG-MIN-2: what was for the first attack on a foe is used up by it.
pub(crate) fn used(world: &mut World, attacker: Id, target: Id, melee: bool) {
    for (key, rule) in [(HELPED, rule!("EDG-ACT-8")), (FEINTED, rule!("EDG-MIN-2"))] {
        if key == HELPED || melee {
            lose_from(world, attacker, key, target, [rule]);
        }
    }
}
