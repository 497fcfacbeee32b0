//! What a ruleset says of open ground: who lets a mover pass, what a step costs, what is climbed, flown over, swum.

use std::marker::PhantomData;

use bevy::prelude::World;

use super::open_step::{OpenBar, OpenStep};
use crate::battle::board::{is_on_map, side_of};
use crate::battle::ruleset::knows;
use crate::battle::values::{ById, Conditions, Id, Ids, Reckoning, Refusal, Rule, Trace};
use crate::grid::{Footprint, Length};
use crate::level::{Size, Terrain};

/// What keeps a step askew from being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Corners {
    /// Something solid on one side of it.
    One,
    /// Something solid on both sides of it.
    Both,
}

/// How a body makes itself narrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Narrow {
    /// The edge of all its space.
    pub whole: u8,
    /// The edge of the space that it makes do with.
    pub edge: u8,
    /// Its size, which must fit for all of it to have room.
    pub size: Size,
    /// The size that must fit for it to get through at all.
    pub least: Size,
}

/// How a walk goes on from a space that it has come into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Onward {
    /// As before.
    As,
    /// So much farther, or less far where it is below nothing.
    By(i32),
    /// Not at all.
    Halts,
}

/// What a ruleset says of open ground.
pub(crate) trait OpenRules: Sized + 'static {
    /// How a creature in the way lets a mover pass.
    type Passing: Copy;
    /// What keeps a step askew from being made.
    const CORNERS: Corners;
    /// Whether a mover may stop on the top of an object.
    const STOPS_ON_OBJECTS: bool;
    /// Whether what leads too far up or down is climbed, at a price; else it is no step.
    const CLIMBS: bool = false;
    /// Whether movers fly, and bodies in the air are passed above and below.
    const FLIES: bool = false;
    /// How far a mover in the air rises or sinks with one step. So far above hard ground it does not mind it.
    const AIR: Length = Length::METRE;
    /// How high an object may rise above its ground to be walked onto, and off again, as level ground is.
    const PASSABLE: Length = Length::ZERO;
    /// Whether what stands between squares and is too high to be stepped over is climbed over, straight ahead.
    const CLIMBS_FENCES: bool = false;
    /// The least that a step straight ahead and one askew may cost. A search asks for no step that leads nowhere any cheaper.
    const LEAST: [i32; 2] = [0; 2];
    /// By the code of a bar: the rule behind it and its sentence.
    const BARS: &'static [(&'static str, Rule, &'static str)];
    /// The rule by which a step must be paid in full.
    const SPENT: Rule;

    /// Whether hard ground does not count for a mover.
    fn is_sure(_world: &World, _mover: Id) -> bool {
        false
    }

    /// A length in words, such as "4.5 m".
    fn words(length: i32) -> String;

    /// What steps are counted in, and the rule that says so.
    fn costs() -> Trace;

    /// Whether another creature is nothing to a mover, neither on its way nor where it stops. Example: the one that rides it.
    fn ignores(_world: &World, _mover: Id, _other: Id) -> bool {
        false
    }

    /// The height to which a mover in the air rises so as not to be below another; by default no higher.
    fn risen(_own: Length, least: Length) -> Length {
        least
    }

    /// How a creature makes itself narrow where there is no room for all of it; by default none does.
    fn narrows(_world: &World, _mover: Id) -> Option<Narrow> {
        None
    }

    /// Whether a body of this height swims in a square.
    fn swims(_terrain: &Terrain, _tall: Length) -> bool {
        false
    }

    /// Why a mover may not stop in the space of another creature.
    fn taken(_passing: Self::Passing) -> OpenBar {
        OpenBar::Taken
    }

    /// Whether a mover in the air goes above another creature rather than past it.
    fn flown_over(_passing: Self::Passing) -> bool {
        true
    }

    /// Whether a mover may stop in the space of another creature.
    fn shares(_world: &World, _mover: Id, _other: Id) -> bool {
        false
    }

    /// Whether what ails a mover forbids a step. Example: it is afraid of what that leads to.
    fn forbids(_world: &World, _mover: Id, _from: Footprint, _to: Footprint) -> bool {
        false
    }

    /// How a walk goes on after a step from one space into another. Example: a mover grows lighter there.
    fn goes_on(_world: &World, _mover: Id, _from: Footprint, _to: Footprint) -> Onward {
        Onward::As
    }

    /// How another creature lets a mover pass.
    fn passing(world: &World, mover: Id, other: Id) -> Self::Passing;

    /// What a step costs: its terms are told to a reckoning.
    ///
    /// # Errors
    /// A creature there does not let the mover pass.
    fn price(step: &OpenStep<'_, Self::Passing>, out: &mut impl Reckoning) -> Result<(), OpenBar>;
}

/// A bar of a ruleset, which knows how that one words it.
pub(crate) struct Barred<R>(OpenBar, PhantomData<fn() -> R>);

impl<R> From<OpenBar> for Barred<R> {
    fn from(bar: OpenBar) -> Self {
        Self(bar, PhantomData)
    }
}

impl<R: OpenRules> From<Barred<R>> for Refusal {
    fn from(Barred(bar, _): Barred<R>) -> Self {
        let code = bar.code();
        match bar {
            OpenBar::NotNear => Self::new(code, "That is not a neighbouring square."),
            OpenBar::Spent { cost, left } => {
                Self::by(R::SPENT, code, format!("It costs {}; {} left.", R::words(cost), R::words(left)))
            }
            _ => {
                let row = R::BARS.iter().find(|row| row.0 == code);
                let (_, rule, sentence) = row.expect("a ruleset should word each bar that it has");
                Self::by(rule.clone(), code, *sentence)
            }
        }
    }
}

/// The creatures that brought about a condition of a mover, as far as they are there and its side knows of them. Example: what it is
/// afraid of.
pub(crate) fn known_sources<'w>(world: &'w World, mover: Id, key: &'static str) -> impl Iterator<Item = Id> + 'w {
    // Asked with each step; most movers have no condition at all.
    let ails = world.resource::<Ids>().has_conditions(mover);
    let all = if ails { world.part::<Conditions>(mover).map_or(&[][..], |all| &all.0) } else { &[] };
    let sources = all.iter().filter(move |one| one.key == key).filter_map(|one| one.source);
    sources.filter(move |&id| is_on_map(world, id) && knows(world, side_of(world, mover), id))
}
