//! What a creature is able to do now, and who is whose enemy.

use bevy::prelude::World;

use super::super::data::{Profile, Stats, Tracks, TurnUsage, conditions::*};
use crate::battle::{Event, *};
use crate::rule;

/// The profile.
pub fn profile(world: &World, id: Id) -> &Profile {
    &world.the::<Stats>(id).0
}

/// Whether two creatures are enemies: other sides, neither of them neutral.
pub fn hostile(world: &World, a: Id, b: Id) -> bool {
    at_odds(world, side_of(world, a), side_of(world, b))
}

/// On the map and conscious.
pub fn conscious(world: &World, id: Id) -> bool {
    is_on_map(world, id) && !has_condition(world, id, UNCONSCIOUS)
}

/// VIG-COND-1: whether it can move at all: neither Bound nor Pinned.
pub fn held(world: &World, id: Id) -> bool {
    has_condition(world, id, BOUND) || has_condition(world, id, PINNED)
}

/// VIG-COND-1: whether it is Incapacitated.
pub fn incapacitated(world: &World, id: Id) -> bool {
    !conscious(world, id) || held(world, id)
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
    let lies_in_wait = profile(world, id).ambush && world.resource::<Flow>().round <= 1;
    if lies_in_wait && !has_condition(world, id, AMBUSHED) {
        let caught = on_map(world).any(|other| hostile(world, id, other) && has_condition(world, other, AMBUSHED));
        let term = Trace::new("lying in wait", 1).by(rule!("VIG-AMB-3"));
        out.push(if caught {
            term
        } else {
            Trace {
                refused: Some("nobody was caught".into()),
                ..term.by(rule!("VIG-AMB-4"))
            }
        });
    }
    if has_condition(world, id, STUNNED) {
        out.push(Trace::new("Stunned", -1).by(rule!("VIG-COND-11")));
    }
    out
}

/// Actions left on its turn.
pub fn actions_left(world: &World, id: Id) -> i32 {
    (actions(world, id).value - world.the::<TurnUsage>(id).used).max(0)
}

/// What an action takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Actions.
    pub actions: i32,
    /// Vigor.
    pub vigor: i32,
    /// Mana.
    pub mana: i32,
    /// Whether it can be done without moving (VIG-COND-2).
    pub still: bool,
    /// Whether it goes on with what was begun before.
    pub goes_on: bool,
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
    if held(world, id) {
        return Err(("held fast".into(), rule!("VIG-COND-3")));
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

/// VIG-ENC-8: what takes several actions is lost.
pub fn break_off(world: &mut World, id: Id) {
    if let Some((_, done)) = world.the_mut::<TurnUsage>(id).under_way.take() {
        note(
            world,
            id,
            format!("what it had spent {done} actions on is lost"),
            rule!("VIG-ENC-8"),
        );
    }
}

/// Uses up actions; whatever takes several of them is broken off by any other.
pub fn pay_actions(world: &mut World, id: Id, actions: i32) {
    if actions == 0 {
        return;
    }
    break_off(world, id);
    let before = actions_left(world, id);
    world.the_mut::<TurnUsage>(id).used += actions;
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

/// VIG-COND-9, VIG-COND-10: what comes of a track that has run out is a condition like any other, with a rule of its own.
fn of_a_condition(key: &str, rule: Rule) -> impl Iterator<Item = Rule> + use<> {
    let own = match key {
        WINDED => Some(rule!("VIG-COND-9")),
        WOUNDED => Some(rule!("VIG-COND-10")),
        _ => None,
    };
    [rule].into_iter().chain(own)
}

/// Gives a condition; whether it is new.
pub fn gain(world: &mut World, id: Id, key: &'static str, lasts: Lasts, rule: Rule) -> bool {
    let new = crate::battle::gain(world, id, key, lasts, of_a_condition(key, rule));
    if new && matches!(key, UNCONSCIOUS | BOUND | PINNED | WINDED) {
        break_off(world, id);
    }
    new
}

/// Gives a condition that comes from somebody; the longer of two that are the same stays (VIG-COND-15).
pub fn gain_from(world: &mut World, id: Id, key: &'static str, source: Option<Id>, lasts: Lasts, rule: Rule) {
    let source = source.filter(|&source| source != id);
    if gain(world, id, key, lasts, rule) {
        world.change::<Conditions, _>(id, |all| {
            if let Some(one) = all.0.iter_mut().find(|one| one.key == key) {
                one.source = source;
            }
        });
    } else {
        world.change::<Conditions, _>(id, |all| {
            if let Some(one) = all.0.iter_mut().find(|one| one.key == key) {
                one.lasts = longer(one.lasts, lasts);
            }
        });
        note(
            world,
            id,
            format!("is {key} once, and for the longer time"),
            rule!("VIG-COND-15"),
        );
    }
}

/// The one of two durations that ends later.
fn longer(one: Lasts, other: Lasts) -> Lasts {
    match (one, other) {
        (Lasts::Rounds(a), Lasts::Rounds(b)) => Lasts::Rounds(a.max(b)),
        (Lasts::TurnEnd(_), Lasts::UntilSaved) | (_, Lasts::UntilEnded) => other,
        _ => one,
    }
}

/// VIG-ENC-12, VIG-COND-12: until the end of its next turn, which is never the one in progress: that one's end makes it so
/// ([`comes_round`]).
pub fn to_its_next_turn(world: &World, id: Id) -> Lasts {
    if own_turn(world, id) {
        Lasts::UntilSaved
    } else {
        Lasts::TurnEnd(id)
    }
}

/// At the end of a turn, whatever lasts until the end of the next one.
pub fn comes_round(world: &mut World, id: Id) {
    world.change::<Conditions, _>(id, |all| {
        let waiting = all.0.iter_mut().filter(|one| one.lasts == Lasts::UntilSaved);
        waiting.for_each(|one| one.lasts = Lasts::TurnEnd(id));
    });
}

/// Takes a condition away; whether it was there.
pub fn lose(world: &mut World, id: Id, key: &'static str, rule: Rule) -> bool {
    crate::battle::lose(world, id, key, of_a_condition(key, rule))
}
