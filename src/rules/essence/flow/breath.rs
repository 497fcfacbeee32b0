//! Breath: how long it lasts, and what comes when it is gone (ESS-SUFF rows).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::conditions::effects;
use super::super::data::moment::Moment;
use super::super::data::stats::*;
use super::super::field::terrain;
use super::super::field::tunnels;
use super::super::fight::harm;
use super::super::motion::room;
use crate::battle::{Event, *};
use crate::rule;

/// Why a creature cannot breathe now.
fn barred(world: &World, id: Id) -> Option<(Text, Rule)> {
    let profile = creature::profile(world, id);
    if profile.no_breath {
        return None;
    }
    if let Some(effect) = effects().first(world, id, Moment::Breathes) {
        return Some((effect.says.into(), effect.rule.clone()));
    }
    let map = world.resource::<Map>();
    if space(world, id).squares().all(|at| map.airless(at)) {
        return Some(("there is no air".into(), rule!("ESS-SUFF-1")));
    }
    if profile.breathes_water {
        return None;
    }
    let deep = terrain::water_at(world, id) && !room::above_water(world, id);
    if world.the::<Stance>(id).submerged || terrain::underwater_at(world, id) {
        return Some(("it is under water".into(), rule!("ESS-SWIM-4")));
    }
    if deep && has_condition(world, id, condition::UNCONSCIOUS) {
        return Some(("it sinks".into(), rule!("ESS-SWIM-4")));
    }
    if tunnels::covered_up(world, id) {
        return Some(("it is buried".into(), rule!("ESS-BURROW-4")));
    }
    None
}

/// What ending a Turn where it is brings a creature that cannot breathe there.
pub(crate) fn peril(world: &World, id: Id) -> Option<Text> {
    let (why, _) = barred(world, id)?;
    Some(format!("cannot breathe there: {why}").into())
}

/// ESS-SUFF-1 to ESS-SUFF-4: counted at the end of each own Turn.
pub(crate) fn turn_ends(world: &mut World, id: Id) {
    let Some((why, rule)) = barred(world, id) else {
        let counted = std::mem::take(&mut world.the_mut::<Stance>(id).breathless);
        if counted > 0 {
            world.note(id, "breathes again", rule!("ESS-SUFF-4"));
        }
        return;
    };
    let counted = {
        let mut stance = world.the_mut::<Stance>(id);
        stance.breathless += 1;
        stance.breathless
    };
    let lasts = creature::profile(world, id).str.max(1);
    let trace = Trace::new("Turns without breath", counted).with(Trace::note(why).by(rule));
    world.tell(Event::number(id, trace).by(rule!("ESS-SUFF-1")));
    if counted == lasts {
        let before = world.the::<Vitals>(id).hp;
        if before > 0 {
            world.the_mut::<Vitals>(id).hp = 0;
            world.tell(Event::resource(id, "hp", (before, 0)).by(rule!("ESS-SUFF-2")));
            harm::incapacitate(world, id);
        }
    } else if counted > lasts {
        harm::die(world, id, rule!("ESS-SUFF-3"));
    }
}
