//! The protocol as it is documented: the page's sessions, the schema, the board as a side knows it, the bot that comes with the program.

mod board;
mod bot;
mod forecasts;
mod schema;
mod transcripts;

use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

/// Sends a request.
fn send(session: &mut Session, request: &Value) -> Value {
    session.reply(&request.to_string())
}

/// Sends a request that must be granted.
#[track_caller]
fn ask(session: &mut Session, request: &Value) -> Value {
    let reply = send(session, request);
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    reply
}

/// A session with a shipped level.
fn loaded(level: &str, ruleset: &str, seed: u64) -> Session {
    let mut session = Session::default();
    ask(&mut session, &json!({ "cmd": "load", "level": level, "ruleset": ruleset, "seed": seed }));
    session
}
