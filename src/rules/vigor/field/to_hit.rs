//! What an attack must beat: Guard, and what stands beside it (VIG-ATK-5, VIG-ATK-6).

use bevy::prelude::World;

use super::super::body::{creature, hands};
use super::super::data::{Attack, Fixture, Size, Stats, Worn, conditions::UNCONSCIOUS};
use super::cover::Found;
use super::{air, compass, distance, sight};
use crate::battle::*;
use crate::grid::{Point, line};
use crate::level::Visibility;
use crate::rule;

/// VIG-ATK-5: Guard itself, with its reasons.
pub(crate) fn guard(world: &World, id: Id) -> Trace {
    if world.part::<Fixture>(id).is_some() {
        return Trace::new("Guard", 0).with(Trace::new("a thing", 8).by(rule!("VIG-OBJ-5")));
    }
    let profile = creature::profile(world, id);
    let mut out = Trace::new("Guard", 0).with(Trace::new("everybody", 15).by(rule!("VIG-ATK-5")));
    for (piece, &left) in profile.worn.iter().zip(&world.the::<Worn>(id).0) {
        let term = Trace::new(piece.name.clone(), piece.guard).by(rule!("VIG-ARMOR-9"));
        if piece.guard == 0 {
            continue;
        }
        // Of what is both, that it is broken says more than that it is put away.
        out.push(if left == 0 {
            Trace { refused: Some("destroyed".into()), ..term.by(rule!("VIG-ARMOR-3")) }
        } else if piece.in_hand && !hands::holds(world, id, &piece.key) {
            Trace { refused: Some("not in hand".into()), ..term.by(rule!("VIG-ACT-19")) }
        } else {
            term
        });
    }
    if profile.guard_bonus != 0 {
        out.push(Trace::new("abilities", profile.guard_bonus).by(rule!("VIG-ATK-5")));
    }
    out
}

/// VIG-AWARE-2, VIG-AWARE-7: Guard against one attacker: half of it from behind, by one of whom it is unaware.
///
/// Only Guard is halved; what stands beside it comes after (VIG-AWARE-4). Where the target is aware, its back is as good as its
/// front (VIG-ADJ-8).
fn against_one(world: &World, attacker: Id, id: Id, behind: bool) -> Trace {
    let mut out = guard(world, id);
    if world.part::<Fixture>(id).is_some() {
        return out;
    }
    let half = (out.value + 1).div_euclid(2);
    let facing = format!("faces {} since it last stepped or attacked", compass::facing(world, id));
    let halved = |label, rule| Trace::becomes(label, half).by(rule);
    if has_condition(world, id, UNCONSCIOUS) {
        out.push(halved("unaware, and as from behind", rule!("VIG-AWARE-7")));
    } else if !sight::unaware(world, id, attacker) {
        if behind {
            out.push(Trace::refused("from behind", half, "it is aware").by(rule!("VIG-AWARE-3")));
        }
    } else if behind {
        let mut term = halved("unaware, from behind", rule!("VIG-AWARE-2"));
        term.terms.push(Trace::note(facing).by(rule!("VIG-AWARE-6")));
        out.push(term);
    } else {
        let mut term = Trace::refused("unaware", half, "not from behind").by(rule!("VIG-AWARE-3"));
        term.terms.push(Trace::note(facing).by(rule!("VIG-AWARE-6")));
        out.push(term);
    }
    out
}

/// Size category of a creature or a thing.
pub(crate) fn size(world: &World, id: Id) -> Size {
    let thing = || world.part::<Fixture>(id).map_or(Size::Medium, |fixture| fixture.size);
    world.part::<Stats>(id).map_or_else(thing, |stats| stats.0.size)
}

/// VIG-ATK-6: what an attack on a target must beat, with its reasons, and the cover that the target has against it.
///
/// Size counts against a smaller target, whatever the attack (VIG-SIZE-6), and not for a larger one (VIG-SIZE-4). Light Cover counts
/// as printed, although it hides more than a wall (VIG-COVER-24), leaves the target open to attack (VIG-COVER-10), and its foliage
/// does not thicken the air (VIG-VIS-20). Visibility is the map's own or a zone's (VIG-VIS-1), and adds to cover (VIG-VIS-19).
pub(crate) fn against(world: &World, attacker: Id, attack: &Attack, between: &Aimed<Found>) -> Trace {
    let Aimed { target, ref cover, ref behind, distance: far, .. } = *between;
    let guard = against_one(world, attacker, target, behind.at_its_back.contains(&attacker));
    let mut out = Trace::new("to beat", 0).by(rule!("VIG-ATK-6"));
    out.push(Trace { rule: Some(rule!("VIG-ATK-4")), ..guard });
    let smaller = size(world, attacker) as i32 - size(world, target) as i32;
    if smaller > 0 {
        let mut term = Trace::new(format!("smaller by {smaller}"), 5 * smaller).by(rule!("VIG-SIZE-3"));
        let words = format!("{:?} against {:?}", size(world, attacker), size(world, target));
        term.terms.push(Trace::note(words).by(rule!("VIG-SIZE-1")));
        out.push(term);
    }
    if let Some((more, rule)) = cover.guard.clone() {
        // What is tall may stand there, too, and take its share of the harm: the number is that of what hides more.
        let hides = rule.id() == "VIG-COVER-7";
        let label = if hides { "Light Cover" } else { cover.name() };
        let mut term = if attack.ranged() {
            Trace::new(label, more).by(rule)
        } else {
            Trace::refused(label, more, "hand to hand").by(rule!("VIG-ADJ-7"))
        };
        let why = if attack.ranged() { cover.why.clone() } else { Some(rule!("VIG-COVER-6")) };
        term.terms.extend(why.map(|why| Trace::note("by what the lines cross").by(why)));
        let lines = format!("{} of four lines cross what is tall", cover.crossing);
        if cover.crossing > 0 {
            term.terms.push(Trace::note(lines).by(rule!("VIG-COVER-2")));
        }
        term.source = cover.source.and_then(|(of, _)| of);
        out.push(term);
    }
    let several = |id: Id| distance::squares_of(world, id).len() > 1;
    if attack.ranged() && (several(attacker) || several(target)) {
        out.push(Trace::note("from where it has the least cover").by(rule!("VIG-GRID-10")));
    }
    if let Some(other) = behind.in_front.filter(|_| attack.ranged()) {
        let note = Trace::note("whoever stands between is no cover").by(rule!("VIG-ATK-15"));
        out.push(note.of(other));
    }
    let rank = cover.pair.map_or(Visibility::Clear, |(from, to)| air::worst(world, from, to));
    if let Some(haze) = air::haze_of(rank) {
        let (more, rule) = haze.harder;
        out.push(if attack.ranged() && haze.near.is_none_or(|near| far > near) {
            let mut term = Trace::new(haze.name, more).by(rule);
            let own = world.resource::<Map>().weather.visibility;
            if rank > own {
                term.terms.push(Trace::note("the worst on the line").by(rule!("VIG-VIS-2")));
                term.terms.push(Trace::note("fog, smoke or darkness").by(rule!("VIG-VIS-18")));
            }
            if far > air::vision(rank).0 {
                term.terms.push(Trace::note("out of sight, yet not Hidden").by(rule!("VIG-VIS-17")));
            }
            term
        } else if attack.ranged() {
            Trace::refused(haze.name, more, "point blank").by(rule)
        } else {
            Trace::refused(haze.name, more, "hand to hand").by(rule!("VIG-VIS-16"))
        });
    }
    out
}

/// VIG-COVER-6: the cover that counts against an attack; hand to hand there is none.
pub(crate) fn counts(attack: &Attack, cover: Found) -> Found {
    if attack.ranged() { cover } else { Found { guard: None, rank: None, light: false, ..cover } }
}

/// Whether somebody else stands in the middle line.
pub(crate) fn who_stands_between(world: &World, found: &Found, attacker: Id, target: Id) -> Option<Id> {
    let (from, to) = found.pair?;
    let own = side_of(world, attacker);
    let other = |id: &Id| *id != attacker && *id != target && knows(world, own, *id);
    let mut crossed = line::squares_crossed(Point::centre(from), Point::centre(to));
    crossed.find_map(|at| creature_at(world, at).filter(other))
}
