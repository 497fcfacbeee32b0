//! What a creature of this ruleset holds and knows: weapons, Spells, wands, and the kinds of damage they do.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::damage_words::DamageType;
use crate::battle::{DamageWords, Look, Purpose, Style, Tint, Voice};
use crate::dice::Expression;

/// Lengths in this ruleset are whole feet.
pub type Feet = i32;

/// How heavy a weapon is in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// DEX may guide it.
    Light,
    /// DEX may guide it.
    Medium,
    /// STR alone guides it.
    Heavy,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Key.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Hands it takes to use.
    #[serde(default = "one")]
    pub hands: u8,
    /// How far it strikes in melee; absent when it only shoots.
    pub reach_ft: Option<Feet>,
    /// Range Increment, when it shoots or is thrown.
    pub increment_ft: Option<Feet>,
    /// Whether at range it is thrown rather than shot.
    #[serde(default)]
    pub thrown: bool,
    /// Damage dice.
    pub damage: Expression,
    /// Damage type.
    #[serde(rename = "type", default)]
    pub damage_type: DamageType,
    /// Whether it is part of the body.
    #[serde(default)]
    pub natural: bool,
    /// Whether it is of metal.
    #[serde(default)]
    pub metal: bool,
    /// How it looks.
    pub style: Style,
    /// How it sounds, when not as it looks.
    pub sound: Option<Voice>,
}

fn one() -> u8 {
    1
}

impl Weapon {
    /// How it looks and sounds when it is used to hurt.
    pub fn look(&self) -> Look {
        Look::new(self.style, self.damage_type.tint()).sounding(self.sound)
    }

    /// Hit points of the thing itself (R17).
    pub fn sturdiness(&self) -> i32 {
        match self.class {
            Class::Light => 6,
            Class::Medium => 10,
            Class::Heavy => 15,
        }
    }

    /// Its Durability (R17).
    pub fn durability(&self) -> i32 {
        if self.metal { 5 } else { 3 }
    }
}

/// A component of a Spell: what it is without further Energy, what each point adds, and how many it must and may get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dial {
    /// Without Energy beyond `least`'s share.
    pub base: i32,
    /// More for each point of Energy.
    #[serde(default)]
    pub gain: i32,
    /// Energy it must get.
    #[serde(default)]
    pub least: i32,
    /// Energy it may get.
    #[serde(default)]
    pub most: i32,
}

impl Dial {
    /// What so much Energy makes of it.
    pub fn at(&self, energy: i32) -> i32 {
        self.base + self.gain * energy
    }
}

/// Which defense a Spell Attack goes against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Physical Defense.
    Physical,
    /// Mental Defense.
    Mental,
}

/// What a Spell does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpellEffect {
    /// Hurts, a die six for each Power; from so much Power on it also sets on fire.
    Damage(DamageType),
    /// Heals, a die six for each Power.
    Heal,
    /// Shakes for its Duration.
    Shaken,
    /// Fog in its Area for its Duration.
    Fog,
    /// Light, as far as this, for its Duration.
    Light(Feet),
    /// Makes invisible for its Duration.
    Invisible,
}

/// A Spell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Key.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// The defense its attack goes against; none when it needs no attack.
    pub attack: Option<Against>,
    /// What it does.
    pub effect: SpellEffect,
    /// Power from which it sets on fire.
    pub ignites_from: Option<i32>,
    /// Whether a critical doubles its damage.
    #[serde(default)]
    pub critical_doubles: bool,
    /// Whether a critical also stuns for a Round.
    #[serde(default)]
    pub critical_stuns: bool,
    /// Dice.
    pub power: Option<Dial>,
    /// Radius of its Area.
    pub area_ft: Option<Dial>,
    /// Rounds it lasts.
    pub rounds: Option<Dial>,
    /// How far it reaches.
    pub range_ft: Dial,
    /// How far Control moves it.
    pub control_ft: Option<Feet>,
    /// How it looks.
    pub style: Style,
    /// How it sounds, when not as it looks.
    pub sound: Option<Voice>,
}

/// The components of a Spell that Energy goes into, in the order they are named.
pub const DIALS: [&str; 4] = ["power", "area", "duration", "range"];

impl Spell {
    /// What it is for.
    pub fn purpose(&self) -> Purpose {
        match self.effect {
            SpellEffect::Damage(_) => Purpose::Harm,
            SpellEffect::Heal => Purpose::Mend,
            SpellEffect::Shaken => Purpose::Control,
            SpellEffect::Invisible => Purpose::Hide,
            SpellEffect::Fog | SpellEffect::Light(_) => Purpose::Surroundings,
        }
    }

    /// How it looks and sounds.
    pub fn look(&self) -> Look {
        let tint = match self.effect {
            SpellEffect::Damage(kind) => kind.tint(),
            SpellEffect::Shaken => Tint::Arcane,
            _ => Tint::Plain,
        };
        Look::new(self.style, tint).sounding(self.sound)
    }

    /// Its icon.
    pub fn icon(&self) -> &'static str {
        match self.effect {
            SpellEffect::Damage(kind) => kind.tint().icon(),
            SpellEffect::Heal => "heal",
            SpellEffect::Shaken => "shaken",
            SpellEffect::Invisible => "hide",
            SpellEffect::Fog => "smoke",
            SpellEffect::Light(_) => "light",
        }
    }

    /// A component by its name.
    pub fn dial(&self, name: &str) -> Option<&Dial> {
        match name {
            "power" => self.power.as_ref(),
            "area" => self.area_ft.as_ref(),
            "duration" => self.rounds.as_ref(),
            "range" => Some(&self.range_ft),
            _ => None,
        }
    }
}

/// A magic item: a Spell with its Energy fixed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wand {
    /// Key.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// The Spell's key.
    pub spell: String,
    /// Energy of each component.
    pub energy: BTreeMap<String, i32>,
}
