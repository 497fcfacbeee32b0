//! Standing up (ESS-PRONE-4).

use super::super::motion::walk;
use super::doer::*;

/// Getting up.
pub(super) struct Stand;

impl Solo for Stand {
    type Rules = Essence;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Posture"),
        purpose: Purpose::Move,
        readied: true,
        ..ActionKind::new("stand", "Stand up", "Ends Prone.")
    };

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        needs(doer.has(condition::PRONE), rule!("ESS-PRONE-4"), "It stands.")
    }

    fn done(world: &mut World, id: Id) {
        walk::stand_up(world, id);
    }
}
