//! What every ruleset reads from its data alike: the ledger with its rulings, and the words for what can ail a creature with the
//! rows that say what it does.

use serde::Deserialize;

use super::effects::{Effect, Effects, Moment, Never};
use crate::battle::{ConditionView, ConditionWord, LedgerRow, Mark, RowKind, Rule};

/// A ruleset's key for a word that levels share, by the list of those for which it has another.
pub(crate) fn own_word<'w>(others: &[(&str, &'static str)], word: &'w str) -> &'w str {
    let own = others.iter().find(|(shared, _)| *shared == word);
    own.map_or(word, |(_, own)| own)
}

/// A decision where the source is silent or can be read in more than one way.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// Such as `R7`.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// The decision, and why.
    pub text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    section: String,
    text: String,
    check: String,
    basis: Vec<String>,
    #[serde(default)]
    kind: RowKind,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    row: Vec<Entry>,
    ruling: Vec<Ruling>,
}

/// A ledger: rows, what each rests on, and rulings.
pub struct Ledger {
    /// Every rule, in order.
    pub rows: Vec<LedgerRow>,
    bases: Vec<Vec<String>>,
    /// Every ruling, in order.
    pub rulings: Vec<Ruling>,
}

impl Ledger {
    /// Reads the data of a ledger, which ships with the game and is well-formed.
    pub fn read(text: &str) -> Self {
        let file: File = toml::from_str(text).expect("the ledger's data should be well-formed");
        let (rows, bases) = file
            .row
            .into_iter()
            .map(|entry| {
                let Entry { id, section, text, check, basis, kind } = entry;
                (LedgerRow { id, section, text, check, kind }, basis)
            })
            .unzip();
        Self { rows, bases, rulings: file.ruling }
    }

    /// Where a rule comes from: `source`, the ids of rulings, or both. Empty for an unknown rule.
    pub fn basis(&self, id: &str) -> &[String] {
        let row = self.rows.iter().position(|row| row.id == id);
        row.map_or(&[], |row| &self.bases[row])
    }
}

#[cfg(test)]
impl Ledger {
    /// So many rows and rulings; every row has an id of its own, a text, an example, and a basis that exists.
    pub(super) fn is_sound(&self, prefix: &str, rows: usize, rulings: usize) {
        use std::collections::BTreeSet;
        let known: BTreeSet<&str> = self.rulings.iter().map(|ruling| ruling.id.as_str()).collect();
        let ids: BTreeSet<&str> = self.rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!((ids.len(), self.rows.len(), known.len()), (rows, rows, rulings));
        for row in &self.rows {
            let told = row.id.starts_with(prefix) && !row.text.is_empty() && !row.check.is_empty();
            let basis = self.basis(&row.id);
            let exists = |from: &String| from == "source" || known.contains(from.as_str());
            assert!(told && !basis.is_empty() && basis.iter().all(exists), "{}", row.id);
        }
    }
}

/// Something that can be the matter with a creature, in words.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "M: Moment"))]
pub struct Word<M: Moment = Never> {
    /// Its key.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What it does.
    pub text: String,
    /// The rule behind it.
    pub rule: String,
    /// What it looks like on the board.
    pub mark: Option<Mark>,
    /// Whether a level or the game master may give it; the others follow from other state.
    #[serde(default)]
    pub given: bool,
    /// What it does, as far as rows say so.
    #[serde(default = "Vec::new")]
    effects: Vec<Effect<M>>,
}

/// All of them, and what they do.
pub struct Words<M: Moment = Never>(pub Vec<Word<M>>, Effects<M>);

impl<M: Moment> Words<M> {
    /// Reads the data, which ship with the game and are well-formed.
    pub fn read(text: &str) -> Self {
        Self::parse(text).unwrap_or_else(|why| panic!("the conditions' data should be well-formed: {why}"))
    }

    /// Reads data.
    ///
    /// # Errors
    /// What is wrong with them, and where.
    pub fn parse(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields, bound(deserialize = "M: Moment"))]
        struct File<M: Moment> {
            condition: Vec<Word<M>>,
        }
        let file: File<M> = toml::from_str(text).map_err(|why| why.to_string())?;
        let words = file.condition;
        let rows = words.iter().map(|word| (word.key.as_str(), word.name.as_str(), word.effects.clone()));
        let effects = Effects::new(rows);
        Ok(Self(words, effects))
    }

    /// What they do.
    pub fn effects(&self) -> &Effects<M> {
        &self.1
    }

    fn get(&self, key: &str) -> Option<&Word<M>> {
        self.0.iter().find(|word| word.key == key)
    }

    /// Whether a creature can be given the condition of this key.
    pub fn known(&self, key: &str) -> bool {
        self.get(key).is_some_and(|word| word.given)
    }

    /// All of them, for people who look them up.
    pub fn words(&self) -> Vec<ConditionWord> {
        let word = |word: &Word<M>| ConditionWord {
            key: word.key.clone(),
            name: word.name.clone(),
            text: word.text.clone(),
            rule: word.rule.clone(),
            given: word.given,
        };
        self.0.iter().map(word).collect()
    }

    /// What a condition looks like on the board.
    pub fn mark(&self, key: &str) -> Option<Mark> {
        self.get(key)?.mark
    }

    /// How the sheet shows a condition; an unknown key stands for itself.
    pub fn ailment(&self, key: &str, lasts: &str) -> ConditionView {
        let word = self.get(key);
        ConditionView {
            key: key.to_owned(),
            mark: self.mark(key),
            label: word.map_or_else(|| key.to_owned(), |word| word.name.clone()),
            text: word.map(|word| word.text.clone()).unwrap_or_default(),
            lasts: lasts.to_owned(),
            rule: word.map(|word| Rule(word.rule.clone().into())),
        }
    }
}

#[cfg(test)]
impl<M: Moment> Words<M> {
    /// Each cites a rule that exists, and so does each of the rows that say what it does.
    pub(super) fn cite(&self, ledger: &[LedgerRow]) {
        let words = self.0.iter().map(|word| (word.key.as_str(), word.rule.as_str()));
        for (key, rule) in words.chain(self.1.rows().map(|(key, effect)| (key, effect.rule.id()))) {
            let exists = ledger.iter().any(|row| row.id == rule);
            assert!(exists, "{key} cites {rule}");
        }
    }
}
