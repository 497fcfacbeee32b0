//! What a side holds that no other is told of, such as cards, and what can be done with it now.

use super::Session;
use crate::battle::{
    ActionKind, Battle, ById, Creature, HandWay, Id, Legal, Offer, Only, Order, Pause, SideId, Stat, on_map, side_of,
};
use crate::level::Seat;

/// One of the ways of using what is held, as things stand.
#[derive(Clone, Debug)]
pub(in crate::gui) struct Use {
    /// The way.
    pub way: HandWay,
    /// Why it cannot be used now.
    pub refusal: Option<String>,
    /// On its side's own turn, the row of the list that is picked.
    pub offer: Option<Offer>,
    /// Out of turn, every order of it.
    pub orders: Vec<Legal>,
}

/// Something held, and every way of using it.
#[derive(Clone, Debug)]
pub(in crate::gui) struct Held {
    /// What it is.
    pub what: Stat,
    /// Its ways.
    pub uses: Vec<Use>,
}

impl Session {
    /// Whether sides may come to hold something in this battle.
    pub(in crate::gui) fn has_hands(&self) -> bool {
        self.battle.ruleset().has_hands(self.battle.world())
    }

    /// The sides that people play, of those that are in the level.
    pub(in crate::gui) fn people(&self) -> Vec<SideId> {
        let sides = (0..self.seats.len()).filter_map(|side| u8::try_from(side).ok().map(SideId));
        let neutral = |side: &SideId| self.battle.level().sides.get(usize::from(side.0)).is_some_and(|one| one.neutral);
        sides.filter(|&side| self.seat(side) == Seat::Human).filter(|side| !neutral(side)).collect()
    }

    /// Whether others at the table must not see a hand that is opened; `open`: they play with open hands.
    pub(in crate::gui) fn hides_hands(&self, open: bool) -> bool {
        !open && self.people().len() > 1
    }

    /// Whether a row of a creature's list uses what its side has in hand. Such rows stand in the hand and nowhere else.
    pub(in crate::gui) fn is_of_hand(&self, creature: Id, offer: &Offer) -> bool {
        let world = self.battle.world();
        let ways = || self.battle.ruleset().hand_ways(world, side_of(world, creature));
        let names = |with: &String| ways().iter().any(|way| way.with == *with);
        self.has_hands() && offer.with.as_ref().is_some_and(names)
    }

    /// What a side holds, and what can be done with it now.
    pub(in crate::gui) fn hand(&self, side: SideId) -> Vec<Held> {
        let battle = if side == self.viewer { self.seen() } else { &self.battle };
        let (world, ruleset) = (battle.world(), battle.ruleset());
        let ways = ruleset.hand_ways(world, side);
        let own = self.commanded().filter(|&id| side_of(world, id) == side);
        let rows = own.map_or_else(|| out_of_turn(battle, side), |id| ruleset.offers(world, id));
        let orders = if own.is_none() { orders(battle, side, &ways) } else { Vec::new() };
        let asked = self.battle.decision().is_some().then(|| "First answer what is asked.".to_owned());
        let over = self.battle.outcome().is_some().then(|| "The battle is over.".to_owned());
        let used = |way: &HandWay| {
            let row = rows.iter().find(|row| row.with.as_ref() == Some(&way.with));
            let refused = row.and_then(|row| row.refusal.as_ref()).map(|refusal| refusal.message.to_string());
            let orders: Vec<Legal> = orders.iter().filter(|one| is_of(&one.order, way)).cloned().collect();
            let offer = own.and(row).cloned();
            let nothing = offer.is_none() && orders.is_empty();
            let nothing = nothing.then(|| "Nothing would come of it now.".to_owned());
            let refusal = over.clone().or_else(|| asked.clone()).or(refused).or(nothing);
            Use { way: way.clone(), refusal, offer, orders }
        };
        let held = |what: Stat| {
            let uses = ways.iter().filter(|way| way.held == what.key).map(&used).collect();
            Held { what, uses }
        };
        ruleset.hand(world, side).into_iter().map(held).collect()
    }
}

fn is_of(order: &Order, way: &HandWay) -> bool {
    matches!(order, Order::Act(act) if act.with.as_ref() == Some(&way.with))
}

/// The kinds of action that may be ordered while another creature has its turn.
pub(in crate::gui) fn kinds(battle: &Battle) -> Vec<&'static ActionKind> {
    let mut kinds = battle.ruleset().actions();
    kinds.retain(|kind| kind.any_time.contains(&Pause::BetweenOrders));
    kinds
}

/// What stands on the list of a side's first creature out of turn.
fn out_of_turn(battle: &Battle, side: SideId) -> Vec<Offer> {
    let world = battle.world();
    let own = |id: &Id| world.part::<Creature>(*id).is_some_and(|one| one.side == side);
    let Some(first) = on_map(world).find(own) else { return Vec::new() };
    let rows = |kind: &ActionKind| battle.ruleset().offers_in(world, first, kind.groups);
    let of = |kind: &'static ActionKind| rows(kind).into_iter().filter(|row| row.action == kind.key);
    kinds(battle).into_iter().flat_map(of).collect()
}

/// Every order of a side out of turn that uses what it holds; of those that come to the same the first.
fn orders(battle: &Battle, side: SideId, ways: &[HandWay]) -> Vec<Legal> {
    let mut out: Vec<Legal> = Vec::new();
    for kind in kinds(battle).into_iter().filter(|_| !ways.is_empty()) {
        let only = Only { action: Some(kind.key.into()), ..Only::default() };
        for legal in battle.legal_out_of_turn(side, &only) {
            let alike = |other: &Legal| match (&other.order, &legal.order) {
                (Order::Act(one), Order::Act(other)) => {
                    (&one.with, one.target, one.at) == (&other.with, other.target, other.at)
                        && one.target.or(Some(one.creature)) == other.target.or(Some(other.creature))
                }
                _ => false,
            };
            let held = ways.iter().any(|way| is_of(&legal.order, way));
            if held && !out.iter().any(alike) {
                out.push(legal);
            }
        }
    }
    out
}
