//! Burrowing: through soft earth in any direction, and what becomes of the tunnel (ESS-BURROW rows).

use bevy::prelude::*;

use super::super::body::{clock, creature};
use super::super::data::stats::*;
use super::super::field::tunnels::{Hollow, Tunnels, depth, hollows, open};
use super::super::fight::harm;
use super::{bonds, room, square_effects, support, walk};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// The deepest one digs.
const DEEPEST: Feet = 100;

/// ESS-BURROW-1, ESS-BURROW-2: whether a creature can dig (or, through an open tunnel, crawl) to a place next to its own.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn check(world: &World, id: Id, (at, to): Hollow) -> Result<(), Refusal> {
    if let Some(rule) = creature::entangled(world, id) {
        return Err(Refusal::by(rule, "entangled", "It is Entangled."));
    }
    let stance = world.the::<Stance>(id);
    let (here, now) = (space(world, id), depth(world, id));
    let space = Footprint { at, side: here.side };
    let near = here.at.steps_to(at) <= 1 && (to - now).abs() <= 5 && (here.at != at || to != now);
    let map = world.resource::<Map>();
    let digs = creature::profile(world, id).burrow;
    let soft = |at: Square| map.terrain(at).is_some_and(|terrain| terrain.soft && !terrain.solid);
    let along = creature::along(world, id);
    let taken = || {
        on_map(world).any(|other| {
            other != id
                && !along.contains(&other)
                && depth(world, other) == to
                && crate::battle::space(world, other).overlaps(space)
                && knows(world, side_of(world, id), other)
        })
    };
    let up = || Place { space, height: map.ground(at) };
    let (code, message) = match () {
        () if stance.aloft || stance.climbing || stance.riding.is_some() => ("not_so", "Not as it is now."),
        () if now == 0 && support::air_under(world, id) > 0 => ("not_so", "It does not stand on the ground."),
        () if !near || to % 5 != 0 || !(0..=DEEPEST).contains(&to) || (to == 0 && now == 0) => {
            ("no_step", "Name a square beside it, and a `depth` 5 ft up or down at most.")
        }
        () if !space.squares().all(|at| map.contains(at)) => {
            return Err(Refusal::new("off_map", "That is not on the map."));
        }
        () if to == 0 && !room::may_go(world, id, up()) => ("occupied", "There is no room to come up."),
        () if to > 0 && digs && !space.squares().all(soft) => ("stone", "It digs through dirt and soft earth only."),
        () if to > 0 && !digs && !space.squares().all(|at| open(world, (at, to))) => {
            let message = "There is no open tunnel.";
            return Err(Refusal::by(rule!("ESS-BURROW-2"), "no_tunnel", message));
        }
        () if to > 0 && taken() => ("occupied", "Somebody is there."),
        () if world.the::<TurnUsage>(id).run >= 5 => return Ok(()),
        () => {
            creature::can_pay(world, id, 1)?;
            if creature::speed(world, id).value >= 5 && !has_condition(world, id, condition::PRONE) {
                return Ok(());
            }
            ("prone", "It cannot Move.")
        }
    };
    Err(Refusal::by(rule!("ESS-BURROW-1"), code, message))
}

/// Digs one step; each is 5 ft of a Move. A hidden creature there is found, and the step is not taken (ESS-HID-8).
pub(crate) fn dig(world: &mut World, id: Id, (at, to): Hollow) {
    let now = depth(world, id);
    let ground = world.resource::<Map>().ground(at);
    let height = Length(ground.0 - Length::feet(to).0);
    let side = space(world, id).side;
    let place = Place { space: Footprint { at, side }, height };
    if room::finds_in(world, id, place) {
        return;
    }
    let from = Place::of(world, id);
    let left_behind = hollows(space(world, id), now);
    if world.the::<TurnUsage>(id).run < 5 {
        walk::begin_move(world, id);
    }
    world.the_mut::<TurnUsage>(id).run -= 5;
    let along = bonds::go(world, id, place.position(), MoveKind::ByItself);
    let cost = Trace::new("movement", 5)
        .by(rule!("ESS-BURROW-1"))
        .with(Trace::note("through whatever lies above").by(rule!("ESS-TERR-5")));
    let step = Event::step(id, from.position(), place.position(), Motion::Burrow, "burrow");
    world.tell(step.trace(cost).by(rule!("ESS-BURROW-1")));
    if to > 0 {
        let hollows = hollows(space(world, id), to);
        world.resource_mut::<Tunnels>().0.extend(hollows);
    }
    if now > 0 && creature::profile(world, id).burrow {
        for (at, depth) in left_behind {
            clock::start_once(world, clock::Timed::Tunnel(at, depth), 1);
        }
        world.note(id, "leaves a tunnel", rule!("ESS-BURROW-2"));
    }
    let meets = room::meets(world, id, Meets::EverySquare);
    square_effects::arrive(world, id, Arrival::by_itself(from, along).meeting(meets));
}

/// ESS-BURROW-2, ESS-BURROW-4: a stretch of tunnel falls in, unless who dug it is still there.
pub(crate) fn collapse(world: &mut World, at: Square, deep: Feet) {
    let inside: Vec<Id> =
        on_map(world).filter(|&id| depth(world, id) == deep && space(world, id).contains(at)).collect();
    if let Some(&digger) = inside.iter().find(|&&id| creature::profile(world, id).burrow) {
        world.note(digger, "keeps its tunnel from falling in", rule!("ESS-BURROW-2"));
        return;
    }
    world.resource_mut::<Tunnels>().0.remove(&(at, deep));
    let text = format!("the tunnel under {},{} falls in", at.x, at.y);
    world.tell(Event::note(text).by(rule!("ESS-BURROW-2")));
    for id in inside {
        world.note(id, "is buried", rule!("ESS-BURROW-4"));
        harm::gain(world, id, condition::ENTANGLED, rule!("ESS-BURROW-4"));
    }
}

/// ESS-BURROW-4: a buried creature that has been freed comes up to the ground.
pub(crate) fn come_out(world: &mut World, _by: Id, target: Id) {
    let here = space(world, target);
    let room = room::room_above(world, target);
    let at = room.map_or(here.at, |place| place.space.at);
    let height = floor(world, at);
    let (told, rule) = ((Motion::Burrow, "dug out"), rule!("ESS-BURROW-4"));
    let (from, along) = bonds::comes(world, target, Position { at, height }, MoveKind::Carried, told, rule);
    square_effects::arrive(world, target, Arrival::carried(from, along).meeting(Meets::EverySquare));
}
