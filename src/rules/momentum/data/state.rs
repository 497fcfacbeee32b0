//! What changes in a fight: what is left to pay with, where a creature stands in the round, what it has held.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::damage::Category;
use super::measure::Metres;
use crate::battle::{Act, Id};
use crate::grid::Square;

/// Vitality: below 1 a creature is Down.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Vitality(pub i32);

/// What a creature has to pay with.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Points {
    /// Action Points, for its turn.
    pub ap: i32,
    /// Metres, for its turn.
    pub metres: Metres,
    /// Reaction Points, for the round.
    pub rp: i32,
    /// For Abilities.
    pub wp: i32,
    /// Whether it has used any of what its turn gives.
    pub begun: bool,
    /// Weapon attacks that are paid and not made yet (MOM-ACT-2).
    #[serde(default)]
    pub credits: i32,
    /// Whether it has used what a hand does for nothing on a turn (MOM-ACT-18).
    #[serde(default)]
    pub by_hand: bool,
}

/// Narrative Momentum, and what Cinematics go by besides (MOM-CINE-14, MOM-BURST-2, MOM-BURST-3).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Drama {
    /// Narrative Momentum.
    pub nm: i32,
    /// Whether it has used Action Points on its turn.
    pub ap_used: bool,
    /// Whether it has used Reaction Points in this round.
    pub rp_used: bool,
    /// How much more WP it can put into an Ability until the fight ends (MOM-CINE-10).
    pub upcast: i32,
    /// The last round in which it saw an ally die.
    pub bereft: u32,
}

/// The kinds of ground that have harmed a creature on the turn that runs, by their places in the level's list (MOM-HAZ-1).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Scorched(pub Vec<usize>);

/// How a turn stands that can be held (MOM-HOLD-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Held {
    #[default]
    Never,
    /// It waits for a gap.
    Waits,
    /// It was held, and is taken or lost.
    Taken,
}

/// A creature's part in the round.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Timing {
    /// Its Initiative as it was read at the start of the round.
    pub initiative: i32,
    /// What a game master has set it to.
    pub by_hand: Option<i32>,
    /// Its score in the order of turns when the round began: another one has been set since.
    pub score: Option<i32>,
    /// The member in whose place its union acts.
    pub union: Option<Id>,
    /// The same of the round before.
    #[serde(default)]
    pub before: Option<Id>,
    /// Whether it holds its turn.
    pub held: Held,
    /// Whether its turn of this round is over.
    #[serde(default)]
    pub over: bool,
}

/// What a held action waits for (MOM-TRIG-11): what an enemy does, or an ally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Trigger {
    /// It comes to where the action can be aimed at it.
    EntersRange,
    /// It comes onto a square.
    EntersSquare(Square),
    /// It leaves a square.
    LeavesSquare(Square),
    /// It comes into view.
    EntersView,
    /// It has attacked.
    Attacks,
    /// It has used an Ability.
    UsesAbility,
    /// It has gone Down.
    GoesDown,
    /// It has ended its turn.
    EndsTurn,
    /// The game master says so.
    TableSays,
}

/// An action that is held, paid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct HeldAction {
    /// What tells it from the others that its owner holds.
    pub serial: u16,
    /// What it waits for.
    pub trigger: Trigger,
    /// Whether an ally is to bring that about, and no enemy.
    pub of_ally: bool,
    /// What is done then.
    pub act: Act,
}

/// The actions that a creature holds (MOM-TRIG-7).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct HeldActions(pub Vec<HeldAction>);

/// The Vitality of an object that can be broken, and its most.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Durability {
    pub now: i32,
    pub max: i32,
}

/// The square towards which a creature leans out of its cover (MOM-LEAN-1).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Leaning(pub Option<Square>);

/// What an object takes harm by: its Armor and the types that do it none, half, or half as much again.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shell {
    /// Whether it can be picked up to slam it into enemies (MOM-CINE-9).
    #[serde(default)]
    pub portable: bool,
    /// Whether a Divine intervention closes it (MOM-CINE-11).
    #[serde(default)]
    pub portal: bool,
    /// Whether nothing moves it (MOM-OBJ-1).
    #[serde(default)]
    pub fixed: bool,
    #[serde(default)]
    pub armor: i32,
    #[serde(default)]
    pub immune: Vec<Category>,
    #[serde(default)]
    pub resist: Vec<Category>,
    #[serde(default)]
    pub vulnerable: Vec<Category>,
}
