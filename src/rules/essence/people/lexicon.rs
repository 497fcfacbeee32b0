//! The words of this ruleset: what a level may set, what an order may name, what is asked, what the game master may set. The
//! checks read these tables, and the reference is printed from them.

use super::super::data::stats::*;
use super::super::data::{bestiary, compass, conditions, cue, keys, kind};
use super::super::field::terrain;
use super::super::ruleset::Essence;
use crate::battle::{
    About, Chapter, Content, DamageKind, DamageWords, Key, Lexicon, QuestionWord, StatWord, Takes, action,
};
use crate::grid::Length;
use crate::level::{self, Outfit};

const fn key(key: &'static str, takes: Takes, means: &'static str) -> Key {
    Key { key, takes, means }
}

/// Keys of a level's objects that only this ruleset reads.
pub(crate) static OBJECT: [Key; 7] = [
    key(
        "obscures",
        Takes::Word(&["total", "partial", "none"]),
        "How much it hides whoever is behind it.",
    ),
    key(
        "durability",
        Takes::Number(0..=100),
        "Taken off each damage; its material says where it is absent.",
    ),
    key(
        "climb_dc",
        Takes::Number(0..=60),
        "How hard its faces are to climb; 15 if absent.",
    ),
    key(
        "interact_cost",
        Takes::Number(1..=3),
        "Actions that Interact with it costs.",
    ),
    key(
        "illusory",
        Takes::Flag,
        "It is not there: whoever walks into it walks through it.",
    ),
    key(
        "fixed",
        Takes::Flag,
        "It stands fast, so that one can push off from it and come to rest at it; so if absent.",
    ),
    key("size", Takes::Word(&terrain::SIZES), "Its Size."),
];

/// Keys of a level's terrains that only this ruleset reads.
pub(crate) static TERRAIN: [Key; 5] = [
    key(
        "climb_dc",
        Takes::Number(0..=60),
        "How hard its faces are to climb; 15 if absent.",
    ),
    key(
        "ignored_from_size",
        Takes::Word(&terrain::SIZES),
        "From this Size on it is no Difficult Terrain.",
    ),
    key("current", Takes::Word(&compass::WORDS), "Where its water carries to."),
    key(
        "current_ft",
        Takes::Number(5..=200),
        "How far on each Turn; 10 if absent.",
    ),
    key("underwater", Takes::Flag, "The square lies under water."),
];

const PLACES: &[(&str, &str)] = &[("<x>,<y>", "That square.")];

/// What the rules ask.
static QUESTIONS: [QuestionWord; 11] = [
    QuestionWord {
        kind: kind::READY,
        means: "What somebody has waited for has come.",
        choices: &[
            (
                "release",
                "Do what was readied, upon whom it was meant for or who brought the trigger about.",
            ),
            (
                "release-<creature>",
                "Do it upon that creature, where the trigger names nobody.",
            ),
            ("<maneuver>", "A readied Attack hand to hand becomes that Maneuver."),
            (
                "<maneuver>-<thing>",
                "The same, about that thing of what the target carries.",
            ),
            ("<maneuver>-<creature>", "The same, upon that creature."),
            (
                "<maneuver>-<thing>-<creature>",
                "The same, about that thing of that creature.",
            ),
            ("wait", "Go on waiting."),
        ],
    },
    QuestionWord {
        kind: kind::ENTER,
        means: "Somebody who delays could take its Turn now.",
        choices: &[("enter", "Take it."), ("wait", "Not yet.")],
    },
    QuestionWord {
        kind: kind::LOST_ARM,
        means: "Somebody is grappled with its hands full, and must go without something.",
        choices: &[("<weapon>", "The weapon, or the arm that holds it.")],
    },
    QuestionWord {
        kind: kind::GRAB,
        means: "Somebody would fall and has a Reaction; `number` is the Climb DC.",
        choices: &[("grab", "Try to Grab hold."), ("fall", "Fall.")],
    },
    QuestionWord {
        kind: kind::YIELD,
        means: "A friend tries a Maneuver upon somebody, who need not oppose it.",
        choices: &[("yield", "Let it succeed."), ("oppose", "Roll against it.")],
    },
    QuestionWord {
        kind: kind::DISARM,
        means: "A critical Disarm: where the thing goes.",
        choices: &[
            ("take", "Into the hand of who took it away."),
            ("<direction>", "Flung that way: `north`, `north_east` …"),
            ("drop", "To the ground."),
        ],
    },
    QuestionWord {
        kind: kind::PUSH_DIRECTION,
        means: "A push out of a shared space: which way.",
        choices: &[("<direction>", "That way: `north`, `north_east` …")],
    },
    QuestionWord {
        kind: kind::PUSH_DISTANCE,
        means: "A critical push: how far.",
        choices: &[("15", "15 ft."), ("10", "10 ft."), ("5", "5 ft.")],
    },
    QuestionWord {
        kind: kind::THROWN,
        means: "A rider is thrown and could land on several squares.",
        choices: PLACES,
    },
    QuestionWord {
        kind: kind::LET_GO,
        means: "A grapple ends in a shared space: where somebody comes to stand.",
        choices: PLACES,
    },
    QuestionWord {
        kind: kind::UNFOLD,
        means: "Somebody squeezes no more: where it comes to stand.",
        choices: PLACES,
    },
];

const fn stat(key: &'static str, means: &'static str) -> StatWord {
    from(-1000, key, means)
}

const fn from(least: i32, key: &'static str, means: &'static str) -> StatWord {
    StatWord {
        key,
        bounds: least..=10_000,
        means,
    }
}

/// What the game master may set of a creature.
pub(crate) static STATS: [StatWord; 14] = [
    stat(
        "hp",
        "Hit Points now; at most the maximum. At 0 it is Incapacitated, at the maximum below 0 dead.",
    ),
    from(0, "energy", "Energy now; at most the maximum."),
    stat("actions", "Actions left on this Turn."),
    stat("reactions", "Reactions left."),
    from(1, "hp_max", "Hit Points at most."),
    stat("speed", "Speed in feet."),
    stat("pd", "Physical Defense."),
    stat("md", "Mental Defense."),
    stat("str", "STR."),
    stat("dex", "DEX."),
    stat("ess", "ESS."),
    stat("level", "Level."),
    from(0, "bleed_penalty", "What Bleeding has come to, of somebody who bleeds."),
    stat("altitude", "Feet above the ground of its square, in steps of 5."),
];

/// What the Hit Points of an object may be set to.
pub(crate) static OBJECT_HP: StatWord = StatWord {
    key: "hp",
    bounds: 1..=10_000,
    means: "Hit Points of an object; one without any is gone: `remove` it.",
};

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
        rows: conditions::SHARED
            .iter()
            .map(|(word, own)| vec![code(word), code(own)])
            .collect(),
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
        columns: vec![
            "key",
            "name",
            "class",
            "hands",
            "Reach",
            "Range Increment",
            "damage",
            "more",
        ],
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

impl Content for Essence {
    fn kinds(&self) -> Vec<String> {
        bestiary::kinds()
    }

    fn stature(&self, kind: &str) -> Option<(level::Size, Length)> {
        bestiary::stature(kind)
    }

    fn edge(&self, kind: &str, size: Option<level::Size>, overrides: Option<&toml::Table>) -> Option<u8> {
        bestiary::edge(kind, size, overrides)
    }

    fn items(&self, kind: &str, overrides: Option<&toml::Table>) -> Vec<String> {
        bestiary::items(kind, overrides)
    }

    fn conditions(&self) -> Vec<(String, String)> {
        conditions::ALL.all()
    }

    fn own_word<'w>(&self, word: &'w str) -> &'w str {
        conditions::own_word(word)
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        DamageType::known(word).unwrap_or_default().kind()
    }

    fn keys(&self, about: About) -> &'static [Key] {
        match about {
            About::Level => &[],
            About::Creature => &keys::KEYS,
            About::Object => &OBJECT,
            About::Terrain => &TERRAIN,
        }
    }

    fn naming(&self) -> &'static [&'static str] {
        &["commanded_by", "hidden_from"]
    }

    /// Everything.
    fn lexicon(&self) -> Lexicon {
        Lexicon {
            acts: action::words::<Essence>(),
            questions: &QUESTIONS,
            stats: &STATS,
            object_hp: &OBJECT_HP,
            overrides: &OVERRIDES,
            conditions: conditions::ALL.words(),
            damage: DamageType::words(),
            chapters: vec![Chapter::triggers(&cue::TRIGGERS), shared_words(), weapons(), spells()],
        }
    }

    fn refuses(&self, outfit: &Outfit<'_>) -> Option<String> {
        bestiary::muster(outfit.kind, Some(outfit.overrides), outfit.size).err()
    }

    fn check_overrides(&self, _kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(table)
    }
}
