//! Mounting a willing creature (ESS-CMD-8). What it is to ride is in `ride`.

use bevy::prelude::World;

use super::super::motion::ride::{self, Mounting};
use super::super::ruleset::Essence;
use super::doer::{Doer, told};
use super::places;
use crate::battle::*;
use crate::rule;

/// Taking a seat.
pub(super) struct Mount;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Move],
    family: Some("Ways"),
    purpose: Purpose::Move,
    aimed: &[AimedAt::Creature],
    range: 1,
    ..ActionKind::new("mount", "Mount", "Onto a willing creature a Size larger.")
};

impl Action for Mount {
    type Rules = Essence;
    type Plan = (Id, Id);

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        places::everybody(doer.world, &base)
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(Id, Id), Refusal> {
        let target = act.named_target()?;
        ride::check_mount(doer.world, doer.id, target)?;
        Ok((doer.id, target))
    }

    fn begin(&self, world: &mut World, (id, target): (Id, Id)) {
        told(world, id, "Mount", Some(target), rule!("ESS-CMD-8"));
        launch(
            world,
            Mounting::Up {
                rider: id,
                mount: target,
            },
        );
    }
}
