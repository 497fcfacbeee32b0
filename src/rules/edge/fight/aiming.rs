//! Whether an attack gets to a creature, what stands between, and what it must reach (EDG-ATK-1, EDG-ATK-5 to EDG-ATK-10).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Attack, Band, Class, Degree, HalfMetres, conditions::*, moment::Moment};
use super::super::field::{cover, reach};
use crate::battle::*;
use crate::rule;

/// EDG-ATK-1, EDG-MEL-1, EDG-RNG-1, EDG-RNG-4: whether an attacker can attack a creature with this.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn aims_at(world: &World, id: Id, with: &Attack, target: Id) -> Result<(), Refusal> {
    gets_to(world, id, with, target, || cover::between(world, id, target).degree)
}

/// What stands between an attacker and a target, for an attack with this.
pub(crate) fn between(world: &World, id: Id, with: &Attack, target: Id) -> Aimed<cover::Found> {
    let found = cover::between(world, id, target);
    Aimed {
        target,
        line: gets_to(world, id, with, target, || found.degree),
        distance: reach::distance(world, id, target),
        behind: Behind { in_front: found.source.and_then(|(of, _)| of), ..Behind::default() },
        cover: found,
    }
}

/// As [`aims_at`], where it is known what stands between.
fn gets_to(world: &World, id: Id, with: &Attack, target: Id, degree: impl FnOnce() -> Degree) -> Result<(), Refusal> {
    if target == id {
        return Err(Refusal::new("self", "It cannot attack itself."));
    }
    creature::works(world, id, with)?;
    let charms = |one: &Condition| one.key == CHARMED && one.source == Some(target);
    if world.the::<Conditions>(id).0.iter().any(charms) {
        return Err(Refusal::by(rule!("EDG-COND-CHA-1"), "charmed", "It does no harm to the one who charms it."));
    }
    if !is_on_map(world, target) || !knows(world, side_of(world, id), target) {
        return Err(Refusal::by(rule!("EDG-ATK-1"), "gone", "There is nobody to attack."));
    }
    if with.class == Class::Melee {
        return if reach::reaches(world, id, with, target) {
            Ok(())
        } else {
            let reach = creature::metres(reach::reach(world, id, Some(with)));
            let message = format!("Out of reach ({reach}).");
            let why = match () {
                () if creature::profile(world, id).reach_m == Some(0) => rule!("EDG-SIZE-8"),
                () if reach::is_too_high(world, id, with, target) => rule!("EDG-GRID-17"),
                () => rule!("EDG-MEL-1"),
            };
            Err(Refusal::by(why, "range", message))
        };
    }
    is_in_range(with, reach::distance(world, id, target))?;
    if degree() == Degree::Total {
        return Err(Refusal::by(rule!("EDG-RNG-1"), "no_line", "No line leads there."));
    }
    Ok(())
}

/// EDG-RNG-4: a shot goes no farther than the band after its own.
pub(super) fn is_in_range(with: &Attack, far: HalfMetres) -> Result<(), Refusal> {
    if Band::of(far) > with.band.next().unwrap_or(with.band) {
        return Err(Refusal::by(rule!("EDG-RNG-4"), "range", "That is too far away."));
    }
    Ok(())
}

/// EDG-ATK-5, EDG-ATK-7 to EDG-ATK-10: what an attack must reach, with its reasons.
pub(crate) fn difficulty(world: &World, attacker: Id, with: &Attack, between: &Aimed<cover::Found>) -> Trace {
    let Aimed { target, distance, ref cover, .. } = *between;
    let defense = creature::profile(world, target).defense();
    let mut out = Trace::new("to reach", 0).by(rule!("EDG-ATK-10"));
    out.push(Trace::new("Defense", defense).by(rule!("EDG-ATK-5")));
    effects().add_to(&mut out, world, target, Moment::Defense);
    // EDG-ATK-9: these are all the bands there are. EDG-RNG-2: within its own a weapon is at ease.
    let band = Band::of(distance);
    if with.class == Class::Melee {
        out.push(Trace::note("hand to hand, however far").by(rule!("EDG-ATK-7")));
    } else {
        let mut term = Trace::new(format!("{} range", band.name()), band.harder()).by(rule!("EDG-ATK-8"));
        if reach::on_another_height(world, attacker, target) {
            term.note("heights count in", rule!("EDG-GRID-6"));
        }
        if band > Band::Close {
            term.note(format!("{} away", creature::metres(distance)), rule!("EDG-GRID-4"));
        }
        out.push(term);
    }
    let term_of = |degree: Degree, less: i32, why: Option<Rule>| {
        let (name, rule) = degree.named()?;
        let mut term = Trace::new(name, degree.bonus() - less).by(rule);
        term.terms.extend(why.map(|why| Trace::note("what the lines cross").by(why)));
        if with.class == Class::Melee {
            term.note("hand to hand as well", rule!("EDG-COV-13"));
        }
        Some(term)
    };
    // What a creature in between adds is told by itself, since a side may not know of that creature.
    let mut before = Degree::None;
    for layer in &cover.layers {
        let term = term_of(layer.degree, before.bonus(), layer.why.clone());
        before = layer.degree;
        if let Some(term) = term {
            out.push(Trace { source: layer.of, ..term });
        }
    }
    out
}
