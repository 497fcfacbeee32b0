//! Overrun: a minor action that lets a mover cross an enemy's space (EDG-MIN-4 to EDG-MIN-7).

use super::super::fight::stand;
use super::doer::*;

/// Trying to.
pub(super) struct Overrunning;

impl Action for Overrunning {
    type Rules = Edge;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "run",
        purpose: Purpose::Move,
        aimed: &[AimedAt::Creature],
        range: 1,
        ..ActionKind::new(
            "overrun",
            "Overrun",
            "If its check comes higher, it may cross an enemy's space on this turn.",
        )
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "edge.overruns", stand::overrun);

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
        let foe = act.target.ok_or_else(|| Refusal::new("no_target", "Name whom it would get past."))?;
        stand::may_overrun(doer.world, doer.id, foe)?;
        Ok(foe)
    }
}
