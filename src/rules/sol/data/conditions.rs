//! What can be the matter with a creature, in words: conditions, ways of moving, burdens.

use std::sync::LazyLock;

use super::ledger::DATA;
use super::stats::condition;
use crate::battle::Rule;
use crate::rule;
use crate::rules::book::Words;

/// Everything a sheet may show. Not all of it can be given, see [`Words::known`].
pub(crate) static ALL: &LazyLock<Words> = &DATA.conditions;

/// The rules by which a condition ends.
pub(crate) fn rules_of_end(key: &str) -> Vec<Rule> {
    if key == condition::SURPRISED { vec![rule!("SOL-SURP-10"), rule!("SOL-FLOW-4")] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sol::data::ledger::ledger;

    #[test]
    fn every_condition_cites_a_rule_that_exists() {
        ALL.cite(ledger());
    }

    #[test]
    fn the_conditions_of_the_code_can_be_given_and_burdens_cannot() {
        for key in [condition::SURPRISED, condition::PRONE, condition::UNCONSCIOUS, condition::MADNESS, "hidden"] {
            assert!(ALL.known(key), "{key}");
        }
        for key in ["no_hands", "slowed", "draining", "one_die", "squeezing", "ready", "nothing"] {
            assert!(!ALL.known(key), "{key}");
        }
        assert_eq!(ALL.0.iter().filter(|word| word.given).count(), 8);
    }

    #[test]
    fn the_sheet_gets_name_text_and_rule() {
        let shown = ALL.ailment("one_die", "while Charisma is 0");
        assert_eq!((shown.label.as_str(), shown.lasts.as_str()), ("One die", "while Charisma is 0"));
        assert_eq!(shown.rule.expect("a known condition should cite its rule").id(), "SOL-ZERO-7");
        assert_eq!(ALL.ailment("odd", "").label, "odd");
    }
}
