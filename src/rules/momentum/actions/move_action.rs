//! Move: as far again as its Basic Movement (MOM-ACT-9).

use super::super::body::creature;
use super::super::body::creature::METRES;
use super::super::fight::held_walk;
use super::doer::*;

/// Doing so.
pub(super) struct Run;

impl Solo for Run {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "walk",
        groups: &[Group::Move],
        purpose: Purpose::Sprint,
        ..ActionKind::new("move", "Move", "Has as much more movement as its Basic Movement.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-9"));

    fn done(world: &mut World, id: Id) {
        let more = creature::basic_movement(world, id);
        creature::change(world, id, METRES, more, [rule!("MOM-ACT-9")].into_iter().chain(creature::slowed(world, id)));
    }

    /// MOM-TRIG-10: held, it is walked at once.
    fn released(world: &mut World, id: Id) {
        let metres = creature::basic_movement(world, id);
        held_walk::begin(world, id, metres, rule!("MOM-ACT-9"));
    }
}
