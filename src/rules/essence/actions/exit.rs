//! Leaving the fight by an exit (ESS-ACT-3).

use super::doer::*;

/// Leaving.
pub(super) struct Leave;

impl Solo for Leave {
    type Rules = Essence;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Ways"),
        purpose: Purpose::Leave,
        ..ActionKind::new("exit", "Leave", "Out of the fight, by an exit.")
    };

    fn concerns(doer: &Doer<'_>) -> bool {
        doer.world.resource::<Map>().cells().iter().any(|(_, cell)| cell.exit)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        let map = doer.world.resource::<Map>();
        let out = space(doer.world, doer.id).squares().all(|at| map.cell(at).is_some_and(|cell| cell.exit));
        needs(out, rule!("ESS-ACT-3"), "It does not stand on an exit.")
    }

    fn done(world: &mut World, id: Id) {
        world.tell(Event::new(What::Leaves).target(id).by(rule!("ESS-ACT-3")));
        spawn::leave(world, id, false);
    }
}
