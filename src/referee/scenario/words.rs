//! Whether what an expectation names can be meant at all: what does not exist never comes, so that a slip would look like a check.

use std::fmt;

use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, VariantAccess, Visitor};

use super::mismatch::{Mismatch, unknown};
use crate::battle::{Act, Battle, LedgerRow, RowKind, What};

type Checked = Result<(), Mismatch>;

/// One word or a list of words: at least one, and none of them empty.
pub(super) fn of<'v>(key: &str, value: &'v toml::Value) -> Result<Vec<&'v str>, Mismatch> {
    match value {
        toml::Value::Array(many) if many.is_empty() => {
            let came = "the list is empty: it states nothing";
            Err(Mismatch::new(format!("`{key}` names something"), came))
        }
        toml::Value::Array(many) => many.iter().map(|value| one(key, value)).collect(),
        value => Ok(vec![one(key, value)?]),
    }
}

/// One word.
pub(super) fn one<'v>(key: &str, value: &'v toml::Value) -> Result<&'v str, Mismatch> {
    let word = value.as_str().filter(|word| !word.is_empty());
    word.ok_or_else(|| Mismatch::new(format!("`{key}` is words in quotes"), value.to_string()))
}

/// The ledger has these rows.
pub(super) fn are_rules(battle: &Battle, rules: &[&str]) -> Checked {
    let ledger = battle.ruleset().ledger();
    let known = |rule: &&&str| ledger.is_empty() || ledger.iter().any(|row| row.id == **rule);
    match rules.iter().find(|rule| !known(rule)) {
        Some(rule) => {
            let expected = format!("rules of the ledger, not `{rule}`");
            Err(Mismatch::new(expected, "the ledger has no such row"))
        }
        None => Ok(()),
    }
}

/// The ledger has these rows, and each says what does not count; other rows are named by what they bring about.
pub(super) fn are_absences(battle: &Battle, rules: &[&str]) -> Checked {
    are_rules(battle, rules)?;
    let is_effect = |rule: &&&str| row(battle, rule).is_some_and(|row| row.kind == RowKind::Effect);
    match rules.iter().find(is_effect) {
        Some(rule) => {
            let expected = format!("`rests_on` names rows of kind `absence`, not `{rule}`");
            Err(Mismatch::new(expected, "the row brings something about: state that, or say `shows`"))
        }
        None => Ok(()),
    }
}

/// The ledger's row of an id.
pub(super) fn row(battle: &Battle, rule: &str) -> Option<&'static LedgerRow> {
    battle.ruleset().ledger().iter().find(|row| row.id == rule)
}

/// The ruleset knows the condition.
pub(super) fn is_condition(battle: &Battle, word: &str) -> Checked {
    let known: Vec<String> = battle.ruleset().lexicon().conditions.into_iter().map(|one| one.key).collect();
    if known.iter().any(|key| key == word) {
        return Ok(());
    }
    Err(unknown(word, &known))
}

/// What is aimed stands on the list of the creature that aims it, possible or not.
pub(super) fn is_on_the_list(battle: &Battle, act: &Act) -> Checked {
    let offers = battle.ruleset().offers(battle.world(), act.creature);
    let same = offers.iter().filter(|offer| offer.action == act.action);
    let Some(with) = &act.with else { return Ok(()) };
    let known: Vec<&str> = same.filter_map(|offer| offer.with.as_deref()).collect();
    if known.contains(&with.as_str()) {
        return Ok(());
    }
    Err(unknown(with, &known))
}

/// The fields that events of a kind have of their own.
pub(super) fn fields_of(kind: &str) -> Result<&'static [&'static str], Mismatch> {
    match What::deserialize(Shape(kind)) {
        Err(Found::Fields(fields)) => Ok(fields),
        Err(Found::Kinds(kinds)) => Err(unknown(kind, kinds)),
        Ok(_) | Err(Found::Nothing) => Ok(&[]),
    }
}

/// What the reading of a fact found out about the shape of its kind. It never yields a fact.
#[derive(Debug)]
enum Found {
    /// The fields of the kind.
    Fields(&'static [&'static str]),
    /// There is no such kind, but these.
    Kinds(&'static [&'static str]),
    /// The kind has no fields.
    Nothing,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("only the shape was asked for")
    }
}

impl std::error::Error for Found {}

impl Error for Found {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Nothing
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::Kinds(expected)
    }
}

/// Asks the type of facts itself for the fields of a kind, so that no list of them grows old.
struct Shape<'k>(&'k str);

impl<'de> Deserializer<'de> for Shape<'_> {
    type Error = Found;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Found> {
        Err(Found::Nothing)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Found> {
        visitor.visit_enum(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Shape<'_> {
    type Error = Found;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Found> {
        let kind = seed.deserialize(StrDeserializer::new(self.0))?;
        Ok((kind, self))
    }
}

impl<'de> VariantAccess<'de> for Shape<'_> {
    type Error = Found;

    fn unit_variant(self) -> Result<(), Found> {
        Err(Found::Nothing)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Found> {
        Err(Found::Nothing)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Found> {
        Err(Found::Nothing)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], _: V) -> Result<V::Value, Found> {
        Err(Found::Fields(fields))
    }
}
