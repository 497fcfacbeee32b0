//! Hauling: a weight beside it is pushed, dragged or lifted along; and letting go of it (EDG-LOAD-2, EDG-LOAD-5).

use super::super::fight::haul;
use super::doer::*;

/// Doing so.
pub(super) struct Haul;

impl Action for Haul {
    type Rules = Edge;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "grab",
        purpose: Purpose::Other,
        price: Price::Free,
        aimed: &[AimedAt::Object, AimedAt::Creature],
        range: 1,
        ..ActionKind::new(
            "haul",
            "Haul",
            "Pushes, drags or lifts a weight or a helpless body along; for nothing once a turn.",
        )
    };

    fn cost(&self, doer: &Doer<'_>, _act: &Act) -> Cost {
        doer.interaction()
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        haul::hauled(doer.world, doer.id).is_none() && haul::near(doer.world, doer.id).next().is_some()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        haul::near(doer.world, doer.id).map(|what| base.upon(what)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let what = act.target.ok_or_else(|| Refusal::new("no_target", "Name a creature or a thing."))?;
        haul::may(doer.world, doer.id, what).map(|()| what)
    }

    fn begin(&self, world: &mut World, id: Id, what: Id) {
        haul::begin(world, id, what);
    }
}

/// Letting go.
pub(super) struct SetDown;

impl Solo for SetDown {
    type Rules = Edge;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "release",
        groups: &[Group::Free],
        purpose: Purpose::Other,
        price: Price::Free,
        ..ActionKind::new("set_down", "Set down", "Lets go of what it hauls.")
    };

    fn concerns(doer: &Doer<'_>) -> bool {
        haul::hauled(doer.world, doer.id).is_some()
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        match haul::hauled(doer.world, doer.id) {
            Some(_) => Ok(()),
            None => Err(Refusal::by(rule!("EDG-LOAD-2"), "hauls_nothing", "It hauls nothing.")),
        }
    }

    fn done(world: &mut World, id: Id) {
        haul::end(world, id, "lets go of it");
    }
}
