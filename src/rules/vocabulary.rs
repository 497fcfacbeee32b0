//! What the rulesets answer when a level is checked.

use crate::battle::check_keys;
use crate::level::{self, About, Outfit, SharedVocabulary, Size, Vocabulary};

/// The words of the rulesets.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    begun: bool,
}

impl Known {
    /// Of the finished ones: what authors may write, as the schema says.
    pub const FINISHED: Self = Self { begun: false };

    /// Of those that are begun as well: what the referee and scenarios play when asked for by key.
    pub const PLAYED: Self = Self { begun: true };
}

impl Vocabulary for Known {
    fn rulesets(&self) -> Vec<String> {
        super::all().iter().map(|ruleset| ruleset.key().to_owned()).collect()
    }

    fn begun(&self) -> Vec<String> {
        let begun = if self.begun { super::begun() } else { &[] };
        begun.iter().map(|ruleset| ruleset.key().to_owned()).collect()
    }

    fn kinds(&self, ruleset: &str) -> Vec<String> {
        super::by_key(ruleset).map_or_else(|| SharedVocabulary.kinds(ruleset), crate::battle::Content::kinds)
    }

    fn damage_words(&self) -> Vec<String> {
        SharedVocabulary.damage_words()
    }

    fn conditions(&self) -> Vec<String> {
        let mut words = SharedVocabulary.conditions();
        for ruleset in super::all() {
            words.extend(ruleset.conditions().into_iter().map(|(key, _)| key));
        }
        words.sort();
        words.dedup();
        words
    }

    fn check_overrides(&self, ruleset: &str, kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        super::by_key(ruleset).map(|ruleset| ruleset.check_overrides(kind, table)).unwrap_or_default()
    }

    fn refuses(&self, ruleset: &str, outfit: &Outfit<'_>) -> Option<String> {
        super::by_key(ruleset)?.refuses(outfit)
    }

    fn check_options(&self, ruleset: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        super::by_key(ruleset).map(|ruleset| ruleset.check_options(table)).unwrap_or_default()
    }

    fn check_object_overrides(&self, ruleset: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        super::by_key(ruleset).map(|ruleset| ruleset.check_object(table)).unwrap_or_default()
    }

    fn check_terrain_overrides(&self, ruleset: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        super::by_key(ruleset).map(|ruleset| ruleset.check_terrain(table)).unwrap_or_default()
    }

    fn keys(&self, ruleset: &str, about: About) -> Vec<(String, serde_json::Value)> {
        let keys = super::by_key(ruleset).map_or(&[][..], |ruleset| ruleset.keys(about));
        let described = keys.iter().map(|known| {
            let mut schema = known.takes.schema();
            schema["description"] = known.means.into();
            (known.key.to_owned(), schema)
        });
        described.collect()
    }

    fn items(&self, ruleset: &str, kind: &str, overrides: Option<&toml::Table>) -> Vec<String> {
        super::by_key(ruleset).map(|ruleset| ruleset.items(kind, overrides)).unwrap_or_default()
    }

    fn naming(&self, ruleset: &str) -> Vec<String> {
        let keys = super::by_key(ruleset).map_or(&[][..], crate::battle::Content::naming);
        keys.iter().map(|&key| key.to_owned()).collect()
    }

    fn prepares(&self, ruleset: &str) -> Vec<String> {
        let keys = super::by_key(ruleset).map_or(&[][..], crate::battle::Content::prepares);
        keys.iter().map(|&key| key.to_owned()).collect()
    }

    fn naming_events(&self, ruleset: &str) -> Vec<String> {
        let keys = super::by_key(ruleset).map_or(&[][..], crate::battle::Content::naming_events);
        keys.iter().map(|&key| key.to_owned()).collect()
    }

    fn check_link(&self, ruleset: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        super::by_key(ruleset).map_or_else(Vec::new, |ruleset| {
            let mut found = check_keys(table, About::Link, ruleset.keys(About::Link));
            let own = ruleset.check_link(table);
            found.extend(own.into_iter().filter(|(key, ..)| table.contains_key(key)));
            found
        })
    }

    fn link_offers(&self, ruleset: &str) -> Vec<String> {
        let offers = super::by_key(ruleset).map_or(&[][..], crate::battle::Continuity::link_offers);
        offers.iter().map(|&(word, _)| word.to_owned()).collect()
    }

    fn sharers(&self, ruleset: &str, kind: &str, size: Option<Size>, overrides: Option<&toml::Table>) -> usize {
        super::by_key(ruleset).map_or(0, |ruleset| ruleset.sharers(kind, size, overrides))
    }

    fn footprint(&self, ruleset: &str, kind: &str, size: Option<Size>, overrides: Option<&toml::Table>) -> u8 {
        let started = super::by_key(ruleset).and_then(|ruleset| ruleset.edge(kind, size, overrides));
        if let Some(edge) = started {
            return edge;
        }
        let known = super::by_key(ruleset).and_then(|ruleset| ruleset.stature(kind)).map(|(size, _)| size);
        SharedVocabulary.footprint(ruleset, kind, size.or(known), overrides)
    }
}

/// Reads a level with the finished rulesets' words.
///
/// # Errors
/// Every finding that keeps it from being played.
pub fn read_level(text: &str, file_name: &str) -> level::Parsed {
    level::parse(text, file_name, &Known::FINISHED)
}

/// Reads a level that may speak to rulesets of which only a part is written.
///
/// # Errors
/// Every finding that keeps it from being played.
pub fn read_level_played(text: &str, file_name: &str) -> level::Parsed {
    level::parse(text, file_name, &Known::PLAYED)
}
