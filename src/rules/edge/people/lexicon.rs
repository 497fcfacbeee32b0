//! Everything of this ruleset that can be written.

use super::super::actions::TRIGGERS;
use super::super::data::{Armour, Attack, DamageType, Power, SKILLS, bestiary, conditions};
use super::super::ruleset::Edge;
use super::gm;
use crate::battle::*;

fn attack(one: &Attack) -> (String, String, String) {
    (one.key.clone(), one.name.clone(), one.words())
}

fn piece(one: &Armour) -> (String, String, String) {
    (one.key.clone(), one.name.clone(), format!("Armour Value {}", one.av))
}

fn power(one: &Power) -> (String, String, String) {
    let lasts =
        if one.concentration { "while it concentrates on it".to_owned() } else { format!("for {} rounds", one.rounds) };
    let whom = if one.aura_m > 0 { format!("Enemies within {} m", one.aura_m) } else { "Itself".to_owned() };
    (one.key.clone(), one.name.clone(), format!("{whom}: {}, {lasts}", one.gives))
}

/// Everything.
pub(crate) fn lexicon() -> Lexicon {
    let (attacks, armour, powers) = bestiary::shared();
    Lexicon {
        acts: action::words::<Edge>(),
        questions: &bestiary::WORDS.questions,
        stats: &bestiary::WORDS.stats,
        object_hp: &bestiary::WORDS.object_hp,
        overrides: &gm::OVERRIDES,
        conditions: conditions::ALL.words(),
        damage: DamageType::words(),
        chapters: vec![
            Chapter::keyed("Attacks", "What `with` of an attack names.", attacks.iter().map(attack)),
            Chapter::triggers(&TRIGGERS),
            Chapter::keyed("Armour", "What `armour` of a level's creatures names.", armour.iter().map(piece)),
            Chapter::keyed("Powers", "What `powers` of a level's creatures names.", powers.iter().map(power)),
            Chapter::keyed(
                "Skills",
                "What `skills` of a level's creatures names.",
                SKILLS.iter().map(|skill| {
                    (skill.key.clone(), skill.name.clone(), format!("{}: {}", skill.ability.name(), skill.text))
                }),
            ),
        ],
    }
}
