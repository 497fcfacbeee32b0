//! `[weather]` and `[rules]`: what holds for the whole level.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::keys;
use super::model::*;
use super::overrides;
use super::read::{self, Entry, Fields, Value};
use super::report::Report;
use super::words;

impl Compiler<'_> {
    /// Reads `[rules]`.
    pub(super) fn read_rules(&mut self, fields: &Fields) -> BTreeMap<String, toml::Table> {
        let mut rules = BTreeMap::new();
        let Some(value) = fields.get("rules") else {
            return rules;
        };
        let vocabulary = self.vocabulary;
        for Entry { key, key_span, value } in read::entries(&mut self.report, value, "`rules`").unwrap_or_default() {
            if !self.rulesets.iter().any(|ruleset| ruleset == key) {
                self.report.unknown_ruleset(key, &key_span, &self.rulesets);
                continue;
            }
            let check = |ruleset: &str, table: &toml::Table| vocabulary.check_options(ruleset, table);
            if let Some(table) = overrides::ruleset_table(&mut self.report, key, value, &check) {
                rules.insert(key.to_owned(), table);
            }
        }
        rules
    }

    /// A zone that a ruleset's options name is used, also where nothing here knows what the ruleset means by it.
    pub(super) fn use_zones_of_rules(&mut self, rules: &BTreeMap<String, toml::Table>) {
        let mut open: Vec<&toml::Value> = rules.values().flat_map(toml::Table::values).collect();
        while let Some(value) = open.pop() {
            match value {
                toml::Value::String(name) => {
                    if let Some(zone) = self.zones.get_mut(name) {
                        zone.used = true;
                    }
                }
                toml::Value::Array(values) => open.extend(values),
                toml::Value::Table(table) => open.extend(table.values()),
                _ => {}
            }
        }
    }

    /// Reads `[weather]`, or the effect that changes it.
    pub(super) fn weather(&mut self, value: Value) -> Option<Weather> {
        let report = &mut self.report;
        let fields = Fields::open(report, value, "weather", keys::WEATHER, &[])?;
        let usual = Weather::default();
        Some(Weather {
            visibility: fields.word(report, "visibility", words::VISIBILITIES).map_or(usual.visibility, |at| at.value),
            gravity: fields.get("gravity").and_then(|value| gravity(report, value)).unwrap_or(usual.gravity),
            vacuum: fields.boolean(report, "vacuum").unwrap_or(usual.vacuum),
            wind: fields.word(report, "wind", words::DIRECTIONS).map(|at| at.value),
            falls: fields.word(report, "falls", words::FALLS).map(|at| at.value),
            haze: fields.word(report, "haze", words::HAZES).map_or(usual.haze, |at| at.value),
        })
    }
}

/// Gravity in hundredths, from `0.38` or `1`.
fn gravity(report: &mut Report, value: Value) -> Option<i32> {
    let text = match value.get_ref() {
        DeValue::Integer(_) => read::integer(value).map(|whole| whole.to_string()),
        DeValue::Float(float) => Some(float.as_str().to_owned()),
        _ => {
            read::wrong_type(report, value, "`gravity`", "a number such as 0.38");
            return None;
        }
    };
    let hundredths = text.as_deref().and_then(hundredths).filter(|number| (0..=1000).contains(number));
    if hundredths.is_none() {
        report
            .add(Code::BadNumber, &value.span(), "`gravity` is out of range")
            .because("must be from 0 to 10, with at most two decimals");
    }
    hundredths
}

fn hundredths(text: &str) -> Option<i32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > 2 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let whole: i32 = whole.parse().ok().filter(|number| (0..=100).contains(number))?;
    let fraction: i32 = format!("{fraction:0<2}").parse().ok()?;
    Some(whole * 100 + fraction)
}
