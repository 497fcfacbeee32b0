//! The end of a turn: whether something can still be done, and what would be lost that does not keep.

use super::Session;
use crate::battle::{Battle, Id, Measure, Offer, Order, Price};

impl Session {
    /// Whether those whose turn it is can still go somewhere, or do something of their list that costs what they have.
    pub fn can_still_act(&self, offers: &[Offer]) -> bool {
        let seen = self.seen();
        let moves = |id: Id| seen.ruleset().movement_left(seen.world(), id).0 > 0;
        self.actors().into_iter().chain(self.commanded()).any(moves)
            || offers.iter().any(|offer| offer.refusal.is_none() && offer.price != Price::Free)
    }

    /// Whether the turn may be ended now. Where something would be lost by it, the player must say it twice.
    pub fn ends_turn(&mut self, asks: bool) -> bool {
        let now = Some(self.version);
        if !asks || self.ending == now {
            return true;
        }
        let Some(lost) = self.lost_at_end() else { return true };
        self.ending = now;
        self.refuse(format!("Not spent: {lost}. End the turn again to give it up."));
        false
    }

    /// What the creature whose turn it is would lose by its end, in words: counters that are not spent and are gone once it is over.
    pub fn lost_at_end(&self) -> Option<String> {
        let creature = self.battle.active()?;
        let mut spare = self.spare();
        let before = counters(&spare, creature);
        spare.order(&Order::EndTurn { creature }).ok()?;
        let after = counters(&spare, creature);
        let lost = before.into_iter().zip(after).filter_map(|((label, now), (_, then))| {
            let lost = now - then;
            (lost > 0).then(|| format!("{label} {lost}"))
        });
        let lost: Vec<String> = lost.collect();
        (!lost.is_empty()).then(|| lost.join(", "))
    }
}

/// The counters of a turn that a creature has.
fn counters(battle: &Battle, creature: Id) -> Vec<(String, i32)> {
    let sheet = battle.ruleset().sheet(battle.world(), creature);
    let of_turn = sheet.pips.into_iter().filter(|pip| pip.measure == Measure::Turn);
    of_turn.map(|pip| (pip.label.clone(), pip.now)).collect()
}

#[cfg(test)]
mod tests {
    use crate::gui::tests::test_battles::{BETWEEN, DUSK, STABLE, begun};

    #[test]
    fn actions_that_would_be_lost_are_asked_about_once() {
        let mut session = begun(BETWEEN, "Vera");
        let lost = session.lost_at_end().expect("she has done nothing yet");
        assert!(lost.starts_with("Actions "), "{lost}");
        assert!(session.ends_turn(false), "the settings say that nothing is asked");
        assert!(!session.ends_turn(true));
        let told = session.notice.clone().map(|(words, _)| words).unwrap_or_default();
        assert!(told.contains(&lost), "{told}");
        assert!(session.ends_turn(true), "said again, it is meant");
    }

    #[test]
    fn where_nothing_is_lost_nothing_is_asked() {
        let mut session = begun(DUSK, "Rook");
        assert!(session.ends_turn(true), "dice that were not spent answer what others do");
    }

    #[test]
    fn as_long_as_something_can_be_done_the_end_is_quiet() {
        let mut session = begun(STABLE, "Ada");
        let offers = session.offers().to_vec();
        assert!(session.can_still_act(&offers));
    }
}
