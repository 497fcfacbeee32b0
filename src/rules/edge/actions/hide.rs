//! Hide: where an enemy does not see it, a Stealth roll against what its enemies notice without looking (EDG-HIDE).

use super::super::fight::stealth;
use super::doer::*;

/// Doing so.
pub(super) struct Hide;

impl Solo for Hide {
    type Rules = Edge;
    const KIND: &'static ActionKind = &ActionKind {
        purpose: Purpose::Hide,
        ..ActionKind::new(
            "hide",
            "Hide",
            "Stealth, where not every enemy sees it: a total that each must exceed to notice it.",
        )
    };
    const STAGE: Option<Deferral<Self>> =
        Deferral::to(Stage::Rolls, "edge.hides", |world, id, ()| stealth::hide(world, id));

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        stealth::may_hide(doer.world, doer.id)
    }
}
