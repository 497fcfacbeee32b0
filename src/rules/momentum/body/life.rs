//! What keeps a creature going: Vitality, Down, Bleeding, death; and lying down (MOM-VIT).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::{HeldActions, Points, StatKind, Vitality, conditions::*};
use super::creature;
use crate::battle::{Event, *};
use crate::rule;

/// Takes lethal damage off somebody; everything that protects has been counted.
pub(crate) fn suffer(world: &mut World, id: Id, parts: Vec<DamagePart>, how: Trace) {
    let amount: i32 = parts.iter().map(|part| part.amount).sum();
    if amount == 0 || !is_on_map(world, id) {
        return;
    }
    let before = world.the::<Vitality>(id).0;
    let now = before - amount;
    world.the_mut::<Vitality>(id).0 = now;
    let event = Event::new(What::damage(parts, "vitality", (before, now)));
    world.tell(event.target(id).trace(how).by(rule!("MOM-VIT-1")));
    if now <= -creature::profile(world, id).stat(StatKind::Con) {
        world.tell(Event::new(What::Dies).target(id).by(rule!("MOM-VIT-5")));
        return spawn::leave(world, id, true);
    }
    if now < 1 {
        let rule = if before < 1 { rule!("MOM-VIT-4") } else { rule!("MOM-VIT-2") };
        gain(world, id, BLEEDING, Lasts::UntilEnded, [rule]);
    }
    if now < 1 && gain(world, id, DOWN, Lasts::UntilEnded, [rule!("MOM-VIT-3")]) {
        fall(world, id);
    }
}

/// MOM-VIT-3: it lies there, has nothing to pay with, and what it held is lost; it keeps its place in the round.
fn fall(world: &mut World, id: Id) {
    knock_down(world, id, rule!("MOM-VIT-3"));
    lose(world, id, DEFENDING, [rule!("MOM-VIT-3")]);
    let wp = creature::points(world, id).wp;
    *world.the_mut::<Points>(id) = Points { wp, ..Points::default() };
    world.the_mut::<HeldActions>(id).0.clear();
    world.tell(Event::new(What::Down).target(id).by(rule!("MOM-VIT-3")));
    environment::fallen(world, id);
}

/// To the ground.
pub(crate) fn knock_down(world: &mut World, id: Id, rule: Rule) {
    if is_on_map(world, id) {
        gain(world, id, PRONE, Lasts::UntilEnded, [rule]);
    }
}

/// Gives Vitality back, up to its most (MOM-VIT-10, MOM-VIT-11).
pub(crate) fn mend(world: &mut World, id: Id, points: i32) {
    let before = world.the::<Vitality>(id).0;
    let now = (before + points).min(creature::profile(world, id).vitality_max);
    if now == before {
        return;
    }
    let what = What::Heal { pool: "vitality".into(), change: (before, now) };
    world.tell(Event::new(what).target(id).by(rule!("MOM-VIT-10")));
    set(world, id, now);
}

/// Has so much Vitality: whoever has any is Down no longer, and lies there still.
pub(crate) fn set(world: &mut World, id: Id, now: i32) {
    world.the_mut::<Vitality>(id).0 = now;
    if now > 0 && lose(world, id, DOWN, [rule!("MOM-VIT-10")]) && has_condition(world, id, BLEEDING) {
        world.note(id, "goes on bleeding", rule!("MOM-VIT-11"));
    }
}

/// MOM-STAT-14: what Bleeding takes at the place of a creature in the round.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Bleeds(pub Id);

impl Later for Bleeds {
    const STAGE: Stage = Stage::Damage;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        let kind = DamageKind { key: BLEEDING.into(), name: "Bleeding".into(), tint: Tint::Plain };
        let how = Trace::new("Bleeding", 3).by(rule!("MOM-STAT-14"));
        suffer(world, id, vec![DamagePart::new(kind, 3)], how);
    }
}
