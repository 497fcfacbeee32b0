//! Readied actions: released at the smallest step that meets their trigger (ESS-READY rows).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::strike::{self, Deed, Strike};
use super::{gear, sight, stats::*, who};
use crate::battle::{Answer, Event, *};
use crate::rule;

/// Those whose trigger has come, next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Openings {
    queue: Vec<Id>,
    against: Id,
}

/// What a readied action does with its weapon.
pub fn deed_of(action: &str, weapon: &Weapon) -> Option<Deed> {
    match action {
        "attack" if weapon.reach_ft.is_some() => Some(Deed::Melee),
        "attack" if weapon.increment_ft.is_some() && !weapon.thrown => Some(Deed::Shot),
        "throw" if weapon.thrown => Some(Deed::Thrown),
        _ if weapon.reach_ft.is_some() => Maneuver::by_key(action).map(Deed::Maneuver),
        _ => None,
    }
}

fn waits_for(world: &World, owner: Id, actor: Id, cue: Cue) -> bool {
    let Some(ready) = world.part::<Deeds>(owner).and_then(|deeds| deeds.ready.as_ref()) else {
        return false;
    };
    ready.cue == cue
        && who::hostile(world, owner, actor)
        && who::able(world, owner)
        && shot(world, owner, actor).is_some()
}

/// The attack it would release upon somebody, if that is legal now.
fn shot(world: &World, owner: Id, target: Id) -> Option<Strike> {
    let ready = world.the::<Deeds>(owner).ready.clone()?;
    let weapon = gear::in_hand(world, owner, &ready.with)?;
    let deed = deed_of(&ready.action, &weapon)?;
    gear::usable(world, owner, &weapon).ok()?;
    strike::aims_at(world, owner, &weapon, deed, target).ok()?;
    let at = world.the::<Position>(target).at;
    Some(Strike::new(owner, weapon, deed, target, at))
}

/// Something happens that somebody may have waited for; those are asked in the order of turns after the actor.
pub fn announce(world: &mut World, actor: Id, cue: Cue) {
    if world.part::<OnMap>(actor).is_none() {
        return;
    }
    let order = world.resource::<Flow>().on_from(actor);
    let mut queue: Vec<Id> = order
        .into_iter()
        .filter(|&owner| world.part::<OnMap>(owner).is_some() && owner != actor && waits_for(world, owner, actor, cue))
        .collect();
    if queue.is_empty() {
        return;
    }
    queue.reverse();
    launch(world, Openings { queue, against: actor });
}

/// Asks, and releases what is to be released.
pub(super) fn offer(world: &mut World) {
    let Some((flight, openings)) = topmost::<Openings>(world) else {
        return;
    };
    if world.part::<Decision>(flight).is_some() {
        return;
    }
    let against = openings.against;
    let Some(&owner) = openings.queue.last() else {
        land(world);
        return;
    };
    let entity = world.entity_of(flight).expect("what is in flight should exist");
    let answer = world.entity_mut(entity).take::<Answer>();
    let strike = shot(world, owner, against).filter(|_| who::able(world, owner));
    if let Some(Answer(word)) = answer {
        world.the_mut::<Openings>(flight).queue.pop();
        if word == "release"
            && let Some(strike) = strike
        {
            release(world, owner, strike);
        }
        return;
    }
    let Some(strike) = strike else {
        world.the_mut::<Openings>(flight).queue.pop();
        return;
    };
    let names = world.resource::<Cast>();
    let prompt = format!(
        "Does {} release its readied action upon {}?",
        names.name(owner),
        names.name(against)
    );
    let decision = Decision {
        side: world.the::<Creature>(owner).side,
        creature: owner,
        kind: "ready".into(),
        prompt: prompt.into(),
        number: None,
        against: Some(against),
        choices: vec![
            Choice::new("release", strike.weapon.name.clone()).by(rule!("ESS-READY-5")),
            Choice::new("wait", "Wait").by(rule!("ESS-READY-5")),
        ],
    };
    let event = Event::new(What::Asked {
        side: decision.side,
        kind: "ready".into(),
    })
    .target(owner)
    .by(rule!("ESS-READY-5"))
    .by(rule!("ESS-READY-7"));
    world.tell(event);
    let entity = world.entity_of(flight).expect("what is in flight should exist");
    world.entity_mut(entity).insert(decision);
}

fn release(world: &mut World, owner: Id, strike: Strike) {
    world.the_mut::<Deeds>(owner).ready = None;
    let event = Event::new(What::Action {
        name: "Readied action".into(),
    })
    .actor(owner)
    .by(rule!("ESS-READY-2"))
    .by(rule!("ESS-READY-3"))
    .by(rule!("ESS-READY-4"));
    world.tell(event);
    strike::declare(world, strike);
}

/// ESS-READY-7: steps that somebody may have waited for.
pub fn stepped(world: &mut World, mover: Id, before: crate::grid::Footprint) {
    let came_near = |world: &World, owner: Id| {
        let reach = gear::reach(world, owner);
        let was = 5 * space(world, owner).steps(before);
        was > reach && who::distance(world, owner, mover) <= reach
    };
    let order = world.resource::<Flow>().on_from(mover);
    let mut queue: Vec<Id> = order
        .into_iter()
        .filter(|&owner| world.part::<OnMap>(owner).is_some() && owner != mover)
        .filter(|&owner| {
            waits_for(world, owner, mover, Cue::Moves)
                || (waits_for(world, owner, mover, Cue::EntersReach) && came_near(world, owner))
                || (waits_for(world, owner, mover, Cue::EntersSight) && sight::sees(world, owner, mover))
        })
        .collect();
    if queue.is_empty() {
        return;
    }
    queue.reverse();
    launch(world, Openings { queue, against: mover });
}
