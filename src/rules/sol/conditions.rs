//! What can be the matter with a creature, in words: conditions, ways of moving, burdens.

use std::sync::LazyLock;

use crate::battle::{Ailment, ConditionWord, Mark};
use crate::rules::book::Words;

static READ: LazyLock<Words> =
    LazyLock::new(|| Words::read(include_str!("../../../assets/rulesets/sol/conditions.toml")));

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

/// How the sheet shows a condition or burden; an unknown key stands for itself.
pub fn ailment(key: &str, lasts: &str) -> Ailment {
    READ.ailment(key, lasts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sol::ledger::ledger;
    use crate::rules::sol::stats::condition;

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
    fn the_conditions_of_the_code_can_be_given_and_burdens_cannot() {
        for key in [
            condition::SURPRISED,
            condition::PRONE,
            condition::UNCONSCIOUS,
            condition::MADNESS,
            "hidden",
        ] {
            assert!(known(key), "{key}");
        }
        for key in [
            "no_hands",
            "slowed",
            "draining",
            "one_die",
            "squeezing",
            "ready",
            "nothing",
        ] {
            assert!(!known(key), "{key}");
        }
        assert_eq!(all().iter().filter(|(key, _)| known(key)).count(), 8);
    }

    #[test]
    fn the_sheet_gets_name_text_and_rule() {
        let shown = ailment("one_die", "while Charisma is 0");
        assert_eq!(
            (shown.label.as_str(), shown.lasts.as_str()),
            ("One die", "while Charisma is 0")
        );
        assert_eq!(
            shown.rule.expect("a known condition should cite its rule").id(),
            "SOL-ZERO-7"
        );
        assert_eq!(ailment("odd", "").label, "odd");
    }
}
