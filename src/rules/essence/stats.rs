//! What a creature of this ruleset is made of: its profile, and the state that changes in a fight.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use crate::battle::{Id, Style};
use crate::dice::Expression;
use crate::grid::{Direction, Square};
use crate::level::Size;

/// Lengths in this ruleset are whole feet.
pub type Feet = i32;

/// The kinds of damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum DamageType {
    #[default]
    Physical,
    Fire,
    Cold,
    Electric,
    Acid,
    Poison,
    Disease,
    Radiant,
    Shadow,
    Mental,
    Bleed,
}

/// How heavy a weapon is in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    #[serde(default)]
    pub reach_ft: Option<Feet>,
    /// Range Increment, when it shoots or is thrown.
    #[serde(default)]
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
}

fn one() -> u8 {
    1
}

impl Weapon {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Physical Defense.
    Physical,
    /// Mental Defense.
    Mental,
}

/// What a Spell does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Key.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// The defense its attack goes against; none when it needs no attack.
    #[serde(default)]
    pub attack: Option<Against>,
    /// What it does.
    pub effect: SpellEffect,
    /// Power from which it sets on fire.
    #[serde(default)]
    pub ignites_from: Option<i32>,
    /// Whether a critical doubles its damage.
    #[serde(default)]
    pub critical_doubles: bool,
    /// Whether a critical also stuns for a Round.
    #[serde(default)]
    pub critical_stuns: bool,
    /// Dice.
    #[serde(default)]
    pub power: Option<Dial>,
    /// Radius of its Area.
    #[serde(default)]
    pub area_ft: Option<Dial>,
    /// Rounds it lasts.
    #[serde(default)]
    pub rounds: Option<Dial>,
    /// How far it reaches.
    pub range_ft: Dial,
    /// How far Control moves it.
    #[serde(default)]
    pub control_ft: Option<Feet>,
    /// How it looks.
    pub style: Style,
}

/// The components of a Spell that Energy goes into, in the order they are named.
pub const DIALS: [&str; 4] = ["power", "area", "duration", "range"];

impl Spell {
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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

/// The Skills that the fight needs (R35).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Skill {
    Climb,
    Swim,
    Jump,
    Sneak,
    Investigation,
    Medicine,
    Intimidate,
}

/// How it flies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wings {
    /// As the feat Flight says.
    Plain,
    /// As Improved Flight says.
    Improved,
}

/// The profile: what does not change in an ordinary fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Profile {
    /// Size.
    pub size: Size,
    /// Level.
    pub level: i32,
    /// STR.
    pub str: i32,
    /// DEX.
    pub dex: i32,
    /// ESS.
    pub ess: i32,
    /// Speed.
    pub speed_ft: Feet,
    /// Physical Defense.
    pub pd: i32,
    /// Mental Defense.
    pub md: i32,
    /// Hit points at most.
    pub hp_max: i32,
    /// Energy at most.
    pub energy_max: i32,
    /// Added to the Initiative roll.
    pub initiative: i32,
    /// Hands.
    pub hands: u8,
    /// Skill bonuses.
    pub skills: BTreeMap<Skill, i32>,
    /// Sees in Darkness.
    pub darkvision: bool,
    /// Another sense that finds exact places, and how far.
    pub sense_ft: Feet,
    /// Wings, if it has any.
    pub flight: Option<Wings>,
    /// Digs.
    pub burrow: bool,
    /// Reactions beyond the first.
    pub extra_reactions: i32,
    /// Added by feats to the damage of its Attacks.
    pub bonus_damage: i32,
    /// Shoots volleys.
    pub volley: bool,
    /// Breathes in water.
    pub breathes_water: bool,
    /// Needs no breath.
    pub no_breath: bool,
    /// Types that count double against it.
    pub vulnerable: BTreeSet<DamageType>,
    /// Bulk, gear included.
    pub bulk: i32,
    /// Spells.
    pub spells: Vec<Spell>,
    /// Magic items.
    pub wands: Vec<Wand>,
}

/// The profile on the creature.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stats(#[serde(with = "crate::battle::persist::shared")] pub Arc<Profile>);

/// Hit points and Energy as they are now.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Vitals {
    /// Hit points; may be below 0.
    pub hp: i32,
    /// Energy.
    pub energy: i32,
}

/// Something carried.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Item {
    /// The weapon it is.
    pub weapon: Weapon,
    /// Its hit points.
    pub hp: i32,
    /// Whether it is in hand (always, for what is part of the body).
    pub held: bool,
}

/// Everything carried.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gear(pub Vec<Item>);

/// What an attack in place of damage may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Maneuver {
    Break,
    Push,
    Feint,
    Disarm,
    Trip,
    Grapple,
}

impl Maneuver {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::Break,
        Self::Push,
        Self::Feint,
        Self::Disarm,
        Self::Trip,
        Self::Grapple,
    ];

    /// Its key.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Break => "break",
            Self::Push => "push",
            Self::Feint => "feint",
            Self::Disarm => "disarm",
            Self::Trip => "trip",
            Self::Grapple => "grapple",
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Break => "Break",
            Self::Push => "Push",
            Self::Feint => "Feint",
            Self::Disarm => "Disarm",
            Self::Trip => "Trip",
            Self::Grapple => "Grapple",
        }
    }

    /// By its key.
    pub fn by_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.key() == key)
    }
}

/// What a readied action waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// An Enemy comes within its Reach.
    EntersReach,
    /// An Enemy takes a step.
    Moves,
    /// An Enemy attacks.
    Attacks,
    /// An Enemy Casts.
    Casts,
    /// An Enemy falls Prone.
    FallsProne,
    /// An Enemy stands up.
    StandsUp,
    /// An Enemy comes into sight.
    EntersSight,
}

impl Cue {
    /// All of them, by the word an order names.
    pub const WORDS: [(&'static str, Self); 7] = [
        ("enters_reach", Self::EntersReach),
        ("moves", Self::Moves),
        ("attacks", Self::Attacks),
        ("casts", Self::Casts),
        ("falls_prone", Self::FallsProne),
        ("stands_up", Self::StandsUp),
        ("enters_sight", Self::EntersSight),
    ];
}

/// What is readied.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ready {
    /// The action's key: `attack`, `throw` or a maneuver's.
    pub action: String,
    /// The weapon's key.
    pub with: String,
    /// What it waits for.
    pub cue: Cue,
}

/// How an attempt to pass an Enemy in the way came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Passage {
    /// The Move ends before its square.
    Barred,
    /// Its square is Difficult Terrain.
    Slow,
    /// Nothing hinders.
    Free,
}

/// What has been done on this Turn and since.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deeds {
    /// Actions used on this Turn.
    pub used: i32,
    /// Free Actions taken on this Turn.
    pub freed: i32,
    /// Reactions used since its last Turn began.
    pub reactions: i32,
    /// Whether a Turn of its own has begun in this fight.
    pub had_turn: bool,
    /// Feet left of the Move or Fly action under way.
    pub run: Feet,
    /// Feet spent in the Fly action under way; none when there is none.
    pub aired: Option<Feet>,
    /// Whether something ended the Move under way.
    pub halted: bool,
    /// Enemies whose squares it has tried to pass on this Move.
    pub passed: BTreeMap<Id, Passage>,
    /// Dodge charges.
    pub dodges: i32,
    /// What it has readied.
    pub ready: Option<Ready>,
    /// Whether it has put off its Turn.
    pub delaying: bool,
    /// Whether it took a Fly action on this Turn.
    pub flew: bool,
    /// Spells controlled on this Turn, by number.
    pub controlled: BTreeSet<u32>,
    /// Whether it was Commanded in this Round.
    pub commanded: bool,
    /// Where it stood when its Turn began.
    pub from: Square,
}

/// How it holds itself: what lasts and is no condition.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stance {
    /// Hangs on a surface beside it.
    pub climbing: bool,
    /// In a space half as wide as it needs.
    pub squeezing: bool,
    /// Kept up by wings.
    pub aloft: bool,
    /// Where it flies to.
    pub heading: Option<Direction>,
    /// Feet fallen so far in a fall of several Rounds; 0 when it does not fall.
    pub fallen: Feet,
    /// Drifts: direction and feet a Turn.
    pub drift: Option<(Direction, Feet)>,
    /// Whether a fall of it is being resolved.
    pub tumbling: bool,
    /// Turns ended without breath.
    pub breathless: i32,
    /// Whether it is under water.
    pub submerged: bool,
}

/// From whom it is Hidden.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hiding {
    /// The enemies that do not know its place.
    pub from: BTreeSet<Id>,
    /// Whether nobody has noticed it at all.
    pub undetected: bool,
}

/// What runs in a creature's veins: Level of the Poison, dice, Turns left.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dose {
    /// Its Level.
    pub level: i32,
    /// Its damage.
    pub damage: Expression,
    /// Turns it still strikes.
    pub turns: i32,
}

/// All Poison in a creature.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Poisons(pub Vec<Dose>);

/// Hit points of an object, and what it withstands.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sturdy {
    /// Hit points.
    pub hp: i32,
    /// At most.
    pub hp_max: i32,
    /// Taken off each damage.
    pub durability: i32,
    /// Types that count double.
    pub vulnerable: BTreeSet<DamageType>,
}

/// How much of what stands behind it an object obscures.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obscures {
    /// All.
    Total,
    /// Part.
    Partial,
    /// Nothing.
    None,
}

/// An object's own numbers: how hard it is to climb, how many Actions its use takes.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fixture {
    /// DC of climbing it.
    pub climb_dc: i32,
    /// Actions to open, close or work it.
    pub interact_cost: i32,
    /// Whether it is only an illusion.
    pub illusory: bool,
}

/// Keys of conditions, as [`crate::battle::Conditions`] holds them.
#[expect(missing_docs, reason = "the names say it all")]
pub mod condition {
    pub const SURPRISED: &str = "surprised";
    pub const PRONE: &str = "prone";
    pub const BLEEDING: &str = "bleeding";
    pub const BLINDED: &str = "blinded";
    pub const ENTANGLED: &str = "entangled";
    pub const SHAKEN: &str = "shaken";
    pub const ON_FIRE: &str = "on_fire";
    pub const POISONED: &str = "poisoned";
    pub const SLOWED: &str = "slowed";
    pub const STUNNED: &str = "stunned";
    pub const INVISIBLE: &str = "invisible";
    pub const UNCONSCIOUS: &str = "unconscious";
    pub const FLAT_FOOTED: &str = "flat_footed";
    pub const DESTABILISED: &str = "destabilised";
    pub const GRAPPLED: &str = "grappled";
    pub const GRAPPLING: &str = "grappling";
    pub const CHOKED: &str = "choked";
}
