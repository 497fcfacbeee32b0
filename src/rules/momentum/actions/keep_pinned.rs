//! Keeps enemies pinned down that it has pinned (MOM-CINE-9).

use super::super::fight::pin;
use super::doer::*;

/// Doing so.
pub(super) struct KeepPinned;

impl Solo for KeepPinned {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "pinned",
        purpose: Purpose::Control,
        price: Price::Points(2),
        ..ActionKind::new("keep_pinned", "Keep pinned", "Keeps those whom it has pinned down Restrained for this turn.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-CINE-9"));

    fn concerns(doer: &Doer<'_>) -> bool {
        !pin::pinned(doer.world, doer.id).is_empty()
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        if pin::pinned(doer.world, doer.id).is_empty() {
            return Err(Refusal::by(rule!("MOM-CINE-9"), "nobody", "It has pinned nobody down."));
        }
        if pin::is_kept(doer.world, doer.id) {
            return Err(Refusal::by(rule!("MOM-CINE-9"), "already", "They are pinned down until its next turn ends."));
        }
        Ok(())
    }

    fn done(world: &mut World, id: Id) {
        pin::keep(world, id);
    }
}
