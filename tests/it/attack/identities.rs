//! Every request that takes an identity, with every kind of wrong one: nobody's, an object's, that of a thing in flight, of the dead,
//! of those not yet there, of what is gone.

use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

use super::{hash, played, send, yard};

/// A yard with a corpse, somebody still to come, a broken crate and a crate that stands.
fn scene(ruleset: &str) -> Session {
    let mut session = yard(ruleset, 3);
    for act in [json!({ "remove": { "creature": "Dot" } }), json!({ "remove": { "creature": 1 } })] {
        let reply = send(&mut session, &json!({ "cmd": "gm", "do": act }));
        assert_eq!(reply["ok"], true, "{reply}");
    }
    session
}

/// Plays on until a question is open, so that something is in flight.
fn asked(ruleset: &str) -> Session {
    let mut session = scene(ruleset);
    for turn in 0_usize..400 {
        let reply = send(&mut session, &json!({ "cmd": "legal" }));
        if !send(&mut session, &json!({ "cmd": "state" }))["state"]["decision"].is_null() {
            return session;
        }
        let legal = reply["legal"].as_array().cloned().unwrap_or_default();
        let at_enemies = legal.iter().filter(|one| one["order"]["act"]["target"].is_u64());
        let orders: Vec<&Value> = at_enemies.chain(&legal).collect();
        let Some(order) = orders.get(turn * 7 % orders.len().max(1)) else {
            break;
        };
        send(&mut session, &json!({ "cmd": "order", "order": order["order"] }));
    }
    panic!("some question should have been asked under {ruleset}");
}

/// Every identity there is and some beyond, and what is none at all.
fn identities(session: &mut Session) -> Vec<Value> {
    let save = send(session, &json!({ "cmd": "save" }));
    let next = save["save"]["snapshot"]["next"].as_u64().expect("a number");
    let mut out: Vec<Value> = (0..next + 2).map(Value::from).collect();
    out.extend([
        json!(9999),
        json!(u32::MAX),
        json!(u64::from(u32::MAX) + 2),
        json!(-1),
        json!(1.5),
        json!(true),
        Value::Null,
        json!([1]),
        json!(""),
        json!("#0"),
        json!("#9999"),
        json!("Nobody"),
        json!("Dot"),
        json!("Late"),
        json!("crate"),
    ]);
    out
}

/// What the ruleset lets creatures do: key and weapon.
fn deeds(session: &mut Session) -> Vec<(Value, Value)> {
    let reply = send(session, &json!({ "cmd": "legal" }));
    let acts = reply["legal"].as_array().into_iter().flatten().map(|one| &one["order"]["act"]);
    let refused = reply["refused"].as_array().into_iter().flatten();
    let mut out: Vec<(Value, Value)> = Vec::new();
    for act in acts.chain(refused) {
        let deed = (act["action"].clone(), act["with"].clone());
        if deed.0.is_string() && !out.contains(&deed) {
            out.push(deed);
        }
    }
    out.push((json!("nothing"), Value::Null));
    out
}

/// All requests about one identity.
fn requests(who: &Value, deeds: &[(Value, Value)], active: &Value) -> Vec<Value> {
    let mut orders = vec![
        json!({ "move": { "creature": who, "to": [3, 3] } }),
        json!({ "move": { "creature": who, "path": [[3, 3]] } }),
        json!({ "end_turn": { "creature": who } }),
        json!({ "end_turn": who }),
        json!({ "take_back": who }),
        json!({ "take_back": { "to": 0, "by": who, "agreed": [who] } }),
        json!({ "answer": who }),
    ];
    for (action, with) in deeds {
        for (creature, target) in [(who, active), (active, who), (who, who)] {
            let mut act = json!({ "creature": creature, "action": action, "target": target });
            if !with.is_null() {
                act["with"] = with.clone();
            }
            orders.push(json!({ "act": act }));
        }
        orders.push(json!({ "act": { "creature": who, "action": action, "at": [3, 3], "options": { "whose": who, "item": who } } }));
    }
    let mut out = vec![
        json!({ "cmd": "legal", "creature": who }),
        json!({ "cmd": "reach", "creature": who }),
        json!({ "cmd": "explain", "event": who }),
        json!({ "cmd": "state", "side": who }),
        json!({ "cmd": "log", "side": who, "from": who }),
        json!({ "cmd": "square", "at": [3, 3], "side": who }),
        json!({ "cmd": "answer", "choice": who }),
        json!({ "cmd": "rule", "rule": who }),
    ];
    for act in [
        json!({ "set": { "creature": who, "stat": "hp", "value": 3 } }),
        json!({ "set": { "creature": who, "stat": "speed", "value": 3 } }),
        json!({ "damage": { "creature": who, "amount": 3, "kind": "fire" } }),
        json!({ "damage": { "creature": who, "amount": 10000, "kind": "fire" } }),
        json!({ "heal": { "creature": who, "amount": 3 } }),
        json!({ "add_condition": { "creature": who, "condition": "prone" } }),
        json!({ "add_condition": { "creature": who, "condition": "hidden" } }),
        json!({ "add_condition": { "creature": who, "condition": "unconscious" } }),
        json!({ "remove_condition": { "creature": who, "condition": "prone" } }),
        json!({ "remove_condition": { "creature": who, "condition": "hidden" } }),
        json!({ "place": { "creature": who, "at": [3, 3] } }),
        json!({ "place": { "creature": who, "at": [-9, 30000] } }),
        json!({ "remove": { "creature": who } }),
        json!({ "initiative": { "creature": who, "score": -5 } }),
        json!({ "rule": { "key": "cover", "creature": who, "value": "half" } }),
        json!({ "rule": { "key": "ready", "creature": who, "value": who } }),
    ] {
        out.push(json!({ "cmd": "gm", "do": act }));
    }
    out.extend(orders.into_iter().map(|order| json!({ "cmd": "order", "order": order })));
    out
}

/// Sends everything about everybody; what was accepted is taken back.
fn attack(session: &mut Session) {
    let active = send(session, &json!({ "cmd": "state" }))["state"]["active"].clone();
    let deeds = deeds(session);
    let start = hash(session);
    for who in identities(session) {
        for request in requests(&who, &deeds, &active) {
            let order = request["cmd"] == "order";
            let mut legal = false;
            if order {
                legal = send(session, &json!({ "cmd": "check", "order": request["order"] }))["ok"] == true;
                send(session, &json!({ "cmd": "aim", "order": request["order"] }));
                if !legal {
                    send(session, &json!({ "cmd": "forecast", "order": request["order"] }));
                }
                assert_eq!(hash(session), start, "{request}");
            }
            let reply = send(session, &request);
            assert!(!order || legal == (reply["ok"] == true), "{request}: checked it was otherwise: {reply}");
            if reply["ok"] == true && (order || request["cmd"] == "gm" || request["cmd"] == "answer") {
                send(session, &json!({ "cmd": "state" }));
                let back = send(session, &json!({ "cmd": "undo" }));
                assert_eq!(back["hash"], start, "{request}");
            } else {
                assert_eq!(hash(session), start, "{request}");
            }
        }
    }
}

#[test]
fn wrong_identities_are_survived_by_every_request() {
    for ruleset in played() {
        attack(&mut scene(ruleset));
    }
}

#[test]
fn wrong_identities_are_survived_while_something_is_in_flight() {
    for ruleset in played() {
        attack(&mut asked(ruleset));
    }
}

#[test]
fn only_who_is_there_can_aim_and_be_aimed_at() {
    for ruleset in played() {
        let mut session = scene(ruleset);
        let aim = |session: &mut Session, creature: Value, target: Value| {
            let act = json!({ "creature": creature, "action": "attack", "with": "unarmed", "target": target });
            send(session, &json!({ "cmd": "aim", "order": { "act": act } }))
        };
        assert!(aim(&mut session, json!("Ada"), json!("Cid"))["aim"]["distance"].is_string());
        for (creature, target) in [("Dot", "Ada"), ("Late", "Ada"), ("Crate 1", "Ada"), ("Ada", "Dot"), ("Ada", "Late")]
        {
            let reply = aim(&mut session, json!(creature), json!(target));
            assert_eq!((&reply["ok"], &reply["aim"]), (&json!(true), &Value::Null), "{creature} at {target}: {reply}");
        }
        for (creature, target) in [(json!(9999), json!("Ada")), (json!("Ada"), json!(9999))] {
            assert_eq!(aim(&mut session, creature, target)["error"]["code"], "no_such_creature");
        }
    }
}

/// Whoever hides from the side to move is refused like one that never was, by every request that only asks about an order.
#[test]
fn one_who_hides_is_nobody_to_whatever_is_asked_about_an_order() {
    let mut hid = 0;
    for ruleset in played() {
        let mut session = scene(ruleset);
        let hidden = json!({ "add_condition": { "creature": "Cid", "condition": "hidden" } });
        send(&mut session, &json!({ "cmd": "gm", "do": hidden }));
        let battle = session.battle().expect("a battle is loaded");
        let active = battle.active().map(|id| battle.name(id).to_owned());
        let side = battle.side_to_move().expect("it is somebody's turn");
        // Where the ruleset hides nobody by hand, or it is the hider's own turn, there is nothing to ask.
        if !battle.unknown_to(side).iter().any(|&id| battle.name(id) == "Cid") {
            continue;
        }
        hid += 1;
        let act = json!({ "creature": active, "action": "attack", "with": "unarmed", "target": "Cid" });
        for cmd in ["check", "forecast", "aim"] {
            let reply = send(&mut session, &json!({ "cmd": cmd, "order": { "act": act } }));
            assert_eq!(reply["error"]["code"], "no_such_creature", "{ruleset}, {cmd}: {reply}");
        }
        let shown = json!({ "remove_condition": { "creature": "Cid", "condition": "hidden" } });
        let reply = send(&mut session, &json!({ "cmd": "check", "order": { "gm": shown } }));
        assert_eq!(reply["ok"], true, "{ruleset}: {reply}");
    }
    assert!(hid > 1, "{hid}");
}
