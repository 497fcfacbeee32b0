//! Everything of this ruleset that can be written.

use super::data::{Armour, Attack, DamageType, SKILLS, bestiary, conditions};
use super::fight::{dodge, exploit, passing};
use super::ruleset::Edge;
use crate::battle::*;
use crate::grid::Length;
use crate::level::{self, Outfit};

/// What a level may say of objects for this ruleset alone.
pub(super) static OBJECT: [Key; 1] = [Key::new(
    "cover",
    Takes::Word(&["none", "light", "moderate", "high", "total"]),
    "How much of a body it hides; by its height if absent.",
)];

static QUESTIONS: [QuestionWord; 3] = [
    QuestionWord {
        kind: dodge::DODGE,
        means: "Somebody is struck at hand to hand and may dodge, before the dice.",
        choices: &[
            (dodge::DODGE, "Dodges, with its reaction."),
            (exploit::NONE, "Keeps the reaction."),
        ],
    },
    QuestionWord {
        kind: exploit::EXPLOIT,
        means: "A success with a 12 may bring something besides.",
        choices: &[
            ("on_guard", "Rank 2: Defense +2 until its next turn."),
            (
                "effective_strike",
                "Rank 5: 1d6 more damage, and a save against sickness.",
            ),
            (exploit::NONE, "The hit alone."),
        ],
    },
    QuestionWord {
        kind: passing::OPPORTUNITY,
        means: "Somebody is about to leave an enemy's reach.",
        choices: &[
            ("<attack>", "Strikes with the attack of that key."),
            (exploit::NONE, "Lets it go."),
        ],
    },
];

static STATS: [StatWord; 1] = [StatWord {
    key: "vp",
    bounds: 1..=10_000,
    means: "Vitality points now; at most the maximum.",
}];

static OBJECT_HP: StatWord = StatWord {
    key: "hp",
    bounds: 1..=10_000,
    means: "Objects have no points under this ruleset yet.",
};

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

    fn conditions(&self) -> Vec<(String, String)> {
        conditions::ALL.all()
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        DamageType::known(word).unwrap_or_default().kind()
    }

    fn keys(&self, about: About) -> &'static [Key] {
        match about {
            About::Level => &[],
            About::Creature => &bestiary::KEYS,
            About::Object => &OBJECT,
            About::Terrain => &[],
        }
    }

    /// Everything.
    fn lexicon(&self) -> Lexicon {
        let (attacks, armour) = bestiary::shared();
        Lexicon {
            acts: action::words::<Edge>(),
            questions: &QUESTIONS,
            stats: &STATS,
            object_hp: &OBJECT_HP,
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
