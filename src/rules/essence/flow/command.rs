//! Command: beasts, mounts and the like, which act only at a word, on the Turn of whoever gave it (ESS-CMD-1 to ESS-CMD-7).

use bevy::prelude::World;

use super::super::body::controller::{Obeys, bound, followers};
use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::sight;
use super::super::motion::fall;
use super::super::motion::fly;
use super::{breath, turn_start};
use crate::battle::{Event, *};
use crate::level::is_same_name;
use crate::rule;

/// Whether one has the other under its control: by the level's word, or from its back.
fn controls(world: &World, id: Id, target: Id) -> bool {
    let Some(obeys) = world.part::<Obeys>(target) else {
        return false;
    };
    let name = world.resource::<Names>().name(id);
    let named = obeys.masters.iter().any(|master| is_same_name(master, name));
    named || creature::mount_of(world, id) == Some(target)
}

/// Whether somebody who has it under control could still Command it; what nobody can Command fights for nobody.
pub(crate) fn led(world: &World, id: Id) -> bool {
    let leads = |other: Id| controls(world, other, id) && !bound(world, other) && creature::conscious(world, other);
    !bound(world, id) || on_map(world).any(|other| creature::friendly(world, id, other) && leads(other))
}

/// Whether a creature can be Commanded by another now.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn check(world: &World, id: Id, target: Id) -> Result<(), Refusal> {
    let ours = is_on_map(world, target)
        && controls(world, id, target)
        && !bound(world, id)
        && creature::friendly(world, id, target);
    let refuse = |rule: Rule, code: &'static str, message: &'static str| Err(Refusal::by(rule, code, message));
    if !ours {
        refuse(rule!("ESS-CMD-1"), "not_yours", "It is not under its control.")
    } else if world.the::<Obeys>(target).round == world.resource::<Flow>().round {
        let message = "It was Commanded in this Round already.";
        refuse(rule!("ESS-CMD-3"), "commanded", message)
    } else if !creature::able(world, target) || creature::surprised(world, target) {
        refuse(rule!("ESS-CMD-6"), "unable", "It can do nothing now.")
    } else {
        Ok(())
    }
}

/// ESS-CMD-1, ESS-CMD-6: the word is given; its Actions are counted by its own state.
pub(crate) fn command(world: &mut World, id: Id, target: Id) {
    let round = world.resource::<Flow>().round;
    let whom = world.resource::<Names>().name(id).to_owned();
    {
        let mut obeys = world.the_mut::<Obeys>(target);
        obeys.whom = whom;
        obeys.round = round;
    }
    let from = world.the::<Position>(target).at;
    {
        let mut turn = world.the_mut::<TurnUsage>(target);
        turn.used = 0;
        turn.freed = 0;
        turn.ends_moves();
        turn.aired = None;
        turn.flew = false;
        turn.controlled.clear();
        turn.from = from;
    }
    let actions = creature::allowance(world, target);
    let change = (0, actions.value);
    let event = Event::resource(target, "actions", change).by(rule!("ESS-CMD-1")).by(rule!("ESS-CMD-6")).trace(actions);
    world.tell(event);
}

/// ESS-CMD-4, ESS-CMD-7: the start of a commander's Turn is the start of theirs, whether they are Commanded on it or not.
pub(crate) fn turn_starts(world: &mut World, id: Id) {
    for follower in followers(world, id).into_iter().rev() {
        let from = world.the::<Position>(follower).at;
        *world.the_mut::<TurnUsage>(follower) = TurnUsage {
            had_turn: !creature::surprised(world, follower),
            from,
            // Without a Command it has no Actions (ESS-CMD-5).
            used: 3,
            ..TurnUsage::default()
        };
        let event = Event::note("its Turn starts with its commander's").actor(follower);
        world.tell(event.by_all([rule!("ESS-CMD-4"), rule!("ESS-CMD-5"), rule!("ESS-CMD-7")]));
        turn_start::begin(world, follower);
    }
}

/// ESS-CMD-6: the end of a commander's Turn is the end of theirs.
pub(crate) fn turn_ends(world: &mut World, id: Id) {
    let round = world.resource::<Flow>().round;
    for follower in followers(world, id) {
        let roused = world.the::<Obeys>(follower).round == round;
        if roused && creature::actions_left(world, follower) > 0 && creature::able(world, follower) {
            world.note(follower, "its unused Actions lapse", rule!("ESS-CMD-6"));
        }
        fly::end_action(world, follower);
        {
            let mut turn = world.the_mut::<TurnUsage>(follower);
            turn.used = 3;
            turn.ends_moves();
        }
        breath::turn_ends(world, follower);
        if is_on_map(world, follower) {
            environment::tread(world, follower, None);
            sight::turn_ends(world, follower);
            fall::unflown(world, follower);
        }
    }
}
