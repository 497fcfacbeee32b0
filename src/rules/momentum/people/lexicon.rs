//! Everything of this ruleset that can be written.

use super::super::actions::TRIGGERS;
use super::super::data::cinematic::Entry;
use super::super::data::{Attack, Consumable, DamageType, Skill, Status, Worn, bestiary, conditions};
use super::super::ruleset::Momentum;
use super::gm::OVERRIDES;
use crate::battle::*;

/// Everything.
pub(crate) fn lexicon() -> Lexicon {
    let (attacks, worn, carries) = bestiary::shared();
    let statuses =
        Status::ALL.iter().map(|&(status, key, name)| (key.to_owned(), name.to_owned(), status_words(status)));
    let skills = Skill::ALL.iter().map(|&(_, key, name)| (key.to_string(), name.to_string(), String::new()));
    Lexicon {
        acts: action::words::<Momentum>(),
        questions: &bestiary::WORDS.questions,
        stats: &bestiary::WORDS.stats,
        object_hp: &bestiary::WORDS.object_hp,
        overrides: &OVERRIDES,
        conditions: conditions::ALL.words(),
        damage: DamageType::words(),
        chapters: vec![
            Chapter::triggers(&TRIGGERS),
            Chapter::keyed("Attacks", "What `with` of an attack names.", attacks.iter().map(attack)),
            Chapter::keyed("Worn", "What `worn` of a level's creatures names.", worn.iter().map(piece)),
            Chapter::keyed("Items", "What `carries` of a level's creatures names.", carries.iter().map(item)),
            Chapter::keyed("Status Effects", "What `rider` of an attack and `status_immune` name.", statuses),
            Chapter::keyed(
                "Cinematics",
                "What `with` of a Cinematic names, besides those of the level.",
                bestiary::LIBRARY.iter().map(cinematic),
            ),
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

fn item(one: &Consumable) -> (String, String, String) {
    (one.key.clone(), one.name.clone(), one.words())
}

fn cinematic(one: &Entry) -> (String, String, String) {
    (one.key.clone(), one.name.clone(), format!("{} Check against {}. {}", one.skill.name(), one.against, one.text))
}

/// MOM-STAT-2, MOM-STAT-3: the category it belongs to, the damage it is linked to, what ends it.
fn status_words(status: Status) -> String {
    let linked = status.linked().map(|damage| format!(", linked to {}", damage.name())).unwrap_or_default();
    let ended = status.shaken_off_by().map(|dr| format!(", {} Defense Roll each turn", dr.name())).unwrap_or_default();
    format!("{:?}{linked}{ended}", status.nature())
}
