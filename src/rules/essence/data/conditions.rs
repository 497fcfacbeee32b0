//! What can be the matter with a creature, in words: conditions and ways of moving.

use std::sync::LazyLock;

use super::ledger::DATA;
use super::moment::Moment;
use super::stats::condition;
use crate::battle::Rule;
use crate::rule;
use crate::rules::book::{self, Words};
use crate::rules::effects::Effects;

/// Everything a sheet may show. Not all of it can be given, see [`Words::known`].
pub(crate) static ALL: &LazyLock<Words<Moment>> = &DATA.conditions;

/// What they do, as far as rows say so.
pub(crate) fn effects() -> &'static Effects<Moment> {
    ALL.effects()
}

/// Words that levels share, and this ruleset's own for them where it is another.
pub(crate) const SHARED: [(&str, &str); 4] =
    [("burning", "on_fire"), ("frightened", "shaken"), ("restrained", "entangled"), ("dazed", "slowed")];

/// This ruleset's key for a word that levels share.
pub(crate) fn own_word(word: &str) -> &str {
    book::own_word(&SHARED, word)
}

/// The rules by which a condition ends.
pub(crate) fn rules_of_end(key: &str) -> Vec<Rule> {
    match key {
        condition::SURPRISED => vec![rule!("ESS-SURP-3")],
        condition::FLAT_FOOTED => vec![rule!("ESS-FEINT-1")],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::essence::data::ledger::ledger;
    use crate::rules::essence::data::stats::condition;

    #[test]
    fn every_condition_cites_a_rule_that_exists() {
        ALL.cite(ledger());
    }

    #[test]
    fn every_word_of_the_levels_means_a_condition_or_nothing() {
        for word in crate::level::CONDITIONS {
            let key = own_word(word);
            assert!(ALL.known(key) || word == &"madness", "{word}");
        }
        for key in [condition::PRONE, condition::STUNNED, condition::DESTABILISED] {
            assert!(ALL.known(key), "{key}");
        }
        for key in ["incapacitated", "grappled", "nothing"] {
            assert!(!ALL.known(key), "{key}");
        }
    }
}
