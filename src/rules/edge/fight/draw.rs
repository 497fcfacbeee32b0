//! How EDGE cards come to hand and leave it again: drawn from the pile, dealt, discarded for another, handed in (EDG-CARD-1 to EDG-CARD-4,
//! EDG-CARD-9).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::cards::{self, Card, Hands, MOST, PLAY};
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::rule;

/// The question of a side whose hand is full.
const FULL_HAND: &str = "full_hand";
/// The answer by which no card is drawn.
const KEEP: &str = "keep";

/// EDG-CARD-2: the side of a creature draws a card, by a rule. Looking ahead none is drawn: nobody foresees it.
pub(crate) fn draw(world: &mut World, whose: Id, why: Rule) {
    if !cards::are_played(world) || world.resource::<Dice>().looks_ahead() {
        return;
    }
    let side = side_of(world, whose);
    if world.resource::<Hands>().of(side).len() < MOST {
        return draw_top(world, whose, vec![why, rule!("EDG-CARD-2"), rule!("EDG-CARD-3")]);
    }
    let full = Event::note("may draw an EDGE card, but the hand is full").actor(whose);
    world.tell(full.by(why).by(rule!("EDG-CARD-3")));
    launch(world, FullHand { whose });
}

/// A card comes out of the pile: a die of as many sides as it has cards. All are told that, its own side alone which card it is.
fn draw_top(world: &mut World, whose: Id, why: Vec<Rule>) {
    let side = side_of(world, whose);
    let pile = world.resource::<Hands>().pile();
    let Some(last) = pile.len().checked_sub(1) else {
        return world.note(whose, "no EDGE card is left to draw", rule!("EDG-CARD-2"));
    };
    let sides = u16::try_from(pile.len()).unwrap_or(u16::MAX);
    let die = world.resource_mut::<Dice>().roll(&Expression::dice(1, sides), "out of the pile");
    let card = pile[usize::try_from(die.value - 1).unwrap_or(0).min(last)];
    deal(world, side, card);
    world.tell(Event::note("draws an EDGE card").actor(whose).by_all(why));
    let own = Event::note(format!("draws {}", card.words())).actor(whose).trace(die);
    world.tell_alone(side, own.by(rule!("EDG-CARD-1")));
}

/// A side takes a card in hand. From its first one on it is asked in the moment, where it can matter.
fn deal(world: &mut World, side: SideId, card: &Card) {
    world.resource_mut::<Hands>().take(side, &card.key);
    if let Some(mut wishes) = world.get_resource_mut::<Wishes>()
        && wishes.of(side, PLAY) == Wish::Never
    {
        wishes.set(side, PLAY, Wish::Matters);
    }
}

/// EDG-CARD-2, EDG-CAMP-1: a side takes a card by the hand of the level or the game master; whether the card was in the pile.
pub(crate) fn take(world: &mut World, side: SideId, key: &str) -> bool {
    let hands = world.resource::<Hands>();
    let in_pile = hands.pile().into_iter().find(|card| card.key.eq_ignore_ascii_case(key));
    let Some(card) = in_pile.filter(|_| hands.of(side).len() < MOST) else { return false };
    deal(world, side, card);
    true
}

/// EDG-CARD-4: a side with a full hand that may draw.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct FullHand {
    whose: Id,
}

impl Asks for FullHand {
    const ALONE: bool = true;

    fn asking(world: &World, flight: Id) -> Inquiry {
        let FullHand { whose } = *world.the::<Self>(flight);
        let hand = world.resource::<Hands>().of(side_of(world, whose));
        let choice =
            |key: &Text| Choice::new(key.clone(), format!("Discard {}", cards::words_of(key))).by(rule!("EDG-CARD-4"));
        let keep = Choice::new(KEEP, "Draw none").to(Purpose::Decline).by(rule!("EDG-CARD-4"));
        let choices = hand.iter().map(choice).chain([keep]).collect();
        let prompt = "The hand is full: which card is discarded before another is drawn?";
        Question::inquiry(Decision::new(world, whose, FULL_HAND, prompt, choices), [rule!("EDG-CARD-4")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let FullHand { whose } = *world.the::<Self>(flight);
        land(world);
        let side = side_of(world, whose);
        if world.resource_mut::<Hands>().put_back(side, word) {
            world.note(whose, "discards an EDGE card", rule!("EDG-CARD-4"));
            draw_top(world, whose, vec![rule!("EDG-CARD-4"), rule!("EDG-CARD-2")]);
        } else {
            world.note(whose, "draws no EDGE card", rule!("EDG-CARD-4"));
        }
    }
}

/// EDG-CARD-2: a draw by a game master's hand, until its die falls.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Dealt(pub Id);

impl Later for Dealt {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        draw(world, self.0, rule!("EDG-CARD-2"));
    }
}

/// EDG-CARD-2: a side takes a card by a game master's hand, and it alone is told which.
pub(crate) fn takes(world: &mut World, side: SideId, whose: Id, key: &str) {
    if take(world, side, key) {
        world.note(whose, "takes an EDGE card", rule!("EDG-CARD-2"));
        let own = Event::note(format!("takes {}", cards::words_of(key))).actor(whose);
        world.tell_alone(side, own.by(rule!("EDG-CARD-1")));
    }
}

/// The creature that speaks for its side in what is about no single one: the first of it.
pub(super) fn first_of(world: &World, side: SideId) -> Option<Id> {
    on_map(world).find(|&id| side_of(world, id) == side)
}

/// EDG-CARD-2: an event of the level has come about: the sides to which it deals draw, each by its first creature.
pub(crate) fn deals(world: &mut World, event: usize) {
    let deals = cards::deals(world);
    if deals.is_empty() {
        return;
    }
    let id = world.resource::<LevelRes>().0.events.get(event).map(|event| event.id.clone());
    for deal in deals.into_iter().filter(|deal| Some(&deal.event) == id.as_ref()) {
        let side = cards::side_by_id(world, &deal.side);
        if let Some(first) = side.and_then(|side| first_of(world, side)) {
            draw(world, first, rule!("EDG-CARD-2"));
        }
    }
}

/// EDG-CARD-9: whether a fight that stands alone is over and a side still holds cards.
fn is_over(world: &World) -> bool {
    let linked = world.resource::<LevelRes>().0.cast.is_some();
    !linked && world.resource::<Hands>().any() && world.resource::<Flow>().outcome.is_some()
}

/// EDG-CARD-9: hands are emptied.
fn hand_in(world: &mut World) {
    for side in sides(world).collect::<Vec<_>>() {
        let held: Vec<Text> = world.resource::<Hands>().of(side).to_vec();
        for key in &held {
            world.resource_mut::<Hands>().put_back(side, key);
        }
        if let Some(own) = first_of(world, side).filter(|_| !held.is_empty()) {
            world.note(own, format!("hands in {} EDGE cards", held.len()), rule!("EDG-CARD-9"));
        }
    }
}

pub(super) fn plugin(engine: &mut Engine) {
    engine.save_resource::<Hands>("edge.cards");
    engine.asks::<FullHand>("edge.full_hand");
    engine.later::<Dealt>("edge.card_dealt");
    engine.while_holds(Stage::Report, is_over, hand_in);
}
