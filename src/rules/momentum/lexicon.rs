//! Everything of this ruleset that can be written.

use super::data::{Attack, DamageType, Skill, Worn, bestiary, conditions};
use super::fight::{contest, shove, swap};
use super::ruleset::Momentum;
use super::{turn, union};
use crate::battle::*;

/// What a level may say for this ruleset alone.
pub(super) static LEVEL: [Key; 1] = [Key::new(
    "unions",
    Takes::Flag,
    "Whether allies are asked each round who acts as a union; `true` if absent.",
)];

static QUESTIONS: [QuestionWord; 5] = [
    QuestionWord {
        kind: union::UNION,
        means: "Who acts as a union this round, asked of each side until it has no more.",
        choices: &[
            ("<name> and <name>", "These two."),
            (
                "<name> joins <name>",
                "This one joins a union, named by who stands first in it.",
            ),
            (union::NONE, "Everybody else acts alone."),
        ],
    },
    QuestionWord {
        kind: turn::GAP,
        means: "A turn has ended; somebody holds its own.",
        choices: &[(turn::ACT_NOW, "Takes it now."), (turn::WAIT, "Holds it still.")],
    },
    QuestionWord {
        kind: contest::WHERE_TO,
        means: "A Shove has come off.",
        choices: &[("<x>,<y>", "To that square."), (contest::STAYS, "Nowhere.")],
    },
    QuestionWord {
        kind: shove::COLLISION,
        means: "Whom an attack moves has come up against something.",
        choices: &[
            (shove::JOIN, "The damage of that joins the hit."),
            (shove::APART, "It is a hit of its own."),
        ],
    },
    QuestionWord {
        kind: swap::SWAP,
        means: "An ally wants to change places.",
        choices: &[(swap::AGREE, "Changes, for 1 RP."), (swap::REFUSE, "Stays.")],
    },
];

static STATS: [StatWord; 1] = [StatWord {
    key: "vitality",
    bounds: 1..=10_000,
    means: "Vitality now; at most the maximum.",
}];

static OBJECT_HP: StatWord = StatWord {
    key: "vitality",
    bounds: 1..=10_000,
    means: "Vitality of an object that has any.",
};

/// Everything.
pub(super) fn lexicon() -> Lexicon {
    let (attacks, worn) = bestiary::shared();
    let skills = Skill::ALL
        .iter()
        .map(|&(_, key, name)| (key.to_string(), name.to_string(), String::new()));
    Lexicon {
        acts: action::words::<Momentum>(),
        questions: &QUESTIONS,
        stats: &STATS,
        object_hp: &OBJECT_HP,
        overrides: &[],
        conditions: conditions::ALL.words(),
        damage: DamageType::words(),
        chapters: vec![
            Chapter::keyed("Attacks", "What `with` of an attack names.", attacks.iter().map(attack)),
            Chapter::keyed(
                "Worn",
                "What `worn` of a level's creatures names.",
                worn.iter().map(piece),
            ),
            Chapter::keyed("Skills", "What `skills` of a level's creatures names.", skills),
        ],
    }
}

fn attack(one: &Attack) -> (String, String, String) {
    (one.key.clone(), one.name.clone(), one.words())
}

fn piece(one: &Worn) -> (String, String, String) {
    (
        one.key.clone(),
        one.name.clone(),
        format!("Armor {}, Evasion {:+}", one.armor, one.evasion),
    )
}
