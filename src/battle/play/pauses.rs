//! Pauses: moments at which sides that wished for it have the word although it is not their turn.
//!
//! A kind of action says at which pauses an order of it may be given ([`ActionKind::any_time`]). A side says by [`Order::Wish`] when it
//! wishes to be asked about such a kind. At a pause a [`Paused`] is in flight, and the creatures of these sides are asked in turn. An
//! answer names what is to be done, where an order of it says no more than who does it. Anything else is given as an order while the
//! question is open. What is asked and answered is told to the side alone. A forecast asks nobody.

use crate::battle::board::{is_on_map, side_of};
use crate::battle::engine::{AsksInTurn, ComesAfter, Engine, Inquiry, Question, begin, land, launch, topmost};
use crate::battle::ruleset::{PauseWords, Rules, Ruleset, sides};
use crate::battle::values::{
    Act, ActionKind, ById, Choice, Creature, Decision, Id, Pause, Purpose, Refusal, SideId, Wish, WishOrder, Wishes,
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The answer by which nothing is done at a pause.
pub const GO_ON: &str = "go_on";

/// A pause, and the creatures that are still to be asked at it, the next one last; none before they have been lined up.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Paused {
    at: Pause,
    line: Option<Vec<Id>>,
}

impl Paused {
    /// Which pause it is.
    pub fn at(&self) -> Pause {
        self.at
    }
}

/// What is kept and asked, under rulesets of which something may be given out of turn.
pub(in crate::battle) fn plugin(engine: &mut Engine, ruleset: &dyn Ruleset) {
    if ruleset.actions().iter().any(|kind| !kind.any_time.is_empty()) {
        engine.save_resource::<Wishes>("wishes");
        engine.asks::<Paused>("paused");
    }
}

/// The kinds of action that may be given at a pause.
fn kinds(world: &World, at: Pause) -> Vec<&'static ActionKind> {
    let mut kinds = world.resource::<Rules>().0.actions();
    kinds.retain(|kind| kind.any_time.contains(&at));
    kinds
}

/// Opens a pause, if any side wishes for it. What is launched after it is resolved first.
pub fn open(world: &mut World, at: Pause) {
    let wished = world.get_resource::<Wishes>().is_some_and(|wishes| {
        let kinds = kinds(world, at);
        wishes.any(|key| kinds.iter().any(|kind| kind.key == key))
    });
    if wished {
        launch(world, (Paused { at, line: None }, ComesAfter));
    }
}

/// The pause that is on top.
pub fn now(world: &World) -> Option<Pause> {
    topmost::<Paused>(world).map(|(_, paused)| paused.at)
}

/// Ends the pause on top: nobody else is asked at it.
pub fn close(world: &mut World) {
    if topmost::<Paused>(world).is_some() {
        land(world);
    }
}

/// Whether a creature may be given any order of a kind now.
fn may(world: &World, creature: Id, kind: &ActionKind) -> bool {
    let rules = world.resource::<Rules>().0;
    if kind.is_bare() {
        return rules.check(world, &kind.order(creature)).is_ok();
    }
    let offers = rules.offers_in(world, creature, kind.groups);
    let mut possible = offers.iter().filter(|offer| offer.action == kind.key && offer.refusal.is_none());
    possible.any(|offer| !rules.acts(world, creature, offer).is_empty())
}

/// The creatures that one question at a pause is about: the creature that is asked, or all of its side.
fn together(world: &World, at: Pause, creature: Id) -> Vec<Id> {
    if !at.is_of_sides() {
        return vec![creature];
    }
    let side = side_of(world, creature);
    let mut all = world.resource::<Rules>().0.speakers(world, at);
    all.retain(|&id| side_of(world, id) == side);
    all
}

/// Whether a creature may be given an order of a kind at this pause, and its side wishes to be asked about it.
fn wishes(world: &World, creature: Id, kind: &ActionKind, at: Pause) -> bool {
    let wish = world.resource::<Wishes>().of(side_of(world, creature), kind.key);
    let due = match wish {
        Wish::Never => false,
        Wish::Matters => world.resource::<Rules>().0.matters(world, creature, kind.key, at),
        Wish::Every => true,
    };
    due && may(world, creature, kind)
}

/// Whether a creature is asked at a pause.
fn is_asked(world: &World, creature: Id, at: Pause) -> bool {
    let who = together(world, at, creature);
    let kinds = kinds(world, at);
    who.iter().any(|&id| is_on_map(world, id) && kinds.iter().any(|kind| wishes(world, id, kind, at)))
}

/// How a creature is asked at a pause, and which orders answers stand for: the ruleset's own, and one of each bare kind of action.
fn words(world: &World, at: Pause, creature: Id) -> PauseWords {
    let who = together(world, at, creature);
    let rules = world.resource::<Rules>().0;
    let way = |kind: &'static ActionKind| {
        let mut orders = who.iter().map(|&id| kind.order(id));
        let act = orders.find(|act| rules.check(world, act).is_ok())?;
        Some((Choice::new(kind.key, kind.label).to(kind.purpose), act))
    };
    let mut words = rules.asked_at(world, creature, at);
    words.ways.retain(|(_, act)| rules.check(world, act).is_ok());
    words.ways.extend(kinds(world, at).into_iter().filter(|kind| kind.is_bare()).filter_map(way));
    words
}

impl AsksInTurn for Paused {
    type One = Id;
    const AFTERWARDS: bool = true;
    const ALONE: bool = true;

    fn line(&self) -> Option<&[Id]> {
        self.line.as_deref()
    }

    fn line_mut(&mut self) -> Option<&mut Vec<Id>> {
        self.line.as_mut()
    }

    fn line_up(world: &mut World, flight: Id) {
        begin(world, flight);
        let at = world.the::<Self>(flight).at;
        let mut line = world.resource::<Rules>().0.speakers(world, at);
        if at.is_of_sides() {
            let first = |side: SideId| line.iter().copied().find(|&id| side_of(world, id) == side);
            line = sides(world).filter_map(first).collect();
        }
        line.reverse();
        world.the_mut::<Self>(flight).line = Some(line);
    }

    fn asking_next(world: &World, flight: Id, &creature: &Id) -> Inquiry {
        let at = world.the::<Self>(flight).at;
        if !is_asked(world, creature, at) {
            return Inquiry::Nobody;
        }
        let PauseWords { kind, prompt, ways, go_on, rules } = words(world, at, creature);
        let mut choices: Vec<Choice> = ways.into_iter().map(|(choice, _)| choice).collect();
        choices.push(Choice::new(GO_ON, go_on).to(Purpose::Wait));
        Question::inquiry(Decision::new(world, creature, kind, prompt, choices), rules)
    }

    fn one_answered(world: &mut World, flight: Id, creature: Id, word: &str) {
        let at = world.the::<Self>(flight).at;
        let way = words(world, at, creature).ways.into_iter().find(|(choice, _)| *choice.key == *word);
        let planned = way.and_then(|(_, act)| world.resource::<Rules>().0.plan(world, &act).ok());
        if let Some(planned) = planned {
            planned.begin(world);
        }
    }
}

/// The pause at which a side has the word, and which side; none while no question of a pause is open.
pub(in crate::battle) fn heard(world: &World) -> Option<(Pause, &Decision)> {
    let (flight, paused) = topmost::<Paused>(world)?;
    Some((paused.at, world.part::<Decision>(flight)?))
}

/// The creatures that may be given orders at the pause whose question is open.
pub(in crate::battle) fn heard_creatures(world: &World) -> Vec<Id> {
    heard(world).map_or_else(Vec::new, |(at, decision)| together(world, at, decision.creature))
}

/// The pause at which a creature may be given orders out of turn now. `rests` says whether the battle waits for an order of another
/// creature.
fn given_at(world: &World, creature: Id, rests: bool) -> Option<Pause> {
    match heard(world) {
        Some((at, decision)) => together(world, at, decision.creature).contains(&creature).then_some(at),
        None => rests.then_some(Pause::BetweenOrders),
    }
}

/// The kinds of action that a creature may be given out of turn now, and cannot be given by an answer; `rests` as for `given_at`.
pub(in crate::battle) fn given_by_order(world: &World, creature: Id, rests: bool) -> Vec<&'static ActionKind> {
    let Some(at) = given_at(world, creature, rests) else { return Vec::new() };
    let mut kinds = kinds(world, at);
    kinds.retain(|kind| !at.is_asked() || !kind.is_bare());
    kinds
}

/// Whether an order may come out of turn as things stand; whether it is legal is another question.
pub(in crate::battle) fn is_in_place(world: &World, act: &Act, rests: bool) -> bool {
    let fits = |at: Pause| kinds(world, at).iter().any(|kind| kind.key == act.action);
    world.part::<Creature>(act.creature).is_some() && given_at(world, act.creature, rests).is_some_and(fits)
}

/// Whether a side can wish that.
///
/// # Errors
/// There is no such side, no such action, or none that is asked about.
pub(in crate::battle) fn check_wish(world: &World, order: &WishOrder) -> Result<(), Refusal> {
    let count = sides(world).count();
    if usize::from(order.side.0) >= count {
        return Err(Refusal::new("no_such_side", format!("There are only {count} sides.")));
    }
    let mut known = world.resource::<Rules>().0.actions();
    known.retain(|kind| kind.any_time.iter().any(|pause| pause.is_asked()));
    if known.iter().any(|kind| kind.key == order.action) {
        return Ok(());
    }
    let known: Vec<String> = known.iter().map(|kind| format!("`{}`", kind.key)).collect();
    let help = if known.is_empty() { "no action is.".into() } else { format!("asked about are {}.", known.join(", ")) };
    Err(Refusal::new(
        "no_wish",
        format!("`{}` is no action that a side is asked about out of turn: {help}", order.action),
    ))
}

/// A side wishes something else from now on.
pub(in crate::battle) fn wish(world: &mut World, order: &WishOrder) {
    if let Some(mut wishes) = world.get_resource_mut::<Wishes>() {
        wishes.set(order.side, &order.action, order.wish);
    }
}
