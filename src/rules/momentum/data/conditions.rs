//! What can be the matter with a creature, in words.

use std::sync::LazyLock;

use super::ledger::DATA;
use super::moment::Moment;
use crate::battle::Rule;
use crate::rule;
use crate::rules::book::Words;
use crate::rules::effects::Effects;

/// Everything a sheet may show.
pub(crate) static ALL: &LazyLock<Words<Moment>> = &DATA.conditions;

/// What they do, as far as rows say so.
pub(crate) fn effects() -> &'static Effects<Moment> {
    ALL.effects()
}

/// Lying on the ground.
pub(crate) const PRONE: &str = "prone";
/// Attacks against it are hard.
pub(crate) const DEFENDING: &str = "defending";
/// Making the most of half cover.
pub(crate) const IN_COVER: &str = "in_cover";
/// Harder to hit by an Ability.
pub(crate) const WARDED: &str = "warded";
/// Losing Vitality at each of its slots.
pub(crate) const BLEEDING: &str = "bleeding";
/// Seeing nobody.
pub(crate) const BLINDED: &str = "blinded";
/// Held by another.
pub(crate) const GRABBED: &str = "grabbed";
/// Able to do nothing.
pub(crate) const STUNNED: &str = "stunned";
/// Bound until it gets free.
pub(crate) const RESTRAINED: &str = "restrained";
/// Not able to come nearer to another.
pub(crate) const FRIGHTENED: &str = "frightened";
/// Leaning out of cover.
pub(crate) const LEANING: &str = "leaning";
/// Below 1 Vitality.
pub(crate) const DOWN: &str = "down";
/// A summon that takes the orders of the creature which has summoned it.
pub(crate) const COMMANDED: &str = "commanded";
/// Did not see the fight coming: it acts last in the first round.
pub(crate) const SURPRISED: &str = "surprised";
/// Known to no enemy that it hides from.
pub(crate) const HIDDEN: &str = "hidden";

/// The rules by which a condition ends.
pub(crate) fn rules_of_end(key: &str) -> Vec<Rule> {
    match key {
        DEFENDING => vec![rule!("MOM-ACT-4"), rule!("MOM-HOLD-7")],
        IN_COVER => vec![rule!("MOM-ACT-20"), rule!("MOM-HOLD-7")],
        SURPRISED => vec![rule!("MOM-SURP-3")],
        COMMANDED => vec![rule!("MOM-CMD-1")],
        _ => Vec::new(),
    }
}
