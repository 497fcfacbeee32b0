//! Skills: a roll with the skill's dice and those of the score that governs it (VIG-SKILL-1).

use bevy::prelude::World;

use super::super::data::{Skill, TurnUsage, When};
use super::roll::{Pool, of_score};
use super::who;
use crate::battle::{Event, *};
use crate::rule;

/// What a check must beat where nothing else is said (VIG-SKILL-1).
pub(crate) const USUAL: i32 = 20;

/// Makes one; its total is told against a number.
pub(crate) fn roll(world: &mut World, id: Id, skill: Skill, vs: Option<i32>, rule: Rule) -> Trace {
    let (from, dice) = of_score(world, id, skill.score());
    let learnt = who::profile(world, id).skill(skill);
    let mut total = Pool::action(id, skill.name())
        .dice(skill.name(), learnt, rule!("VIG-SKILL-1"))
        .dice(from, dice, rule!("VIG-SKILL-1"))
        .talents(world, When::Skill)
        .roll(world);
    if let Some(vs) = vs {
        total.verdict = Some(total.value > vs);
        total.push(Trace::note(format!("to beat: {vs}")).by(rule!("VIG-SKILL-1")));
    }
    world.tell(Event::new(What::Number).actor(id).trace(total.clone()).by(rule));
    total
}

/// What the next check of somebody must beat: what is usual, unless a game master has said otherwise of this one (VIG-SKILL-6).
pub(crate) fn to_beat(world: &mut World, id: Id, usual: i32) -> i32 {
    let Some(set) = world.the::<TurnUsage>(id).vs else {
        return usual;
    };
    world.the_mut::<TurnUsage>(id).vs = None;
    who::note(
        world,
        id,
        format!("must beat {set}, instead of {usual}"),
        rule!("VIG-GM-1"),
    );
    set
}

/// Makes a check; whether it succeeds.
pub(crate) fn succeeds(world: &mut World, id: Id, skill: Skill, rule: Rule) -> bool {
    let vs = to_beat(world, id, USUAL);
    roll(world, id, skill, Some(vs), rule).value > vs
}
