//! Held actions: paid on one's turn, done by themselves when what they wait for has happened (MOM-TRIG).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::who;
use super::super::data::{HeldActions, Trigger, conditions::HIDDEN};
use super::super::field::aim;
use super::super::ruleset::Momentum;
use crate::battle::action::by_key;
use crate::battle::{Event, *};
use crate::grid::Footprint;
use crate::rule;

/// Something that has happened, and those who waited for it, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Sprung {
    /// Who did it.
    actor: Id,
    /// Who waited, and for what.
    queue: Vec<(Id, Trigger)>,
}

/// MOM-TRIG-4, MOM-TRIG-12, MOM-TRIG-14: somebody has come to where it is, from a space.
pub(crate) fn entered(world: &mut World, actor: Id, before: Footprint) {
    if !is_on_map(world, actor) {
        return;
    }
    let here = space(world, actor);
    spring(world, actor, |world, owner, trigger, act| match trigger {
        Trigger::EntersSquare(at) => here.contains(at) && !before.contains(at),
        Trigger::EntersRange => {
            let attacks = &who::profile(world, owner).attacks;
            let with = attacks.iter().find(|with| Some(&with.key) == act.with.as_ref());
            let aims = |there| with.is_some_and(|with| aim::aims_at(world, owner, with, actor, there).is_ok());
            aims(here) && !aims(before)
        }
        Trigger::Attacks => false,
    });
}

/// MOM-TRIG-16: somebody's attack is completely resolved.
pub(crate) fn attacked(world: &mut World, actor: Id) {
    if is_on_map(world, actor) {
        spring(world, actor, |_, _, trigger, _| trigger == Trigger::Attacks);
    }
}

/// MOM-TRIG-9: finds those who waited for what an enemy has done, in the order of their Initiative.
fn spring(world: &mut World, actor: Id, meets: impl Fn(&World, Id, Trigger, &Act) -> bool) {
    let mut queue = Vec::new();
    let waits = |owner: Id| {
        let enemy = who::hostile(world, owner, actor) && who::conscious(world, owner);
        enemy && knows(world, side_of(world, owner), actor)
    };
    let enemies = on_map(world).filter(|&owner| waits(owner));
    for owner in who::by_initiative(world, enemies) {
        let held = &world.the::<HeldActions>(owner).0;
        let met = held.iter().filter(|(trigger, act)| meets(world, owner, *trigger, act));
        queue.extend(met.map(|(trigger, _)| (owner, *trigger)));
    }
    if !queue.is_empty() {
        queue.reverse();
        launch(world, Sprung { actor, queue });
    }
}

/// MOM-HIDE-8, MOM-HIDE-9, MOM-HIDE-11: a creature has given itself away. On its own turn it stays hidden until the end of that.
pub(crate) fn give_away(world: &mut World, id: Id) {
    let active = world.resource::<Flow>().active();
    let own_turn = active.is_some_and(|active| who::sharing(world, active).contains(&id));
    match world.part_mut::<HiddenFrom>(id) {
        Some(mut hidden) if own_turn => hidden.given_away = !hidden.viewers.is_empty(),
        Some(_) => _ = hiding::reveal(world, id, None, HIDDEN, rule!("MOM-HIDE-11")),
        None => {}
    }
}

/// The next of them does what it held; whatever comes of that is resolved before the one after it (MOM-TRIG-17).
pub(super) fn release(world: &mut World) {
    while let Some((flight, sprung)) = topmost::<Sprung>(world) {
        let actor = sprung.actor;
        let Some((owner, trigger)) = world.the_mut::<Sprung>(flight).queue.pop() else {
            return land(world);
        };
        let held = &world.the::<HeldActions>(owner).0;
        let Some(place) = held.iter().position(|(waits_for, _)| *waits_for == trigger) else {
            continue;
        };
        // MOM-TRIG-5: one trigger, one performance.
        let (_, act) = world.the_mut::<HeldActions>(owner).0.remove(place);
        let unit = by_key::<Momentum>(&act.action).expect("what was held should be an action");
        match unit.at_trigger(&Momentum::doer(world, owner), &act, Some(actor)) {
            Ok(planned) => planned.begin(world),
            Err(why) => {
                let text = format!("loses what it held: {}", why.message);
                let event = Event::note(text).actor(owner);
                world.tell(event.by(rule!("MOM-TRIG-8")));
            }
        }
    }
}
