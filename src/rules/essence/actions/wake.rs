//! Waking somebody Unconscious above 0 Hit Points (ESS-UNC-2).

use super::super::fight::harm;
use super::doer::*;

/// Shaking somebody awake.
pub(super) struct Wake;

impl Action for Wake {
    type Rules = Essence;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "heal",
        family: Some("Skills"),
        purpose: Purpose::Mend,
        aimed: &[AimedAt::Creature],
        range: 1,
        ..ActionKind::new("wake", "Wake", "Somebody Unconscious above 0 hit points.")
    };

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let (world, id) = (doer.world, doer.id);
        let target = creature_named(doer, act)?;
        let near = creature::at_hand(world, id, target) && target != id;
        needs(near, rule!("ESS-UNC-2"), "Only within 5 ft.")?;
        let sleeps = has_condition(world, target, condition::UNCONSCIOUS) && world.the::<Vitals>(target).hp > 0;
        needs(sleeps, rule!("ESS-UNC-2"), "It cannot be woken.")?;
        Ok(target)
    }

    fn begin(&self, world: &mut World, id: Id, target: Id) {
        told(world, id, "Wake", Some(target), rule!("ESS-UNC-2"));
        harm::wake(world, target);
    }
}
