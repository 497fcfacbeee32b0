//! Areas: who is in one, and the single roll that serves them all (ESS-AREA, ESS-ATK-14, ESS-ATK-15).

use std::collections::BTreeSet;

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::cover::{self, Found};
use super::super::field::odds::{self, Lean, Manner, Odds};
use super::super::field::{sight, targeting};
use super::attack::TargetRoll;
use super::strike::{compare, exposed, spend_dodge};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::grid::{LineRule, Point, Square, area};
use crate::rule;

/// ESS-AREA-1: the squares of a burst around the north-west corner of a square.
pub(crate) fn burst(world: &World, corner: Square, radius: Feet) -> Vec<Square> {
    let lines = cover::Sightlines::new(world);
    let map = world.resource::<Map>();
    let mut squares = area::burst_at_corner(corner, u16::try_from(radius / 5).unwrap_or(0));
    squares.retain(|&at| map.contains(at) && !lines.total(at));
    let origin = Point::corner(corner);
    area::cut_by_walls(
        origin,
        &mut squares,
        LineRule::PinchedCorners,
        cover::points,
        |at| lines.total(at),
        |edge| lines.edge_obscures(edge) == Obscures::Total,
    );
    squares
}

/// ESS-AREA-2: the creatures of which any square is in it, in the order of turns; as far up and down as to the sides, since height
/// is a third axis (R8).
pub(crate) fn caught(world: &World, corner: Square, radius: Feet, squares: &[Square]) -> Vec<Id> {
    let ground = creature::steps_up(floor(world, corner));
    in_order(world, |id, stand| {
        let up = creature::steps_up(stand.height) - ground;
        (-radius / 5..radius / 5).contains(&up)
            && stand.space.squares().any(|at| squares.contains(&at))
            && !cover::buried(world, id)
    })
}

/// What stands between an Area and each of its targets: the attacker flanks, Cover is judged from the origin (ESS-COVER-6).
pub(crate) fn between(world: &World, attacker: Id, corner: Square, targets: Vec<Id>) -> Vec<Aimed<Found>> {
    let row = |target| Aimed {
        target,
        line: Ok(()),
        distance: creature::distance(world, attacker, target),
        cover: cover::from_point(world, Point::corner(corner), target),
        behind: targeting::behind(world, attacker, target),
    };
    targets.into_iter().map(row).collect()
}

/// Every source for an Area's attack on one of its targets: concealment does not count.
fn odds_for(world: &World, attacker: Id, between: &Aimed<Found>, manner: Manner) -> Odds {
    let Aimed { target, cover: ref found, .. } = *between;
    let mut odds = Odds::default();
    odds::of_attacker(world, attacker, manner, &mut odds);
    odds::flat_footed(world, attacker, between, &mut odds);
    odds::of_target(world, target, manner, &mut odds);
    odds::dodging(world, target, &mut odds);
    odds::too_near(between.distance, manner, &mut odds);
    odds.dis.extend(found.sources.iter().cloned());
    let otherwise = cover::from_creature(world, attacker, target);
    if found.sources.is_empty() != otherwise.sources.is_empty() {
        let note = || Trace::note("Cover is judged from the Area's origin").by(rule!("ESS-COVER-6"));
        let given_by: Vec<Option<Id>> = found.sources.iter().chain(&otherwise.sources).map(|one| one.source).collect();
        // Where only bodies give it, a side is told of those whom it knows.
        let bodies: BTreeSet<Id> = given_by.iter().copied().flatten().collect();
        if given_by.contains(&None) {
            odds.notes.push(note());
        } else {
            odds.notes.extend(bodies.into_iter().map(|id| note().of(id)));
        }
    }
    if !sight::concealed(world, attacker, target).is_empty() {
        odds.notes.push(Trace::note("an Area ignores concealment").by(rule!("ESS-CONC-2")));
    }
    odds
}

/// ESS-ATK-14, ESS-ATK-15: one roll for all; who is hit, and who critically. Whoever is hit out of hiding is discovered (ESS-HID-6);
/// of whom it misses there its maker learns nothing (R49).
pub(crate) fn attack(
    world: &mut World,
    attacker: Id,
    targets: &[Aimed<Found>],
    manner: Manner,
    terms: &[Trace],
    defense: impl Fn(&Profile) -> (i32, &'static str),
) -> Vec<TargetRoll> {
    let odds: Vec<Odds> = targets.iter().map(|target| odds_for(world, attacker, target, manner)).collect();
    let known = |world: &World, target: Id| !sight::hidden_from(world, target, attacker);
    let a = world.resource_mut::<Dice>().die(20, "d20 of the area");
    let two = odds.iter().any(|odds| odds.lean() != Lean::Plain);
    let b = two.then(|| world.resource_mut::<Dice>().die(20, "second d20 of the area"));
    let mut among_known = targets.iter().zip(&odds).filter(|&(between, _)| known(world, between.target));
    let differ = among_known.any(|(_, odds)| odds.lean() != Lean::Plain);
    let mut out = Vec::new();
    for (between, odds) in targets.iter().zip(&odds) {
        let target = between.target;
        let (kept, dice) = odds.keep(a, b);
        let name = world.resource::<Names>().name(target).to_owned();
        let mut total = odds::total(format!("against {name}"), kept, dice, odds, terms.to_vec());
        let (number, against) = defense(creature::profile(world, target));
        let landing = TargetRoll::new(target, compare(&mut total, kept, number, against));
        let mixed = if known(world, target) { differ } else { two };
        let event = Event::number(attacker, total).about(target).by(rule!("ESS-ATK-14")).by(rule!("ESS-AREA-2"));
        world.tell(event.by_all(mixed.then_some(rule!("ESS-ATK-15"))));
        spend_dodge(world, target);
        if landing.success {
            sight::reveal_to(world, target, attacker, rule!("ESS-HID-6"));
        }
        exposed(world, attacker, Some(target));
        out.push(landing);
    }
    out
}
