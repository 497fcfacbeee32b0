//! Intimidate: Shaken, against Mental Defense (ESS-SKILL-8).

use super::super::field::{sight, skills};
use super::super::fight::spells;
use super::super::fight::strike::compare;
use super::doer::*;

/// Threatening somebody.
pub(super) struct Intimidate;

impl Action for Intimidate {
    type Rules = Essence;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        family: Some("Skills"),
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        range: 6,
        ..ActionKind::new("intimidate", "Intimidate", "Against Mental Defense: Shaken.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "essence.threat", threaten);

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let (world, id) = (doer.world, doer.id);
        let target = creature_named(doer, act)?;
        needs(creature::hostile(world, id, target), rule!("ESS-SKILL-8"), "Only an Enemy.")?;
        let near = creature::distance(world, id, target) <= 30 && sight::sees(world, id, target);
        needs(near, rule!("ESS-SKILL-8"), "Only within 30 ft and Line of Effect.")?;
        Ok(target)
    }
}

/// The check against whom it threatens.
fn threaten(world: &mut World, id: Id, target: Id) {
    let mut rolled = skills::check(world, id, Skill::Intimidate, "Intimidate");
    let number = creature::profile(world, target).md;
    let (success, critical) = compare(&mut rolled.total, rolled.kept, number, "Mental Defense");
    skills::tell(world, id, rolled.total, rule!("ESS-SKILL-8"));
    if success {
        spells::shake(world, target, if critical { 2 } else { 1 });
    }
}
