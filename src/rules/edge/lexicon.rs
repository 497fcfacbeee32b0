//! Everything of this ruleset that can be written.

use super::data::{Armour, Attack, DamageType, SKILLS, bestiary, conditions};
use super::ruleset::Edge;
use crate::battle::*;
use crate::grid::Length;
use crate::level::{self, Outfit};

fn attack(one: &Attack) -> (String, String, String) {
    (one.key.clone(), one.name.clone(), one.words())
}

fn piece(one: &Armour) -> (String, String, String) {
    (one.key.clone(), one.name.clone(), format!("Armour Value {}", one.av))
}

impl Content for Edge {
    fn kinds(&self) -> Vec<String> {
        bestiary::kinds()
    }

    fn stature(&self, kind: &str) -> Option<(level::Size, Length)> {
        bestiary::stature(kind).map(|size| (size.shared(), size.tall()))
    }

    fn edge(&self, kind: &str, size: Option<level::Size>, overrides: Option<&toml::Table>) -> Option<u8> {
        Some(bestiary::muster(kind, size, overrides).ok()?.size.edge())
    }

    fn items(&self, kind: &str, overrides: Option<&toml::Table>) -> Vec<String> {
        let Ok(profile) = bestiary::muster(kind, None, overrides) else {
            return Vec::new();
        };
        let attacks = profile.attacks.into_iter().map(|with| with.key);
        attacks
            .chain(profile.armour.into_iter().map(|piece| piece.key))
            .collect()
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        DamageType::known(word).unwrap_or_default().kind()
    }

    fn keys(&self, about: About) -> &'static [Key] {
        bestiary::WORDS.keys(about)
    }

    /// Everything.
    fn lexicon(&self) -> Lexicon {
        let (attacks, armour) = bestiary::shared();
        Lexicon {
            acts: action::words::<Edge>(),
            questions: &bestiary::WORDS.questions,
            stats: &bestiary::WORDS.stats,
            object_hp: &bestiary::WORDS.object_hp,
            overrides: &[],
            conditions: conditions::ALL.words(),
            damage: DamageType::words(),
            chapters: vec![
                Chapter::keyed("Attacks", "What `with` of an attack names.", attacks.iter().map(attack)),
                Chapter::keyed(
                    "Armour",
                    "What `armour` of a level's creatures names.",
                    armour.iter().map(piece),
                ),
                Chapter::keyed(
                    "Skills",
                    "What `skills` of a level's creatures names.",
                    SKILLS
                        .iter()
                        .map(|(key, name)| (key.to_string(), name.to_string(), String::new())),
                ),
            ],
        }
    }

    fn refuses(&self, outfit: &Outfit<'_>) -> Option<String> {
        bestiary::muster(outfit.kind, outfit.size, Some(outfit.overrides)).err()
    }

    fn check_overrides(&self, _kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(table)
    }
}
