//! Seats in fights that cannot end: a reply comes all the same, says that the others would go on, and they go on when they are asked to.

use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

use super::{played, send};

/// Two who cannot come to each other, and a side that has nobody.
const APART: &str = "name = \"H\"\nruleset = \"sol\"\nmap = '''\n........\n........\n########\n........\n........\n'''\n\
    [[side]]\nid = \"blue\"\n[[side]]\nid = \"red\"\n[[side]]\nid = \"green\"\n\
    [[creature]]\nkind = \"soldier\"\nside = \"red\"\nname = \"Rea\"\nat = [0, 0]\n\
    [[creature]]\nkind = \"soldier\"\nside = \"green\"\nname = \"Gil\"\nat = [0, 4]\n";

/// Somebody of blue who is to come late.
const LATE: &str = "[[creature]]\nkind = \"soldier\"\nside = \"blue\"\nname = \"Bea\"\nat = [7, 0]\narrives = 15\n";

fn open(text: &str, ruleset: &str, others: &str) -> (Session, Value) {
    let mut session = Session::default();
    let load = json!({ "cmd": "load", "text": text, "ruleset": ruleset, "as": "blue", "others": others, "seed": 1 });
    let reply = send(&mut session, &load);
    assert_eq!(reply["ok"], true, "{reply}");
    (session, reply)
}

#[test]
fn a_side_with_nobody_left_is_answered() {
    for ruleset in played() {
        for others in ["greedy", "random"] {
            let (mut session, reply) = open(APART, ruleset, others);
            let mut over = !reply["state"]["outcome"].is_null();
            assert_eq!(reply["waiting"].is_null(), over, "{ruleset}: {reply}");
            let mut round = reply["state"]["round"].as_u64().expect("a round");
            for _ in 0..3 {
                if over {
                    break;
                }
                let legal = send(&mut session, &json!({ "cmd": "legal" }));
                assert_eq!(legal["legal"], json!([]));
                let refused = send(&mut session, &json!({ "cmd": "order", "order": { "end_turn": true } }));
                assert_eq!(refused["error"]["code"], "not_your_turn", "{refused}");
                let on = send(&mut session, &json!({ "cmd": "wait" }));
                assert_eq!(on["ok"], true, "{on}");
                over = !on["outcome"].is_null();
                assert_eq!(on["waiting"].is_null(), over, "{ruleset}: {on}");
                let state = send(&mut session, &json!({ "cmd": "state" }));
                let now = state["state"]["round"].as_u64().expect("a round");
                assert!(over || now > round, "{ruleset}: still round {now}");
                round = now;
            }
            if over {
                assert_eq!(send(&mut session, &json!({ "cmd": "wait" }))["error"]["code"], "over");
            }
        }
    }
}

#[test]
fn a_side_that_waits_gets_the_word_when_its_own_arrive() {
    let text = format!("{APART}{LATE}");
    let (mut session, mut reply) = open(&text, "sol", "greedy");
    let mut waited = 0;
    while reply["waiting"] == true {
        reply = send(&mut session, &json!({ "cmd": "wait" }));
        waited += 1;
        assert!(waited < 10, "{reply}");
    }
    assert!(waited > 0, "the first fourteen rounds are more than one reply waits for");
    let state = send(&mut session, &json!({ "cmd": "state" }));
    assert_eq!(state["state"]["side_to_move"], "blue", "{state}");
    let refused = send(&mut session, &json!({ "cmd": "wait" }));
    assert_eq!(refused["error"]["code"], "nothing_to_wait_for", "{refused}");
}

#[test]
fn the_referee_has_nothing_to_wait_for() {
    let mut session = super::yard("sol", 1);
    let refused = send(&mut session, &json!({ "cmd": "wait" }));
    assert_eq!(refused["error"]["code"], "nothing_to_wait_for", "{refused}");
}
