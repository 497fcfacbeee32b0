//! What people's hands do beside giving orders: they rest before they click, press twice, aim for long, click on nothing, leave a battle for
//! another without closing the program.

use std::path::{Path, PathBuf};
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use battlemat::grid::Square;
use serde_json::Value;

use super::super::pictures::root;
use super::desk::{Hands, Screen, With, open};
use super::{KENNEL, ONE, quiet};

/// Between two who stand in the open, with something to throw, to open and to hide behind.
const SQUARE: &str = r#"
name = "The Square"
ruleset = "sol"
map = '''
############
#..........#
#.r..c...b.#
#..........#
#....c...k.#
#.s........#
#..........#
############
'''
[legend]
"r" = { creature = "soldier", side = "red", name = "Rook" }
"s" = { creature = "scout", side = "red", name = "Sable" }
"b" = { creature = "guard", side = "blue", name = "Bea" }
"k" = { creature = "medic", side = "blue", name = "Kit" }
[[side]]
id = "red"
seat = "human"
[[side]]
id = "blue"
seat = "human"
"#;

/// One who casts.
const RANGE: &str = r#"
name = "The Range"
ruleset = "essence"
map = '''
############
#..........#
#.c....r...#
#..........#
#..........#
############
'''
[legend]
"c" = { creature = "mystic", side = "blue", name = "Cleo", essence = { energy = 4 } }
"r" = { creature = "brute", side = "red", name = "Rook" }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

/// A window that is the only one, and its folder.
pub(super) struct Desk {
    pub(super) hands: Hands,
    pub(super) folder: PathBuf,
    _screen: Screen,
    _alone: MutexGuard<'static, ()>,
}

impl Desk {
    /// Closes the window; what it has left behind is not needed any more.
    pub(super) fn clear(self) {
        drop(self.hands);
        let _ = std::fs::remove_dir_all(self.folder);
    }
}

/// A folder with levels, and a window at the first of them.
pub(super) fn desk(name: &str, levels: &[(&str, &str)]) -> Option<Desk> {
    let alone = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = std::env::temp_dir().join(format!("battlemat-habits-{name}-{}", std::process::id()));
    quiet(&folder);
    let settings = folder.join("config/battlemat/settings.toml");
    std::fs::write(settings, "speed = 0\nask_end = false\nhints = false\n").expect("settings should be written");
    std::fs::create_dir_all(folder.join("levels")).expect("a folder should be made");
    for (file, text) in levels {
        std::fs::write(folder.join("levels").join(file), text).expect("a level should be written");
    }
    let first = format!("levels/{}", levels[0].0);
    let (screen, hands) = open(&folder, &[&first], With::Mouse)?;
    Some(Desk { hands, folder, _screen: screen, _alone: alone })
}

fn shipped(name: &str) -> String {
    std::fs::read_to_string(root().join("levels").join(name)).expect("a shipped level")
}

fn pause(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}

/// Whether hands do everything they can: `BATTLEMAT_HANDS=1 cargo test habits`. What stands behind it is not to be relied upon yet.
fn thorough() -> bool {
    std::env::var_os("BATTLEMAT_HANDS").is_some()
}

/// A mouse that has not moved for a while clicks as one that has.
fn clicks_after_rests(hands: &Hands) {
    for (rest, hold) in
        [(500, 30), (1000, 300), (1300, 60), (1600, 30), (1900, 120), (2400, 300), (5000, 60), (60, 1500)]
    {
        hands.over("window Log");
        // Until the tooltip stands there and nothing is drawn any more.
        pause(rest);
        let open = hands.wait("the window", |_| true)["panels"][1].clone();
        hands.hold(hold);
        hands.wait(&format!("the log after {rest} ms of rest and {hold} of holding"), |probe| {
            probe["panels"][1] != open
        });
    }
}

/// A key is given to an action by a mouse that rests.
fn binds_a_key(hands: &Hands, folder: &Path) {
    hands.button("window Settings");
    hands.wait("the settings", |probe| probe["settings"] == true);
    hands.over("key of Confirm");
    pause(1900);
    hands.hold(60);
    pause(1500);
    hands.key("k");
    let file = folder.join("config/battlemat/keys.toml");
    let bound = || std::fs::read_to_string(&file).is_ok_and(|text| text.contains("KeyK"));
    for _ in 0..200 {
        if bound() {
            break;
        }
        pause(50);
    }
    assert!(bound(), "the key should be in {}", file.display());
    hands.button("window Settings");
}

/// One end of turn, whether the button or the key is pressed once or twice.
fn turns_end_once(hands: &Hands) {
    for (step, delay) in [150, 250, 100, 350].into_iter().enumerate() {
        let before = hands.wait("somebody's turn", |probe| probe["idle"] == true && !probe["actor"].is_null());
        if step % 2 == 0 {
            hands.over("end of turn");
            hands.press_twice(delay);
        } else {
            hands.key_twice("e", delay);
        }
        pause(600);
        let after = hands.wait("the next turn", |probe| probe["idle"] == true && probe["turn"] != before["turn"]);
        let count = |probe: &Value| probe["orders"].as_u64().unwrap_or(0);
        assert_eq!(count(&after), count(&before) + 1, "{delay} ms apart: {} to {}", before["turn"], after["turn"]);
    }
}

/// Every action of the bar that is aimed, for a while; afterwards the board lies where it lay before. What was aimed.
fn aims_for_long(hands: &Hands, whom: &[&str], first: u64) -> Vec<String> {
    let mut aimed: Vec<String> = Vec::new();
    let room = |probe: &Value| ["room", "origin", "square"].map(|key| probe[key].clone());
    for number in 0..12 {
        // What is done at once may change the list.
        let start = hands.wait("the list", |probe| {
            let rests = probe["idle"] == true && probe["working"] == false;
            let listed = probe["spots"].get("action 0").is_some();
            rests && listed && probe["aim"].is_null() && probe["fan"].is_null()
        });
        let spots = start["spots"].as_object().expect("there are buttons");
        if !spots.contains_key(&format!("action {number}")) {
            break;
        }
        // What cannot be done says why.
        hands.button(&format!("action {number}"));
        let mut now = hands.wait("the window", |_| true);
        if now["aim"].is_null() && !now["fan"].is_null() {
            hands.button("member 0");
            now = hands.wait("the window", |_| true);
        }
        if !now["aim"].is_null() {
            // Where somebody stands whom it can be done to, odds are shown.
            let known = |name: &&&str| !now["coins"][**name].is_null();
            if let Some(name) = whom.iter().find(known) {
                hands.point_at(name);
            }
            hands.aim_for(if aimed.is_empty() { first } else { 2 });
            aimed.push(now["aim"].as_str().unwrap_or_default().to_owned());
        }
        if now["orders"] == start["orders"] {
            for _ in 0..2 {
                hands.key("Escape");
                pause(300);
            }
            hands.wait(&format!("the board as it lay before {}", now["aim"]), |probe| {
                probe["aim"].is_null() && probe["fan"].is_null() && room(probe) == room(&start)
            });
        }
    }
    aimed
}

/// An attack is aimed; a click on an empty square gives no order and says why, one on the foe does.
fn a_click_on_nothing_does_nothing(hands: &Hands) {
    // Whoever tried out all actions has nothing left to attack with.
    let tried = hands.wait("somebody's turn", |probe| !probe["actor"].is_null());
    hands.end_turn();
    let start = hands.wait("the next turn", |probe| {
        probe["idle"] == true && !probe["actor"].is_null() && probe["actor"] != tried["actor"]
    });
    let before = start["orders"].as_u64().unwrap_or(0);
    let foe = if ["Rook", "Sable"].contains(&start["actor"].as_str().unwrap_or_default()) { "Bea" } else { "Rook" };
    hands.point_at(foe);
    // A click on a foe chooses an attack, and a second one of a double click does not fire.
    hands.press_twice(200);
    let aim = hands.wait("an aim", |probe| !probe["aim"].is_null());
    assert_eq!(aim["orders"], before);
    let mut said = aim["notice"].clone();
    // The floor, and a wall.
    for nothing in [Square::new(6, 1), Square::new(6, 0)] {
        hands.click(nothing);
        let now = hands.wait("why not", |probe| probe["notice"] != said);
        assert_eq!((&now["orders"], &now["aim"]), (&aim["orders"], &aim["aim"]), "{nothing:?}");
        said = now["notice"].clone();
    }
    hands.point_at(foe);
    hands.hold(60);
    hands.wait("the shot", |probe| probe["orders"].as_u64() > Some(before));
}

#[test]
fn hands_rest_press_twice_and_aim_for_long() {
    let levels = [("square.toml", SQUARE), ("range.toml", RANGE)];
    let Some(desk) = desk("rest", &levels) else { return };
    let hands = &desk.hands;
    clicks_after_rests(hands);
    for (width, height) in [(900, 600), (1280, 720)] {
        hands.resize(width, height);
    }
    binds_a_key(hands, &desk.folder);
    turns_end_once(hands);
    while hands.wait("somebody's turn", |probe| !probe["actor"].is_null())["actor"] != "Rook" {
        hands.end_turn();
    }
    let aimed = aims_for_long(hands, &["Bea", "Rook", "Kit", "Sable"], 10);
    // Nobody stands near enough for anything else.
    assert_eq!(aimed, ["Carbine", "Grenade"]);
    if !thorough() {
        return desk.clear();
    }
    a_click_on_nothing_does_nothing(hands);
    hands.leave();
    hands.begin("The Range", 7);
    hands.resize(1000, 700);
    if hands.wait("the turn", |_| true)["turn"] != "Cleo" {
        hands.end_turn();
    }
    let aimed = aims_for_long(hands, &["Rook"], 3);
    assert!(aimed.len() > 2, "{aimed:?}");
    desk.clear();
}

#[test]
fn one_battle_after_another_is_drawn_whole_and_kept() {
    if !thorough() {
        return;
    }
    let (fight, room) = (shipped("first-fight.toml"), shipped("pump-room.toml"));
    let kennel = ("kennel.toml", KENNEL);
    let files = [("fight.toml", fight.as_str()), ("room.toml", room.as_str()), kennel];
    let titles = ["First Fight", "The Pump Room", "The Kennel"];
    let mut pictures = Vec::new();
    let mut areas = Vec::new();
    // Each of the first two is the first battle of one program, and the other is the second there.
    for first in [0, 1] {
        let second = 1 - first;
        let levels = [files[first], files[second], files[2]];
        let name = format!("battles-{first}");
        let Some(desk) = desk(&name, &levels) else { return };
        let hands = &desk.hands;
        let mut seen = |level: usize| {
            hands.wait("a person's turn", |probe| !probe["actor"].is_null());
            // The same square is pointed at each time.
            hands.point(Square::new(1, 1));
            pictures.push((level, first, hands.picture()));
            let room = hands.wait("the board", |probe| probe["room"].is_array())["room"].clone();
            let corner = |at: usize| room[at].as_f64().unwrap_or(0.0) as usize;
            areas.push((level, [0, 1, 2, 3].map(corner)));
        };
        seen(first);
        hands.end_turn();
        hands.wait("the order", |probe| probe["orders"].as_u64() > Some(0));
        hands.leave();
        hands.begin(titles[second], super::SEED);
        seen(second);
        hands.end_turn();
        hands.wait("the order", |probe| probe["orders"].as_u64() > Some(0));
        hands.leave();
        hands.begin(titles[2], super::SEED);
        hands.end_turn();
        hands.wait("the order", |probe| probe["orders"].as_u64() > Some(0));
        hands.leave();
        // Three battles were left, three are kept, and each can be taken up again.
        let saves = hands.saves();
        assert_eq!(saves.len(), 3, "{saves:?}");
        for save in &saves {
            hands.click_at_rest("tab saved");
            hands.click_at_rest(&format!("save {save}"));
            pause(500);
            hands.click_at_rest("load");
            // The window may tell for a moment of the battle before.
            let back = hands.wait(&format!("the battle of {save}"), |probe| {
                let level = probe["level"].as_str().unwrap_or_default().to_lowercase();
                probe["screen"] == "Battle" && probe["idle"] == true && save.contains(&level)
            });
            assert!(back["orders"].as_u64() > Some(0), "{save}");
            hands.leave();
        }
        assert_eq!(hands.saves(), saves, "taking them up adds none and takes none away");
        desk.clear();
    }
    for level in [0, 1] {
        let of_level: Vec<_> = pictures.iter().filter(|(which, ..)| *which == level).collect();
        let [(_, _, one), (_, _, other)] = &of_level[..] else {
            panic!("each was seen twice");
        };
        let area = areas.iter().find(|(which, _)| *which == level).expect("it was seen").1;
        let differs = one.differs(other, area);
        if differs > 20 {
            for (number, picture) in [one, other].into_iter().enumerate() {
                picture.write(&std::env::temp_dir().join(format!("battlemat-battles-{level}-{number}.png")));
            }
        }
        assert!(differs <= 20, "{}: as the second battle it differs in {differs} of 10000 pixels", titles[level]);
    }
}
