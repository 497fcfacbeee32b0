//! Stat blocks out of tables: what several of them share is written once, under a key, and named by that key; what a level says of
//! one creature is laid over its kind.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::level::nearest;

/// Stat blocks, and what they share.
pub struct Stock {
    /// By the key of a list of a stat block, such as `attacks`: what such a list may name, by key.
    shared: BTreeMap<&'static str, BTreeMap<String, Table>>,
    kinds: BTreeMap<String, Table>,
}

fn tables(table: &mut Table, key: &str) -> BTreeMap<String, Table> {
    let Some(Value::Table(all)) = table.remove(key) else {
        return BTreeMap::new();
    };
    let of = |(key, value): (String, Value)| value.try_into().ok().map(|table| (key, table));
    all.into_iter().filter_map(of).collect()
}

impl Stock {
    /// Reads a file with `[kind.KEY]` and, for each list of stat blocks, the tables of what it can name: `[attacks.KEY]` for `attacks`.
    /// The file ships with the game and is well-formed.
    pub fn read(text: &str, lists: &[&'static str]) -> Self {
        let same: Vec<_> = lists.iter().map(|&list| (list, list)).collect();
        Self::read_from(text, &same)
    }

    /// As [`Stock::read`], where the tables of a list are called otherwise: `[weapon.KEY]` for `weapons`.
    pub fn read_from(text: &str, lists: &[(&'static str, &str)]) -> Self {
        let mut file: Table = toml::from_str(text).expect("the stat blocks' data should be well-formed");
        let shared = lists.iter().map(|&(list, table)| (list, tables(&mut file, table)));
        let shared = shared.collect();
        let kinds = tables(&mut file, "kind");
        assert!(file.is_empty(), "no other tables are known: {file:?}");
        Self { shared, kinds }
    }

    /// The kinds, in alphabetical order.
    pub fn kinds(&self) -> Vec<String> {
        self.kinds.keys().cloned().collect()
    }

    /// Everything a list can name.
    pub fn shared<T: DeserializeOwned>(&self, list: &str) -> Vec<T> {
        let named = |(key, table): (&String, &Table)| {
            let mut table = table.clone();
            table.insert("key".into(), Value::String(key.clone()));
            let read: Result<T, _> = Value::Table(table).try_into();
            read.unwrap_or_else(|why| panic!("`{key}` of the {list} should be sound: {why}"))
        };
        self.shared[list].iter().map(named).collect()
    }

    /// A creature of a kind with a level's overrides.
    ///
    /// # Errors
    /// The first thing wrong, as a sentence for the level's author.
    pub fn spawn_creature<T: DeserializeOwned>(&self, kind: &str, overrides: &Table) -> Result<T, String> {
        read(self.spelled_out(&self.laid_over(kind, overrides)?)?)
    }

    /// A kind with a level's overrides, as they are written.
    ///
    /// # Errors
    /// There is no such kind.
    pub fn laid_over(&self, kind: &str, overrides: &Table) -> Result<Table, String> {
        let known = self.kinds.get(kind).ok_or_else(|| format!("there is no `{kind}` in this ruleset"))?;
        let mut whole = known.clone();
        whole.extend(overrides.iter().map(|(key, value)| (key.clone(), value.clone())));
        Ok(whole)
    }

    /// A stat block with every entry of its lists in full.
    ///
    /// # Errors
    /// The first entry that is wrong, as a sentence for the level's author.
    pub fn spelled_out(&self, table: &Table) -> Result<Table, String> {
        let mut whole = table.clone();
        for (list, named) in &self.shared {
            if let Some(Value::Array(entries)) = whole.get_mut(*list) {
                for entry in entries {
                    *entry = Value::Table(whole_entry(list, named, entry)?);
                }
            }
        }
        Ok(whole)
    }
}

/// What a level says to one ruleset alone about something, which has the usual values where it says nothing.
///
/// # Errors
/// The first thing wrong, as a sentence for the level's author.
pub fn said<T: DeserializeOwned>(rules: &BTreeMap<String, Table>, ruleset: &str) -> Result<T, String> {
    read(rules.get(ruleset).cloned().unwrap_or_default())
}

fn read<T: DeserializeOwned>(table: Table) -> Result<T, String> {
    let read: Result<T, toml::de::Error> = table.try_into();
    read.map_err(|why| why.message().to_owned())
}

/// The full table of an entry: a key, or a table that says what is different from what its key stands for.
fn whole_entry(list: &str, named: &BTreeMap<String, Table>, entry: &Value) -> Result<Table, String> {
    let own = entry.as_table();
    let key = match own {
        Some(own) => own.get("key").and_then(Value::as_str),
        None => entry.as_str(),
    };
    let key = key.ok_or_else(|| format!("an entry of `{list}` is a key or a table with `key`"))?;
    let known: Vec<&str> = named.keys().map(String::as_str).collect();
    if own.is_none() && !named.contains_key(key) {
        let help = nearest(key, &known)
            .map_or_else(|| format!("known are {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
        return Err(format!("`{list}`: there is no `{key}`; {help}"));
    }
    let mut table = named.get(key).cloned().unwrap_or_default();
    table.insert("key".into(), Value::String(key.to_owned()));
    table.extend(own.into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())));
    Ok(table)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Tool {
        key: String,
        weight: i32,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Smith {
        arm: i32,
        tools: Vec<Tool>,
    }

    #[test]
    fn a_level_lays_what_it_says_over_a_kind_and_what_kinds_share() {
        let text = "[tools.tongs]\nweight = 2\n[tools.hammer]\nweight = 5\n[kind.smith]\narm = 3\ntools = [\"hammer\"]";
        let stock = Stock::read(text, &["tools"]);
        let spawn_creature =
            |overrides: &str| stock.spawn_creature::<Smith>("smith", &toml::from_str(overrides).expect("well-formed"));
        let tool = |key: &str, weight| Tool { key: key.into(), weight };
        let plain = spawn_creature("").expect("a smith");
        assert_eq!(plain, Smith { arm: 3, tools: vec![tool("hammer", 5)] });
        let other = spawn_creature(
            "arm = 4\ntools = [{ key = \"hammer\", weight = 9 }, \"tongs\", { key = \"axe\", weight = 1 }]",
        );
        assert_eq!(other.expect("a smith").tools, [tool("hammer", 9), tool("tongs", 2), tool("axe", 1)]);
        for (wrong, says) in
            [("tools = [\"hamer\"]", "did you mean `hammer`"), ("leg = 1", "leg"), ("tools = [3]", "a key or a table")]
        {
            let why = spawn_creature(wrong).expect_err("it is wrong");
            assert!(why.contains(says), "{why}");
        }
    }
}
