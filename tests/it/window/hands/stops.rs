//! What once stopped a player, done again by hands in the real window: answers that took no click, clicks that did something else than was
//! meant, panels over what they explained, a board that did not come back, orders that were lost.

use std::sync::Arc;
use std::time::{Duration, Instant};

use battlemat::battle::{Battle, Save};
use battlemat::grid::Square;
use battlemat::level::Seat;
use battlemat::{referee, rules};
use serde_json::Value;

use super::desk::PATIENCE;
use super::habits::{Desk, desk};

/// One who shoots at another, who may dodge.
const SHOT: &str = r#"
name = "The Shot"
ruleset = "sol"
map = '''
############
#..........#
#.r......b.#
#..........#
############
'''
[legend]
"r" = { creature = "soldier", side = "red", name = "Rook" }
"b" = { creature = "scout", side = "blue", name = "Bea" }
[[side]]
id = "red"
seat = "human"
[[side]]
id = "blue"
seat = "human"
"#;

/// A door far off, a foe out of sight, and a wall between two squares with a door in it.
const HALL: &str = r#"
name = "The Hall"
ruleset = "essence"
map = '''
##################
#.....#..........#
#a....+.........r#
#.....#..........#
#.....#..........#
##################
'''
[legend]
"a" = { creature = "soldier", side = "blue", name = "Ada" }
"r" = { creature = "brute", side = "red", name = "Rook" }
[[run]]
edge = "wall"
of = [[1, 2], [2, 2], [4, 2], [5, 2]]
side = "south"
[[run]]
edge = "door"
door = "closed"
name = "Pantry door"
of = [[3, 2]]
side = "south"
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

/// A rider, a beast that acts at her word, and a foe out of its reach.
const WORD: &str = r#"
name = "The Word"
ruleset = "essence"
map = '''
##################################################
#................................................#
#.a.............................................r#
#..h.............................................#
#................................................#
##################################################
'''
[legend]
"a" = { creature = "soldier", side = "blue", name = "Ada" }
"h" = { creature = "hound", side = "blue", name = "Bruin", essence = { commanded_by = "Ada" } }
"r" = { creature = "brute", side = "red", name = "Rook" }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

/// A board that is larger than the window, on which a shot goes far.
fn moor() -> String {
    let row = ".".repeat(44);
    let mut rows = vec![row; 30];
    rows[3].replace_range(4..5, "c");
    rows[3].replace_range(5..6, "k");
    rows[25].replace_range(8..9, "r");
    format!(
        "name = \"The Moor\"\nruleset = \"essence\"\nmap = '''\n{}\n'''\n{}",
        rows.join("\n"),
        r#"
[legend]
"c" = { creature = "mystic", side = "blue", name = "Cleo", essence = { energy = 4 } }
"k" = { creature = "soldier", side = "blue", name = "Kit" }
"r" = { creature = "brute", side = "red", name = "Rook" }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#
    )
}

/// A battle of a level in which one creature has the first turn, after these orders.
fn battle(text: &str, first: &str, orders: &[&str]) -> Battle {
    let (level, _) = rules::read_level(text, "level").expect("a sound level");
    let ruleset = rules::by_key(&level.ruleset).expect("a known ruleset");
    let level = Arc::new(level);
    let mut battle = (1..80)
        .map(|seed| Battle::new(level.clone(), ruleset, seed).expect("a playable level"))
        .find(|battle| battle.active().is_some_and(|id| battle.name(id) == first))
        .expect("each creature begins with one of the seeds");
    for order in orders {
        let order = serde_json::from_str(order).expect("an order should read");
        let order = referee::names::order(&battle, order).expect("names of the level");
        battle.order(&order).expect("a legal order");
    }
    battle
}

impl Desk {
    /// Puts a battle on the table as it stands: people at both sides.
    fn lay(&self, battle: &Battle) -> Value {
        let mut save = battle.save();
        save.seats = vec![Seat::Human; battle.level().sides.len()];
        let saves = self.folder.join("data/battlemat/saves");
        std::fs::create_dir_all(&saves).expect("a folder should be made");
        save.write(&saves.join("quick.json")).expect("a save should be written");
        let before = self.hands.wait("the window", |_| true)["loads"].clone();
        self.hands.key("F8");
        let orders = battle.orders().len();
        let level = battle.level().name.clone();
        self.hands.wait("the battle that was saved", |probe| {
            probe["loads"] != before && probe["level"] == level && probe["orders"] == orders && probe["idle"] == true
        })
    }
}

fn orders(probe: &Value) -> u64 {
    probe["orders"].as_u64().unwrap_or(0)
}

/// How the board lies in the window.
fn view(probe: &Value) -> [Value; 2] {
    ["origin", "square"].map(|key| probe[key].clone())
}

#[test]
fn every_line_of_every_answer_takes_the_click() {
    let Some(desk) = desk("answers", &[("shot.toml", SHOT)]) else { return };
    let shot = r#"{"act":{"action":"attack","with":"carbine","target":"Bea"}}"#;
    let asked = battle(SHOT, "Rook", &[shot]);
    let choices = asked.decision().expect("she may dodge").choices.len();
    let hands = &desk.hands;
    desk.lay(&asked);
    // Its lines are there once the odds are.
    let probe = hands.wait("the odds", |probe| probe["working"] == false && !probe["question"].is_null());
    let spots = probe["spots"].as_object().expect("there are buttons");
    let rows: Vec<String> = spots.keys().filter(|name| name.contains(" row ")).cloned().collect();
    assert!(rows.len() >= 4 * choices, "{rows:?}");
    for row in rows {
        hands.click_at_rest(&row);
        hands.wait(&format!("{row} to answer"), |probe| orders(probe) == 2);
        desk.lay(&asked);
        hands.wait("the odds", |probe| probe["working"] == false && !probe["question"].is_null());
    }
    desk.clear();
}

#[test]
fn a_click_on_a_far_door_walks_there_and_the_next_one_opens_it() {
    let Some(desk) = desk("doors", &[("hall.toml", HALL)]) else { return };
    let hands = &desk.hands;
    let start = desk.lay(&battle(HALL, "Ada", &[]));
    let door = Square::new(6, 2);
    hands.click(door);
    let beside = hands.wait("a walk", |probe| orders(probe) == 1 && probe["idle"] == true);
    assert_eq!(beside["aim"], Value::Null, "the door is not attacked");
    assert_ne!(beside["coins"]["Ada"], start["coins"]["Ada"]);
    hands.click(door);
    hands.wait("an aim", |probe| probe["aim"] == "Interact");
    std::thread::sleep(Duration::from_secs(1));
    hands.click(door);
    hands.wait("an open door", |probe| orders(probe) == 2 && probe["aim"].is_null());
    desk.clear();
}

#[test]
fn a_click_on_a_foe_out_of_reach_says_why_or_walks_and_frightens_nobody() {
    let Some(desk) = desk("reach", &[("word.toml", WORD)]) else { return };
    let hands = &desk.hands;
    let command = r#"{"act":{"action":"command","target":"Bruin"}}"#;
    desk.lay(&battle(WORD, "Ada", &[command]));
    hands.turn_to("Bruin", 2);
    let before = hands.wait("the beast", |probe| probe["actor"] == "Bruin");
    hands.point_at("Rook");
    hands.hold(60);
    let after = hands.wait("an answer", |probe| probe["notice"] != before["notice"] || orders(probe) > orders(&before));
    assert_eq!(after["aim"], Value::Null, "{after}");
    let said = after["notice"][0].as_str().unwrap_or_default();
    assert!(said.contains("Rook") && !said.contains("Intimidate"), "{said}");
    desk.clear();
}

#[test]
fn a_door_between_squares_is_named_and_opened_by_clicks_on_it() {
    let Some(desk) = desk("edge", &[("hall.toml", HALL)]) else { return };
    let hands = &desk.hands;
    desk.lay(&battle(HALL, "Ada", &[r#"{"move":{"to":[3,2]}}"#]));
    let on_the_edge = |probe: &Value| {
        let edge = probe["square"].as_f64()?;
        let [x, y] = [0, 1].map(|axis| probe["origin"][axis].as_f64());
        Some((x? + 3.5 * edge, y? + 2.96 * edge))
    };
    let named = |probe: &Value| probe["pointed at"].as_str().is_some_and(|words| words.contains("Pantry door, closed"));
    hands.follow("the door between squares", on_the_edge, named);
    hands.hold(60);
    hands.wait("an aim", |probe| probe["aim"] == "Interact");
    std::thread::sleep(Duration::from_secs(1));
    hands.follow("the door between squares", on_the_edge, named);
    hands.hold(60);
    hands.wait("an order", |probe| orders(probe) == 2 && probe["idle"] == true);
    let open = |probe: &Value| probe["pointed at"].as_str().is_some_and(|words| words.contains("Pantry door, open"));
    hands.follow("the open door", on_the_edge, open);
    desk.clear();
}

#[test]
fn why_opens_by_a_click_and_covers_neither_the_target_nor_the_buttons() {
    let Some(desk) = desk("why", &[("shot.toml", SHOT)]) else { return };
    let hands = &desk.hands;
    for (width, height) in [(1280, 720), (800, 600)] {
        desk.lay(&battle(SHOT, "Rook", &[]));
        hands.resize(width, height);
        hands.point_at("Bea");
        hands.hold(60);
        hands.wait("an aim", |probe| !probe["aim"].is_null() && probe["working"] == false);
        // Pointed at, the button only says what it does.
        hands.over("why");
        std::thread::sleep(Duration::from_millis(1500));
        assert!(hands.wait("the window", |_| true)["spots"]["why panel"].is_null());
        hands.click_at_rest("why");
        hands.wait("the reasons", |probe| !probe["spots"]["why panel"].is_null());
        hands.click_at_rest("why");
        hands.wait("no reasons", |probe| probe["spots"]["why panel"].is_null());
        std::thread::sleep(Duration::from_secs(1));
        hands.click_at_rest("why");
        hands.wait("the reasons again", |probe| !probe["spots"]["why panel"].is_null());
        // The target takes the click beside it.
        hands.point_at("Bea");
        hands.hold(60);
        hands.wait("the shot", |probe| orders(probe) == 1);
    }
    desk.clear();
}

#[test]
fn the_board_comes_back_after_an_aim_and_after_a_question() {
    let moor = moor();
    let Some(desk) = desk("view", &[("moor.toml", &moor)]) else { return };
    let hands = &desk.hands;
    let start = desk.lay(&battle(&moor, "Cleo", &[]));
    // Spells stand in a panel of their own over the bar.
    let list = start["list"].as_array().expect("a list of actions");
    let many = |button: &Value| button.as_array().is_some_and(|members| members.len() > 1);
    let fans = list.iter().position(many).expect("she knows several Spells");
    let rest = hands.wait("the list", |probe| probe["idle"] == true && probe["working"] == false);
    hands.button(&format!("action {fans}"));
    hands.wait("the Spells", |probe| !probe["aim"].is_null() || !probe["fan"].is_null());
    hands.key("Tab");
    std::thread::sleep(Duration::from_millis(800));
    for _ in 0..3 {
        hands.key("Escape");
        std::thread::sleep(Duration::from_millis(300));
    }
    hands.wait("the board as it lay", |probe| probe["aim"].is_null() && view(probe) == view(&rest));

    // A square far below is looked at with the keys; the board comes back with the button.
    hands.click_at_rest("window All");
    let whole = hands.wait("all of the board", |probe| probe["square"] != rest["square"]);
    let number = |value: &Value| value.as_f64().unwrap_or_default();
    let (edge, left, top) = (number(&whole["square"]), number(&whole["origin"][0]), number(&whole["origin"][1]));
    let clear: Vec<f64> = whole["clear"].as_array().expect("an area").iter().map(number).collect();
    assert!(left >= clear[0] - 1.0 && left + 44.0 * edge <= clear[2] + 1.0, "{whole}");
    assert!(top >= clear[1] - 1.0 && top + 30.0 * edge <= clear[3] + 1.0, "{whole}");

    // Of a question that lies over those whom it is about.
    let shot = battle(SHOT, "Rook", &[]);
    desk.lay(&shot);
    hands.resize(800, 600);
    let before = hands.wait("the turn", |probe| probe["actor"] == "Rook" && probe["idle"] == true);
    hands.point_at("Bea");
    hands.hold(60);
    hands.wait("an aim", |probe| !probe["aim"].is_null());
    std::thread::sleep(Duration::from_secs(1));
    hands.point_at("Bea");
    hands.hold(60);
    hands.wait("the question", |probe| !probe["question"].is_null());
    hands.answer("none");
    let after = hands.wait("the turn", |probe| probe["actor"] == "Rook" && probe["idle"] == true && orders(probe) == 2);
    std::thread::sleep(Duration::from_millis(500));
    let after = hands.probe().unwrap_or(after);
    assert_eq!(view(&after), view(&before), "the board lies as it lay before the question");
    desk.clear();
}

#[test]
fn a_window_that_is_killed_has_lost_no_order() {
    let Some(desk) = desk("killed", &[("shot.toml", SHOT)]) else { return };
    let hands = &desk.hands;
    desk.lay(&battle(SHOT, "Rook", &[]));
    hands.click(Square::new(3, 2));
    hands.wait("a walk in the middle of a turn", |probe| orders(probe) == 1 && probe["idle"] == true);
    let saves = desk.folder.join("data/battlemat/saves");
    let kept = || {
        let files = std::fs::read_dir(&saves).into_iter().flatten().flatten().map(|file| file.path());
        let left =
            files.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("autosave")));
        left.filter_map(|path| Save::read(&path).ok()).map(|save| save.orders.len()).max()
    };
    let start = Instant::now();
    while kept() != Some(1) {
        assert!(start.elapsed() < PATIENCE, "the step should have been saved; there is {:?}", kept());
        std::thread::sleep(Duration::from_millis(50));
    }
    // Closing the desk kills the window.
    let Desk { hands, folder, .. } = desk;
    drop(hands);
    let files = std::fs::read_dir(folder.join("data/battlemat/saves")).into_iter().flatten().flatten();
    let orders: Vec<usize> =
        files.filter_map(|file| Save::read(&file.path()).ok()).map(|save| save.orders.len()).collect();
    assert!(orders.contains(&1), "{orders:?}");
    let _ = std::fs::remove_dir_all(folder);
}
