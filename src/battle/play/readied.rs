//! Readied actions: what their owners wait for, what sets them off, and which owner is asked when.
//!
//! A ruleset implements [`Readied`] for a component in flight and registers it by [`Engine::readied`]. The component holds the owners
//! whose trigger has come. Hooks say what a ruleset decides: which owners wait, what holds, what an act costs, what is begun. Three
//! things set readied actions off:
//!
//! - a deed, such as an attack: [`spring`], or [`spring_after`] for one that is part of something larger;
//! - a creature that comes somewhere, such as into sight: [`stepped`];
//! - a change of what is around, such as a door that opens or a lamp that is lit: [`changing`].

use crate::battle::board::{as_if_at, is_on_map, on_map, side_of};
use crate::battle::engine::flight::{comes_after, launch_at, settled};
use crate::battle::engine::{AsksInTurn, ComesAfter, Engine, Inquiry, Question, all_in_flight, begin, launch, persist};
use crate::battle::ruleset::{Planned, knows};
use crate::battle::values::{ById, Choice, Decision, Id, Lamp, Place, Purpose, Rule};
use bevy::ecs::component::Mutable;
use bevy::prelude::*;

/// The owners whose trigger has come, in flight: one after the other is asked, or does what it has readied unasked.
pub trait Readied: Component<Mutability = Mutable> {
    /// Something readied: its owner, and what tells it from other things that the same owner has readied.
    type Ready: Copy + PartialEq + Into<Id> + Send + Sync + 'static;

    // What is readied.

    /// Everything that is readied on the map, in the order in which its owners are asked about an actor's deed. Nothing that the actor
    /// itself has readied is among it.
    fn waiting(world: &World, actor: Id) -> Vec<Self::Ready>;
    /// Whether the owner waits for what this actor does or where it comes: an enemy, say, or a creature that the trigger names.
    fn heeds(world: &World, ready: Self::Ready, actor: Id) -> bool;
    /// Whether an actor is where the trigger wants it: in sight, within reach, on a square. False for triggers that are deeds.
    fn holds(world: &World, ready: Self::Ready, actor: Id) -> bool;
    /// Whether what holds now with no step of the actor itself can set it off: since another creature has come somewhere with a lamp, or,
    /// where none is named, since a door has opened or a light was lit.
    fn heeds_changes(_world: &World, _ready: Self::Ready, _by: Option<Id>) -> bool {
        true
    }

    // Those whose trigger has come.

    /// Those whose trigger an actor has brought about, the next one last.
    fn sprung(actor: Id, queue: Vec<Self::Ready>) -> Self;
    /// Who brought it about, if that is known.
    fn actor(&self) -> Option<Id>;
    /// Those still to be asked, the next one last. `None` where they are looked for only when its turn comes.
    fn queue(&self) -> Option<&Vec<Self::Ready>>;
    /// The same, to be changed.
    fn queue_mut(&mut self) -> Option<&mut Vec<Self::Ready>>;
    /// Whether the next of the queue can be asked now, or [`Readied::line_up`] comes first.
    fn is_lined_up(&self) -> bool {
        self.queue().is_some()
    }
    /// Finds the queue, or does what comes before its first question.
    fn line_up(_world: &mut World, _flight: Id) {}

    // What becomes of one of them.

    /// The ways in which its owner could do now what it has readied, what it costs looked at; none if it cannot.
    fn ways(world: &World, flight: Id, ready: Self::Ready) -> Vec<(Choice, Planned)>;
    /// How its owner is asked; nothing where the first of the ways is taken unasked.
    fn asks(world: &World, flight: Id, ready: Self::Ready) -> Option<Asking>;
    /// It is done now: it is no longer readied, and paid for. What it brings about comes next.
    fn pay(world: &mut World, flight: Id, ready: Self::Ready);
    /// Its owner cannot do it now: it is kept, or lost.
    fn cannot(_world: &mut World, _flight: Id, _ready: Self::Ready) {}
}

/// The question whether a readied action is done now, besides its choices.
pub struct Asking {
    /// The question in a sentence.
    pub prompt: String,
    /// The rule by which the owner may wait on.
    pub waits: Rule,
    /// The rules that make it a question.
    pub rules: Vec<Rule>,
}

/// The question's key, and that of the answer that waits on.
const READY: &str = "ready";
const WAIT: &str = "wait";

impl<T: Readied> AsksInTurn for T {
    type One = T::Ready;

    fn line(&self) -> Option<&[T::Ready]> {
        self.queue().filter(|_| self.is_lined_up()).map(Vec::as_slice)
    }

    fn line_mut(&mut self) -> Option<&mut Vec<T::Ready>> {
        self.queue_mut()
    }

    /// What a change has brought about may be over by now, or its actor may have been lost sight of.
    fn line_up(world: &mut World, flight: Id) {
        let news = comes_after(world, flight).then(|| news_of::<T>(world, flight)).flatten();
        begin(world, flight);
        if let Some((actor, mut queue)) = news {
            queue.retain(|&ready| may_spring::<T>(world, ready, actor) && T::holds(world, ready, actor));
            if let Some(all) = world.the_mut::<T>(flight).queue_mut() {
                *all = queue;
            }
        }
        T::line_up(world, flight);
    }

    fn asking_next(world: &World, flight: Id, &ready: &T::Ready) -> Inquiry {
        let Some(asking) = T::asks(world, flight, ready) else {
            return Inquiry::Nobody;
        };
        let ways = T::ways(world, flight, ready);
        if ways.is_empty() {
            return Inquiry::Nobody;
        }
        let mut choices: Vec<Choice> = ways.into_iter().map(|(choice, _)| choice).collect();
        choices.push(Choice::new(WAIT, "Wait").to(Purpose::Wait).by(asking.waits));
        let decision = Decision::new(world, ready.into(), READY, asking.prompt, choices);
        Question::inquiry(decision.against(world.the::<T>(flight).actor()), asking.rules)
    }

    fn one_answered(world: &mut World, flight: Id, ready: T::Ready, word: &str) {
        let ways = T::ways(world, flight, ready);
        if let Some((_, planned)) = ways.into_iter().find(|(choice, _)| *choice.key == *word) {
            release::<T>(world, flight, ready, planned);
        }
    }

    fn passed_over(world: &mut World, flight: Id, ready: T::Ready) {
        let unasked = T::asks(world, flight, ready).is_none();
        let way = if unasked { T::ways(world, flight, ready).into_iter().next() } else { None };
        match way {
            Some((_, planned)) => release::<T>(world, flight, ready, planned),
            None => T::cannot(world, flight, ready),
        }
    }
}

fn release<T: Readied>(world: &mut World, flight: Id, ready: T::Ready, planned: Planned) {
    T::pay(world, flight, ready);
    planned.begin(world);
}

/// Whether an actor can set something readied off at all: the owner waits for it, and its side knows of the actor.
fn may_spring<T: Readied>(world: &World, ready: T::Ready, actor: Id) -> bool {
    let owner = ready.into();
    let there = is_on_map(world, owner) && is_on_map(world, actor);
    there && T::heeds(world, ready, actor) && knows(world, side_of(world, owner), actor)
}

/// What an actor can set off, in the order in which owners are asked.
pub fn heedful<T: Readied>(world: &World, actor: Id) -> Vec<T::Ready> {
    let mut all = T::waiting(world, actor);
    all.retain(|&ready| may_spring::<T>(world, ready, actor));
    all
}

/// Asks those in turn for whom an actor has brought about what they wait for.
fn launch_for<T: Readied>(world: &mut World, actor: Id, mut queue: Vec<T::Ready>) {
    if !queue.is_empty() {
        queue.reverse();
        launch(world, T::sprung(actor, queue));
    }
}

/// A deed of an actor: those who wait for such a deed are asked in turn.
pub fn spring<T: Readied>(world: &mut World, actor: Id, meets: impl Fn(&World, T::Ready) -> bool) {
    if is_on_map(world, actor) {
        let mut queue = heedful::<T>(world, actor);
        queue.retain(|&ready| meets(world, ready));
        launch_for::<T>(world, actor, queue);
    }
}

/// As [`spring`], for a deed of which more is still to be resolved: those who wait for it are asked once that has been, if their trigger
/// still holds then.
pub fn spring_after<T: Readied>(world: &mut World, actor: Id, meets: impl Fn(&World, T::Ready) -> bool) {
    if is_on_map(world, actor) {
        let mut queue = heedful::<T>(world, actor);
        queue.retain(|&ready| meets(world, ready));
        let depth = settled(world, |thing| is_news::<T>(thing));
        tell_news::<T>(world, depth, actor, queue);
    }
}

/// A creature has come somewhere, from another place. Owners are asked in turn whose trigger holds now and did not before. So are owners
/// who wait for the coming itself as a deed.
pub fn stepped<T: Readied>(world: &mut World, mover: Id, before: Place, deed: impl Fn(&World, T::Ready) -> bool) {
    if !is_on_map(world, mover) {
        return;
    }
    if world.part::<Lamp>(mover).is_some() {
        // Others may be seen by its light.
        let others: Vec<Id> = on_map(world).filter(|&other| other != mover).collect();
        let depth = settled(world, |thing| is_news::<T>(thing));
        for other in others {
            let mut come = come_by::<T>(world, other, mover, before);
            come.retain(|&ready| T::heeds_changes(world, ready, Some(mover)));
            tell_news::<T>(world, depth, other, come);
        }
    }
    let come = come_by::<T>(world, mover, mover, before);
    let mut queue = heedful::<T>(world, mover);
    queue.retain(|&ready| come.contains(&ready) || deed(world, ready));
    launch_for::<T>(world, mover, queue);
}

/// An owner has been brought somewhere from another place, by no movement of its own. It is asked about each actor for whom its trigger
/// holds now and did not before.
pub fn brought<T: Readied>(world: &mut World, owner: Id, before: Place) {
    let others: Vec<Id> = on_map(world).filter(|&other| other != owner).collect();
    let depth = settled(world, |thing| is_news::<T>(thing));
    for other in others {
        let mut come = come_by::<T>(world, other, owner, before);
        come.retain(|&ready| ready.into() == owner);
        tell_news::<T>(world, depth, other, come);
    }
}

/// What waits for an actor and holds since a mover, that actor or another creature, has come from a place.
fn come_by<T: Readied>(world: &mut World, actor: Id, mover: Id, before: Place) -> Vec<T::Ready> {
    let mut come = heedful::<T>(world, actor);
    come.retain(|&ready| T::holds(world, ready, actor));
    if !come.is_empty() {
        as_if_at(world, mover, before, |world| come.retain(|&ready| !T::holds(world, ready, actor)));
    }
    come
}

/// How shared code looks around for a ruleset's readied actions, before and after a change.
#[derive(Resource, Clone, Copy)]
struct Lookout(fn(&mut World, &mut dyn FnMut(&mut World)));

/// Makes a change of what is around: a door, a wall, an object, light or fog. Owners whose trigger holds after it and did not before are
/// asked in turn. They are asked as soon as nothing is in flight that must be resolved completely.
pub fn changing<R>(world: &mut World, change: impl FnOnce(&mut World) -> R) -> R {
    let Some(&Lookout(around)) = world.get_resource::<Lookout>() else {
        return change(world);
    };
    let (mut change, mut done) = (Some(change), None);
    around(world, &mut |world| done = change.take().map(|change| change(world)));
    done.expect("a change should have been made once")
}

fn look_around<T: Readied>(world: &mut World, change: &mut dyn FnMut(&mut World)) {
    let before = all_that_holds::<T>(world, |_, _, _| true);
    let depth = settled(world, |thing| is_news::<T>(thing));
    change(world);
    let news = all_that_holds::<T>(world, |world, ready, actor| {
        let new = !before.contains(&(ready, actor)) && T::heeds_changes(world, ready, None);
        new && may_spring::<T>(world, ready, actor)
    });
    for actor in on_map(world).collect::<Vec<Id>>() {
        let come = news.iter().filter(|(_, of)| *of == actor).map(|&(ready, _)| ready).collect();
        tell_news::<T>(world, depth, actor, come);
    }
}

/// Every readied action whose trigger holds now, with whom it holds for.
fn all_that_holds<T: Readied>(world: &World, concerns: impl Fn(&World, T::Ready, Id) -> bool) -> Vec<(T::Ready, Id)> {
    let for_actor = |actor: Id| {
        let ready = T::waiting(world, actor).into_iter();
        ready.map(move |ready| (ready, actor))
    };
    let pairs = on_map(world).flat_map(for_actor);
    pairs.filter(|&(ready, actor)| concerns(world, ready, actor) && T::holds(world, ready, actor)).collect()
}

/// Those in flight who are asked about what a change has brought about, and have not had their turn.
fn is_news<T: Readied>(thing: EntityRef<'_>) -> bool {
    thing.contains::<ComesAfter>() && thing.get::<T>().is_some_and(|sprung| sprung.queue().is_some())
}

fn news_of<T: Readied>(world: &World, flight: Id) -> Option<(Id, Vec<T::Ready>)> {
    let sprung = world.part::<T>(flight)?;
    Some((sprung.actor()?, sprung.queue()?.clone()))
}

/// Puts in flight the owners who wait for an actor, below what must be resolved before they are asked. Earlier news is asked about first,
/// and no owner is asked twice about the same.
fn tell_news<T: Readied>(world: &mut World, depth: usize, actor: Id, mut queue: Vec<T::Ready>) {
    let known = all_in_flight::<T>(world).filter(|(flight, _)| comes_after(world, *flight));
    let known = known.filter(|(_, sprung)| sprung.actor() == Some(actor)).filter_map(|(_, sprung)| sprung.queue());
    let known: Vec<T::Ready> = known.flatten().copied().collect();
    queue.retain(|ready| !known.contains(ready));
    if !queue.is_empty() {
        queue.reverse();
        launch_at(world, depth, (T::sprung(actor, queue), ComesAfter));
    }
}

impl Engine {
    /// Registers those whose trigger has come as part of the state, and lets changes of what is around set readied actions off.
    pub fn readied<T: Readied + persist::Saved>(&mut self, name: &'static str) {
        self.asks::<T>(name);
        self.in_pieces::<T>();
        self.world.insert_resource(Lookout(look_around::<T>));
    }
}
