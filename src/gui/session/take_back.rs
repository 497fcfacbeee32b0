//! Taking orders back: free until a die was rolled, something hidden was seen or another side has spoken; after that the other
//! people at the table are asked. Computers say yes, unless whoever asks has learnt of somebody hidden meanwhile.

use bevy::prelude::Message;

use super::Session;
use crate::battle::{Order, SideId, TakeBack, Undoable};
use crate::level::Seat;

/// Take an order back, and everything after it: the last one of a person, or one by its place in the list.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Undo(pub Option<usize>);

/// The answer of a side that was asked to let something be taken back.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reply(pub bool);

/// What taking something back needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Nothing: no die was rolled since, nothing was seen.
    Free,
    /// Only computers are concerned, and they agree.
    Granted,
    /// The yes of these people.
    Asks(Vec<SideId>),
    /// It cannot be had: only computers are concerned, and something hidden was seen.
    Refused,
}

/// How far something can be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Back {
    /// The first order that would be taken back.
    pub step: Undoable,
    /// Whose wish it would be; the game master's when absent.
    pub by: Option<SideId>,
    /// How many orders it would be.
    pub count: usize,
    /// Whether whoever takes it back has learnt of somebody hidden since.
    pub seen: bool,
    /// What it needs.
    pub terms: Terms,
}

/// What others are being asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What is to be taken back.
    pub back: Back,
    /// Who has still to answer, in this order; never empty.
    pub asked: Vec<SideId>,
    /// Who has said yes.
    agreed: Vec<SideId>,
}

impl Session {
    /// The orders of people that can be taken back, the last one first, up to the start of the turn of whoever ordered last.
    pub fn backs(&self) -> Vec<Back> {
        let steps = self.battle.undoable();
        let person = |side: &SideId| self.seat(*side) == Seat::Human;
        let Some(last) = steps.iter().rposition(|step| step.by.is_none_or(|side| person(&side))) else {
            return Vec::new();
        };
        let by = steps[..=last].iter().rev().find_map(|step| step.by.filter(person));
        let mut own = None;
        let mut out = Vec::new();
        for place in (0..=last).rev() {
            let step = steps[place];
            let turn = step.turn.filter(|(.., side)| Some(*side) == by);
            if own.is_some() && turn != own {
                break;
            }
            own = turn;
            if step.by.as_ref().is_none_or(person) {
                out.push(self.back(step.by.or(by), &steps[place..]));
            }
        }
        out
    }

    /// What it takes to go back to before the first of some orders.
    fn back(&self, by: Option<SideId>, steps: &[Undoable]) -> Back {
        let step = steps[0];
        let sides = (0..self.seats.len()).filter_map(|side| u8::try_from(side).ok().map(SideId));
        let people = sides.filter(|&side| self.seat(side) == Seat::Human);
        let seen = match by {
            Some(side) => self.knowledge.learnt(step.event, side),
            None => people.clone().any(|side| self.knowledge.learnt(step.event, side)),
        };
        let spoken = steps.iter().any(|step| step.by.is_some() && step.by != by);
        let others: Vec<SideId> = people.filter(|&side| Some(side) != by).collect();
        let terms = match () {
            () if !step.rolled && !seen && !spoken => Terms::Free,
            () if !others.is_empty() && by.is_some() => Terms::Asks(others),
            () if seen => Terms::Refused,
            () => Terms::Granted,
        };
        Back { step, by, count: steps.len(), seen, terms }
    }

    /// Takes the last order of a person back, or all from one on; where that needs the yes of others, asks for it.
    pub fn take_back(&mut self, to: Option<usize>) {
        self.aim = None;
        let found = self.backs().into_iter().find(|back| to.is_none_or(|to| back.step.order == to));
        let Some(back) = found.filter(|_| self.ask.is_none()) else {
            self.refuse("There is nothing to undo.".into());
            return;
        };
        match &back.terms {
            Terms::Free => self.go_back(&back, Vec::new()),
            Terms::Granted => self.go_back(&back, self.computers(back.by)),
            Terms::Asks(people) => {
                self.ask = Some(Ask { asked: people.clone(), agreed: Vec::new(), back });
                self.settle();
            }
            Terms::Refused => {
                self.refuse("The computer does not agree: something hidden has been seen since.".into());
            }
        }
    }

    /// The side that is asked first says yes or no.
    pub fn reply(&mut self, yes: bool) {
        let Some(mut ask) = self.ask.take() else { return };
        let side = ask.asked.remove(0);
        if !yes {
            let name = self.battle.level().sides[usize::from(side.0)].name.clone();
            self.settle();
            self.remark(format!("{name} says no: it stays as it is."));
            return;
        }
        ask.agreed.push(side);
        if ask.asked.is_empty() {
            self.go_back(&ask.back, ask.agreed);
        } else {
            self.ask = Some(ask);
            self.settle();
        }
    }

    /// The computers that are concerned.
    fn computers(&self, by: Option<SideId>) -> Vec<SideId> {
        let sides = (0..self.seats.len()).filter_map(|side| u8::try_from(side).ok().map(SideId));
        sides.filter(|&side| Some(side) != by && self.seat(side) == Seat::Ai).collect()
    }

    /// Goes back. What was free leaves no trace; what was granted stays in log, save and replay.
    fn go_back(&mut self, back: &Back, agreed: Vec<SideId>) {
        let to = back.step.order;
        let orders = self.battle.orders();
        let plain = orders[to..].iter().all(|one| !matches!(one.order, Order::TakeBack(_)));
        if back.terms == Terms::Free && plain {
            while self.battle.orders().len() > to && self.battle.undo() {}
            self.shown = self.shown.min(self.battle.events().len());
            self.notice = None;
            self.settle();
            return;
        }
        let by = back.by;
        // A refusal has become the notice.
        let _ = self.submit(&Order::TakeBack(TakeBack { to, by, agreed }));
    }
}
