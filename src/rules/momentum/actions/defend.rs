//! Defend: attack rolls against it have disadvantage until its next turn, its Defense Rolls advantage (MOM-ACT-4, MOM-ACT-5).

use super::super::data::conditions::DEFENDING;
use super::doer::*;

/// Doing so.
pub(super) struct Defend;

impl Solo for Defend {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "shield",
        purpose: Purpose::Guard,
        price: Price::Points(2),
        ..ActionKind::new(
            "defend",
            "Defend",
            "Until its next turn attack rolls against it have disadvantage, and it has advantage on its Defense Rolls.",
        )
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-4"));

    fn done(world: &mut World, id: Id) {
        gain(world, id, DEFENDING, Lasts::TurnStart(id), [rule!("MOM-ACT-4")]);
    }
}
