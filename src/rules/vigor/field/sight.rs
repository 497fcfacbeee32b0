//! Who sees whom in the open, and who is Hidden from whom (VIG-HIDE).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Hiding, Stats, conditions};
use super::super::motion::ground::meet;
use super::cover::{self, Found};
use super::{air, distance};
use crate::battle::*;
use crate::grid::Square;
use crate::rule;

/// Why one cannot see another in the open, if so.
pub(crate) enum Concealed {
    /// No line leads there.
    NoLine,
    /// In Light or Full Cover.
    Covered(CoverStep),
    /// Beyond the range of vision.
    Beyond(Rule),
}

/// VIG-HIDE-1: what keeps a viewer from seeing another in the open; nothing where nothing does. Any line on which nothing does is
/// enough (VIG-GRID-10).
pub(crate) fn concealed(world: &World, viewer: Id, id: Id) -> Option<Concealed> {
    let far = distance::distance(world, viewer, id);
    let beyond = |found: &Found| {
        let (from, to) = found.pair?;
        let (range, rule) = air::vision(air::worst(world, from, to));
        (far > range).then_some(rule)
    };
    let hides = |found: &Found| found.blocked || found.light || found.step() == CoverStep::Full;
    let all = cover::pairs(world, viewer, id);
    if all.iter().any(|found| !hides(found) && beyond(found).is_none()) {
        return None;
    }
    let found = cover::least(world, all);
    Some(if found.blocked {
        Concealed::NoLine
    } else if hides(&found) {
        Concealed::Covered(found.step())
    } else {
        Concealed::Beyond(beyond(&found)?)
    })
}

/// VIG-HIDE-9, VIG-HIDE-11: the enemies that count for hiding: conscious ones on the map, of one that is Invisible those who see it.
pub(crate) fn watchers(world: &World, id: Id) -> Vec<Id> {
    let invisible = creature::profile(world, id).invisible;
    let counts = |&other: &Id| {
        creature::hostile(world, id, other)
            && creature::conscious(world, other)
            && (!invisible || creature::profile(world, other).sees_invisible)
    };
    on_map(world).filter(counts).collect()
}

/// Whether a side does not know where a creature is (VIG-HIDE-6, VIG-HIDE-9).
pub(crate) fn hidden_from(world: &World, side: SideId, id: Id) -> bool {
    let Some(creature) = world.look(id) else { return false };
    let (Some(hiding), Some(Stats(profile))) = (creature.get::<Hiding>(), creature.get::<Stats>()) else {
        return false;
    };
    if hiding.from.contains(&side) {
        return true;
    }
    profile.invisible && !hiding.located.contains(&side) && !sees_through(world, side)
}

/// VIG-HIDE-11: whether somebody of a side sees what nobody can.
fn sees_through(world: &World, side: SideId) -> bool {
    on_map(world).any(|id| {
        side_of(world, id) == side && creature::conscious(world, id) && creature::profile(world, id).sees_invisible
    })
}

/// VIG-AWARE-1: whether a creature is unaware of another.
pub(crate) fn unaware(world: &World, id: Id, of: Id) -> bool {
    !creature::conscious(world, id) || hidden_from(world, side_of(world, id), of)
}

/// Whether somebody hides from any other side.
pub(crate) fn is_hidden(world: &World, id: Id) -> bool {
    let own = side_of(world, id);
    sides(world).any(|side| side != own && hidden_from(world, side, id))
}

/// Somebody comes to light for a side, or for all.
pub(crate) fn reveal(world: &mut World, id: Id, to: Option<SideId>, rule: Rule) {
    let invisible = creature::profile(world, id).invisible;
    let own = side_of(world, id);
    let seen = |side: SideId| sees_through(world, side);
    let meant: Vec<SideId> = sides(world)
        .filter(|&side| side != own && to.is_none_or(|to| to == side))
        .filter(|&side| hidden_from(world, side, id))
        .collect();
    if meant.is_empty() {
        return;
    }
    // VIG-HIDE-11: who sees it need not have located it.
    let located: Vec<SideId> = meant.iter().copied().filter(|&side| invisible && !seen(side)).collect();
    let mut hiding = world.the_mut::<Hiding>(id);
    hiding.from.retain(|side| !meant.contains(side));
    let invisible = !located.is_empty();
    hiding.located.extend(located);
    if world.the::<Hiding>(id).from.is_empty() {
        creature::lose(world, id, conditions::HIDDEN, rule.clone());
    }
    world.note(id, if invisible { "is located" } else { "is revealed" }, rule);
    if to.is_some() {
        world.note(id, "to all of that side", rule!("VIG-HIDE-9"));
    }
}

/// What finds somebody who lies in wait, or has been hidden by the game master, must beat this (VIG-HIDE-5).
pub(crate) const LYING_IN_WAIT: i32 = 20;

/// The other sides that somebody on the map is on, and from which somebody is not Hidden.
fn sides_aware(world: &World, id: Id) -> (bool, Vec<SideId>) {
    let own = side_of(world, id);
    let mut sides: Vec<SideId> = on_map(world).map(|other| side_of(world, other)).filter(|&side| side != own).collect();
    sides.sort();
    sides.dedup();
    let anybody = !sides.is_empty();
    let hiding = world.the::<Hiding>(id);
    sides.retain(|side| !hiding.from.contains(side));
    (anybody, sides)
}

/// Whether somebody can be hidden from one more side by the game master's hand.
///
/// # Errors
/// That it is Hidden from all already, or that nobody else is there.
pub(crate) fn may_hide_from_all(world: &World, id: Id) -> Result<(), Refusal> {
    let (anybody, aware) = sides_aware(world, id);
    if !anybody {
        let message = "Nobody of another side is on the map, so there is nobody to be Hidden from.";
        return Err(Refusal::by(rule!("VIG-HIDE-9"), "nobody", message));
    }
    already(conditions::HIDDEN, aware.is_empty())
}

/// VIG-GM-1: by the game master's hand somebody is Hidden from everybody else's side; whether that is anything new.
pub(crate) fn hide_from_all(world: &mut World, id: Id, rule: Rule) -> bool {
    let (_, aware) = sides_aware(world, id);
    if aware.is_empty() {
        return false;
    }
    let mut hiding = world.the_mut::<Hiding>(id);
    hiding.from.extend(aware);
    hiding.total = LYING_IN_WAIT;
    creature::gain(world, id, conditions::HIDDEN, Lasts::UntilEnded, rule);
    true
}

/// VIG-HIDE-6: one that nobody sees is lost sight of with its next step.
pub(crate) fn lose_sight(world: &mut World, id: Id) {
    if !world.the::<Hiding>(id).located.is_empty() {
        world.the_mut::<Hiding>(id).located.clear();
        world.note(id, "is lost sight of", rule!("VIG-HIDE-6"));
    }
}

/// VIG-HIDE-10: whoever stands unknown to a mover's side where it is about to go is found there; whether there was one.
pub(crate) fn walks_into(world: &mut World, id: Id, there: Place) -> bool {
    let Some(other) = unknown_in(world, id, there) else {
        return false;
    };
    reveal(world, other, Some(side_of(world, id)), rule!("VIG-HIDE-10"));
    true
}

/// One of whom a mover's side does not know and who is in its place.
pub(crate) fn unknown_in(world: &World, id: Id, there: Place) -> Option<Id> {
    let own = side_of(world, id);
    let unseen = |&other: &Id| other != id && meet(Place::of(world, other), there) && !knows(world, own, other);
    on_map(world).find(unseen)
}

impl Later for creature::Woken {
    const STAGE: Stage = Stage::Reactions;

    /// VIG-HIDE-8, VIG-HIDE-9: whoever comes to itself counts again, and sees who hides in the open.
    fn happen(self, world: &mut World) {
        look_about(world, None);
    }
}

/// VIG-HIDE-3, VIG-HIDE-8: whoever hides in view of an enemy is revealed to its side.
pub(crate) fn look_about(world: &mut World, stepped: Option<Id>) {
    look(world, stepped, |_, _, _| true);
}

/// The same of somebody who has been put elsewhere: whether it is seen there, and whom it sees.
pub(crate) fn look_at(world: &mut World, id: Id) {
    look(world, Some(id), |_, hides, viewer| hides == id || viewer == id);
}

/// The same where something has changed in some squares, or somewhere: of those whom a line over them may join.
pub(crate) fn look_across(world: &mut World, squares: &[Square]) {
    look(world, None, |world, hides, viewer| {
        let spaces = [hides, viewer].map(|id| space(world, id));
        let between = |axis: fn(&Square) -> i16, at: &Square| {
            let low = spaces.iter().map(|space| axis(&space.at) - 1).min();
            let high = spaces.iter().map(|space| axis(&space.at) + i16::from(space.side)).max();
            (low..=high).contains(&Some(axis(at)))
        };
        let mut all = squares.iter();
        squares.is_empty() || all.any(|at| between(|at| at.x, at) && between(|at| at.y, at))
    });
}

fn look(world: &mut World, stepped: Option<Id>, concerns: impl Fn(&World, Id, Id) -> bool) {
    let hiding: Vec<Id> = on_map(world).filter(|&id| !world.the::<Hiding>(id).from.is_empty()).collect();
    for id in hiding {
        for viewer in watchers(world, id) {
            let side = side_of(world, viewer);
            if concerns(world, id, viewer) && hidden_from(world, side, id) && concealed(world, viewer, id).is_none() {
                let rule = if stepped == Some(id) { rule!("VIG-HIDE-3") } else { rule!("VIG-HIDE-8") };
                reveal(world, id, Some(side), rule);
            }
        }
    }
}

/// VIG-HIDE-8: who was kept from sight by it may be seen now.
pub(crate) fn air_changed(world: &mut World) {
    if world.resource::<Flow>().round > 0 {
        look_about(world, None);
    }
}
