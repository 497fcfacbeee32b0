//! First aid: stabilises the dying, stops bleeding (EDG-STAB, EDG-COND-BLE-3).

use super::super::fight::first_aid::{self, Aid};
use super::doer::*;

/// Giving it.
pub(super) struct FirstAid;

impl Action for FirstAid {
    type Rules = Edge;
    type Plan = Aid;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "heal",
        purpose: Purpose::Mend,
        aimed: &[AimedAt::Creature],
        range: 1,
        ..ActionKind::new(
            "first_aid",
            "First aid",
            "Stabilises a dying creature beside it, or stops bleeding with a use of a kit.",
        )
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "edge.first_aid", first_aid::give);

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        first_aid::patients(doer.world, doer.id).next().is_some()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Aid, Refusal> {
        let patient = act.target.ok_or_else(|| Refusal::new("no_target", "Name whom it tends."))?;
        first_aid::may_give(doer.world, doer.id, patient)
    }
}
