//! What stands between a total and the damage: cover before reactions, resistance after them.

use bevy::prelude::World;

use super::super::data::stats::*;
use super::super::field::cover::{self, Found};
use super::super::field::sight;
use super::hit::{Hit, Progress, at};
use crate::battle::*;
use crate::rule;

/// SOL-COVER-5 to SOL-COVER-7 and SOL-SEE-3: cover shrinks the total of a hit.
pub(super) fn take_cover(world: &World, hit: &mut Hit, between: Option<&Aimed<Found>>) {
    let total = std::mem::replace(&mut hit.total, Trace::note(""));
    let came = total.value;
    let (total, source) = less_cover(world, hit, between, total);
    let (name, left) = (total.terms.last().map(|term| term.label.clone()), total.value);
    hit.total = total;
    hit.came = came;
    hit.took(came, left, Protection::new(Guard::Cover, name.unwrap_or_default()).of(source));
}

/// What cover leaves of a total, and the creature or object that gives it.
fn less_cover(world: &World, hit: &Hit, between: Option<&Aimed<Found>>, mut total: Trace) -> (Trace, Option<Id>) {
    if total.value < 0 {
        total.push(Trace::becomes("never below nothing", 0).by(rule!("SOL-ATK-4")));
    }
    // What no attack does and no spot sends out meets no cover.
    if between.is_none() && hit.spot.is_none() {
        return (total, None);
    }
    let mut level;
    let mut term;
    let mut source = None;
    let mut passed: Vec<Trace> = Vec::new();
    if let Some(set) = hit.cover_override {
        level = set;
        term = Trace::note("set by the game master").by(rule!("SOL-FLOW-10"));
    } else if hit.ignores_cover {
        let rule = if hit.by.is_some() { rule!("SOL-ATK-10") } else { rule!("SOL-EVENT-6") };
        total.note("cover does not count", rule);
        if hit.by.is_none() && hit.damage_type == DamageType::Toxic {
            total.note("everybody within its reach", rule!("SOL-EVENT-3"));
        }
        return (total, None);
    } else {
        let spot = || hit.spot.map(|at| sight::between(world, cover::spot(world, at), hit.target));
        let between = between.cloned().or_else(spot).expect("what meets cover should come from somewhere");
        let found = between.cover;
        level = found.level;
        source = between.behind.in_front;
        term = found.trace;
        passed = found.passed;
        if hit.spot.is_some() {
            // That of an event counts as that of an attack (SOL-COVER-9).
            term.note("measured from the spot", rule!("SOL-AREA-4"));
        }
        let too_little = || Trace::note("not on the other side of enough of it").by(rule!("SOL-COVER-8"));
        if level == cover::Level::None && !term.terms.is_empty() {
            term.push(too_little());
        }
        for one in &mut passed {
            one.push(too_little());
        }
        if let Some(by) = hit.by
            && hit.spot.is_none()
        {
            let alive = world.part::<Creature>(hit.target).is_some();
            if sight::in_the_dark(world, by, hit.target) {
                if level < cover::Level::Half {
                    level = cover::Level::Half;
                }
                term.note("cannot be seen for darkness", rule!("SOL-SEE-3"));
                term.note("neither lit nor within 5 ft", rule!("SOL-SEE-1"));
            } else if alive && sight::in_the_dark(world, hit.target, by) {
                term.note("shot out of the dark", rule!("SOL-SEE-4"));
            }
            if alive && sight::in_lamplight(world, hit.target) {
                term.note("in the light of a lamp", rule!("SOL-SEE-2"));
            }
        }
    }
    let label = if level == cover::Level::None { "no cover" } else { level.name() };
    let mut line = Trace::becomes(label, level.remains(total.value)).by(level.rule());
    line.terms.push(term);
    if level == cover::Level::Full {
        line.note("full cover does not forbid the attack", rule!("SOL-ATK-12"));
    }
    if level != cover::Level::None || !line.terms[0].terms.is_empty() {
        total.push(line);
    }
    total.terms.extend(passed);
    (total, source)
}

/// SOL-RES-1 to SOL-RES-6: what the target withstands.
pub(super) fn resist(world: &mut World) {
    let Some(id) = at(world, Progress::Defended) else {
        return;
    };
    let found = withstands(world, world.the::<Hit>(id));
    if let Some((guard, term)) = found {
        let mut hit = world.the_mut::<Hit>(id);
        let before = hit.total.value;
        let by = Protection::new(guard, term.label.clone());
        hit.total.push(term);
        let left = hit.total.value;
        hit.took(before, left, by);
    }
}

/// SOL-RES-1 to SOL-RES-7: what the target's nature makes of what is left of a hit by now (SOL-RES-4), which is of one type (SOL-RES-5).
pub(super) fn withstands(world: &World, hit: &Hit) -> Option<(Guard, Trace)> {
    let (target, damage_type) = (hit.target, hit.damage_type);
    let (resist, vulnerable, immune) = match world.part::<Stats>(target) {
        Some(stats) => {
            let p = &stats.0;
            (p.resist.contains(&damage_type), p.vulnerable.contains(&damage_type), p.immune.contains(&damage_type))
        }
        None => match world.part::<ObjectHealth>(target) {
            Some(s) => {
                (s.resist.contains(&damage_type), s.vulnerable.contains(&damage_type), s.immune.contains(&damage_type))
            }
            None => (false, false, false),
        },
    };
    let value = hit.total.value;
    if value <= 0 {
        return None;
    }
    let (guard, term) = if immune {
        (Guard::Immunity, Trace::becomes("immune", 0).by(rule!("SOL-RES-3")))
    } else if resist && vulnerable {
        let cancel = Trace::note("resistant and vulnerable cancel").by(rule!("SOL-RES-6"));
        (Guard::Resistance, cancel)
    } else if resist {
        let half = Trace::becomes("resistant", value / 2).by(rule!("SOL-RES-1"));
        (Guard::Resistance, half)
    } else if vulnerable {
        let double = Trace::becomes("vulnerable", value * 2).by(rule!("SOL-RES-2"));
        (Guard::Vulnerability, double)
    } else {
        return None;
    };
    Some((guard, term))
}
