//! Hide: a roll against every enemy's passive perception (SOL-ACT-4).

use super::super::field::sight;
use super::doer::*;

/// Doing so.
pub(super) struct Hide;

const KIND: ActionKind = ActionKind {
    purpose: Purpose::Hide,
    ..ActionKind::new("hide", "Hide", "d8 + Stealth against every enemy's passive perception.")
};

impl Solo for Hide {
    type Rules = Sol;
    const KIND: &'static ActionKind = &KIND;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "sol.hides", hide);

    fn may(means: &Doer<'_>) -> Result<(), Refusal> {
        means.pay(Some(KIND.key), 1)
    }

    fn done(world: &mut World, id: Id) {
        told(world, id, KIND.label, None, rule!("SOL-ACT-4"));
        spend(world, id, KIND.key, 1);
        Self::defer(world, id, ());
    }
}

/// The roll.
fn hide(world: &mut World, id: Id, (): ()) {
    sight::hide(world, id, false);
}
