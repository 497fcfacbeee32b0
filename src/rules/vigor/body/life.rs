//! What keeps a creature going: Durability, then Health; Wounded, Shock, death; and lying down (VIG-LIFE, VIG-PRONE).

use bevy::prelude::World;

use super::super::data::{Nature, Tracks, TurnUsage, conditions::*};
use super::creature;
use crate::battle::{Event, *};
use crate::rule;

/// Damage as it comes to a body: all protection has been counted.
pub(crate) struct Blow {
    /// How it was reckoned.
    pub trace: Trace,
    /// What it is made of.
    pub part: DamagePart,
    /// Whether it passes Durability by.
    pub to_health: bool,
}

/// VIG-LIFE-1 to VIG-LIFE-10: takes damage off a body.
pub(crate) fn suffer(world: &mut World, id: Id, blow: Blow) {
    let amount = blow.part.amount;
    if amount == 0 || !is_on_map(world, id) {
        return;
    }
    let before = *world.the::<Tracks>(id);
    let living = creature::profile(world, id).nature == Nature::Living;
    let was_wounded = has_condition(world, id, WOUNDED);
    let in_shock = has_condition(world, id, SHOCK);
    let shrugged = if blow.to_health && living { 0 } else { amount.min(before.durability) };
    let to_health = blow.to_health;
    let deep = if living { (amount - shrugged).min(before.health) } else { 0 };
    *world.the_mut::<Tracks>(id) =
        Tracks { durability: before.durability - shrugged, health: before.health - deep, ..before };
    let Blow { trace, part, .. } = blow;
    let told = |world: &mut World, part: DamagePart, trace: Trace, pool: &'static str, change, rules: Vec<Rule>| {
        let mut event = Event::new(What::damage(vec![part], pool, change)).target(id).trace(trace);
        event.rules = rules;
        world.tell(event);
    };
    let deeper = (living && amount > shrugged).then(|| (part.clone(), trace.clone()));
    if shrugged > 0 || !living {
        let mut part = part;
        if living {
            // What goes on to Health is told by itself.
            part.came -= amount - shrugged;
            part.amount = shrugged;
        }
        let mut rules = vec![rule!("VIG-LIFE-1")];
        if !living {
            rules.push(rule!("VIG-OBJ-6"));
            rules.extend(to_health.then_some(rule!("VIG-LIFE-22")));
        }
        told(world, part, trace, "durability", (before.durability, before.durability - shrugged), rules);
    }
    if let Some((part, trace)) = deeper {
        let part = if shrugged > 0 { DamagePart::new(part.kind, amount - shrugged) } else { part };
        let rules = if to_health {
            vec![rule!("VIG-LIFE-6")]
        } else if was_wounded {
            vec![rule!("VIG-LIFE-5")]
        } else {
            vec![rule!("VIG-LIFE-2")]
        };
        let change = (before.health, before.health - deep);
        told(world, part, trace, "health", change, rules);
    }
    if in_shock {
        return die(world, id, rule!("VIG-LIFE-10"));
    }
    if living && before.health == 0 && amount > shrugged {
        return die(world, id, rule!("VIG-LIFE-15"));
    }
    if !living {
        if before.durability <= shrugged {
            die(world, id, rule!("VIG-OBJ-6"));
        } else {
            wake(world, id, rule!("VIG-COND-6"));
        }
        return;
    }
    if before.durability > 0 && shrugged == before.durability {
        creature::gain(world, id, WOUNDED, Lasts::UntilEnded, rule!("VIG-LIFE-3"));
        if amount == shrugged {
            world.note(id, "its Health is untouched", rule!("VIG-LIFE-4"));
        }
    }
    if before.health > 0 && deep == before.health {
        fall_into_shock(world, id);
    } else if before.health > 0 && has_condition(world, id, UNCONSCIOUS) {
        wake(world, id, rule!("VIG-COND-6"));
    }
}

/// Comes to itself.
pub(crate) fn wake(world: &mut World, id: Id, rule: Rule) {
    creature::lose(world, id, UNCONSCIOUS, rule);
}

/// VIG-COND-6: knows of nothing, and lies on the ground.
pub(crate) fn faint(world: &mut World, id: Id) {
    if creature::gain(world, id, UNCONSCIOUS, Lasts::UntilEnded, rule!("VIG-COND-6")) {
        knock_down(world, id, rule!("VIG-COND-6"));
        creature::cut_short(world, id);
    }
}

/// VIG-LIFE-11: its clock stands still; it stays unconscious.
pub(crate) fn stabilise(world: &mut World, id: Id) {
    creature::lose(world, id, SHOCK, rule!("VIG-LIFE-11"));
}

/// VIG-LIFE-13, VIG-LIFE-14: has Health again, and comes to itself.
pub(crate) fn revive(world: &mut World, id: Id) {
    let rule = if creature::lose(world, id, SHOCK, rule!("VIG-LIFE-14")) {
        rule!("VIG-LIFE-14")
    } else {
        rule!("VIG-LIFE-13")
    };
    wake(world, id, rule);
}

/// VIG-LIFE-8, VIG-LIFE-9: unconscious, and a clock that runs down.
pub(crate) fn fall_into_shock(world: &mut World, id: Id) {
    let rounds = creature::profile(world, id).stamina;
    creature::gain(world, id, SHOCK, Lasts::UntilEnded, rule!("VIG-LIFE-8"));
    world.change::<Conditions, _>(id, |all| {
        let clock = all.0.iter_mut().filter(|one| one.key == SHOCK);
        // The round in which it falls is not counted.
        clock.for_each(|clock| clock.amount = rounds + 1);
    });
    creature::gain(world, id, UNCONSCIOUS, Lasts::UntilEnded, rule!("VIG-LIFE-8"));
    knock_down(world, id, rule!("VIG-COND-6"));
    world.tell(Event::new(What::Down).target(id).by(rule!("VIG-ENC-9")));
    environment::fallen(world, id);
    creature::cut_short(world, id);
}

/// VIG-LIFE-9: the clock of one in Shock goes on for a round.
pub(crate) fn count_down(world: &mut World, id: Id) {
    let mut left = None;
    world.change::<Conditions, _>(id, |all| {
        if let Some(clock) = all.0.iter_mut().find(|one| one.key == SHOCK) {
            clock.amount -= 1;
            left = Some(clock.amount);
        }
    });
    match left {
        Some(0) => die(world, id, rule!("VIG-LIFE-9")),
        Some(1) => world.note(id, "dies in 1 round", rule!("VIG-LIFE-9")),
        Some(left) => world.note(id, format!("dies in {left} rounds"), rule!("VIG-LIFE-9")),
        None => {}
    }
}

/// Dies, or is destroyed.
pub(crate) fn die(world: &mut World, id: Id, rule: Rule) {
    if is_on_map(world, id) {
        world.tell(Event::new(What::Dies).target(id).by(rule));
        spawn::leave(world, id, true);
    }
}

/// VIG-PRONE-1, VIG-PRONE-3: knocked down; on its own turn what it is doing is negated.
pub(crate) fn knock_down(world: &mut World, id: Id, rule: Rule) {
    if !is_on_map(world, id) {
        return;
    }
    if !creature::gain(world, id, PRONE, Lasts::UntilEnded, rule) {
        world.note(id, "stays on the ground", rule!("VIG-PRONE-10"));
    }
    let own_turn = creature::own_turn(world, id);
    halt(world, id, if own_turn { rule!("VIG-PRONE-3") } else { rule!("VIG-PRONE-11") });
    if own_turn {
        creature::break_off(world, id);
    }
    let mut turn = world.the_mut::<TurnUsage>(id);
    turn.negated |= own_turn;
}

/// The Move of a creature ends where it is, with all that was left of it.
pub(crate) fn halt(world: &mut World, id: Id, rule: Rule) {
    world.the_mut::<TurnUsage>(id).run = 0;
    if let Some((flight, _)) = uppermost::<Moving>(world).filter(|(_, moving)| moving.creature == id) {
        world.the_mut::<Moving>(flight).rest.clear();
        world.note(id, "its Move is over", rule);
    }
}

/// Gives points of a track back, up to its most (VIG-LIFE-7, VIG-LIFE-22).
pub(crate) fn mend(world: &mut World, id: Id, points: i32, health: bool, rule: Rule) {
    let profile = creature::profile(world, id);
    let (durability_max, health_max) = (profile.durability_max(), profile.health_max());
    let mut tracks = world.the_mut::<Tracks>(id);
    let (pool, before, now) = if health {
        let before = tracks.health;
        tracks.health = (before + points).min(health_max);
        ("health", before, tracks.health)
    } else {
        let before = tracks.durability;
        tracks.durability = (before + points).min(durability_max);
        ("durability", before, tracks.durability)
    };
    if now == before {
        if health && health_max == 0 {
            world.note(id, "has no Health", rule!("VIG-LIFE-22"));
        }
        return;
    }
    let pool = pool.into();
    let change = (before, now);
    let event = Event::new(What::Heal { pool, change }).target(id);
    // The most is what its scores make of it, or what is written; its size makes nothing more of it (VIG-SIZE-7).
    world.tell(event.by(rule).by(rule!("VIG-LIFE-22")));
    if health {
        if before == 0 {
            revive(world, id);
        }
    } else {
        creature::lose(world, id, WOUNDED, rule!("VIG-LIFE-7"));
    }
}
