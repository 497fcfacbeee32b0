//! Medicine: an end to Bleeding (ESS-SKILL-7, ESS-BLEED-11).

use super::super::field::skills;
use super::super::fight::harm;
use super::super::fight::strike::compare;
use super::doer::*;

/// Binding wounds.
pub(super) struct Medicine;

impl Action for Medicine {
    type Rules = Essence;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "heal",
        family: Some("Skills"),
        purpose: Purpose::Mend,
        aimed: &[AimedAt::Creature, AimedAt::Nothing],
        range: 1,
        ..ActionKind::new("medicine", "Medicine", "DC 15: ends Bleeding.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "essence.tending", tend);

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let target = creature_named(doer, act)?;
        let near = creature::at_hand(doer.world, doer.id, target);
        needs(near, rule!("ESS-SKILL-7"), "Only within 5 ft.")?;
        let bleeds = has_condition(doer.world, target, condition::BLEEDING);
        needs(bleeds, rule!("ESS-BLEED-11"), "It does not bleed.")?;
        Ok(target)
    }
}

/// The check, and the end of Bleeding.
fn tend(world: &mut World, id: Id, target: Id) {
    let mut rolled = skills::check(world, id, Skill::Medicine, "Medicine");
    let (success, _) = compare(&mut rolled.total, rolled.kept, 15, "DC");
    skills::tell(world, id, rolled.total, rule!("ESS-SKILL-7"));
    if success && harm::lose(world, target, condition::BLEEDING, rule!("ESS-BLEED-11")) {
        harm::wake(world, target);
    }
}
