//! Grab: holds a creature with a free hand (MOM-GRAB-1).

use super::super::fight::check::About;
use super::contested::{self, Contested};
use super::doer::*;

/// Doing so.
pub(super) struct Grabbing;

impl Contested for Grabbing {
    const KIND: &'static ActionKind = &ActionKind {
        key: "grab",
        label: "Grab",
        help: "Holds a creature with a free hand, if its Skill Check comes higher.",
        ..contested::KIND
    };
    const RULE: Rule = rule!("MOM-GRAB-1");
    const ABOUT: About = About::Hold;

    fn may(doer: &Doer<'_>, _act: &Act) -> Result<(), Refusal> {
        if hands::free(doer.world, doer.id) < 1 {
            let rule = hands::why_none_free(doer.world, doer.id, 1, rule!("MOM-GRAB-1"));
            return Err(Refusal::by(rule, "no_hand", "It takes a free hand."));
        }
        Ok(())
    }
}
