//! The schema of the protocol is true: whole battles keep to it, request by request and reply by reply.

use battlemat::ai::Random;
use battlemat::battle::SideId;
use battlemat::referee::protocol::Session;
use battlemat::referee::schema;
use serde_json::{Value, json};

use super::loaded;

/// Holds a value to a schema. Knows every keyword that the protocol's schema uses, and no other.
struct Checker {
    root: Value,
}

impl Checker {
    fn new() -> Self {
        Self { root: schema::value() }
    }

    /// Where a value is not as a definition says.
    fn differs(&self, value: &Value, definition: &str) -> Option<String> {
        let schema = &self.root["$defs"][definition];
        assert!(!schema.is_null(), "there is no definition `{definition}`");
        self.against(value, schema, "line")
    }

    fn against(&self, value: &Value, schema: &Value, at: &str) -> Option<String> {
        let table = match schema {
            Value::Bool(true) => return None,
            Value::Object(table) => table,
            other => panic!("{other} is no schema"),
        };
        table.iter().find_map(|(keyword, wanted)| self.keyword(value, table, keyword, wanted, at))
    }

    fn keyword(
        &self,
        value: &Value,
        table: &serde_json::Map<String, Value>,
        keyword: &str,
        wanted: &Value,
        at: &str,
    ) -> Option<String> {
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let fails = |wrong: bool| wrong.then(|| format!("{at} is {value}, against {keyword} {wanted}"));
        match keyword {
            "description" | "title" | "default" | "format" => None,
            "$ref" => {
                let name = wanted.as_str().and_then(|name| name.strip_prefix("#/$defs/")).expect("a definition");
                let schema = &self.root["$defs"][name];
                assert!(!schema.is_null(), "there is no definition `{name}`");
                self.against(value, schema, at)
            }
            "anyOf" | "oneOf" => {
                let failures: Vec<Option<String>> =
                    list(wanted).iter().map(|schema| self.against(value, schema, at)).collect();
                let fitting = failures.iter().filter(|why| why.is_none()).count();
                if keyword == "oneOf" && fitting > 1 {
                    return Some(format!("{at} fits {fitting} of oneOf"));
                }
                // The failure that lies deepest says most.
                let deepest = failures.into_iter().flatten().max_by_key(|why| why.find(' '));
                deepest.filter(|_| fitting == 0)
            }
            "const" => fails(value != wanted),
            "enum" => fails(!list(wanted).contains(value)),
            "type" => {
                let types = if wanted.is_array() { list(wanted) } else { vec![wanted.clone()] };
                let is = |word: &Value| match word.as_str().expect("a word") {
                    "null" => value.is_null(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "string" => value.is_string(),
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    other => panic!("{other} is no type that the schema uses"),
                };
                fails(!types.iter().any(is))
            }
            "minimum" => fails(value.is_number() && value.as_f64() < wanted.as_f64()),
            "maximum" => fails(value.is_number() && value.as_f64() > wanted.as_f64()),
            "minLength" => fails(value.as_str().is_some_and(|text| (text.chars().count() as u64) < size(wanted))),
            "maxLength" => fails(value.as_str().is_some_and(|text| text.chars().count() as u64 > size(wanted))),
            "minItems" => fails(value.as_array().is_some_and(|items| (items.len() as u64) < size(wanted))),
            "maxItems" => fails(value.as_array().is_some_and(|items| items.len() as u64 > size(wanted))),
            "prefixItems" => {
                let pairs = list(value).into_iter().zip(list(wanted)).enumerate();
                let mut pairs = pairs.map(|(place, (item, schema))| (format!("{at}[{place}]"), item, schema));
                pairs.find_map(|(at, item, schema)| self.against(&item, &schema, &at))
            }
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                let mut items = items.map(|(place, item)| (format!("{at}[{place}]"), item));
                items.find_map(|(at, item)| self.against(item, wanted, &at))
            }
            "required" => {
                let table = value.as_object()?;
                let names = list(wanted);
                let lacking = names.iter().filter_map(Value::as_str).find(|name| !table.contains_key(*name));
                lacking.map(|name| format!("{at}.{name} is missing"))
            }
            "properties" => {
                let known = wanted.as_object().expect("a table");
                let mut both = value.as_object()?.iter().filter_map(|(key, value)| Some((key, value, known.get(key)?)));
                both.find_map(|(key, value, schema)| self.against(value, schema, &format!("{at}.{key}")))
            }
            "additionalProperties" => {
                let known = table.get("properties").and_then(Value::as_object);
                let further =
                    value.as_object()?.iter().filter(|(key, _)| known.is_none_or(|known| !known.contains_key(*key)));
                let mut further = further.map(|(key, value)| (format!("{at}.{key}"), value));
                match wanted {
                    Value::Bool(false) => further.next().map(|(at, _)| format!("{at} is not in the schema")),
                    schema => further.find_map(|(at, value)| self.against(value, schema, &at)),
                }
            }
            other => panic!("the checker does not know the keyword `{other}`"),
        }
    }

    /// Sends a request; it and its reply must be as the schema says.
    #[track_caller]
    fn send(&self, session: &mut Session, request: &Value) -> Value {
        let cmd = request["cmd"].as_str().expect("a request");
        let reply = session.reply(&request.to_string());
        if reply["error"]["code"] != "bad_request"
            && let Some(why) = self.differs(request, &format!("{cmd}_request"))
        {
            panic!("{why}\n{request}");
        }
        if let Some(why) = self.differs(&reply, &format!("{cmd}_reply")) {
            panic!("{why}\n{request}: {reply}");
        }
        assert_eq!(self.differs(&reply, "reply"), None, "{request}");
        reply
    }
}

fn size(wanted: &Value) -> u64 {
    wanted.as_u64().expect("a size")
}

/// Everything that can be asked of a battle as it stands.
fn look(checker: &Checker, session: &mut Session, number: usize) {
    for cmd in ["state", "board", "reach", "hash", "help", "suggest"] {
        checker.send(session, &json!({ "cmd": cmd, "id": number }));
    }
    checker.send(session, &json!({ "cmd": "log", "from": number, "traces": true }));
    checker.send(session, &json!({ "cmd": "explain", "event": number * 7 }));
    checker.send(session, &json!({ "cmd": "square", "at": [number % 9, number % 7] }));
    checker.send(session, &json!({ "cmd": "rule", "rule": "SOL-COVER-5" }));
    let legal = checker.send(session, &json!({ "cmd": "legal", "forecast": true, "budget": 40 }))["legal"].take();
    let acts = legal.as_array().expect("a list").iter().map(|row| &row["order"]);
    let acts: Vec<&Value> = acts.filter(|order| order["act"].is_object()).collect();
    if let Some(order) = acts.get(number % acts.len().max(1)) {
        for cmd in ["aim", "check"] {
            checker.send(session, &json!({ "cmd": cmd, "order": order }));
        }
        checker.send(session, &json!({ "cmd": "forecast", "order": order, "budget": 20 }));
    }
}

#[test]
fn whole_battles_keep_to_the_schema() {
    let checker = Checker::new();
    let mut ended = 0;
    for (level, ruleset, seed) in [
        ("examples/duel.toml", "sol", 1),
        ("examples/duel.toml", "essence", 2),
        ("examples/duel.toml", "vigor", 3),
        ("levels/first-fight.toml", "sol", 4),
        ("levels/low-wall.toml", "vigor", 5),
        ("levels/overseer.toml", "essence", 6),
        ("levels/first-fight.toml", "momentum", 7),
    ] {
        let mut session = Session::default();
        let load = json!({ "cmd": "load", "level": level, "ruleset": ruleset, "seed": seed, "dice": ["d8:3"] });
        checker.send(&mut session, &load);
        let load = json!({ "cmd": "load", "level": level, "ruleset": ruleset, "seed": seed });
        checker.send(&mut session, &load);
        let mut player = Random::new(seed);
        let whole = level.starts_with("examples");
        for number in 0..if whole { 2000 } else { 60 } {
            let battle = session.battle().expect("a battle");
            if battle.outcome().is_some() {
                ended += 1;
                break;
            }
            let sides = battle.level().sides.len();
            let order = player.choose(battle).expect("an order");
            if number % 20 == 3 {
                look(&checker, &mut session, number);
                for side in 0..sides {
                    session.speak_as(u8::try_from(side).ok().map(SideId));
                    look(&checker, &mut session, number);
                }
                session.speak_as(None);
            }
            let request = match &order {
                battlemat::battle::Order::Answer { choice } => json!({ "cmd": "answer", "choice": choice }),
                order => json!({ "cmd": "order", "order": order, "state": number.is_multiple_of(5) }),
            };
            let reply = checker.send(&mut session, &request);
            assert_eq!(reply["ok"], true, "{reply}");
        }
        checker.send(&mut session, &json!({ "cmd": "undo" }));
        checker.send(&mut session, &json!({ "cmd": "dice", "faces": ["d8:3"], "clear": true }));
        let name = session.battle().map(|battle| battle.name(battle.active().expect("a turn")).to_owned());
        checker.send(
            &mut session,
            &json!({ "cmd": "gm", "do": { "add_condition": { "creature": name, "condition": "prone" } } }),
        );
        checker.send(&mut session, &json!({ "cmd": "order", "order": { "end_turn": true } }));
        checker.send(&mut session, &json!({ "cmd": "order", "order": { "take_back": 0 } }));
        checker.send(&mut session, &json!({ "cmd": "wait" }));
        let wish = json!({ "side": 0, "action": "take_turn", "wish": "every" });
        checker.send(&mut session, &json!({ "cmd": "order", "order": { "wish": wish }, "state": true }));
        let save = checker.send(&mut session, &json!({ "cmd": "save" }))["save"].take();
        checker.send(&mut session, &json!({ "cmd": "restore", "save": save }));
        checker.send(&mut session, &json!({ "cmd": "quit" }));
    }
    assert!(ended >= 3, "{ended} battles came to an end");
}

#[test]
fn a_session_of_a_side_keeps_to_the_schema() {
    let checker = Checker::new();
    let mut session = Session::default();
    let load = json!({ "cmd": "load", "level": "examples/duel.toml", "as": "red", "others": "random", "seed": 2 });
    checker.send(&mut session, &load);
    for number in 0..400 {
        look(&checker, &mut session, number);
        let legal = checker.send(&mut session, &json!({ "cmd": "legal" }))["legal"].take();
        let Some(row) = legal.as_array().and_then(|rows| rows.get(number * 5 % rows.len().max(1))) else {
            break;
        };
        checker.send(&mut session, &json!({ "cmd": "order", "order": row["order"], "state": true }));
    }
    assert!(session.battle().expect("a battle").outcome().is_some(), "it came to its end");
    for cmd in ["save", "wait", "undo"] {
        checker.send(&mut session, &json!({ "cmd": cmd }));
    }
}

#[test]
fn every_request_of_the_page_is_one_of_the_schema() {
    let checker = Checker::new();
    let page = std::fs::read_to_string("docs/protocol.md").expect("the page should be there");
    let requests = page.lines().filter_map(|line| line.strip_prefix("→ "));
    let requests: Vec<Value> = requests.map(|line| serde_json::from_str(line).expect("a request")).collect();
    assert!(requests.len() > 15);
    for request in requests {
        assert_eq!(checker.differs(&request, "request"), None, "{request}");
    }
}

#[test]
fn what_is_not_so_is_found() {
    let checker = Checker::new();
    let mut session = loaded("examples/duel.toml", "sol", 1);
    for (request, right) in [
        (json!({ "cmd": "hash" }), true),
        (json!({ "cmd": "hash", "side": "red" }), false),
        (json!({ "cmd": "legal", "purpose": "harms" }), false),
        (json!({ "cmd": "order" }), false),
        (json!({ "cmd": "order", "order": { "move": { "to": [1, 1] }, "act": { "action": "leave" } } }), false),
        (json!({ "cmd": "order", "order": { "act": { "action": "attack", "whom": 3 } } }), false),
        (json!({ "cmd": "square", "at": [1] }), false),
        (json!({ "cmd": "order", "order": { "end_turn": "Ari" }, "state": true, "id": [1] }), true),
    ] {
        assert_eq!(checker.differs(&request, "request").is_none(), right, "{request}");
        let refused = session.reply(&request.to_string())["error"]["code"].clone();
        assert_eq!(refused == "bad_request" || refused == "malformed", !right, "{request}: {refused}");
    }
    let state = session.reply(&json!({ "cmd": "state" }).to_string());
    let mut more = state.clone();
    more["state"]["creatures"]["1"]["luck"] = json!(1);
    let mut less = state.clone();
    less["state"].as_object_mut().expect("a state").remove("stakes");
    let mut other = state.clone();
    other["state"]["stakes"][0]["kind"] = json!("win");
    assert_eq!(checker.differs(&state, "state_reply"), None);
    for wrong in [more, less, other] {
        assert!(checker.differs(&wrong, "state_reply").is_some());
    }
}
