//! Move: as far again as its Basic Movement (MOM-ACT-9).

use super::super::body::creature;
use super::super::body::creature::METRES;
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
        creature::change(world, id, METRES, more, [rule!("MOM-ACT-9")]);
    }
}
