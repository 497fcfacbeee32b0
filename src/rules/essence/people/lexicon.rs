//! The words of this ruleset: what a level may set, what an order may name, what is asked, what the game master may set. The
//! checks read these tables, and the reference is printed from them.

use super::super::data::keys::WORDS;
use super::super::data::stats::*;
use super::super::data::{bestiary, conditions, trigger};
use super::super::ruleset::Essence;
use crate::battle::{Chapter, DamageWords, Lexicon, action};

/// Overrides that nobody else knows.
pub(crate) static OVERRIDES: [(&str, &str, &str); 1] = [(
    "ready",
    "a name, or left away",
    "What `creature` waited for has come; the name says who brought it about, if anybody.",
)];

fn code(word: &str) -> String {
    format!("`{word}`")
}

fn shared_words() -> Chapter {
    Chapter {
        title: "Shared words for conditions",
        about: "Words that levels share, where this ruleset has another of its own.",
        columns: vec!["word", "meant is"],
        rows: conditions::SHARED.iter().map(|(word, own)| vec![code(word), code(own)]).collect(),
    }
}

fn weapons() -> Chapter {
    let row = |weapon: &Weapon| {
        let feet = |feet: Option<Feet>| feet.map(|feet| format!("{feet} ft")).unwrap_or_default();
        let more = [
            weapon.thrown.then_some("thrown"),
            weapon.natural.then_some("of the body"),
            weapon.metal.then_some("metal"),
        ];
        vec![
            code(&weapon.key),
            weapon.name.clone(),
            format!("{:?}", weapon.class).to_lowercase(),
            weapon.hands.to_string(),
            feet(weapon.reach_ft),
            feet(weapon.increment_ft),
            format!("{} {}", weapon.damage, weapon.damage_type.key()),
            more.into_iter().flatten().collect::<Vec<_>>().join(", "),
        ]
    };
    Chapter {
        title: "Weapons",
        about: "What `with` names, and the keys `weapons`, `held` and `items` of a level's creatures.",
        columns: vec!["key", "name", "class", "hands", "Reach", "Range Increment", "damage", "more"],
        rows: bestiary::shared_weapons().iter().map(row).collect(),
    }
}

fn spells() -> Chapter {
    let row = |spell: &Spell| {
        let against = match spell.attack {
            Some(Against::Physical) => "Physical Defense",
            Some(Against::Mental) => "Mental Defense",
            None => "",
        };
        let effect = match &spell.effect {
            SpellEffect::Damage(kind) => format!("{} damage", kind.name()),
            SpellEffect::Heal => "heals".to_owned(),
            SpellEffect::Shaken => "Shaken".to_owned(),
            SpellEffect::Fog => "fog".to_owned(),
            SpellEffect::Light(feet) => format!("light, {feet} ft"),
            SpellEffect::Invisible => "invisible".to_owned(),
        };
        let dials = DIALS.iter().filter_map(|name| {
            let dial = spell.dial(name)?;
            let most = dial.most.max(dial.least);
            (most > 0).then(|| format!("`{name}` {} to {most}", dial.least))
        });
        vec![
            code(&spell.key),
            spell.name.clone(),
            effect,
            against.to_owned(),
            dials.collect::<Vec<_>>().join(", "),
            spell.control_ft.map(|feet| format!("{feet} ft")).unwrap_or_default(),
        ]
    };
    Chapter {
        title: "Spells",
        about: "What `with` of `cast` names, and the key `spells` of a level's creatures.",
        columns: vec!["key", "name", "effect", "against", "Energy", "Control"],
        rows: bestiary::shared_spells().iter().map(row).collect(),
    }
}

/// Everything.
pub(crate) fn lexicon() -> Lexicon {
    Lexicon {
        acts: action::words::<Essence>(),
        questions: &WORDS.questions,
        stats: &WORDS.stats,
        object_hp: &WORDS.object_hp,
        overrides: &OVERRIDES,
        conditions: conditions::ALL.words(),
        damage: DamageType::words(),
        chapters: vec![Chapter::triggers(&trigger::TRIGGERS), shared_words(), weapons(), spells()],
    }
}

/// The keys of what a level's creatures may have of their own.
pub(crate) fn tables() -> Vec<Chapter> {
    let about = Chapter::OVER_A_SHARED_ONE;
    vec![
        Chapter::of_type::<Weapon>("A table of `weapons`", about),
        Chapter::of_type::<Spell>("A table of `spells`", about),
        Chapter::of_type::<Wand>("A table of `wands`", ""),
    ]
}
