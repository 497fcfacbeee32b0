//! What weapons, Spells and Volleys have in common as attacks: who is asked first, what may come of that, what the dice said
//! (ESS-ATK-12, ESS-READY-4).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use crate::battle::{self, Event, *};
use crate::rule;

/// What the dice of an attack said of one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TargetRoll {
    /// Upon whom.
    pub target: Id,
    /// Whether it succeeded.
    pub success: bool,
    /// Whether it was a Critical Success.
    pub critical: bool,
}

impl TargetRoll {
    /// What the roll upon somebody came to.
    pub(crate) const fn new(target: Id, (success, critical): (bool, bool)) -> Self {
        Self { target, success, critical }
    }
}

/// What the dice of an attack said, target by target, on the attack until it is over. Nothing where nobody was there to be hit.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TargetRolls(pub Vec<TargetRoll>);

/// What the dice of an attack said.
pub(crate) fn landed(world: &World, flight: Id) -> Vec<TargetRoll> {
    world.part::<TargetRolls>(flight).cloned().unwrap_or_default().0
}

/// Whether whoever declared an attack can still make it (ESS-ACT-3).
///
/// # Errors
/// It can do nothing any more.
pub(crate) fn still_able(world: &World, actor: Id) -> Result<(), Refusal> {
    if creature::able(world, actor) {
        return Ok(());
    }
    Err(Refusal::by(rule!("ESS-ACT-3"), "unable", "It can do nothing."))
}

/// Tells what came of an attack, and by which rule.
pub(crate) fn came(world: &mut World, actor: Id, target: Option<Id>, outcome: AttackOutcome, rule: Option<Rule>) {
    let event = Event::new(What::came(outcome)).actor(actor).target(target);
    world.tell(event.by_all(rule));
}

/// ESS-READY-4: tells that what was declared comes to nothing, since something came between; what it cost is spent.
pub(crate) fn comes_to_nothing(world: &mut World, actor: Id, target: Option<Id>, what: &str, why: Refusal) {
    let rules = [rule!("ESS-READY-4"), rule!("ESS-ATK-12")];
    battle::comes_to_nothing(world, actor, target, what, why, rules);
}
