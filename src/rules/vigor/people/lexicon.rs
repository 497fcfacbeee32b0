//! Everything of this ruleset that can be written.

use super::super::actions::TRIGGERS;
use super::super::data::{Armour, Attack, DamageType, Defense, Item, Mod, Spell, Technique, Use, bestiary, conditions};
use super::super::ruleset::Vigor;
use super::gm::OVERRIDES;
use crate::battle::*;

/// Everything.
pub(crate) fn lexicon() -> Lexicon {
    let (attacks, armour, techniques) = bestiary::shared();
    let (spells, items) = bestiary::shared_magic();
    Lexicon {
        acts: action::words::<Vigor>(),
        questions: &bestiary::WORDS.questions,
        stats: &bestiary::WORDS.stats,
        object_hp: &bestiary::WORDS.object_hp,
        overrides: &OVERRIDES,
        conditions: conditions::ALL.words(),
        damage: DamageType::words(),
        chapters: vec![
            Chapter::triggers(&TRIGGERS),
            Chapter::keyed("Attacks", "What `with` of `attack` names.", attacks.iter().map(attack)),
            Chapter::keyed("Armour", "What `worn` of a level's creatures names.", armour.iter().map(piece)),
            Chapter::keyed("Techniques", "What `with` of `technique` begins with.", techniques.iter().map(technique)),
            Chapter::keyed("Spells", "What `with` of `spell` names.", spells.iter().map(spell)),
            Chapter::keyed("Things to carry", "What `with` of `item` names.", items.iter().map(item)),
        ],
    }
}

fn attack(one: &Attack) -> (String, String, String) {
    let what = format!("{}d{} {}", one.damage_value, one.quality.die(), one.damage_type.kind().name);
    (one.key.clone(), one.name.clone(), what)
}

fn piece(one: &Armour) -> (String, String, String) {
    let what = format!("Armor Rank {}, Durability {}, Guard {:+}", one.ar, one.durability, one.guard);
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

/// The keys of what a level's creatures may have of their own.
pub(crate) fn tables() -> Vec<Chapter> {
    let about = Chapter::OVER_A_SHARED_ONE;
    vec![
        Chapter::of_type::<Attack>("A table of `attacks`", about),
        Chapter::of_type::<Armour>("A table of `worn`", about),
        Chapter::of_type::<Technique>("A table of `techniques`", about),
        Chapter::of_type::<Spell>("A table of `spells`", about),
        Chapter::of_type::<Item>("A table of `carries`", about),
        Chapter::of_type::<Defense>("A table of `defenses`", ""),
        Chapter::of_type::<Mod>("A table of `mods`", ""),
    ]
}
