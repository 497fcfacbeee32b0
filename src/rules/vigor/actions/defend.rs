//! Defend: until its next turn each Defense costs 2 Vigor less (VIG-ACT-11, VIG-ACT-12).

use super::super::data::conditions::DEFENDING;
use super::doer::*;

/// Doing so.
pub(super) struct Defend;

impl Solo for Defend {
    type Rules = Vigor;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "shield",
        purpose: Purpose::Guard,
        ..ActionKind::new("defend", "Defend", "Until its next turn each Defense costs 2 Vigor less.")
    };

    fn done(world: &mut World, id: Id) {
        if !creature::gain(world, id, DEFENDING, Lasts::TurnStart(id), rule!("VIG-ACT-11")) {
            world.note(id, "once is enough", rule!("VIG-ACT-12"));
        }
    }
}
