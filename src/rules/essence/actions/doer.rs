//! Whoever acts, and what all kinds of actions have in common: what is asked of an order, how a row of the bar is made, what is told.

// What every kind of action speaks of.
pub(super) use bevy::prelude::World;

pub(super) use super::super::body::creature;
pub(super) use super::super::body::creature::can_pay;
pub(super) use super::super::data::stats::*;
use super::super::field::{cover, sight};
pub(super) use super::super::ruleset::Essence;
pub(super) use crate::battle::*;
pub(super) use crate::grid::{Footprint, Length, Square};
pub(super) use crate::rule;

/// Whoever acts.
#[derive(Clone, Copy)]
pub struct Doer<'w> {
    /// Where.
    pub world: &'w World,
    /// Who.
    pub id: Id,
}

impl Doer<'_> {
    /// Whether it has a condition.
    pub fn has(&self, key: &str) -> bool {
        has_condition(self.world, self.id, key)
    }

    pub fn stance(&self) -> &Stance {
        self.world.the::<Stance>(self.id)
    }

    pub fn profile(&self) -> &Profile {
        creature::profile(self.world, self.id)
    }

    /// A row for one of the things that an action is done with, as far as it can be paid for.
    pub(crate) fn row(&self, kind: &ActionKind, with: impl Into<String>, menu: &Menu<'_>) -> Offer {
        let mut offer = row(kind);
        offer.with = Some(with.into());
        offer.refusal = menu.judge(|| Essence::affords(self, &Essence::usual_cost(kind)));
        offer
    }
}

/// What this ruleset has to know of every action besides.
pub enum Facts {
    /// Nothing: it ends a Fly action, and takes its Action by the rule of the Turn.
    Plain,
    /// It takes its Action by a rule of its own.
    PaidBy(Rule),
    /// A Fly action goes on meanwhile (ESS-FLY-6).
    InTheAir,
    /// Likewise, and one may do it as often as one likes (ESS-FREE-4).
    Uncounted,
}

/// A row of the bar with its cost.
pub(crate) fn row(kind: &ActionKind) -> Offer {
    let mut offer = kind.offer();
    match kind.price {
        Price::Points(1) => offer.cost = "1 Action".into(),
        Price::Points(more) => offer.cost = format!("{more} Actions"),
        Price::Free | Price::Way => offer.price = Price::Free,
    }
    offer
}

/// Where rows stand that are done with something: all of one weapon, one Spell, one thing together.
pub(crate) mod shelf {
    pub(crate) const WEAPONS: usize = 0;
    pub(crate) const MANEUVERS: usize = 1;
    pub(crate) const SPELLS: usize = 2;
    pub(crate) const WANDS: usize = 3;
    pub(crate) const RUNNING: usize = 4;
    pub(crate) const WATCHES: usize = 5;
    pub(crate) const CARRIED: usize = 6;
}

pub(crate) fn needs(condition: bool, rule: Rule, message: &'static str) -> Result<(), Refusal> {
    if condition { Ok(()) } else { Err(Refusal::by(rule, "impossible", message)) }
}

/// Whom on the map an order is about; the one who acts where it names nobody. Of whom its side knows nothing, it cannot name.
pub(crate) fn creature_named(doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
    let (world, target) = (doer.world, act.target.unwrap_or(doer.id));
    let there = world.part::<Creature>(target).is_some() && is_on_map(world, target);
    if !there || !sight::known_to(world, side_of(world, doer.id), target) {
        return Err(Refusal::new("gone", "That creature is not on the map."));
    }
    Ok(target)
}

/// The square of the map that a way of moving by Skill goes to, for somebody who is free to go.
pub(crate) fn way_to(doer: &Doer<'_>, act: &Act) -> Result<Square, Refusal> {
    let (world, id) = (doer.world, doer.id);
    let at = act.named_square()?;
    if let Some(rule) = creature::entangled(world, id) {
        return Err(Refusal::by(rule, "entangled", "It is Entangled."));
    }
    if doer.has(condition::PRONE) {
        return Err(Refusal::by(rule!("ESS-CRAWL-2"), "prone", "It lies Prone."));
    }
    if creature::mount_of(world, id).is_some() {
        return Err(Refusal::by(rule!("ESS-CMD-8"), "riding", "It rides."));
    }
    if cover::buried(world, id) {
        return Err(Refusal::by(rule!("ESS-BURROW-1"), "buried", "It is under the ground."));
    }
    Ok(at)
}

/// Tells of an action that is no attack.
pub(crate) fn told(world: &mut World, id: Id, name: &'static str, target: Option<Id>, rule: Rule) {
    let name = name.into();
    world.tell(Event::new(What::Action { name }).actor(id).target(target).by(rule));
}
