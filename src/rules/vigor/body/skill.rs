//! Skills: a roll with the skill's dice and those of the score that governs it (VIG-SKILL-1).

use bevy::prelude::World;

use super::super::data::Skill;
use super::roll::{Pool, of_score};
use super::who;
use crate::battle::{Event, *};
use crate::rule;

/// What a check must beat where nothing else is said (VIG-SKILL-1).
pub const USUAL: i32 = 20;

/// Makes one; its total is told against a number.
pub fn roll(world: &mut World, id: Id, skill: Skill, vs: Option<i32>, rule: Rule) -> Trace {
    let (from, dice) = of_score(world, id, skill.score());
    let learnt = who::profile(world, id).skill(skill);
    let mut total = Pool::action(id, skill.name())
        .dice(skill.name(), learnt, rule!("VIG-SKILL-1"))
        .dice(from, dice, rule!("VIG-SKILL-1"))
        .roll(world);
    if let Some(vs) = vs {
        total.verdict = Some(total.value > vs);
        total.push(Trace::note(format!("to beat: {vs}")).by(rule!("VIG-SKILL-1")));
    }
    world.tell(Event::new(What::Number).actor(id).trace(total.clone()).by(rule));
    total
}

/// Makes one against a number; whether it succeeds.
pub fn succeeds(world: &mut World, id: Id, skill: Skill, vs: i32, rule: Rule) -> bool {
    roll(world, id, skill, Some(vs), rule).value > vs
}
