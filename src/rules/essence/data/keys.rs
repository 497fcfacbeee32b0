//! What can be written for this ruleset: readers of stat blocks, checks of levels and the reference go by these tables.

use std::sync::LazyLock;

use toml::Table;

use crate::battle::{About, Takes};
use crate::rules::glossary::Glossary;

/// What can be written for this ruleset.
pub(crate) static WORDS: LazyLock<Glossary> =
    LazyLock::new(|| Glossary::read(include_str!("../../../../assets/rulesets/essence/words.toml")));

/// What the table of keys says of numbers.
///
/// # Errors
/// Which number is out of bounds, in a sentence.
pub(crate) fn within_bounds(table: &Table) -> Result<(), String> {
    for (key, value) in table {
        let mut keys = WORDS.keys(About::Creature).iter();
        let known = keys.find(|known| known.key == key);
        let (Some(Takes::Number(bounds)), Some(number)) = (known.map(|known| &known.takes), value.as_integer()) else {
            continue;
        };
        if !i32::try_from(number).is_ok_and(|number| bounds.contains(&number)) {
            let (least, most) = (bounds.start(), bounds.end());
            return Err(format!(
                "{key} {number} is out of range; use a number from {least} to {most}"
            ));
        }
    }
    Ok(())
}
