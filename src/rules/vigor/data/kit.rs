//! What a creature acts with: skills, attacks, armour, techniques, spells, things it carries.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::damage::DamageType;
use super::measure::{Feet, SQUARE, Score};
use super::quality::Quality;
use crate::battle::{DamageWords, Look, Style, Voice};

/// The skills (VIG-SKILL-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Skill {
    Awareness,
    Social,
    Menace,
    Medicine,
    MedicalScience,
    Stealth,
    Piloting,
    Archery,
    Gunnery,
    Spellcraft,
}

impl Skill {
    /// The score that governs it (VIG-SKILL-1, R44).
    pub const fn score(self) -> Score {
        match self {
            Self::Social | Self::Menace => Score::Resolve,
            Self::Stealth | Self::Piloting | Self::Archery | Self::Gunnery => Score::Agility,
            Self::Spellcraft => Score::Soul,
            Self::Awareness | Self::Medicine | Self::MedicalScience => Score::Reason,
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        [
            "Awareness",
            "Social",
            "Menace",
            "Medicine",
            "Medical Science",
            "Stealth",
            "Piloting",
            "Archery",
            "Gunnery",
            "Spellcraft",
        ][self as usize]
    }
}

/// What befalls whoever does not resist (VIG-RES-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Brings {
    /// All of the damage instead of half.
    All,
    /// It is knocked down.
    Prone,
    /// It is Bound.
    Bound,
    /// It is Pinned to whoever did it.
    Pinned,
    /// It is Stunned and Dazed.
    Reeling,
}

/// A check against an effect (VIG-RES-2, VIG-RES-4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Resist {
    /// The scores it can be made with.
    pub by: Vec<Score>,
    /// What it must beat.
    #[serde(default = "twenty")]
    pub vs: i32,
    /// What befalls whoever fails.
    pub or: Brings,
    /// How many actions whoever is Stunned by it loses.
    #[serde(default = "single")]
    pub stuns: i32,
}

impl Resist {
    /// A check of one score against 20 (VIG-RES-4).
    pub fn usual(score: Score, or: Brings) -> Self {
        Self { by: vec![score], vs: twenty(), or, stuns: single() }
    }
}

/// What an attack is made with: it decides which dice join the attack and the damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    Melee,
    Unarmed,
    Natural,
    Thrown,
    PullBow,
    Crossbow,
    Modern,
    /// What no weapon does: aimed spells.
    Spell,
}

impl Class {
    /// VIG-ATK-16: whether it is used at a distance.
    pub const fn ranged(self) -> bool {
        matches!(self, Self::Thrown | Self::PullBow | Self::Crossbow | Self::Modern)
    }

    /// VIG-DMG-3, VIG-DMG-4: whether strength drives it home; else skill does.
    pub const fn by_strength(self) -> bool {
        !matches!(self, Self::Crossbow | Self::Modern | Self::Spell)
    }
}

/// An attack of a stat block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
    /// The skill whose Bonus dice join its damage (VIG-DMG-4).
    pub skill: Option<Skill>,
    /// Bonus dice on attacks with it that talents give.
    #[serde(default)]
    pub talent: i32,
    /// Whether a hit that does harm knocks down.
    #[serde(default)]
    pub knockdown: bool,
    /// How far such a hit knocks back.
    #[serde(default)]
    pub knockback_ft: Feet,
    /// How many hands hold it; 0 for what is built in.
    #[serde(default = "hand")]
    pub hands: u8,
    /// Whether techniques for light weapons can be done with it.
    #[serde(default)]
    pub light: bool,
    /// Whether it can be thrown, and how far.
    #[serde(default)]
    pub thrown_ft: Feet,
    /// Which kind of Kinetic damage it does.
    #[serde(default, rename = "kinetic")]
    pub kinetic_kind: Option<Kinetic>,
    /// What a hit calls upon its target to resist.
    pub resist: Option<Resist>,
    /// Whether its damage goes to Health at once.
    #[serde(default)]
    pub to_health: bool,
    /// How it looks.
    pub style: Style,
    /// How it sounds, when not as it looks.
    pub sound: Option<Voice>,
}

impl Attack {
    /// How it looks and sounds.
    pub fn look(&self) -> Look {
        Look::new(self.style, self.damage_type.kind().tint).sounding(self.sound)
    }

    /// VIG-ACT-4: how many hands must hold it; none for what is of the body.
    pub const fn grip(&self) -> u8 {
        match self.class {
            Class::Natural | Class::Unarmed | Class::Spell => 0,
            _ => self.hands,
        }
    }

    /// VIG-ATK-16: whether it is used at a distance.
    pub const fn ranged(&self) -> bool {
        self.class.ranged() || (self.range_ft > 0 && matches!(self.class, Class::Natural | Class::Spell))
    }

    /// VIG-TYPE-3: which kind of Kinetic damage it does, if any.
    pub fn kind_of_kinetic(&self) -> Option<Kinetic> {
        self.kinetic_kind.filter(|_| self.damage_type == DamageType::Kinetic)
    }

    /// VIG-ATK-14: the same in the air.
    pub fn thrown(&self) -> Self {
        Self { class: Class::Thrown, range_ft: self.thrown_ft, style: Style::Thrown, ..self.clone() }
    }

    /// How many squares it carries without a Challenge (VIG-GRID-3).
    pub const fn band(&self) -> i32 {
        self.range_ft / SQUARE
    }
}

/// The kinds of Kinetic damage (VIG-TYPE-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kinetic {
    Cutting,
    Piercing,
    Impact,
}

impl Kinetic {
    /// As people read it.
    pub const fn word(self) -> &'static str {
        ["cutting", "piercing", "impact"][self as usize]
    }
}

/// Armour that is worn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
    /// Whether acid eats it.
    #[serde(default)]
    pub corrodible: bool,
    /// Whether a hand holds it, and it protects only there, as a shield does.
    #[serde(default)]
    pub in_hand: bool,
}

/// A technique: an attack with a weapon that is held, made in a way of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Technique {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What it costs.
    pub vigor: i32,
    /// Actions it takes.
    #[serde(default = "single")]
    pub actions: i32,
    /// Whether it is done with what is used at a distance, not hand to hand.
    #[serde(default)]
    pub ranged: bool,
    /// The score whose dice join its attack.
    #[serde(default)]
    pub score: Score,
    /// Charges on its attack and its damage.
    #[serde(default)]
    pub charges: i32,
    /// Whether it opens whoever uses it to others.
    #[serde(default)]
    pub opening: bool,
    /// Whether it takes a weapon that is made for it: no fist, claw or tooth.
    #[serde(default)]
    pub weapon: bool,
    /// Whether it takes a light weapon, and an off-hand attack may follow.
    #[serde(default)]
    pub light: bool,
    /// Whether it can be done only to the Wounded.
    #[serde(default)]
    pub needs_target_wounded: bool,
    /// Whether only the Wounded can do it.
    #[serde(default)]
    pub needs_self_wounded: bool,
    /// Whether it is a Chance: never with a reaction.
    #[serde(default)]
    pub chance: bool,
    /// What a hit calls upon its target to resist.
    pub resist: Option<Resist>,
}

/// A spell: aimed at somebody, over an area, or upon whoever casts it (VIG-ABIL).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Actions it takes.
    #[serde(default = "single")]
    pub actions: i32,
    /// What it costs.
    pub mana: i32,
    /// Dice of damage; none for spells without.
    #[serde(default)]
    pub damage_value: u16,
    /// Their size.
    #[serde(default)]
    pub quality: Quality,
    /// The type of its damage.
    #[serde(default, rename = "type")]
    pub damage_type: DamageType,
    /// How far it carries; 0 by touch.
    #[serde(default)]
    pub range_ft: Feet,
    /// The score whose dice join its attack.
    #[serde(default = "soul")]
    pub score: Score,
    /// Whether it opens whoever casts it to others.
    #[serde(default)]
    pub opening: bool,
    /// Whether its caster's skill joins the damage.
    #[serde(default)]
    pub projectile: bool,
    /// The area it takes in.
    pub area: Option<Area>,
    /// What its targets may resist.
    pub resist: Option<Resist>,
    /// Whether it can be aimed only at the Wounded.
    #[serde(default)]
    pub needs_target_wounded: bool,
    /// Whether only the Wounded can cast it.
    #[serde(default)]
    pub needs_self_wounded: bool,
    /// The Durability that it lends whoever casts it.
    pub ward: Option<Quality>,
    /// The Armor Rank that it lends, of the spell's own quality.
    #[serde(default)]
    pub ward_ar: i32,
    /// What that protects from.
    #[serde(default = "kinetic")]
    pub ward_protects: Vec<DamageType>,
    /// How long that lasts.
    #[serde(default)]
    pub seconds: i32,
    /// Whether somebody can cast it who cannot move.
    #[serde(default)]
    pub mental: bool,
    /// How it looks.
    pub style: Style,
}

impl Spell {
    /// VIG-ATK-2: the attack that it is, where it is aimed.
    pub fn attack(&self) -> Attack {
        Attack {
            key: self.key.clone(),
            name: self.name.clone(),
            class: Class::Spell,
            damage_value: self.damage_value,
            quality: self.quality,
            damage_type: self.damage_type,
            reach_ft: 0,
            range_ft: self.range_ft,
            skill: self.projectile.then_some(Skill::Spellcraft),
            talent: 0,
            knockdown: false,
            knockback_ft: 0,
            hands: 0,
            light: false,
            thrown_ft: 0,
            kinetic_kind: None,
            resist: self.resist.clone(),
            to_health: false,
            style: self.style,
            sound: None,
        }
    }

    /// Whether it is upon its caster: it lends it something (VIG-QUAL-10).
    pub const fn is_ward(&self) -> bool {
        self.ward.is_some() || self.ward_ar > 0
    }

    /// VIG-ENC-3: how many rounds it lasts.
    pub const fn rounds(&self) -> i32 {
        (self.seconds + 14) / 15
    }
}

/// An area, in squares (VIG-AREA-3, VIG-AREA-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// Everything this near to a square.
    Burst(i16),
    /// A line of this length from whoever uses it.
    Line(i16),
    /// A cone of this length.
    Cone(i16),
}

/// Something carried that can be used (VIG-ITEM-1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What it does.
    pub does: Use,
}

/// What an item does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// Gives Vigor back.
    Vigor(i32),
    /// Gives this many eighths, a die of so many sides, of Health back.
    Health(u16),
    /// Clouds the air around a square up to 30 ft off for three rounds.
    Smoke(i16),
    /// Lies where it was put, and goes off when its detonator is used.
    Charge(i16),
}

fn soul() -> Score {
    Score::Soul
}

fn single() -> i32 {
    1
}

fn hand() -> u8 {
    1
}

fn twenty() -> i32 {
    20
}

fn one() -> u16 {
    1
}

pub(super) fn kinetic() -> Vec<DamageType> {
    vec![DamageType::Kinetic]
}
