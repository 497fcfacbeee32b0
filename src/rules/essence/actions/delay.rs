//! Delay: the Turn is put off (ESS-TURN-7).

use bevy::prelude::World;

use super::super::ruleset::Essence;
use super::super::{command, stats::*, turn};
use super::doer::{Doer, needs};
use crate::battle::*;
use crate::rule;

/// Waiting.
pub struct Delay;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Free],
    purpose: Purpose::Wait,
    price: Price::Free,
    ..ActionKind::new("delay", "Delay", "Takes the Turn later.")
};

impl Action for Delay {
    type Rules = Essence;
    type Plan = Id;

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<Id, Refusal> {
        let deeds = doer.world.the::<Deeds>(doer.id);
        let fresh = deeds.used == 0 && !deeds.delaying && !command::bound(doer.world, doer.id);
        needs(fresh, rule!("ESS-TURN-7"), "Only at the start of its Turn.")?;
        Ok(doer.id)
    }

    fn begin(&self, world: &mut World, id: Id) {
        turn::delay(world, id);
    }
}
