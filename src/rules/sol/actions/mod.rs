//! What a creature can do on its turn. May enter: the kinds of actions, a file each with its row of the bar, its legality and its
//! deed, and what all of them have in common. Never: how an attack or a move goes on once it is in flight.
//!
//! Reading order: this file (who can act, what it has to pay with), then any action by its name; `draw` draws one by lot.

pub(super) mod attack;
mod climb;
mod doer;
mod draw;
mod drop;
mod help;
mod hide;
pub(super) mod interact;
mod jump;
mod leave;
mod posture;
mod ready;
mod search;
mod sneak;
mod special;
mod sprint;

use super::ruleset::Sol;
use doer::{Doer, row};
pub(super) use ready::TRIGGERS;
pub(super) use special::describe;

use bevy::prelude::World;

use crate::battle::*;

/// All of them, in the order of the bar.
const ALL: [&dyn Unit<Sol>; 16] = [
    &attack::Striking,
    &sprint::Sprint,
    &hide::Hide,
    &search::Search,
    &ready::Readying,
    &help::Help,
    &interact::Interact,
    &special::Special,
    &drop::Drop,
    &posture::STAND,
    &posture::CROUCH,
    &posture::PRONE,
    &sneak::Sneak,
    &jump::Jump,
    &climb::Climb,
    &leave::Leave,
];

impl ActionRules for Sol {
    type Doer<'w> = Doer<'w>;
    /// Dice and feet are asked for and paid by each action itself: what is told comes first.
    type Cost = ();
    type Facts = ();
    const PLAIN: () = ();

    fn doer(world: &World, id: Id) -> Doer<'_> {
        Doer::of(world, id)
    }

    fn world<'a>(doer: &'a Doer<'_>) -> &'a World {
        doer.world
    }

    fn all() -> &'static [&'static dyn Unit<Self>] {
        &ALL
    }

    fn usual_cost(_kind: &ActionKind) {}

    fn affords(_doer: &Doer<'_>, (): &()) -> Result<(), Refusal> {
        Ok(())
    }

    fn pay(_world: &mut World, _id: Id, _action: &dyn Unit<Self>, (): &()) {}

    fn list(doer: &Doer<'_>, action: &dyn Unit<Self>, menu: &mut Menu<'_>) {
        let kind = action.kind();
        let mut offer = row(kind);
        offer.refusal = menu.judge(|| action.parses(doer, &kind.order(doer.id)));
        menu.add(offer);
    }
}

/// An act drawn by lot.
pub(crate) fn draw(world: &World, creature: Id, groups: &[Group], lot: &mut Rng) -> Option<Act> {
    draw::draw(world, creature, groups, lot, &ALL)
}
