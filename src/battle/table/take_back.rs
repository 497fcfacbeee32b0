//! Taking orders back after dice were rolled or others have spoken: an order like any other, so that log, save and replay keep it.
//!
//! What is taken back stays in the list of orders and in the log; only the state goes back, its dice included. So the same choice
//! made again rolls the same dice.

use bevy::prelude::*;

use super::battle::Battle;
use super::recorded::Recorded;
use crate::battle::engine::Flights;
use crate::battle::values::{Event, Id, Order, Outbox, Refusal, SideId, Stage, TakeBack, Tell, What};
use crate::dice::Dice;

/// An order that can be taken back, with all that came after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undoable {
    /// Its place in the list of orders.
    pub order: usize,
    /// The side whose order it was; none for the game master's.
    pub by: Option<SideId>,
    /// In whose turn it was given: round, creature, side.
    pub turn: Option<(u32, Id, SideId)>,
    /// The first event it brought about.
    pub event: usize,
    /// Whether dice were rolled since it was given.
    pub rolled: bool,
}

/// The places of the orders that were not taken back, oldest first.
pub fn in_force(orders: &[Recorded]) -> Vec<usize> {
    let mut line = Vec::new();
    for (place, recorded) in orders.iter().enumerate() {
        match &recorded.order {
            Order::TakeBack(back) => line.retain(|&order| order < back.to),
            _ => line.push(place),
        }
    }
    line
}

/// For every event, whether it still stands; those between an order and its taking back do not.
pub fn standing(events: &[Event]) -> Vec<bool> {
    let mut out = vec![true; events.len()];
    for (number, event) in events.iter().enumerate() {
        if let What::TakenBack { from, .. } = event.what {
            let from = usize::try_from(from).unwrap_or(number).min(number);
            out[from..number].fill(false);
        }
    }
    out
}

impl Battle {
    /// Every order in force that this battle remembers the moment before, oldest first.
    pub fn undoable(&self) -> Vec<Undoable> {
        let dice = self.world().resource::<Dice>().state();
        let memory = self.memory();
        in_force(self.orders())
            .into_iter()
            .filter_map(|order| {
                let past = self.before(order)?;
                Some(Undoable {
                    order,
                    by: past.by,
                    turn: past.turn,
                    event: past.events,
                    rolled: memory.is_some_and(|memory| *memory.dice(past.mark) != dice),
                })
            })
            .collect()
    }

    /// Whether everything from an order on can be taken back.
    pub(in crate::battle) fn check_take_back(&self, back: &TakeBack) -> Result<(), Refusal> {
        if !in_force(self.orders()).contains(&back.to) {
            return Err(Refusal::new(
                "nothing_to_take_back",
                format!("There is no order {} in force that could be taken back.", back.to),
            ));
        }
        if self.before(back.to).is_none() {
            return Err(Refusal::new(
                "not_remembered",
                format!("This battle does not remember the moment before order {}.", back.to),
            ));
        }
        let sides = self.level().sides.len();
        if back.by.iter().chain(&back.agreed).any(|side| usize::from(side.0) >= sides) {
            return Err(Refusal::new("no_such_side", format!("There are only {sides} sides.")));
        }
        let mut named: Vec<u8> = back.by.iter().chain(&back.agreed).map(|side| side.0).collect();
        let all = named.len();
        named.sort_unstable();
        named.dedup();
        if named.len() < all {
            return Err(Refusal::new("named_twice", "Every side is named once: `agreed` are the others than `by`."));
        }
        Ok(())
    }

    /// Goes back to the moment before an order and tells of it; the rest of the battle's memory stays.
    pub(in crate::battle) fn go_back(&mut self, back: &TakeBack) {
        let Some(past) = self.before(back.to) else { return };
        let (mark, from) = (past.mark, past.events);
        let number =
            |many: usize| u32::try_from(many).expect("a log should have fewer than four thousand million lines");
        let count = in_force(self.orders()).iter().filter(|&&order| order >= back.to).count();
        let event = Event::new(What::TakenBack { from: number(from), text: told(self, back, count).into() });
        let told = number(self.events().len());
        self.recall_mark(mark);
        let world = self.world_mut();
        world.resource_mut::<Outbox>().next = told;
        let mut flights = world.resource_mut::<Flights>();
        (flights.stage, flights.system) = (Stage::Report, "");
        world.tell(event);
    }
}

/// "Red takes 2 orders back; Blue agrees."
fn told(battle: &Battle, back: &TakeBack, count: usize) -> String {
    let name = |side: &SideId| battle.level().sides[usize::from(side.0)].name.clone();
    let who = back.by.as_ref().map_or_else(|| "The game master".to_string(), name);
    let what = match count {
        1 => "an order".to_string(),
        _ => format!("{count} orders"),
    };
    let names: Vec<String> = back.agreed.iter().map(name).collect();
    match names.len() {
        0 => format!("{who} takes {what} back."),
        1 => format!("{who} takes {what} back; {} agrees.", names[0]),
        _ => format!("{who} takes {what} back; {} agree.", names.join(" and ")),
    }
}
