//! Every override of the game master does what it says, or is refused with what does not happen and why: what is accepted changes
//! something, and two values that are accepted do not come to the same.

use std::collections::BTreeMap;

use battlemat::battle::Lexicon;
use battlemat::level::CONDITIONS;
use battlemat::referee::protocol::Session;
use battlemat::rules;
use serde_json::{Value, json};

use super::{hash, played, send, yard};

/// Gives an override; whether it was accepted. A refusal says why in a sentence.
#[track_caller]
fn gm(session: &mut Session, what: &Value) -> bool {
    let before = hash(session);
    let reply = send(session, &json!({ "cmd": "gm", "do": what }));
    if reply["ok"] == true {
        return true;
    }
    let message = reply["error"]["message"].as_str().unwrap_or_default();
    assert!(message.ends_with(['.', '?']), "{what}: {reply}");
    assert_eq!(hash(session), before, "{what}: refused, and something changed");
    false
}

fn lexicon(ruleset: &str) -> Lexicon {
    rules::by_key(ruleset).expect("a ruleset that is played").lexicon()
}

#[test]
fn no_two_values_that_can_be_set_come_to_the_same() {
    let mut same = Vec::new();
    for ruleset in played() {
        for word in lexicon(ruleset).stats {
            let (least, most) = (*word.bounds.start(), *word.bounds.end());
            let mut known: BTreeMap<String, i32> = BTreeMap::new();
            for value in [least, 0, 1, 2, 3, 7, 30, 999, most - 1, most] {
                if !word.bounds.contains(&value) || known.values().any(|&tried| tried == value) {
                    continue;
                }
                let mut session = yard(ruleset, 3);
                if gm(&mut session, &json!({ "set": { "creature": "Ada", "stat": word.key, "value": value } }))
                    && let Some(other) = known.insert(hash(&mut session).to_string(), value)
                {
                    same.push(format!("{ruleset}: {} {other} and {value}", word.key));
                }
            }
        }
    }
    assert!(same.is_empty(), "{same:#?}");
}

#[test]
fn what_is_accepted_changes_something() {
    let mut idle = Vec::new();
    for ruleset in played() {
        let lexicon = lexicon(ruleset);
        let given = lexicon.conditions.iter().filter(|known| known.given);
        let words = given.map(|known| known.key.as_str()).chain(CONDITIONS.iter().copied());
        let mut all: Vec<Value> = Vec::new();
        for word in words {
            for creature in ["Ada", "Dot"] {
                all.push(json!({ "add_condition": { "creature": creature, "condition": word } }));
                all.push(json!({ "remove_condition": { "creature": creature, "condition": word } }));
            }
        }
        for (key, ..) in lexicon.overrides {
            for value in [Value::Null, json!("none"), json!("half"), json!("full"), json!("10"), json!("Cid")] {
                all.push(json!({ "rule": { "creature": "Ada", "key": key, "value": value } }));
            }
        }
        all.extend([
            json!({ "heal": { "creature": "Ada", "amount": 3 } }),
            json!({ "heal": { "creature": "Ada", "amount": 0 } }),
            json!({ "damage": { "creature": "Ada", "amount": 3, "kind": "fire" } }),
            json!({ "damage": { "creature": "Ada", "amount": 0, "kind": "fire" } }),
        ]);
        for what in all {
            let mut session = yard(ruleset, 3);
            let before = hash(&mut session);
            if gm(&mut session, &what) && hash(&mut session) == before {
                idle.push(format!("{ruleset}: {what}"));
            }
        }
    }
    assert!(idle.is_empty(), "{idle:#?}");
}

#[test]
fn what_cannot_be_is_refused() {
    let at = |x: i16, y: i16| json!([x, y]);
    let long = "x".repeat(81);
    let cases = [
        ("gone", json!({ "place": { "creature": "Bo", "at": at(1, 1) } })),
        ("gone", json!({ "set": { "creature": "Bo", "stat": "hp", "value": 3 } })),
        ("not_on_map", json!({ "place": { "creature": "Late", "at": at(1, 1) } })),
        ("not_on_map", json!({ "add_condition": { "creature": "Late", "condition": "prone" } })),
        ("blocked", json!({ "place": { "creature": "Ada", "at": at(8, 3) } })),
        ("blocked", json!({ "place": { "creature": "Ada", "at": at(5, 4) } })),
        ("off_map", json!({ "place": { "creature": "Ada", "at": at(40, 4) } })),
        ("no_squares", json!({ "terrain": { "squares": [], "becomes": "mud" } })),
        ("no_squares", json!({ "light": { "squares": [], "becomes": "dark" } })),
        ("bad_name", json!({ "spawn": { "kind": "scout", "name": long, "side": "red", "at": at(1, 1) } })),
        (
            "bad_value",
            json!({ "weather": { "becomes": { "visibility": "clear", "gravity": 1001, "vacuum": false, "wind": null } } }),
        ),
        (
            "bad_value",
            json!({ "weather": { "becomes": { "visibility": "clear", "gravity": -1, "vacuum": false, "wind": null } } }),
        ),
    ];
    for ruleset in played() {
        let mut session = yard(ruleset, 3);
        assert!(gm(&mut session, &json!({ "remove": { "creature": "Bo" } })));
        for (code, what) in &cases {
            let reply = send(&mut session, &json!({ "cmd": "gm", "do": what }));
            assert_eq!(reply["error"]["code"], *code, "{ruleset}: {what}: {reply}");
        }
    }
}

/// A board that is full takes nobody in; whoever is due waits until there is room, and that is told once.
#[test]
fn without_room_nobody_comes() {
    let level = |ruleset: &str| {
        format!(
            "name = \"Cell\"\nruleset = \"{ruleset}\"\nmap = \"aob\"\n[legend]\n\
             a = {{ creature = \"soldier\", side = \"red\", name = \"Ada\" }}\n\
             o = {{ object = \"tree\", terrain = \"floor\" }}\n\
             b = {{ creature = \"soldier\", side = \"blue\", name = \"Bo\" }}\n\
             [[event]]\nid = \"help\"\nwhen = \"manual\"\n\
             do = {{ spawn = {{ kind = \"scout\", side = \"red\", name = \"Cid\", at = [0, 0] }} }}\n"
        )
    };
    for ruleset in played() {
        let mut session = Session::default();
        let loaded =
            send(&mut session, &json!({ "cmd": "load", "text": level(ruleset), "ruleset": ruleset, "seed": 1 }));
        assert_eq!(loaded["ok"], true, "{loaded}");
        let spawn = json!({ "spawn": { "kind": "scout", "name": "Dot", "side": "red", "at": [0, 0] } });
        let reply = send(&mut session, &json!({ "cmd": "gm", "do": spawn }));
        assert_eq!(reply["error"]["code"], "no_room", "{ruleset}: {reply}");
        let fire = json!({ "cmd": "gm", "do": { "fire": { "event": "help" } } });
        let reply = send(&mut session, &fire);
        assert!(reply.to_string().contains("finds no room"), "{ruleset}: {reply}");
        let reply = send(&mut session, &fire);
        // Once more is a wave of its own, which waits as well.
        assert!(reply.to_string().contains("Cid 2: finds no room"), "{ruleset}: {reply}");
    }
}
