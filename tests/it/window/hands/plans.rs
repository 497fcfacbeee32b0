//! What the computer would do, asked for and taken in the real window: by its key, and by the bulb and a click on a plan.

use std::path::Path;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use battlemat::ai::suggest;
use battlemat::battle::{Battle, Order, Save};
use battlemat::rules;
use serde_json::Value;

use super::desk::{Hands, PATIENCE, With, start};
use super::{ONE, SEED, YARD, quiet};

/// What the computer would do first in the yard.
fn first() -> Order {
    let (level, _) = rules::read_level(YARD, "yard.toml").expect("the yard should be a level");
    let ruleset = rules::by_key(&level.ruleset).expect("the ruleset of the yard should be there");
    let mut battle = Battle::new(Arc::new(level), ruleset, SEED).expect("the yard should be playable");
    let plan = suggest(&mut battle).into_iter().next();
    plan.expect("something can be done").order
}

/// The orders that the window has kept.
fn kept(folder: &Path, hands: &Hands) -> Vec<Order> {
    hands.key("F5");
    let began = Instant::now();
    loop {
        match Save::read(&folder.join("data/battlemat/saves/quick.json")) {
            Ok(save) => return save.orders.into_iter().map(|one| one.order).collect(),
            Err(why) => assert!(began.elapsed() < PATIENCE, "the window should have saved the battle: {why}"),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn is_open(probe: &Value) -> bool {
    probe["spots"]["plan 1"].is_array()
}

/// Asks, closes the card again, asks once more, and takes the first plan.
fn take(name: &str, with: With) {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = std::env::temp_dir().join(format!("battlemat-hands-{name}-{}", std::process::id()));
    quiet(&folder);
    let Some((_server, hands)) = start(&folder, YARD, 2, with) else { return };
    hands.read_hints();
    let ask = || match with {
        With::Keys => hands.key("p"),
        With::Mouse => {
            hands.click_at_rest("window Suggestions");
        }
    };
    let close = || match with {
        With::Keys => hands.key("Escape"),
        With::Mouse => ask(),
    };
    ask();
    hands.wait("the plans", is_open);
    close();
    let closed = hands.wait("the card to close", |probe| !is_open(probe));
    assert_eq!(closed["orders"], 0, "nothing is ordered by looking");
    ask();
    hands.wait("the plans once more", is_open);
    match with {
        With::Keys => hands.key("p"),
        With::Mouse => {
            hands.click_at_rest("plan 1");
        }
    }
    let taken = hands.wait("the first plan to be taken", |probe| probe["orders"] == 1 && probe["idle"] == true);
    assert!(!is_open(&taken), "what was found is no longer so: {taken}");
    assert_eq!(kept(&folder, &hands), [first()]);
    drop(hands);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn the_key_of_plans_shows_them_and_pressed_again_takes_the_first() {
    take("plans-keys", With::Keys);
}

#[test]
fn the_bulb_shows_plans_and_a_click_takes_one() {
    take("plans-mouse", With::Mouse);
}
