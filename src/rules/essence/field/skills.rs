//! Skills: the checks of the fight, and what each does (ESS-SKILL rows).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::odds::{self, Odds, Rolled};
use crate::battle::{Event, *};
use crate::rule;

fn stat(profile: &Profile, skill: Skill) -> (&'static str, i32) {
    match skill {
        Skill::Climb | Skill::Swim | Skill::Jump => ("STR", profile.str),
        Skill::Sneak => ("DEX", profile.dex),
        Skill::Investigation | Skill::Medicine | Skill::Intimidate => ("ESS", profile.ess),
    }
}

/// ESS-SKILL-1: d20 + Level + stat + bonus.
pub fn check(world: &mut World, id: Id, skill: Skill, label: &'static str) -> Rolled {
    let profile = creature::profile(world, id);
    let (name, value) = stat(profile, skill);
    let bonus = profile.skills.get(&skill).copied().unwrap_or(0);
    let mut terms = odds::with_level(profile, Trace::new(name, value).by(rule!("ESS-SKILL-1")));
    if bonus != 0 {
        terms.push(Trace::new("skill", bonus));
    }
    odds::roll(world, label, &Odds::default(), terms)
}

/// Tells of a check.
pub fn tell(world: &mut World, id: Id, trace: Trace, rule: Rule) {
    world.tell(Event::number(id, trace).by(rule));
}

/// ESS-COVER-5: an illusion is seen through, by this one alone.
pub fn see_through(world: &mut World, id: Id, thing: Id) {
    if !creature::illusory(world, thing) {
        return;
    }
    let mut seen = world.part::<SeenThrough>(thing).cloned().unwrap_or_default();
    if seen.0.insert(id) {
        world.put(thing, seen);
        world.note(id, "sees through the illusion", rule!("ESS-COVER-5"));
    }
}

/// Half of its Speed, in whole steps: one at least, where it has any.
pub fn half_speed(world: &World, id: Id) -> Feet {
    let speed = creature::speed(world, id).value;
    (speed / 2 / 5 * 5).max(speed.min(5))
}
