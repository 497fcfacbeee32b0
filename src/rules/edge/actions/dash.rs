//! Dash: as far again as its speed (EDG-ACT-2).

use super::super::data::{TurnUsage, conditions::HIDDEN};
use super::doer::*;

/// Doing so.
pub(super) struct Dash;

impl Solo for Dash {
    type Rules = Edge;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "run",
        purpose: Purpose::Move,
        ..ActionKind::new("dash", "Dash", "Moves as far again as its speed this turn.")
    };

    fn done(world: &mut World, id: Id) {
        let before = creature::metres_left(world, id);
        world.the_mut::<TurnUsage>(id).dashes += 1;
        let change = (before, creature::metres_left(world, id));
        world.tell(Event::resource(id, "half-metres", change).by(rule!("EDG-ACT-2")));
        hiding::reveal(world, id, None, HIDDEN, rule!("EDG-HIDE-6"));
    }
}
