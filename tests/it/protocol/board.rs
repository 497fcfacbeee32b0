//! The board in one reply: what each square is, and nothing that a side does not know.

use battlemat::battle::SideId;
use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

use super::{ask, loaded, send};
use crate::attack::sides::court;

/// A dark court for Zora to lie in wait in. Nobody is told of the pit.
const COURT: &str = r#"
name = "Court"
ruleset = "sol"
ambient = "dark"
map = '''
##############
#............#
#.o..#....q..#
#....#......>#
#.p..#.......#
##############
'''
[legend]
"o" = { creature = "soldier", side = "ash", name = "Oona", light = "10 ft" }
"p" = { creature = "soldier", side = "ash", name = "Piet" }
"q" = { creature = "hound", side = "elm", name = "Cat" }
[zone]
gate = [[12, 3]]
pit = [[7, 3], [8, 3]]
[[goal]]
side = "ash"
win = { all_of = [{ hold = "gate", rounds = 2 }, { escape = ["Oona"] }] }
"#;

/// What only the level knows: who comes to the pit falls.
const TRAP: &str = r#"
[[event]]
id = "trap"
text = "The floor gives way."
secret = true
when = { enters = "pit" }
do = { terrain = { squares = [[7, 3]], becomes = "pit" } }
"#;

/// Where Zora stands.
const CORNER: [i16; 2] = [11, 4];

/// The board as ash knows it, asked by the referee and by the side itself.
fn known_to_ash(session: &mut Session) -> [Value; 2] {
    let asked = ask(session, &json!({ "cmd": "board", "side": "ash" }));
    session.speak_as(Some(SideId(0)));
    let own = ask(session, &json!({ "cmd": "board" }));
    let other = send(session, &json!({ "cmd": "board", "side": "elm" }));
    assert_eq!(other["error"]["code"], "not_for_a_side", "{other}");
    session.speak_as(None);
    [asked, own]
}

#[test]
fn battles_that_differ_in_what_a_side_does_not_know_have_one_board() {
    for ruleset in ["sol", "essence", "vigor", "momentum"] {
        let boards: Vec<[Value; 2]> = [
            (COURT.to_owned(), CORNER, None),
            (COURT.to_owned(), [12, 1], None),
            (format!("{COURT}{TRAP}"), CORNER, None),
            (COURT.to_owned(), CORNER, Some(json!({ "remove": { "creature": "Zora" } }))),
            (COURT.to_owned(), CORNER, Some(json!({ "set": { "creature": "Zora", "stat": "hp", "value": 3 } }))),
        ]
        .into_iter()
        .map(|(text, at, act)| {
            let mut session = court(&text, ruleset, at);
            if let Some(act) = act {
                send(&mut session, &json!({ "cmd": "gm", "do": act }));
            }
            known_to_ash(&mut session)
        })
        .collect();
        assert!(boards.iter().all(|board| *board == boards[0]), "{ruleset}");
        let zones = &boards[0][1]["board"]["zones"];
        assert_eq!(*zones, json!({ "gate": [[12, 3]] }), "the pit is nobody's business");
        let mut session = court(COURT, ruleset, CORNER);
        let all = ask(&mut session, &json!({ "cmd": "board" }));
        assert_eq!(all["board"]["zones"]["pit"], json!([[7, 3], [8, 3]]));
    }
}

#[test]
fn who_burns_unseen_lights_no_board() {
    let mut dark = court(COURT, "essence", CORNER);
    let mut lit = court(COURT, "essence", CORNER);
    for condition in ["on_fire", "hidden"] {
        let act = json!({ "add_condition": { "creature": "Zora", "condition": condition } });
        send(&mut lit, &json!({ "cmd": "gm", "do": act }));
    }
    let board = |session: &mut Session| ask(session, &json!({ "cmd": "board" }));
    assert_ne!(board(&mut dark), board(&mut lit), "the referee sees the fire");
    assert_eq!(known_to_ash(&mut dark), known_to_ash(&mut lit));
}

#[test]
fn the_board_says_of_each_square_what_the_square_does() {
    for level in ["levels/low-wall.toml", "levels/overseer.toml", "levels/pump-room.toml"] {
        let mut session = loaded(level, "vigor", 2);
        let board = ask(&mut session, &json!({ "cmd": "board" }))["board"].take();
        let holds = |list: &str, at: &Value| board[list].as_array().is_some_and(|list| list.contains(at));
        let (width, height) = (board["width"].as_u64().expect("a width"), board["height"].as_u64().expect("a height"));
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y as usize, x as usize))) {
            let at = json!([x, y]);
            let square = ask(&mut session, &json!({ "cmd": "square", "at": at }))["square"].take();
            assert_eq!(board["ground"][y][x], square["terrain"], "{level} {at}");
            assert_eq!(board["light"][y][x], square["light"], "{level} {at}");
            assert_eq!(holds("exits", &at), square["exit"] == true, "{level} {at}");
            assert_eq!(holds("fog", &at), square["fog"] == true, "{level} {at}");
            assert!(board["grounds"][square["terrain"].as_str().expect("a word")].is_object());
            for (_, edge) in square["edges"].as_object().into_iter().flatten() {
                assert!(holds("edges", edge), "{level} {at}: {edge}");
                assert!(board["edge_kinds"][edge["kind"].as_str().expect("a kind")].is_object(), "{edge}");
            }
        }
        let state = ask(&mut session, &json!({ "cmd": "state" }))["state"].take();
        assert_eq!(board["objects"], state["objects"]);
        for stake in state["stakes"].as_array().expect("a list").iter().filter(|stake| stake["zone"].is_string()) {
            assert_eq!(stake["squares"], board["zones"][stake["zone"].as_str().expect("a name")]);
        }
    }
}

#[test]
fn goals_say_what_they_are() {
    let mut session = court(COURT, "sol", CORNER);
    let state = ask(&mut session, &json!({ "cmd": "state", "side": "ash" }))["state"].take();
    let goal = &state["stakes"][0];
    assert_eq!((&goal["kind"], &goal["side"], &goal["progress"]), (&json!("all_of"), &json!("ash"), &json!([0, 2])));
    let parts = goal["parts"].as_array().expect("parts");
    let hold = json!({ "side": "ash", "kind": "hold", "zone": "gate", "squares": [[12, 3]], "rounds": 2, "progress": [0, 2],
        "text": "Hold the gate alone 2 rounds running." });
    let escape = json!({ "side": "ash", "kind": "escape", "creatures": ["Oona"], "count": 1, "squares": [[12, 3]],
        "progress": [0, 1], "text": "Get Oona out by an exit." });
    assert_eq!(*parts, [hold, escape]);
    assert_eq!(state["stakes"][1]["kind"], "last_side_standing");
    for level in std::fs::read_dir("levels").expect("levels").map(|file| file.expect("a file").path()) {
        if level.extension().is_some_and(|end| end == "toml") {
            let mut session = Session::default();
            let reply = ask(&mut session, &json!({ "cmd": "load", "level": level.to_str().expect("a name") }));
            let stakes = reply["state"]["stakes"].as_array().expect("a list");
            assert!(stakes.iter().all(|stake| stake["kind"].is_string()), "{}", level.display());
        }
    }
}
