//! `[rules]`: options for one ruleset alone.

use std::collections::BTreeMap;

use super::compiler::Compiler;
use super::overrides;
use super::read::{self, Entry, Fields};

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
}
