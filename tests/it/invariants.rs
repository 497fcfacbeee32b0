//! What is always true of a battle, whatever was ordered: checked after every order of random fights. First what holds under every
//! ruleset, then what each of them adds.

use battlemat::battle::{
    Arrives, Battle, ById, Conditions, Creature, Dead, Flights, Id, Map, Measure, Names, Place, Position,
    closed_door_at, floor_of, is_on_map, lay, on_map, outcome, space,
};
use battlemat::rules::essence::stats::TurnUsage as Deeds;
use battlemat::rules::sol::stats::{Held, Pool, Posture, Stance, Stats, TurnUsage as Done, condition};

/// Checks everything that can be checked at this moment.
pub(crate) fn check(battle: &Battle) {
    let rests = battle.world().resource::<Flights>().top().is_none();
    for (id, name) in battle.world().resource::<Names>().iter() {
        if battle.world().part::<Creature>(id).is_none() {
            continue;
        }
        pools_are_in_range(battle, id, name);
        conditions_have_their_sources(battle, id, name);
        if battle.world().part::<Dead>(id).is_some() {
            the_dead_do_nothing(battle, id, name);
        }
        if is_on_map(battle.world(), id) && rests {
            nobody_is_in_a_wall(battle, id, name);
            who_is_carried_is_where_the_carrier_is(battle, id, name);
        }
    }
    the_order_names_everybody_once(battle);
    whoever_is_asked_can_answer(battle);
    if rests {
        the_fight_ends_when_it_is_decided(battle);
    }
    match battle.ruleset().key() {
        "sol" => sol(battle, rests),
        "essence" => essence(battle, rests),
        _ => {
            all_stand(battle, rests);
            crate::invariants_others::check(battle, rests);
        }
    }
}

/// Every pool and counter is between nothing and its most.
fn pools_are_in_range(battle: &Battle, id: Id, name: &str) {
    let sheet = battle.ruleset().sheet(battle.world(), id);
    for gauge in sheet.gauges.iter().chain(&sheet.pips) {
        // Essence and Momentum count wounds on below zero, down to death: as far as their own numbers say.
        let health = gauge.measure == Measure::Health;
        let below_zero = ["essence", "momentum"].contains(&battle.ruleset().key()) && health;
        let least = match battle.world().part::<Dead>(id) {
            Some(_) if below_zero => i32::MIN,
            None if below_zero && battle.ruleset().key() == "momentum" => 1 - constitution(&sheet),
            None if below_zero => 1 - gauge.max,
            _ => 0,
        };
        let range = least..=gauge.max;
        assert!(range.contains(&gauge.now), "{name}: {} {} of {}", gauge.label, gauge.now, gauge.max);
    }
}

/// What Momentum's death goes by.
fn constitution(sheet: &battlemat::battle::Sheet) -> i32 {
    let stat = sheet.stats.iter().find(|stat| stat.key == "constitution");
    stat.map_or(0, |stat| stat.value.parse().expect("a Stat should be a number"))
}

/// Whoever a condition came from is, or was, somebody of this battle; what holds only while they stand there is for each ruleset to say.
fn conditions_have_their_sources(battle: &Battle, id: Id, name: &str) {
    let world = battle.world();
    for one in world.part::<Conditions>(id).into_iter().flat_map(|all| &all.0) {
        let Some(source) = one.source else { continue };
        let known = world.resource::<Names>().iter().any(|(other, _)| other == source);
        // Under Edge a creature's own power, exhaustion or trauma counts as a source.
        let own = source == id && battle.ruleset().key() != "edge";
        assert!(known && !own, "{name} is {} by {source:?}", one.key);
    }
}

/// Nobody has two turns in a round, and whoever has one has not left the fight before it began.
fn the_order_names_everybody_once(battle: &Battle) {
    let order = &battle.flow().order;
    for (place, slot) in order.iter().enumerate() {
        let name = battle.name(slot.creature);
        let again = order[place + 1..].iter().any(|other| other.creature == slot.creature);
        assert!(!again, "{name} is twice in the order");
        assert!(battle.world().part::<Creature>(slot.creature).is_some(), "{name} is no creature and in the order");
    }
    // Whoever dies on its own turn may leave the others a question.
    let acting = battle.decision().is_none() && battle.outcome().is_none();
    for actor in battle.actors().into_iter().filter(|_| acting) {
        assert!(is_on_map(battle.world(), actor), "{} acts from nowhere", battle.name(actor));
    }
}

/// A question has answers, and is put to somebody who is there.
fn whoever_is_asked_can_answer(battle: &Battle) {
    let Some(decision) = battle.decision() else { return };
    let name = battle.name(decision.creature);
    assert!(!decision.choices.is_empty(), "{name} is asked and can answer nothing");
    let keys: std::collections::BTreeSet<_> = decision.choices.iter().map(|choice| &choice.key).collect();
    assert_eq!(keys.len(), decision.choices.len(), "two answers of {name} are one: {decision:?}");
    assert!(battle.world().part::<Dead>(decision.creature).is_none(), "{name} is dead and asked: {decision:?}");
}

/// Whoever is dead lies still, off the map and out of the order.
fn the_dead_do_nothing(battle: &Battle, id: Id, name: &str) {
    assert!(!is_on_map(battle.world(), id), "{name} is dead and on the map");
    // Whoever dies on its own turn may leave the others a question, such as where to stand without it; after the fight nobody has a turn.
    if battle.decision().is_none() && battle.outcome().is_none() {
        assert!(battle.active() != Some(id), "{name} is dead and has the turn");
        assert!(battle.flow().place(id).is_none(), "{name} is dead and in the order");
    }
}

fn nobody_is_in_a_wall(battle: &Battle, id: Id, name: &str) {
    let world = battle.world();
    for square in space(world, id).squares() {
        assert!(world.resource::<Map>().contains(square), "{name} is off the map at {square:?}");
        // Underground there is nothing but what is solid.
        let position = world.the::<Position>(id);
        if position.height >= world.resource::<Map>().ground(position.at) {
            assert!(!world.resource::<Map>().solid(square), "{name} is in a wall at {square:?} {}", last_told(battle));
            assert!(!closed_door_at(world, square), "{name} is in a closed door at {square:?}");
        }
    }
}

fn who_is_carried_is_where_the_carrier_is(battle: &Battle, id: Id, name: &str) {
    if let Some(carrier) = battle.ruleset().carrier(battle.world(), id) {
        let (own, of) = (Place::of(battle.world(), id), Place::of(battle.world(), carrier));
        let within =
            own.space.squares().all(|at| of.space.contains(at)) || of.space.squares().all(|at| own.space.contains(at));
        assert!(within && own.height == of.height, "{name} at {own:?} is carried by one at {of:?}");
    }
}

/// The fight is over as soon as its end is reached.
fn the_fight_ends_when_it_is_decided(battle: &Battle) {
    if battle.outcome().is_none() && battle.flow().round > 0 {
        assert_eq!(outcome(battle.world()), None, "the fight should be over");
    }
}

/// What holds under Essence: who is in the air, carried, or in a grapple, and what the dead have left.
fn essence(battle: &Battle, rests: bool) {
    let world = battle.world();
    if rests {
        let faults = crate::invariants_essence::faults(world);
        assert!(faults.is_empty(), "{faults:#?} {}", last_told(battle));
    }
    for (id, name) in world.resource::<Names>().iter() {
        if world.part::<Dead>(id).is_some() && world.part::<Creature>(id).is_some() {
            let ready = world.part::<Deeds>(id).and_then(|deeds| deeds.ready.as_ref());
            assert!(ready.is_none(), "{name} is dead and has something ready");
            assert!(!crate::invariants_essence::in_grapple(world, id), "{name} is dead and in a grapple");
        }
    }
}

/// What holds under Secrets of Sol.
fn sol(battle: &Battle, rests: bool) {
    let world = battle.world();
    for (id, name) in world.resource::<Names>().iter() {
        if world.part::<Creature>(id).is_none() || world.part::<Arrives>(id).is_some() {
            continue;
        }
        let stance = world.the::<Stance>(id);
        let done = world.the::<Done>(id);
        let held = world.the::<Held>(id);
        if world.part::<Dead>(id).is_some() {
            assert!(held.0.is_empty(), "{name} is dead and holds {held:?}");
            assert!(done.ready.is_none(), "{name} is dead and has something ready");
        }
        if !is_on_map(world, id) {
            continue;
        }
        let ails = |key: &str| world.the::<Conditions>(id).has(key);
        assert_eq!(stance.posture == Posture::Prone, ails(condition::PRONE), "{name}: {stance:?}");
        if ails(condition::UNCONSCIOUS) {
            assert!(held.0.is_empty(), "{name} is unconscious and holds {held:?}");
            assert!(done.ready.is_none(), "{name} is unconscious and has something ready");
        }
        let pool = world.the::<Pool>(id);
        assert!(pool.now <= world.the::<Stats>(id).0.pool_set, "{name}: {pool:?}");
        if rests {
            stands_or_hangs(battle, id, name);
            stands_alone(battle, id, name);
        }
    }
}

/// Whether a creature is one of those that keep themselves in the air.
fn can_fly(battle: &Battle, id: Id) -> bool {
    let sheet = battle.ruleset().sheet(battle.world(), id);
    sheet.stats.iter().any(|stat| stat.key == "flies")
}

/// Whether a creature holds on to a face, or something holds it where it is.
fn is_held_up(battle: &Battle, id: Id) -> bool {
    let all = battle.world().part::<Conditions>(id);
    all.is_some_and(|all| ["hanging", "held_aloft"].iter().any(|key| all.has(key)))
}

/// What holds under the other rulesets: a creature stands on the floor, or is above it and flies, is held there or is carried.
fn all_stand(battle: &Battle, rests: bool) {
    let world = battle.world();
    for id in on_map(world).filter(|_| rests) {
        let here = Place::of(world, id);
        let floor = floor_of(world, here.space);
        let is_kept = || can_fly(battle, id) || is_held_up(battle, id) || battle.ruleset().carrier(world, id).is_some();
        assert!(
            here.height == floor || (here.height > floor && is_kept()),
            "{} hangs in the air at {:?} {}",
            battle.name(id),
            here.space.at,
            last_told(battle)
        );
    }
}

/// SOL-FALL-3: on the floor, or on a face that is there.
fn stands_or_hangs(battle: &Battle, id: Id, name: &str) {
    let world = battle.world();
    let here = Place::of(world, id);
    let floor = floor_of(world, here.space);
    let Some(hold) = world.the::<Stance>(id).clings else {
        assert_eq!(here.height, floor, "{name} hangs in the air at {:?}", here.space.at);
        return;
    };
    let footing = &lay(world).1.footing;
    let face = footing.get(hold.face).expect("a face should be on the map");
    assert_eq!(hold.foot, here.space.at, "{name} has left its hold");
    assert!(floor < here.height && here.height <= face.height, "{name} hangs on no face: {hold:?}");
    assert!(!face.solid, "{name} hangs on a wall: {hold:?}");
    assert_eq!(world.the::<Stance>(id).posture, Posture::Standing, "{name} lies on a face");
}

/// SOL-OCC-6: between two orders nobody shares a square, but for a move that ends there after all.
fn stands_alone(battle: &Battle, id: Id, name: &str) {
    let world = battle.world();
    let shares = on_map(world).find(|&other| other != id && space(world, other).overlaps(space(world, id)));
    assert_eq!(shares, None, "{name} shares a square");
}

/// What was told last, to find out why something does not hold.
pub(crate) fn last_told(battle: &Battle) -> String {
    let cast = battle.world().resource::<Names>();
    let events = battle.events();
    let last = &events[events.len().saturating_sub(25)..];
    let lines: Vec<String> = last.iter().map(|event| event.describe(cast)).collect();
    format!("in {} under {}, after {}", battle.level().name, battle.ruleset().key(), lines.join("; "))
}
