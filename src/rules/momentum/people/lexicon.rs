//! Everything of this ruleset that can be written.

use super::super::data::{Attack, DamageType, Skill, Worn, bestiary, conditions};
use super::super::ruleset::Momentum;
use crate::battle::*;

/// Everything.
pub(crate) fn lexicon() -> Lexicon {
    let (attacks, worn) = bestiary::shared();
    let skills = Skill::ALL.iter().map(|&(_, key, name)| (key.to_string(), name.to_string(), String::new()));
    Lexicon {
        acts: action::words::<Momentum>(),
        questions: &bestiary::WORDS.questions,
        stats: &bestiary::WORDS.stats,
        object_hp: &bestiary::WORDS.object_hp,
        overrides: &[],
        conditions: conditions::ALL.words(),
        damage: DamageType::words(),
        chapters: vec![
            Chapter::keyed("Attacks", "What `with` of an attack names.", attacks.iter().map(attack)),
            Chapter::keyed("Worn", "What `worn` of a level's creatures names.", worn.iter().map(piece)),
            Chapter::keyed("Skills", "What `skills` of a level's creatures names.", skills),
        ],
    }
}

fn attack(one: &Attack) -> (String, String, String) {
    (one.key.clone(), one.name.clone(), one.words())
}

fn piece(one: &Worn) -> (String, String, String) {
    (one.key.clone(), one.name.clone(), format!("Armor {}, Evasion {:+}", one.armor, one.evasion))
}
