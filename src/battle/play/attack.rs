//! The course that every attack takes: declared, aimed, looked at again after what came between, rolled, dealt, closed.
//!
//! A ruleset launches a component that implements [`AttackCourse`] together with [`AttackStep::Declared`] and registers it by
//! [`Engine::attacks`]. Each step is taken once, in its own stage; what it launches is resolved before the next step is taken.

use super::pauses;
use super::targeting::{Aimed, CoverFound, Found, Targeting};
use crate::battle::engine::{Engine, Flights, Question, ask, land, launch, persist, topmost};
use crate::battle::values::{AttackOutcome, ById, Decision, Event, Id, Pause, Refusal, Rule, Stage, Tell, What};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// How far an attack in flight has come.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AttackStep {
    /// It is announced; no player has been asked about it yet.
    Declared,
    /// Those who may act before it have been asked.
    Announced,
    /// Every choice before the dice has been made.
    Ready,
    /// The dice have fallen; what is to be said to that may be asked.
    Rolled,
    /// Every choice after the dice has been made.
    Settled,
    /// The harm is done.
    Dealt,
}

/// What a ruleset does at each step of an attack.
pub trait AttackCourse: Component + Clone {
    /// What the ruleset finds out about cover.
    type Cover: CoverFound;

    /// What stands between the attacker and each target as things are ([`Stage::Targeting`]). Every later step is given it.
    fn targeting(&self, world: &World) -> Vec<Aimed<Self::Cover>>;

    /// Asks the creatures that may act before it ([`Stage::Reactions`]): what it launches is resolved first.
    fn announce(&self, _world: &mut World) {}

    /// Whether it can go on as things stand, now that everybody who might come between has acted.
    ///
    /// # Errors
    /// Why it comes to nothing.
    fn still(&self, _world: &World, _between: &[Aimed<Self::Cover>]) -> Result<(), Refusal> {
        Ok(())
    }

    /// It comes to nothing, and is no longer in flight.
    fn fails(self, _world: &mut World, _why: Refusal) {}

    /// A choice before the dice: asked until there is an answer to it.
    fn choice(&self, _world: &World, _flight: Id) -> Option<Question> {
        None
    }

    /// The dice fall ([`Stage::Rolls`]). What they said stays on what is in flight, for [`AttackCourse::deal`].
    fn roll(self, world: &mut World, flight: Id, between: &[Aimed<Self::Cover>]);

    /// What holds of it once all questions about the dice are answered ([`Stage::Rolls`]). It is found out once and then holds for all of
    /// its harm. What stands between is asked for by [`between`], if it counts once more.
    fn settle(_world: &mut World, _flight: Id) {}

    /// What the dice said becomes harm or another effect ([`Stage::Damage`]).
    fn deal(self, _world: &mut World, _flight: Id) {}

    /// What follows on every attack, with any outcome ([`Stage::Consequences`]); it is no longer in flight.
    fn close(self, world: &mut World);
}

impl Engine {
    /// Registers a kind of attack, as part of the state.
    pub fn attacks<T: AttackCourse + persist::Saved>(&mut self, name: &'static str) {
        self.save::<T>(name);
        self.in_flight::<T>(Stage::Targeting, find_what_stands_between::<T>);
        self.in_flight::<T>(Stage::Reactions, before_the_dice::<T>);
        self.in_flight::<T>(Stage::Rolls, roll::<T>);
        self.in_flight::<T>(Stage::Damage, deal::<T>);
        self.in_flight::<T>(Stage::Consequences, close::<T>);
    }
}

/// Lets an attack take flight.
pub fn declare<T: AttackCourse>(world: &mut World, attack: T) {
    launch(world, (attack, AttackStep::Declared, Targeting::<T::Cover>::default()));
}

/// Tells that what was declared comes to nothing, by which rules, and why.
pub fn comes_to_nothing(
    world: &mut World,
    actor: Id,
    target: Option<Id>,
    what: &str,
    why: Refusal,
    rules: impl IntoIterator<Item = Rule>,
) {
    let about = |event: Event| event.actor(actor).target(target);
    let note = Event::note(format!("{what} comes to nothing: {}", why.message));
    world.tell(about(note).by_all(rules).by_all(why.rule));
    world.tell(about(Event::new(What::came(AttackOutcome::Void))));
}

/// The attack on top, if it has come exactly so far.
fn at<T: AttackCourse>(world: &World, step: AttackStep) -> Option<(Id, T)> {
    let (flight, attack) = topmost::<T>(world)?;
    (world.part::<AttackStep>(flight) == Some(&step)).then(|| (flight, attack.clone()))
}

fn go_on(world: &mut World, flight: Id, step: AttackStep) {
    *world.the_mut::<AttackStep>(flight) = step;
}

/// Finds what stands between the attack on top and its targets, until its dice have fallen.
fn find_what_stands_between<T: AttackCourse>(world: &mut World) {
    if let Some((flight, _)) = topmost::<T>(world)
        && world.part::<AttackStep>(flight).is_some_and(|step| *step < AttackStep::Rolled)
    {
        between::<T>(world, flight);
    }
}

/// What stands between an attack in flight and its targets as things are now: what is known of it, or found anew if that is stale.
pub fn between<T: AttackCourse>(world: &mut World, flight: Id) -> Found<T::Cover> {
    let now = world.resource::<Flights>().happened;
    let known = world.part::<Targeting<T::Cover>>(flight).and_then(|known| known.rows(now));
    if let Some(known) = known {
        #[cfg(test)]
        super::targeting::tests::holds(&known, &world.the::<T>(flight).targeting(world));
        return known;
    }
    let found: Found<T::Cover> = world.the::<T>(flight).targeting(world).into();
    let targeting = Targeting::new(found.clone(), now);
    match world.part_mut::<Targeting<T::Cover>>(flight) {
        Some(mut known) => *known = targeting,
        // The battle was put back to when the attack was in flight.
        None => world.put(flight, targeting),
    }
    found
}

fn before_the_dice<T: AttackCourse>(world: &mut World) {
    if let Some((flight, attack)) = at::<T>(world, AttackStep::Declared) {
        go_on(world, flight, AttackStep::Announced);
        pauses::open(world, Pause::BeforeRoll);
        attack.announce(world);
    }
    let Some((flight, attack)) = at::<T>(world, AttackStep::Announced) else {
        return;
    };
    if world.part::<Decision>(flight).is_some() {
        return;
    }
    let found = between::<T>(world, flight);
    if let Err(why) = attack.still(world, &found) {
        land(world);
        attack.fails(world, why);
    } else if let Some(question) = attack.choice(world, flight) {
        ask::put(world, flight, question);
    } else {
        go_on(world, flight, AttackStep::Ready);
    }
}

fn roll<T: AttackCourse>(world: &mut World) {
    if let Some((flight, attack)) = at::<T>(world, AttackStep::Ready) {
        go_on(world, flight, AttackStep::Rolled);
        let found = between::<T>(world, flight);
        attack.roll(world, flight, &found);
    }
    if let Some((flight, _)) = topmost::<T>(world)
        && world.part::<AttackStep>(flight) == Some(&AttackStep::Rolled)
    {
        go_on(world, flight, AttackStep::Settled);
        T::settle(world, flight);
    }
}

fn deal<T: AttackCourse>(world: &mut World) {
    if let Some((flight, attack)) = at::<T>(world, AttackStep::Settled) {
        go_on(world, flight, AttackStep::Dealt);
        attack.deal(world, flight);
    }
}

fn close<T: AttackCourse>(world: &mut World) {
    if let Some((_, attack)) = at::<T>(world, AttackStep::Dealt) {
        land(world);
        attack.close(world);
    }
}
