//! Every panel alone, without the board and without any other, with each kind of content it may have, compared with references.

use battlemat::grid::Square;
use battlemat::gui::{Panel, ShotOptions, shot};

use super::pictures::{check_picture, ford, kennel, level, orders, root};
use super::screens::{HELD, SHOT};

/// A panel alone in a small window.
fn alone(panel: &str) -> ShotOptions {
    ShotOptions { level: Some(level()), only: Some(panel.into()), size: (800, 600), ..ShotOptions::default() }
}

#[track_caller]
fn check(name: &str, options: ShotOptions) {
    check_picture(&format!("alone-{name}"), options);
}

/// A shot, and the question whether it is dodged.
const ASKED: &str = r#"
{"move":{"to":[9,5]}}
{"act":{"action":"attack","with":"pistol","target":"Wenzel"}}
"#;

#[test]
fn the_turn_order_with_few_with_many_and_in_a_narrow_window() {
    check("ribbon", alone("ribbon"));
    let narrow = ShotOptions { size: (600, 480), ..alone("ribbon") };
    check("ribbon-narrow", narrow);
    let many = ShotOptions { level: Some(root().join("levels/river-farm.toml")), size: (1280, 480), ..alone("ribbon") };
    check("ribbon-many", many);
}

#[test]
fn the_sheet_of_somebody_under_each_ruleset() {
    let wide = |ruleset: &str| ShotOptions {
        ruleset: Some(ruleset.into()),
        size: (1280, 720),
        hover: Some(Square::new(10, 2)),
        ..alone("sheet")
    };
    check("sheet-sol", wide("sol"));
    check("sheet-essence", wide("essence"));
    check("sheet-vigor", wide("vigor"));
}

#[test]
fn the_log_with_lines_and_with_all_reckonings_open() {
    let log =
        |name: &str, panel| ShotOptions { orders: Some(orders(name, SHOT)), size: (1280, 720), panel, ..alone("log") };
    check("log", log("alone-log", None));
    check("log-open", log("alone-log-open", Some(Panel::Reckonings)));
}

#[test]
fn the_bar_with_a_list_an_aim_and_a_spell_in_the_making() {
    check("bar", alone("bar"));
    let breath = ShotOptions { ruleset: Some("vigor".into()), size: (1280, 480), ..alone("bar") };
    check("bar-breath", breath);
    let aim = ShotOptions {
        orders: Some(orders("alone-aim", "{\"move\":{\"to\":[9,5]}}\n")),
        aim: Some("pistol".into()),
        hover: Some(Square::new(10, 2)),
        ..alone("bar")
    };
    check("bar-aim", aim);
    let spell = ShotOptions {
        level: Some(kennel("Cleo")),
        aim: Some("fire burst".into()),
        hover: Some(Square::new(8, 2)),
        ..alone("bar")
    };
    check("bar-spell", spell);
}

#[test]
fn odds_beside_a_target_and_a_question_beside_whom_it_is_put_to() {
    let aim = ShotOptions {
        orders: Some(orders("alone-target", "{\"move\":{\"to\":[9,5]}}\n")),
        aim: Some("pistol".into()),
        hover: Some(Square::new(10, 2)),
        ..alone("at-target")
    };
    check("at-target", aim);
    let asked = ShotOptions { orders: Some(orders("alone-asked", ASKED)), ..alone("decision") };
    check("decision", asked);
    let lines = "{\"act\":{\"action\":\"attack\",\"with\":\"rifle\",\"target\":\"Orla\"}}\n";
    let breath = ShotOptions { level: Some(ford()), orders: Some(orders("alone-breath", lines)), ..alone("decision") };
    check("decision-breath", breath);
}

#[test]
fn all_of_a_large_board_in_a_corner() {
    let large = ShotOptions { level: Some(root().join("levels/river-farm.toml")), ..alone("small-map") };
    check("small-map", large);
}

#[test]
fn windows_over_the_table() {
    for (panel, opened) in [
        ("game-master", Panel::GameMaster),
        ("stakes", Panel::Stakes),
        ("take-back", Panel::TakeBack),
        ("save-as", Panel::SaveAs),
        ("report", Panel::Report),
        ("rule-card", Panel::Rule),
        ("settings", Panel::Settings),
        ("hand-over", Panel::HandOver),
        ("watch", Panel::Replay),
    ] {
        let window =
            ShotOptions { orders: Some(orders(&format!("alone-{panel}"), SHOT)), panel: Some(opened), ..alone(panel) };
        check(panel, window);
    }
    let here = ShotOptions { hover: Some(Square::new(9, 4)), from_here: true, ..alone("from-here") };
    check("from-here", here);
}

#[test]
fn a_hand_of_cards_with_what_can_be_played_now_and_what_cannot() {
    let hand = ShotOptions {
        level: Some(root().join("levels/tally-hall.toml")),
        orders: Some(orders("alone-hand", HELD)),
        panel: Some(Panel::Hand),
        ..alone("hand")
    };
    check("hand", hand.clone());
    check("hand-large", ShotOptions { text: 200, size: (800, 600), ..hand });
}

#[test]
fn why_something_cannot_be_done() {
    let refused = ShotOptions { aim: Some("interact".into()), ..alone("notice") };
    check("notice", refused);
}

#[test]
fn what_was_answered_without_asking() {
    let lines = "{\"act\":{\"action\":\"attack\",\"with\":\"sword\",\"target\":\"Barrier 5\"}}\n";
    let answered = ShotOptions {
        ruleset: Some("vigor".into()),
        orders: Some(orders("alone-answered", lines)),
        always: [("off_hand".into(), "none".into())].into(),
        ..alone("answered")
    };
    check("answered", answered);
}

#[test]
fn hints_at_a_first_turn_and_a_first_aim() {
    let turn = ShotOptions { hints: true, ..alone("advice") };
    check("advice", turn.clone());
    let aim = ShotOptions {
        orders: Some(orders("alone-advice", "{\"move\":{\"to\":[9,5]}}\n")),
        aim: Some("pistol".into()),
        hover: Some(Square::new(10, 2)),
        ..turn
    };
    check("advice-aim", aim);
}

#[test]
fn a_list_that_is_too_long_for_its_row() {
    let long = ShotOptions {
        level: Some(root().join("levels/last-lantern.toml")),
        ruleset: Some("essence".into()),
        text: 150,
        ..alone("bar")
    };
    check("bar-long", long);
}

#[test]
fn a_panel_that_there_is_not_is_told() {
    let why = shot(alone("ribon")).expect_err("there is no such panel");
    assert!(why.contains("`ribon`") && why.contains("ribbon, sheet"), "{why}");
}
