//! What a creature is able to do now, and who is whose enemy.

use bevy::prelude::World;

use super::super::data::{Deeds, Profile, Stats, Tracks, conditions::*};
use crate::battle::{Event, *};
use crate::rule;

/// The profile.
pub fn profile(world: &World, id: Id) -> &Profile {
    &world.the::<Stats>(id).0
}

/// Whether two creatures are enemies: other sides, neither of them neutral.
pub fn hostile(world: &World, a: Id, b: Id) -> bool {
    let (a, b) = (side_of(world, a), side_of(world, b));
    let sides = &world.resource::<LevelRes>().0.sides;
    a != b && !sides[a.0 as usize].neutral && !sides[b.0 as usize].neutral
}

/// On the map and conscious.
pub fn conscious(world: &World, id: Id) -> bool {
    is_on_map(world, id) && !has_condition(world, id, UNCONSCIOUS)
}

/// Whether its turn is under way.
pub fn own_turn(world: &World, id: Id) -> bool {
    world.resource::<Flow>().active() == Some(id)
}

/// Actions of a turn as things are, with the reasons (VIG-ACT-1, VIG-AMB-2, VIG-COND-11).
pub fn actions(world: &World, id: Id) -> Trace {
    let own = profile(world, id).actions;
    let mut out = Trace::new("actions", 0).with(Trace::new("a turn", own).by(rule!("VIG-ACT-1")));
    if has_condition(world, id, AMBUSHED) {
        out.push(Trace::becomes("Ambushed", 1).by(rule!("VIG-AMB-2")));
    }
    if has_condition(world, id, STUNNED) {
        out.push(Trace::new("Stunned", -1).by(rule!("VIG-COND-11")));
    }
    out
}

/// Actions left on its turn.
pub fn actions_left(world: &World, id: Id) -> i32 {
    (actions(world, id).value - world.the::<Deeds>(id).used).max(0)
}

/// Why it can do nothing, if so (VIG-VIGOR-3, VIG-COND-2).
///
/// # Errors
/// The rule that stands against it.
pub fn able(world: &World, id: Id) -> Result<(), Refusal> {
    if !conscious(world, id) {
        return Err(Refusal::by(rule!("VIG-COND-2"), "unconscious", "It is unconscious."));
    }
    if has_condition(world, id, WINDED) {
        return Err(Refusal::by(rule!("VIG-VIGOR-3"), "winded", "Winded: it cannot act."));
    }
    Ok(())
}

/// Whether it may react for this much Vigor (VIG-REACT-7, VIG-REACT-13, VIG-REACT-19).
///
/// # Errors
/// Why not, and the rule.
pub fn can_react(world: &World, id: Id, price: i32) -> Result<(), (Text, Rule)> {
    if !conscious(world, id) {
        return Err(("unconscious".into(), rule!("VIG-COND-3")));
    }
    if has_condition(world, id, WINDED) {
        return Err(("Winded".into(), rule!("VIG-VIGOR-6")));
    }
    if own_turn(world, id) {
        return Err(("no reactions on its own turn".into(), rule!("VIG-REACT-7")));
    }
    let left = world.the::<Tracks>(id).vigor;
    if left < price {
        return Err((
            format!("it costs {price} Vigor; {left} is left").into(),
            rule!("VIG-REACT-13"),
        ));
    }
    Ok(())
}

/// Uses up actions.
pub fn pay_actions(world: &mut World, id: Id, actions: i32) {
    if actions == 0 {
        return;
    }
    let before = actions_left(world, id);
    world.the_mut::<Deeds>(id).used += actions;
    let change = (before, actions_left(world, id));
    let name = "actions".into();
    world.tell(
        Event::new(What::Resource { name, change })
            .actor(id)
            .by(rule!("VIG-ACT-1")),
    );
}

/// Tells that something is the case, with its rule.
pub fn note(world: &mut World, id: Id, text: impl Into<Text>, rule: Rule) {
    world.tell(Event::new(What::Note { text: text.into() }).actor(id).by(rule));
}

/// Gives a condition; whether it is new.
pub fn gain(world: &mut World, id: Id, key: &'static str, lasts: Lasts, rule: Rule) -> bool {
    let new = world.change::<Conditions, _>(id, |all| all.add(key, lasts)) == Some(true);
    if new {
        world.tell(Event::new(What::gains(world, key)).target(id).by(rule));
    }
    new
}

/// Takes a condition away; whether it was there.
pub fn lose(world: &mut World, id: Id, key: &'static str, rule: Rule) -> bool {
    let there = world.change::<Conditions, _>(id, |all| all.remove(key)) == Some(true);
    if there {
        world.tell(Event::new(What::loses(world, key)).target(id).by(rule));
    }
    there
}
