//! What each side is told of an event: all of it, part of it, or nothing. The ruleset decides when the event happens, and the decision is
//! kept beside the event. Log, playback, sound and referee read that decision and work out nothing afterwards.
//!
//! An event names creatures by identity: its actor, its target, others that its words name (`about`), and the sources of its reckoning's
//! terms. [`plainly`](super::plain_telling::plainly) goes by these; a ruleset that knows better says so
//! ([`Knowledge::tells`](crate::battle::Knowledge::tells)).

use super::plain_telling::{SOMETHING, is_known, tells_of};
use super::ruleset::Rules;
use crate::battle::board::LevelRes;
use crate::battle::engine::Flow;
use crate::battle::engine::flight::under_way;
use crate::battle::values::{Decision, Event, Id, Ids, Outbox, Part, Rule, SideId, Tell, Telling, Text, Told, Trace};
use crate::dice::Dice;
use bevy::prelude::*;

/// Whether a side knows of a creature; objects are known to everybody. One that is off the map is known to those who knew of it when
/// it left.
pub fn knows(world: &World, side: SideId, id: Id) -> bool {
    let rules = world.resource::<Rules>().0;
    is_known(world, world.resource(), side, id, |id| rules.knows(world, side, id))
}

/// The sides that do not know of a creature now.
pub fn strangers_to(world: &World, id: Id) -> Vec<SideId> {
    sides(world).filter(|&side| !knows(world, side, id)).collect()
}

/// Every side of the battle, in the order of the level.
pub fn sides(world: &World) -> impl Iterator<Item = SideId> + use<> {
    let count = world.resource::<LevelRes>().0.sides.len();
    (0..count).filter_map(|side| u8::try_from(side).ok().map(SideId))
}

/// What is told otherwise than it happened, side by side.
pub(in crate::battle) fn tellings(world: &World, event: &Event) -> Vec<Telling> {
    let ruleset = world.resource::<Rules>().0;
    let (ids, doubtful) = (world.resource::<Ids>(), ruleset.doubtful(world));
    // A creature that is off the map may have left unknown.
    let unsure = |id: Id| !ids.is_present(id) || doubtful.is_none_or(|doubtful| doubtful.contains(&id));
    if !names(event, &|id| ids.stand(id).is_some() && unsure(id)) {
        return Vec::new();
    }
    let tell = |side| {
        let version = match ruleset.tells(world, side, event) {
            Told::All => return None,
            Told::Part(version) => Some(version),
            Told::Nothing => None,
        };
        Some(Telling { side, version })
    };
    sides(world).filter_map(tell).collect()
}

/// Whether one of these has a part in an event, or in its reckoning.
fn names(event: &Event, these: &dyn Fn(Id) -> bool) -> bool {
    let named = event.actor.iter().chain(&event.target).chain(&event.about);
    let by_whom = |trace: &Trace| trace.any(&|term| term.source.is_some_and(these));
    named.copied().any(these) || tells_of(&event.what, these) || event.trace.as_deref().is_some_and(by_whom)
}

impl Decision {
    /// The number at stake in a question, as a side that knows only some creatures is told it. As in a reckoning, what an unknown
    /// creature brings about is a number without reasons.
    pub fn number_known(&self, known: &dyn Fn(Id) -> bool) -> Option<Trace> {
        let number = self.number.as_ref()?;
        if self.against.is_some_and(|id| !known(id)) {
            return Some(Trace {
                part: number.part,
                verdict: number.verdict,
                ..Trace::new(number.label.clone(), number.value)
            });
        }
        Some(number.known(known).unwrap_or_else(|| number.clone()))
    }
}

impl Trace {
    /// The reckoning without the creatures that the side does not know of; `None` where it names no unknown creature. Terms that do not
    /// count are left out. Terms that count stay as numbers without a reason, so that the sum is right.
    pub fn known(&self, known: &dyn Fn(Id) -> bool) -> Option<Trace> {
        let stranger = |term: &Trace| term.source.is_some_and(|id| !known(id));
        if !self.any(&stranger) {
            return None;
        }
        let mut out = self.clone();
        out.veil(&stranger);
        Some(out)
    }

    fn any(&self, is: &dyn Fn(&Trace) -> bool) -> bool {
        is(self) || self.terms.iter().any(|term| term.any(is))
    }

    fn veil(&mut self, stranger: &dyn Fn(&Trace) -> bool) {
        if stranger(self) {
            *self = Trace { part: self.part, verdict: self.verdict, ..Trace::new(SOMETHING, self.value) };
        }
        self.terms.retain(|term| !stranger(term) || (term.part != Part::Note && term.refused.is_none()));
        self.terms.iter_mut().for_each(|term| term.veil(stranger));
    }
}

/// Puts an event at the end of the log. If `alone` names a side, the other sides are not told.
fn put_into_log(world: &mut World, mut event: Event, alone: Option<SideId>) {
    event.round = world.resource::<Flow>().round;
    (event.told_in, event.depth) = under_way(world);
    if !world.resource::<Dice>().looks_ahead() || event.comes_about() {
        event.tellings = tellings(world, &event);
    }
    if let Some(alone) = alone {
        event.tellings.retain(|telling| telling.side == alone);
        let others = sides(world).filter(|&side| side != alone);
        event.tellings.extend(others.map(|side| Telling { side, version: None }));
    }
    let mut outbox = world.resource_mut::<Outbox>();
    event.place(outbox.next);
    outbox.next += 1;
    outbox.events.push(event);
}

impl Tell for World {
    fn tell(&mut self, event: Event) {
        put_into_log(self, event, None);
    }

    fn tell_alone(&mut self, side: SideId, event: Event) {
        put_into_log(self, event, Some(side));
    }

    fn note(&mut self, creature: Id, text: impl Into<Text>, rule: Rule) {
        self.tell(Event::note(text).actor(creature).by(rule));
    }
}
