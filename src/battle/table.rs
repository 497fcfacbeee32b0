//! What one ruleset understands in a level's tables meant for it alone: options, things, ground.

use toml::Table;

use super::{About, Key};
use crate::level::nearest;

/// Everything wrong with a table, of which these keys are known: key, message, help.
pub fn check_keys(table: &Table, about: About, known: &[Key]) -> Vec<(String, String, String)> {
    let keys: Vec<&str> = known.iter().map(|known| known.key).collect();
    let wrong = table.iter().filter_map(|(key, value)| {
        let Some(known) = known.iter().find(|known| known.key == key) else {
            let help = match nearest(key, &keys) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None if keys.is_empty() => "leave it away".to_owned(),
                None => format!("known are {}", keys.join(", ")),
            };
            let message = format!("the ruleset knows no `{key}` of {}", about.plural());
            return Some((key.clone(), message, help));
        };
        let help = format!("it is {}", known.takes.words());
        (!known.takes.fits(value)).then(|| (key.clone(), format!("`{key}` cannot be {value}"), help))
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Takes;

    #[test]
    fn what_is_unknown_or_does_not_fit_is_named_with_help() {
        let key = |key, takes| Key { key, takes, means: "" };
        let known = [
            key("climb_dc", Takes::Number(0..=60)),
            key("current", Takes::Word(&["north", "south"])),
            key("fixed", Takes::Flag),
        ];
        for (text, key, words) in [
            ("clim_dc = 20", "clim_dc", "did you mean `climb_dc`"),
            ("climb_dc = 99", "climb_dc", "from 0 to 60"),
            ("climb_dc = \"20\"", "climb_dc", "whole number"),
            ("current = \"up\"", "current", "north, south"),
            ("fixed = 1", "fixed", "`true` or `false`"),
            ("zzz = 1", "zzz", "known are climb_dc, current, fixed"),
        ] {
            let table: Table = toml::from_str(text).expect("the test's TOML should be well-formed");
            let found = check_keys(&table, About::Object, &known);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].0, key);
            assert!(found[0].2.contains(words), "{text}: {}", found[0].2);
        }
        let table: Table = toml::from_str("climb_dc = 20\ncurrent = \"north\"").expect("well-formed");
        assert!(check_keys(&table, About::Object, &known).is_empty());
    }
}
