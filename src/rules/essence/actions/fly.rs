//! Fly: twice the Speed through the air (ESS-FLY-1).

use super::super::field::cover;
use super::doer::*;

/// Taking wing, or flying on.
pub(super) struct Fly;

impl Solo for Fly {
    type Rules = Essence;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        family: Some("Flight"),
        purpose: Purpose::Move,
        ..ActionKind::new("fly", "Fly", "Twice the Speed through the air.")
    };
    const FACTS: Facts = Facts::PaidBy(rule!("ESS-FLY-1"));

    fn concerns(doer: &Doer<'_>) -> bool {
        doer.profile().flight.is_some()
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        let (world, id) = (doer.world, doer.id);
        let free = creature::entangled(world, id).is_none() && !doer.has(condition::PRONE);
        let open = doer.stance().riding.is_none() && !cover::buried(world, id);
        let can = doer.profile().flight.is_some() && free && open;
        needs(can, rule!("ESS-FLY-1"), "It cannot fly now.")
    }

    fn done(world: &mut World, id: Id) {
        let speed = creature::speed(world, id).value;
        {
            let mut stance = world.the_mut::<Stance>(id);
            if !stance.aloft {
                stance.heading = None;
            }
            stance.aloft = true;
        }
        // In the air nobody holds on to a surface, nor does a partner that is lifted off it.
        for one in std::iter::once(id).chain(creature::tied(world, id)) {
            world.the_mut::<Stance>(one).climbing = false;
        }
        let mut turn = world.the_mut::<TurnUsage>(id);
        turn.run = 2 * speed;
        turn.flew = true;
        turn.aired = Some(0);
    }
}
