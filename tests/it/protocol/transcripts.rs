//! Every session of `docs/protocol.md`, played line by line.

use battlemat::referee::protocol::Session;
use serde_json::Value;

/// What stands in the page for anything that is left out.
const GAP: &str = "…";

/// A line of the page as JSON, its gaps as texts and as fields of that name.
fn readable(line: &str) -> String {
    let mut out = line.replace("[…", "[\"…\"").replace("{…}", "{\"…\":0}").replace(",…}", ",\"…\":0}");
    for (gap, text) in [(",…,", ",\"…\","), (",…]", ",\"…\"]"), (":…", ":\"…\"")] {
        out = out.replace(gap, text);
    }
    out
}

/// Where a reply is not as the page has it.
fn differs(page: &Value, reply: &Value, at: &str) -> Option<String> {
    match (page, reply) {
        (Value::String(gap), _) if gap == GAP => None,
        (Value::Object(page), Value::Object(reply)) => {
            let more = reply.keys().find(|key| !page.contains_key(*key) && !page.contains_key(GAP));
            let wanted = page.iter().filter(|(key, _)| *key != GAP);
            let mut wanted = wanted.map(|(key, value)| (key, value, reply.get(key)));
            more.map(|key| format!("{at}.{key} is not in the page")).or_else(|| {
                wanted.find_map(|(key, value, found)| match found {
                    None => Some(format!("{at}.{key} is not in the reply")),
                    Some(found) => differs(value, found, &format!("{at}.{key}")),
                })
            })
        }
        (Value::Array(page), Value::Array(reply)) => differs_in_list(page, reply, at),
        _ => (page != reply).then(|| format!("{at} is {reply}, not {page}")),
    }
}

fn differs_in_list(page: &[Value], reply: &[Value], at: &str) -> Option<String> {
    match page.split_first() {
        None => (!reply.is_empty()).then(|| format!("{at} goes on with {}", reply[0])),
        Some((gap, rest)) if gap == GAP => {
            let tails = (0..=reply.len()).map(|from| differs_in_list(rest, &reply[from..], at));
            let mut why = None;
            for tail in tails {
                why = Some(tail?);
            }
            why
        }
        Some((first, rest)) => match reply.split_first() {
            None => Some(format!("{at} lacks {first}")),
            Some((found, others)) => differs(first, found, at).or_else(|| differs_in_list(rest, others, at)),
        },
    }
}

#[test]
fn every_session_of_the_page_is_played_as_it_stands() {
    let page = std::fs::read_to_string("docs/protocol.md").expect("the page should be there");
    let (mut session, mut reply, mut lines, mut sessions) = (Session::default(), None, 0, 0);
    for (number, line) in (1..).zip(page.lines()) {
        if line.starts_with("```") {
            session = Session::default();
            reply = None;
        } else if let Some(request) = line.strip_prefix("→ ") {
            sessions += usize::from(request.contains("\"load\""));
            reply = Some(session.reply(request));
        } else if let Some(told) = line.strip_prefix("← ") {
            let told: Value = serde_json::from_str(&readable(told)).unwrap_or_else(|e| panic!("line {number}: {e}"));
            let reply = reply.take().unwrap_or_else(|| panic!("line {number} answers nothing"));
            if let Some(why) = differs(&told, &reply, "reply") {
                panic!("docs/protocol.md, line {number}: {why}\n{reply}");
            }
            lines += 1;
        }
    }
    assert!(sessions >= 2 && lines > 15, "{sessions} sessions, {lines} lines");
}

#[test]
fn a_line_that_is_not_so_is_found() {
    let differ = |page: &str, reply: &str| {
        let page = serde_json::from_str(&readable(page)).expect("a line of the page");
        differs(&page, &serde_json::from_str(reply).expect("a reply"), "reply").is_some()
    };
    assert!(!differ(r#"{"a":[…,2,…],"b":…,…}"#, r#"{"a":[1,2,3],"b":[],"c":0}"#));
    assert!(differ(r#"{"a":[…,4,…],…}"#, r#"{"a":[1,2,3]}"#));
    assert!(differ(r#"{"a":1}"#, r#"{"a":1,"b":2}"#));
    assert!(differ(r#"{"a":{"b":1,…}}"#, r#"{"a":{"c":1}}"#));
    assert!(differ(r#"{"a":[1]}"#, r#"{"a":[1,2]}"#));
}
