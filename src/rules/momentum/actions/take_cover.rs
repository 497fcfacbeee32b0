//! Taking Cover: half cover counts for more until its next turn, and it covers nobody of its own size (MOM-ACT-20 to MOM-ACT-23). It can be
//! declared anywhere, and counts where there is half cover (MOM-ACT-24).

use super::super::data::conditions::IN_COVER;
use super::doer::*;

/// Doing so.
pub(super) struct TakeCover;

impl Solo for TakeCover {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "shield",
        purpose: Purpose::Guard,
        ..ActionKind::new(
            "take_cover",
            "Taking Cover",
            "Until its next turn half cover gives it 2 more Evasion and 1 more on Defense Rolls.",
        )
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-20"));

    fn done(world: &mut World, id: Id) {
        gain(world, id, IN_COVER, Lasts::TurnStart(id), [rule!("MOM-ACT-20")]);
    }
}
