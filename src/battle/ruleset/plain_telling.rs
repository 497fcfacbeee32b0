//! What a side is told of an event where only those count whom the event is about.

use crate::battle::values::{ById, Event, Id, Ids, Protection, SideId, Told, What};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// What stands for a reason that would name an unknown creature.
pub const SOMETHING: &str = "something unseen";

/// The sides that did not know of a creature when it left the map: they are not told how it ended, either.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeftUnknown(pub Vec<SideId>);

/// Whether a side knows of a creature, by what the ruleset says of creatures on the map.
pub(super) fn is_known(world: &World, ids: &Ids, side: SideId, id: Id, knows: impl Fn(Id) -> bool) -> bool {
    let Some(stand) = ids.stand(id) else { return true };
    if stand.side == side {
        return true;
    }
    if ids.is_present(id) {
        return knows(id);
    }
    world.part::<LeftUnknown>(id).is_none_or(|left| !left.0.contains(&side))
}

/// What a side is told of an event, decided by nothing but which creatures it knows of.
///
/// - An unknown attacker hits a known target: the side is told that something did it, not who.
/// - A known attacker of the side aims at a target it does not know of: the side is told which square it aimed at.
/// - A term of a reckoning comes from an unknown creature: it is left out. If it counts, its number stays without a reason.
pub fn plainly(world: &World, side: SideId, event: &Event, knows: impl Fn(Id) -> bool) -> Told {
    let ids = world.resource::<Ids>();
    let known = |id: Id| is_known(world, ids, side, id, &knows);
    let stranger = |id: Option<Id>| id.is_some_and(|id| !known(id));
    if !event.about.iter().all(|&id| known(id)) {
        return Told::Nothing;
    }
    let own = |id: Option<Id>| id.and_then(|id| ids.stand(id)).is_some_and(|stand| stand.side == side);
    match (stranger(event.actor), stranger(event.target)) {
        (false, false) => {}
        (true, false) if event.target.is_some() && is_felt(&event.what) => {
            let what = without(&event.what, &known);
            return Told::Part(Box::new(Event {
                actor: Some(Id::SOMEBODY),
                what: what.unwrap_or_else(|| event.what.clone()),
                rules: Vec::new(),
                trace: None,
                ..event.clone()
            }));
        }
        (false, true) if own(event.actor) && matches!(event.what, What::Attack { .. }) => {
            return Told::Part(Box::new(Event { target: None, rules: Vec::new(), trace: None, ..event.clone() }));
        }
        _ => return Told::Nothing,
    }
    let what = without(&event.what, &known);
    let trace = event.trace.as_deref().and_then(|trace| trace.known(&known));
    if what.is_none() && trace.is_none() {
        return Told::All;
    }
    let mut version = event.clone();
    if let Some(what) = what {
        version.what = what;
    }
    if let Some(trace) = trace {
        version.trace = Some(Box::new(trace));
    }
    Told::Part(Box::new(version))
}

/// Whether the target feels it, or every viewer sees it on the target, even if the actor is unknown.
fn is_felt(what: &What) -> bool {
    matches!(
        what,
        What::Attack { .. }
            | What::Outcome { .. }
            | What::Damage { .. }
            | What::Heal { .. }
            | What::Gains { .. }
            | What::Loses { .. }
            | What::Falls { .. }
            | What::Down
            | What::Dies
            | What::Leaves
            | What::Destroyed
            | What::Door { .. }
    )
}

/// What happened, without the creatures that the side does not know of; `None` if it names no such creature.
fn without(what: &What, known: &dyn Fn(Id) -> bool) -> Option<What> {
    let stranger = |by: &Protection| by.source.is_some_and(|id| !known(id));
    let veil = |by: &mut Protection| {
        by.source = None;
        by.name = SOMETHING.into();
    };
    if !tells_of(what, &|id| !known(id)) {
        return None;
    }
    let mut out = what.clone();
    match &mut out {
        What::Order { creatures } => creatures.retain(|&id| known(id)),
        What::Outcome { by: Some(by), .. } => veil(by),
        What::Damage { parts, .. } => {
            let taken = parts.iter_mut().flat_map(|part| &mut part.taken_off);
            taken.map(|taken| &mut taken.by).filter(|by| stranger(by)).for_each(veil);
        }
        _ => {}
    }
    Some(out)
}

/// Whether what happened tells of one of these.
pub(super) fn tells_of(what: &What, these: &dyn Fn(Id) -> bool) -> bool {
    let of = |by: &Protection| by.source.is_some_and(these);
    match what {
        What::Order { creatures } => creatures.iter().any(|&id| these(id)),
        What::Outcome { by, .. } => by.as_ref().is_some_and(of),
        What::Damage { parts, .. } => parts.iter().any(|part| part.taken_off.iter().any(|taken| of(&taken.by))),
        _ => false,
    }
}
