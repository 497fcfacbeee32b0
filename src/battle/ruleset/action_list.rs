//! The actions of a ruleset as shared code asks for them, and what an order of one has been understood as.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::battle::values::{Act, ActionKind, AimInfo, Composition, Group, Id, Offer, Refusal, Setting};
use bevy::prelude::World;

/// The actions of a ruleset as shared code asks for them, for any actor with anything it can act with.
pub trait ActionList: Send + Sync {
    /// The kinds of actions, in the order in which they are listed.
    fn kinds(&self) -> Vec<&'static ActionKind>;
    /// What stands in some groups of a creature's list, possible or not.
    fn offers(&self, world: &World, creature: Id, groups: &[Group]) -> Vec<Offer>;
    /// Every legal order that a row of the list stands for.
    fn orders(&self, world: &World, creature: Id, offer: &Offer) -> Vec<Act>;
    /// The same with just these options.
    fn orders_with(&self, world: &World, creature: Id, offer: &Offer, options: &BTreeMap<String, Setting>) -> Vec<Act>;
    /// Whether a complete order is legal.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn check(&self, world: &World, act: &Act) -> Result<(), Refusal>;
    /// What a complete order comes to.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn plan(&self, world: &World, act: &Act) -> Result<Planned, Refusal>;
    /// As [`Action::aim`](crate::battle::Action::aim).
    fn aim(&self, world: &World, act: &Act) -> Option<AimInfo>;
    /// As [`Action::compose`](crate::battle::Action::compose).
    fn compose(&self, world: &World, act: &Act) -> Option<Composition>;
    /// As [`Action::way_words`](crate::battle::Action::way_words).
    fn way_words(&self, world: &World, act: &Act) -> Option<String>;
}

/// What an order has been understood as. All that is left is to begin it: once in the battle, any number of times in forecasts.
#[derive(Clone)]
pub struct Planned(Arc<dyn Fn(&mut World) + Send + Sync>);

impl Planned {
    /// Something that is begun so.
    pub fn new(begin: impl Fn(&mut World) + Send + Sync + 'static) -> Self {
        Self(Arc::new(begin))
    }

    /// Begins it.
    pub fn begin(&self, world: &mut World) {
        (self.0)(world);
    }
}
