//! Who sees whom (MOM-HIDE-12, MOM-HAZ-2), and who is found by being seen (MOM-HIDE-7).

use bevy::prelude::World;

use super::super::body::{creature, ties};
use super::super::data::{Drama, Timing, conditions::*, moment::Moment};
use super::cover::{self, View};
use super::distance;
use crate::battle::*;
use crate::grid::{Footprint, Length, Point, Square, line};
use crate::level::{Light, Visibility};
use crate::rule;

/// Whether there is light in a square: its own, or a lamp's.
pub(crate) fn lit(world: &World, at: Square) -> bool {
    let (map, lay) = lay(world);
    if map.cell(at).is_some_and(|cell| cell.light != Light::Dark) {
        return true;
    }
    let open = |from: Point, to: Point| {
        line::squares_crossed(from, to).all(|square| !map.solid(square))
            && lay.between.as_ref().is_none_or(|between| !between.walls_off(from, to, true))
    };
    on_map(world).chain(things(world)).any(|id| {
        let Some(&Lamp(radius)) = world.part::<Lamp>(id) else { return false };
        let body = distance::Extent::of(world, id).space;
        body.squares().any(|from| {
            from.steps_to(at) <= radius.whole(Length::METRE) && open(Point::centre(from), Point::centre(at))
        })
    })
}

/// MOM-HAZ-2: whether a square is one in which nobody is seen from afar.
pub(crate) fn obscured(world: &World, at: Square) -> bool {
    let map = world.resource::<Map>();
    map.weather.visibility == Visibility::Zero || map.cell(at).is_some_and(|cell| cell.fog) || !lit(world, at)
}

/// Whether a creature could see another in a space: a line without full cover, and no smoke or darkness about it (MOM-HIDE-12).
fn in_view(world: &World, viewer: Id, other: Id, there: Footprint) -> bool {
    if ties::tied(world, viewer, other) {
        return true;
    }
    if effects().first(world, viewer, Moment::Sees).is_some() {
        return false;
    }
    // MOM-SURP-6: one that is surprised does not reveal by looking, until its first turn begins.
    let surprised = has_condition(world, viewer, SURPRISED);
    if surprised && !world.the::<Timing>(viewer).over && !has_turn(world, viewer) {
        return false;
    }
    let far = distance::between(world, viewer, other) > 1;
    if far && there.squares().all(|at| obscured(world, at)) {
        return false;
    }
    cover::seen(world, View::of(world, viewer), (other, there)).full.is_none()
}

/// Whether a creature has its turn now.
fn has_turn(world: &World, id: Id) -> bool {
    let active = world.resource::<Flow>().active();
    active.is_some_and(|active| creature::sharing(world, active).contains(&id))
}

/// Whether a creature sees another, in the posture that it is in (MOM-LEAN-5).
pub(crate) fn sees(world: &World, viewer: Id, other: Id) -> bool {
    viewer == other || in_view(world, viewer, other, space(world, other))
}

/// MOM-CINE-10: its allies who see a creature die keep that in mind for the round.
pub(crate) fn mourn(world: &mut World, dead: Id) {
    let round = world.resource::<Flow>().round;
    let bereft = |&id: &Id| id != dead && creature::allied(world, id, dead) && sees(world, id, dead);
    for id in on_map(world).filter(bereft).collect::<Vec<Id>>() {
        world.the_mut::<Drama>(id).bereft = round;
    }
}

/// Its enemies who see a creature.
pub(crate) fn watchers(world: &World, id: Id) -> Vec<Id> {
    let enemies = on_map(world).filter(|&other| creature::hostile(world, other, id));
    enemies.filter(|&other| sees(world, other, id)).collect()
}

/// MOM-OCC-15: the finder's side knows of these from now on.
pub(crate) fn find(world: &mut World, finder: Id, found: Vec<Id>) {
    let side = side_of(world, finder);
    for other in found {
        hiding::reveal(world, other, Some(side), HIDDEN, rule!("MOM-OCC-15"));
    }
}

/// MOM-HIDE-8, MOM-HIDE-9, MOM-HIDE-11: a creature has given itself away. On its own turn it stays hidden until the end of that.
pub(crate) fn give_away(world: &mut World, id: Id) {
    let own_turn = has_turn(world, id);
    match world.part_mut::<HiddenFrom>(id) {
        Some(mut hidden) if own_turn => hidden.given_away = !hidden.viewers.is_empty(),
        Some(_) => _ = hiding::reveal(world, id, None, HIDDEN, rule!("MOM-HIDE-11")),
        None => {}
    }
}

/// MOM-HIDE-13: those who hide from all enemies hide from one that arrives now.
pub(crate) fn arrived(world: &mut World, id: Id) {
    let hides = |&other: &Id| {
        let hostile = |viewer: Id| viewer != id && creature::hostile(world, viewer, other);
        creature::hostile(world, id, other)
            && world.part::<HiddenFrom>(other).is_some_and(|hidden| {
                !hidden.viewers.is_empty()
                    && on_map(world).filter(|&viewer| hostile(viewer)).all(|viewer| hidden.viewers.contains(&viewer))
            })
    };
    let all: Vec<Id> = on_map(world).filter(hides).collect();
    for other in all {
        hiding::hide(world, other, [id], HIDDEN, rule!("MOM-HIDE-13"));
        let name = world.resource::<Names>().name(id).to_owned();
        world.note(other, format!("is hidden from {name} too"), rule!("MOM-HIDE-13"));
    }
    look_about(world);
}

/// MOM-HIDE-7: those who are hidden and whom an enemy sees now are found.
pub(crate) fn look_about(world: &mut World) {
    let hidden = |&id: &Id| world.part::<HiddenFrom>(id).is_some_and(|hidden| !hidden.viewers.is_empty());
    let all: Vec<Id> = on_map(world).filter(hidden).collect();
    for id in all {
        let viewers = &world.the::<HiddenFrom>(id).viewers;
        let seen = viewers
            .iter()
            .any(|&viewer| is_on_map(world, viewer) && creature::hostile(world, viewer, id) && sees(world, viewer, id));
        if !seen {
            continue;
        }
        if has_turn(world, id) {
            world.the_mut::<HiddenFrom>(id).given_away = true;
        } else {
            hiding::reveal(world, id, None, HIDDEN, rule!("MOM-HIDE-7"));
        }
    }
}
