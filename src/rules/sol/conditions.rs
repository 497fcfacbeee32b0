//! What can be the matter with a creature, in words: conditions, ways of moving, burdens.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::battle::{Ailment, Rule};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    key: String,
    name: String,
    text: String,
    rule: String,
    /// Whether a level or the game master may give it; the others follow from other state.
    #[serde(default)]
    given: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    condition: Vec<Entry>,
}

static READ: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let text = include_str!("../../../assets/rulesets/sol/conditions.toml");
    let file: File = toml::from_str(text).expect("the conditions' data should be well-formed");
    file.condition
});

fn entry(key: &str) -> Option<&'static Entry> {
    READ.iter().find(|entry| entry.key == key)
}

/// Whether a creature can be given the condition of this key.
pub fn known(key: &str) -> bool {
    entry(key).is_some_and(|entry| entry.given)
}

/// Everything a sheet may show: key and name. Not all of it can be given, see [`known`].
pub fn all() -> Vec<(String, String)> {
    READ.iter().map(|entry| (entry.key.clone(), entry.name.clone())).collect()
}

/// How the sheet shows a condition or burden; an unknown key stands for itself.
pub fn ailment(key: &str, lasts: &str) -> Ailment {
    let entry = entry(key);
    Ailment {
        key: key.to_owned(),
        label: entry.map_or_else(|| key.to_owned(), |entry| entry.name.clone()),
        text: entry.map(|entry| entry.text.clone()).unwrap_or_default(),
        lasts: lasts.to_owned(),
        rule: entry.map(|entry| Rule(entry.rule.clone().into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sol::ledger::ledger;
    use crate::rules::sol::stats::condition;

    #[test]
    fn every_condition_cites_a_rule_that_exists() {
        for entry in READ.iter() {
            assert!(ledger().iter().any(|row| row.id == entry.rule), "{} cites {}", entry.key, entry.rule);
        }
    }

    #[test]
    fn the_conditions_of_the_code_can_be_given_and_burdens_cannot() {
        for key in [condition::SURPRISED, condition::PRONE, condition::UNCONSCIOUS, condition::MADNESS, "hidden"] {
            assert!(known(key), "{key}");
        }
        for key in ["no_hands", "slowed", "draining", "one_die", "squeezing", "ready", "nothing"] {
            assert!(!known(key), "{key}");
        }
        assert_eq!(all().iter().filter(|(key, _)| known(key)).count(), 8);
    }

    #[test]
    fn the_sheet_gets_name_text_and_rule() {
        let shown = ailment("one_die", "while Charisma is 0");
        assert_eq!((shown.label.as_str(), shown.lasts.as_str()), ("One die", "while Charisma is 0"));
        assert_eq!(shown.rule.expect("a known condition should cite its rule").id(), "SOL-ZERO-7");
        assert_eq!(ailment("odd", "").label, "odd");
    }
}
