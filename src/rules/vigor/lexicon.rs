//! Everything of this ruleset that can be written.

use super::actions::TRIGGERS;
use super::data::{Armour, Attack, DODGE, DamageType, Item, NONE, Spell, Technique, Use, bestiary, conditions};
use super::fight::{exposed, off_hand, readied, resist, sway};
use super::gm::{BRITTLE, CHARGES, CHARMED_BY, DAMAGE_CHARGES, JOINS, OPEN, PINNED_BY, REVEALED, VS};
use super::ruleset::Vigor;
use super::wishes;
use crate::battle::*;

/// What a level may say of objects and ground for this ruleset alone.
pub(super) static OBJECT: [Key; 10] = [
    Key::new(
        "barrier",
        Takes::Word(&["nothing", "foliage", "low", "tall", "solid"]),
        "What it is to lines and ways; `solid` counts as two tall ones.",
    ),
    Key::new("ar", Takes::Number(0..=100), "The Armor Rank of its own."),
    Key::new(
        "durability_rank",
        Takes::Word(&["heroic", "epic", "legendary"]),
        "The quality that harms it at all.",
    ),
    Key::new(
        "sturdy",
        Takes::Flag,
        "Whether it stops what flies at it; it does if absent.",
    ),
    Key::new(
        "size",
        Takes::Word(&["tiny", "small", "medium", "large", "huge", "massive", "colossal"]),
        "Its size category.",
    ),
    Key::new("flammable", Takes::Flag, "Whether fire takes hold of it."),
    Key::new(
        "stops_radiation",
        Takes::Flag,
        "Whether what it stops of other harm it stops of radiation, too.",
    ),
    Key::new(
        "corrodible",
        Takes::Flag,
        "Whether acid eats it: its Armor Rank does not count then.",
    ),
    Key::new("vs", Takes::Number(1..=100), "What a check must beat to work it."),
    Key::new(
        "skill",
        Takes::Word(&[
            "awareness",
            "social",
            "menace",
            "medicine",
            "medical_science",
            "stealth",
            "piloting",
            "archery",
            "gunnery",
            "spellcraft",
        ]),
        "The skill of that check; Agility alone if absent.",
    ),
];

/// Likewise.
pub(super) static TERRAIN: [Key; 4] = [
    Key::new(
        "foliage",
        Takes::Flag,
        "Bushes: they hide whoever stands in them or behind.",
    ),
    Key::new(
        "visibility",
        Takes::Word(&["reduced", "low", "zero"]),
        "How thick the air is there.",
    ),
    Key::new("flammable", Takes::Flag, "Whether fire takes hold of it."),
    Key::new("vacuum", Takes::Flag, "There is no air: nothing Sonic comes through."),
];

static QUESTIONS: [QuestionWord; 8] = [
    QuestionWord {
        kind: wishes::WATCH,
        means: "Before the order is rolled, the owner of somebody with `may_watch` says from where it expects an attack.",
        choices: &[
            (
                "<direction>",
                "From there: `n`, `ne`, `e`, `se`, `s`, `sw`, `w` or `nw`.",
            ),
            (wishes::NO, "It keeps no Over Watch."),
        ],
    },
    QuestionWord {
        kind: wishes::TAKE_PART,
        means: "Before the order is rolled, and at the end of each round as long as it stays out, the owner of somebody with \
                `may_stay_out` says whether it takes part.",
        choices: &[
            (wishes::YES, "It rolls, and acts from the round that begins."),
            (wishes::NO, "It has no turn."),
        ],
    },
    QuestionWord {
        kind: DODGE,
        means: "An attack would land on somebody who may defend; `number` is what has to be beaten.",
        choices: &[
            (DODGE, "Dodge."),
            ("<defense>", "The Defense of that key."),
            (NONE, "Take it."),
        ],
    },
    QuestionWord {
        kind: exposed::OPENING,
        means: "Somebody has laid itself open to an enemy near it.",
        choices: &[
            ("<attack>", "Strikes with the attack of that key."),
            (NONE, "Lets it pass."),
        ],
    },
    QuestionWord {
        kind: off_hand::OFF_HAND,
        means: "Somebody may strike with the other hand, too.",
        choices: &[
            ("<attack>-<name>", "Strikes that one with the attack of that key."),
            (
                "throw-<attack>-<name>",
                "Throws that weapon at that one, where the arm does not reach.",
            ),
            (NONE, "Leaves it at that."),
        ],
    },
    QuestionWord {
        kind: resist::RESIST,
        means: "An effect has struck; `number` is what has to be beaten, or the harm that a check halves.",
        choices: &[
            ("<score>", "Struggles with that score, such as `strength`."),
            (resist::ACCEPT, "Lets it come."),
        ],
    },
    QuestionWord {
        kind: readied::READY,
        means: "What somebody has waited for has come.",
        choices: &[("release", "Does what it has readied."), ("wait", "Waits on.")],
    },
    QuestionWord {
        kind: sway::RESOLVE,
        means: "A skill is used against somebody who may react; `number` is what has to be beaten.",
        choices: &[(sway::RESOLVE, "Reacts with Resolve."), (NONE, "Lets it come.")],
    },
];

const fn track(key: &'static str, means: &'static str) -> StatWord {
    StatWord {
        key,
        bounds: 0..=10_000,
        means,
    }
}

const fn score(key: &'static str, means: &'static str) -> StatWord {
    StatWord {
        key,
        bounds: 1..=60,
        means,
    }
}

const fn most(key: &'static str, least: i32, means: &'static str) -> StatWord {
    StatWord {
        key,
        bounds: least..=10_000,
        means,
    }
}

static STATS: [StatWord; 17] = [
    track(
        "vigor",
        "Vigor now; at most the maximum. Whoever has none is Winded, whoever has 5 again is not.",
    ),
    track(
        "durability",
        "Durability, likewise. Without any the living are Wounded; all others are destroyed.",
    ),
    track(
        "health",
        "Health of the living, likewise. Without any they go into Shock; with some they come to themselves.",
    ),
    track("mana", "Mana, likewise."),
    score("strength", "Strength."),
    score("agility", "Agility."),
    score("speed", "Speed."),
    score("stamina", "Stamina."),
    score("reason", "Reason."),
    score("resolve", "Resolve."),
    score("soul", "Soul."),
    most("vigor_max", 5, "Vigor at most."),
    most("durability_max", 1, "Durability at most."),
    most("health_max", 1, "Health at most, of the living."),
    most("mana_max", 0, "Mana at most."),
    StatWord {
        key: "turn_actions",
        bounds: 1..=6,
        means: "Actions a turn.",
    },
    StatWord {
        key: "guard_bonus",
        bounds: -20..=60,
        means: "What abilities add to its Guard.",
    },
];

static OBJECT_HP: StatWord = StatWord {
    key: "durability",
    bounds: 1..=10_000,
    means: "Durability of an object; one without any is gone: `remove` it.",
};

static OVERRIDES: [(&str, &str, &str); 11] = [
    (CHARGES[0].0, "nothing", CHARGES[0].1),
    (CHARGES[1].0, "nothing", CHARGES[1].1),
    (DAMAGE_CHARGES[0].0, "nothing", DAMAGE_CHARGES[0].1),
    (DAMAGE_CHARGES[1].0, "nothing", DAMAGE_CHARGES[1].1),
    (BRITTLE.0, "nothing; of a thing that can break", BRITTLE.1),
    (JOINS.0, "nothing", JOINS.1),
    (REVEALED.0, "nothing", REVEALED.1),
    (OPEN.0, "nothing", OPEN.1),
    (VS.0, "a number from 1 to 100", VS.1),
    (CHARMED_BY.0, "the name of its charmer, or nothing", CHARMED_BY.1),
    (PINNED_BY.0, "the name of its holder beside it, or nothing", PINNED_BY.1),
];

/// Everything.
pub(super) fn lexicon() -> Lexicon {
    let (attacks, armour, techniques) = bestiary::shared();
    let (spells, items) = bestiary::shared_magic();
    Lexicon {
        acts: action::words::<Vigor>(),
        questions: &QUESTIONS,
        stats: &STATS,
        object_hp: &OBJECT_HP,
        overrides: &OVERRIDES,
        conditions: conditions::ALL.words(),
        damage: DamageType::words(),
        chapters: vec![
            Chapter::triggers(&TRIGGERS),
            Chapter::keyed("Attacks", "What `with` of `attack` names.", attacks.iter().map(attack)),
            Chapter::keyed(
                "Armour",
                "What `worn` of a level's creatures names.",
                armour.iter().map(piece),
            ),
            Chapter::keyed(
                "Techniques",
                "What `with` of `technique` begins with.",
                techniques.iter().map(technique),
            ),
            Chapter::keyed("Spells", "What `with` of `spell` names.", spells.iter().map(spell)),
            Chapter::keyed(
                "Things to carry",
                "What `with` of `item` names.",
                items.iter().map(item),
            ),
        ],
    }
}

fn attack(one: &Attack) -> (String, String, String) {
    let what = format!(
        "{}d{} {}",
        one.damage_value,
        one.quality.die(),
        one.damage_type.kind().name
    );
    (one.key.clone(), one.name.clone(), what)
}

fn piece(one: &Armour) -> (String, String, String) {
    let what = format!(
        "Armor Rank {}, Durability {}, Guard {:+}",
        one.ar, one.durability, one.guard
    );
    (one.key.clone(), one.name.clone(), what)
}

fn technique(one: &Technique) -> (String, String, String) {
    let mut what = format!("{} Vigor, {} Charges", one.vigor, one.charges);
    if one.actions > 1 {
        what = format!("{} actions, {what}", one.actions);
    }
    if one.ranged {
        what += ", at a distance";
    }
    (one.key.clone(), one.name.clone(), what)
}

fn spell(one: &Spell) -> (String, String, String) {
    let harm = match one.damage_value {
        0 => String::new(),
        dice => format!(", {dice}d{} {}", one.quality.die(), one.damage_type.kind().name),
    };
    let what = format!("{} actions, {} Mana{harm}", one.actions, one.mana);
    (one.key.clone(), one.name.clone(), what)
}

fn item(one: &Item) -> (String, String, String) {
    let what = match one.does {
        Use::Vigor(points) => format!("{points} Vigor"),
        Use::Health(sides) => format!("1d{sides} Health"),
        Use::Smoke(radius) => format!("Reduced visibility within {radius} squares for 3 rounds"),
        Use::Charge(radius) => format!("3d8 Kinetic within {radius} squares, laid first and set off from anywhere"),
    };
    (one.key.clone(), one.name.clone(), what)
}
