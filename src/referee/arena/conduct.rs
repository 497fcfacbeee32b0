//! How a player behaves: what a person who looks on would call a wasted turn, a needless blow, or a blow at a friend.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::ai::wanted;
use crate::battle::*;
use crate::referee::tally::could;

/// Counts of so many in so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Those that count.
    pub count: u64,
    /// All.
    pub of: u64,
}

impl Share {
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.of += other.of;
    }

    fn see(&mut self, counts: bool) {
        self.add(Self { count: u64::from(counts), of: 1 });
    }
}

/// What a player's creatures did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conduct {
    /// Turns that a healthy creature ended with nothing done though something could be, of all turns of healthy creatures.
    pub idle: Share,
    /// Points of the turn that healthy creatures left unused, of all that they had.
    pub unused: Share,
    /// Kinds of action that were legal at some time.
    pub legal: BTreeSet<String>,
    /// Kinds of action that were used.
    pub used: BTreeSet<String>,
    /// By what a power or exertion is paid with: turns of healthy creatures that began with all of it, of all such turns.
    pub full: BTreeMap<String, Share>,
    /// Attacks at targets that were down already and whose fall wins nothing, while another foe could be attacked; of all attacks.
    pub at_the_fallen: Share,
    /// Harm done to its own, of all harm that it did, in points.
    pub own_harm: Share,
    /// Processor time of each turn's choices, in microseconds.
    pub micros: Vec<u32>,
    /// How often something was played out ahead for each turn's choices.
    pub looks: Vec<u32>,
}

impl Conduct {
    /// Takes another's counts over.
    pub fn add(&mut self, other: &Self) {
        self.idle.add(other.idle);
        self.unused.add(other.unused);
        self.legal.extend(other.legal.iter().cloned());
        self.used.extend(other.used.iter().cloned());
        for (pool, &share) in &other.full {
            self.full.entry(pool.clone()).or_default().add(share);
        }
        self.at_the_fallen.add(other.at_the_fallen);
        self.own_harm.add(other.own_harm);
        self.micros.extend(&other.micros);
        self.looks.extend(&other.looks);
    }

    /// Hears of an order before it is given.
    pub(super) fn before(&mut self, battle: &Battle, order: &Order, is_first: bool) {
        match order {
            Order::Act(act) => self.acts(battle, act),
            Order::EndTurn { creature } => self.ends(battle, *creature, is_first),
            _ => {}
        }
    }

    fn acts(&mut self, battle: &Battle, act: &Act) {
        self.used.insert(act.action.clone());
        if !is_attack(battle, &act.action) {
            return;
        }
        let (world, ruleset) = (battle.world(), battle.ruleset());
        let fallen = act.target.filter(|&id| world.part::<Creature>(id).is_some_and(|_| !ruleset.standing(world, id)));
        let needless = fallen.is_some_and(|id| {
            !wanted(battle, side_of(world, act.creature), battle.name(id)) && could(battle, act.creature) == Some(true)
        });
        self.at_the_fallen.see(needless);
    }

    fn ends(&mut self, battle: &Battle, creature: Id, is_first: bool) {
        if !is_healthy(battle, creature) {
            return;
        }
        self.unused.count += points(battle, creature);
        if is_first && could(battle, creature).is_some() {
            self.idle.count += 1;
        }
    }

    /// Hears that a turn of one of its creatures has begun.
    pub(super) fn begins(&mut self, battle: &Battle, creature: Id) {
        let (world, ruleset) = (battle.world(), battle.ruleset());
        let offers = ruleset.offers(world, creature);
        let legal = offers.iter().filter(|offer| offer.refusal.is_none());
        self.legal.extend(legal.map(|offer| offer.action.clone()));
        if !is_healthy(battle, creature) {
            return;
        }
        self.idle.of += 1;
        self.unused.of += points(battle, creature);
        let sheet = ruleset.sheet(world, creature);
        let pools = sheet.gauges.iter().chain(&sheet.pips);
        for pool in pools.filter(|pool| matches!(pool.measure, Measure::Energy | Measure::Breath) && pool.max > 0) {
            self.full.entry(pool.label.clone()).or_default().see(pool.now >= pool.max);
        }
    }

    /// Hears of harm that one of its creatures did.
    pub(super) fn harms(&mut self, battle: &Battle, by: Id, target: Id, points: u64) {
        let world = battle.world();
        let own = win_together(world, side_of(world, by), side_of(world, target));
        self.own_harm.add(Share { count: if own { points } else { 0 }, of: points });
    }
}

/// Whether an action is an attack wherever it is offered.
pub(super) fn is_attack(battle: &Battle, action: &str) -> bool {
    let kinds = battle.ruleset().actions();
    kinds.iter().any(|kind| kind.key == action && kind.groups == [Group::Attack])
}

/// Whether a creature has half of its health at least.
fn is_healthy(battle: &Battle, creature: Id) -> bool {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let sheet = ruleset.sheet(world, creature);
    ruleset.standing(world, creature) && sheet.health().is_none_or(|gauge| gauge.now * 2 >= gauge.max)
}

/// What a creature has left to pay with on its turn.
fn points(battle: &Battle, creature: Id) -> u64 {
    let left = battle.ruleset().sheet(battle.world(), creature).left_of_turn();
    left.and_then(|left| left.try_into().ok()).unwrap_or(0)
}
