//! What changes of a creature in a fight: what is left of it, what it has done on its turn, how it hides.

use std::collections::BTreeSet;

use bevy::prelude::{Component, Resource};
use serde::{Deserialize, Serialize};

use super::measure::HalfMetres;
use super::ready::Ready;
use crate::battle::{Id, Text};

/// Vitality points left.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Vitality(pub i32);

/// Whom a creature aims at, and until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Aim {
    /// Whom.
    pub at: Id,
    /// Whether it ends with this turn.
    pub last: bool,
}

/// What a creature has done on its turn, and since.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TurnUsage {
    /// How far it has moved, surcharges included.
    pub moved: HalfMetres,
    /// EDG-JUMP-1: how far it has gone on foot, without a break, up to now.
    pub run_up: HalfMetres,
    /// How many times its speed it may move beyond the first.
    pub dashes: i32,
    /// Whether its action is used.
    pub action: bool,
    /// Whether its minor action is used.
    pub minor: bool,
    /// EDG-ACT-6: whether its own movement provokes nobody.
    pub disengaged: bool,
    /// EDG-REACT-2: whether it has reacted since its turn began.
    pub reacted: bool,
    /// EDG-MIN-1: whom it aims at.
    pub aim: Option<Aim>,
    /// EDG-XPL-13: metres that an exploit gives, apart from those of the turn, while it moves by them.
    pub spare: Option<HalfMetres>,
    /// EDG-COND-HIN-3: whether it has reacted while it was hindered, so that it acts no more on this turn.
    pub winded: bool,
    /// EDG-INIT-6: the round in which it has put off its turn.
    pub delayed: u32,
    /// EDG-ACT-1: attacks that its Attack action still has.
    pub attacks: i32,
    /// EDG-TURN-3: whether its free interaction is used.
    pub interacted: bool,
    /// EDG-MIN-6: enemies whose space it may cross.
    pub overrun: Vec<Id>,
    /// EDG-TWF-1: the light weapon that it has attacked with on this turn.
    pub light: Option<Text>,
    /// EDG-OBJ-5: the kinds of harmful ground that have harmed it on this turn for its coming onto them.
    pub trodden: Vec<usize>,
    /// EDG-ACT-10: what it has readied, until its next turn.
    pub ready: Option<Ready>,
    /// EDG-TURN-7: whether it has drawn a weapon with its Attack action.
    pub drew: bool,
    /// EDG-HIDE-10: whether it has moved too fast for one that hides since its last Stealth roll.
    pub loud: bool,
}

/// What a creature carries that does not work now, and what is left of what it carries.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Gear {
    /// EDG-SET-3, EDG-SET-7: what takes an action to be used again.
    pub stuck: Vec<Text>,
    /// EDG-SET-20: what is broken for good.
    pub broken: Vec<Text>,
    /// EDG-RNG-9: what it has used, once for each time.
    pub used: Vec<Text>,
    /// Uses of its first-aid kit.
    pub kit: i32,
}

/// EDG-SET-7: the numbers of what has slipped to the ground, so that picking it up takes an action.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Slipped(pub BTreeSet<u32>);

/// EDG-ATK-14: the mount on which a level puts a creature. It rides while it is in the mount's space.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Rider(pub Id);

/// EDG-DSAVE: how a creature at no points fares.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Dying {
    /// Saves that went well.
    pub successes: u8,
    /// Saves that did not.
    pub failures: u8,
    /// EDG-COND-BLE-2: what bleeding has taken since it began.
    pub bled: i32,
}

/// EDG-SUFF-1: for how many of its own turns a creature has had nothing to breathe.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Breathless(pub i32);

/// EDG-RAD-1: what radiation has left in a creature.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Rads {
    /// How many.
    pub amount: i32,
    /// EDG-RAD-2: own turns at the level that takes ten of them for one more.
    pub turns: i32,
}

/// EDG-LOAD-2, EDG-LOAD-5: what a creature pushes, drags or lifts along: a thing or a body.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Hauling(pub Id);

/// EDG-LOAD-2: how many kilograms a thing of the level weighs.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Mass(pub i32);

/// EDG-HIDE-2: what a creature that hides has rolled, and who has been held against it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Stealth {
    /// The total that is stored while it hides; none where it has not rolled.
    pub total: Option<i32>,
    /// EDG-HIDE-18: the enemies that have been held against that total.
    pub compared: BTreeSet<Id>,
    /// EDG-HIDE-9: the enemies that have noticed it once, and know that it is about.
    pub aware: BTreeSet<Id>,
    /// EDG-COND-DEA-1: the enemies that neither see nor hear it, though it does not hide.
    #[serde(default)]
    pub unheard: BTreeSet<Id>,
}
