//! What can be asked of the referee: the requests, as they are read.

use serde::Deserialize;
use serde_json::Value;

use crate::dice::Forced;
use crate::grid::Square;

/// A request. Fields that no request of that name has are errors.
#[derive(Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Request {
    Load {
        level: Option<String>,
        text: Option<String>,
        ruleset: Option<String>,
        seed: Option<u64>,
        #[serde(default)]
        dice: Vec<Forced>,
        #[serde(default)]
        strict: bool,
        #[serde(rename = "as")]
        side: Option<String>,
        others: Option<String>,
    },
    Dice {
        #[serde(default)]
        faces: Vec<Forced>,
        #[serde(default)]
        strict: bool,
        #[serde(default)]
        clear: bool,
    },
    Legal {
        creature: Option<Value>,
        action: Option<String>,
        target: Option<Value>,
        #[serde(default)]
        forecast: bool,
        budget: Option<u32>,
    },
    Order {
        order: Value,
    },
    Answer {
        choice: String,
    },
    Wait {},
    Gm {
        #[serde(rename = "do")]
        act: Value,
    },
    Check {
        order: Value,
    },
    Forecast {
        order: Value,
        budget: Option<u32>,
    },
    Aim {
        order: Value,
    },
    Reach {
        creature: Option<Value>,
    },
    Square {
        at: Square,
        side: Option<String>,
    },
    State {
        side: Option<String>,
    },
    Explain {
        event: usize,
    },
    Log {
        #[serde(default)]
        from: usize,
        #[serde(default)]
        traces: bool,
        side: Option<String>,
    },
    Rule {
        rule: String,
    },
    Save {
        file: Option<String>,
    },
    Restore {
        save: Option<Value>,
        file: Option<String>,
        #[serde(rename = "as")]
        side: Option<String>,
        others: Option<String>,
    },
    Undo {},
    Hash {},
    Help {},
    Quit {},
}

/// The requests, for `help` and for messages.
pub(super) const COMMANDS: [&str; 22] = [
    "load", "dice", "legal", "order", "answer", "wait", "gm", "check", "forecast", "aim", "reach", "square", "state",
    "explain", "log", "rule", "save", "restore", "undo", "hash", "help", "quit",
];

/// What a request is called that a side does not get.
pub(super) fn referees(request: &Request) -> Option<&'static str> {
    match request {
        Request::Load { .. } => Some("load"),
        Request::Restore { .. } => Some("restore"),
        Request::Save { .. } => Some("save"),
        Request::Dice { .. } => Some("dice"),
        Request::Gm { .. } => Some("gm"),
        _ => None,
    }
}
