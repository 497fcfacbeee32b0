//! A ruleset as a whole, and the one that a battle is fought under.

use super::actions::Actions;
use super::consequences::Consequences;
use super::content::Content;
use super::continuity::Continuity;
use super::geometry::Geometry;
use super::knowledge::Knowledge;
use super::movement::Movement;
use super::overrides::Overrides;
use super::presentation::Presentation;
use super::rulebook::{Rulebook, SharedFact};
use super::setup::Setup;
use super::turns::Turns;
use crate::battle::values::Event;
use crate::level::Naming;
use bevy::prelude::*;

/// The ruleset the battle is fought under.
#[derive(Resource, Clone, Copy)]
pub struct Rules(pub &'static dyn Ruleset);

/// A ruleset: the one type that answers for every concern. Implementations are units; all state lives in the world.
pub trait Ruleset:
    Rulebook
    + Setup
    + Geometry
    + Content
    + Turns
    + Knowledge
    + Movement
    + Actions
    + Consequences
    + Overrides
    + Presentation
    + Continuity
    + Send
    + Sync
    + 'static
{
}

impl<T> Ruleset for T where
    T: Rulebook
        + Setup
        + Geometry
        + Content
        + Turns
        + Knowledge
        + Movement
        + Actions
        + Consequences
        + Overrides
        + Presentation
        + Continuity
        + Send
        + Sync
        + 'static
{
}

impl Event {
    /// Cites the rules that the ruleset says stand behind a shared fact.
    #[must_use]
    pub fn citing(mut self, world: &World, fact: SharedFact) -> Self {
        self.rules.extend(world.resource::<Rules>().0.cites(fact));
        self
    }
}

/// The keys of a ruleset whose values are names of creatures.
pub fn names_in(ruleset: &dyn Ruleset) -> Naming<'static> {
    Naming { ruleset: ruleset.key(), keys: ruleset.naming() }
}
