//! Turns that are put off: a creature that has a turn may have it later in the round.
//!
//! A turn that is put off is not a turn that has ended: nothing runs out, and no end is told. It begins anew at the end of the round, or
//! when it is called for between two others. The ruleset says which creatures may do so, and what of a turn's beginning counts only once.

use crate::battle::engine::{Flow, Phase, Slot};
use crate::battle::values::Id;

impl Flow {
    /// Puts off the turn that runs: it comes behind all others of the round. Turns that have been put off come in the order of their
    /// scores. The next one in the order begins.
    pub fn put_off(&mut self, waits: impl Fn(Id) -> bool) {
        let slot = self.order.remove(self.at);
        let behind = |other: &Slot| waits(other.creature) && other.score < slot.score;
        let place = self.order.iter().skip(self.at).position(behind);
        let place = place.map_or(self.order.len(), |place| self.at + place);
        self.order.insert(place, slot);
        self.go_back();
    }

    /// Puts a creature before all others, from the beginning of a round; whether it was behind any.
    pub fn to_the_front(&mut self, creature: Id) -> bool {
        let Some(place) = self.place(creature).filter(|&place| place > 0) else {
            return false;
        };
        let first = self.order[0].score;
        let mut slot = self.order.remove(place);
        slot.score = slot.score.max(first);
        self.order.insert(0, slot);
        true
    }

    /// Lets a creature whose turn is still to come this round have it before the turn that runs, which begins anew after it.
    pub fn give_way(&mut self, to: Id) {
        let Some(place) = self.place(to).filter(|&place| place > self.at) else { return };
        let slot = self.order.remove(place);
        self.order.insert(self.at, slot);
        self.go_back();
    }

    /// It goes on as after the turn before the present one, or as at the start of the round.
    fn go_back(&mut self) {
        self.fresh = false;
        (self.phase, self.at) = match self.at.checked_sub(1) {
            Some(before) => (Phase::TurnEnd, before),
            None => (Phase::RoundStart, 0),
        };
    }

    /// Calls a turn that is still to come this round: it is the next one.
    pub fn call(&mut self, creature: Id) {
        let to_come = self.place(creature).filter(|&place| place > self.at);
        if let Some(place) = to_come {
            let slot = self.order.remove(place);
            self.order.insert(self.at + 1, slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(flow: &Flow) -> Vec<u32> {
        flow.order.iter().map(|slot| slot.creature.0).collect()
    }

    #[test]
    fn what_is_put_off_comes_last_by_score_and_first_when_it_is_called() {
        let mut flow = Flow::default();
        for (creature, score) in [(1, 30), (2, 20), (3, 10)] {
            flow.insert(Id(creature), score, 0);
        }
        flow.enter(Phase::Acting);
        flow.put_off(|id| id == Id(1));
        assert_eq!((order(&flow), flow.phase, flow.at), (vec![2, 3, 1], Phase::RoundStart, 0));
        flow.at = 1;
        flow.enter(Phase::Acting);
        flow.put_off(|id| id != Id(2));
        assert_eq!((order(&flow), flow.phase, flow.at), (vec![2, 1, 3], Phase::TurnEnd, 0));
        flow.call(Id(3));
        assert_eq!(order(&flow), [2, 3, 1]);
        flow.call(Id(2));
        assert_eq!(order(&flow), [2, 3, 1], "its turn has been");
        assert!(flow.to_the_front(Id(1)) && !flow.to_the_front(Id(1)));
        assert_eq!(order(&flow), [1, 2, 3]);
    }

    #[test]
    fn one_who_gives_way_comes_right_after() {
        let mut flow = Flow::default();
        for (creature, score) in [(1, 20), (2, 20), (3, 20), (4, 10)] {
            flow.insert(Id(creature), score, 0);
        }
        flow.at = 1;
        flow.enter(Phase::Acting);
        flow.give_way(Id(3));
        assert_eq!((order(&flow), flow.phase, flow.at), (vec![1, 3, 2, 4], Phase::TurnEnd, 0));
        flow.at = 2;
        flow.enter(Phase::Acting);
        flow.give_way(Id(3));
        assert_eq!((order(&flow), flow.phase, flow.at), (vec![1, 3, 2, 4], Phase::Acting, 2), "its turn has been");
    }

    #[test]
    fn what_is_put_off_comes_behind_whoever_waits_at_the_same_score() {
        let mut flow = Flow::default();
        for (creature, score) in [(1, 20), (2, 20), (3, 10)] {
            flow.insert(Id(creature), score, 0);
        }
        flow.enter(Phase::Acting);
        flow.put_off(|_| true);
        assert_eq!(order(&flow), [2, 1, 3]);
    }
}
