//! A row of the list of what a creature can do, and what is known of an attack before it is made.

use serde::{Deserialize, Serialize};

use super::cost_preview::Left;
use super::id::Id;
use super::order::Act;
use super::purpose::{Price, Purpose};
use super::refusal::Refusal;
use super::trace::Trace;
use crate::grid::Square;

/// What an action is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// At nothing: it is done at once.
    Nothing,
    /// At a creature or an object.
    Thing,
    /// At a square.
    Square,
}

/// Where the action bar groups an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// Attacks.
    Attack,
    /// Everything else that costs.
    Action,
    /// Ways of moving.
    Move,
    /// What is free.
    Free,
}

impl Group {
    /// All of them, in the order of the action bar.
    pub const ALL: [Self; 4] = [Self::Attack, Self::Action, Self::Move, Self::Free];
}

/// An action of a creature's list, possible now or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The ruleset's key.
    pub action: String,
    /// The key of the weapon or device.
    pub with: Option<String>,
    /// What the button says.
    pub label: String,
    /// The icon's name.
    pub icon: String,
    /// What it is for.
    pub purpose: Purpose,
    /// The cost, for people.
    pub cost: String,
    /// The same, counted.
    #[serde(default)]
    pub price: Price,
    /// Where it is grouped.
    pub group: Group,
    /// The family it belongs to: the name of the one button behind which all its members stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// Whether it is what the button of its family does at once, as a plain attack leads what else its weapon can do.
    #[serde(default)]
    pub leads: bool,
    /// What it is aimed at.
    pub aim: Aim,
    /// The range drawn on the map while aiming, in squares.
    pub range: Option<u32>,
    /// The radius of its area in squares.
    pub radius: Option<u32>,
    /// The creatures to which the action opens its actor before it goes on, as far as the actor's side knows of them. Example: the
    /// enemies who may take the opening when a wizard casts beside them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exposes: Vec<Id>,
    /// Why it cannot be used at all now.
    pub refusal: Option<Refusal>,
    /// What it does, in a sentence.
    pub help: String,
}

/// What the map shows of an aimed attack: the line that decides, and what stands in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AimLine {
    /// From where, in the units of [`Point`](crate::grid::Point).
    pub from: (i32, i32),
    /// To where.
    pub to: (i32, i32),
    /// The first square that blocks it.
    pub blocked_at: Option<Square>,
}

/// How much cover stands between attacker and target, under any ruleset's name for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverStep {
    /// Nothing that counts.
    #[default]
    None,
    /// It hinders the eye more than the weapon.
    Light,
    /// About half, or what a ruleset counts as partly covered.
    Half,
    /// More than half.
    ThreeQuarters,
    /// All of it.
    Full,
}

/// Something on the board that gives cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverSource {
    /// The creature or object; none for a wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Id>,
    /// Where it stands in the way.
    pub squares: Vec<Square>,
}

/// The cover a target has against an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shelter {
    /// How much.
    pub step: CoverStep,
    /// The ruleset's short name, empty for none.
    pub name: String,
    /// What gives it.
    pub sources: Vec<CoverSource>,
}

impl Offer {
    /// An order of it that names nothing yet but what it is done with.
    pub fn order(&self, creature: Id) -> Act {
        Act { with: self.with.clone(), ..Act::new(creature, self.action.clone()) }
    }

    /// Whether both offers are the same row of a creature's list.
    pub fn is_row_of(&self, other: &Self) -> bool {
        (&self.action, &self.with, self.aim) == (&other.action, &other.with, other.aim)
    }
}

/// What is known of an attack before it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AimInfo {
    /// Distance, for people.
    pub distance: String,
    /// Cover or anything else that counts against the attack, as a traced number.
    pub cover: Trace,
    /// The dice that will be thrown, with what moves them; nothing where they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Trace>,
    /// What it would leave of what its options are paid with, where they cost something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<Left>,
    /// The cover itself.
    pub shelter: Shelter,
    /// Lines to draw.
    pub lines: Vec<AimLine>,
}
