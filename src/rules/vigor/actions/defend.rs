//! Defend: until its next turn each Defense costs 2 Vigor less (VIG-ACT-11, VIG-ACT-12).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::conditions::DEFENDING;
use super::super::ruleset::Vigor;
use crate::battle::*;
use crate::rule;

/// Doing so.
pub(super) struct Defend;

const KIND: ActionKind = ActionKind {
    icon: "shield",
    purpose: Purpose::Guard,
    ..ActionKind::new(
        "defend",
        "Defend",
        "Until its next turn each Defense costs 2 Vigor less.",
    )
};

impl Solo for Defend {
    type Rules = Vigor;
    const KIND: &'static ActionKind = &KIND;

    fn done(world: &mut World, id: Id) {
        if !who::gain(world, id, DEFENDING, Lasts::TurnStart(id), rule!("VIG-ACT-11")) {
            world.note(id, "once is enough", rule!("VIG-ACT-12"));
        }
    }
}
