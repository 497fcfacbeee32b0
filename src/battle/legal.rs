//! What may be ordered now: whether an order would be accepted, and the list of all that would.

use super::*;
use crate::grid::Square;

/// A legal order, named for people.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Legal {
    /// The order.
    pub order: Order,
    /// What it is.
    pub label: String,
    /// What it costs; empty when free.
    pub cost: String,
}

/// What an order that is legal has been understood as.
pub(super) enum Understood {
    /// As it stands.
    Order,
    /// A move along these squares.
    Way(Vec<Square>),
    /// An action, ready to begin.
    Plan(Planned),
}

impl Battle {
    /// Whether an order would be accepted.
    ///
    /// # Errors
    /// The refusal, with the rule behind it.
    pub fn check(&self, order: &Order) -> Result<(), Refusal> {
        self.examine(order, |act| {
            self.ruleset().check(self.world(), act).map(|()| Understood::Order)
        })
        .map(drop)
    }

    /// As [`Battle::check`], with all that has been found out about the order.
    pub(super) fn understand(&self, order: &Order) -> Result<Understood, Refusal> {
        self.examine(order, |act| {
            self.ruleset().plan(self.world(), act).map(Understood::Plan)
        })
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
        if self.outcome().is_some() {
            return Err(Refusal::new("over", "The fight is over."));
        }
        if let Some(decision) = self.decision() {
            let Order::Answer { choice } = order else {
                return Err(Refusal::new(
                    "decision_open",
                    format!("A decision is open: {}", decision.prompt),
                ));
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
            Order::Gm(_) | Order::TakeBack(_) => unreachable!("these are checked above"),
        };
        if world.part::<Creature>(creature).is_none() {
            return Err(Refusal::new(
                "no_such_creature",
                format!("There is no creature {creature}."),
            ));
        }
        let ends = matches!(order, Order::EndTurn { .. });
        if self.active() != Some(creature) && (ends || !self.actors().contains(&creature)) {
            return Err(Refusal {
                rule: self.ruleset().out_of_turn(order),
                ..Refusal::new("not_your_turn", format!("It is not {}'s turn.", self.name(creature)))
            });
        }
        match order {
            Order::Move(order) => plan(world, order, || self.reach(creature)).map(Understood::Way),
            Order::Act(order) => act(order),
            _ => Ok(nothing),
        }
    }

    /// Every legal order of the creature whose turn it is, or every answer to the open decision.
    pub fn legal(&self) -> Vec<Legal> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        if let Some(decision) = self.decision() {
            return decision
                .choices
                .iter()
                .map(|choice| Legal {
                    order: Order::Answer {
                        choice: choice.key.to_string(),
                    },
                    label: choice.label.to_string(),
                    cost: choice.cost.to_string(),
                })
                .collect();
        }
        let actors = self.actors();
        let Some(&active) = actors.first() else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for &creature in &actors {
            self.list(creature, creature != active, &mut out);
        }
        out.push(Legal {
            order: Order::EndTurn { creature: active },
            label: "End turn".into(),
            cost: String::new(),
        });
        out
    }

    /// Adds everything that one creature can be ordered to do; with its name where it is not its own turn.
    fn list(&self, creature: Id, named: bool, out: &mut Vec<Legal>) {
        let world = self.world();
        let label = |label: String| {
            if named {
                format!("{}: {label}", self.name(creature))
            } else {
                label
            }
        };
        let unit = self.ruleset().movement_left(world, creature).1;
        for reached in self.reach(creature).squares.iter().filter(|reached| reached.stop) {
            let to = reached.at;
            out.push(Legal {
                order: Order::Move(MoveOrder {
                    creature,
                    to: Some(to),
                    path: None,
                }),
                label: label(format!("Move to {},{}", to.x, to.y)),
                cost: format!("{} {unit}", reached.cost),
            });
        }
        for offer in self.ruleset().offers(world, creature) {
            if offer.refusal.is_some() {
                continue;
            }
            for act in self.ruleset().acts(world, creature, &offer) {
                out.push(Legal {
                    order: Order::Act(act),
                    label: label(offer.label.clone()),
                    cost: offer.cost.clone(),
                });
            }
        }
    }
}
