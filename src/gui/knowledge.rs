//! What each side may read of what happened: nobody's log, playback or panel names a creature that its side did not know of
//! then, or says where one has gone that it no longer knows of.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::battle::{Battle, ById, Cast, Creature, Id, SideId, Trace, What, creatures, on_map};

/// How much of an event a side may be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// All of it.
    Plain,
    /// That it happened, but not who else took part, and no numbers.
    Masked,
    /// Nothing.
    Nothing,
}

/// What one side did not know while some events happened.
#[derive(Clone, Debug, Default)]
struct Secret {
    /// Creatures it knew of neither before nor after.
    nameless: BTreeSet<Id>,
    /// Creatures it knew of before, but no longer after.
    lost: BTreeSet<Id>,
    /// Whether it got to know of somebody of another side.
    learnt: bool,
}

/// What every side knew while each event happened.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// By event; those of one order share theirs. By side within.
    secrets: Vec<Arc<Vec<Secret>>>,
    /// Creatures on the map that each side knows of now.
    known: Vec<BTreeSet<Id>>,
}

/// The creatures on the map that a side knows of.
fn known(battle: &Battle, side: SideId) -> BTreeSet<Id> {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    on_map(world)
        .filter(|&id| world.the::<Creature>(id).side == side || ruleset.knows(world, side, id))
        .collect()
}

/// Whether one of two sides knows of a creature that the other does not.
pub fn secret(battle: &Battle, a: SideId, b: SideId) -> bool {
    known(battle, a) != known(battle, b)
}

impl Knowledge {
    /// Follows the battle: notes what was not known while the newest events happened, forgets those that were taken back.
    pub fn follow(&mut self, battle: &Battle) {
        let sides = u8::try_from(battle.level().sides.len()).expect("fewer than 256 sides");
        let now: Vec<BTreeSet<Id>> = (0..sides).map(|side| known(battle, SideId(side))).collect();
        let events = battle.events().len();
        if events > self.secrets.len() {
            let there: BTreeSet<Id> = on_map(battle.world()).collect();
            let secrets = now.iter().enumerate().map(|(side, after)| {
                let before = self.known.get(side).unwrap_or(after);
                let unknown = there.iter().filter(|id| !after.contains(id)).copied();
                let (lost, nameless) = unknown.partition(|id| before.contains(id));
                let other = |id: &&Id| battle.world().the::<Creature>(**id).side.0 != side as u8;
                let learnt = after.difference(before).any(|id| other(&id));
                Secret { nameless, lost, learnt }
            });
            self.secrets.resize(events, Arc::new(secrets.collect()));
        }
        self.secrets.truncate(events);
        self.known = now;
    }

    /// Whether a side got to know of somebody of another side in an event or after it.
    pub fn learnt(&self, from: usize, side: SideId) -> bool {
        let since = self.secrets.get(from..).unwrap_or_default();
        since
            .iter()
            .any(|secrets| secrets.get(usize::from(side.0)).is_some_and(|secret| secret.learnt))
    }

    fn secret(&self, number: usize, side: SideId) -> Option<&Secret> {
        self.secrets.get(number)?.get(usize::from(side.0))
    }

    /// How much of an event a side may be told.
    pub fn told(&self, battle: &Battle, number: usize, side: SideId) -> Told {
        let (Some(secret), Some(event)) = (self.secret(number, side), battle.events().get(number)) else {
            return Told::Plain;
        };
        if event.told_to(side).is_none() {
            return Told::Nothing;
        }
        let among = |who: Option<Id>, set: &BTreeSet<Id>| who.is_some_and(|id| set.contains(&id));
        let places = matches!(event.what, What::Step { .. } | What::Arrives { .. });
        if places && (among(event.actor, &secret.lost) || among(event.target, &secret.lost)) {
            return Told::Nothing;
        }
        match (
            among(event.actor, &secret.nameless),
            among(event.target, &secret.nameless),
        ) {
            (false, false) => Told::Plain,
            // Somebody did something to one whom the side knows.
            (true, false) if event.target.is_some() => Told::Masked,
            // Its own struck at somebody it does not see.
            (false, true) if matches!(event.what, What::Attack { .. }) && event.actor.is_some() => Told::Masked,
            _ => Told::Nothing,
        }
    }

    /// A text about an event, without the names that a side did not know then.
    pub fn text(&self, battle: &Battle, number: usize, side: SideId, text: String) -> String {
        match self.secret(number, side) {
            Some(secret) if !secret.nameless.is_empty() => mask(battle, &secret.nameless, text),
            _ => text,
        }
    }

    /// The creatures on the map that a side does not know of now.
    pub fn unknown(&self, battle: &Battle, side: SideId) -> BTreeSet<Id> {
        let known = self.known.get(usize::from(side.0));
        on_map(battle.world())
            .filter(|id| known.is_some_and(|known| !known.contains(id)))
            .collect()
    }
}

/// A text without the names of some creatures.
pub fn mask(battle: &Battle, unknown: &BTreeSet<Id>, mut text: String) -> String {
    let world = battle.world();
    let cast = world.resource::<Cast>();
    for id in creatures(world).into_iter().filter(|id| unknown.contains(id)) {
        text = without(&text, cast.name(id));
    }
    text
}

/// A number's reckoning without the names of some creatures.
pub fn mask_trace(battle: &Battle, unknown: &BTreeSet<Id>, trace: &Trace) -> Trace {
    let mut out = trace.clone();
    out.label = mask(battle, unknown, out.label.to_string()).into();
    out.refused = out.refused.map(|why| mask(battle, unknown, why.to_string()).into());
    out.terms = out.terms.iter().map(|term| mask_trace(battle, unknown, term)).collect();
    out
}

/// A text in which "somebody" stands for a name, wherever that is a whole word.
fn without(text: &str, name: &str) -> String {
    if name.is_empty() || !text.contains(name) {
        return text.to_string();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let joins = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        out.push_str(before);
        let last = out.trim_end().chars().last();
        if joins(out.chars().last()) || joins(after.chars().next()) {
            out.push_str(name);
        } else if last.is_none_or(|last| matches!(last, '.' | '!' | '?')) {
            out.push_str("Somebody");
        } else {
            out.push_str("somebody");
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_words() {
        assert_eq!(
            without("Bo attacks Boulder: Bo's knife", "Bo"),
            "Somebody attacks Boulder: somebody's knife"
        );
        assert_eq!(without("It ends. Bo is down.", "Bo"), "It ends. Somebody is down.");
        assert_eq!(without("order: Ari, Bo", "Bo"), "order: Ari, somebody");
        assert_eq!(without("nobody", ""), "nobody");
    }
}
