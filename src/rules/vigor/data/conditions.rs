//! What can be the matter with a creature, in words.

use std::sync::LazyLock;

use super::ledger::DATA;
use super::moment::Moment;
use crate::battle::Rule;
use crate::rule;
use crate::rules::book::{self, Words};
use crate::rules::effects::Effects;

/// Everything a sheet may show.
pub(crate) static ALL: &LazyLock<Words<Moment>> = &DATA.conditions;

/// What they do, as far as rows say so.
pub(crate) fn effects() -> &'static Effects<Moment> {
    ALL.effects()
}

/// Words that levels share, and this ruleset's own for them where it is another.
const SHARED: [(&str, &str); 3] = [("frightened", SHAKEN), ("restrained", BOUND), ("surprised", AMBUSHED)];

/// This ruleset's key for a word that levels share.
pub(crate) fn own_word(word: &str) -> &str {
    book::own_word(&SHARED, word)
}

/// Lying on the ground.
pub(crate) const PRONE: &str = "prone";
/// Out of breath.
pub(crate) const WINDED: &str = "winded";
/// Without Durability.
pub(crate) const WOUNDED: &str = "wounded";
/// Ready for the next blow.
pub(crate) const DEFENDING: &str = "defending";
/// Its head swims: a Challenge on its action rolls.
pub(crate) const DAZED: &str = "dazed";
/// Its courage fails: likewise.
pub(crate) const SHAKEN: &str = "shaken";
/// An action fewer on its next turn.
pub(crate) const STUNNED: &str = "stunned";
/// Caught unsuspecting: one action in the first round.
pub(crate) const AMBUSHED: &str = "ambushed";
/// Knows of nothing.
pub(crate) const UNCONSCIOUS: &str = "unconscious";
/// On death's door; its amount is the rounds left.
pub(crate) const SHOCK: &str = "shock";
/// Held in bonds.
pub(crate) const BOUND: &str = "bound";
/// Held by somebody.
pub(crate) const PINNED: &str = "pinned";
/// Cannot attack whoever charmed it.
pub(crate) const CHARMED: &str = "charmed";
/// Not known to enemies.
pub(crate) const HIDDEN: &str = "hidden";
/// Lends it Durability of a quality; its amount is the quality.
pub(crate) const WARD: &str = "ward";
/// Lends it an Armor Rank; its amount is the place of what lends it among its spells, from 1.
pub(crate) const SHIELDED: &str = "shielded";
/// Spared by the game master from being killed outright.
pub(crate) const PROTECTED: &str = "protected";

/// The rules by which a condition ends.
pub(crate) fn rules_of_end(key: &str) -> Vec<Rule> {
    match key {
        DEFENDING => vec![rule!("VIG-ACT-11")],
        DAZED => vec![rule!("VIG-COND-12")],
        SHAKEN => vec![rule!("VIG-COND-13")],
        STUNNED => vec![rule!("VIG-COND-11")],
        CHARMED => vec![rule!("VIG-COND-14")],
        WARD | SHIELDED => vec![rule!("VIG-ABIL-8"), rule!("VIG-ENC-4")],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_and_every_row_cites_a_rule_that_exists() {
        ALL.cite(DATA.rows());
    }
}
