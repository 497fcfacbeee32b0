//! Questions put to players by what is in flight: which creature is asked, what the answer brings about, and what happens after the last.
//!
//! A ruleset implements [`Asks`] for a component in flight and registers it by [`Engine::asks`]. While an answer is out the battle waits;
//! what an answer launches is resolved before the next question. If the game master changes something meanwhile, the question is asked
//! anew: its creature or its subject may be gone. Where several are asked about the same, [`AsksInTurn`] says who is next.

use bevy::ecs::component::{ComponentId, Mutable};
use bevy::prelude::*;

use super::engine::Engine;
use super::flight::{Flights, comes_after, land, top};
use super::flow::Flow;
use super::persist;
use crate::battle::board::side_of;
use crate::battle::values::{Answer, ById, Choice, Decision, Event, Id, Order, Rule, SideId, Stage, Tell, Text, What};
use crate::dice::Dice;

/// What something in flight does next about its questions.
pub enum Inquiry {
    /// It asks this.
    Ask(Box<Question>),
    /// No player is to be asked here: it goes on by [`Asks::unasked`].
    Nobody,
    /// It has no question as things stand.
    Nothing,
}

/// A question, and the rules by which it is asked.
pub struct Question {
    /// What is to be decided.
    pub decision: Decision,
    /// The rules that make it a question.
    pub rules: Vec<Rule>,
}

impl Question {
    /// A question that is asked by a rule.
    pub fn inquiry(decision: Decision, rules: impl IntoIterator<Item = Rule>) -> Inquiry {
        Inquiry::Ask(Box::new(Self { decision, rules: rules.into_iter().collect() }))
    }
}

impl Decision {
    /// A question to the player of a creature.
    pub fn new(
        world: &World,
        creature: Id,
        kind: impl Into<Text>,
        prompt: impl Into<Text>,
        choices: Vec<Choice>,
    ) -> Self {
        Self {
            side: side_of(world, creature),
            creature,
            kind: kind.into(),
            prompt: prompt.into(),
            number: None,
            against: None,
            afterwards: false,
            choices,
        }
    }

    /// A question to the table about a creature: a game master answers it, no player and no computer.
    pub fn to_the_table(
        world: &World,
        creature: Id,
        kind: impl Into<Text>,
        prompt: impl Into<Text>,
        choices: Vec<Choice>,
    ) -> Self {
        Self { side: SideId::TABLE, ..Self::new(world, creature, kind, prompt, choices) }
    }
}

/// Whether a game master answers questions to the table. While a forecast is made, none does.
pub fn is_presided(world: &World) -> bool {
    world.resource::<Flow>().presided && !world.resource::<Dice>().looks_ahead()
}

/// Something in flight that asks players.
pub trait Asks: Component {
    /// Whether all that the order does is settled by the time it asks. What is then offered is an act with odds of its own. A forecast
    /// leaves it undone and asks no player, which must have the same result as declining.
    const AFTERWARDS: bool = false;
    /// Whether only the side that is asked is told of the question.
    const ALONE: bool = false;

    /// What it asks now, while it is on top.
    fn asking(world: &World, flight: Id) -> Inquiry;

    /// Takes an answer: the key of a choice that was offered. It either lands, or knows by the next time that this has been asked.
    fn answered(world: &mut World, flight: Id, word: &str);

    /// Goes on where no player was to be asked: with the next in line, or to the end. It either lands, or is another than before.
    fn unasked(world: &mut World, _flight: Id) {
        land(world);
    }
}

/// Something in flight about which several creatures are asked, one after the other. Examples: the enemies whose reach a mover leaves,
/// the owners who waited for it.
pub trait AsksInTurn: Component<Mutability = Mutable> {
    /// One of them: which creature, and what else differs.
    type One: Clone;

    /// As [`Asks::AFTERWARDS`].
    const AFTERWARDS: bool = false;
    /// As [`Asks::ALONE`].
    const ALONE: bool = false;

    /// The creatures still to be asked, the next one last; `None` before they have been lined up.
    fn line(&self) -> Option<&[Self::One]>;

    /// The same, so that one can step out of it.
    fn line_mut(&mut self) -> Option<&mut Vec<Self::One>>;

    /// Lines the creatures up, where they are not known from the start. A thing in flight that [`ComesAfter`](crate::battle::ComesAfter)
    /// others begins here.
    fn line_up(_world: &mut World, _flight: Id) {}

    /// What the next of them is asked now; a question that no player can answer is passed over.
    fn asking_next(world: &World, flight: Id, one: &Self::One) -> Inquiry;

    /// Takes the answer of one who has stepped out of the line.
    fn one_answered(world: &mut World, flight: Id, one: Self::One, word: &str);

    /// One has stepped out of the line without being asked.
    fn passed_over(_world: &mut World, _flight: Id, _one: Self::One) {}

    /// No creature is left in the line.
    fn after_the_last(world: &mut World, _flight: Id) {
        land(world);
    }
}

fn step_out<T: AsksInTurn>(world: &mut World, flight: Id) -> Option<T::One> {
    world.the_mut::<T>(flight).line_mut()?.pop()
}

/// Those in line, if their turn has come.
fn lined_up<T: AsksInTurn>(world: &World, flight: Id) -> Option<&[T::One]> {
    world.the::<T>(flight).line().filter(|_| !comes_after(world, flight))
}

impl<T: AsksInTurn> Asks for T {
    const AFTERWARDS: bool = <T as AsksInTurn>::AFTERWARDS;
    const ALONE: bool = <T as AsksInTurn>::ALONE;

    fn asking(world: &World, flight: Id) -> Inquiry {
        let next = lined_up::<T>(world, flight).and_then(<[_]>::last);
        next.map_or(Inquiry::Nobody, |one| T::asking_next(world, flight, one))
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        if let Some(one) = step_out::<T>(world, flight) {
            T::one_answered(world, flight, one, word);
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        if lined_up::<T>(world, flight).is_none() {
            T::line_up(world, flight);
        } else if let Some(one) = step_out::<T>(world, flight) {
            T::passed_over(world, flight, one);
        } else {
            T::after_the_last(world, flight);
        }
    }
}

/// The question that was open when this order, such as an override, came. It is put again if it still is one, and told again only if it
/// has become another.
#[derive(Resource, Default)]
pub(in crate::battle) struct Withdrawn(Option<Decision>);

/// Takes the open question back before an order that is no answer to it, since what it asks about may be about to change.
pub(in crate::battle) fn withdraw(world: &mut World, order: &Order) {
    let top = world.resource::<Flights>().top_entity();
    let top = top.filter(|_| matches!(order, Order::Gm(_) | Order::Act(_) | Order::Wish(_)));
    let open = top.and_then(|flight| world.entity_mut(flight).take::<Decision>());
    world.resource_mut::<Withdrawn>().0 = open;
}

/// The kinds of things in flight of whose questions and answers only the side that is asked is told.
#[derive(Resource, Default)]
pub(in crate::battle) struct AskAlone(Vec<ComponentId>);

/// Whether only the side that is asked is told of the question on top, and of its answer.
pub(in crate::battle) fn is_alone(world: &World) -> bool {
    let Some(asks) = world.get_resource::<AskAlone>() else { return false };
    top(world).is_some_and(|(_, thing)| asks.0.iter().any(|&part| thing.contains_id(part)))
}

impl Engine {
    /// Registers a kind of thing in flight that asks players, in [`Stage::Reactions`], as part of the state.
    pub fn asks<T: Asks + persist::Saved>(&mut self, name: &'static str) {
        if T::ALONE {
            let part = self.world.register_component::<T>();
            self.world.get_resource_or_init::<AskAlone>().0.push(part);
        }
        self.save::<T>(name);
        self.in_flight::<T>(Stage::Reactions, ask::<T>);
    }
}

fn ask<T: Asks>(world: &mut World) {
    while let Some((flight, thing)) = top(world) {
        if !thing.contains::<T>() || thing.contains::<Decision>() {
            return;
        }
        let (entity, answered) = (thing.id(), thing.contains::<Answer>());
        if answered {
            let answer = world.entity_mut(entity).take::<Answer>();
            let Answer(word) = answer.expect("an answer that is there can be taken");
            T::answered(world, flight, &word);
        } else {
            let undone = T::AFTERWARDS && world.resource::<Dice>().looks_ahead();
            let inquiry = if undone { Inquiry::Nobody } else { T::asking(world, flight) };
            match inquiry {
                Inquiry::Ask(mut question) => {
                    question.decision.afterwards = T::AFTERWARDS;
                    return lay(world, flight, *question, T::ALONE);
                }
                Inquiry::Nobody => T::unasked(world, flight),
                Inquiry::Nothing => return,
            }
        }
        // What came of it goes first.
        if world.resource::<Flights>().top() != Some(flight) {
            return;
        }
    }
}

/// Lays a question on what is in flight, and tells that it is asked, unless it has been.
pub(in crate::battle) fn put(world: &mut World, flight: Id, question: Question) {
    lay(world, flight, question, false);
}

fn lay(world: &mut World, flight: Id, Question { decision, rules }: Question, alone: bool) {
    let known = world.resource_mut::<Withdrawn>().0.take();
    // At a pause the answers are fewer with every order that was given; the question is still the same.
    let same = |known: Decision| {
        known == decision || (alone && (known.creature, &known.kind) == (decision.creature, &decision.kind))
    };
    if !known.is_some_and(same) {
        let mut event =
            Event::new(What::Asked { side: decision.side, kind: decision.kind.clone() }).target(decision.creature);
        event.rules = rules;
        if alone {
            world.tell_alone(decision.side, event);
        } else {
            world.tell(event);
        }
    }
    let entity = world.entity_of(flight).expect("what is in flight should exist");
    world.entity_mut(entity).insert(decision);
}
