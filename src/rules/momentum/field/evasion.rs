//! Evasion: what an attack must reach, and what cover joins to it and to Defense Rolls (MOM-EVA, MOM-COV).

use bevy::prelude::World;

use super::super::body::{creature, hands};
use super::super::data::{Class, StatKind, Worn, conditions::effects, moment::Moment};
use super::cover::Found;
use crate::battle::*;
use crate::rule;

/// MOM-EVA-1 to MOM-EVA-5, MOM-COV-3: what an attack of a class must reach, with its reasons.
pub(crate) fn evasion(world: &World, id: Id, class: Class, found: &Found) -> Trace {
    let profile = creature::profile(world, id);
    let mut out = Trace::new("Evasion", 0).by(rule!("MOM-ATK-4"));
    let stat = profile.evasion_stat.unwrap_or(profile.primary);
    out.push(Trace::new("Dexterity", profile.stat(StatKind::Dex)).by(rule!("MOM-EVA-1")));
    out.push(Trace::new(format!("{} Bonus", stat.name()), profile.bonus(stat)).by(rule!("MOM-EVA-2")));
    // MOM-EVA-6: armour that is made better has a higher cap in its data.
    let caps = profile.worn.iter().filter_map(|piece| Some((piece.evasion_cap?, &piece.name)));
    match caps.min() {
        Some((cap, name)) if out.value > cap => {
            out.push(Trace::becomes(format!("{name} caps it"), cap).by(rule!("MOM-EVA-3")));
        }
        Some((cap, name)) => {
            let label = format!("{name} would cap it at {cap}");
            out.push(Trace::note(label).by(rule!("MOM-EVA-4")));
        }
        None => {}
    }
    let borne = |piece: &&Worn| piece.hands == 0 || hands::holds(world, id, &piece.key);
    let worn = profile.worn.iter().filter(|piece| piece.evasion != 0).filter(borne);
    for (name, value) in worn.map(|piece| (piece.name.as_str(), piece.evasion)) {
        out.push(Trace::new(name.to_owned(), value).by(rule!("MOM-EVA-5")));
    }
    if profile.evasion_mod != 0 {
        out.push(Trace::new("its own", profile.evasion_mod).by(rule!("MOM-EVA-5")));
    }
    effects().add_to(&mut out, world, id, Moment::Evasion);
    if class == Class::Melee && found.is_half().is_some() {
        let why = "hand to hand";
        out.push(Trace::refused("half cover", 2, why).by(rule!("MOM-COV-10")));
    } else {
        for term in of_cover(world, id, found, (2, rule!("MOM-COV-3")), Moment::CoveredEvasion) {
            out.push(term);
        }
    }
    out
}

/// MOM-COV-4, MOM-ACT-21: what cover joins to a Defense Roll against an effect from that direction.
pub(crate) fn defense(world: &World, id: Id, found: &Found) -> Vec<Trace> {
    of_cover(world, id, found, (1, rule!("MOM-COV-4")), Moment::CoveredDefense)
}

/// What half cover gives, and what Taking Cover makes of it, also to one that leans (MOM-LEAN-7).
fn of_cover(world: &World, id: Id, found: &Found, (cover, rule): (i32, Rule), on: Moment) -> Vec<Trace> {
    let Some(why) = found.is_half() else {
        return Vec::new();
    };
    let mut half = Trace::new("half cover", cover).by(rule);
    half.source = found.source().and_then(|(of, _)| of);
    let what = if found.half.is_some() {
        "it stands behind something"
    } else if found.front.is_some() {
        "a creature stands in front"
    } else {
        "it leans out of its cover"
    };
    half.terms.push(Trace::note(what).by(why));
    if found.half.is_some() && found.front.is_some() {
        half.terms.push(Trace::note("cover of several does not add up").by(rule!("MOM-COV-7")));
    }
    let taken = effects().at(world, id, on).map(|(condition, effect)| effect.term(condition, 0));
    [half].into_iter().chain(taken).collect()
}
