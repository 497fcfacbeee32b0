//! What may be ordered now: whether an order would be accepted, and the list of all that would.

use std::fmt::Write;

use super::battle::Battle;
use super::recorded::Understood;
use crate::battle::board::{Map, on_map, side_of};
use crate::battle::play::{gm, pauses, plan};
use crate::battle::values::{
    Act, ById, Creature, Id, MoveOrder, Offer, Order, Price, Purpose, Refusal, Setting, SideId,
};

/// A legal order, named for people.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Legal {
    /// The order.
    pub order: Order,
    /// What it is, and what it is done to.
    pub label: String,
    /// What it is for.
    pub purpose: Purpose,
    /// What it costs, for people; empty when free.
    pub cost: String,
    /// The same, counted.
    pub price: Price,
}

/// Which of all legal orders are asked for: all that fit everything that is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Only {
    /// Those of one creature.
    pub creature: Option<Id>,
    /// Those of one action, by its key; moves are `move`, the end of the turn `end_turn`.
    pub action: Option<String>,
    /// Those that are done to one creature or object.
    pub target: Option<Id>,
    /// Those for one purpose.
    pub purpose: Option<Purpose>,
}

impl Only {
    fn is_of(&self, creature: Id) -> bool {
        self.creature.is_none_or(|only| only == creature)
    }

    /// Whether orders of this action are asked for.
    pub fn is_action(&self, key: &str) -> bool {
        self.action.as_ref().is_none_or(|only| only == key)
    }

    /// Whether orders for this purpose are asked for.
    pub fn is_for(&self, purpose: Purpose) -> bool {
        self.purpose.is_none_or(|only| only == purpose)
    }

    /// Whether orders of this action, for this purpose, that have no target are asked for.
    fn is_untargeted(&self, key: &str, purpose: Purpose) -> bool {
        self.is_action(key) && self.is_for(purpose) && self.target.is_none()
    }
}

impl Battle {
    /// Whether an order would be accepted.
    ///
    /// # Errors
    /// The refusal, with the rule behind it.
    pub fn check(&self, order: &Order) -> Result<(), Refusal> {
        self.examine(order, |act| self.ruleset().check(self.world(), act).map(|()| Understood::Order)).map(drop)
    }

    /// As [`Battle::check`], with all that has been found out about the order.
    pub(in crate::battle) fn understand(&self, order: &Order) -> Result<Understood, Refusal> {
        self.examine(order, |act| self.ruleset().plan(self.world(), act).map(Understood::Plan))
    }

    /// Whether every square that an order names is one of the map. So everything that is worked out from them is a length that a map can
    /// have.
    ///
    /// # Errors
    /// The first square that is not.
    pub fn lies_on_the_map(&self, order: &Order) -> Result<(), Refusal> {
        let map = self.world().resource::<Map>();
        let (one, many) = match order {
            Order::Move(MoveOrder { to, path, .. }) => (*to, path.as_deref().unwrap_or_default()),
            Order::Act(act) => (act.at, &[][..]),
            _ => (None, &[][..]),
        };
        let mut named = one.into_iter().chain(many.iter().copied());
        match named.find(|&at| !map.contains(at)) {
            Some(at) => Err(Refusal::off_map(at)),
            None => Ok(()),
        }
    }

    fn examine(
        &self,
        order: &Order,
        act: impl FnOnce(&Act) -> Result<Understood, Refusal>,
    ) -> Result<Understood, Refusal> {
        let world = self.world();
        let nothing = Understood::Order;
        if let Order::Gm(act) = order {
            return gm::check(world, act).map(|()| nothing);
        }
        if let Order::TakeBack(back) = order {
            return self.check_take_back(back).map(|()| nothing);
        }
        // What the game master brings about after the end may still ask a player.
        let answers = matches!(order, Order::Answer { .. }) && self.decision().is_some();
        if self.outcome().is_some() && !answers {
            return Err(Refusal::over());
        }
        if let Order::Wish(wish) = order {
            return pauses::check_wish(world, wish).map(|()| nothing);
        }
        let out_of_turn = || match order {
            Order::Act(given) => self.is_out_of_turn(given).then_some(given),
            _ => None,
        };
        if let Some(decision) = self.decision() {
            if let Some(given) = out_of_turn() {
                self.lies_on_the_map(order)?;
                return act(given);
            }
            let Order::Answer { choice } = order else {
                return Err(Refusal::new("decision_open", format!("A decision is open: {}", decision.prompt)));
            };
            if decision.choices.iter().any(|known| known.key == *choice) {
                return Ok(nothing);
            }
            let known: Vec<_> = decision.choices.iter().map(|choice| &*choice.key).collect();
            return Err(Refusal::new(
                "no_such_choice",
                format!("`{choice}` is no choice here; choose {}.", known.join(" or ")),
            ));
        }
        let creature = match order {
            Order::Answer { .. } => {
                return Err(Refusal::new("no_decision", "Nobody asked: no decision is open."));
            }
            Order::Move(MoveOrder { creature, .. })
            | Order::Act(Act { creature, .. })
            | Order::EndTurn { creature } => *creature,
            Order::Gm(_) | Order::TakeBack(_) | Order::Wish(_) => unreachable!("these are checked above"),
        };
        if world.part::<Creature>(creature).is_none() {
            return Err(Refusal::new("no_such_creature", format!("There is no creature {creature}.")));
        }
        let ends = matches!(order, Order::EndTurn { .. });
        let on_turn = self.active() == Some(creature) || (!ends && self.actors().contains(&creature));
        if !on_turn && out_of_turn().is_none() {
            return Err(Refusal {
                rule: self.ruleset().out_of_turn(order),
                ..Refusal::new("not_your_turn", format!("It is not {}'s turn.", self.name(creature)))
            });
        }
        self.lies_on_the_map(order)?;
        match order {
            Order::Move(order) => plan(world, order, || self.reach(creature)).map(Understood::Way),
            Order::Act(order) => act(order),
            _ => Ok(nothing),
        }
    }

    /// Every legal order of the creature whose turn it is, or every answer to the open decision.
    pub fn legal(&self) -> Vec<Legal> {
        self.legal_only(&Only::default())
    }

    /// As [`Battle::legal`], but of orders only those asked for. Answers to a decision are always all listed.
    pub fn legal_only(&self, only: &Only) -> Vec<Legal> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        if let Some(decision) = self.decision() {
            let mut out: Vec<Legal> = decision
                .choices
                .iter()
                .map(|choice| Legal {
                    order: Order::Answer { choice: choice.key.to_string() },
                    label: choice.label.to_string(),
                    purpose: choice.purpose,
                    cost: choice.cost.to_string(),
                    price: choice.price,
                })
                .collect();
            for creature in pauses::heard_creatures(self.world()) {
                self.list_out_of_turn(creature, only, &mut out);
            }
            return out;
        }
        let actors = self.actors();
        let Some(&active) = actors.first() else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for &creature in actors.iter().filter(|&&creature| only.is_of(creature)) {
            self.list(creature, creature != active, only, &mut out);
        }
        if only.is_untargeted("end_turn", Purpose::Decline) {
            out.push(Legal {
                order: Order::EndTurn { creature: active },
                label: "End turn".into(),
                purpose: Purpose::Decline,
                cost: String::new(),
                price: Price::Free,
            });
        }
        out
    }

    /// Adds everything that one creature can be ordered to do; with its name where it is not its own turn.
    fn list(&self, creature: Id, named: bool, only: &Only, out: &mut Vec<Legal>) {
        let world = self.world();
        if only.is_untargeted("move", Purpose::Move) {
            for reached in self.reach(creature).squares.iter().filter(|reached| reached.stop) {
                let to = reached.at;
                out.push(Legal {
                    order: Order::Move(MoveOrder { creature, to: Some(to), path: None }),
                    label: self.label(creature, named, format!("Move to {},{}", to.x, to.y)),
                    purpose: Purpose::Move,
                    cost: self.ruleset().length(world, creature, reached.cost),
                    price: Price::Way,
                });
            }
        }
        for offer in self.ruleset().offers(world, creature) {
            if offer.refusal.is_none() && only.is_action(&offer.action) {
                self.list_acts(creature, &offer, named, only, out);
            }
        }
    }

    /// Adds every order that a row of a creature's list stands for.
    fn list_acts(&self, creature: Id, offer: &Offer, named: bool, only: &Only, out: &mut Vec<Legal>) {
        for act in self.ruleset().acts(self.world(), creature, offer) {
            let purpose = self.ruleset().purpose(self.world(), &act, offer);
            if !only.is_for(purpose) || (only.target.is_some() && act.target != only.target) {
                continue;
            }
            let label = format!("{}{}", offer.label, self.particulars(&act, offer.with.as_deref()));
            let label = self.label(creature, named, label);
            out.push(Legal { label, order: Order::Act(act), purpose, cost: offer.cost.clone(), price: offer.price });
        }
    }

    /// What an order is called: with its creature's name, if that is asked for.
    fn label(&self, creature: Id, named: bool, order: String) -> String {
        if named { format!("{}: {order}", self.name(creature)) } else { order }
    }

    /// Every order that the creatures of a side may be given now although it is not their turn.
    pub fn legal_out_of_turn(&self, side: SideId, only: &Only) -> Vec<Legal> {
        let mut out = Vec::new();
        if self.outcome().is_none() {
            let actors = self.actors();
            let own = |&id: &Id| side_of(self.world(), id) == side && !actors.contains(&id);
            for creature in on_map(self.world()).filter(own) {
                self.list_out_of_turn(creature, only, &mut out);
            }
        }
        out
    }

    /// Whether an order may come out of turn as things stand; whether it is legal is another question.
    pub fn is_out_of_turn(&self, act: &Act) -> bool {
        pauses::is_in_place(self.world(), act, self.rests())
    }

    /// Whether the battle waits for an order of a creature.
    fn rests(&self) -> bool {
        self.decision().is_none() && !self.actors().is_empty()
    }

    /// Adds everything that one creature can be ordered to do out of turn.
    fn list_out_of_turn(&self, creature: Id, only: &Only, out: &mut Vec<Legal>) {
        let world = self.world();
        if !only.is_of(creature) {
            return;
        }
        let kinds = pauses::given_by_order(world, creature, self.rests());
        for kind in kinds.into_iter().filter(|kind| only.is_action(kind.key)) {
            let offers = self.ruleset().offers_in(world, creature, kind.groups);
            for offer in offers.iter().filter(|offer| offer.action == kind.key && offer.refusal.is_none()) {
                self.list_acts(creature, offer, true, only, out);
            }
        }
    }

    /// What sets an act apart from others of the same offer: whom, where, with what choice.
    fn particulars(&self, act: &Act, told: Option<&str>) -> String {
        let mut out = String::new();
        if let Some(with) = act.with.as_deref().filter(|with| told != Some(*with)) {
            let _ = write!(out, ": {}", with.replace('_', " "));
        }
        if let Some(target) = act.target {
            let _ = write!(out, ": {}", self.name(target));
        }
        if let Some(at) = act.at {
            let _ = write!(out, ": {},{}", at.x, at.y);
        }
        let said = |(key, setting): (&String, &Setting)| {
            let key = key.replace('_', " ");
            match setting {
                Setting::Flag(false) => None,
                Setting::Flag(true) => Some(key),
                Setting::Number(number) => Some(format!("{key} {number}")),
                Setting::Word(word) => Some(format!("{key} {}", word.replace('_', " "))),
            }
        };
        let said: Vec<String> = act.options.iter().filter_map(said).collect();
        if !said.is_empty() {
            let _ = write!(out, " ({})", said.join(", "));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use crate::battle::*;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::grid::Square;

    fn battles() -> Vec<Battle> {
        let text = std::fs::read_to_string("levels/first-fight.toml").expect("a shipped level");
        let start = |ruleset: &&'static dyn Ruleset| {
            let (level, _) = crate::rules::read_level(&text, "level").expect("a sound level");
            Battle::new(Arc::new(level), *ruleset, 3).expect("a playable level")
        };
        crate::rules::all().iter().map(start).collect()
    }

    #[test]
    fn no_square_off_the_map_is_looked_at_however_far_it_is() {
        const ENDS: [i16; 4] = [i16::MIN, -1, 999, i16::MAX];
        let squares = ENDS.iter().flat_map(|&x| ENDS.map(|y| Square::new(x, y)));
        let squares: Vec<Square> = squares.collect();
        for battle in battles() {
            let creature = battle.active().expect("somebody begins");
            let offers = battle.ruleset().offers(battle.world(), creature);
            assert!(offers.len() > 2);
            for &at in &squares {
                let to = |to, path| Order::Move(MoveOrder { creature, to, path });
                let acts = offers.iter().map(|offer| {
                    Order::Act(Act {
                        with: offer.with.clone(),
                        at: Some(at),
                        ..Act::new(creature, offer.action.clone())
                    })
                });
                let moves = [to(Some(at), None), to(None, Some(vec![at])), to(None, Some(vec![Square::new(0, 0), at]))];
                for order in acts.chain(moves) {
                    let refusal = battle.check(&order).expect_err("no such square");
                    assert_eq!(refusal.code, "off_map", "{order:?} under {}", battle.ruleset().key());
                }
            }
        }
    }

    #[test]
    fn what_is_asked_for_is_a_part_of_all_and_each_is_called_something_else() {
        for battle in battles() {
            let all = battle.legal();
            let labels: BTreeSet<&str> = all.iter().map(|legal| legal.label.as_str()).collect();
            assert_eq!(labels.len(), all.len());
            let moves = Only { action: Some("move".into()), ..Only::default() };
            // A ruleset may have an action of that name besides the orders to walk.
            let is_move = |legal: &&Legal| match &legal.order {
                Order::Move(_) => true,
                Order::Act(act) => act.action == "move",
                _ => false,
            };
            let wanted: Vec<Legal> = all.iter().filter(is_move).cloned().collect();
            assert_eq!(battle.legal_only(&moves), wanted);
            let target = all.iter().find_map(|legal| match &legal.order {
                Order::Act(act) => act.target,
                _ => None,
            });
            let target = Only { target, ..Only::default() };
            let at_it = battle.legal_only(&target);
            assert!(!at_it.is_empty() && at_it.len() < all.len());
            assert!(at_it.iter().all(|legal| all.contains(legal)));
        }
    }

    #[test]
    fn a_small_budget_gives_forecasts_that_are_not_exact_and_the_same_each_time() {
        let mut more = 0;
        for mut battle in battles() {
            let list = battle.legal();
            let acts: Vec<(&Order, u32)> = list
                .iter()
                .map(|legal| (&legal.order, 1))
                .filter(|(order, _)| matches!(order, Order::Act(_)))
                .collect();
            let before = battle.hash();
            let small = battle.forecast_all(&acts, 1);
            assert_eq!(small, battle.forecast_all(&acts, 1));
            let exact = |found: &[Result<Forecast, Refusal>]| {
                found.iter().filter(|one| one.as_ref().is_ok_and(|one| one.exact)).count()
            };
            let large = battle.forecast_all(&acts, 4000);
            if exact(&small) < exact(&large) {
                more += 1;
            } else {
                // Dice that burst have many ways, maybe more than any budget: what can be gone through is, with the budget to itself.
                let dice = acts.iter().zip(&small);
                let mut dice = dice.filter(|(_, found)| found.as_ref().is_ok_and(|found| !found.exact));
                let (&(order, _), _) = dice.next().expect("something to roll for");
                let whole = battle.forecast(order).expect("a legal order");
                let alone = exact(&battle.forecast_all(&[(order, 1)], 30_000));
                assert_eq!(alone, usize::from(whole.exact), "{order:?} under {}", battle.ruleset().key());
            }
            assert_eq!(battle.hash(), before);
        }
        assert!(more > 1, "{more}");
    }
}
