//! Letting go of whom one holds (ESS-GRAP-14).

use super::super::motion::unbind;
use super::doer::*;

/// Letting go.
pub(super) struct Release;

impl Solo for Release {
    type Rules = Essence;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Free],
        family: Some("Hold"),
        purpose: Purpose::Control,
        price: Price::Free,
        ..ActionKind::new("release", "Let go", "Ends the grapple.")
    };
    const FACTS: Facts = Facts::Uncounted;

    fn concerns(doer: &Doer<'_>) -> bool {
        creature::in_grapple(doer.world, doer.id)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        let holds = creature::held_by(doer.world, doer.id).is_some();
        needs(holds, rule!("ESS-GRAP-14"), "It holds nobody.")
    }

    fn done(world: &mut World, id: Id) {
        world.note(id, "lets go", rule!("ESS-GRAP-14"));
        unbind::let_go(world, id, &rule!("ESS-GRAP-14"));
    }
}
