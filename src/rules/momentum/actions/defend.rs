//! Defend: attack rolls against it have disadvantage until its next turn, its Defense Rolls advantage (MOM-ACT-4, MOM-ACT-5).

use bevy::prelude::World;

use super::super::data::conditions::DEFENDING;
use super::super::ruleset::Momentum;
use crate::battle::*;
use crate::rule;

/// Doing so.
pub(super) struct Defend;

const KIND: ActionKind = ActionKind {
    icon: "shield",
    purpose: Purpose::Guard,
    price: Price::Points(2),
    ..ActionKind::new(
        "defend",
        "Defend",
        "Until its next turn attack rolls against it have disadvantage, and it has advantage on its Defense Rolls.",
    )
};

impl Solo for Defend {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-4"));

    fn done(world: &mut World, id: Id) {
        gain(world, id, DEFENDING, Lasts::TurnStart(id), [rule!("MOM-ACT-4")]);
    }
}
