//! What a creature is made of: its profile, as stat blocks and levels write it.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::damage::{Category, DamageType};
use super::measure::{Metres, Size};
use super::skills::{Skill, StatKind};
use super::status::Status;
use crate::battle::{DamageWords, Look, Style, Voice};
use crate::dice::Expression;

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    Melee,
    Ranged,
    /// Not aimed: the target makes a Defense Roll (MOM-DR-1).
    Effect,
    /// Joins a weapon attack (MOM-ABIL-4).
    Maneuver,
    /// Answers harm from an enemy (MOM-ABIL-5).
    Reaction,
    /// Helps its user or one ally (MOM-FLOW-5).
    Aid,
}

/// How much Armor is ignored: up to a number, or all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Ignores {
    UpTo(i32),
    Word(IgnoresAll),
}

/// The word for ignoring all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IgnoresAll {
    All,
}

impl Default for Ignores {
    fn default() -> Self {
        Self::UpTo(0)
    }
}

impl Ignores {
    /// As a number that no Armor exceeds where it is all.
    pub const fn points(self) -> i32 {
        match self {
            Self::UpTo(points) => points,
            Self::Word(IgnoresAll::All) => i32::MAX,
        }
    }
}

/// A Status Effect that comes with an attack or Ability (MOM-STAT-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rider {
    /// Which.
    pub status: Status,
    /// The Defense Roll that the target of an attack makes against it; an effect has its own.
    pub dr: Option<StatKind>,
}

/// What protects for a while the creature that an Ability helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ward {
    /// What joins its Evasion.
    pub evasion: i32,
    /// How long, in minutes of the story (MOM-ROUND-3).
    pub minutes: u32,
}

/// Dice of one type of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Portion {
    /// How many.
    #[serde(default)]
    pub dice: u16,
    /// Of how many sides.
    #[serde(default = "six")]
    pub sides: u16,
    /// What joins them.
    #[serde(default)]
    pub plus: i32,
    /// Of which type (MOM-TYPE-2).
    #[serde(rename = "type", default)]
    pub damage_type: DamageType,
}

impl Portion {
    /// As dice are rolled.
    pub fn expression(self) -> Expression {
        Expression { count: self.dice, sides: self.sides, plus: self.plus }
    }
}

/// Something to attack with: a weapon, what it has grown, an Ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// How it is made.
    pub class: Class,
    /// How far it goes.
    #[serde(default = "one")]
    pub range_m: Metres,
    /// The Stats behind a weapon's hit bonus, the second one by half; an Ability goes by its user's own.
    pub stats: Option<(StatKind, StatKind)>,
    /// What joins its hit bonus.
    #[serde(default)]
    pub hit_mod: i32,
    /// What it does, its main part first.
    pub damage: Vec<Portion>,
    /// How much Armor it ignores.
    #[serde(default)]
    pub ignores_armor: Ignores,
    /// The hands it takes; 0 for what has grown, and for Abilities.
    #[serde(default)]
    pub hands: u8,
    /// An Ability's Tier; 0 for a weapon.
    #[serde(default)]
    pub tier: i32,
    /// The Action Points it takes; a Maneuver adds them to those of the attack.
    #[serde(default = "two")]
    pub ap: i32,
    /// The Reaction Points that a reaction takes.
    #[serde(default = "one")]
    pub rp: i32,
    /// What an Ability takes of its user's WP.
    #[serde(default)]
    pub wp: i32,
    /// The Defense Roll against an effect.
    #[serde(default = "strength")]
    pub dr: StatKind,
    /// The radius of its burst (MOM-AREA-1).
    #[serde(default)]
    pub burst_m: Metres,
    /// The length of its line (MOM-AREA-2).
    #[serde(default)]
    pub line_m: Metres,
    /// The Status Effect that comes with it.
    pub rider: Option<Rider>,
    /// How far straight away it moves whom it hits.
    #[serde(default)]
    pub moves_m: Metres,
    /// How far it teleports whom it hits.
    #[serde(default)]
    pub teleports_m: Metres,
    /// The Vitality that it gives back.
    pub heals: Option<Portion>,
    /// What protects the one it helps.
    pub ward: Option<Ward>,
    /// How it looks.
    pub style: Style,
    /// How it sounds, where not as it looks.
    pub sound: Option<Voice>,
}

impl Attack {
    /// Whether it is an Ability rather than a weapon.
    pub const fn is_ability(&self) -> bool {
        self.tier > 0
    }

    /// Whether it covers squares rather than a target.
    pub const fn is_area(&self) -> bool {
        self.burst_m > 0 || self.line_m > 0
    }

    /// Whether it is made by an order of its own.
    pub const fn is_ordered(&self) -> bool {
        matches!(self.class, Class::Melee | Class::Ranged | Class::Effect)
    }

    /// How it looks and sounds.
    pub fn look(&self) -> Look {
        let first = self.damage.first().map(|dice| dice.damage_type).unwrap_or_default();
        Look::new(self.style, first.tint()).sounding(self.sound)
    }

    /// "1d4 Physical, 2 Poison".
    pub fn words(&self) -> String {
        let words = |one: &Portion| match (one.dice, one.plus) {
            (0, plus) => format!("{plus} {}", one.damage_type.name()),
            (dice, 0) => format!("{dice}d{} {}", one.sides, one.damage_type.name()),
            (dice, plus) => format!("{dice}d{}{plus:+} {}", one.sides, one.damage_type.name()),
        };
        let mut words: Vec<String> = self.damage.iter().map(words).collect();
        if self.burst_m > 0 {
            words.push(format!("burst of {} m", self.burst_m));
        }
        if self.line_m > 0 {
            words.push(format!("line of {} m", self.line_m));
        }
        if self.class == Class::Effect {
            words.push(format!("{} Defense Roll", self.dr.name()));
        }
        if self.moves_m > 0 {
            words.push(format!("moves {} m", self.moves_m));
        }
        if self.teleports_m > 0 {
            words.push(format!("teleports up to {} m", self.teleports_m));
        }
        match self.ignores_armor {
            Ignores::UpTo(0) => {}
            Ignores::UpTo(points) => words.push(format!("ignores up to {points} Armor")),
            Ignores::Word(IgnoresAll::All) => words.push("ignores Armor".to_owned()),
        }
        words.extend(self.heals.map(|heals| format!("gives back {} Vitality", heals.expression())));
        words.extend(self.ward.map(|ward| format!("{:+} Evasion for {} minutes", ward.evasion, ward.minutes)));
        words.extend(self.rider.map(|rider| rider.status.name().to_owned()));
        words.join(", ")
    }
}

/// Something worn or carried against harm.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worn {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Its Armor.
    #[serde(default)]
    pub armor: i32,
    /// The most that base Evasion can be in it (MOM-EVA-3).
    pub evasion_cap: Option<i32>,
    /// What it adds to Evasion, whatever caps that.
    #[serde(default)]
    pub evasion: i32,
    /// The hands it takes: what takes any counts only while it is held.
    #[serde(default)]
    pub hands: u8,
}

/// Something that is used up (R66).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consumable {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// The Vitality it gives back.
    pub heals: Portion,
}

impl Consumable {
    /// What it does, in words.
    pub fn words(&self) -> String {
        format!("Gives back {}d{} Vitality.", self.heals.dice, self.heals.sides)
    }
}

fn one() -> i32 {
    1
}

fn two() -> i32 {
    2
}

fn three() -> i32 {
    3
}

fn six() -> u16 {
    6
}

fn ten() -> i32 {
    10
}

fn two_hands() -> u8 {
    2
}

fn yes() -> bool {
    true
}

fn strength() -> StatKind {
    StatKind::Str
}

/// The profile: what does not change in an ordinary fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What people call the kind.
    pub name: String,
    /// Size category.
    pub size: Size,
    /// Stats, 10 where nothing is written (R79).
    #[serde(default = "ten")]
    pub str: i32,
    /// Likewise.
    #[serde(default = "ten")]
    pub dex: i32,
    /// Likewise.
    #[serde(default = "ten")]
    pub con: i32,
    /// Likewise.
    #[serde(default = "ten")]
    pub int: i32,
    /// Likewise.
    #[serde(default = "ten")]
    pub cha: i32,
    /// Likewise.
    #[serde(default = "ten")]
    pub ins: i32,
    /// Likewise.
    #[serde(default = "ten")]
    pub wil: i32,
    /// Its Archetype's first Stat: the power of its effects, and the hit bonus of its Abilities.
    #[serde(default = "strength")]
    pub primary: StatKind,
    /// Its Archetype's second Stat.
    #[serde(default = "strength")]
    pub secondary: StatKind,
    /// MOM-EVA-2: the Stat that joins base Evasion; the first one where nothing is written.
    pub evasion_stat: Option<StatKind>,
    /// Levels by Skill.
    #[serde(default)]
    pub skills: BTreeMap<Skill, i32>,
    /// What joins its Initiative.
    #[serde(default)]
    pub init_mod: i32,
    /// What it wears.
    #[serde(default)]
    pub worn: Vec<Worn>,
    /// Armor that it has grown.
    #[serde(default)]
    pub armor: i32,
    /// What joins its Evasion, whatever caps that.
    #[serde(default)]
    pub evasion_mod: i32,
    /// The types that do it no harm.
    #[serde(default)]
    pub immune: Vec<Category>,
    /// The types that do it half the harm.
    #[serde(default)]
    pub resist: Vec<Category>,
    /// The types that do it half as much again.
    #[serde(default)]
    pub vulnerable: Vec<Category>,
    /// Vitality at most.
    pub vitality_max: i32,
    /// Vitality at the start, where not the most.
    pub vitality: Option<i32>,
    /// How far it walks on its turn for nothing.
    #[serde(default = "three")]
    pub basic_movement: Metres,
    /// Action Points a turn.
    #[serde(default = "three")]
    pub ap_max: i32,
    /// Reaction Points a round.
    #[serde(default = "two")]
    pub rp_max: i32,
    /// For Abilities.
    #[serde(default)]
    pub wp_max: i32,
    /// How much WP can be put into an Ability beyond its price (MOM-ABIL-3).
    #[serde(default = "two")]
    pub upcast_limit: i32,
    /// Temporary Vitality at the start (MOM-VIT-9).
    #[serde(default)]
    pub temp_vitality: i32,
    /// Whether Holy damage does not kill it (MOM-TYPE-6).
    #[serde(default = "yes")]
    pub biological: bool,
    /// How much Armor all its attacks and effects ignore.
    #[serde(default)]
    pub ignores_armor: Ignores,
    /// The Status Effects that it cannot have.
    #[serde(default)]
    pub status_immune: Vec<Status>,
    /// Its hands.
    #[serde(default = "two_hands")]
    pub hands: u8,
    /// Whether it moves through the air (MOM-TERR-12).
    #[serde(default)]
    pub flies: bool,
    /// Whether it climbs onto others without a free hand (MOM-CLIMB-2).
    #[serde(default)]
    pub climb_handless: bool,
    /// How many more weapon attacks an Attack gives it (MOM-ACT-3).
    #[serde(default)]
    pub extra_attacks: i32,
    /// Whether it wants to fight and can (MOM-FLOW-1).
    #[serde(default = "yes")]
    pub combatant: bool,
    /// Whether its player is asked whether it fails its Defense Rolls and contests, whoever asks for them (MOM-DICE-12).
    #[serde(default)]
    pub asks_to_fail: bool,
    /// Whether it acts before all others (MOM-INIT-6).
    #[serde(default)]
    pub acts_first: bool,
    /// Whether it acts after all others.
    #[serde(default)]
    pub acts_last: bool,
    /// Whether it is a thing that acts: it is hit without a roll, rolls nothing, and breaks at 0 Vitality (MOM-OBJ-2).
    #[serde(default)]
    pub object: bool,
    /// Whose summon it is, by name (MOM-CMD-3).
    pub summoner: Option<String>,
    /// Whether no Command reaches it (MOM-CMD-2).
    #[serde(default)]
    pub uncontrollable: bool,
    /// Narrative Momentum at the start (MOM-CINE-14).
    #[serde(default)]
    pub nm: i32,
    /// What joins the Narrative Momentum that a Cinematic takes (MOM-CINE-13).
    #[serde(default)]
    pub nm_cost_mod: i32,
    /// Whether that can bring it to nothing.
    #[serde(default)]
    pub nm_free_ok: bool,
    /// Whether a Divine intervention casts it out (MOM-CINE-11).
    #[serde(default)]
    pub banishable: bool,
    /// What it attacks with.
    pub attacks: Vec<Attack>,
    /// What it carries to be used up.
    #[serde(default)]
    pub carries: Vec<Consumable>,
}

impl Profile {
    /// A Stat.
    pub const fn stat(&self, of: StatKind) -> i32 {
        [self.str, self.dex, self.con, self.int, self.cha, self.ins, self.wil][of as usize]
    }

    /// A Stat's Bonus (R1).
    pub const fn bonus(&self, of: StatKind) -> i32 {
        self.stat(of) - 10
    }

    /// A Skill's Level.
    pub fn skill(&self, skill: Skill) -> i32 {
        self.skills.get(&skill).copied().unwrap_or(0)
    }

    /// MOM-DICE-6: the highest of several Skills, the first of those that are equal.
    pub fn best_of(&self, skills: &[Skill]) -> Skill {
        let best = skills.iter().rev().max_by_key(|&&skill| self.skill(skill));
        *best.expect("a check should name a Skill")
    }

    /// What it wears and has grown against harm, whatever ails it.
    pub fn armor(&self) -> i32 {
        self.armor + self.worn.iter().map(|piece| piece.armor).sum::<i32>()
    }

    /// The hit bonus of something to attack with: by its own Stats, or by its user's (MOM-ATK-6, MOM-ATK-7).
    pub fn behind(&self, with: &Attack) -> (StatKind, StatKind) {
        with.stats.unwrap_or((self.primary, self.secondary))
    }

    /// MOM-DR-3: what Defense Rolls against its effects must reach.
    pub const fn power(&self) -> i32 {
        self.stat(self.primary)
    }

    /// How far it can strike hand to hand (MOM-ATK-12).
    pub fn reach(&self) -> Metres {
        let melee = self.attacks.iter().filter(|with| with.class == Class::Melee);
        melee.map(|with| with.range_m).max().unwrap_or(1)
    }
}

/// The profile on the creature.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Stats(#[serde(with = "crate::battle::saved_form::shared")] pub Arc<Profile>);
