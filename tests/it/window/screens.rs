//! Every screen and everything that may stand over the table, and what the board can look like, compared with references.

use std::path::PathBuf;

use battlemat::grid::Square;
use battlemat::gui::{Panel, ShotOptions};

use super::pictures::{check_picture, orders, root};

fn level(name: &str) -> PathBuf {
    root().join(format!("levels/{name}.toml"))
}

/// A shot that was dodged, and a step: something for the log, for a replay and to take back.
pub(super) const SHOT: &str = r#"
{"move":{"to":[9,5]}}
{"act":{"action":"attack","with":"pistol","target":"Wenzel"}}
{"answer":"dodge"}
{"end_turn":true}
"#;

/// Somebody whom nobody of the other side sees.
const HIDDEN: &str = r#"
{"gm":{"add_condition":{"creature":"Vera","condition":"unconscious"}}}
{"gm":{"remove":{"creature":"Wenzel"}}}
{"gm":{"add_condition":{"creature":"Sable","condition":"hidden"}}}
"#;

/// One side holds two cards.
pub(super) const HELD: &str = r#"
{"gm":{"rule":{"creature":"Pike","key":"edge_card","value":"E03"}}}
{"gm":{"rule":{"creature":"Pike","key":"edge_card","value":"E02"}}}
"#;

#[test]
fn what_stands_over_the_table_looks_as_it_should() {
    for (name, panel) in Panel::ALL {
        // The game master is warned only where something is hidden; the log is open only in a wide window.
        let (lines, size) = match panel {
            Panel::Warning => (HIDDEN, (960, 640)),
            Panel::Reckonings => (SHOT, (1280, 720)),
            Panel::Hand => (HELD, (960, 640)),
            _ => (SHOT, (960, 640)),
        };
        // Few rulesets deal hands.
        let fight = if panel == Panel::Hand { "tally-hall" } else { "first-fight" };
        check_picture(
            &format!("panel-{name}"),
            ShotOptions {
                level: Some(level(fight)),
                orders: Some(orders(name, lines)),
                size,
                panel: Some(panel),
                ..ShotOptions::default()
            },
        );
    }
}

#[test]
fn the_result_says_who_holds_the_field() {
    let fallen =
        ["Vera", "Wenzel", "Ilse"].map(|name| format!("{{\"gm\":{{\"remove\":{{\"creature\":\"{name}\"}}}}}}\n"));
    check_picture(
        "result",
        ShotOptions {
            level: Some(level("first-fight")),
            orders: Some(orders("result", &format!("{SHOT}{}", fallen.concat()))),
            size: (960, 640),
            ..ShotOptions::default()
        },
    );
}

/// Those who lie, bleed, hide or are dead; twilight with darkness in it; ground that became something else.
const STATES: &str = r#"
{"gm":{"add_condition":{"creature":"Rook","condition":"prone"}}}
{"gm":{"add_condition":{"creature":"Sable","condition":"crouching"}}}
{"gm":{"add_condition":{"creature":"Sable","condition":"hidden"}}}
{"gm":{"set":{"creature":"Moss","stat":"hp","value":1}}}
{"gm":{"add_condition":{"creature":"Vera","condition":"unconscious"}}}
{"gm":{"remove":{"creature":"Wenzel"}}}
{"gm":{"terrain":{"squares":[[4,3],[4,2]],"becomes":"rubble"}}}
{"gm":{"light":{"becomes":"dim"}}}
{"gm":{"light":{"squares":[[8,6],[9,6],[10,6],[8,7],[9,7],[10,7],[9,8],[10,8]],"becomes":"dark"}}}
"#;

#[test]
fn states_of_creatures_and_of_the_board_are_told_apart() {
    check_picture(
        "states",
        ShotOptions {
            level: Some(level("first-fight")),
            orders: Some(orders("states", STATES)),
            hover: Some(Square::new(7, 6)),
            ..ShotOptions::default()
        },
    );
}

#[test]
fn boards_of_every_kind_look_as_they_should() {
    // At night underground, on a cliff, among machines with a huge enemy.
    for name in ["last-lantern", "gannet-stacks", "overseer"] {
        check_picture(
            &format!("board-{name}"),
            ShotOptions { level: Some(level(name)), size: (800, 600), ..ShotOptions::default() },
        );
    }
}
