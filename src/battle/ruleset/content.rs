//! What can be written for a ruleset in levels and orders, and its checks.

use crate::battle::board::check_keys;
use crate::battle::values::{Chapter, DamageKind, Key, Lexicon};
use crate::grid::Length;
use crate::level::About;
use crate::level::{self, Outfit};

/// What shared code asks of a creature as it starts.
#[derive(Clone, Debug)]
pub struct Outline {
    /// How large it is.
    pub size: level::Size,
    /// Its upright height.
    pub height: Length,
    /// The edge of its space, in squares.
    pub edge: u8,
    /// What it can carry: the words of `items`.
    pub items: Vec<String>,
}

/// What can be written for a ruleset: kinds, items, conditions, keys of levels; and what is wrong with it.
pub trait Content {
    /// The shared kinds of its bestiary.
    fn kinds(&self) -> Vec<String>;
    /// A creature of a kind with a level's size and overrides for it.
    ///
    /// # Errors
    /// The first thing wrong: the key it is about, then a colon, then the reason; or the reason alone.
    fn outline(
        &self,
        kind: &str,
        size: Option<level::Size>,
        overrides: Option<&toml::Table>,
    ) -> Result<Outline, String>;
    /// The size and upright height of a shared kind.
    fn stature(&self, kind: &str) -> Option<(level::Size, Length)> {
        let plain = self.outline(kind, None, None).ok()?;
        Some((plain.size, plain.height))
    }
    /// The edge, in squares, of the space in which a creature of a kind starts. A level's size and overrides for it count. Nothing where
    /// the overrides are unsound.
    fn edge(&self, kind: &str, size: Option<level::Size>, overrides: Option<&toml::Table>) -> Option<u8> {
        Some(self.outline(kind, size, overrides).ok()?.edge)
    }
    /// How many such creatures may start on one square, another creature's or not; none where each needs its own.
    fn sharers(&self, _kind: &str, _size: Option<level::Size>, _overrides: Option<&toml::Table>) -> usize {
        0
    }
    /// What a creature of a kind can carry, with a level's overrides: the words of `items`.
    fn items(&self, kind: &str, overrides: Option<&toml::Table>) -> Vec<String> {
        let outline = self.outline(kind, None, overrides);
        outline.map(|known| known.items).unwrap_or_default()
    }
    /// The conditions it knows, key and name.
    fn conditions(&self) -> Vec<(String, String)> {
        let words = self.lexicon().conditions.into_iter();
        words.map(|word| (word.key, word.name)).collect()
    }
    /// Its key for a condition, by a word that levels share.
    fn own_word<'w>(&self, word: &'w str) -> &'w str {
        word
    }
    /// The kind of damage that a word of a level means.
    fn damage_kind(&self, word: &str) -> DamageKind;
    /// The keys that a level may set for this ruleset alone.
    fn keys(&self, about: About) -> &'static [Key];
    /// Keys of overrides whose values are names of creatures or ids of sides.
    fn naming(&self) -> &'static [&'static str] {
        &[]
    }
    /// Keys of a level's options that hold lists of what is prepared: tables with `do` as events have it.
    fn prepares(&self) -> &'static [&'static str] {
        &[]
    }
    /// Everything else of it that can be written: actions, questions, what the game master may set, anything that has a name.
    fn lexicon(&self) -> Lexicon;
    /// Tables that overrides of creatures hold, such as an attack of a level's own: the keys of each.
    fn tables(&self) -> Vec<Chapter> {
        Vec::new()
    }
    /// Keys of overrides for objects whose values are ids of events.
    fn naming_events(&self) -> &'static [&'static str] {
        &[]
    }
    /// Why a creature cannot start with these overrides, though each is sound by itself. The text is the key it is about, a colon and the
    /// reason; or the reason alone.
    fn refuses(&self, outfit: &Outfit<'_>) -> Option<String> {
        self.outline(outfit.kind, outfit.size, Some(outfit.overrides)).err()
    }
    /// Checks a level author's overrides for one creature of a kind, which may be unknown: key, message, help.
    fn check_overrides(&self, kind: &str, table: &toml::Table) -> Vec<(String, String, String)>;
    /// Checks a level's options for this ruleset: key, message, help.
    fn check_options(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        check_keys(table, About::Level, self.keys(About::Level))
    }
    /// Checks a level author's overrides for one kind of object: key, message, help.
    fn check_object(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        check_keys(table, About::Object, self.keys(About::Object))
    }
    /// Checks a level author's overrides for one kind of terrain: key, message, help.
    fn check_terrain(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        check_keys(table, About::Terrain, self.keys(About::Terrain))
    }
}
