//! What the viewer of a table may read: how much of an event its side was told (which the rules decide when it happens), whom it knows of
//! now, and since when.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::battle::{Battle, ById, Creature, Event, Id, Names, SideId, Trace, creatures, on_map};

/// How much of an event a side was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Who did what to whom; of its reasons perhaps not all.
    Plain,
    /// That it happened, but not who else took part.
    Masked,
    /// Nothing.
    Nothing,
}

impl Told {
    /// How much of an event a side was told.
    pub fn of(event: &Event, side: SideId) -> Self {
        match event.told_to(side) {
            None => Self::Nothing,
            Some(told) if (told.actor, told.target) == (event.actor, event.target) => Self::Plain,
            Some(_) => Self::Masked,
        }
    }
}

/// Whom every side knows of, and which events told it of somebody new.
#[derive(Clone, Debug, Default)]
pub(in crate::gui) struct Knowledge {
    /// By event: the sides that got to know of somebody of another side in the order it belongs to.
    learnt: Vec<Arc<BTreeSet<SideId>>>,
    /// Creatures on the map that each side knows of now.
    known: Vec<BTreeSet<Id>>,
}

/// The creatures on the map that a side knows of.
fn known(battle: &Battle, side: SideId) -> BTreeSet<Id> {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    on_map(world).filter(|&id| world.the::<Creature>(id).side == side || ruleset.knows(world, side, id)).collect()
}

/// Whether one of two sides knows of a creature that the other does not.
pub(in crate::gui) fn secret(battle: &Battle, a: SideId, b: SideId) -> bool {
    known(battle, a) != known(battle, b)
}

impl Knowledge {
    /// Follows the battle: notes who got to know of whom in the newest events, forgets those that were taken back.
    pub(in crate::gui) fn follow(&mut self, battle: &Battle) {
        let sides = u8::try_from(battle.level().sides.len()).expect("fewer than 256 sides");
        let now: Vec<BTreeSet<Id>> = (0..sides).map(|side| known(battle, SideId(side))).collect();
        let events = battle.events().len();
        if events > self.learnt.len() {
            let met = |side: &SideId| {
                let after = &now[usize::from(side.0)];
                let before = self.known.get(usize::from(side.0)).unwrap_or(after);
                let other = |id: &Id| battle.world().the::<Creature>(*id).side != *side;
                after.difference(before).any(other)
            };
            let learnt = (0..sides).map(SideId).filter(met).collect();
            self.learnt.resize(events, Arc::new(learnt));
        }
        self.learnt.truncate(events);
        self.known = now;
    }

    /// Whether a side got to know of somebody of another side in an event or after it.
    pub(in crate::gui) fn learnt(&self, from: usize, side: SideId) -> bool {
        let since = self.learnt.get(from..).unwrap_or_default();
        since.iter().any(|learnt| learnt.contains(&side))
    }

    /// The creatures on the map that a side does not know of now.
    pub(in crate::gui) fn unknown(&self, battle: &Battle, side: SideId) -> BTreeSet<Id> {
        let known = self.known.get(usize::from(side.0));
        on_map(battle.world()).filter(|id| known.is_some_and(|known| !known.contains(id))).collect()
    }
}

/// A text without the names of some creatures.
pub(in crate::gui) fn mask(battle: &Battle, unknown: &BTreeSet<Id>, mut text: String) -> String {
    let world = battle.world();
    let cast = world.resource::<Names>();
    for id in creatures(world).into_iter().filter(|id| unknown.contains(id)) {
        text = without(&text, cast.name(id));
    }
    text
}

/// A number's reckoning without the names of some creatures.
pub(in crate::gui) fn mask_trace(battle: &Battle, unknown: &BTreeSet<Id>, trace: &Trace) -> Trace {
    let mut out = trace.clone();
    out.label = mask(battle, unknown, out.label.to_string()).into();
    out.refused = out.refused.map(|why| mask(battle, unknown, why.to_string()).into());
    if let Some(ladder) = &mut out.ladder {
        for moved in &mut ladder.moved {
            moved.why = mask(battle, unknown, moved.why.to_string()).into();
        }
    }
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
        assert_eq!(without("Bo attacks Boulder: Bo's knife", "Bo"), "Somebody attacks Boulder: somebody's knife");
        assert_eq!(without("It ends. Bo is down.", "Bo"), "It ends. Somebody is down.");
        assert_eq!(without("order: Ari, Bo", "Bo"), "order: Ari, somebody");
        assert_eq!(without("nobody", ""), "nobody");
    }
}
