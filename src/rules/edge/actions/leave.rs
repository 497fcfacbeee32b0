//! Leaving the fight by an exit (EDG-GRID-18, EDG-ROUND-4).

use super::doer::*;

/// Doing so.
pub(super) struct Leave;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Move],
    purpose: Purpose::Leave,
    price: Price::Free,
    ..ActionKind::new("leave", "Leave", "Out of the fight, alive, by the exit it stands on.")
};

impl Action for Leave {
    type Rules = Edge;
    type Plan = ();
    const KIND: &'static ActionKind = &KIND;

    /// Listed only where it can be done.
    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        if self.parse(doer, &KIND.order(doer.id)).is_ok() {
            menu.add(KIND.offer());
        }
    }

    fn parse(&self, doer: &Doer<'_>, _act: &Act) -> Result<(), Refusal> {
        creature::moves(doer.world, doer.id)?;
        let map = doer.world.resource::<Map>();
        let mut squares = space(doer.world, doer.id).squares();
        if !squares.all(|square| map.cell(square).is_some_and(|cell| cell.exit)) {
            return Err(Refusal::by(rule!("EDG-GRID-18"), "no_exit", "It does not stand wholly on an exit."));
        }
        Ok(())
    }

    fn begin(&self, world: &mut World, id: Id, (): ()) {
        world.tell(Event::new(What::Leaves).target(id).by(rule!("EDG-GRID-18")).by(rule!("EDG-ROUND-4")));
        spawn::leave(world, id, false);
    }
}
