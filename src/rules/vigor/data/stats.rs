//! What a creature is made of: its profile, as stat blocks and levels write it, and the state that changes in a fight.

use std::sync::Arc;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::{DamageType, Quality};
use crate::battle::{Look, Style, Voice};
use crate::level;

/// Lengths of stat blocks are whole feet.
pub type Feet = i32;

/// A square's edge in feet (VIG-GRID-1).
pub const SQUARE: Feet = 6;

/// The size categories (VIG-SIZE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    Tiny,
    Small,
    Medium,
    Large,
    Huge,
    Massive,
    Colossal,
}

impl Size {
    /// VIG-GRID-5: the edge of its space in squares.
    pub const fn edge(self) -> u8 {
        [1, 1, 1, 2, 3, 4, 5][self as usize]
    }

    /// VIG-GRID-6: how many squares it reaches.
    pub const fn reach(self) -> i32 {
        [0, 1, 1, 1, 2, 3, 4][self as usize]
    }
}

impl From<level::Size> for Size {
    fn from(size: level::Size) -> Self {
        match size {
            level::Size::Tiny => Self::Tiny,
            level::Size::Small => Self::Small,
            level::Size::Medium => Self::Medium,
            level::Size::Large => Self::Large,
            level::Size::Huge => Self::Huge,
            level::Size::Colossal => Self::Colossal,
        }
    }
}

/// Who is harmed in which way (VIG-OBJ-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    /// Can be Wounded and go into Shock.
    #[default]
    Living,
    /// Has Durability alone.
    Construct,
    /// The same, and not alive.
    Undead,
}

/// The ability scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    Strength,
    Agility,
    #[default]
    Speed,
    Stamina,
    Reason,
    Resolve,
    Soul,
}

impl Score {
    /// What people call it.
    pub const fn name(self) -> &'static str {
        ["Strength", "Agility", "Speed", "Stamina", "Reason", "Resolve", "Soul"][self as usize]
    }
}

/// What an attack is made with: it decides which dice join the attack and the damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    Melee,
    Unarmed,
    Natural,
    Thrown,
    PullBow,
    Crossbow,
    Modern,
}

impl Class {
    /// VIG-ATK-16: whether it is used at a distance.
    pub const fn ranged(self) -> bool {
        matches!(self, Self::Thrown | Self::PullBow | Self::Crossbow | Self::Modern)
    }

    /// VIG-DMG-3, VIG-DMG-4: whether strength drives it home; else skill does.
    pub const fn by_strength(self) -> bool {
        !matches!(self, Self::Crossbow | Self::Modern)
    }
}

/// An attack of a stat block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What it is made with.
    pub class: Class,
    /// How many dice of damage.
    #[serde(default = "one")]
    pub damage_value: u16,
    /// Their size.
    #[serde(default)]
    pub quality: Quality,
    /// The type of its damage.
    #[serde(default, rename = "type")]
    pub damage_type: DamageType,
    /// How far it reaches hand to hand, where farther than its wielder.
    #[serde(default)]
    pub reach_ft: Feet,
    /// How far it carries at best.
    #[serde(default)]
    pub range_ft: Feet,
    /// Skill Bonus dice of its wielder with it.
    #[serde(default)]
    pub skill: i32,
    /// Bonus dice on attacks with it that talents give.
    #[serde(default)]
    pub talent: i32,
    /// Whether a hit that does harm knocks down.
    #[serde(default)]
    pub knockdown: bool,
    /// Whether its damage goes to Health at once.
    #[serde(default)]
    pub to_health: bool,
    /// How it looks.
    pub style: Style,
    /// How it sounds, when not as it looks.
    #[serde(default)]
    pub sound: Option<Voice>,
}

impl Attack {
    /// How it looks and sounds.
    pub fn look(&self) -> Look {
        Look::new(self.style, self.damage_type.kind().tint).sounding(self.sound)
    }

    /// How many squares it carries without a Challenge.
    pub const fn band(&self) -> i32 {
        self.range_ft / SQUARE
    }
}

/// Armour that is worn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Its Armor Rank.
    pub ar: i32,
    /// Its quality.
    #[serde(default)]
    pub quality: Quality,
    /// What it stands before it is destroyed.
    pub durability: i32,
    /// What it adds to Guard.
    #[serde(default)]
    pub guard: i32,
    /// What it protects from.
    #[serde(default = "kinetic")]
    pub protects: Vec<DamageType>,
}

/// A technique: an attack with a weapon that is held, made in a way of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Technique {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What it costs.
    pub vigor: i32,
    /// The score whose dice join its attack.
    #[serde(default)]
    pub score: Score,
    /// Charges on its attack and its damage.
    #[serde(default)]
    pub charges: i32,
    /// Whether it opens whoever uses it to others.
    #[serde(default)]
    pub opening: bool,
}

fn one() -> u16 {
    1
}

fn two() -> i32 {
    2
}

fn kinetic() -> Vec<DamageType> {
    vec![DamageType::Kinetic]
}

/// The profile: what does not change in an ordinary fight. Where a track's most is not written, it follows from the scores.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What people call the kind.
    pub name: String,
    /// Size category.
    pub size: Size,
    /// How tall it stands.
    pub height_ft: Feet,
    /// Who is harmed in which way.
    #[serde(default)]
    pub nature: Nature,
    /// Ability scores.
    pub strength: i32,
    /// Likewise.
    pub agility: i32,
    /// Likewise.
    pub speed: i32,
    /// Likewise.
    pub stamina: i32,
    /// Likewise.
    pub reason: i32,
    /// Likewise.
    pub resolve: i32,
    /// Likewise.
    pub soul: i32,
    /// Actions a turn.
    #[serde(default = "two")]
    pub actions: i32,
    /// What abilities add to Guard.
    #[serde(default)]
    pub guard_bonus: i32,
    /// Bonus dice on initiative.
    #[serde(default)]
    pub init_dice: i32,
    /// The most of its tracks, where written.
    #[serde(default)]
    pub vigor_max: Option<i32>,
    /// Likewise.
    #[serde(default)]
    pub durability_max: Option<i32>,
    /// Likewise.
    #[serde(default)]
    pub health_max: Option<i32>,
    /// What is left of its tracks at the start, where not the most.
    #[serde(default)]
    pub vigor: Option<i32>,
    /// Likewise.
    #[serde(default)]
    pub durability: Option<i32>,
    /// Likewise.
    #[serde(default)]
    pub health: Option<i32>,
    /// Durability that an ability gives back each round.
    #[serde(default)]
    pub durability_recovery: i32,
    /// Health, likewise.
    #[serde(default)]
    pub health_recovery: i32,
    /// The quality that harms it at all.
    #[serde(default)]
    pub durability_rank: Option<Quality>,
    /// The Armor Rank of its hide.
    #[serde(default)]
    pub hide: i32,
    /// What can be used besides Dodge, against attacks.
    #[serde(default)]
    pub defenses: Vec<Defense>,
    /// What it wears.
    #[serde(default)]
    pub worn: Vec<Armour>,
    /// What it attacks with.
    pub attacks: Vec<Attack>,
    /// Techniques it has learnt.
    #[serde(default)]
    pub techniques: Vec<Technique>,
}

/// A form of Defense.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defense {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// The score whose dice join it.
    pub score: Score,
}

impl Profile {
    /// A score.
    pub const fn score(&self, score: Score) -> i32 {
        match score {
            Score::Strength => self.strength,
            Score::Agility => self.agility,
            Score::Speed => self.speed,
            Score::Stamina => self.stamina,
            Score::Reason => self.reason,
            Score::Resolve => self.resolve,
            Score::Soul => self.soul,
        }
    }

    /// The most breath it can have (R7).
    pub fn vigor_max(&self) -> i32 {
        self.vigor_max.unwrap_or(2 * self.stamina).max(5)
    }

    /// What it can shrug off (R7).
    pub fn durability_max(&self) -> i32 {
        self.durability_max.unwrap_or(self.stamina + self.strength)
    }

    /// What it can lose then and live (R7, VIG-LIFE-22).
    pub fn health_max(&self) -> i32 {
        let living = self.nature == Nature::Living;
        if living {
            self.health_max.unwrap_or(self.stamina)
        } else {
            0
        }
    }
}

/// The profile on the creature.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stats(#[serde(with = "crate::battle::persist::shared")] pub Arc<Profile>);

/// What is left of it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tracks {
    /// Breath.
    pub vigor: i32,
    /// What it shrugs off.
    pub durability: i32,
    /// Its life.
    pub health: i32,
}

/// What is left of each piece it wears, in the order of its profile.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Worn(pub Vec<i32>);

/// What it has done on its turn, and what awaits its next roll.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deeds {
    /// Actions used.
    pub used: i32,
    /// Squares left of the Move under way.
    pub run: i32,
    /// Whether the act in progress is negated.
    pub negated: bool,
    /// Charges that a game master has put on its next roll; below 0 Challenges.
    pub charges: i32,
}

/// What stands in lines and ways (VIG-COVER-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Barrier {
    /// Nothing that counts.
    Nothing,
    /// A bush, a net.
    Foliage,
    /// A stump, a barricade.
    Low,
    /// A pillar, a wall.
    Tall,
}

/// What an object is to this ruleset.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fixture {
    /// What it is to lines and ways.
    pub barrier: Barrier,
    /// What is left of it, and how much that was; none for what cannot break.
    pub durability: Option<(i32, i32)>,
    /// The Armor Rank of its own.
    pub ar: i32,
}
