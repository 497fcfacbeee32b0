//! What is always true in an Essence battle, looked at after every order of random fights on ground that has everything: wings, pits,
//! faces, water, ice, soft earth, beasts to ride.
//!
//! It asks the components alone, not the rules that should keep them so.

use std::collections::BTreeSet;
use std::sync::Arc;

use battlemat::ai::Random;
use battlemat::battle::{
    Battle, ById, Conditions, Dead, Id, Map, MoveKind, Order, Position, company, has_condition, is_on_map, on_map,
    space,
};
use battlemat::grid::Length;
use battlemat::rules;
use battlemat::rules::essence::stats::{Stance, Stats, condition};
use bevy::prelude::World;

const GROUND: &str = r#"
name = "Everything at once"
ruleset = "essence"
map = '''
##################
#....^^....::::..#
#.a..^^..b.::::..#
#....^^....::::c.#
#..d.....e.......#
#..~~~~....ii....#
#..~~~~....ii.FF.#
#.M...~..#....FF.#
#.....~..#.......#
#.g......#....h..#
##################
'''
elevation = '''
..................
..................
..................
..................
..................
......33..........
......33..........
..................
..................
..................
..................
'''
[terrain]
pit = { like = "pit", pit = "30 ft" }
sheet = { like = "ice", ice = "3 in" }
[legend]
"i" = { terrain = "sheet" }
"a" = { creature = "soldier", side = "blue", name = "Ana", essence = { level = 3, flight = "plain", weapons = ["unarmed", "sword"], spells = ["flame_dart", "veil"] } }
"b" = { creature = "soldier", side = "red", name = "Bor", essence = { level = 3, flight = "improved", weapons = ["unarmed", "spear"] } }
"c" = { creature = "soldier", side = "red", name = "Cam", essence = { level = 2, burrow = true, weapons = ["unarmed"] } }
"d" = { creature = "scout", side = "blue", name = "Dim", size = "small", essence = { weapons = ["unarmed", "knife"] } }
"e" = { creature = "soldier", side = "blue", name = "Eve", essence = { level = 2, weapons = ["unarmed"] } }
"F" = { creature = "ogre", side = "red", name = "Fly", size = "large", essence = { level = 1, flight = "plain", aloft = true, weapons = ["unarmed"] } }
"g" = { creature = "soldier", side = "blue", name = "Gus", essence = { level = 2, weapons = ["unarmed"] } }
"h" = { creature = "soldier", side = "red", name = "Hal", essence = { level = 2, weapons = ["unarmed"] } }
"M" = { creature = "hound", side = "blue", name = "Moa", size = "large", essence = { commanded_by = "Gus", flight = "plain" } }
[[side]]
id = "blue"
seat = "ai"
[[side]]
id = "red"
seat = "ai"
"#;

fn feet(height: Length) -> i32 {
    height.whole(Length::feet(1))
}

/// Feet of air under a creature's whole space.
fn air(world: &World, id: Id) -> i32 {
    let top = space(world, id).squares().map(|at| battlemat::battle::floor(world, at)).max();
    feet(world.the::<Position>(id).height) - feet(top.expect("a space should have squares"))
}

fn partners(world: &World, id: Id, key: &str) -> Vec<Id> {
    let conditions = world.part::<Conditions>(id).into_iter().flat_map(|all| &all.0);
    conditions.filter(|one| one.key == *key).filter_map(|one| one.source).collect()
}

/// Whether somebody in the air is kept there by itself, or by whom it rides or is in a grapple with.
fn is_held(world: &World, id: Id, asked: &mut BTreeSet<Id>) -> bool {
    let stance = world.the::<Stance>(id);
    if air(world, id) <= 0 || stance.aloft || stance.climbing || stance.fallen > 0 {
        return true;
    }
    asked.insert(id);
    let mut others = partners(world, id, condition::GRAPPLED);
    others.extend(partners(world, id, condition::GRAPPLING));
    others.extend(stance.riding);
    others.into_iter().any(|other| {
        !asked.contains(&other)
            && is_on_map(world, other)
            && world.the::<Position>(other) == world.the::<Position>(id)
            && is_held(world, other, asked)
    })
}

/// What is wrong with a battle in which nothing is being resolved; nothing, it is to be hoped.
pub(crate) fn faults(world: &World) -> Vec<String> {
    let mut out = Vec::new();
    let names = world.resource::<battlemat::battle::Names>();
    let weightless = world.resource::<Map>().weather.gravity == 0;
    for id in on_map(world) {
        let name = names.name(id);
        let stance = world.the::<Stance>(id);
        let mut wrong = |text: String| out.push(format!("{name}: {text}"));
        if world.part::<Dead>(id).is_some() {
            wrong("dead, and on the map".into());
        }
        if !weightless && !is_held(world, id, &mut BTreeSet::new()) {
            wrong(format!("stands in the air, {} ft up", air(world, id)));
        }
        if stance.tumbling {
            wrong("falls, and no fall is being resolved".into());
        }
        if stance.fallen > 0 && air(world, id) <= 0 {
            wrong("falls on, and stands on the ground".into());
        }
        let helpless = has_condition(world, id, condition::UNCONSCIOUS);
        if helpless && (stance.aloft || (stance.climbing && !in_grapple(world, id))) {
            wrong("is Unconscious, and flies or climbs".into());
        }
        if stance.aloft && world.the::<Stats>(id).0.flight.is_none() {
            wrong("flies without wings".into());
        }
        if let Some(mount) = stance.riding {
            if !is_on_map(world, mount) {
                wrong("rides what is gone".into());
            } else if world.the::<Position>(mount) != world.the::<Position>(id)
                || space(world, mount) != space(world, id)
            {
                wrong("is not where its mount is".into());
            }
        }
        for (key, other_key) in
            [(condition::GRAPPLED, condition::GRAPPLING), (condition::GRAPPLING, condition::GRAPPLED)]
        {
            for other in partners(world, id, key) {
                if !is_on_map(world, other) || !partners(world, other, other_key).contains(&id) {
                    wrong(format!("is {key}, and {} knows nothing of it", names.name(other)));
                } else if world.the::<Position>(other) != world.the::<Position>(id) {
                    wrong(format!("is {key}, and {} is elsewhere", names.name(other)));
                } else if sizes_differ(world, id, other) && space(world, other) != space(world, id) {
                    wrong(format!("is {key}, and in a part of the space of {} alone", names.name(other)));
                }
                if !stance.lost_arms.is_empty() && stance.lost_arms.keys().any(|by| !in_grapple_with(world, id, *by)) {
                    wrong("lacks an arm for a grapple that is over".into());
                }
            }
        }
        if partners(world, id, condition::GRAPPLING).len() > 1 {
            wrong("grapples two".into());
        }
        if let Some(other) = shares_with(world, id) {
            wrong(format!("stands where {} stands", names.name(other)));
        }
        if !in_grapple(world, id) && !stance.lost_arms.is_empty() {
            wrong("lacks an arm, and nobody holds it".into());
        }
    }
    out
}

fn sizes_differ(world: &World, one: Id, other: Id) -> bool {
    world.the::<Stats>(one).0.size != world.the::<Stats>(other).0.size
}

/// ESS-MOVE-11, ESS-GRID-5: somebody in whose place a creature is, as high as it is, with no bond between them.
fn shares_with(world: &World, id: Id) -> Option<Id> {
    let along = company(world, id, MoveKind::Carried);
    let stance = |id: Id| world.the::<Stance>(id);
    // Whoever hangs on an edge leaves room for others; where there is no other place, two squeeze into one.
    let crowded = |a: Id, b: Id| stance(a).crowded == Some(b) || stance(b).crowded == Some(a);
    let feet_of = |id: Id| world.the::<Position>(id).height.whole(Length::feet(5));
    on_map(world).find(|&other| {
        other > id
            && space(world, other).overlaps(space(world, id))
            && feet_of(other) == feet_of(id)
            && stance(other).climbing == stance(id).climbing
            && !along.iter().any(|(known, _)| *known == other)
            && !crowded(id, other)
            && stance(id).fallen == 0
            && stance(other).fallen == 0
    })
}

pub(crate) fn in_grapple(world: &World, id: Id) -> bool {
    [condition::GRAPPLED, condition::GRAPPLING].iter().any(|key| !partners(world, id, key).is_empty())
}

fn in_grapple_with(world: &World, id: Id, other: Id) -> bool {
    [condition::GRAPPLED, condition::GRAPPLING].iter().any(|key| partners(world, id, key).contains(&other))
}

/// Prefers, often, what brings creatures together and off the ground.
fn choose(battle: &Battle, player: &mut Random) -> Option<Order> {
    const DARING: [&str; 14] = [
        "grapple", "push", "fly", "rise", "climb", "jump", "mount", "burrow", "release", "trip", "command", "alight",
        "swim", "dismount",
    ];
    if battle.decision().is_none() && player.below(3) > 0 {
        let mut daring: Vec<Order> = battle
            .legal()
            .into_iter()
            .map(|legal| legal.order)
            .filter(|order| matches!(order, Order::Act(act) if DARING.contains(&&*act.action)))
            .collect();
        if !daring.is_empty() {
            let at = player.below(daring.len());
            return Some(daring.swap_remove(at));
        }
    }
    player.choose(battle)
}

#[test]
fn what_is_always_true_is_so_after_every_order() {
    let (level, _) = rules::read_level(GROUND, "ground").expect("a sound level");
    let ruleset = rules::by_key("essence").expect("the ruleset should be known");
    let level = Arc::new(level);
    let mut seen = Seen::default();
    for seed in 0..128 {
        if seed >= 8 && seen.all() {
            break;
        }
        let mut battle = Battle::new(level.clone(), ruleset, seed).expect("a playable level");
        let mut player = Random::new(seed);
        for count in 0..220 {
            let Some(order) = choose(&battle, &mut player) else {
                break;
            };
            battle.order(&order).expect("a legal order should be accepted");
            if battle.decision().is_none() {
                seen.look(battle.world());
                let faults = faults(battle.world());
                let latest = || battle.events().iter().rev().take(12).map(|event| &event.what).collect::<Vec<_>>();
                assert!(faults.is_empty(), "seed {seed}, order {count}, {order:?}: {faults:#?}, {:#?}", latest());
            }
        }
    }
    assert!(seen.all(), "the fights should come to all of it: {seen:?}");
}

/// How often the fights came to what the test is about.
#[derive(Debug, Default)]
struct Seen {
    held: u32,
    held_in_the_air: u32,
    ridden: u32,
    climbing: u32,
    underground: u32,
}

impl Seen {
    fn look(&mut self, world: &World) {
        for id in on_map(world) {
            let stance = world.the::<Stance>(id);
            let held = in_grapple(world, id);
            self.held += u32::from(held);
            self.held_in_the_air += u32::from(held && air(world, id) > 0 && !stance.aloft);
            self.ridden += u32::from(stance.riding.is_some());
            self.climbing += u32::from(stance.climbing);
            self.underground += u32::from(air(world, id) < 0);
        }
    }

    fn all(&self) -> bool {
        let counts = [self.held, self.held_in_the_air, self.ridden, self.climbing, self.underground];
        counts.iter().all(|&count| count > 0)
    }
}

#[test]
fn nobody_is_moved_but_with_its_company() {
    for (name, text) in super::units::sources("essence") {
        // `waiting` looks back to where somebody stood, and leaves it where it is.
        for word in ["lift_to(", "put_at(", "Position {"] {
            for (number, line) in text.lines().enumerate() {
                let puts = line.contains(word) && (word != "Position {" || line.contains("world.put("));
                assert!(!puts || name.ends_with("waiting.rs"), "{name}:{}: {line}", number + 1);
            }
        }
    }
}
