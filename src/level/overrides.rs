//! Tables meant for one ruleset alone: kept as plain data, checked by who knows the ruleset. And how a creature starts: such tables, its
//! size and its gear.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::diagnostic::Code;
use super::model::Size;
use super::read::{At, Fields, TextSpan, Value, integer, wrong_type};
use super::report::Report;
use super::vocabulary::{Outfit, Vocabulary};
use super::words;

/// A table as plain data, for what only a ruleset understands.
fn plain_table(report: &mut Report, value: Value, what: &str) -> Option<toml::Table> {
    if let Some(toml::Value::Table(table)) = plain(value) {
        return Some(table);
    }
    wrong_type(report, value, what, "a table");
    None
}

fn plain(value: Value) -> Option<toml::Value> {
    Some(match value.get_ref() {
        DeValue::String(text) => toml::Value::String(text.to_string()),
        DeValue::Integer(_) => toml::Value::Integer(integer(value)?),
        DeValue::Float(float) => toml::Value::Float(float.as_str().parse().ok()?),
        DeValue::Boolean(answer) => toml::Value::Boolean(*answer),
        // Of what cannot be read as a moment, such as `6:`, the reader makes one without date and time, and cannot write it.
        DeValue::Datetime(moment) if moment.date.is_none() && moment.time.is_none() => return None,
        DeValue::Datetime(moment) => toml::Value::Datetime(*moment),
        DeValue::Array(list) => toml::Value::Array(list.iter().filter_map(plain).collect()),
        DeValue::Table(table) => toml::Value::Table(
            table.iter().filter_map(|(key, value)| Some((key.get_ref().to_string(), plain(value)?))).collect(),
        ),
    })
}

/// What checks a table meant for one ruleset: findings as key, message, help.
pub(crate) type OverrideCheck<'c> = dyn Fn(&str, &toml::Table) -> Vec<(String, String, String)> + 'c;

/// The sub-tables named after rulesets, checked by them.
pub(crate) fn ruleset_tables(
    report: &mut Report,
    fields: &Fields,
    rulesets: &[String],
    check: &OverrideCheck,
) -> BTreeMap<String, toml::Table> {
    let mut rules = BTreeMap::new();
    for ruleset in rulesets {
        let Some(value) = fields.get(ruleset) else {
            continue;
        };
        if let Some(table) = ruleset_table(report, ruleset, value, check) {
            rules.insert(ruleset.clone(), table);
        }
    }
    rules
}

/// One table meant for one ruleset.
pub(crate) fn ruleset_table(
    report: &mut Report,
    ruleset: &str,
    value: Value,
    check: &OverrideCheck,
) -> Option<toml::Table> {
    report.only_begun(ruleset, &value.span());
    let table = plain_table(report, value, &format!("`{ruleset}`"))?;
    for (key, message, help) in check(ruleset, &table) {
        let span = key_span(value, &key);
        report.add(Code::BadOverride, &span, message).because(format!("refused by `{ruleset}`")).help(help);
    }
    Some(table)
}

/// What a creature's table says of how it starts.
pub(crate) struct Start {
    /// Its tables meant for one ruleset alone.
    pub(crate) rules: BTreeMap<String, toml::Table>,
    /// Its size, where that is not its kind's.
    pub(crate) size: Option<Size>,
    /// All that it carries, where that is not its kind's.
    pub(crate) items: Option<Vec<At<String>>>,
    /// Whether each of the tables is right by itself.
    pub(crate) sound: bool,
}

impl Start {
    /// Reads how a creature of a kind starts, and reports what a ruleset would not let it start with.
    pub(crate) fn read(
        report: &mut Report,
        vocabulary: &dyn Vocabulary,
        rulesets: &[String],
        fields: &Fields,
        kind: &str,
    ) -> Self {
        let check = |ruleset: &str, table: &toml::Table| vocabulary.check_overrides(ruleset, kind, table);
        let before = report.found.len();
        let rules = ruleset_tables(report, fields, rulesets, &check);
        let sound = report.found.len() == before;
        let size = fields.word(report, "size", words::SIZES).map(|at| at.value);
        let items = fields.strings(report, "items");
        let start = Self { rules, size, items, sound };
        if sound {
            start.check(report, vocabulary, fields, kind);
        }
        start
    }

    /// The keys of all that it carries, where that is not its kind's.
    pub(crate) fn item_keys(&self) -> Option<Vec<String>> {
        self.items.as_ref().map(|items| items.iter().map(|item| item.value.clone()).collect())
    }

    /// Reports what a ruleset would not let a creature of a kind start with, though nothing of it is wrong by itself.
    fn check(&self, report: &mut Report, vocabulary: &dyn Vocabulary, fields: &Fields, kind: &str) {
        let items = self.item_keys();
        for (ruleset, table) in &self.rules {
            let outfit = Outfit { kind, size: self.size, items: items.as_deref(), overrides: table };
            if vocabulary.kinds(ruleset).iter().any(|known| known == kind)
                && let Some(why) = vocabulary.refuses(ruleset, &outfit)
                && let Some(value) = fields.get(ruleset)
            {
                refused(report, ruleset, kind, value, &why);
            }
        }
    }
}

/// A table meant for one ruleset that a creature of a kind cannot start with; the reason may begin with the key it is about.
fn refused(report: &mut Report, ruleset: &str, kind: &str, value: Value, why: &str) {
    let (key, reason) = why
        .split_once(": ")
        .map(|(key, reason)| (key.trim_matches('`'), reason))
        .filter(|(key, _)| value.get_ref().as_table().is_some_and(|table| table.contains_key(*key)))
        .unwrap_or(("", why));
    report
        .add(Code::BadOverride, &key_span(value, key), reason.to_owned())
        .because(format!("a `{kind}` cannot start so under `{ruleset}`"))
        .help(format!("it is laid over the stat block of `{kind}`"));
}

/// Where a (dotted) key of a table stands, and of a list the place that follows it (`attacks.1`, `attacks.1.name`). It is the whole table
/// if the key is not there.
fn key_span(value: Value, path: &str) -> TextSpan {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let Some(table) = value.get_ref().as_table() else {
        return value.span();
    };
    match table.get_key_value(first) {
        Some((key, inner)) if inner.get_ref().is_array() => {
            let (place, deeper) = rest.split_once('.').unwrap_or((rest, ""));
            let list = inner.get_ref().as_array().zip(place.parse::<usize>().ok());
            let part = list.and_then(|(list, place)| list.get(place));
            match part {
                Some(part) if deeper.is_empty() => part.span(),
                Some(part) => key_span(part, deeper),
                None => key.span(),
            }
        }
        Some((_, inner)) if !rest.is_empty() && inner.get_ref().is_table() => key_span(inner, rest),
        Some((key, _)) => key.span(),
        None => value.span(),
    }
}
