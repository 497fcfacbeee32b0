//! What a creature is made of: its profile, as stat blocks and levels write it, and the state that changes in a fight.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::damage::DamageType;
use super::measure::{Band, HalfMetres, Size};
use crate::battle::{DamageWords, Id, Look, Style, Voice};
use crate::dice::Expression;

/// The abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    Combat,
    Strength,
    Dexterity,
    Perception,
    Intellect,
    Willpower,
    Technique,
}

impl Ability {
    /// What people call it.
    pub const fn name(self) -> &'static str {
        ["Combat", "Strength", "Dexterity", "Perception", "Intellect", "Willpower", "Technique"][self as usize]
    }
}

/// The skills that anything asks for yet: key and name (EDG-CORE-25).
pub(crate) const SKILLS: [(&str, &str); 8] = [
    ("cold_weapons", "Cold Weapons"),
    ("energy_weapons", "Energy Weapons"),
    ("kinetic_weapons", "Kinetic Weapons"),
    ("natural_weapons", "Natural Weapons"),
    ("throwing", "Throwing"),
    ("reflex", REFLEX.1),
    ("stamina", STAMINA.1),
    ("alertness", "Alertness"),
];

/// Getting out of the way.
pub(crate) const REFLEX: (&str, &str) = ("reflex", "Reflex");
/// Keeping on one's feet.
pub(crate) const STAMINA: (&str, &str) = ("stamina", "Stamina");

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    Melee,
    Ranged,
    /// Everybody in a cone from whoever uses it makes a save.
    Cone,
}

/// Dice of one type of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageDice {
    /// How many.
    pub dice: u16,
    /// Of how many sides.
    pub sides: u16,
    /// Of which type.
    #[serde(rename = "type", default)]
    pub damage_type: DamageType,
}

impl DamageDice {
    /// As dice are rolled.
    pub fn expression(self) -> Expression {
        Expression::dice(self.dice, self.sides)
    }
}

/// Something to attack with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// How it is made.
    pub class: Class,
    /// The skill that joins the attack.
    #[serde(default)]
    pub skill: String,
    /// What it does.
    pub damage: Vec<DamageDice>,
    /// EDG-SIZE-9: how much further it reaches than its bearer.
    #[serde(default)]
    pub reach_bonus_m: i32,
    /// The band up to which it is at ease.
    #[serde(default)]
    pub band: Band,
    /// How long its cone is.
    #[serde(default)]
    pub length_m: i32,
    /// What must be rolled to save against it.
    #[serde(default)]
    pub save: i32,
    /// How it looks.
    pub style: Style,
    /// How it sounds, where not as it looks.
    pub sound: Option<Voice>,
}

impl Attack {
    /// How it looks and sounds.
    pub fn look(&self) -> Look {
        let first = self.damage.first().map(|dice| dice.damage_type).unwrap_or_default();
        Look::new(self.style, first.kind().tint).sounding(self.sound)
    }

    /// The length of its cone.
    pub const fn length(&self) -> HalfMetres {
        2 * self.length_m
    }

    /// "2d6 Kinetic, 1d6 Energy".
    pub fn words(&self) -> String {
        let words = |dice: &DamageDice| format!("{}d{} {}", dice.dice, dice.sides, dice.damage_type.kind().name);
        self.damage.iter().map(words).collect::<Vec<_>>().join(", ")
    }
}

/// Something that stops damage.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Its Armour Value.
    pub av: i32,
}

fn one() -> i32 {
    1
}

fn ten() -> i32 {
    10
}

/// The profile: what does not change in an ordinary fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What people call the kind.
    pub name: String,
    /// Size category.
    pub size: Size,
    /// Abilities, 1 where nothing is written.
    #[serde(default = "one")]
    pub combat: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub strength: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub dexterity: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub perception: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub intellect: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub willpower: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub technique: i32,
    /// Bonuses by skill.
    #[serde(default)]
    pub skills: BTreeMap<String, i32>,
    /// What attacks must reach; 12 and Dexterity where nothing is written (R12).
    pub defense: Option<i32>,
    /// What stops damage.
    #[serde(default)]
    pub armour: Vec<Armour>,
    /// The types that do it half the harm.
    #[serde(default)]
    pub resistances: Vec<DamageType>,
    /// The types that do it twice the harm.
    #[serde(default)]
    pub vulnerabilities: Vec<DamageType>,
    /// Vitality at most.
    pub vp_max: i32,
    /// Vitality at the start, where not the most.
    pub vp: Option<i32>,
    /// How far it walks in a turn.
    #[serde(default = "ten")]
    pub speed_m: i32,
    /// What joins its initiative.
    #[serde(default)]
    pub initiative: i32,
    /// Whether it dies where others fall unconscious (EDG-DEATH-5).
    #[serde(default)]
    pub dies_at_zero: bool,
    /// What it attacks with.
    pub attacks: Vec<Attack>,
}

impl Profile {
    /// An ability.
    pub const fn ability(&self, ability: Ability) -> i32 {
        match ability {
            Ability::Combat => self.combat,
            Ability::Strength => self.strength,
            Ability::Dexterity => self.dexterity,
            Ability::Perception => self.perception,
            Ability::Intellect => self.intellect,
            Ability::Willpower => self.willpower,
            Ability::Technique => self.technique,
        }
    }

    /// What attacks must reach, before anything stands in the way (R12).
    pub fn defense(&self) -> i32 {
        self.defense.unwrap_or(12 + self.dexterity)
    }

    /// EDG-DEATH-1: how much more than its last point kills it at once.
    pub const fn threshold(&self) -> i32 {
        let threshold = 10 + self.strength + self.willpower;
        if threshold > 0 { threshold } else { 0 }
    }
}

/// The profile on the creature.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Stats(#[serde(with = "crate::battle::saved_form::shared")] pub Arc<Profile>);

/// Vitality points left.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Vitality(pub i32);

/// Whom somebody aims at, and until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Aim {
    /// Whom.
    pub at: Id,
    /// Whether it ends with this turn.
    pub last: bool,
}

/// What a creature has done on its turn, and since.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TurnUsage {
    /// How far it has moved, surcharges included.
    pub moved: HalfMetres,
    /// How many times its speed it may move beyond the first.
    pub dashes: i32,
    /// Whether its action is used.
    pub action: bool,
    /// Whether its minor action is used.
    pub minor: bool,
    /// EDG-ACT-6: whether its own movement provokes nobody.
    pub disengaged: bool,
    /// EDG-REACT-2: whether it has reacted since its turn began.
    pub reacted: bool,
    /// EDG-MIN-1: whom it aims at.
    pub aim: Option<Aim>,
}

/// How much of a body a low obstacle hides (EDG-COV-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Degree {
    #[default]
    None,
    Light,
    Moderate,
    High,
    Total,
}

impl Degree {
    /// By how many of four lines are stopped (EDG-COV-9).
    pub(crate) const fn of(lines: usize) -> Self {
        [Self::None, Self::Light, Self::Moderate, Self::High, Self::Total][if lines < 4 { lines } else { 4 }]
    }

    /// EDG-COV-2, EDG-COV-3, EDG-COV-4: what it adds to Defense.
    pub(crate) const fn bonus(self) -> i32 {
        [0, 2, 4, 6, 0][self as usize]
    }
}

/// What an object is to lines and ways.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Obstacle {
    /// Whether it is of full height.
    pub full: bool,
    /// What it is tagged with, where it is low.
    pub degree: Degree,
}
