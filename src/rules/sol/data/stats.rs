//! What a creature of this ruleset is made of: its profile, and the state that changes in a fight.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::ecs::lifecycle::HookContext;
use bevy::ecs::world::DeferredWorld;
use bevy::prelude::Component;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::damage_words::DamageType;
use super::reaction_index::ReactionIndex;
pub use super::reaction_index::ReadyTrigger;
use crate::battle::{DamageWords, Guard, Id, Look, Purpose, Style, Voice};
use crate::dice::Expression;
use crate::grid::Square;
use crate::level::Size;

/// Lengths in this ruleset are whole feet unless a name says otherwise.
pub type Feet = i32;

/// The five abilities, in the order their dice are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ability {
    /// Strength.
    Str,
    /// Dexterity.
    Dex,
    /// Constitution.
    Con,
    /// Charisma.
    Cha,
    /// Fortitude.
    For,
}

impl Ability {
    /// All five, in the order of SOL-DMG-14.
    pub const ALL: [Self; 5] = [Self::Str, Self::Dex, Self::Con, Self::Cha, Self::For];

    /// The key of the stat.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Str => "str",
            Self::Dex => "dex",
            Self::Con => "con",
            Self::Cha => "cha",
            Self::For => "for",
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Str => "Strength",
            Self::Dex => "Dexterity",
            Self::Con => "Constitution",
            Self::Cha => "Charisma",
            Self::For => "Fortitude",
        }
    }
}

/// A melee or a ranged attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AttackKind {
    /// Hand to hand.
    Melee,
    /// At a distance.
    Ranged,
}

/// What an attack does besides damage, if damage gets through.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rider {
    /// The target drops prone.
    Prone,
    /// The target is pushed so many squares straight away.
    Push(u16),
}

/// An attack of a stat block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Melee or ranged.
    pub kind: AttackKind,
    /// Range or reach in feet.
    pub range_ft: Feet,
    /// Damage dice with the modifier.
    pub damage: Expression,
    /// Its one damage type.
    #[serde(rename = "type")]
    pub damage_type: DamageType,
    /// Dice it costs.
    #[serde(default = "one")]
    pub cost_dice: i32,
    /// Whether it needs usable hands and the weapon in them.
    #[serde(default = "yes")]
    pub needs_hands: bool,
    /// Whether the weapon is part of the body (hands only, nothing to drop).
    #[serde(default)]
    pub natural: bool,
    /// Whether it may be used twice a turn.
    #[serde(default)]
    pub repeatable: bool,
    /// Radius of its area in feet.
    pub burst_ft: Option<Feet>,
    /// Whether cover does not count.
    #[serde(default)]
    pub ignores_cover: bool,
    /// Whether it cannot be dodged.
    #[serde(default)]
    pub no_dodge: bool,
    /// What else it does.
    pub rider: Option<Rider>,
    /// How it looks.
    #[serde(default = "shot")]
    pub style: Style,
    /// How it sounds, when not as it looks.
    pub sound: Option<Voice>,
}

impl Attack {
    /// How it looks and sounds.
    pub fn look(&self) -> Look {
        Look::new(self.style, self.damage_type.tint()).sounding(self.sound)
    }

    /// How many squares around the one aimed at it takes in.
    pub fn radius(&self) -> Option<u32> {
        self.burst_ft.map(|feet| u32::try_from(feet / 5).unwrap_or(0))
    }
}

fn one() -> i32 {
    1
}

fn yes() -> bool {
    true
}

fn shot() -> Style {
    Style::Shot
}

/// What an action of a stat block does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Boon {
    /// Heals hit points.
    Heal(Expression),
    /// Heals one ability chosen by the user.
    HealAbility(Expression),
    /// Gives a condition.
    Condition(String),
    /// Ends a condition.
    Cure(String),
    /// Lights or darkens the squares around the spot: the key of the light.
    Light(crate::level::Light),
    /// Turns the square aimed at into this terrain.
    Terrain(String),
}

/// An action of a stat block that is no attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Dice it costs.
    #[serde(default = "one")]
    pub cost_dice: i32,
    /// How far it reaches, in feet.
    pub range_ft: Feet,
    /// Whether it may be used twice a turn.
    #[serde(default)]
    pub repeatable: bool,
    /// What it does.
    pub effect: Boon,
}

/// What sets a reaction off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// The owner is attacked: asked at the dodge step.
    Attacked,
    /// A friend within range is attacked.
    AllyAttacked,
    /// The owner has taken damage.
    Damaged,
    /// A friend within range has taken damage.
    AllyDamaged,
    /// An enemy it sees has come within its reach.
    EnemyEntersReach,
    /// An enemy it sees is about to leave its reach.
    EnemyLeavesReach,
}

impl Special {
    /// What it is for.
    pub fn purpose(&self) -> Purpose {
        match self.effect {
            Boon::Heal(_) | Boon::HealAbility(_) | Boon::Cure(_) => Purpose::Mend,
            Boon::Condition(_) => Purpose::Control,
            Boon::Light(_) | Boon::Terrain(_) => Purpose::Surroundings,
        }
    }
}

/// What a reaction does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answering {
    /// Takes this off the damage of the attack.
    Reduce(Expression),
    /// Makes one of the owner's attacks, by key.
    Attack(String),
    /// Heals hit points.
    Heal(Expression),
}

/// A reaction of a stat block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reaction {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Dice it costs.
    #[serde(default = "one")]
    pub cost_dice: i32,
    /// How far it reaches, in feet, for the triggers of friends and enemies.
    #[serde(default)]
    pub range_ft: Feet,
    /// What sets it off.
    pub trigger: Trigger,
    /// Whether it may be used twice between own turns.
    #[serde(default)]
    pub repeatable: bool,
    /// What it does.
    pub effect: Answering,
    /// By what it takes harm off, if it does.
    #[serde(default)]
    pub guard: Guard,
}

impl Reaction {
    /// What it is for.
    pub fn purpose(&self) -> Purpose {
        match (&self.effect, self.guard) {
            (Answering::Reduce(_), Guard::Dodge) => Purpose::Dodge,
            (Answering::Reduce(_), _) => Purpose::Guard,
            (Answering::Attack(_), _) => Purpose::Harm,
            (Answering::Heal(_), _) => Purpose::Mend,
        }
    }
}

/// The profile: what does not change in an ordinary fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Profile {
    /// Size category.
    pub size: Size,
    /// The edge of its space in squares, when it does not squeeze.
    pub space_squares: u8,
    /// Walking speed in feet.
    pub speed_ft: Feet,
    /// Climbing speed; absent when climbing is slow.
    pub climb_ft: Option<Feet>,
    /// Magnetic climbing speed.
    pub magclimb_ft: Option<Feet>,
    /// Swimming speed; absent when swimming is slow.
    pub swim_ft: Option<Feet>,
    /// Hit points at most.
    pub hp_max: i32,
    /// Starting abilities, in the order of [`Ability::ALL`].
    pub abilities: [i32; 5],
    /// Skill: initiative, jumping.
    pub athletics: i32,
    /// Skill: staying awake.
    pub endurance: i32,
    /// Skill: hiding.
    pub stealth: i32,
    /// Skill: finding.
    pub perception: i32,
    /// Set number of action dice.
    pub pool_set: i32,
    /// Added to the dodge die.
    pub dodge_mod: i32,
    /// Types halved.
    pub resist: BTreeSet<DamageType>,
    /// Types doubled.
    pub vulnerable: BTreeSet<DamageType>,
    /// Types without effect.
    pub immune: BTreeSet<DamageType>,
    /// Whether it has hands.
    pub hands: bool,
    /// Attack actions allowed beyond the first.
    pub extra_attacks: i32,
    /// Whether sneaking costs it nothing.
    pub sneak_free: bool,
    /// Whether darkness does not hinder it.
    pub sees_in_dark: bool,
    /// Whether it may not squeeze.
    pub no_squeeze: bool,
    /// Attacks.
    pub attacks: Vec<Attack>,
    /// Actions that are no attacks.
    pub actions: Vec<Special>,
    /// Reactions besides Dodge.
    pub reactions: Vec<Reaction>,
}

/// The profile on the creature.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[component(on_insert = profiled)]
pub struct Stats(#[serde(with = "crate::battle::saved_form::shared")] pub Arc<Profile>);

/// Hit points and abilities as they are now.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wounds {
    /// Hit points.
    pub hp: i32,
    /// Abilities, in the order of [`Ability::ALL`].
    pub abilities: [i32; 5],
}

impl Wounds {
    /// The score of an ability.
    pub fn score(&self, ability: Ability) -> i32 {
        self.abilities[ability as usize]
    }

    /// Whether an ability is at 0, with its burden.
    pub fn lost(&self, ability: Ability) -> bool {
        self.score(ability) == 0
    }
}

/// The action dice.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pool {
    /// Dice of the set number that are left.
    pub now: i32,
    /// Whether one helped die lies beside them.
    pub helped: bool,
    /// Whether the helped die vanishes at the end of the turn that runs.
    pub helped_fades: bool,
}

impl Pool {
    /// All dice that can be spent.
    pub fn dice(&self) -> i32 {
        self.now + i32::from(self.helped)
    }
}

/// What a creature has readied, already paid for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ready {
    /// The key of the attack, or `interact`.
    pub with: String,
    /// What it waits for.
    pub trigger: ReadyTrigger,
    /// The enemies that were targets of it when last looked: whoever comes to be one sets it off, whoever is one does not.
    #[serde(default)]
    pub targets: BTreeSet<Id>,
}

/// What has been done since the start of the creature's last turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[component(on_insert = did)]
pub struct TurnUsage {
    /// Keys of the actions used on this turn.
    pub actions: BTreeSet<String>,
    /// Attack actions used on this turn.
    pub attacks: i32,
    /// Keys of the reactions used since the last turn start.
    pub reactions: BTreeSet<String>,
    /// Feet of movement counted on this turn, slowing included.
    pub moved: Feet,
    /// Whether the free jump was used.
    pub jumped: bool,
    /// Whether it sprinted.
    pub sprinted: bool,
    /// The last steps of this turn, newest last, that were walked upright: for a run-up.
    pub run_up: Vec<Square>,
    /// What it has readied.
    pub ready: Option<Ready>,
    /// The round in which its last turn ended.
    pub ended_in: Option<u32>,
}

/// How it holds its body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    /// Upright.
    #[default]
    Standing,
    /// Bent low.
    Crouching,
    /// Lying.
    Prone,
}

/// Posture and ways of moving that last.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stance {
    /// How it holds its body. `Prone` goes with the condition of that key.
    pub posture: Posture,
    /// Whether it sneaks.
    pub sneaking: bool,
    /// Whether it squeezes through a space too small for it.
    pub squeezing: bool,
    /// What it hangs on, while it climbs.
    pub clings: Option<Hold>,
}

/// The face that holds a climber up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hold {
    /// The north-west square of the climber's space, which it does not leave while it hangs there.
    pub foot: Square,
    /// The square whose face it is.
    pub face: Square,
}

/// From whom it is hidden, and how well.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[component(on_insert = hid)]
pub struct Hiding {
    /// The enemies it is hidden from.
    pub from: BTreeSet<Id>,
    /// The score of the roll that hid it.
    pub score: i32,
}

/// The keys of the weapons in its hands.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Held(pub BTreeSet<String>);

/// Hit points of an object, and what it withstands.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ObjectHealth {
    /// Hit points.
    pub hp: i32,
    /// At most.
    pub hp_max: i32,
    /// Types halved.
    pub resist: BTreeSet<DamageType>,
    /// Types doubled.
    pub vulnerable: BTreeSet<DamageType>,
    /// Types without effect.
    pub immune: BTreeSet<DamageType>,
}

/// Keys of conditions of this ruleset, as [`crate::battle::Conditions`] holds them.
pub mod condition {
    /// Caught unaware.
    pub const SURPRISED: &str = "surprised";
    /// Lying.
    pub const PRONE: &str = "prone";
    /// Knocked out.
    pub const UNCONSCIOUS: &str = "unconscious";
    /// Hostile to all.
    pub const MADNESS: &str = "madness";
}

/// Hook of [`Stats`].
fn profiled(mut world: DeferredWorld, context: HookContext) {
    let (Some(&id), Some(stats)) = (world.get::<Id>(context.entity), world.get::<Stats>(context.entity)) else {
        return;
    };
    let answers = |to: [Trigger; 2]| stats.0.reactions.iter().any(|reaction| to.contains(&reaction.trigger));
    let guards = answers([Trigger::EnemyLeavesReach, Trigger::EnemyEntersReach]);
    let friends = answers([Trigger::AllyAttacked, Trigger::AllyDamaged]);
    world.resource_mut::<ReactionIndex>().reacts(id, guards, friends);
}

/// Hook of [`TurnUsage`].
fn did(mut world: DeferredWorld, context: HookContext) {
    let (Some(&id), Some(done)) = (world.get::<Id>(context.entity), world.get::<TurnUsage>(context.entity)) else {
        return;
    };
    let ready = done.ready.as_ref().map(|ready| ready.trigger);
    world.resource_mut::<ReactionIndex>().readies(id, ready);
}

/// Hook of [`Hiding`].
fn hid(mut world: DeferredWorld, context: HookContext) {
    let (Some(&id), Some(hiding)) = (world.get::<Id>(context.entity), world.get::<Hiding>(context.entity)) else {
        return;
    };
    let hidden = !hiding.from.is_empty();
    world.resource_mut::<ReactionIndex>().hides(id, hidden);
}
