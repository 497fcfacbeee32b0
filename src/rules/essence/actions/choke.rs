//! Choking whom one holds (ESS-GRAP-15).

use super::super::fight::grapple;
use super::doer::*;

/// Choking.
pub(super) struct Choke;

impl Action for Choke {
    type Rules = Essence;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        family: Some("Hold"),
        purpose: Purpose::Harm,
        ..ActionKind::new("choke", "Choke", "Who is held cannot breathe for a Round.")
    };

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        creature::in_grapple(doer.world, doer.id)
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<Id, Refusal> {
        let held = creature::held_by(doer.world, doer.id);
        let nobody = || Refusal::by(rule!("ESS-GRAP-15"), "impossible", "It holds nobody.");
        held.ok_or_else(nobody)
    }

    fn begin(&self, world: &mut World, id: Id, held: Id) {
        told(world, id, "Choke", Some(held), rule!("ESS-GRAP-15"));
        grapple::choke(world, id, held);
    }
}
