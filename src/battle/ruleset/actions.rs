//! What creatures can do: all of it is asked of the list of actions.

use super::action_list::{ActionList, Planned};
use super::random_act;
use super::random_act::Rng;
use crate::battle::values::{
    Act, ActionKind, AimInfo, Composition, Group, Id, Offer, Purpose, Refusal, Setting, TriggerKind,
};
use bevy::prelude::World;
use std::collections::BTreeMap;

/// What creatures can do. A ruleset gives its list of actions; all else is asked of that.
pub trait Actions {
    /// Its actions, a unit each: what follows is asked of them.
    fn action_list(&self) -> &'static dyn ActionList;
    /// The kinds of actions, in the order in which they are listed.
    fn actions(&self) -> Vec<&'static ActionKind> {
        self.action_list().kinds()
    }
    /// Everything on the creature's list, possible or not.
    fn offers(&self, world: &World, creature: Id) -> Vec<Offer> {
        self.offers_in(world, creature, &Group::ALL)
    }
    /// As [`Actions::offers`], only what stands in some groups.
    fn offers_in(&self, world: &World, creature: Id, groups: &[Group]) -> Vec<Offer> {
        self.action_list().offers(world, creature, groups)
    }
    /// Every complete order an offer stands for.
    fn acts(&self, world: &World, creature: Id, offer: &Offer) -> Vec<Act> {
        self.action_list().orders(world, creature, offer)
    }
    /// What one of an offer's orders is for, where not all of them are for the same. Example: those that flee, of which only some leave
    /// the fight.
    fn purpose(&self, _world: &World, _act: &Act, offer: &Offer) -> Purpose {
        offer.purpose
    }
    /// As [`Actions::acts`], with these options and no others.
    fn acts_with(&self, world: &World, creature: Id, offer: &Offer, options: &BTreeMap<String, Setting>) -> Vec<Act> {
        self.action_list().orders_with(world, creature, offer, options)
    }
    /// An act out of some groups by lot, for players without a plan; `None` where there is none. Everything legal in them can
    /// come up. Rulesets that need not work out what is not drawn say how.
    fn draw(&self, world: &World, creature: Id, groups: &[Group], lot: &mut Rng) -> Option<Act> {
        random_act::out_of_offers(
            world,
            self.offers_in(world, creature, groups),
            |offer| self.acts(world, creature, offer),
            lot,
        )
    }
    /// How an act is put together from parts that cost; nothing for acts that are not. It need not name a target yet.
    fn compose(&self, world: &World, act: &Act) -> Option<Composition> {
        self.action_list().compose(world, act)
    }
    /// What can set off something that waits for it.
    fn triggers(&self) -> &'static [TriggerKind] {
        &[]
    }
    /// Whether a complete order is legal.
    fn check(&self, world: &World, act: &Act) -> Result<(), Refusal> {
        self.action_list().check(world, act)
    }
    /// What a complete order comes to, understood once: to begin it launches what it brings about.
    ///
    /// # Errors
    /// As [`Actions::check`].
    fn plan(&self, world: &World, act: &Act) -> Result<Planned, Refusal> {
        self.action_list().plan(world, act)
    }
    /// What is known of an attack before it is made; nothing if attacker or target is not on the map.
    fn aim(&self, world: &World, act: &Act) -> Option<AimInfo> {
        self.action_list().aim(world, act)
    }
    /// What tells one way of doing an action from the others, where its options alone do not, for people.
    fn way_words(&self, world: &World, act: &Act) -> Option<String> {
        self.action_list().way_words(world, act)
    }
}
