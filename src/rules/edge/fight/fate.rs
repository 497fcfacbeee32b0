//! What EDGE cards turn in the moment: a roll, a miss, a hit, damage before it is taken, a fall, a trauma, a save to come (EDG-CARD-6,
//! EDG-CARD-7, EDG-CARD-10). Only a side that holds such a card is asked, and it alone is told so.

use bevy::prelude::World;

use super::super::body::life::{self, Blow};
use super::super::body::trauma::{self, Scar};
use super::super::data::Vitality;
use super::super::data::cards::{self, Fate, Hands, Sentence, When};
use super::cards::{burns, plays};
use super::moments::{Bracing, Fateful};
use super::special::NONE;
use super::{draw, strike};
use crate::battle::*;
use crate::rule;

/// The line of those who are asked at a moment, of whom only the one that is asked is told.
macro_rules! stands_in_line {
    ($one:ty) => {
        type One = $one;
        const ALONE: bool = true;

        fn line(&self) -> Option<&[$one]> {
            Some(&self.line)
        }

        fn line_mut(&mut self) -> Option<&mut Vec<$one>> {
            Some(&mut self.line)
        }
    };
}

/// The question whether a sentence is played.
const FATE: &str = "fate";
/// The question whether a card is burned.
const BURNS: &str = "burn";

/// The answers of a side at a moment: a choice for each sentence that it holds for it, and none.
fn inquiry(world: &World, side: SideId, whom: Id, when: When, prompt: String) -> Inquiry {
    let choice = |(card, letter, sentence): &(&'static cards::Card, &'static str, &'static Sentence)| {
        let label = format!("{}: {}", sentence.name, sentence.text);
        Choice::new(format!("{}-{letter}", card.key), label).to(purpose(sentence.fate)).by(rule!("EDG-CARD-6"))
    };
    let all = cards::answers(world, side, when);
    let none = Choice::new(NONE, "Keep the card").to(Purpose::Decline);
    let choices = all.iter().map(choice).chain([none]).collect();
    let creature = player(world, side, whom).unwrap_or(whom);
    let decision = Decision { side, ..Decision::new(world, creature, FATE, prompt, choices) };
    Question::inquiry(decision, [rule!("EDG-CARD-10"), rule!("EDG-CARD-5")])
}

/// The creature by which a side plays a card. That is the one that the moment is about, or else the first of the side.
fn player(world: &World, side: SideId, whom: Id) -> Option<Id> {
    if side_of(world, whom) == side { Some(whom) } else { draw::first_of(world, side) }
}

const fn purpose(fate: Fate) -> Purpose {
    match fate {
        Fate::Clings | Fate::Scrap | Fate::Scratch => Purpose::Guard,
        Fate::StrayShot | Fate::Loaded | Fate::Gap => Purpose::Harm,
        _ => Purpose::Other,
    }
}

/// What a side has chosen: the sentence is played.
fn chosen(world: &mut World, side: SideId, whom: Id, when: When, word: &str) -> Option<Fate> {
    let all = cards::answers(world, side, when);
    let (card, _, sentence) = all.into_iter().find(|(card, letter, _)| format!("{}-{letter}", card.key) == word)?;
    let whose = player(world, side, whom)?;
    plays(world, whose, card, sentence);
    Some(sentence.fate)
}

fn name(world: &World, id: Id) -> String {
    world.resource::<Names>().name(id).to_owned()
}

impl Fateful {
    fn whom(&self, world: &World, side: SideId) -> Id {
        if side_of(world, self.target) == side { self.target } else { self.attacker }
    }

    /// The moment in a sentence.
    fn prompt(&self, world: &World, side: SideId) -> String {
        let attacker = if knows(world, side, self.attacker) { name(world, self.attacker) } else { "Something".into() };
        let what = match self.when {
            When::BeforeRoll => "is about to roll its attack",
            When::Missed => "has missed",
            When::Hit => "has hit",
            _ if self.hits => "has rolled a hit",
            _ => "has rolled a miss",
        };
        format!("{attacker} {what}. A card? One in a fight.")
    }
}

impl AsksInTurn for Fateful {
    stands_in_line!(SideId);

    fn asking_next(world: &World, flight: Id, &side: &SideId) -> Inquiry {
        let fateful = world.the::<Self>(flight);
        if !fateful.concerns(world, side) {
            return Inquiry::Nobody;
        }
        inquiry(world, side, fateful.whom(world, side), fateful.when, fateful.prompt(world, side))
    }

    fn one_answered(world: &mut World, flight: Id, side: SideId, word: &str) {
        let fateful = world.the::<Self>(flight).clone();
        let fate = chosen(world, side, fateful.whom(world, side), fateful.when, word);
        match fate {
            Some(Fate::Gap) => strike::through_the_gap(world, fateful.attack),
            Some(Fate::Loaded) => strike::was_loaded(world, fateful.attack),
            Some(Fate::StrayShot) => strike::goes_astray(world, fateful.attack, fateful.attacker, fateful.target),
            Some(Fate::Reroll) => {
                let hits = strike::rolls_again(world, fateful.attack);
                world.the_mut::<Self>(flight).hits = hits;
            }
            _ => {}
        }
    }

    fn after_the_last(world: &mut World, flight: Id) {
        let Self { when, attack, .. } = *world.the::<Self>(flight);
        land(world);
        if when == When::Rolled {
            strike::counts(world, attack);
        }
    }
}

impl AsksInTurn for Blow {
    stands_in_line!((When, SideId));

    fn asking_next(world: &World, flight: Id, &(when, side): &Self::One) -> Inquiry {
        let blow = world.the::<Self>(flight);
        if !blow.concerns(world, when, side) {
            return Inquiry::Nobody;
        }
        let (amount, left) = (blow.amount(), world.the::<Vitality>(blow.id).0);
        let prompt = match when {
            When::Falls => {
                format!("{} would drop to 0: {amount} of {left} points. A card? One in a fight.", name(world, blow.id))
            }
            _ => format!("{amount} of {left} points of {}. A card? One in a fight.", name(world, blow.id)),
        };
        inquiry(world, side, blow.id, when, prompt)
    }

    fn one_answered(world: &mut World, flight: Id, (when, side): Self::One, word: &str) {
        let id = world.the::<Self>(flight).id;
        match chosen(world, side, id, when, word) {
            Some(Fate::Scrap) => world.the_mut::<Self>(flight).halve(),
            Some(Fate::Clings) => world.the_mut::<Self>(flight).clings = true,
            _ => {}
        }
    }

    fn after_the_last(world: &mut World, flight: Id) {
        let blow = world.the::<Self>(flight).clone();
        land(world);
        life::endure(world, blow);
    }
}

impl AsksInTurn for Scar {
    stands_in_line!(SideId);

    fn asking_next(world: &World, flight: Id, &side: &SideId) -> Inquiry {
        let scar = world.the::<Self>(flight);
        if !scar.concerns(world, side) {
            return Inquiry::Nobody;
        }
        let prompt = format!("{} is about to suffer a trauma. A card? One in a fight.", name(world, scar.id));
        inquiry(world, side, scar.id, When::Trauma, prompt)
    }

    fn one_answered(world: &mut World, flight: Id, side: SideId, word: &str) {
        let id = world.the::<Self>(flight).id;
        if chosen(world, side, id, When::Trauma, word) == Some(Fate::Scratch) {
            world.the_mut::<Self>(flight).spared = true;
        }
    }

    fn after_the_last(world: &mut World, flight: Id) {
        let scar = world.the::<Self>(flight).clone();
        land(world);
        if !scar.spared {
            trauma::is_rolled(world, scar);
        }
    }
}

impl AsksInTurn for Bracing {
    stands_in_line!(Id);

    /// EDG-CARD-7: before its save a creature is asked which card is burned for it, where the save may be its last.
    fn asking_next(world: &World, flight: Id, &id: &Id) -> Inquiry {
        let Self { by, most, .. } = *world.the::<Self>(flight);
        let side = side_of(world, id);
        let last = is_on_map(world, id) && world.the::<Vitality>(id).0 <= most;
        if !is_on_map(world, id) || !cards::may_use(world, side) || !cards::heeds(world, side, last) {
            return Inquiry::Nobody;
        }
        let hand = world.resource::<Hands>().of(side);
        let choice = |key: &Text| {
            let label = format!("Burn {}", cards::words_of(key));
            Choice::new(key.clone(), label).to(Purpose::Guard).by(rule!("EDG-CARD-7"))
        };
        let none = Choice::new(NONE, "Keep the cards").to(Purpose::Decline);
        let choices = hand.iter().map(choice).chain([none]).collect();
        let prompt = format!("{} is about to save. Burn a card for advantage? One in a fight.", name(world, id));
        let decision = Decision::new(world, id, BURNS, prompt, choices);
        let decision = if knows(world, side, by) { decision.against(Some(by)) } else { decision };
        Question::inquiry(decision, [rule!("EDG-CARD-7"), rule!("EDG-CARD-5")])
    }

    fn one_answered(world: &mut World, _flight: Id, id: Id, word: &str) {
        if word != NONE {
            burns(world, id, word, id);
        }
    }
}

pub(super) fn plugin(engine: &mut Engine) {
    engine.asks::<Fateful>("edge.fateful");
    engine.asks::<Blow>("edge.blow");
    engine.asks::<Scar>("edge.scar");
    engine.asks::<Bracing>("edge.bracing");
}
