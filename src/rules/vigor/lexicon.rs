//! Everything of this ruleset that can be written.

use super::data::{Armour, Attack, DamageType, Technique, bestiary, conditions};
use super::fight::{defence, exposed};
use super::gm::CHARGES;
use super::ruleset::Vigor;
use crate::battle::*;

/// What a level may say of objects and ground for this ruleset alone.
pub static OBJECT: [Key; 2] = [
    Key::new(
        "barrier",
        Takes::Word(&["nothing", "foliage", "low", "tall"]),
        "What it is to lines and ways.",
    ),
    Key::new("ar", Takes::Number(0..=100), "The Armor Rank of its own."),
];

/// Likewise.
pub static TERRAIN: [Key; 1] = [Key::new(
    "foliage",
    Takes::Flag,
    "Bushes: they hide whoever stands in them or behind.",
)];

static QUESTIONS: [QuestionWord; 2] = [
    QuestionWord {
        kind: defence::DODGE,
        means: "An attack would land on somebody who may defend; `number` is what has to be beaten.",
        choices: &[
            (defence::DODGE, "Dodge."),
            ("<defense>", "The Defense of that key."),
            (defence::NONE, "Take it."),
        ],
    },
    QuestionWord {
        kind: exposed::OPENING,
        means: "Somebody has laid itself open to an enemy near it.",
        choices: &[
            ("<attack>", "Strikes with the attack of that key."),
            (defence::NONE, "Lets it pass."),
        ],
    },
];

const fn track(key: &'static str, means: &'static str) -> StatWord {
    StatWord {
        key,
        bounds: 0..=10_000,
        means,
    }
}

static STATS: [StatWord; 3] = [
    track("vigor", "Vigor now; at most the maximum."),
    track("durability", "Durability, likewise."),
    track("health", "Health, likewise."),
];

static OBJECT_HP: StatWord = StatWord {
    key: "durability",
    bounds: 1..=10_000,
    means: "Durability of an object; one without any is gone: `remove` it.",
};

static OVERRIDES: [(&str, &str, &str); 2] = [
    (CHARGES[0].0, "nothing", CHARGES[0].1),
    (CHARGES[1].0, "nothing", CHARGES[1].1),
];

/// Everything.
pub fn lexicon() -> Lexicon {
    let (attacks, armour, techniques) = bestiary::shared();
    Lexicon {
        acts: action::words::<Vigor>(),
        questions: &QUESTIONS,
        stats: &STATS,
        object_hp: &OBJECT_HP,
        overrides: &OVERRIDES,
        conditions: conditions::ALL.words(),
        damage: DamageType::words(),
        chapters: vec![
            chapter(
                "Attacks",
                "What `with` of `attack` names.",
                attacks.iter().map(attack).collect(),
            ),
            chapter(
                "Armour",
                "What `worn` of a level's creatures names.",
                armour.iter().map(piece).collect(),
            ),
            chapter(
                "Techniques",
                "What `with` of `technique` begins with.",
                techniques.iter().map(technique).collect(),
            ),
        ],
    }
}

fn chapter(title: &'static str, about: &'static str, rows: Vec<[String; 3]>) -> Chapter {
    Chapter {
        title,
        about,
        columns: vec!["key", "name", "what it is"],
        rows: rows.into_iter().map(Vec::from).collect(),
    }
}

fn attack(one: &Attack) -> [String; 3] {
    let what = format!(
        "{}d{} {}",
        one.damage_value,
        one.quality.die(),
        one.damage_type.kind().name
    );
    [format!("`{}`", one.key), one.name.clone(), what]
}

fn piece(one: &Armour) -> [String; 3] {
    let what = format!(
        "Armor Rank {}, Durability {}, Guard {:+}",
        one.ar, one.durability, one.guard
    );
    [format!("`{}`", one.key), one.name.clone(), what]
}

fn technique(one: &Technique) -> [String; 3] {
    let what = format!("{} Vigor, {} Charges", one.vigor, one.charges);
    [format!("`{}`", one.key), one.name.clone(), what]
}
