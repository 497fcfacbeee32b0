//! Minor actions against another creature that a contest decides (EDG-MIN): of each only what it is.

use std::marker::PhantomData;

use super::super::fight::{aid, stand};
use super::doer::*;

/// One of them.
pub(super) trait Quick: Send + Sync + 'static {
    /// What can be read of it without a battle.
    const KIND: &'static ActionKind;
    /// Under which name it is in flight.
    const NAME: &'static str;
    /// What an order must name.
    const ASKS: &'static str;

    /// Whether it can be done to a foe.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn may(world: &World, id: Id, foe: Id) -> Result<(), Refusal>;

    /// It is done.
    fn happen(world: &mut World, id: Id, foe: Id);
}

/// Feinting: if it comes off, the first blow at that enemy has advantage (EDG-MIN-2).
pub(super) struct Feinting;

impl Quick for Feinting {
    const KIND: &'static ActionKind = &ActionKind {
        icon: "melee",
        family: Some("Contests"),
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        range: 1,
        ..ActionKind::new(
            "feint",
            "Feint",
            "If its check comes higher, its first attack hand to hand on that enemy has advantage.",
        )
    };
    const NAME: &'static str = "edge.feint";
    const ASKS: &'static str = "Name whom it feints at.";

    fn may(world: &World, id: Id, foe: Id) -> Result<(), Refusal> {
        aid::may_feint(world, id, foe)
    }

    fn happen(world: &mut World, id: Id, foe: Id) {
        aid::feint(world, id, foe);
    }
}

/// Overrunning: if it comes off, the mover may cross that enemy's space (EDG-MIN-4 to EDG-MIN-7).
pub(super) struct Overrunning;

impl Quick for Overrunning {
    const KIND: &'static ActionKind = &ActionKind {
        icon: "run",
        family: Some("Contests"),
        purpose: Purpose::Move,
        aimed: &[AimedAt::Creature],
        range: 1,
        ..ActionKind::new(
            "overrun",
            "Overrun",
            "If its check comes higher, it may cross an enemy's space on this turn.",
        )
    };
    const NAME: &'static str = "edge.overruns";
    const ASKS: &'static str = "Name whom it would get past.";

    fn may(world: &World, id: Id, foe: Id) -> Result<(), Refusal> {
        stand::may_overrun(world, id, foe)
    }

    fn happen(world: &mut World, id: Id, foe: Id) {
        stand::overrun(world, id, foe);
    }
}

/// One of them as a row of the bar.
pub(super) struct Minor<Q>(PhantomData<Q>);

impl<Q> Minor<Q> {
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<Q: Quick> Action for Minor<Q> {
    type Rules = Edge;
    type Plan = Id;
    const KIND: &'static ActionKind = Q::KIND;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, Q::NAME, Q::happen);

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::Minor
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        doer.minor_row(Q::KIND, menu);
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let foe = act.target.ok_or_else(|| Refusal::new("no_target", Q::ASKS))?;
        Q::may(doer.world, doer.id, foe)?;
        Ok(foe)
    }
}
