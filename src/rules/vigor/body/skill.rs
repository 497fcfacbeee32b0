//! Skills: a roll with the skill's dice and those of the score that governs it (VIG-SKILL-1).

use bevy::prelude::World;

use super::super::data::{Skill, TurnUsage, When};
use super::creature;
use super::roll::{Check, Pool, of_score};
use crate::battle::{Event, *};
use crate::rule;

/// What a check must beat where nothing else is said (VIG-SKILL-1).
pub(crate) const USUAL: i32 = 20;

fn pool(world: &World, id: Id, skill: Skill) -> Pool {
    let (from, dice) = of_score(world, id, skill.score());
    let learnt = creature::profile(world, id).skill(skill);
    Pool::action(id, skill.name())
        .dice(skill.name(), learnt, rule!("VIG-SKILL-1"))
        .dice(from, dice, rule!("VIG-SKILL-1"))
        .talents(world, When::Skill)
}

/// Makes a roll of which the total counts, against a number or not.
pub(crate) fn roll(world: &mut World, id: Id, skill: Skill, vs: Option<i32>, rule: Rule) -> i32 {
    let total = pool(world, id, skill).roll(world);
    tell(world, id, total, vs, rule).value
}

/// Makes a roll that only has to be above a number.
pub(crate) fn check(world: &mut World, id: Id, skill: Skill, vs: i32, rule: Rule) -> Check {
    let Check { total, lump } = pool(world, id, skill).check(world, vs);
    let total = tell(world, id, total, Some(vs), rule);
    Check { total, lump }
}

fn tell(world: &mut World, id: Id, mut total: Trace, vs: Option<i32>, rule: Rule) -> Trace {
    if let Some(vs) = vs {
        total.verdict = Some(total.value > vs);
        total.push(Trace::note(format!("to beat: {vs}")).by(rule!("VIG-SKILL-1")));
    }
    world.tell(Event::number(id, total.clone()).by(rule));
    total
}

/// What the next check of somebody must beat: what is usual, unless a game master has said otherwise of this one (VIG-SKILL-6).
pub(crate) fn to_beat(world: &mut World, id: Id, usual: i32) -> i32 {
    let Some(set) = world.the::<TurnUsage>(id).vs else {
        return usual;
    };
    world.the_mut::<TurnUsage>(id).vs = None;
    world.note(id, format!("must beat {set}, instead of {usual}"), rule!("VIG-GM-1"));
    set
}

/// Makes a check; whether it succeeds.
pub(crate) fn succeeds(world: &mut World, id: Id, skill: Skill, rule: Rule) -> bool {
    let vs = to_beat(world, id, USUAL);
    check(world, id, skill, vs, rule).total.value > vs
}
