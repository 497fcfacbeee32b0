//! Letting go of whom one holds (ESS-GRAP-14).

use bevy::prelude::World;

use super::super::ruleset::Essence;
use super::super::{grapple, who};
use super::doer::{Doer, Facts, needs};
use crate::battle::*;
use crate::rule;

/// Letting go.
pub struct Release;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Free],
    family: Some("Hold"),
    purpose: Purpose::Control,
    price: Price::Free,
    ..ActionKind::new("release", "Let go", "Ends the grapple.")
};

impl Action for Release {
    type Rules = Essence;
    type Plan = Id;

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn facts(&self) -> Facts {
        Facts {
            in_the_air: true,
            uncounted: true,
            ..Facts::default()
        }
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        who::in_grapple(doer.world, doer.id)
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<Id, Refusal> {
        let holds = who::held_by(doer.world, doer.id).is_some();
        needs(holds, rule!("ESS-GRAP-14"), "It holds nobody.")?;
        Ok(doer.id)
    }

    fn begin(&self, world: &mut World, id: Id) {
        who::note(world, id, "lets go", rule!("ESS-GRAP-14"));
        grapple::let_go(world, id, &rule!("ESS-GRAP-14"));
    }
}
