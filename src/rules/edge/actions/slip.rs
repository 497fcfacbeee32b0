//! Let go of a face: a creature that hangs falls (EDG-MOVE-16).

use super::super::data::conditions::HANGING;
use super::super::motion::pace;
use super::doer::*;

/// Doing so.
pub(super) struct Slip;

impl Solo for Slip {
    type Rules = Edge;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "release",
        groups: &[Group::Free],
        purpose: Purpose::Move,
        price: Price::Free,
        ..ActionKind::new("slip", "Let go of the face", "Falls from where it hangs, for nothing.")
    };

    fn concerns(doer: &Doer<'_>) -> bool {
        has_condition(doer.world, doer.id, HANGING)
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if <Self as Solo>::concerns(doer) {
            Ok(())
        } else {
            Err(Refusal::by(rule!("EDG-MOVE-16"), "no_face", "It does not hang on a face."))
        }
    }

    fn done(world: &mut World, id: Id) {
        pace::let_go(world, id);
    }
}
