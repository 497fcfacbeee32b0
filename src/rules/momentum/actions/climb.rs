//! Climb: gets onto the back of a larger creature (MOM-CLIMB-1).

use super::super::fight::check::About;
use super::super::fight::ride;
use super::contested::{self, Contested};
use super::doer::*;

/// Doing so.
pub(super) struct Climbing;

impl Contested for Climbing {
    const KIND: &'static ActionKind = &ActionKind {
        icon: "climb",
        key: "climb",
        label: "Climb",
        help: "Gets onto the back of a larger creature, if its Skill Check comes higher.",
        ..contested::KIND
    };
    const RULE: Rule = rule!("MOM-CLIMB-1");
    const ABOUT: About = About::Back;

    fn may(doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        let target = act.named_target()?;
        if is_on_map(doer.world, target) {
            let size = |id: Id| creature::profile(doer.world, id).size;
            if size(target).above(size(doer.id)) < 1 {
                return Err(Refusal::by(rule!("MOM-CLIMB-1"), "too_small", "It must be larger than the climber."));
            }
            if ride::host(doer.world, doer.id) == Some(target) {
                return Err(Refusal::by(rule!("MOM-CLIMB-3"), "already", "It is on its back already."));
            }
            if ride::seats(doer.world, doer.id, target).is_empty() {
                return Err(Refusal::by(rule!("MOM-CLIMB-14"), "taken", "No place is left on its back."));
            }
        }
        if !doer.profile.climb_handless && hands::free(doer.world, doer.id) < 1 {
            return Err(Refusal::by(rule!("MOM-CLIMB-2"), "no_hand", "It takes a free hand."));
        }
        Ok(())
    }
}
