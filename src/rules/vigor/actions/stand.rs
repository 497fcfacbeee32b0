//! Standing up: an action, and an opening for whoever stands near (VIG-ACT-21, VIG-PRONE-4).

use super::super::data::conditions::PRONE;
use super::super::fight::openings;
use super::doer::*;

/// Doing so.
pub(super) struct Stand;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Move],
    family: Some("Posture"),
    purpose: Purpose::Move,
    ..ActionKind::new("stand", "Stand up", "Gets up from the ground. Opens it to those near it.")
};

impl Action for Stand {
    type Rules = Vigor;
    type Plan = ();
    const KIND: &'static ActionKind = &KIND;

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        has_condition(doer.world, doer.id, PRONE)
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let mut offer = KIND.offer();
        offer.cost = words(1);
        offer.exposes = menu.told(|| openings::to_whom(doer.world, doer.id));
        offer.refusal = menu.judge(|| Vigor::affords(doer, &Vigor::usual_cost(&KIND)));
        menu.add(offer);
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<(), Refusal> {
        if Action::concerns(self, doer) { Ok(()) } else { Err(Refusal::new("already", "It stands.")) }
    }

    fn begin(&self, world: &mut World, id: Id, (): ()) {
        openings::declare(world, id, openings::Act::Stand);
    }
}
