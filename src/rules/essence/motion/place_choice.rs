//! That a creature is to be placed where its player says, and why; how that goes is in `chosen_place`.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::kind;
use crate::battle::*;
use crate::grid::Square;
use crate::rule;

/// What makes it a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Why {
    /// This mount has thrown it (ESS-CMD-10).
    Thrown(Id),
    /// A grapple with this one is over (ESS-GRAP-16).
    LetGo(Id),
    /// It has pushed this larger one off, and takes a square that became free (ESS-GRAP-12).
    Freed(Id),
    /// It takes its full space again (ESS-SQZ-5).
    Unfolds,
    /// It cannot stay where it is (ESS-OCC-4).
    MakesRoom,
}

/// A creature about to be placed.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Placing {
    pub creature: Id,
    pub why: Why,
    /// The places there were to begin with, where they depend on what went before.
    pub among: Vec<Square>,
}

impl Why {
    pub(crate) fn rule(self) -> Rule {
        match self {
            Self::Thrown(_) => rule!("ESS-CMD-10"),
            Self::LetGo(_) => rule!("ESS-GRAP-16"),
            Self::Freed(_) => rule!("ESS-GRAP-12"),
            Self::Unfolds => rule!("ESS-SQZ-5"),
            Self::MakesRoom => rule!("ESS-OCC-4"),
        }
    }

    pub(crate) const fn kind(self) -> &'static str {
        match self {
            Self::Thrown(_) => kind::THROWN,
            Self::LetGo(_) | Self::Freed(_) => kind::LET_GO,
            Self::Unfolds => kind::UNFOLD,
            Self::MakesRoom => kind::MAKE_ROOM,
        }
    }
}

/// ESS-CMD-10: a rider comes down.
pub(crate) fn thrown(world: &mut World, rider: Id, mount: Id) {
    begin(world, rider, Why::Thrown(mount), Vec::new());
}

/// ESS-GRAP-16: out of a space that it shared in a grapple.
pub(crate) fn beside(world: &mut World, creature: Id, other: Id) {
    if shares(world, creature, other) {
        begin(world, creature, Why::LetGo(other), Vec::new());
    }
}

/// Whoever plays it is asked where it comes to stand.
pub(crate) fn begin(world: &mut World, creature: Id, why: Why, among: Vec<Square>) {
    launch(world, Placing { creature, why, among });
}

/// Whether two are in one space.
pub(crate) fn shares(world: &World, creature: Id, other: Id) -> bool {
    let there = |id: Id| is_on_map(world, id);
    let height = |id: Id| creature::steps_up(world.the::<Position>(id).height);
    there(creature)
        && there(other)
        && height(creature) == height(other)
        && space(world, creature).overlaps(space(world, other))
}
