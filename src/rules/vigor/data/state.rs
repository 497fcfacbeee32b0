//! What of a creature or an object changes in a fight.

use std::sync::Arc;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::conditions::{BOUND, PINNED};
use super::kit::{Resist, Skill};
use super::measure::Size;
use super::quality::Quality;
use super::stats::Profile;
use crate::battle::{Act, Id, Position, SideId, Text};
use crate::grid::Square;

/// The profile on the creature.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Stats(#[serde(with = "crate::battle::saved_form::shared")] pub Arc<Profile>);

/// What is left of it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Tracks {
    /// Breath.
    pub vigor: i32,
    /// What it shrugs off.
    pub durability: i32,
    /// Its life.
    pub health: i32,
    /// Magic.
    pub mana: i32,
}

/// What is left of each piece it wears, in the order of its profile.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Worn(pub Vec<i32>);

/// What it has done on its turn, and what awaits its next roll.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TurnUsage {
    /// Actions used.
    pub used: i32,
    /// Actions that it is Stunned out of on this turn (VIG-COND-11).
    pub stunned: i32,
    /// Squares left of the Move under way.
    pub run: i32,
    /// Whether a Move has begun of which the owners who waited for an act of its have not been told yet (VIG-READY-5).
    pub moving: bool,
    /// Whether that Move is all there is: in flight from the fight, or readied.
    pub single: bool,
    /// Whether the act in progress is negated.
    pub negated: bool,
    /// Charges that a game master has put on its next roll; below 0 Challenges.
    pub charges: i32,
    /// Likewise on its next damage.
    pub damage_charges: i32,
    /// What a game master has said that its next check must beat.
    pub vs: Option<i32>,
    /// An act of several actions that goes on: what, and how many of them are done.
    pub under_way: Option<UnderWay>,
    /// Whether it is to be asked what the other hand does, whatever that could strike (VIG-ACT-8).
    pub other_hand: bool,
    /// What it has readied.
    pub ready: Option<Ready>,
    /// Who has reacted to what it does now, and how.
    pub reacted: Vec<(Id, Reaction)>,
    /// The same of what it was doing when it struck back, the last time last.
    pub outer: Vec<Vec<(Id, Reaction)>>,
    /// Enemies whose weakness it has found, and the last round in which that outlives the end of its turn.
    pub found: Vec<(Id, u32)>,
    /// The places of its way where it could have stayed, and the edge of its space there.
    pub way: Vec<(Position, u8)>,
    /// Whether its last step has brought it where it may not stay.
    pub midway: bool,
}

/// An act of several actions that is not complete (VIG-ENC-6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct UnderWay {
    /// What tells it from other acts.
    pub key: Text,
    /// What people call it.
    pub name: Text,
    /// How many of its actions are done.
    pub done: i32,
    /// Of how many.
    pub of: i32,
}

impl UnderWay {
    /// What becomes of it where another action is spent (VIG-ENC-8).
    pub(crate) fn lost(&self) -> String {
        format!("{} is lost, {} of {} actions done", self.name, self.done, self.of)
    }
}

impl TurnUsage {
    /// It strikes back, which is an attack of its own in the midst of whatever else it does (VIG-REACT-17).
    pub(crate) fn strikes_back(&mut self) {
        self.outer.push(std::mem::take(&mut self.reacted));
    }

    /// It has struck back, and goes on with whatever else it was doing; who has reacted to that.
    pub(crate) fn has_struck_back(&mut self) -> Vec<(Id, Reaction)> {
        let outer = self.outer.pop().unwrap_or_default();
        std::mem::replace(&mut self.reacted, outer)
    }
}

/// How somebody has reacted to an act: no more than once (VIG-REACT-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reaction {
    /// Against it: a Defense, or Resolve.
    Against,
    /// It took the opening.
    Opening,
    /// It did what it had readied.
    Readied,
}

/// What is readied (VIG-ACT-16).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Ready {
    /// The order, whole but for a target that only the trigger names.
    pub act: Act,
    /// What it waits for.
    pub cue: Trigger,
    /// What it is called when it is asked whether to do it now.
    #[serde(default)]
    pub name: Text,
}

/// What sets it off (VIG-READY-4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Trigger {
    /// An enemy comes within reach.
    EntersReach,
    /// An enemy enters a square.
    EntersSquare(Square),
    /// An enemy comes into view.
    EntersView,
    /// An enemy attacks.
    Attacks,
    /// An enemy uses an ability.
    UsesAbility,
    /// An ally is attacked.
    AllyAttacked,
    /// This creature acts.
    Acts(Id),
}

/// In what it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Grip {
    /// In bonds.
    Bound,
    /// By somebody.
    Pinned,
}

impl Grip {
    /// Both of them.
    pub(crate) const ALL: [Self; 2] = [Self::Bound, Self::Pinned];

    /// The condition that it is.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Bound => BOUND,
            Self::Pinned => PINNED,
        }
    }
}

/// Something that holds a creature.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Hold {
    /// In what it is held.
    pub grip: Grip,
    /// Who brought it about.
    pub by: Option<Id>,
    /// How many squares off whoever Pins it still holds it.
    pub within: i32,
    /// The check that failed, and that a struggle repeats (VIG-RES-6).
    pub resist: Resist,
}

/// All that holds a creature, as far as somebody did it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Held(pub Vec<Hold>);

/// The direction it faces (VIG-AWARE-6).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Facing(pub i16, pub i16);

/// From whom it hides (VIG-HIDE-9).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Hiding {
    /// The sides it is Hidden from.
    pub from: Vec<SideId>,
    /// What a search must beat.
    pub total: i32,
    /// Of one that is Invisible: the sides that know where it is.
    pub located: Vec<SideId>,
}

/// What is left of what it carries, in the order of its profile; what its hands hold, and what it has lost of weapons.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pack {
    /// Which of its items are used up.
    pub spent: Vec<bool>,
    /// The weapons and shields in its hands, by key, the main hand first.
    pub held: Vec<Text>,
    /// The weapons of its list that it no longer has, by key.
    pub gone: Vec<Text>,
    /// Where its charge lies.
    pub charge: Option<Square>,
}

/// What stands in lines and ways (VIG-COVER-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Barrier {
    /// Nothing that counts.
    Nothing,
    /// A bush, a net.
    Foliage,
    /// A stump, a barricade.
    Low,
    /// A pillar, a wall.
    Tall,
    /// As much as two of them.
    Solid,
}

impl Barrier {
    /// VIG-MOVE-9: whether it is an obstacle to whoever goes, be it only a low one.
    pub(crate) const fn is_obstacle(self) -> bool {
        matches!(self, Self::Low | Self::Tall | Self::Solid)
    }
}

/// What an object is to this ruleset.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Fixture {
    /// What it is to lines and ways.
    pub barrier: Barrier,
    /// What is left of it, and how much that was; none for what cannot break.
    pub durability: Option<(i32, i32)>,
    /// The Armor Rank of its own.
    pub ar: i32,
    /// The quality that harms it at all.
    pub rank: Option<Quality>,
    /// Whether it stops what flies at it.
    pub sturdy: bool,
    /// What a hand must beat to work it, and with which skill.
    pub check: Option<(Option<Skill>, i32)>,
    /// Its size category.
    pub size: Size,
    /// Whether fire takes hold of it.
    pub flammable: bool,
    /// Whether it stops radiation, too (VIG-TYPE-10).
    pub stops_radiation: bool,
    /// Whether acid eats through what is hard of it.
    pub corrodible: bool,
    /// Whether cold has made it brittle.
    pub brittle: bool,
}
