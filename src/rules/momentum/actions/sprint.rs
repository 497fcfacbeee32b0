//! Sprint: four times its Basic Movement more (MOM-ACT-10).

use super::super::body::creature;
use super::super::body::creature::METRES;
use super::super::fight::held_walk;
use super::doer::*;

/// Doing so.
pub(super) struct Sprint;

/// How far it leads.
fn metres(world: &World, id: Id) -> i32 {
    4 * creature::basic_movement(world, id)
}

impl Solo for Sprint {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "run",
        groups: &[Group::Move],
        purpose: Purpose::Sprint,
        price: Price::Points(3),
        ..ActionKind::new("sprint", "Sprint", "Has four times its Basic Movement more.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-10"));

    fn done(world: &mut World, id: Id) {
        let more = metres(world, id);
        creature::change(world, id, METRES, more, [rule!("MOM-ACT-10")].into_iter().chain(creature::slowed(world, id)));
    }

    /// MOM-TRIG-10: held, it is walked at once.
    fn released(world: &mut World, id: Id) {
        let metres = metres(world, id);
        held_walk::begin(world, id, metres, rule!("MOM-ACT-10"));
    }
}
