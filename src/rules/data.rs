//! The data that each ruleset ships, in one place: ledger, stat blocks, conditions and words.

use std::sync::LazyLock;

use super::book::{Ledger, Words};
use super::effects::{Moment, Never};
use super::glossary::Glossary;
use crate::battle::{LedgerRow, hash_of};

/// The data of a ruleset; each part is read when it is first asked for. Made by [`data!`].
pub struct Data<M: Moment = Never> {
    /// Its key, which is also the name of its folder.
    pub key: &'static str,
    /// The file of its stat blocks, which each ruleset reads in its own way.
    pub bestiary: &'static str,
    /// Its rules and rulings.
    pub ledger: LazyLock<Ledger>,
    /// What can be the matter with a creature.
    pub conditions: LazyLock<Words<M>>,
    /// What can be written for it.
    pub words: LazyLock<Glossary>,
    /// Every file of it.
    pub files: &'static [&'static str],
}

impl<M: Moment> Data<M> {
    /// What people call the ruleset.
    pub fn title(&self) -> &'static str {
        self.words.title
    }

    /// Every rule, in the ledger's own order.
    pub fn rows(&self) -> &[LedgerRow] {
        &self.ledger.rows
    }

    /// A number that changes whenever any of the files does.
    pub fn content_hash(&self) -> u64 {
        hash_of(self.files)
    }
}

/// The text of a file of `assets/rulesets/KEY`.
macro_rules! file {
    ($key:literal, $name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rulesets/", $key, "/", $name, ".toml"))
    };
}
pub(crate) use file;

/// The [`Data`] of a ruleset, from the files of `assets/rulesets/KEY`. Tables of its own are named after the key; the ruleset reads
/// them by [`file!`].
macro_rules! data {
    ($key:literal $(, $own:literal)*) => {{
        use $crate::rules::data::file;
        $crate::rules::data::Data {
            key: $key,
            bestiary: file!($key, "bestiary"),
            ledger: ::std::sync::LazyLock::new(|| $crate::rules::book::Ledger::read(file!($key, "ledger"))),
            conditions: ::std::sync::LazyLock::new(|| $crate::rules::book::Words::read(file!($key, "conditions"))),
            words: ::std::sync::LazyLock::new(|| $crate::rules::glossary::Glossary::read(file!($key, "words"))),
            files: &[
                file!($key, "ledger"),
                file!($key, "bestiary"),
                file!($key, "conditions"),
                file!($key, "words"),
                $(file!($key, $own)),*
            ],
        }
    }};
}
pub(crate) use data;
