//! What can be the matter with a creature, in words: conditions and ways of moving.

use std::sync::LazyLock;

use crate::battle::{Ailment, ConditionWord, Mark};
use crate::rules::book::Words;

static READ: LazyLock<Words> =
    LazyLock::new(|| Words::read(include_str!("../../../assets/rulesets/essence/conditions.toml")));

/// Whether a creature can be given the condition of this key.
pub fn known(key: &str) -> bool {
    READ.known(key)
}

/// Everything a sheet may show: key and name. Not all of it can be given, see [`known`].
pub fn all() -> Vec<(String, String)> {
    READ.all()
}

/// All of it, for people who look it up.
pub fn words() -> Vec<ConditionWord> {
    READ.words()
}

/// What a condition looks like on the board.
pub fn mark(key: &str) -> Option<Mark> {
    READ.mark(key)
}

/// How the sheet shows a condition; an unknown key stands for itself.
pub fn ailment(key: &str, lasts: &str) -> Ailment {
    READ.ailment(key, lasts)
}

/// Words that levels share, and this ruleset's own for them where it is another.
pub const SHARED: [(&str, &str); 4] = [
    ("burning", "on_fire"),
    ("frightened", "shaken"),
    ("restrained", "entangled"),
    ("dazed", "slowed"),
];

/// This ruleset's key for a word that levels share.
pub fn own_word(word: &str) -> &str {
    SHARED
        .iter()
        .find(|(shared, _)| *shared == word)
        .map_or(word, |(_, own)| own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::essence::ledger::ledger;
    use crate::rules::essence::stats::condition;

    #[test]
    fn every_condition_cites_a_rule_that_exists() {
        for entry in &READ.0 {
            assert!(
                ledger().iter().any(|row| row.id == entry.rule),
                "{} cites {}",
                entry.key,
                entry.rule
            );
        }
    }

    #[test]
    fn every_word_of_the_levels_means_a_condition_or_nothing() {
        for word in crate::level::CONDITIONS {
            let key = own_word(word);
            assert!(known(key) || word == &"madness", "{word}");
        }
        for key in [condition::PRONE, condition::STUNNED, condition::DESTABILISED] {
            assert!(known(key), "{key}");
        }
        for key in ["incapacitated", "grappled", "nothing"] {
            assert!(!known(key), "{key}");
        }
    }
}
