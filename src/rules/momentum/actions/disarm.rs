//! Disarm: makes a creature drop what it holds (MOM-DISARM-1).

use super::super::fight::check::About;
use super::contested::{self, Contested};
use super::doer::*;

/// Doing so.
pub(super) struct Disarming;

impl Contested for Disarming {
    const KIND: &'static ActionKind = &ActionKind {
        key: "disarm",
        label: "Disarm",
        help: "Makes a creature drop what it holds, if its Skill Check comes higher.",
        ..contested::KIND
    };
    const RULE: Rule = rule!("MOM-DISARM-1");
    const ABOUT: About = About::Hands;

    fn may(doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        let target = act.named_target()?;
        if creature::is_present(doer.world, target) && hands::held(doer.world, target).next().is_none() {
            return Err(Refusal::by(rule!("MOM-DISARM-4"), "empty", "It holds nothing."));
        }
        Ok(())
    }
}
