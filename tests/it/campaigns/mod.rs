//! Campaigns, most of them on a short road with two battles in one yard.
//!
//! | file | what is tested |
//! |---|---|
//! | `findings` | what is found in campaign files |
//! | `places` | who stands where in a battle, and who goes on from it |
//! | `outlasting` | what outlasts a battle under each ruleset, and what the time between two does |
//! | `saves` | campaigns taken up again, undone, and forged |
//! | `sides` | a campaign as one of its sides sees it |
//! | `whole` | shipped campaigns, and whole ones by the computer |

mod findings;
mod outlasting;
mod places;
mod saves;
mod sides;
mod whole;

use std::path::PathBuf;

use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

/// Two against two; a third of red's comes late, and a goal speaks of Cob.
const YARD: &str = r#"name = "Yard"
ruleset = "sol"
map = '''
A...X
.....
C...Y
'''
[legend]
"A" = { creature = "soldier", side = "red", name = "Ann", exit = true }
"C" = { creature = "scout", side = "red", name = "Cob" }
"X" = { creature = "guard", side = "blue", name = "Xan" }
"Y" = { creature = "guard", side = "blue", name = "Yul" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[creature]]
name = "Late"
kind = "guard"
side = "red"
at = [2, 1]
arrives = 9
[[goal]]
side = "red"
win = "last_side_standing"
[[goal]]
side = "red"
protect = "Cob"
"#;

/// Two battles in that yard, a night between, two endings.
const ROAD: &str = r#"name = "Road"
ruleset = "sol"
side = "crew"

[[member]]
name = "Vale"
kind = "soldier"

[[member]]
name = "Mo"
kind = "medic"

[[member]]
name = "Pip"
kind = "scout"

[[battle]]
id = "first"
level = "yard.toml"
as = "red"
takes = { must = ["Vale"], up_to = 2 }
then = [
    { if = { won = "crew" }, to = "second", by = "night", text = "On." },
    { to = "lost" },
]

[[battle]]
id = "second"
level = "yard.toml"
as = "red"
then = [
    { if = { won = "crew", dead = ["Mo"] }, to = "lost" },
    { if = { won = "crew" }, to = "home" },
    { to = "lost" },
]

[[link]]
id = "night"
hours = 8
rest = "full"

[[ending]]
id = "home"
text = "Home."

[[ending]]
id = "lost"
"#;

/// A folder of its own for a test, with the road and the yard in it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("battlemat-campaign-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let folder = Self(folder);
        folder.write("road.toml", ROAD);
        folder.write("yard.toml", YARD);
        folder
    }

    fn at(&self, file: &str) -> String {
        self.0.join(file).display().to_string()
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.0.join(file), text).expect("a file for the test");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("the folder of the test");
    }
}

/// Sends a request that must be granted.
#[track_caller]
fn ask(session: &mut Session, request: Value) -> Value {
    let reply = session.reply(&request.to_string());
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    reply
}

/// Sends a request that must be refused; its code.
#[track_caller]
fn refused(session: &mut Session, request: Value) -> String {
    let reply = session.reply(&request.to_string());
    assert_eq!(reply["ok"], false, "{request}: {reply}");
    reply["error"]["code"].as_str().expect("a code").to_owned()
}

#[track_caller]
fn gm(session: &mut Session, act: Value) -> Value {
    ask(session, json!({ "cmd": "gm", "do": act }))
}

/// A session with the road.
fn road(folder: &Folder, ruleset: &str) -> Session {
    let mut session = Session::default();
    ask(&mut session, json!({ "cmd": "load", "campaign": folder.at("road.toml"), "ruleset": ruleset, "seed": 3 }));
    session
}

/// Wins the battle by the game master's hand.
#[track_caller]
fn win(session: &mut Session) {
    gm(session, json!({ "remove": { "creature": "Xan" } }));
    let reply = gm(session, json!({ "remove": { "creature": "Yul" } }));
    assert_eq!(reply["outcome"]["winners"], json!(["red"]), "{reply}");
}

#[track_caller]
fn person<'v>(reply: &'v Value, name: &str) -> &'v Value {
    let roster = reply["campaign"]["roster"].as_array().expect("a roster");
    roster.iter().find(|person| person["name"] == name).expect("somebody of the roster")
}

fn creature<'v>(state: &'v Value, name: &str) -> &'v Value {
    let all = state["state"]["creatures"].as_object().expect("creatures");
    all.values().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name} should be there"))
}
