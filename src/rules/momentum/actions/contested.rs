//! Actions against another creature that a Skill Check decides (MOM-CON-1): of each only what it is about and what it takes.

use std::marker::PhantomData;

use super::super::fight::check::{About, Contest};
use super::doer::*;

/// What most of them have in common.
pub(super) const KIND: ActionKind = ActionKind {
    icon: "melee",
    family: Some("Contests"),
    purpose: Purpose::Control,
    aimed: &[AimedAt::Creature],
    price: Price::Points(2),
    range: 1,
    ..ActionKind::new("", "", "")
};

/// One of them.
pub(super) trait Contested: Send + Sync + 'static {
    /// What can be read of it without a battle.
    const KIND: &'static ActionKind;
    /// Its rule.
    const RULE: Rule;
    /// What the Skill Check is about.
    const ABOUT: About;

    /// Whether it can be done, but for what holds for all of them.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn may(_doer: &Doer<'_>, _act: &Act) -> Result<(), Refusal> {
        Ok(())
    }
}

/// One of them as a row of the bar.
pub(super) struct Against<C>(PhantomData<C>);

impl<C> Against<C> {
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<C: Contested> Action for Against<C> {
    type Rules = Momentum;
    type Plan = Contest;
    const KIND: &'static ActionKind = C::KIND;
    const FACTS: Option<Rule> = Some(C::RULE);

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Contest, Refusal> {
        C::may(doer, act)?;
        Contest::against(doer.world, doer.id, act.target, C::ABOUT)
    }

    fn begin(&self, world: &mut World, _id: Id, contest: Contest) {
        contest.launch(world, C::KIND.label);
    }
}
