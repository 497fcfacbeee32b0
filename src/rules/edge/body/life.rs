//! What keeps a creature going: vitality; unconsciousness and death; and lying down (EDG-VP, EDG-DEATH, EDG-PRONE).

use bevy::prelude::World;

use super::super::data::{Vitality, conditions::*};
use super::creature;
use crate::battle::{Event, *};
use crate::rule;

/// Takes damage off somebody; everything that protects has been counted (EDG-VP-1, EDG-DEATH-1 to EDG-DEATH-5).
pub(crate) fn suffer(world: &mut World, id: Id, parts: Vec<DamagePart>, how: Trace) {
    let amount: i32 = parts.iter().map(|part| part.amount).sum();
    if amount == 0 || !is_on_map(world, id) {
        return;
    }
    let before = world.the::<Vitality>(id).0;
    let now = (before - amount).max(0);
    world.the_mut::<Vitality>(id).0 = now;
    let event = Event::new(What::damage(parts, "vp", (before, now))).target(id).trace(how);
    world.tell(event.by(rule!("EDG-VP-1")));
    if now > 0 {
        return;
    }
    let profile = creature::profile(world, id);
    let (threshold, dies) = (profile.threshold(), profile.dies_at_zero);
    let excess = amount - before;
    if dies {
        die(world, id, rule!("EDG-DEATH-5"));
    } else if excess > threshold {
        die(world, id, rule!("EDG-DEATH-1"));
    } else if before > 0 {
        fall_unconscious(world, id);
    }
}

/// EDG-DEATH-2, EDG-COND-UNC-2: down, and knowing of nothing.
fn fall_unconscious(world: &mut World, id: Id) {
    gain(world, id, UNCONSCIOUS, Lasts::UntilEnded, [rule!("EDG-DEATH-2")]);
    lose(world, id, DEFENDING, [rule!("EDG-ACT-5")]);
    knock_down(world, id, rule!("EDG-COND-UNC-2"));
    world.tell(Event::new(What::Down).target(id).by(rule!("EDG-ROUND-4")));
    environment::fallen(world, id);
}

/// Dies.
fn die(world: &mut World, id: Id, rule: Rule) {
    world.tell(Event::new(What::Dies).target(id).by(rule));
    spawn::leave(world, id, true);
}

/// To the ground: a move that is under way ends.
pub(crate) fn knock_down(world: &mut World, id: Id, rule: Rule) {
    if is_on_map(world, id) && gain(world, id, PRONE, Lasts::UntilEnded, [rule]) {
        let moving = uppermost::<Moving>(world).filter(|(_, moving)| moving.creature == id);
        if let Some((flight, _)) = moving {
            world.the_mut::<Moving>(flight).rest.clear();
        }
    }
}

/// Gives vitality back, up to its most (EDG-VP-3, EDG-DEATH-7).
pub(crate) fn mend(world: &mut World, id: Id, points: i32, rule: Rule) {
    let most = creature::profile(world, id).vp_max;
    let before = world.the::<Vitality>(id).0;
    let now = (before + points).min(most);
    if now == before {
        return;
    }
    world.the_mut::<Vitality>(id).0 = now;
    let what = What::Heal { pool: "vp".into(), change: (before, now) };
    let event = Event::new(what).target(id).by(rule);
    world.tell(if now == most { event.by(rule!("EDG-VP-3")) } else { event });
    lose(world, id, UNCONSCIOUS, [rule!("EDG-DEATH-7")]);
}
