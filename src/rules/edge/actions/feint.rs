//! Feint: a minor action; a contest, and the first blow at that enemy has advantage (EDG-MIN-2).

use super::super::fight::aid;
use super::doer::*;

/// Feinting.
pub(super) struct Feinting;

impl Action for Feinting {
    type Rules = Edge;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "melee",
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        range: 1,
        ..ActionKind::new(
            "feint",
            "Feint",
            "If its check comes higher, its first attack hand to hand on that enemy has advantage.",
        )
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "edge.feint", aid::feint);

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::Minor
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let mut offer = Self::KIND.offer();
        offer.cost = Cost::Minor.words();
        offer.refusal = menu.judge(|| Edge::affords(doer, &Cost::Minor));
        menu.add(offer);
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let foe = act.target.ok_or_else(|| Refusal::new("no_target", "Name whom it feints at."))?;
        aid::may_feint(doer.world, doer.id, foe)?;
        Ok(foe)
    }
}
