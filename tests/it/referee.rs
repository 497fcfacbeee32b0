//! The protocol: what stands in a line never ends the session, names stand for identities, refused orders change nothing.

use battlemat::referee::protocol::{Session, serve};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A session with a duel loaded, Ari to act first.
fn duel() -> Session {
    let level = "name = \"Duel\"\nruleset = \"sol\"\nmap = '''\n......\nA...B.\n......\n'''\n\
        [legend]\n\"A\" = { creature = \"soldier\", side = \"red\", name = \"Ari\" }\n\
        \"B\" = { creature = \"soldier\", side = \"blue\", name = \"Bo\" }\n";
    let mut session = Session::default();
    let request = json!({ "cmd": "load", "text": level, "dice": ["d8:7", "d8:2"], "seed": 5 });
    let reply = session.reply(&request.to_string());
    assert_eq!(reply["ok"], true, "{reply}");
    session
}

/// Sends a request that must be granted.
#[track_caller]
fn ask(session: &mut Session, request: &Value) -> Value {
    let reply = session.reply(&request.to_string());
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    reply
}

/// Sends a request that must be refused with this code.
#[track_caller]
fn refuse(session: &mut Session, request: &Value, code: &str) -> Value {
    let reply = session.reply(&request.to_string());
    assert_eq!((&reply["ok"], &reply["error"]["code"]), (&json!(false), &json!(code)), "{request}: {reply}");
    reply
}

#[test]
fn a_forecast_keeps_to_its_budget() {
    let mut session = duel();
    let legal = ask(&mut session, &json!({ "cmd": "legal", "action": "attack" }));
    let order = legal["legal"][0]["order"].clone();
    let mut forecast = |budget: Option<u32>| {
        let mut request = json!({ "cmd": "forecast", "order": order });
        if let Some(budget) = budget {
            request["budget"] = json!(budget);
        }
        ask(&mut session, &request)["forecast"].clone()
    };
    let all = forecast(None);
    assert_eq!(all["exact"], true);
    assert_eq!(forecast(Some(100_000)), all);
    let few = forecast(Some(16));
    assert_eq!(few["exact"], false);
    assert_eq!(forecast(Some(16)), few, "the same each time");
    for branch in few["branches"].as_array().expect("branches") {
        assert!(branch["whole"].as_u64().is_some_and(|whole| (1..=8).contains(&whole)), "{branch}");
    }
    assert_eq!(forecast(Some(0))["exact"], false, "something is always said");
}

#[test]
fn an_unknown_action_is_no_empty_list() {
    let mut session = duel();
    let reply = refuse(&mut session, &json!({ "cmd": "legal", "action": "atack" }), "no_such_action");
    assert!(reply["error"]["message"].as_str().is_some_and(|why| why.contains("`attack`")), "{reply}");
    for action in ["move", "end_turn", "attack"] {
        let legal = ask(&mut session, &json!({ "cmd": "legal", "action": action }));
        assert!(legal["legal"].as_array().is_some_and(|legal| !legal.is_empty()), "{legal}");
    }
}

#[test]
fn a_battle_is_played_by_names() {
    let mut session = duel();
    let state = ask(&mut session, &json!({ "cmd": "state" }))["state"].clone();
    let active = state["active"].as_u64().expect("somebody should be active").to_string();
    assert_eq!(state["creatures"][active.as_str()]["name"], "Ari");
    assert!(state["creatures"][active.as_str()]["values"]["hp"].is_i64());
    let legal = ask(&mut session, &json!({ "cmd": "legal", "creature": "ari" }));
    assert!(legal["legal"].as_array().is_some_and(|legal| legal.len() > 5), "{legal}");
    let moved = ask(&mut session, &json!({ "cmd": "order", "order": { "move": { "creature": "ARI", "to": [1, 1] } } }));
    assert!(
        moved["events"].as_array().is_some_and(|events| events.iter().any(|event| event["what"]["step"].is_object()))
    );
    let number = moved["events"][0]["seq"].clone();
    let why = ask(&mut session, &json!({ "cmd": "explain", "event": number, "id": "abc" }));
    assert_eq!(why["id"], "abc");
    assert!(why["lines"].as_array().is_some_and(|lines| !lines.is_empty()));
    let turn = ask(&mut session, &json!({ "cmd": "order", "order": { "end_turn": "Ari" } }));
    assert_ne!(turn["active"], json!(state["active"]));
}

#[test]
fn undo_and_restore_give_the_same_hash() {
    let mut session = duel();
    let before = ask(&mut session, &json!({ "cmd": "hash" }))["hash"].clone();
    ask(&mut session, &json!({ "cmd": "gm", "do": { "set": { "creature": "Bo", "stat": "hp", "value": 3 } } }));
    let saved = ask(&mut session, &json!({ "cmd": "save" }))["save"].clone();
    let after = ask(&mut session, &json!({ "cmd": "hash" }))["hash"].clone();
    assert_ne!(before, after);
    assert_eq!(ask(&mut session, &json!({ "cmd": "undo" }))["hash"], before);
    let restored = ask(&mut session, &json!({ "cmd": "restore", "save": saved }));
    assert_eq!(restored["state"]["hash"], after);
    refuse(&mut session, &json!({ "cmd": "undo" }), "nothing_to_undo");
    assert_eq!(ask(&mut session, &json!({ "cmd": "hash" }))["hash"], after);
}

#[test]
fn forced_dice_that_do_not_fit_change_nothing() {
    let mut session = duel();
    let attack =
        json!({ "cmd": "order", "order": { "act": { "action": "attack", "with": "carbine", "target": "Bo" } } });
    ask(&mut session, &json!({ "cmd": "dice", "faces": ["d20:3"], "strict": true }));
    let before = ask(&mut session, &json!({ "cmd": "hash" }));
    let refused = refuse(&mut session, &attack, "forced_dice");
    let message = refused["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("d20") && message.contains("d8"), "{message}");
    assert_eq!(ask(&mut session, &json!({ "cmd": "hash" })), before);
    ask(&mut session, &json!({ "cmd": "dice", "clear": true, "strict": true }));
    refuse(&mut session, &attack, "forced_dice");
    ask(&mut session, &json!({ "cmd": "dice", "faces": ["d8:3", "d8:4"], "strict": true }));
    let hit = ask(&mut session, &attack);
    assert_eq!(hit["decision"]["name"], "Bo", "{hit}");
    refuse(&mut session, &json!({ "cmd": "order", "order": { "end_turn": true } }), "decision_open");
    refuse(&mut session, &json!({ "cmd": "answer", "choice": "duck" }), "no_such_choice");
    ask(&mut session, &json!({ "cmd": "answer", "choice": "none" }));
}

#[test]
fn mistakes_are_answered_with_their_code() {
    let mut session = Session::default();
    refuse(&mut session, &json!({ "cmd": "state" }), "no_battle");
    refuse(&mut session, &json!({ "cmd": "load", "level": "levels/none.toml" }), "no_file");
    refuse(&mut session, &json!({ "cmd": "load" }), "bad_request");
    let bad = session.reply(&json!({ "cmd": "load", "text": "name = 3" }).to_string());
    assert_eq!(bad["ok"], false);
    assert!(bad["diagnostics"][0]["line"].is_u64() && bad["diagnostics"][0]["help"].is_string(), "{bad}");
    let mut session = duel();
    assert_eq!(session.reply("{")["error"]["code"], "not_json");
    assert_eq!(session.reply("[1]")["error"]["code"], "not_an_object");
    refuse(&mut session, &json!({}), "no_command");
    let help = refuse(&mut session, &json!({ "cmd": "sav" }), "unknown_command");
    assert!(help["error"]["message"].as_str().is_some_and(|message| message.contains("`save`")));
    refuse(&mut session, &json!({ "cmd": "hash", "extra": 1 }), "bad_request");
    refuse(&mut session, &json!({ "cmd": "order", "order": { "dance": {} } }), "malformed");
    refuse(
        &mut session,
        &json!({ "cmd": "order", "order": { "move": { "creature": "Arri", "to": [1, 1] } } }),
        "no_such_creature",
    );
    refuse(&mut session, &json!({ "cmd": "order", "order": { "end_turn": "Bo" } }), "not_your_turn");
    refuse(
        &mut session,
        &json!({ "cmd": "gm", "do": { "set": { "creature": "Bo", "stat": "luck", "value": 3 } } }),
        "no_such_stat",
    );
    refuse(&mut session, &json!({ "cmd": "restore", "save": { "battlemat": 1 } }), "bad_save");
    refuse(&mut session, &json!({ "cmd": "undo" }), "nothing_to_undo");
    ask(&mut session, &json!({ "cmd": "hash" }));
    ask(&mut session, &json!({ "cmd": "gm", "do": { "remove": { "creature": "Bo" } } }));
    refuse(&mut session, &json!({ "cmd": "order", "order": { "end_turn": true } }), "over");
}

#[test]
fn a_row_of_the_ledger_is_told_by_its_id_and_the_tag_of_the_request_comes_back() {
    let mut session = Session::default();
    let reply = ask(&mut session, &json!({ "cmd": "rule", "rule": "sol-cover-5", "id": 7 }));
    assert_eq!((&reply["rule"]["id"], &reply["id"]), (&json!("SOL-COVER-5"), &json!(7)), "{reply}");
    refuse(&mut session, &json!({ "cmd": "rule", "rule": "SOL-COVER-500" }), "no_such_rule");
    // An `id` is never anything but the tag.
    refuse(&mut session, &json!({ "cmd": "rule", "id": "SOL-COVER-5" }), "bad_request");
}

/// Lines near enough to sense to get deep into the program.
fn lines() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "move", "act", "end_turn", "answer", "gm", "set", "spawn", "place", "damage", "terrain", "fire", "rule",
        "creature", "target", "to", "path", "at", "action", "with", "options", "stat", "value", "choice", "Ari", "Bo",
        "attack", "carbine", "pistol", "hp", "pool", "prone", "jump", "climb", "interact", "drop", "squares",
        "becomes", "rubble", "wall", "pit",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i64..9).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-40_000i64..40_000, -3i64..9).prop_map(|(x, y)| json!([x, y])),
        (0i64..6, 0i64..3).prop_map(|(x, y)| json!([x, y])),
        word.clone().prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(word.clone().prop_map(str::to_string), inner, 0..4).prop_map(|map| json!(map)),
        ]
    });
    let cmd = prop::sample::select(vec![
        "dice", "legal", "order", "answer", "gm", "check", "forecast", "aim", "reach", "square", "board", "state",
        "explain", "log", "rule", "save", "undo", "hash", "help", "suggest", "nothing",
    ]);
    let field =
        prop::sample::select(vec!["order", "do", "choice", "creature", "event", "faces", "at", "from", "id", "rule"]);
    let request = (cmd, prop::collection::btree_map(field, value.clone(), 0..2)).prop_map(|(cmd, fields)| {
        let mut request = json!(fields);
        request["cmd"] = json!(cmd);
        request.to_string()
    });
    let order = value.clone().prop_map(|order| json!({ "cmd": "order", "order": order }).to_string());
    let act = (value.clone(), value.clone(), value).prop_map(|(target, at, with)| {
        let mut act = json!({ "action": "attack", "with": with });
        if !target.is_null() {
            act["target"] = target;
        }
        if !at.is_null() {
            act["at"] = at;
        }
        json!({ "cmd": "order", "order": { "act": act } }).to_string()
    });
    let place = (any::<i16>(), any::<i16>())
        .prop_map(|(x, y)| json!({ "cmd": "gm", "do": { "place": { "creature": "Bo", "at": [x, y] } } }).to_string());
    let garbage = any::<String>();
    let answer = Just(json!({ "cmd": "answer", "choice": "none" }).to_string());
    prop_oneof![4 => request, 3 => order, 2 => act, 1 => place, 1 => garbage, 1 => answer]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_line_ends_the_session(lines in prop::collection::vec(lines(), 1..30)) {
        let mut session = duel();
        for line in &lines {
            let before = session.reply("{\"cmd\":\"hash\"}");
            let reply = session.reply(line);
            prop_assert!(reply["ok"].is_boolean());
            prop_assert_ne!(&reply["error"]["code"], "internal", "{}", line);
            if reply["ok"] == false {
                prop_assert_eq!(session.reply("{\"cmd\":\"hash\"}"), before, "{}", line);
            }
        }
    }

    #[test]
    fn every_line_gets_a_line(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut out = Vec::new();
        serve(bytes.as_slice(), &mut out).expect("memory should be readable and writable");
        let asked = bytes.split(|&byte| byte == b'\n').filter(|line| !String::from_utf8_lossy(line).trim().is_empty()).count();
        prop_assert_eq!(String::from_utf8_lossy(&out).lines().count(), asked);
    }
}

#[test]
fn a_line_without_an_end_is_the_last() {
    let mut out = Vec::new();
    let endless = std::io::BufReader::new(std::io::repeat(0));
    serve(endless, &mut out).expect("memory should be writable");
    let out = String::from_utf8_lossy(&out);
    assert_eq!(out.lines().count(), 1, "{out}");
    assert!(out.contains("\"too_long\""), "{out}");
}

#[test]
fn overrides_of_what_cannot_be_are_refused() {
    let level = "name = \"Crates\"\nruleset = \"sol\"\nmap = '''\n........\n.A.c.cb.\n........\n'''\n\
        [legend]\n\"A\" = { creature = \"soldier\", side = \"red\", name = \"Ada\" }\n\
        \"b\" = { creature = \"soldier\", side = \"blue\", name = \"Bo\" }\n\"c\" = { object = \"crate\" }\n\
        [[creature]]\nkind = \"hound\"\nside = \"blue\"\nname = \"Late\"\nat = [7, 0]\narrives = 3\n";
    for ruleset in ["sol", "essence"] {
        let mut session = Session::default();
        let loaded = ask(&mut session, &json!({ "cmd": "load", "text": level, "ruleset": ruleset }));
        let objects = loaded["state"]["objects"].as_object().expect("objects").clone();
        let crates: Vec<u64> = objects.keys().map(|id| id.parse().expect("an identity")).collect();
        let gm = |act: Value| json!({ "cmd": "gm", "do": act });
        for value in [i64::from(i32::MIN), -1, 0, 10_001, i64::from(i32::MAX)] {
            let set = json!({ "set": { "creature": crates[0], "stat": "hp", "value": value } });
            refuse(&mut session, &gm(set), "bad_value");
        }
        ask(&mut session, &gm(json!({ "set": { "creature": crates[0], "stat": "hp", "value": 1 } })));
        for who in [json!(crates[0]), json!("Late")] {
            let act = json!({ "initiative": { "creature": who, "score": 30 } });
            refuse(&mut session, &gm(act), "not_on_map");
        }
        ask(&mut session, &gm(json!({ "initiative": { "creature": "Bo", "score": 30 } })));
        for name in ["", "  ", "#3", "a\nb"] {
            let act = json!({ "spawn": { "kind": "soldier", "name": name, "side": "red", "at": [0, 0] } });
            refuse(&mut session, &gm(act), "bad_name");
        }
        let removed = ask(&mut session, &gm(json!({ "remove": { "creature": crates[1] } })));
        assert_eq!(removed["events"][0]["what"], "destroyed", "{removed}");
        let state = ask(&mut session, &json!({ "cmd": "state" }))["state"].clone();
        assert!(state["objects"].get(crates[1].to_string()).is_none(), "the crate is gone");
        refuse(&mut session, &gm(json!({ "remove": { "creature": crates[1] } })), "no_such_creature");
        ask(&mut session, &gm(json!({ "remove": { "creature": "Bo" } })));
        refuse(&mut session, &gm(json!({ "remove": { "creature": "Bo" } })), "no_such_creature");
        let act = json!({ "initiative": { "creature": "Bo", "score": 3 } });
        refuse(&mut session, &gm(act), "not_on_map");
        let save = session.reply(&json!({ "cmd": "save", "file": "" }).to_string());
        assert_eq!(save["error"]["message"], "The name of the file is empty.");
    }
}

#[test]
fn a_level_with_nobody_there_at_the_start_is_refused_with_its_line() {
    let level = "name = \"x\"\nruleset = \"sol\"\nmap = \"\"\"\n....\n....\n\"\"\"\n\
        [[creature]]\nkind = \"soldier\"\nside = \"a\"\nat = [0, 0]\narrives = 2\n\
        [[creature]]\nkind = \"soldier\"\nside = \"b\"\nat = [2, 1]\narrives = 2\n";
    let mut session = Session::default();
    let reply = session.reply(&json!({ "cmd": "load", "text": level }).to_string());
    let finding = &reply["diagnostics"][0];
    assert_eq!((&finding["code"], &finding["severity"]), (&json!("L056"), &json!("error")), "{reply}");
    assert!(finding["line"].as_u64().is_some_and(|line| (7..12).contains(&line)), "{reply}");
}

#[test]
fn no_two_orders_of_a_list_read_alike_and_nobody_watches_walls() {
    for ruleset in ["sol", "essence"] {
        for level in ["levels/first-fight.toml", "levels/pump-room.toml", "levels/river-farm.toml"] {
            let mut session = Session::default();
            let load = json!({ "cmd": "load", "level": level, "ruleset": ruleset, "seed": 3 });
            ask(&mut session, &load);
            let legal = ask(&mut session, &json!({ "cmd": "legal" }))["legal"].clone();
            let mut read: std::collections::BTreeMap<String, &Value> = std::collections::BTreeMap::new();
            for row in legal.as_array().expect("a list") {
                let (label, order) = (&row["label"], &row["order"]);
                let whose = &order["act"]["creature"];
                if let Some(other) = read.insert(format!("{whose} {label}"), order) {
                    panic!("{label} on {level} under {ruleset} is {other} and {order}");
                }
                if order["act"]["options"]["trigger"] == "enters_square" {
                    let square = ask(&mut session, &json!({ "cmd": "square", "at": order["act"]["at"] }));
                    assert_ne!(square["square"]["terrain"], "wall", "{order}");
                }
            }
            assert!(read.len() > 5, "{legal}");
        }
    }
}
