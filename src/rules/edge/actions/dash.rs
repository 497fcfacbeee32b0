//! Dash: as far again as its speed (EDG-ACT-2).

use super::super::data::TurnUsage;
use super::super::fight::stealth;
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
        stealth::give_away(world, id);
    }
}
