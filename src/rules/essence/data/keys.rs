//! What can be written for this ruleset: readers of stat blocks, checks of levels and the reference go by these tables.

use std::sync::LazyLock;

use toml::{Table, Value};

use super::ledger::DATA;
use crate::battle::{About, Key, Takes};
use crate::rules::glossary::Glossary;

/// What can be written for this ruleset.
pub(crate) static WORDS: &LazyLock<Glossary> = &DATA.words;

/// What the table of keys says of numbers.
///
/// # Errors
/// Which number is out of bounds, in a sentence.
pub(crate) fn within_bounds(table: &Table) -> Result<(), String> {
    for Key { key, takes, .. } in WORDS.keys(About::Creature) {
        let number = table.get(*key).and_then(Value::as_integer);
        if let (Takes::Number(bounds), Some(number)) = (takes, number)
            && !i32::try_from(number).is_ok_and(|number| bounds.contains(&number))
        {
            let (least, most) = (bounds.start(), bounds.end());
            return Err(format!("{key} {number} is out of range; use a number from {least} to {most}"));
        }
    }
    Ok(())
}
