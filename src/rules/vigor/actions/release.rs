//! Helping somebody near by: out of bonds (VIG-COND-7), or out of a faint (VIG-COND-6).

use bevy::prelude::World;

use super::super::body::{life, who};
use super::super::data::{Tracks, conditions::*};
use super::super::field::near;
use super::super::ruleset::Vigor;
use super::doer::{Cost, Doer};
use crate::battle::*;
use crate::rule;

/// Doing so.
pub struct Release;

const KIND: ActionKind = ActionKind {
    icon: "help",
    purpose: Purpose::Aid,
    price: Price::Points(2),
    aimed: &[AimedAt::Creature],
    range: 1,
    ..ActionKind::new(
        "release",
        "Free or wake",
        "Frees a friend near by from bonds (2 actions), or wakes it (1 action).",
    )
};

fn sleeps(world: &World, id: Id) -> bool {
    let stable = world.part::<Tracks>(id).is_some_and(|tracks| tracks.health == 0);
    has_condition(world, id, UNCONSCIOUS) && !has_condition(world, id, SHOCK) && !stable
}

impl Action for Release {
    type Rules = Vigor;
    type Plan = Id;

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        let friend = |id: Id| id != doer.id && !who::hostile(doer.world, doer.id, id);
        on_map(doer.world).any(|id| friend(id) && (sleeps(doer.world, id) || has_condition(doer.world, id, BOUND)))
    }

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        let wakes = act
            .target
            .is_some_and(|id| is_on_map(doer.world, id) && sleeps(doer.world, id));
        Cost {
            actions: if wakes { 1 } else { 2 },
            ..Cost::default()
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let at = |target| Act {
            target: Some(target),
            ..base.clone()
        };
        on_map(doer.world).filter(|&id| id != doer.id).map(at).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let world = doer.world;
        let meant = |&id: &Id| is_on_map(world, id) && id != doer.id && !who::hostile(world, doer.id, id);
        let near = |id: &Id| near::adjacent(world, doer.id, *id).is_ok();
        let needs = |id: &Id| sleeps(world, *id) || has_condition(world, *id, BOUND);
        let found = act.target.filter(meant).filter(near).filter(needs);
        found.ok_or_else(|| {
            Refusal::by(
                rule!("VIG-COND-7"),
                "no_need",
                "It takes a friend beside it who is bound or asleep.",
            )
        })
    }

    fn begin(&self, world: &mut World, id: Id) {
        if sleeps(world, id) {
            life::wake(world, id, rule!("VIG-COND-6"));
        } else {
            who::lose(world, id, BOUND, rule!("VIG-COND-7"));
        }
    }
}
