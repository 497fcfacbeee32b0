//! What the list of legal orders says of each: what it is for, what it is paid with, what it would do.

use battlemat::ai::Random;
use serde_json::{Value, json};

use super::{ask, loaded, send};

fn rows(reply: &Value) -> &Vec<Value> {
    reply["legal"].as_array().expect("a list")
}

#[test]
fn legal_orders_have_the_purpose_and_the_price_of_choices() {
    for ruleset in ["sol", "essence", "vigor", "momentum"] {
        let mut session = loaded("levels/first-fight.toml", ruleset, 3);
        let all = ask(&mut session, &json!({ "cmd": "legal" }));
        for row in rows(&all) {
            let wanted = match row["order"].as_object().expect("an order").keys().next().expect("a key").as_str() {
                "move" => Some(("move", json!("way"))),
                "end_turn" => Some(("decline", json!("free"))),
                _ => None,
            };
            if let Some((purpose, price)) = wanted {
                assert_eq!((&row["purpose"], &row["price"]), (&json!(purpose), &price), "{row}");
            }
            let free = row["price"] == "free";
            assert_eq!(free, row["cost"] == "" || row["cost"] == "free", "{ruleset}: {row}");
        }
        for purpose in ["harm", "move", "decline"] {
            let some = ask(&mut session, &json!({ "cmd": "legal", "purpose": purpose }));
            let wanted: Vec<&Value> = rows(&all).iter().filter(|row| row["purpose"] == purpose).collect();
            assert!(!wanted.is_empty(), "{ruleset}: {purpose}");
            assert_eq!(rows(&some).iter().collect::<Vec<_>>(), wanted, "{ruleset}: {purpose}");
        }
        let wrong = send(&mut session, &json!({ "cmd": "legal", "purpose": "harms" }));
        assert_eq!(wrong["error"]["code"], "bad_request", "{wrong}");
    }
}

/// Under Momentum a creature leaves by ending its turn on a way out.
#[test]
fn leaving_the_map_is_found_by_its_purpose() {
    for ruleset in ["sol", "essence", "vigor"] {
        let mut session = loaded("examples/duel.toml", ruleset, 1);
        let active = ask(&mut session, &json!({ "cmd": "state" }))["state"]["active"].clone();
        // Out of reach of those who may stop it.
        for (creature, at) in [(json!("Ari"), [0, 0]), (json!("Bo"), [0, 2]), (active.clone(), [4, 2])] {
            ask(&mut session, &json!({ "cmd": "gm", "do": { "place": { "creature": creature, "at": at } } }));
        }
        let leave = ask(&mut session, &json!({ "cmd": "legal", "purpose": "leave" }));
        assert_eq!(rows(&leave).len(), 1, "{ruleset}: {leave}");
        let left = ask(&mut session, &json!({ "cmd": "order", "order": rows(&leave)[0]["order"], "state": true }));
        assert_eq!(left["state"]["creatures"][active.to_string()]["status"], "fled", "{ruleset}");
    }
}

#[test]
fn harm_comes_first_and_odds_of_samples_say_so() {
    for ruleset in ["sol", "essence", "vigor", "momentum"] {
        let mut session = loaded("levels/first-fight.toml", ruleset, 3);
        let plain = ask(&mut session, &json!({ "cmd": "legal" }));
        let few = ask(&mut session, &json!({ "cmd": "legal", "forecast": true, "budget": 500 }));
        let harms: Vec<bool> = rows(&few).iter().map(|row| row["purpose"] == "harm").collect();
        let count = harms.iter().filter(|&&harm| harm).count();
        assert!(count > 1 && harms[..count].iter().all(|&harm| harm), "{ruleset}: harm is not first");
        let in_order = |reply: &Value| {
            let mut orders: Vec<String> = rows(reply).iter().map(|row| row["order"].to_string()).collect();
            orders.sort();
            orders
        };
        assert_eq!(in_order(&plain), in_order(&few), "{ruleset}");
        let (mut sampled, mut gone_through) = (0, 0);
        for row in rows(&few).iter().filter(|row| row["forecast"].is_object()) {
            let forecast = &row["forecast"];
            let branches = forecast["branches"].as_array().expect("branches");
            let exact = branches.iter().all(|branch| branch["samples"].is_null());
            assert_eq!(forecast["exact"] == true, exact, "{row}");
            for branch in branches.iter().filter(|branch| branch["samples"].is_u64()) {
                assert_eq!(branch["samples"], branch["whole"], "every sample counts alike: {row}");
                sampled += 1;
            }
            gone_through += usize::from(exact);
        }
        assert!(sampled > 0 && gone_through > 0, "{ruleset}: {sampled} {gone_through}");
    }
}

#[test]
fn a_list_of_attacks_is_not_judged_by_single_samples() {
    let mut session = loaded("levels/first-fight.toml", "vigor", 3);
    let list = ask(&mut session, &json!({ "cmd": "legal", "forecast": true }));
    let attacks = rows(&list).iter().filter(|row| row["purpose"] == "harm" && row["forecast"].is_object());
    let mut met = 0;
    for row in attacks {
        for branch in row["forecast"]["branches"].as_array().expect("branches") {
            let samples = branch["samples"].as_u64();
            assert!(samples.is_none_or(|samples| samples >= 20), "{row}");
            met += 1;
        }
    }
    assert!(met > 10, "{met}");
}

#[test]
fn any_reply_has_the_state_where_it_is_asked_for() {
    let mut session = loaded("levels/first-fight.toml", "sol", 3);
    let order = Random::new(1).choose(session.battle().expect("a battle")).expect("an order");
    let state = ask(&mut session, &json!({ "cmd": "state" }))["state"].clone();
    for request in [
        json!({ "cmd": "legal" }),
        json!({ "cmd": "check", "order": order }),
        json!({ "cmd": "help" }),
        json!({ "cmd": "rule", "rule": "SOL-COVER-5" }),
        json!({ "cmd": "answer", "choice": "nothing" }),
    ] {
        let mut with = request.clone();
        with["state"] = json!(true);
        let mut reply = send(&mut session, &with);
        assert_eq!(reply["state"], state, "{with}");
        reply.as_object_mut().expect("an object").remove("state");
        assert_eq!(reply, send(&mut session, &request));
        with["state"] = json!(false);
        assert_eq!(reply, send(&mut session, &with));
    }
    let after = ask(&mut session, &json!({ "cmd": "order", "order": order, "state": true }));
    assert_eq!(after["state"]["hash"], after["hash"]);
    let wrong = send(&mut session, &json!({ "cmd": "hash", "state": 1 }));
    assert_eq!(wrong["error"]["code"], "bad_request", "{wrong}");
}
