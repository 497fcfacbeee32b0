//! Leaving the fight by an exit, alive (SOL-FLOW-7).

use super::super::fight::ability_loss;
use super::doer::*;

/// Doing so.
pub(super) struct Leave;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Move],
    purpose: Purpose::Leave,
    price: Price::Way,
    ..ActionKind::new("leave", "Leave", "Out of the fight, alive.")
};

impl Action for Leave {
    type Rules = Sol;
    type Plan = ();
    const KIND: &'static ActionKind = &KIND;

    /// Listed only where it can be done.
    fn offers(&self, means: &Doer<'_>, menu: &mut Menu<'_>) {
        if self.parse(means, &KIND.order(means.id)).is_ok() {
            menu.add(row(&KIND));
        }
    }

    fn parse(&self, means: &Doer<'_>, _act: &Act) -> Result<(), Refusal> {
        let map = means.world.resource::<Map>();
        let mut squares = space(means.world, means.id).squares();
        if !squares.all(|square| map.cell(square).is_some_and(|cell| cell.exit)) {
            let message = "It does not stand wholly on an exit.";
            return Err(Refusal::by(rule!("SOL-FLOW-7"), "no_exit", message));
        }
        means.pay_feet(CHANGE, rule!("SOL-FLOW-7"))
    }

    fn begin(&self, world: &mut World, id: Id, (): ()) {
        let cost = charge(world, id, rule!("SOL-FLOW-7"));
        let event = Event::new(What::Leaves).target(id).trace(cost);
        world.tell(event.by(rule!("SOL-FLOW-7")));
        spawn::leave(world, id, false);
        ability_loss::awaits(world, id);
    }
}
