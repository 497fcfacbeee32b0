//! How long an answer takes tells a side nothing of what it does not know.

use battlemat::battle::SideId;
use battlemat::referee::protocol::Session;
use cpu_time::ThreadTime;
use serde_json::{Value, json};

use super::{rulesets, send};

/// What a side may ask as often as it likes.
fn requests() -> Vec<Value> {
    vec![
        json!({ "cmd": "square", "at": [1, 1] }),
        json!({ "cmd": "reach" }),
        json!({ "cmd": "state" }),
        json!({ "cmd": "hash" }),
    ]
}

/// The keepers of the lantern.
const KEEPERS: SideId = SideId(1);

/// A side's turn, with everybody in sight or one of the others hidden.
fn session(ruleset: &str, hidden: bool) -> Session {
    let mut session = Session::default();
    let load = json!({ "cmd": "load", "level": "levels/last-lantern.toml", "ruleset": ruleset, "seed": 3 });
    assert_eq!(send(&mut session, &load)["ok"], true);
    for _ in 0..200 {
        let battle = session.battle().expect("a battle");
        if battle.side_to_move() == Some(KEEPERS) && battle.decision().is_none() {
            break;
        }
        let legal = send(&mut session, &json!({ "cmd": "legal" }));
        let order = legal["legal"].as_array().and_then(|rows| rows.last()).expect("something to do")["order"].clone();
        send(&mut session, &json!({ "cmd": "order", "order": order }));
    }
    let battle = session.battle().expect("a battle");
    let foes: Vec<u32> = battlemat::battle::on_map(battle.world())
        .filter(|&id| battlemat::battle::side_of(battle.world(), id) != KEEPERS)
        .map(|id| id.0)
        .collect();
    let set = |session: &mut Session, what: &str, foe: u32| {
        send(session, &json!({ "cmd": "gm", "do": { what: { "creature": foe, "condition": "hidden" } } }));
    };
    for &foe in &foes {
        set(&mut session, "remove_condition", foe);
    }
    if hidden {
        set(&mut session, "add_condition", foes[0]);
    }
    let unknown = session.battle().expect("a battle").unknown_to(KEEPERS).len();
    assert_eq!(unknown, usize::from(hidden), "{ruleset}");
    session.speak_as(Some(KEEPERS));
    session
}

#[test]
fn an_answer_takes_as_long_whether_somebody_is_hidden_or_not() {
    for ruleset in rulesets() {
        let mut pair = [session(ruleset, false), session(ruleset, true)];
        for request in requests() {
            let mut times = [Vec::new(), Vec::new()];
            for _ in 0..40 {
                for (session, times) in pair.iter_mut().zip(&mut times) {
                    let start = ThreadTime::now();
                    send(session, &request);
                    times.push(start.elapsed().as_nanos());
                }
            }
            let [open, hidden] = times.map(|mut times| {
                times.sort_unstable();
                times[times.len() / 2]
            });
            // It was as one to twenty.
            let alike = open < 2 * hidden && hidden < 2 * open;
            assert!(
                alike,
                "{ruleset}: {request} takes {open} ns where nobody is hidden, {hidden} ns where somebody is"
            );
        }
    }
}
