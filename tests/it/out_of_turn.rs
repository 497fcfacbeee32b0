//! Words out of turn: a wish is an order, a question at a pause is told to its side alone, and looking ahead asks nobody.

use battlemat::battle::SideId;
use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

const RED: SideId = SideId(0);
const BLUE: SideId = SideId(1);

/// Ada and Mag of Blue, and Rook of Red, who is first.
fn begun() -> Session {
    let level = "name = \"Gap\"\nruleset = \"momentum\"\nmap = '''\na..m..........R\n'''\n\
        [legend]\n\"a\" = { creature = \"soldier\", side = \"blue\", name = \"Ada\" }\n\
        \"m\" = { creature = \"mystic\", side = \"blue\", name = \"Mag\" }\n\
        \"R\" = { creature = \"scout\", side = \"red\", name = \"Rook\" }\n\
        [[side]]\nid = \"red\"\n[[side]]\nid = \"blue\"\n";
    let mut session = Session::default();
    let reply = session.reply(&json!({ "cmd": "load", "text": level, "ruleset": "momentum", "seed": 5 }).to_string());
    assert_eq!(reply["ok"], true, "{reply}");
    session
}

/// Sends a request as a side, or as the referee; the reply.
fn ask(session: &mut Session, side: Option<SideId>, request: &Value) -> Value {
    session.speak_as(side);
    session.reply(&request.to_string())
}

#[track_caller]
fn order(session: &mut Session, side: SideId, order: &Value) -> Value {
    let reply = ask(session, Some(side), &json!({ "cmd": "order", "order": order }));
    assert_eq!(reply["ok"], true, "{order}: {reply}");
    reply
}

fn wish(action: &str, wish: &str) -> Value {
    json!({ "wish": { "action": action, "wish": wish } })
}

/// A battle in which Rook holds its turn, Red has wished something, and Ada's turn has ended.
fn held(wished: &str) -> Session {
    let mut session = begun();
    order(&mut session, RED, &wish("take_turn", wished));
    order(&mut session, RED, &json!({ "act": { "creature": "Rook", "action": "hold_turn" } }));
    order(&mut session, BLUE, &json!({ "end_turn": "Ada" }));
    session
}

#[test]
fn what_is_asked_at_a_pause_is_told_to_its_side_alone() {
    let (mut asked, mut unasked) = (held("every"), held("never"));
    let question = ask(&mut asked, Some(RED), &json!({ "cmd": "state" }))["state"]["decision"].clone();
    assert_eq!((&question["kind"], &question["name"]), (&json!("gap"), &json!("Rook")));
    assert_eq!(ask(&mut asked, Some(BLUE), &json!({ "cmd": "state" }))["state"]["decision"], Value::Null);
    order(&mut asked, RED, &json!({ "answer": "go_on" }));
    for request in [json!({ "cmd": "log", "traces": true }), json!({ "cmd": "state" }), json!({ "cmd": "hash" })] {
        let replies = [&mut asked, &mut unasked].map(|session| ask(session, Some(BLUE), &request));
        assert_eq!(replies[0], replies[1], "{request}");
    }
    let red = ask(&mut asked, Some(RED), &json!({ "cmd": "log" })).to_string();
    assert!(red.contains("gap"), "{red}");
    assert_eq!(
        ask(&mut asked, Some(RED), &json!({ "cmd": "state" }))["state"]["wishes"],
        json!({ "take_turn": "every" })
    );
}

#[test]
fn a_side_says_what_it_wishes_itself_whenever_the_battle_rests() {
    let mut session = begun();
    let of_red = json!({ "wish": { "side": "red", "action": "unite", "wish": "matters" } });
    let refused = ask(&mut session, Some(BLUE), &json!({ "cmd": "order", "order": of_red }));
    assert_eq!(refused["error"]["code"], "not_for_a_side", "{refused}");
    order(&mut session, BLUE, &wish("unite", "every"));
    let state = ask(&mut session, None, &json!({ "cmd": "state" }))["state"]["wishes"].clone();
    assert_eq!(state, json!({ "red": {}, "blue": { "unite": "every" } }));
}

#[test]
fn looking_ahead_asks_nobody_at_a_pause() {
    let mut session = begun();
    order(&mut session, RED, &wish("take_turn", "every"));
    order(&mut session, RED, &json!({ "act": { "creature": "Rook", "action": "hold_turn" } }));
    let request = json!({ "cmd": "forecast", "order": { "end_turn": "Ada" } });
    let reply = ask(&mut session, Some(BLUE), &request);
    let branches = reply["forecast"]["branches"].as_array().expect("a forecast");
    assert!(branches.len() == 1 && branches[0]["answer"].is_null(), "{reply}");
}

#[test]
fn wishes_are_saved_and_replayed() {
    let mut session = held("every");
    order(&mut session, RED, &json!({ "answer": "take_turn" }));
    let save = ask(&mut session, None, &json!({ "cmd": "save" }))["save"].clone();
    let hash = ask(&mut session, None, &json!({ "cmd": "hash" }))["hash"].clone();
    let mut again = Session::default();
    let reply = again.reply(&json!({ "cmd": "restore", "save": save }).to_string());
    assert_eq!((&reply["ok"], &reply["state"]["hash"]), (&json!(true), &hash), "{reply}");
    let battle = session.battle().expect("a battle");
    let mut played = battlemat::battle::Battle::new(battle.level().clone(), battle.ruleset(), battle.seed())
        .expect("the same level");
    for recorded in battle.orders() {
        played.order(&recorded.order).expect("what was ordered once");
        assert_eq!(played.hash(), recorded.hash, "{:?}", recorded.order);
    }
}

#[test]
fn unions_of_thirty_are_one_question() {
    let row = "a.".repeat(15);
    let level = format!(
        "name = \"Many\"\nruleset = \"momentum\"\nmap = '''\n{row}\n{row}\n..............................\n{}R\n'''\n\
         [legend]\n\"a\" = {{ creature = \"soldier\", side = \"blue\" }}\n\
         \"R\" = {{ creature = \"scout\", side = \"red\", name = \"Rook\" }}\n\
         [[side]]\nid = \"red\"\n[[side]]\nid = \"blue\"\n[rules.momentum]\nasks_unions = \"every\"\n",
        ".".repeat(29)
    );
    let mut session = Session::default();
    let reply = session.reply(&json!({ "cmd": "load", "text": level, "ruleset": "momentum" }).to_string());
    assert_eq!(reply["state"]["decision"]["kind"], "union", "{reply}");
    let choices = reply["state"]["decision"]["choices"].as_array().expect("choices").len();
    assert_eq!(choices, 2, "all together, or nobody else");
    let reply = ask(&mut session, Some(BLUE), &json!({ "cmd": "order", "order": { "answer": "together" } }));
    assert_eq!(reply["decision"], Value::Null, "{reply}");
}
