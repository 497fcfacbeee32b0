//! Burrowing a step through soft earth (ESS-BURROW-1, ESS-BURROW-2). Tunnels are in `burrow`.

use bevy::prelude::World;

use super::super::body::who;
use super::super::field::tunnels;
use super::super::field::tunnels::Hollow;
use super::super::motion::burrow;
use super::super::ruleset::Essence;
use super::doer::{Doer, Facts, square};
use super::places;
use crate::battle::*;

/// Digging.
pub(super) struct Burrow;

const DEPTH: Key = Key::new(
    "depth",
    Takes::Own("a multiple of 5"),
    "How deep it is after the step, in feet; as deep as now if absent.",
);

const KIND: ActionKind = ActionKind {
    groups: &[Group::Move],
    family: Some("Ways"),
    purpose: Purpose::Move,
    price: Price::Way,
    aimed: &[AimedAt::Square],
    range: 1,
    options: &[DEPTH],
    ..ActionKind::new("burrow", "Burrow", "A step through soft earth, each 5 ft of a Move.")
};

impl Action for Burrow {
    type Rules = Essence;
    type Plan = (Id, Hollow);

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn facts(&self) -> Facts {
        Facts {
            in_the_air: true,
            ..Facts::default()
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let (world, id) = (doer.world, doer.id);
        if !who::profile(world, id).burrow && tunnels::no_tunnels(world) {
            return Vec::new();
        }
        let (here, now) = (world.the::<Position>(id).at, tunnels::depth(world, id));
        let mut out = Vec::new();
        for act in places::at(&base, here.neighbours().into_iter().chain([here])) {
            for depth in [now - 5, now, now + 5] {
                let mut act = act.clone();
                act.options.insert(DEPTH.key.into(), Setting::Number(depth));
                out.push(act);
            }
        }
        out
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(Id, Hollow), Refusal> {
        let at = square(act)?;
        let depth = match act.options.get(DEPTH.key) {
            Some(Setting::Number(feet)) => *feet,
            _ => tunnels::depth(doer.world, doer.id),
        };
        burrow::check(doer.world, doer.id, (at, depth))?;
        Ok((doer.id, (at, depth)))
    }

    fn begin(&self, world: &mut World, (id, to): (Id, Hollow)) {
        burrow::burrow(world, id, to);
    }
}
