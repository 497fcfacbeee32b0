//! Who hides from whom, where a ruleset counts it viewer by viewer; what a side knows follows from it.

use std::collections::BTreeSet;

use super::level_start;
use crate::battle::board::{on_map, side_of};
use crate::battle::ruleset::{gain, lose};
use crate::battle::values::{ById, Event, Id, Ids, Lasts, Names, Rule, SideId, Tell};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The creatures from which a creature hides. A ruleset that uses it saves it under a name of its own.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HiddenFrom {
    /// Those who do not know where it is.
    pub viewers: BTreeSet<Id>,
    /// Whether it has given itself away, where its ruleset reveals it only later.
    pub given_away: bool,
}

/// Whether a side knows where a creature is. It does if the creature hides from no viewer, or if a creature of the side on the map is not
/// among the viewers.
pub fn is_found_by(world: &World, side: SideId, id: Id) -> bool {
    let Some(HiddenFrom { viewers, .. }) = world.part::<HiddenFrom>(id) else {
        return true;
    };
    viewers.is_empty() || on_map(world).any(|other| side_of(world, other) == side && !viewers.contains(&other))
}

/// Hides a creature from more viewers, which a condition shows; whether that is anything new.
pub fn hide(
    world: &mut World,
    id: Id,
    from: impl IntoIterator<Item = Id>,
    condition: &'static str,
    rule: Rule,
) -> bool {
    let mut hidden = world.part::<HiddenFrom>(id).cloned().unwrap_or_default();
    let before = hidden.viewers.len();
    hidden.viewers.extend(from);
    if hidden.viewers.len() == before {
        return false;
    }
    world.put(id, hidden);
    gain(world, id, condition, Lasts::UntilEnded, [rule]);
    true
}

/// Hides a creature from everybody of another side on the map; whether that is anything new.
pub fn hide_from_all(world: &mut World, id: Id, condition: &'static str, rule: Rule) -> bool {
    let own = side_of(world, id);
    let others: Vec<Id> = on_map(world).filter(|&other| side_of(world, other) != own).collect();
    hide(world, id, others, condition, rule)
}

/// Hides those whom a level starts hidden, by `hidden_from` in its tables for a ruleset.
pub fn hide_at_start(world: &mut World, ruleset: &str, condition: &'static str, rule: &Rule) {
    let all: Vec<Id> = on_map(world).collect();
    for id in all {
        let from = level_start::hidden_from(world, ruleset, id);
        hide(world, id, from, condition, rule.clone());
    }
}

/// Whether a creature hides from another.
pub fn hides_from(world: &World, id: Id, viewer: Id) -> bool {
    world.part::<HiddenFrom>(id).is_some_and(|hidden| hidden.viewers.contains(&viewer))
}

/// Some of those from whom a creature hides notice it; whether there was one of them. It still hides from the others. The condition goes
/// with the last viewer.
pub fn notice(world: &mut World, id: Id, viewers: &[Id], condition: &'static str, rule: Rule) -> bool {
    let Some(mut hidden) = world.part::<HiddenFrom>(id).cloned() else {
        return false;
    };
    let noticing: Vec<Id> = viewers.iter().copied().filter(|viewer| hidden.viewers.remove(viewer)).collect();
    if noticing.is_empty() {
        return false;
    }
    let found = hidden.viewers.is_empty();
    hidden.given_away &= !found;
    world.put(id, hidden);
    if found {
        lose(world, id, condition, [rule.clone()]);
    }
    for viewer in noticing {
        let text = format!("is noticed by {}", world.resource::<Names>().name(viewer));
        world.tell(Event::note(text).actor(id).about(viewer).by(rule.clone()));
    }
    true
}

/// Reveals a creature to a side, or to all; whether a side had not known where it was. The condition goes with the last viewer.
pub fn reveal(world: &mut World, id: Id, to: Option<SideId>, condition: &'static str, rule: Rule) -> bool {
    let Some(mut hidden) = world.part::<HiddenFrom>(id).cloned() else {
        return false;
    };
    let before = hidden.viewers.len();
    let ids = world.resource::<Ids>();
    hidden.viewers.retain(|&viewer| to.is_some_and(|side| !ids.is_of(viewer, side)));
    if hidden.viewers.len() == before {
        return false;
    }
    let found = hidden.viewers.is_empty();
    hidden.given_away &= !found;
    world.put(id, hidden);
    if found {
        lose(world, id, condition, [rule.clone()]);
    }
    world.note(id, "is revealed", rule);
    true
}
