//! A person asks what the computer would do in the same place, and may take one of its plans; sides are told what it is about to do.

use super::Session;
use super::intents::{Intent, ordered};
use super::plans::Plans;
use crate::ai::Suggestion;
use crate::battle::{Battle, Flights, Id, Order, SideId, What};
use crate::level::Seat;

impl Session {
    /// Whose plans could be asked for now: who is commanded, or is asked a question that a person is to answer.
    pub(in crate::gui) fn plans_for(&self) -> Option<Id> {
        if !self.waits_for_person() || self.hands_over() || self.battle.outcome().is_some() {
            return None;
        }
        self.commanded().or_else(|| self.question().map(|question| question.creature))
    }

    /// Begins to work out plans for the creature that acts or is asked. What was aimed is let be.
    pub(in crate::gui) fn ask_for_plans(&mut self) {
        let Some(whose) = self.plans_for() else { return };
        (self.aim, self.fan) = (None, None);
        let battle = self.spare_to_plan();
        self.plans = Some(Plans::think(self.version, whose, battle));
    }

    /// A copy of the battle as the viewer knows it. While an act is in flight, creatures unknown to the viewer may have a part in it: then
    /// they stay in the copy. What is suggested rests on what the side knows even so.
    fn spare_to_plan(&self) -> Battle {
        let in_flight = self.battle.world().resource::<Flights>().top().is_some();
        if in_flight { self.battle.without(&[]) } else { self.spare() }
    }

    /// The plans that are open, as long as nothing has changed since they were asked for.
    pub(in crate::gui) fn plans(&self) -> Option<&Plans> {
        let here = self.aim.is_none() && self.plans_for().is_some();
        self.plans.as_ref().filter(|plans| here && plans.version == self.version)
    }

    /// The order of an open plan: 0 is the best.
    pub(in crate::gui) fn plan(&self, number: usize) -> Option<&Order> {
        self.plans()?.found.get(number).map(|plan| &plan.order)
    }

    /// Takes in the plans that have been found; forgets those for an earlier state of the battle.
    pub(in crate::gui) fn follow_plans(&mut self) {
        if self.plans().is_none() {
            self.plans = None;
        }
        let Some(mut plans) = self.plans.take_if(Plans::follow) else { return };
        for plan in &mut plans.found {
            plan.label = self.masked(&plan.label);
            plan.why = plan.why.iter().map(|why| self.masked(why)).collect();
        }
        self.plans = Some(plans);
    }

    /// Closes them; whether they were open.
    pub(in crate::gui) fn close_plans(&mut self) -> bool {
        let open = self.plans().is_some();
        self.plans = None;
        open
    }
}

impl Session {
    /// The sides that are told what the computer is about to do: those of people, or else the one that looks on.
    pub(super) fn onlookers(&self) -> Vec<SideId> {
        let sides = (0..self.seats.len()).filter_map(|side| u8::try_from(side).ok().map(SideId));
        let people: Vec<SideId> = sides.filter(|&side| self.seat(side) == Seat::Human).collect();
        if people.is_empty() { vec![self.viewer] } else { people }
    }

    /// Notes what sides are told of an order before which so many events had happened.
    pub(in crate::gui) fn note_intents(&mut self, before: usize, told: Vec<(SideId, Suggestion)>) {
        for (side, told) in told {
            let Some(creature) = ordered(&told.order) else { continue };
            let why = told.why.into_iter().next().unwrap_or_default();
            self.intents.push(Intent { before, creature, side, label: told.label, why });
        }
    }

    /// What the viewer was told, as far as the battle has been shown, oldest first.
    pub(in crate::gui) fn intents(&self) -> impl DoubleEndedIterator<Item = &Intent> {
        self.intents.iter().filter(|intent| intent.side == self.viewer && intent.before <= self.shown)
    }

    /// What is about to be done on the turn that is being shown.
    pub(in crate::gui) fn intent(&self) -> Option<&Intent> {
        let intent = self.intents().next_back()?;
        let shown = self.shown.min(self.battle.events().len());
        let since = self.battle.events().get(intent.before..shown)?;
        let is_over = since.iter().any(|event| matches!(event.what, What::TurnBegins | What::TurnEnds));
        (!is_over && self.sees(intent.creature)).then_some(intent)
    }

    /// Forgets what was told of orders that have not been given.
    pub(super) fn follow_intents(&mut self) {
        let events = self.battle.events().len();
        self.intents.retain(|intent| intent.before < events);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::tests::test_battles::{BETWEEN, DUSK, STABLE, begun, order};

    /// Waits until they are found.
    fn found(session: &mut Session) -> Vec<Suggestion> {
        session.ask_for_plans();
        while session.plans().expect("they were asked for").is_thinking() {
            std::thread::sleep(std::time::Duration::from_millis(5));
            session.follow_plans();
        }
        session.plans().expect("nothing has changed").found.clone()
    }

    #[test]
    fn the_first_plan_that_is_taken_is_a_legal_order_and_closes_them() {
        let mut session = begun(STABLE, "Ada");
        let hash = session.battle.hash();
        let plans = found(&mut session);
        assert!((1..=3).contains(&plans.len()), "{plans:?}");
        assert_eq!(session.battle.hash(), hash, "thinking changes nothing");
        let first = session.plan(0).expect("a plan").clone();
        assert_eq!(session.submit(&first), Ok(()));
        assert!(session.plans().is_none(), "they were for what was there before");
        assert_eq!(session.plan(0), None);
    }

    #[test]
    fn a_question_has_answers_suggested_and_the_first_can_be_given() {
        let mut session = begun(BETWEEN, "Vera");
        order(&mut session, r#"{"act":{"action":"attack","with":"sword","target":"Gar"}}"#);
        session.hand_over();
        session.shown = session.battle.events().len();
        let asked = session.question().expect("Gar may answer").creature;
        let answers = found(&mut session);
        assert_eq!(session.plans().map(|plans| plans.whose), Some(asked));
        assert!(answers.iter().all(|answer| matches!(answer.order, Order::Answer { .. })), "{answers:?}");
        let first = session.plan(0).expect("an answer").clone();
        assert_eq!(session.submit(&first), Ok(()));
    }

    #[test]
    fn nobody_is_named_whom_the_side_does_not_know() {
        let mut session = begun(DUSK, "Rook");
        session.hand_over();
        let unknown: Vec<Id> = session.battle.unknown_to(session.viewer).into_iter().collect();
        let names: Vec<String> = unknown.iter().map(|&id| session.battle.name(id).to_owned()).collect();
        assert!(!names.is_empty());
        for plan in found(&mut session) {
            let said = format!("{} {}", plan.label, plan.why.join(" "));
            assert!(names.iter().all(|name| !said.contains(name)), "{said}");
        }
    }

    #[test]
    fn letting_be_closes_them_first() {
        let mut session = begun(STABLE, "Ada");
        found(&mut session);
        session.step_back();
        assert!(session.plans().is_none());
    }
}
