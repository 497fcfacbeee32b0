//! What a creature of this ruleset is made of: its profile, and the state that changes in a fight.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy::prelude::Component;
use serde::de::{self, IntoDeserializer, value};
use serde::{Deserialize, Deserializer, Serialize};

pub use super::arms::*;
pub use super::trigger::{Ready, Trigger, TriggerActor};
use crate::battle::Id;
use crate::dice::Expression;
use crate::grid::{Direction, Square};
use crate::level::Size;

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
    /// How far it strikes without a weapon that reaches farther.
    pub reach_ft: Feet,
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
pub struct Stats(#[serde(with = "crate::battle::saved_form::shared")] pub Arc<Profile>);

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
    pub const ALL: [Self; 6] = [Self::Break, Self::Push, Self::Feint, Self::Disarm, Self::Trip, Self::Grapple];
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
pub struct TurnUsage {
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
    /// The order in the course of which it began a Move or Fly action last: one order begins no second one.
    pub begun_in: Option<Id>,
    /// Whether it is in the middle of somebody's square, where no Move can end and none can begin.
    pub passing: bool,
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
    /// Where it stood when its Turn began.
    pub from: Square,
}

impl TurnUsage {
    /// No Move is under way any more, and nothing is known of one.
    pub(crate) fn ends_moves(&mut self) {
        self.run = 0;
        self.halted = false;
        self.passed.clear();
    }
}

/// The arm or natural weapon that a grapple takes up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LostArm {
    /// An empty hand, or one of two that hold the same thing.
    Hand,
    /// The hand that holds this.
    Holding(String),
    /// This natural weapon.
    Natural(String),
}

/// How it holds itself: what lasts and is no condition.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stance {
    /// Hangs on a surface beside it.
    pub climbing: bool,
    /// In a space half as wide as it needs.
    pub squeezing: bool,
    /// With whom it has to share its space, for want of another place.
    pub crowded: Option<Id>,
    /// The arms it cannot use, by whom it is in a grapple with.
    pub lost_arms: BTreeMap<Id, LostArm>,
    /// Kept up by wings.
    pub aloft: bool,
    /// Where it flies to.
    pub heading: Option<Direction>,
    /// Feet fallen so far in a fall of several Rounds; 0 when it does not fall.
    pub fallen: Feet,
    /// Feet that the jump into such a fall takes off in the end.
    pub leapt: Feet,
    /// Drifts: direction and feet a Turn.
    pub drift: Option<(Direction, Feet)>,
    /// Whose Turns the drift goes by, when not by its own: who pushed itself off it.
    pub drift_of: Option<Id>,
    /// What it rides.
    pub riding: Option<Id>,
    /// Whether a fall of it is being resolved.
    pub tumbling: bool,
    /// Turns ended without breath.
    pub breathless: i32,
    /// Whether it is under water.
    pub submerged: bool,
}

impl Stance {
    /// Drifts from now on, or no more; by the Turns of another where it says whose.
    pub(crate) fn drifts(&mut self, drift: Option<(Direction, Feet)>, of: Option<Id>) {
        self.drift = drift;
        self.drift_of = of;
    }

    /// Flies no more.
    pub(crate) fn folds_wings(&mut self) {
        self.aloft = false;
        self.heading = None;
    }

    /// Its fall is over, and so is what the leap into it takes off.
    pub(crate) fn falls_no_more(&mut self) {
        self.fallen = 0;
        self.leapt = 0;
    }
}

/// From whom it is Hidden.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hiding {
    /// The enemies that do not know its place.
    pub from: BTreeSet<Id>,
    /// Whether it was Undetected at first, and has done nothing since that gives it away.
    pub undetected: bool,
    /// Who has discovered it since.
    #[serde(default)]
    pub found_by: BTreeSet<Id>,
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
pub struct ObjectHealth {
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

/// A Size by the word for it, of which two mean the largest.
pub fn size_of(word: &str) -> Option<Size> {
    match word {
        "gargantuan" => Some(Size::Colossal),
        _ => Size::deserialize(IntoDeserializer::<value::Error>::into_deserializer(word)).ok(),
    }
}

fn size_in_words<'de, D: Deserializer<'de>>(file: D) -> Result<Size, D::Error> {
    let word = String::deserialize(file)?;
    size_of(&word).ok_or_else(|| de::Error::custom(format!("no size `{word}`")))
}

/// An object's own numbers: how hard it is to climb, how many Actions its use takes.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct ObjectProperties {
    /// DC of climbing it.
    pub climb_dc: i32,
    /// Actions to open, close or work it.
    pub interact_cost: i32,
    /// Whether it is only an illusion.
    pub illusory: bool,
    /// Whether it is made fast; what is not floats off where nothing has weight.
    pub fixed: bool,
    /// Its Size, where that matters.
    #[serde(deserialize_with = "size_in_words")]
    pub size: Size,
}

impl Default for ObjectProperties {
    fn default() -> Self {
        Self { climb_dc: 15, interact_cost: 1, illusory: false, fixed: true, size: Size::Medium }
    }
}

/// On an illusion: who has seen through it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SeenThrough(pub BTreeSet<Id>);

/// On an object that floats: which way, so many feet at each Turn of who pushed itself off it.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Adrift {
    /// Who pushed itself off.
    pub by: Id,
    /// Where it goes.
    pub direction: Direction,
    /// How far at a time.
    pub feet: Feet,
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
