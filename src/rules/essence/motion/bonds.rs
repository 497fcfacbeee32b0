//! Bonds: who goes along with whom, in a grapple or on a back (ESS-GRAP-8, ESS-GRAP-18, ESS-CMD-8), and who leaves them behind.

use bevy::prelude::World;

use super::super::body::{clock, creature};
use super::super::field::tunnels;
use super::unbind;
use crate::battle::{Event, *};
use crate::grid::Footprint;
use crate::rule;

/// Who goes along with a creature by a bond between the two.
///
/// In a fall each of a grapple falls for itself, since each may Grab (ESS-GRAP-19). Who is pushed is pushed with its mount; by its
/// own power, or a game master's word, a rider goes nowhere with it.
pub(crate) fn goes_along(world: &World, id: Id, going: MoveKind) -> Vec<(Id, Rule)> {
    let grapple = match going {
        MoveKind::ByItself | MoveKind::Placed => Some(rule!("ESS-GRAP-8")),
        MoveKind::Carried => Some(rule!("ESS-GRAP-18")),
        MoveKind::Falls => None,
    };
    let by = |rule: Rule| move |other: Id| (other, rule.clone());
    let held = grapple.map(|rule| creature::partners(world, id).into_iter().map(by(rule)));
    let mount = creature::mount_of(world, id).filter(|_| going == MoveKind::Carried);
    let pair = creature::rider_of(world, id).into_iter().chain(mount);
    let all = held.into_iter().flatten().chain(pair.map(by(rule!("ESS-CMD-8"))));
    all.filter(|&(other, _)| is_on_map(world, other)).collect()
}

/// Brings a creature elsewhere with all who go along; a rider who is drawn away from its mount has left it. Who went along, with the
/// places they had.
pub(crate) fn go(world: &mut World, id: Id, to: Position, going: MoveKind) -> Vec<(Id, Footprint)> {
    let along = move_with_attached(world, id, to, going);
    for &(one, _) in &along {
        unbind::keep_together(world, one);
    }
    along
}

/// As [`go`], told as a step by a rule: from where it came, too.
pub(crate) fn comes(
    world: &mut World,
    id: Id,
    to: Position,
    going: MoveKind,
    (motion, how): (Motion, &'static str),
    rule: Rule,
) -> (Place, Vec<(Id, Footprint)>) {
    let from = Place::of(world, id);
    let along = go(world, id, to, going);
    world.tell(Event::step(id, from.position(), to, motion, how).by(rule));
    (from, along)
}

/// Whoever is about to be off the map lets go, is let go, and carries nobody any more.
pub(crate) fn leaves(world: &mut World, id: Id, dead: bool) {
    if creature::profile(world, id).burrow {
        // ESS-BURROW-2: its tunnel holds as long as it is there.
        for (at, deep) in tunnels::hollows(space(world, id), tunnels::depth(world, id)) {
            if tunnels::open(world, (at, deep)) {
                clock::start_once(world, clock::Timed::Tunnel(at, deep), 1);
            }
        }
    }
    let rule = if dead { rule!("ESS-GRAP-17") } else { rule!("ESS-GRAP-16") };
    unbind::dissolve(world, id, rule);
    if let Some(rider) = creature::rider_of(world, id) {
        if dead {
            unbind::throw(world, id);
        } else {
            unbind::unhold(world, vec![rider]);
        }
        unbind::part(world, rider);
    }
    unbind::part(world, id);
}
