//! The kinds of damage of a ruleset. One table says what each is called, in which colours it is shown, and by which words levels mean it.

use super::look::Tint;
use super::outcome::DamageKind;

/// A kind of damage: what people call it, its colours, and every word that means it, of which the first is its key.
pub type DamageRow<T> = (T, &'static str, Tint, &'static [&'static str]);

/// The kinds of damage of a ruleset.
pub trait DamageWords: Copy + Default + PartialEq + 'static {
    /// All of them. What a word means that is not there is the default, the plainest.
    const ALL: &'static [DamageRow<Self>];

    /// The kind that a word means; `None` if it means none.
    fn known(word: &str) -> Option<Self> {
        let meant = |(.., words): &&DamageRow<Self>| words.iter().any(|known| known.eq_ignore_ascii_case(word));
        Self::ALL.iter().find(meant).map(|&(kind, ..)| kind)
    }

    /// The kinds that a list of words means.
    ///
    /// # Errors
    /// Which of them means none.
    fn listed<C: FromIterator<Self>>(words: &[String]) -> Result<C, String> {
        let kind = |word: &String| Self::known(word).ok_or_else(|| format!("no damage type `{word}`"));
        words.iter().map(kind).collect()
    }

    /// Every kind by its name, with the words for it.
    fn words() -> Vec<(String, Vec<&'static str>)> {
        let row = |&(_, name, _, words): &DamageRow<Self>| (name.to_owned(), words.to_vec());
        Self::ALL.iter().map(row).collect()
    }

    /// The keys of all.
    fn keys() -> Vec<&'static str> {
        Self::ALL.iter().map(|&(.., words)| words[0]).collect()
    }

    /// Its row of the table.
    fn row(self) -> &'static DamageRow<Self> {
        let row = Self::ALL.iter().find(|&&(kind, ..)| kind == self);
        row.expect("the table should list every kind of damage")
    }

    /// What people call it.
    fn name(self) -> &'static str {
        self.row().1
    }

    /// Its colours.
    fn tint(self) -> Tint {
        self.row().2
    }

    /// Its key, as data write it.
    fn key(self) -> &'static str {
        self.row().3[0]
    }

    /// As everybody reads it.
    fn kind(self) -> DamageKind {
        DamageKind { key: self.key().into(), name: self.name().into(), tint: self.tint() }
    }
}
