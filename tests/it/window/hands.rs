//! Whole hot-seat battles played in a real window under Xvfb, by keyboard alone and by mouse alone, beside the same battle without one.
//!
//! A battle of its own (the mirror) says what to do next; hands do it in the window; in the end the window's save must hold the
//! same orders and the same state as the mirror. Needs `Xvfb` and `xdotool`; without them it says so and checks nothing.
//!
//! `BATTLEMAT_HANDS=levels/pump-room.toml cargo test --test it played_by_mouse_alone` (or `played_by_keyboard_alone`) plays another level, to its end;
//! there the hands do what the computer would do, since battles between players who draw lots may never end. `BATTLEMAT_HANDS_RULESET=essence`
//! plays it under another ruleset than its own, `BATTLEMAT_HANDS_ORDERS=200` stops after so many orders, and with `-- --nocapture` they say how it
//! went.

#![expect(clippy::disallowed_methods, reason = "hands wait for a window; no rule reads the clock")]

mod cards;
mod desk;
mod habits;
mod journey;
mod picture;
mod plans;
mod stops;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use battlemat::ai::{Greedy, Random};
use battlemat::battle::{Aim, Battle, Id, Offer, Order, Save};
use battlemat::grid::Square;
use battlemat::{referee, rules};
use serde_json::Value;

use self::desk::{With, start};

const SEED: u64 = 7;
/// Orders after which the hands stop in the yard, if nobody has won by then.
const MOST_ORDERS: usize = 60;

/// Two who fight in a small yard; short, so that it ends.
const YARD: &str = r#"
name = "The Yard"
ruleset = "sol"
map = '''
#########
#.......#
#.r.c...#
#...c.b.#
#.......#
#########
'''
[legend]
"r" = { creature = "brute", side = "red", name = "Rook" }
"b" = { creature = "scout", side = "blue", name = "Sable" }
[[side]]
id = "red"
seat = "human"
[[side]]
id = "blue"
seat = "human"
"#;

/// A rider with a beast that acts at her word, in a small yard with somebody to bite.
const KENNEL: &str = r#"
name = "The Kennel"
ruleset = "essence"
map = '''
##########
#........#
#.a..r...#
#..bb....#
#..bb....#
##########
'''
[legend]
"a" = { creature = "soldier", side = "blue", name = "Ada" }
"b" = { creature = "hound", side = "blue", name = "Bruin", size = "large", essence = { level = 4, str = 5, commanded_by = "Ada" } }
"r" = { creature = "ogre", side = "red", name = "Rook", size = "medium" }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

/// The level that is played, and after how many orders the hands stop.
fn level() -> (String, usize) {
    let Some(path) = std::env::var_os("BATTLEMAT_HANDS") else {
        return (YARD.to_owned(), MOST_ORDERS);
    };
    let text = std::fs::read_to_string(&path).expect("the level asked for should be readable");
    let text = match std::env::var("BATTLEMAT_HANDS_RULESET") {
        Ok(ruleset) => under(&text, &ruleset),
        Err(_) => text,
    };
    let most = std::env::var("BATTLEMAT_HANDS_ORDERS").ok();
    (text, most.map_or(5000, |most| most.parse().expect("a number of orders")))
}

/// A level under another ruleset than its own.
fn under(level: &str, ruleset: &str) -> String {
    let own = level.lines().find(|line| line.starts_with("ruleset = "));
    level.replacen(own.expect("a level names its ruleset"), &format!("ruleset = \"{ruleset}\""), 1)
}

/// Who an order is for, of those who may act.
fn orders_for(order: &Order) -> Option<Id> {
    match order {
        Order::Move(walk) => Some(walk.creature),
        Order::Act(act) => Some(act.creature),
        _ => None,
    }
}

/// A word to a beast, or what a beast is told, where there is such an order.
fn for_beasts(battle: &Battle, player: &mut Random) -> Option<Order> {
    let others = |order: &Order| orders_for(order).is_some_and(|id| Some(id) != battle.active());
    let word = |order: &Order| matches!(order, Order::Act(act) if act.action == "command");
    let legal: Vec<Order> = battle.legal().into_iter().map(|legal| legal.order).collect();
    if let Some(word) = legal.iter().find(|order| word(order)) {
        return Some(word.clone());
    }
    let any = (0..20).filter_map(|_| player.choose(battle)).find(|order| others(order));
    any.or_else(|| legal.into_iter().find(|order| others(order)))
}

/// What the hands do for an order; `None` when they cannot do it.
#[derive(Debug)]
enum Deed {
    Walk(Square),
    /// An action of the list, what it is called, then at whom it is aimed.
    Act {
        offer: Box<Offer>,
        at: Option<String>,
    },
    End,
    /// The key of the choice.
    Answer(String),
}

/// `seen` is the battle as the side to move knows it: its buttons and its targets are the window's.
fn deed(battle: &Battle, seen: &Battle, order: &Order) -> Option<Deed> {
    let world = seen.world();
    match order {
        Order::EndTurn { .. } => Some(Deed::End),
        Order::Answer { choice } => {
            let place = battle.decision()?.choices.iter().position(|known| known.key == *choice)?;
            (place < 9).then(|| Deed::Answer(choice.clone()))
        }
        Order::Move(walk) => {
            let to = walk.to?;
            let own = battlemat::battle::space(world, walk.creature).contains(to);
            let free = battlemat::battle::creature_at(world, to).is_none();
            (free && !own).then_some(Deed::Walk(to))
        }
        Order::Act(act) => {
            let held = seen.ruleset().hand_ways(world, battlemat::battle::side_of(world, act.creature));
            if held.iter().any(|way| act.with.as_ref() == Some(&way.with)) {
                // What is in hand has no button in the bar.
                return None;
            }
            let mut offers: Vec<Offer> = seen.ruleset().offers(world, act.creature);
            offers.sort_by_key(|offer| offer.group);
            let place = offers
                .iter()
                .position(|offer| offer.action == act.action && offer.with == act.with && offer.refusal.is_none())?;
            let offer = &offers[place];
            let ways = seen.ruleset().acts(world, act.creature, offer);
            let at = match (offer.aim, act.target, act.at) {
                (Aim::Nothing, ..) if ways.len() == 1 => None,
                (Aim::Thing, Some(target), None) if act.options.is_empty() => {
                    battlemat::battle::on_map(world).find(|&id| id == target)?;
                    Some(battle.name(target).to_string())
                }
                _ => return None,
            };
            let offer = Box::new(offer.clone());
            Some(Deed::Act { offer, at })
        }
        Order::Gm(_) | Order::TakeBack(_) | Order::Wish(_) => None,
    }
}

#[test]
fn a_battle_is_played_by_keyboard_alone() {
    let (text, most_orders) = level();
    play(&text, most_orders, "keys", With::Keys);
}

#[test]
fn a_battle_is_played_by_mouse_alone() {
    let (text, most_orders) = level();
    play(&text, most_orders, "mouse", With::Mouse);
}

/// Where every blow asks back, who pays for the answer.
#[test]
fn blows_and_their_answers_are_played_by_mouse_alone() {
    play(&under(YARD, "vigor"), 24, "breath", With::Mouse);
}

#[test]
fn a_beast_is_ordered_by_keyboard_alone() {
    order_a_beast("kennel-keys", With::Keys);
}

#[test]
fn a_beast_is_ordered_by_mouse_alone() {
    order_a_beast("kennel-mouse", With::Mouse);
}

fn order_a_beast(name: &str, with: With) {
    let beasts = play(KENNEL, 24, name, with);
    assert!(beasts.is_none_or(|orders| orders > 0), "a beast should have been ordered");
}

/// Two windows at once would be slow.
static ONE: Mutex<()> = Mutex::new(());

/// Settings in a folder by which no event is shown: hands need not wait for it.
fn quiet(folder: &Path) {
    std::fs::create_dir_all(folder.join("config/battlemat")).expect("a folder should be made");
    std::fs::write(folder.join("config/battlemat/settings.toml"), "speed = 0\nask_end = false\n")
        .expect("settings should be written");
}

/// Plays a level in the window and without one; how many orders were for others than the one whose turn it was, if there is a display.
fn play(text: &str, most_orders: usize, name: &str, with: With) -> Option<usize> {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = std::env::temp_dir().join(format!("battlemat-hands-{name}-{}", std::process::id()));
    quiet(&folder);
    let (level, _) = rules::read_level(text, "yard.toml").expect("the yard should be a level");
    let (_server, hands) = start(&folder, text, level.sides.len(), with)?;
    let ruleset = rules::by_key(&level.ruleset).expect("the ruleset of the level should be there");
    let mut mirror = Battle::new(Arc::new(level), ruleset, SEED).expect("the yard should be playable");
    let began = Instant::now();
    let mut player = Random::new(3);
    let mut clever = std::env::var_os("BATTLEMAT_HANDS").map(|_| Greedy::new(3));
    let (mut walks, mut acts, mut answers, mut handed, mut beasts) = (0, 0, 0, 0, 0);
    while mirror.outcome().is_none() && mirror.orders().len() < most_orders {
        let seen = mirror.without(&mirror.unknown_to_mover());
        let best = clever.as_mut().and_then(|player| player.choose(&mut mirror));
        let best = best.and_then(|order| deed(&mirror, &seen, &order).map(|deed| (order, deed)));
        let chosen = best.or_else(|| {
            (0..40).find_map(|_| {
                let order = for_beasts(&mirror, &mut player).or_else(|| player.choose(&mirror))?;
                deed(&mirror, &seen, &order).map(|deed| (order, deed))
            })
        });
        let (order, deed) = chosen.unwrap_or_else(|| {
            let creature = mirror.active().expect("somebody should have the turn");
            (Order::EndTurn { creature }, Deed::End)
        });
        // Between two people of whom one knows more, the table is covered until the other says that he sits there.
        let covered = |probe: &Value| probe["covered"] == true;
        if covered(&hands.wait("the window", |_| true)) {
            handed += 1;
            hands.key_or_button("Return", "show the table");
            // What happened meanwhile is shown first, and a key would only cut it short.
            hands.wait("the table", |probe| !covered(probe) && probe["idle"] == true);
        }
        hands.read_hints();
        if let Some(id) = orders_for(&order) {
            beasts += usize::from(Some(id) != mirror.active());
            hands.turn_to(mirror.name(id), mirror.actors().len());
        }
        match &deed {
            Deed::Walk(to) => {
                walks += 1;
                hands.walk(*to);
            }
            Deed::Act { offer, at } => {
                acts += 1;
                hands.act(offer, at.as_deref());
            }
            Deed::End => hands.end_turn(),
            Deed::Answer(key) => {
                answers += 1;
                hands.answer(key);
            }
        }
        mirror.order(&order).expect("a legal order should be taken");
        let count = mirror.orders().len();
        hands.wait(&format!("order {count}, {order:?}, done by {deed:?}"), |probe| {
            probe["orders"] == count && probe["idle"] == true
        });
    }
    assert!(
        walks > 0 && acts > 0,
        "the hands walked {walks} times, acted {acts} times, answered {answers} times and were handed the table {handed} times"
    );

    let saves = folder.join("data/battlemat/saves");
    let file = if mirror.outcome().is_some() {
        hands.wait("the result", |probe| probe["screen"] == "Result");
        saves.join("last.json")
    } else {
        hands.key("F5");
        saves.join("quick.json")
    };
    let start = Instant::now();
    let save = loop {
        match Save::read(&file) {
            Ok(save) => break save,
            Err(why) => assert!(start.elapsed() < desk::PATIENCE, "the window should have saved the battle: {why}"),
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let played = referee::replay::check(&save).expect("the save should replay");
    let given = |battle: &Battle| battle.orders().iter().map(|one| one.order.clone()).collect::<Vec<_>>();
    assert_eq!(given(&played), given(&mirror));
    assert_eq!(played.hash(), mirror.hash());
    eprintln!(
        "{} under {}: {} orders in {} rounds, {} minutes, {}",
        mirror.level().name,
        mirror.ruleset().title(),
        mirror.orders().len(),
        mirror.flow().round,
        began.elapsed().as_secs() / 60,
        if mirror.outcome().is_some() { "to its result" } else { "stopped" }
    );
    drop(hands);
    let _ = std::fs::remove_dir_all(folder);
    Some(beasts)
}
