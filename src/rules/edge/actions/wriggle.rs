//! Get out from under: one on whom a thing has fallen tries to break free (EDG-COLL-4).

use super::super::fight::collision;
use super::doer::*;

/// Doing so.
pub(super) struct Wriggle;

impl Solo for Wriggle {
    type Rules = Edge;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "escape",
        purpose: Purpose::Other,
        ..ActionKind::new(
            "get_out",
            "Get out from under",
            "Breaks free of what has fallen on it, by Strength and Might.",
        )
    };
    const STAGE: Option<Deferral<Self>> =
        Deferral::to(Stage::Rolls, "edge.gets_out", |world, id, ()| collision::break_free(world, id));

    fn concerns(doer: &Doer<'_>) -> bool {
        collision::pinned_under(doer.world, doer.id).is_some()
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if <Self as Solo>::concerns(doer) {
            Ok(())
        } else {
            Err(Refusal::by(rule!("EDG-COLL-4"), "free", "Nothing has fallen on it."))
        }
    }
}
