use std::sync::Arc;

use super::*;
use crate::battle::*;

fn battle(ruleset: &'static dyn Ruleset, level: &str, seed: u64) -> Option<Battle> {
    let text = std::fs::read_to_string(level).expect("a shipped level");
    let (level, _) = crate::rules::read_level(&text, "level").ok()?;
    Battle::new(Arc::new(level), ruleset, seed).ok()
}

const LEVELS: [&str; 5] = [
    "levels/first-fight.toml",
    "levels/pump-room.toml",
    "levels/river-farm.toml",
    "levels/last-lantern.toml",
    "levels/low-wall.toml",
];

#[test]
fn going_back_by_what_changed_is_going_back_to_the_whole() {
    for ruleset in crate::rules::all().iter().chain(crate::rules::begun()) {
        for (seed, level) in (3..).zip(LEVELS) {
            let Some(mut battle) = battle(*ruleset, level, seed) else {
                continue;
            };
            let mut player = crate::ai::Random::new(seed);
            let mut states = vec![battle.hash()];
            while states.len() <= 80 && battle.outcome().is_none() {
                let order = player.choose(&battle).expect("something to do");
                battle.order(&order).expect("a legal order");
                let after = battle.hash();
                // There and back, and there again.
                assert!(battle.undo());
                assert_eq!(&battle.hash(), states.last().expect("a first state"), "{level} {order:?}");
                battle.order(&order).expect("a legal order");
                assert_eq!(battle.hash(), after, "{level} {order:?}");
                states.push(after);
            }
            // Some way back in one go, which is an order itself, and back before that.
            let orders = battle.orders().len();
            for to in [orders / 2, orders / 3] {
                let back = TakeBack { to, by: None, agreed: Vec::new() };
                battle.order(&Order::TakeBack(back)).expect("an order that is remembered");
                assert_eq!(battle.hash(), states[to], "{level} taken back to {to}");
            }
            assert!(battle.undo() && battle.undo());
            for state in states.iter().rev().skip(1) {
                assert!(battle.undo());
                assert_eq!(&battle.hash(), state, "{level}");
            }
            assert!(!battle.undo());
        }
    }
}

/// Objects go one after another while their positions are not looked at; then each comes back, and lies where it lay.
#[test]
fn what_is_derived_from_things_comes_back_with_them() {
    for ruleset in crate::rules::all().iter().chain(crate::rules::begun()) {
        let mut battle = battle(*ruleset, "levels/first-fight.toml", 3).expect("a playable level");
        let all: Vec<Id> = things(battle.world()).collect();
        for &creature in &all {
            let remove = Order::Gm(GmAct::Remove { creature });
            battle.order(&remove).expect("an override should be accepted");
        }
        for gone in (0..all.len()).rev() {
            // Looked at between here and there, as the window does.
            let _ = lay(battle.world());
            assert!(battle.undo());
            let world = battle.world();
            assert_eq!(things(world).count(), all.len() - gone);
            let nowhere = things(world).find(|&thing| laid_at(world, thing).is_none());
            assert_eq!(nowhere, None, "{}: back to {gone} things gone", ruleset.key());
        }
    }
}

#[test]
fn an_order_is_remembered_by_what_it_changed() {
    for ruleset in crate::rules::all().iter().chain(crate::rules::begun()) {
        let mut battle = battle(*ruleset, "levels/river-farm.toml", 3).expect("a playable level");
        let mut player = crate::ai::Random::new(3);
        for _ in 0..60 {
            let order = player.choose(&battle).expect("something to do");
            battle.order(&order).expect("a legal order");
        }
        let memory = battle.memory().expect("a battle with a memory");
        let changes = memory.log.len() / 60;
        assert!(changes < 24, "{changes} changes an order");
    }
}

/// On the largest map a square changes with every order: what is remembered is the square, and not the map.
#[test]
fn changed_ground_is_remembered_square_by_square() {
    let row = format!("A{}B\n", ".".repeat(126));
    let rows = row + &format!("{}\n", ".".repeat(128)).repeat(127);
    let creature =
        |letter: &str, side: &str| format!("\"{letter}\" = {{ creature = \"soldier\", side = \"{side}\" }}\n");
    let text = format!(
        "name = \"Wide\"\nruleset = \"{}\"\nmap = \"\"\"\n{rows}\"\"\"\n[legend]\n{}{}",
        crate::rules::all()[0].key(),
        creature("A", "red"),
        creature("B", "blue")
    );
    let (level, _) = crate::rules::read_level(&text, "wide.toml").expect("a sound level");
    let level = Arc::new(level);
    for ruleset in crate::rules::all().iter().chain(crate::rules::begun()) {
        let mut battle = Battle::new(level.clone(), *ruleset, 3).expect("a playable level");
        let start = battle.hash();
        let terrains: Vec<String> = battle.level().terrains.iter().map(|terrain| terrain.key.clone()).collect();
        let other = terrains.iter().find(|key| *key != &terrains[0]).expect("a second terrain");
        let orders = 60;
        for x in 0..orders {
            let squares = vec![crate::grid::Square::new(x, 40)];
            let becomes = other.clone();
            battle.order(&Order::Gm(GmAct::Terrain { squares, becomes })).expect("an override should be accepted");
            let _ = lay(battle.world());
        }
        let memory = battle.memory().expect("a battle with a memory");
        let bytes: usize = memory.columns.iter().map(|column| column.bytes()).sum();
        let each = bytes / usize::try_from(orders).expect("a count");
        assert!(each < 64 << 10, "{}: {each} bytes an order", ruleset.key());
        for _ in 0..orders {
            assert!(battle.undo());
            let _ = lay(battle.world());
        }
        assert_eq!(battle.hash(), start, "{}", ruleset.key());
    }
}
