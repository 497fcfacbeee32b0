//! Places that stay. What hands know by heart must not slide: an action keeps the place at which it was first listed, and with it its key,
//! also while it cannot be done; and an answer to a blow stands where it stood in the question before.

use std::collections::BTreeMap;

use crate::battle::{Choice, Decision, Id, Offer, Purpose, Refusal, Text};

/// The list of every creature, as it was last laid out.
#[derive(Clone, Debug, Default)]
pub struct Slots(BTreeMap<Id, Vec<Offer>>);

impl Slots {
    /// Lays a creature's list out: by group at first; later, what is listed no more stays where it was and cannot be done, and what is new
    /// comes after all that was there.
    pub fn lay_out(&mut self, creature: Id, mut offers: Vec<Offer>) -> Vec<Offer> {
        offers.sort_by_key(|offer| offer.group);
        let known = self.0.entry(creature).or_default();
        for slot in known.iter_mut() {
            let now = offers.iter().position(|offer| is_same(offer, slot));
            if let Some(place) = now {
                *slot = offers.remove(place);
            } else if slot.refusal.is_none() {
                slot.refusal = Some(Refusal::new("not_now", "That cannot be done now."));
            }
        }
        known.append(&mut offers);
        known.clone()
    }
}

fn is_same(one: &Offer, other: &Offer) -> bool {
    (&one.action, &one.with, one.aim) == (&other.action, &other.with, other.aim)
}

/// One place of an open question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The answer of this number can be given.
    Open(usize),
    /// What stands here in other questions cannot be done in this one.
    Shut(Text),
}

/// Whoever could parry once may be able to again.
#[derive(Clone, Debug, Default)]
pub struct Answers(BTreeMap<Id, Vec<(Text, Text)>>);

impl Answers {
    /// Remembers what can be done against blows.
    pub fn learn(&mut self, decision: &Decision) {
        if !is_of_blow(decision) {
            return;
        }
        let known = self.0.entry(decision.creature).or_default();
        for choice in decision.choices.iter().filter(|choice| guards(choice)) {
            match known.iter_mut().find(|(key, _)| *key == choice.key) {
                Some((_, label)) => label.clone_from(&choice.label),
                None => known.push((choice.key.clone(), choice.label.clone())),
            }
        }
    }

    /// The places of a question's answers: getting out of the way first, whether one can or not, then what lessens a blow, each where it was
    /// before, then everything else in the order of the rules.
    pub fn lay_out(&self, decision: &Decision) -> Vec<Answer> {
        let choices = &decision.choices;
        let dodges = |choice: &Choice| choice.purpose == Purpose::Dodge;
        if !is_of_blow(decision) || !choices.iter().any(|choice| dodges(choice) || guards(choice)) {
            return (0..choices.len()).map(Answer::Open).collect();
        }
        let mut out: Vec<Answer> = Vec::new();
        let all = |fits: &dyn Fn(&Choice) -> bool| -> Vec<usize> {
            let numbered = choices.iter().enumerate();
            numbered.filter(|(_, choice)| fits(choice)).map(|(number, _)| number).collect()
        };
        let away = all(&dodges);
        if away.is_empty() {
            out.push(Answer::Shut("Dodge".into()));
        }
        out.extend(away.into_iter().map(Answer::Open));
        for (key, label) in self.0.get(&decision.creature).into_iter().flatten() {
            let now = choices.iter().position(|choice| guards(choice) && choice.key == *key);
            out.push(now.map_or_else(|| Answer::Shut(label.clone()), Answer::Open));
        }
        let rest = (0..choices.len()).filter(|&number| !out.contains(&Answer::Open(number)));
        let rest: Vec<Answer> = rest.map(Answer::Open).collect();
        out.extend(rest);
        out
    }
}

/// Whether something comes that can be counted, or got out of the way of. Example of what does not: what to make of a lucky roll.
fn is_of_blow(decision: &Decision) -> bool {
    decision.number.is_some() || decision.choices.iter().any(|choice| choice.purpose == Purpose::Dodge)
}

fn guards(choice: &Choice) -> bool {
    choice.purpose == Purpose::Guard
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Aim, Group, Price, SideId, Trace};

    fn offer(action: &str, group: Group) -> Offer {
        Offer {
            action: action.into(),
            with: None,
            label: action.into(),
            icon: String::new(),
            purpose: Purpose::Other,
            cost: String::new(),
            price: Price::Free,
            group,
            family: None,
            leads: false,
            aim: Aim::Nothing,
            range: None,
            radius: None,
            exposes: Vec::new(),
            refusal: None,
            help: String::new(),
        }
    }

    #[test]
    fn what_cannot_be_done_keeps_its_place_and_what_is_new_moves_nothing() {
        let mut slots = Slots::default();
        let names = |offers: Vec<Offer>| -> Vec<(String, bool)> {
            let told = offers.into_iter();
            told.map(|offer| (offer.action, offer.refusal.is_none())).collect()
        };
        let known = |name: &str, can: bool| (name.to_owned(), can);
        let (shoot, climb, drop) =
            (offer("shoot", Group::Attack), offer("climb", Group::Move), offer("drop", Group::Free));
        let first = slots.lay_out(Id(1), vec![climb.clone(), shoot.clone(), drop.clone()]);
        assert_eq!(names(first), [known("shoot", true), known("climb", true), known("drop", true)]);
        // One step farther there is nothing to climb, but something to open.
        let open = offer("open", Group::Action);
        let later = slots.lay_out(Id(1), vec![open.clone(), drop.clone(), shoot.clone()]);
        assert_eq!(
            names(later),
            [known("shoot", true), known("climb", false), known("drop", true), known("open", true)]
        );
        let again = slots.lay_out(Id(1), vec![shoot.clone(), climb, drop]);
        assert_eq!(
            names(again),
            [known("shoot", true), known("climb", true), known("drop", true), known("open", false)]
        );
        assert_eq!(names(slots.lay_out(Id(2), vec![shoot])), [known("shoot", true)], "another has its own");
    }

    fn question(choices: &[(&str, Purpose)]) -> Decision {
        let choice = |(key, purpose): &(&str, Purpose)| Choice::new(key.to_string(), key.to_string()).to(*purpose);
        Decision {
            side: SideId(0),
            creature: Id(1),
            kind: "blow".into(),
            prompt: "A blow is coming.".into(),
            number: Some(Trace::new("Damage", 7)),
            against: None,
            afterwards: false,
            choices: choices.iter().map(choice).collect(),
        }
    }

    #[test]
    fn answers_to_blows_stand_where_they_stood() {
        use Answer::{Open, Shut};
        let mut answers = Answers::default();
        let (dodge, brace, take) = (("dodge", Purpose::Dodge), ("brace", Purpose::Guard), ("none", Purpose::Decline));
        let mut ask = |choices: &[(&str, Purpose)]| {
            let decision = question(choices);
            answers.learn(&decision);
            answers.lay_out(&decision)
        };
        assert_eq!(ask(&[dodge, brace, take]), [Open(0), Open(1), Open(2)]);
        assert_eq!(ask(&[brace, take]), [Shut("Dodge".into()), Open(0), Open(1)]);
        assert_eq!(ask(&[dodge, take]), [Open(0), Shut("brace".into()), Open(1)]);
        let strike = ("strike", Purpose::Harm);
        assert_eq!(ask(&[strike, take]), [Open(0), Open(1)], "that is no blow");
        let luck = Decision { number: None, ..question(&[brace, take]) };
        assert_eq!(answers.lay_out(&luck), [Open(0), Open(1)], "nothing comes");
    }
}
