//! Defend: attacks against it have disadvantage until its next turn (EDG-ACT-3, EDG-ACT-4).

use super::super::data::conditions::DEFENDING;
use super::doer::*;

/// Doing so.
pub(super) struct Defend;

impl Solo for Defend {
    type Rules = Edge;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "shield",
        purpose: Purpose::Guard,
        ..ActionKind::new(
            "defend",
            "Defend",
            "Until its next turn attacks against it have disadvantage, and it has advantage on Dexterity saves.",
        )
    };

    fn done(world: &mut World, id: Id) {
        gain(world, id, DEFENDING, Lasts::TurnStart(id), [rule!("EDG-ACT-3")]);
    }
}
