//! A campaign gone through by hands in the real window: who goes, the battle, what is carried over, the night between, left and taken up
//! again, to its end. What the window kept must come out the same when it is played again.

use std::path::Path;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use battlemat::campaign::{CampaignSave, Leg, Stage};
use serde_json::Value;

use super::desk::{Hands, PATIENCE, With, open};
use super::{ONE, quiet};

/// Two rooms that nobody leaves in the one round it takes.
const ROOMS: &str = r#"
name = "Two Rooms"
ruleset = "sol"
map = '''
#############
#..r..#.....#
#.....#..b..#
#..s..#.....#
#############
'''
[legend]
"r" = { creature = "brute", side = "red", name = "First" }
"s" = { creature = "brute", side = "red", name = "Second" }
"b" = { creature = "scout", side = "blue", name = "Bea" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[goal]]
side = "red"
win = { survive = 1 }
"#;

const NIGHTS: &str = r#"
name = "Two Nights"
ruleset = "sol"
side = "crew"

[[member]]
name = "Rook"
kind = "brute"

[[member]]
name = "Sable"
kind = "scout"

[[member]]
name = "Moss"
kind = "medic"

[[battle]]
id = "first"
level = "levels/rooms.toml"
as = "red"
then = { to = "second", by = "night", text = "One room is theirs." }

[[battle]]
id = "second"
level = "levels/rooms.toml"
as = "red"
takes = { must = ["Sable"] }
then = { to = "home" }

[[link]]
id = "night"
text = "A night on bare boards."
hours = 8
rest = "full"

[[ending]]
id = "home"
text = "They go home."
"#;

#[test]
fn a_campaign_is_gone_through_by_keyboard_alone() {
    go_through("nights-keys", With::Keys);
}

#[test]
fn a_campaign_is_gone_through_by_mouse_alone() {
    go_through("nights-mouse", With::Mouse);
}

/// Whether the campaign stands so, with so much behind it.
fn stands(probe: &Value, stage: &str, legs: usize) -> bool {
    probe["screen"] == "Roster" && probe["campaign"]["stage"] == stage && probe["campaign"]["legs"] == legs
}

/// Chooses for one of the roster, by its number.
fn choose(hands: &Hands, with: With, (number, name): (&str, &str)) {
    let before = hands.wait("the roster", |probe| probe["campaign"]["going"].is_array())["campaign"].clone();
    // No window manager says when the window has the keyboard: it has once a key is followed.
    for _ in 0..4 {
        if with == With::Mouse {
            hands.click_at_rest(&format!("member {name}"));
        } else {
            hands.key(number);
        }
        for _ in 0..60 {
            std::thread::sleep(Duration::from_millis(250));
            if hands.wait("the roster", |_| true)["campaign"] != before {
                return;
            }
        }
    }
    panic!("nothing comes of choosing {name}; the window says {:?}", hands.probe());
}

/// The only file of a campaign that is left unfinished.
fn autosave(folder: &Path) -> String {
    let files = std::fs::read_dir(folder.join("data/battlemat/saves")).expect("saves should be there");
    let names = files.filter_map(|file| Some(file.ok()?.path().to_str()?.to_owned()));
    names.filter(|name| name.contains("autosave-two nights")).last().expect("the campaign should be kept")
}

/// Ends every turn of the campaign's people, to the result.
fn last_a_round(hands: &Hands) {
    loop {
        let probe = hands.wait("a turn or the result", |probe| {
            probe["screen"] == "Result"
                || (probe["screen"] == "Battle" && probe["idle"] == true && !probe["actor"].is_null())
        });
        if probe["screen"] == "Result" {
            return;
        }
        hands.end_turn();
        let orders = probe["orders"].clone();
        hands.wait("the end of the turn", |now| now["orders"] != orders || now["screen"] == "Result");
    }
}

fn go_through(name: &str, with: With) {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = std::env::temp_dir().join(format!("battlemat-hands-{name}-{}", std::process::id()));
    quiet(&folder);
    for (file, text) in [("levels/rooms.toml", ROOMS), ("campaigns/nights.toml", NIGHTS)] {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder should be made");
        std::fs::write(path, text).expect("the file should be written");
    }
    let asked: &[&str] = if with == With::Mouse { &[] } else { &["campaigns/nights.toml"] };
    let Some((server, hands)) = open(&folder, asked, with) else { return };
    let onward = || hands.key_or_button("Return", "onward");
    if with == With::Mouse {
        hands.click_at_rest("tab campaigns");
        hands.wait("the campaign", |probe| !probe["spots"]["campaign Two Nights"].is_null());
        hands.button("play");
    }
    hands.wait("the roster", |probe| stands(probe, "choosing", 0));
    choose(&hands, with, ("1", "Rook"));
    choose(&hands, with, ("3", "Moss"));
    hands.wait("who goes", |probe| probe["campaign"]["going"] == serde_json::json!(["Sable", "Moss"]));
    onward();
    last_a_round(&hands);
    hands.key_or_button("Return", "go on");
    hands.wait("the night", |probe| stands(probe, "resting", 1));

    // It is left, and taken up where it was.
    hands.key_or_button("Escape", "leave");
    hands.wait("the start screen", |probe| probe["screen"] == "Start" && !probe["spots"]["resume"].is_null());
    if with == With::Mouse {
        hands.button("resume");
    } else {
        for key in ["Tab", "Tab", "Return"] {
            hands.key(key);
        }
    }
    hands.wait("the night again", |probe| stands(probe, "resting", 1));
    onward();
    hands.wait("the morning", |probe| stands(probe, "choosing", 2));
    onward();
    hands.wait("the second battle", |probe| {
        probe["screen"] == "Battle" && probe["idle"] == true && !probe["actor"].is_null()
    });
    hands.end_turn();
    hands.wait("the first order", |probe| probe["orders"].as_u64() > Some(0) && !probe["actor"].is_null());
    let kept = autosave(&folder);
    let begun = Instant::now();
    while !CampaignSave::read(Path::new(&kept)).is_ok_and(|save| save.running.is_some()) {
        assert!(begun.elapsed() < PATIENCE, "the battle should be kept in the campaign's file");
        std::thread::sleep(Duration::from_millis(100));
    }
    drop((hands, server));

    // The window is gone in the middle of a battle; what was kept goes on.
    let (_server, hands) = open(&folder, &["--resume", &kept], with).expect("there was a display");
    hands.wait("the second battle", |probe| probe["screen"] == "Battle" && probe["orders"].as_u64() > Some(0));
    last_a_round(&hands);
    hands.key_or_button("Return", "go on");
    hands.wait("the end", |probe| stands(probe, "ended", 3));
    let last = CampaignSave::read(&folder.join("data/battlemat/saves/last.json")).expect("it should be kept");
    let restored = last.restore().expect("it should come out the same");
    assert_eq!(*restored.journey.stage(), Stage::Ended { ending: Some("home".into()) });
    let who = |leg: &Leg| match leg {
        Leg::Battle(fought) => fought.who.clone(),
        Leg::Link(_) => Vec::new(),
    };
    let went: Vec<Vec<String>> = restored.journey.legs().iter().map(who).collect();
    assert_eq!(went, [vec!["Sable".to_owned(), "Moss".into()], Vec::new(), vec!["Sable".into(), "Rook".into()]]);
    assert!(!Path::new(&kept).exists(), "what is over is not unfinished");
    drop(hands);
    let _ = std::fs::remove_dir_all(folder);
}
