//! What one ruleset understands in a level's tables meant for it alone: options, things, ground.

use std::ops::RangeInclusive;

use toml::{Table, Value};

use crate::level::nearest;

/// What a key may be set to.
pub enum Takes {
    /// `true` or `false`.
    Flag,
    /// A whole number within these bounds.
    Number(RangeInclusive<i64>),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Any words.
    Text,
}

impl Takes {
    fn fits(&self, value: &Value) -> bool {
        match self {
            Self::Flag => value.is_bool(),
            Self::Number(bounds) => value.as_integer().is_some_and(|number| bounds.contains(&number)),
            Self::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Self::Text => value.is_str(),
        }
    }

    fn help(&self) -> String {
        match self {
            Self::Flag => "it is `true` or `false`".to_owned(),
            Self::Number(bounds) => format!("it is a whole number from {} to {}", bounds.start(), bounds.end()),
            Self::Word(words) => format!("it is one of {}", words.join(", ")),
            Self::Text => "it is a text in quotes".to_owned(),
        }
    }
}

/// Everything wrong with a table, of which these keys are known: key, message, help.
pub fn check(table: &Table, what: &str, known: &[(&str, Takes)]) -> Vec<(String, String, String)> {
    let keys: Vec<&str> = known.iter().map(|(key, _)| *key).collect();
    let wrong = table.iter().filter_map(|(key, value)| {
        let Some((_, takes)) = known.iter().find(|(known, _)| known == key) else {
            let help = match nearest(key, &keys) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None if keys.is_empty() => "leave it away".to_owned(),
                None => format!("known are {}", keys.join(", ")),
            };
            return Some((key.clone(), format!("the ruleset knows no `{key}` of {what}"), help));
        };
        let fits = takes.fits(value);
        (!fits).then(|| (key.clone(), format!("`{key}` cannot be {value}"), takes.help()))
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_or_does_not_fit_is_named_with_help() {
        let known = [
            ("climb_dc", Takes::Number(0..=60)),
            ("current", Takes::Word(&["north", "south"])),
            ("fixed", Takes::Flag),
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
            let found = check(&table, "things", &known);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].0, key);
            assert!(found[0].2.contains(words), "{text}: {}", found[0].2);
        }
        let table: Table = toml::from_str("climb_dc = 20\ncurrent = \"north\"").expect("well-formed");
        assert!(check(&table, "things", &known).is_empty());
    }
}
