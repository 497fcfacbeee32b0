//! Dodge: the next Attack against it is at Disadvantage (ESS-DODGE-1).

use super::doer::*;

/// Making ready to.
pub(super) struct Dodge;

impl Solo for Dodge {
    type Rules = Essence;
    const KIND: &'static ActionKind = &ActionKind {
        purpose: Purpose::Dodge,
        readied: true,
        ..ActionKind::new("dodge", "Dodge", "The next Attack against it is at Disadvantage.")
    };

    fn done(world: &mut World, id: Id) {
        told(world, id, "Dodge", None, rule!("ESS-DODGE-1"));
        world.the_mut::<TurnUsage>(id).dodges += 1;
    }
}
