//! Actions that concern only their actor. An order of one says nothing else, and there is one order for each row.

use super::deferred::Deferral;
use super::unit::{Action, ActionRules};
use crate::battle::values::{Act, ActionKind, Id, Refusal};
use bevy::prelude::World;

/// An [`Action`] of which all there is to understand is who does it.
pub trait Solo: Sized + Send + Sync + 'static {
    /// Whose.
    type Rules: ActionRules;
    /// What can be read of it without a battle.
    const KIND: &'static ActionKind;
    /// As [`Action::FACTS`].
    const FACTS: <Self::Rules as ActionRules>::Facts = <Self::Rules as ActionRules>::PLAIN;
    /// As [`Action::STAGE`].
    const STAGE: Option<Deferral<Self>> = None;

    /// As [`Action::concerns`].
    fn concerns(_doer: &<Self::Rules as ActionRules>::Doer<'_>) -> bool {
        true
    }
    /// Whether it can be done now; what it costs has been looked at.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn may(_doer: &<Self::Rules as ActionRules>::Doer<'_>) -> Result<(), Refusal> {
        Ok(())
    }
    /// The actor does it; it is paid. An action with a stage of its own waits for it.
    fn done(world: &mut World, id: Id) {
        Self::defer(world, id, ());
    }
    /// As [`Action::release`].
    fn released(world: &mut World, id: Id) {
        Self::done(world, id);
    }
}

impl<S: Solo> Action for S {
    type Rules = S::Rules;
    type Plan = ();
    const KIND: &'static ActionKind = S::KIND;
    const FACTS: <S::Rules as ActionRules>::Facts = S::FACTS;
    const STAGE: Option<Deferral<S>> = S::STAGE;

    fn concerns(&self, doer: &<S::Rules as ActionRules>::Doer<'_>) -> bool {
        S::concerns(doer)
    }

    fn parse(&self, doer: &<S::Rules as ActionRules>::Doer<'_>, _act: &Act) -> Result<(), Refusal> {
        S::may(doer)
    }

    fn begin(&self, world: &mut World, id: Id, (): ()) {
        S::done(world, id);
    }

    fn release(&self, world: &mut World, id: Id, (): ()) {
        S::released(world, id);
    }
}
