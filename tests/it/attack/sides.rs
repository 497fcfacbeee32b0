//! A session that is opened as one side: what it gets, and what it does not.

use battlemat::battle::SideId;
use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

use super::{YARD, rulesets, send};

/// Oona and Piet of ash in a dark court, and a cat of elm.
const COURT: &str = r#"
name = "Court"
ruleset = "sol"
ambient = "dark"
map = '''
##############
#............#
#.o..#....q..#
#....#.......#
#.p..#.......#
##############
'''
[legend]
"o" = { creature = "soldier", side = "ash", name = "Oona", light = "10 ft" }
"p" = { creature = "soldier", side = "ash", name = "Piet" }
"q" = { creature = "hound", side = "elm", name = "Zora's cat" }
"#;

/// A level with Zora of elm, who lies in wait on a square.
fn with_zora(level: &str, at: [i16; 2]) -> String {
    format!(
        "{level}[[creature]]\nkind = \"scout\"\nside = \"elm\"\nname = \"Zora\"\nat = {at:?}\nhidden = true\n\
         [[side]]\nid = \"ash\"\n[[side]]\nid = \"elm\"\n"
    )
}

/// A session with a level of ash and elm, and with Zora on a square, hidden from all of ash.
pub(crate) fn court(level: &str, ruleset: &str, at: [i16; 2]) -> Session {
    let mut session = Session::default();
    let request = json!({ "cmd": "load", "text": with_zora(level, at), "ruleset": ruleset, "seed": 4 });
    let reply = send(&mut session, &request);
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    let battle = session.battle().expect("a battle");
    let hidden: Vec<&str> = battle.unknown_to(SideId(0)).into_iter().map(|id| battle.name(id)).collect();
    assert_eq!(hidden, ["Zora"], "under {ruleset}");
    session
}

/// Ends turns until ash has one.
fn wait_for_ash(session: &mut Session) {
    while session.battle().expect("a battle").side_to_move() != Some(SideId(0)) {
        send(session, &json!({ "cmd": "order", "order": { "end_turn": true } }));
    }
}

fn log_of_ash(session: &mut Session) -> Vec<String> {
    let reply = send(session, &json!({ "cmd": "log", "side": "ash", "traces": true }));
    let lines = reply["lines"].as_array().expect("lines").iter();
    lines.map(|line| line.as_str().expect("a line").to_owned()).collect()
}

#[test]
fn somebody_unknown_is_refused_like_nobody_at_all() {
    for ruleset in rulesets() {
        for seated in [false, true] {
            let mut session = court(COURT, ruleset, [11, 4]);
            wait_for_ash(&mut session);
            let zora = session.battle().expect("a battle").unknown_to(SideId(0))[0].0;
            session.speak_as(seated.then_some(SideId(0)));
            let mut told = |target: Value| {
                let act = json!({ "action": "attack", "with": "unarmed", "target": target });
                let reply = send(&mut session, &json!({ "cmd": "aim", "order": { "act": act } }));
                assert_eq!(reply["error"]["code"], "no_such_creature", "{reply}");
                let message = reply["error"]["message"].as_str().expect("a sentence").to_owned();
                message.replace(&target.to_string(), "?").replace(target.as_str().unwrap_or("?"), "?")
            };
            assert_eq!(told(json!(zora)), told(json!(9999)), "{ruleset}");
            let named = told(json!("Zora"));
            assert!(named.starts_with("There is no creature or object `?`.") && !named.ends_with("`?`?"), "{named}");
        }
    }
}

#[test]
fn a_log_does_not_differ_by_where_somebody_unknown_watches() {
    for ruleset in rulesets() {
        let logs = [[6, 1], [12, 1]].map(|at| {
            let mut session = court(COURT, ruleset, at);
            let hide = json!({ "cmd": "gm", "do": { "add_condition": { "creature": "Oona", "condition": "hidden" } } });
            send(&mut session, &hide);
            log_of_ash(&mut session)
        });
        assert_eq!(logs[0], logs[1], "{ruleset}");
    }
}

#[test]
fn no_reckoning_is_left_of_an_event_that_is_not_told() {
    for ruleset in rulesets() {
        let mut session = court(COURT, ruleset, [11, 4]);
        wait_for_ash(&mut session);
        // What happens to her from here on is none of ash's business.
        let from = send(&mut session, &json!({ "cmd": "state" }))["state"]["events"].clone();
        for act in [
            json!({ "damage": { "creature": "Zora", "amount": 1, "kind": "fire" } }),
            json!({ "add_condition": { "creature": "Zora", "condition": "prone" } }),
            json!({ "initiative": { "creature": "Zora", "score": 3 } }),
            json!({ "remove": { "creature": "Zora" } }),
        ] {
            let reply = send(&mut session, &json!({ "cmd": "gm", "do": act }));
            assert_eq!(reply["ok"], true, "{reply}");
        }
        let told = send(&mut session, &json!({ "cmd": "log", "side": "ash", "from": from, "traces": true }));
        let lines = told["lines"].as_array().expect("lines");
        let own = |line: &&Value| {
            !line.as_str().is_some_and(|line| line.contains("'s turn") || line.contains("ends the turn"))
        };
        assert_eq!(lines.iter().filter(own).collect::<Vec<_>>(), Vec::<&Value>::new(), "{ruleset}");
        // How she ended they do not read, either.
        let state = send(&mut session, &json!({ "cmd": "state", "side": "ash" }))["state"].clone();
        let names: Vec<&Value> =
            state["creatures"].as_object().expect("creatures").values().map(|one| &one["name"]).collect();
        assert!(!names.contains(&&json!("Zora")), "{ruleset}: {names:?}");
    }
}

#[test]
fn whoever_is_called_like_somebody_unknown_is_told_of_all_the_same() {
    for ruleset in rulesets() {
        let mut session = court(COURT, ruleset, [11, 4]);
        let harm =
            json!({ "cmd": "gm", "do": { "damage": { "creature": "Zora's cat", "amount": 2, "kind": "fire" } } });
        send(&mut session, &harm);
        let lines = log_of_ash(&mut session);
        assert!(lines.iter().any(|line| line.contains("Zora's cat -2 ")), "{ruleset}: {lines:#?}");
    }
}

#[test]
fn a_side_at_the_table_gets_nothing_else() {
    for ruleset in rulesets() {
        let mut session = Session::default();
        let text = with_zora(COURT, [11, 4]);
        let load = json!({ "cmd": "load", "text": text, "ruleset": ruleset, "as": "elm", "others": "random" });
        let loaded = send(&mut session, &load);
        assert_eq!(loaded["ok"], true, "{loaded}");
        assert_eq!(loaded["state"]["seed"], Value::Null);
        for (request, code) in [
            (json!({ "cmd": "save" }), "not_for_a_side"),
            (json!({ "cmd": "dice", "faces": ["d8:8"] }), "not_for_a_side"),
            (json!({ "cmd": "gm", "do": { "remove": { "creature": "Oona" } } }), "not_for_a_side"),
            (json!({ "cmd": "order", "order": { "gm": { "remove": { "creature": "Oona" } } } }), "not_for_a_side"),
            (json!({ "cmd": "check", "order": { "take_back": { "to": 0 } } }), "not_for_a_side"),
            (json!({ "cmd": "order", "order": { "take_back": 0 } }), "not_for_a_side"),
            (json!({ "cmd": "state", "side": "ash" }), "not_for_a_side"),
            (json!({ "cmd": "log", "side": "ash" }), "not_for_a_side"),
            (json!({ "cmd": "square", "at": [1, 1], "side": "ash" }), "not_for_a_side"),
            (json!({ "cmd": "load", "text": text }), "not_for_a_side"),
            (json!({ "cmd": "restore", "file": "x" }), "not_for_a_side"),
        ] {
            let reply = send(&mut session, &request);
            assert_eq!((&reply["ok"], &reply["error"]["code"]), (&json!(false), &json!(code)), "{request}: {reply}");
        }
        // Nor does the program that opened it get out of it by speaking as the referee.
        session.speak_as(None);
        assert_eq!(send(&mut session, &json!({ "cmd": "save" }))["ok"], false);
        let known = send(&mut session, &json!({ "cmd": "state" }))["state"].clone();
        assert_eq!(known["hash"], send(&mut session, &json!({ "cmd": "hash" }))["hash"]);
        assert_ne!(known["hash"], json!(format!("{:016x}", session.battle().expect("a battle").hash())));
    }
}

/// Every number that a reply calls anybody by.
fn numbers(reply: &Value, out: &mut Vec<u64>) {
    match reply {
        Value::Object(table) => {
            for (key, value) in table {
                let names = ["creature", "target", "actor", "active", "source", "object", "against", "of"];
                out.extend(value.as_u64().filter(|_| names.contains(&key.as_str())));
                if ["creatures", "objects", "targets"].contains(&key.as_str()) {
                    let keys = value.as_object().into_iter().flat_map(|table| table.keys());
                    out.extend(keys.filter_map(|key| key.parse::<u64>().ok()));
                }
                numbers(value, out);
            }
        }
        Value::Array(all) => all.iter().for_each(|one| numbers(one, out)),
        _ => {}
    }
}

#[test]
fn a_side_plays_to_the_end_by_numbers_without_a_gap() {
    for ruleset in rulesets() {
        for (text, side) in [(YARD.to_owned(), "red"), (with_zora(COURT, [11, 4]), "elm")] {
            let mut session = Session::default();
            let load =
                json!({ "cmd": "load", "text": text, "ruleset": ruleset, "seed": 6, "as": side, "others": "greedy" });
            let mut all = Vec::new();
            let loaded = send(&mut session, &load);
            assert_eq!(loaded["ok"], true, "{loaded}");
            numbers(&loaded, &mut all);
            let mut spoken = 0;
            for turn in 0_usize..60 {
                let legal = send(&mut session, &json!({ "cmd": "legal" }));
                numbers(&legal, &mut all);
                let rows = legal["legal"].as_array().expect("a list");
                if rows.is_empty() {
                    break;
                }
                let reply =
                    send(&mut session, &json!({ "cmd": "order", "order": rows[turn * 37 % rows.len()]["order"] }));
                assert_eq!(reply["ok"], true, "{reply}");
                numbers(&reply, &mut all);
                spoken += 1;
                let state = send(&mut session, &json!({ "cmd": "state" }))["state"].clone();
                let mine = state["side_to_move"] == json!(side);
                assert!(mine || !state["outcome"].is_null(), "the others have had their say: {state}");
                numbers(&state, &mut all);
            }
            all.sort_unstable();
            all.dedup();
            let first = u64::from(all[0] != 0);
            let gapless: Vec<u64> = (first..first + all.len() as u64).collect();
            assert_eq!(all, gapless, "{ruleset}");
            assert!(spoken > 5, "{ruleset}: {spoken}");
        }
    }
}

/// Ends the turn, answering by the last choice whatever is asked before that.
fn pass(session: &mut Session) -> Value {
    loop {
        let legal = send(session, &json!({ "cmd": "legal" }))["legal"].clone();
        let rows = legal.as_array().expect("a list");
        let ends = rows.iter().find(|row| row["order"]["end_turn"].is_object());
        let row = ends.or(rows.last()).expect("something to say");
        let reply = send(session, &json!({ "cmd": "order", "order": row["order"] }));
        assert_eq!(reply["ok"], true, "{row}: {reply}");
        if ends.is_some() {
            return reply;
        }
    }
}

#[test]
fn a_side_takes_back_what_told_it_nothing_and_nothing_else() {
    for ruleset in rulesets() {
        // Nobody who answers a step out of its reach: its dice could not be taken back.
        let text = with_zora(COURT, [11, 4]);
        let text = text.replace("ambient = \"dark\"\n", "").replace("creature = \"hound\"", "creature = \"scout\"");
        let mut session = Session::default();
        send(
            &mut session,
            &json!({ "cmd": "load", "text": text, "ruleset": ruleset, "seed": 6, "as": "ash", "others": "greedy" }),
        );
        let undo = json!({ "cmd": "undo" });
        assert_eq!(send(&mut session, &undo)["error"]["code"], "nothing_to_undo");
        let legal = loop {
            let legal = send(&mut session, &json!({ "cmd": "legal" }))["legal"].clone();
            let last = legal.as_array().and_then(|rows| rows.last()).expect("something to say")["order"].clone();
            if last["end_turn"].is_object() {
                break legal;
            }
            send(&mut session, &json!({ "cmd": "order", "order": last }));
        };
        let before = send(&mut session, &json!({ "cmd": "state" }))["state"].clone();
        let legal = legal.as_array().expect("a list");
        let step = legal.iter().find(|row| row["order"]["move"].is_object()).expect("a way to go");
        let reply = send(&mut session, &json!({ "cmd": "order", "order": step["order"] }));
        assert_eq!((&reply["ok"], &reply["decision"]), (&json!(true), &Value::Null), "{reply}");
        let back = send(&mut session, &undo);
        assert_eq!(back["state"], before, "{ruleset}");
        // A turn that has ended stays ended, even where one of its own comes next: somebody unknown may have had one between.
        pass(&mut session);
        assert_eq!(send(&mut session, &undo)["error"]["code"], "nothing_to_undo", "{ruleset}");
    }
}

#[test]
fn the_computer_beside_a_side_plays_the_same_for_the_same_seed() {
    let play = || {
        let mut session = Session::default();
        let load = json!({ "cmd": "load", "text": YARD, "seed": 11, "as": "red" });
        let mut told = vec![send(&mut session, &load)];
        for _ in 0..4 {
            told.push(pass(&mut session));
        }
        told
    };
    assert_eq!(play(), play());
    let mut session = Session::default();
    for wrong in [
        json!({ "cmd": "load", "text": YARD, "as": "nobody" }),
        json!({ "cmd": "load", "text": YARD, "as": "red", "others": "nobody" }),
        json!({ "cmd": "load", "text": YARD, "others": "greedy" }),
        json!({ "cmd": "load", "text": YARD, "seats": { "red": "hard" } }),
        json!({ "cmd": "load", "text": YARD, "as": "red", "seats": { "red": "hard" } }),
        json!({ "cmd": "load", "text": YARD, "as": "red", "seats": { "nobody": "hard" } }),
        json!({ "cmd": "load", "text": YARD, "as": "red", "seats": { "blue": "nobody" } }),
    ] {
        assert_eq!(send(&mut session, &wrong)["ok"], false, "{wrong}");
        assert!(session.battle().is_none());
    }
}

#[test]
fn a_saved_battle_is_opened_as_a_side() {
    let mut session = court(COURT, "essence", [11, 4]);
    let save = send(&mut session, &json!({ "cmd": "save" }))["save"].clone();
    let mut seated = Session::default();
    let reply = send(&mut seated, &json!({ "cmd": "restore", "save": save, "as": "ash" }));
    assert_eq!(reply["ok"], true, "{reply}");
    assert!(!reply.to_string().contains("\"Zora\""), "{reply}");
}

/// A hall in which Sable, of whom blue knows nothing, stands between Rook and Bea.
fn hall(ruleset: &str) -> String {
    let armed = if ruleset == "vigor" { "vigor = { held = [\"rifle\"] }\n" } else { "" };
    format!(
        "name = \"Hall\"\nruleset = \"{ruleset}\"\nmap = \"\"\"\n............\n............\n............\n............\n\"\"\"\n\
         [[side]]\nid = \"blue\"\n[[side]]\nid = \"red\"\n\
         [[creature]]\nkind = \"soldier\"\nside = \"blue\"\nname = \"Bea\"\nat = [1, 2]\n\
         [[creature]]\nkind = \"soldier\"\nside = \"red\"\nname = \"Rook\"\nat = [8, 2]\n{armed}\
         [[creature]]\nkind = \"scout\"\nside = \"red\"\nname = \"Sable\"\nat = [7, 2]\n{ruleset} = {{ hidden_from = [\"blue\"] }}\n"
    )
}

/// The question that an attack of somebody's on Bea puts to blue, who does not know of Sable, as blue reads it and as it is.
fn question(ruleset: &str, by: &str) -> (Value, Value) {
    for seed in 0..60 {
        let mut session = Session::default();
        let load = json!({ "cmd": "load", "text": hall(ruleset), "ruleset": ruleset, "seed": seed });
        assert_eq!(send(&mut session, &load)["ok"], true, "{ruleset}");
        let acts = |session: &Session| {
            let battle = session.battle().expect("a battle");
            battle.active().is_some_and(|id| battle.name(id) == by)
        };
        for _ in 0..3 {
            if !acts(&session) {
                send(&mut session, &json!({ "cmd": "order", "order": { "end_turn": true } }));
            }
        }
        let attack = json!({ "cmd": "legal", "creature": by, "action": "attack", "target": "Bea" });
        let legal = send(&mut session, &attack);
        for order in legal["legal"].as_array().into_iter().flatten() {
            send(&mut session, &json!({ "cmd": "order", "order": order["order"] }));
            let read = send(&mut session, &json!({ "cmd": "state", "side": "blue" }));
            let all = send(&mut session, &json!({ "cmd": "state" }));
            let unknown = session.battle().expect("a battle").unknown_to(SideId(0));
            if read["state"]["decision"].is_object() && !unknown.is_empty() {
                return (read["state"]["decision"].clone(), all["state"]["decision"].clone());
            }
            send(&mut session, &json!({ "cmd": "undo" }));
        }
    }
    panic!("{by} should have come to ask blue something under {ruleset}");
}

#[test]
fn a_question_tells_nothing_of_whom_its_side_does_not_know() {
    for ruleset in ["sol", "vigor"] {
        let (read, all) = question(ruleset, "Rook");
        let reasons = |question: &Value| question["number"].to_string().matches("\"rule\"").count();
        assert!(reasons(&read) > 0, "{ruleset}: {read}");
        assert!(reasons(&read) < reasons(&all), "{ruleset}: {read} of {all}");
        assert_eq!(read["number"]["value"], all["number"]["value"]);
        let text = read.to_string();
        assert!(!text.contains("Sable") && !text.contains("\"source\":0"), "{ruleset}: {text}");
    }
    // Of what somebody unknown does there is the number, and no more.
    let (read, all) = question("vigor", "Sable");
    assert_eq!(read["against"], 0);
    assert_eq!(read["number"]["value"], all["number"]["value"]);
    assert_eq!(read["number"]["terms"], Value::Null, "{read}");
}
