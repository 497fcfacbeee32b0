//! What an attack must beat: Guard, and what stands beside it (VIG-ATK-5, VIG-ATK-6).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::{Attack, Fixture, Size, Stats, Worn, conditions::UNCONSCIOUS};
use super::cover::{self, Found};
use super::{near, sight};
use crate::battle::*;
use crate::rule;

/// VIG-ATK-5: Guard itself, with its reasons.
pub fn guard(world: &World, id: Id) -> Trace {
    if world.part::<Fixture>(id).is_some() {
        return Trace::new("Guard", 0).with(Trace::new("a thing", 8).by(rule!("VIG-OBJ-5")));
    }
    let profile = who::profile(world, id);
    let mut out = Trace::new("Guard", 0).with(Trace::new("everybody", 15).by(rule!("VIG-ATK-5")));
    for (piece, &left) in profile.worn.iter().zip(&world.the::<Worn>(id).0) {
        let term = Trace::new(piece.name.clone(), piece.guard).by(rule!("VIG-ARMOR-9"));
        if piece.guard != 0 && left > 0 {
            out.push(term);
        } else if piece.guard != 0 {
            out.push(Trace {
                refused: Some("destroyed".into()),
                ..term.by(rule!("VIG-ARMOR-3"))
            });
        }
    }
    if profile.guard_bonus != 0 {
        out.push(Trace::new("abilities", profile.guard_bonus).by(rule!("VIG-ATK-5")));
    }
    if has_condition(world, id, UNCONSCIOUS) {
        let half = (out.value + 1).div_euclid(2);
        out.push(Trace::becomes("unaware, and as from behind", half).by(rule!("VIG-AWARE-7")));
    }
    out
}

/// Size category; things are Medium.
fn size(world: &World, id: Id) -> Size {
    world.part::<Stats>(id).map_or(Size::Medium, |stats| stats.0.size)
}

/// VIG-ATK-6: what an attack on a target must beat, with its reasons, and the cover that the target has against it.
pub fn against(world: &World, attacker: Id, attack: &Attack, target: Id) -> (Trace, Found) {
    let guard = guard(world, target);
    let mut out = Trace::new("to beat", 0).by(rule!("VIG-ATK-6"));
    out.push(Trace {
        rule: Some(rule!("VIG-ATK-4")),
        ..guard
    });
    let smaller = size(world, attacker) as i32 - size(world, target) as i32;
    if smaller > 0 {
        let mut term = Trace::new(format!("smaller by {smaller}"), 5 * smaller).by(rule!("VIG-SIZE-3"));
        term.terms
            .push(Trace::note("whatever the attack").by(rule!("VIG-SIZE-6")));
        out.push(term);
    } else if smaller < 0 {
        out.push(Trace::note("it is the larger one").by(rule!("VIG-SIZE-4")));
    }
    let found = cover::between(world, attacker, target);
    if let Some((more, rule)) = found.guard.clone() {
        let label = found.shelter().name;
        let mut term = if attack.class.ranged() {
            Trace::new(label, more).by(rule)
        } else {
            Trace::refused(label, more, "hand to hand").by(rule!("VIG-ADJ-7"))
        };
        let why = if attack.class.ranged() {
            found.why.clone()
        } else {
            Some(rule!("VIG-COVER-6"))
        };
        term.terms
            .extend(why.map(|why| Trace::note("by what the lines cross").by(why)));
        term.source = found.source.and_then(|(of, _)| of);
        out.push(term);
    }
    if let Some(haze) = sight::haze(world) {
        let (more, rule) = haze.harder;
        let far = near::distance(world, attacker, target);
        out.push(if attack.class.ranged() && far > haze.near {
            let mut term = Trace::new(haze.name, more).by(rule);
            if found.guard.is_some() {
                term.terms.push(Trace::note("beside the cover").by(rule!("VIG-VIS-19")));
            }
            term
        } else if attack.class.ranged() {
            Trace::refused(haze.name, more, "point blank").by(rule)
        } else {
            Trace::refused(haze.name, more, "hand to hand").by(rule!("VIG-VIS-16"))
        });
    }
    if attack.class.ranged() {
        (out, found)
    } else {
        (
            out,
            Found {
                guard: None,
                rank: None,
                ..found
            },
        )
    }
}
