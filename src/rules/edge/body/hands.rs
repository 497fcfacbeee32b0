//! What a creature has in its hands, what it must do to have something ready, and what lies on the ground (EDG-TURN-3, EDG-TURN-7,
//! EDG-TURN-8, EDG-GRAP-9).

use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::{Attack, Hauling, Profile, Stats, TurnUsage};
use super::creature;
use crate::battle::*;
use crate::grid::Square;
use crate::rule;

/// A thing in hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Held {
    /// The key of it.
    pub key: Text,
    /// How many hands are on it.
    pub grip: u8,
}

/// What a creature's hands hold, in the order in which they took it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct InHand(pub Vec<Held>);

impl Portable for Attack {
    fn key(&self) -> &str {
        &self.key
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// What is needed of the hands before something is used, and by which rule each comes for nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Handling {
    /// One hand lets go of a thing that two hold (EDG-TURN-8).
    Loosen(Text),
    /// A thing falls (EDG-TURN-8).
    Drop(Text),
    /// A thing is put away: the free interaction (EDG-TURN-3).
    PutAway(Text),
    /// More hands on a thing that is held: the free interaction (EDG-TURN-3).
    Grip(Text),
    /// A thing at hand is taken: the free interaction (EDG-TURN-3).
    Take(Text),
    /// A weapon is drawn with the attack (EDG-TURN-7).
    Draw(Text),
}

/// What hands may do on an occasion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct May {
    /// EDG-TURN-7: draw a weapon with the attack.
    pub draw: bool,
    /// EDG-TURN-3: interact for nothing.
    pub interact: bool,
    /// EDG-TURN-8: let something fall.
    pub drop: bool,
}

impl May {
    /// On its own turn, with or without a weapon drawn.
    pub(crate) fn on_turn(world: &World, id: Id, draw: bool) -> Self {
        let interact = !world.the::<TurnUsage>(id).interacted;
        Self { draw, interact, drop: true }
    }
}

/// What it holds when the fight begins: what a level says, or as much of its list as its hands can.
pub(crate) fn at_start(profile: &Profile) -> InHand {
    let mut left = profile.hands;
    let mut held = Vec::new();
    let named = |with: &&Attack| profile.in_hand.as_ref().is_none_or(|keys| keys.contains(&with.key));
    for with in profile.attacks.iter().filter(|with| with.hands > 0).filter(named) {
        if let Some(rest) = left.checked_sub(with.hands) {
            left = rest;
            held.push(Held { key: with.key.clone().into(), grip: with.hands });
        }
    }
    InHand(held)
}

/// What it has under a key that takes hands.
pub(crate) fn item<'w>(world: &'w World, id: Id, key: &str) -> Option<&'w Attack> {
    creature::profile(world, id).attacks.iter().find(|with| with.hands > 0 && with.key == key)
}

/// What is in its hands.
pub(crate) fn held(world: &World, id: Id) -> &[Held] {
    world.part::<InHand>(id).map_or(&[], |held| &held.0)
}

/// EDG-TRA-31: whether it leans on a crutch, a staff or a spear.
pub(crate) fn has_cane(world: &World, id: Id) -> bool {
    held(world, id).iter().any(|one| ["crutch", "staff", "spear"].contains(&&*one.key))
}

/// How many hands are on a thing.
pub(crate) fn grip(world: &World, id: Id, key: &str) -> u8 {
    held(world, id).iter().find(|one| *one.key == *key).map_or(0, |one| one.grip)
}

/// Whether something can be used just as it is: it is part of the body, or enough hands are on it.
pub(crate) fn is_ready(world: &World, id: Id, with: &Attack) -> bool {
    with.hands == 0 || grip(world, id, &with.key) >= with.hands
}

/// What it can attack with at once: what is ready and works.
pub(crate) fn usable(world: &World, id: Id) -> impl Iterator<Item = &Attack> {
    let ready = move |with: &&Attack| creature::works(world, id, with).is_ok() && is_ready(world, id, with);
    creature::profile(world, id).attacks.iter().filter(ready)
}

/// How many of its hands hold nothing. A creature in its grasp takes one (EDG-GRAP-9).
pub(crate) fn free(world: &World, id: Id) -> i32 {
    let full: i32 = held(world, id).iter().map(|one| i32::from(one.grip)).sum();
    let grasps = i32::try_from(creature::held_by(world, id).len()).unwrap_or(i32::MAX);
    // EDG-LOAD-5: what it hauls takes one.
    let hauls = i32::from(world.part::<Hauling>(id).is_some());
    i32::from(creature::profile(world, id).hands) - full - grasps - hauls
}

/// How many hands could be free at once: one of two lets go for nothing (EDG-TURN-8).
pub(crate) fn free_with_ease(world: &World, id: Id) -> i32 {
    let loose: i32 = held(world, id).iter().map(|one| i32::from(one.grip.max(1)) - 1).sum();
    free(world, id) + loose
}

/// Frees a hand for something other than a weapon, if that costs nothing.
pub(crate) fn free_one(world: &mut World, id: Id) {
    if free(world, id) < 1 {
        let two = held(world, id).iter().find(|one| one.grip > 1).map(|one| one.key.clone());
        if let Some(key) = two {
            handle(world, id, &[Handling::Loosen(key)]);
        }
    }
}

/// What a creature's hands do so that something can be used, in order; nothing where it is ready.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn makes_ready(world: &World, id: Id, with: &Attack, may: May) -> Result<Vec<Handling>, Refusal> {
    let key = || Text::from(with.key.clone());
    let now = grip(world, id, &with.key);
    let needs = i32::from(with.hands) - i32::from(now);
    if needs <= 0 {
        return Ok(Vec::new());
    }
    let take = match (now > 0, may.draw) {
        (true, _) => Handling::Grip(key()),
        (false, true) => Handling::Draw(key()),
        (false, false) => Handling::Take(key()),
    };
    let mut interactions = i32::from(may.interact) - i32::from(!matches!(take, Handling::Draw(_)));
    if interactions < 0 {
        let message = format!("The {} is not in its hands.", with.name);
        return Err(Refusal::by(rule!("EDG-TURN-4"), "not_in_hand", message));
    }
    let mut free = free(world, id);
    let mut out = Vec::new();
    let others = || held(world, id).iter().filter(|one| *one.key != *with.key);
    for one in others().filter(|one| one.grip > 1) {
        if free < needs {
            free += 1;
            out.push(Handling::Loosen(one.key.clone()));
        }
    }
    for one in others() {
        if free >= needs {
            break;
        }
        if interactions > 0 {
            interactions -= 1;
            out.push(Handling::PutAway(one.key.clone()));
        } else if may.drop {
            out.push(Handling::Drop(one.key.clone()));
        } else {
            break;
        }
        // A thing that was held by two hands has let go of one by now.
        free += 1;
    }
    if free < needs {
        return Err(Refusal::by(rule!("EDG-GRAP-9"), "no_hand", "It has too few free hands for it."));
    }
    out.push(take);
    Ok(out)
}

/// Does it, and tells each by its rule.
pub(crate) fn handle(world: &mut World, id: Id, all: &[Handling]) {
    for one in all {
        match one {
            Handling::Loosen(key) => {
                set_grip(world, id, key, 1);
                told(world, id, "holds {} in one hand", key, rule!("EDG-TURN-8"));
            }
            Handling::Drop(key) => drop(world, id, key, rule!("EDG-TURN-8")),
            Handling::PutAway(key) => {
                world.the_mut::<TurnUsage>(id).interacted = true;
                put_away(world, id, key);
            }
            Handling::Grip(key) | Handling::Take(key) => {
                world.the_mut::<TurnUsage>(id).interacted = true;
                take(world, id, key, rule!("EDG-TURN-3"));
            }
            Handling::Draw(key) => {
                world.the_mut::<TurnUsage>(id).drew = true;
                take(world, id, key, rule!("EDG-TURN-7"));
            }
        }
    }
}

/// What of it a player should know before it is done: what is put away, and what falls.
pub(crate) fn words(world: &World, id: Id, all: &[Handling]) -> String {
    let name = |key: &Text| item(world, id, key).map_or_else(String::new, |with| with.name.clone());
    let words = |one: &Handling| match one {
        Handling::Drop(key) => Some(format!("drops {}", name(key))),
        Handling::PutAway(key) => Some(format!("puts {} away", name(key))),
        Handling::Grip(key) | Handling::Take(key) | Handling::Draw(key) => Some(format!("takes {} in hand", name(key))),
        Handling::Loosen(_) => None,
    };
    all.iter().filter_map(words).collect::<Vec<_>>().join(", ")
}

fn told(world: &mut World, id: Id, text: &str, key: &str, rule: Rule) {
    let name = item(world, id, key).map_or_else(|| key.to_owned(), |with| with.name.clone());
    world.note(id, text.replace("{}", &name), rule);
}

fn set_grip(world: &mut World, id: Id, key: &str, grip: u8) {
    let mut held = world.part::<InHand>(id).cloned().unwrap_or_default();
    match held.0.iter_mut().find(|one| *one.key == *key) {
        Some(one) => one.grip = grip,
        None => held.0.push(Held { key: key.to_owned().into(), grip }),
    }
    held.0.retain(|one| one.grip > 0);
    world.put(id, held);
}

/// Takes something in hand that it has, with as many hands as it takes.
pub(crate) fn take(world: &mut World, id: Id, key: &str, rule: Rule) {
    let Some(hands) = item(world, id, key).map(|with| with.hands) else { return };
    set_grip(world, id, key, hands);
    told(world, id, "takes {} in hand", key, rule);
}

/// Puts something away.
pub(crate) fn put_away(world: &mut World, id: Id, key: &str) {
    set_grip(world, id, key, 0);
    told(world, id, "puts {} away", key, rule!("EDG-TURN-3"));
}

/// EDG-RNG-9: what was thrown is in no hand any more.
pub(crate) fn leaves_hand(world: &mut World, id: Id, key: &str) {
    set_grip(world, id, key, 0);
}

/// Takes something from a creature for good: it is in its hands and on its list no more.
pub(crate) fn lose(world: &mut World, id: Id, key: &str) -> Option<Attack> {
    let item = item(world, id, key)?.clone();
    set_grip(world, id, key, 0);
    let stats = &mut world.the_mut::<Stats>(id).0;
    Arc::make_mut(stats).attacks.retain(|with| with.key != key);
    Some(item)
}

/// Gives a creature something, into as many of its free hands as it takes. Of two things alike each has a key of its own, so that hands
/// and orders tell them apart.
pub(crate) fn receive(world: &mut World, id: Id, mut item: Attack) {
    free_one(world, id);
    let grip = free(world, id).clamp(0, i32::from(item.hands));
    let known = |key: &str| creature::profile(world, id).attacks.iter().any(|with| with.key == key);
    let mut key = item.key.clone();
    let mut number = 1;
    while known(&key) {
        number += 1;
        key = format!("{}_{number}", item.key);
    }
    item.key.clone_from(&key);
    let stats = &mut world.the_mut::<Stats>(id).0;
    Arc::make_mut(stats).attacks.push(item);
    set_grip(world, id, &key, u8::try_from(grip).unwrap_or(0));
}

/// Lets something fall where a creature stands.
pub(crate) fn drop(world: &mut World, id: Id, key: &str, rule: Rule) {
    let at = space(world, id).at;
    if let Some(item) = lose(world, id, key) {
        world.note(id, format!("drops {}", item.name), rule);
        world.resource_mut::<GroundItems<Attack>>().lay_down(at, item);
    }
}

/// Lets everything fall that a creature holds.
pub(crate) fn drop_all(world: &mut World, id: Id, rule: &Rule) {
    let keys: Vec<Text> = held(world, id).iter().map(|one| one.key.clone()).collect();
    for key in keys {
        drop(world, id, &key, rule.clone());
    }
}

/// Lets something of a creature's fall on one of its squares, by another's deed.
pub(crate) fn falls_to(world: &mut World, id: Id, key: &str, at: Square) {
    if let Some(item) = lose(world, id, key) {
        world.resource_mut::<GroundItems<Attack>>().lay_down(at, item);
    }
}

/// What lies within its reach.
pub(crate) fn within_reach(world: &World, id: Id) -> Vec<GroundItem<Attack>> {
    let own = space(world, id);
    world.resource::<GroundItems<Attack>>().near(world, own).cloned().collect()
}
