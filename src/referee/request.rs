//! What can be asked of the referee: the requests, as they are read.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::battle::{Purpose, Setting, Wish};
use crate::dice::Forced;
use crate::grid::Square;

/// A request. Fields that no request of that name has are errors.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Request {
    /// Begins a battle, or a campaign; exactly one of `level`, `text` and `campaign` is given.
    Load {
        /// The path of a level file.
        level: Option<String>,
        /// A level as text.
        text: Option<String>,
        /// The path of a campaign file.
        campaign: Option<String>,
        /// The ruleset's key instead of the level's own.
        ruleset: Option<String>,
        /// The seed of the dice.
        seed: Option<u64>,
        /// Faces for the first dice, such as `d8:3`.
        #[serde(default)]
        #[schemars(with = "Vec<String>")]
        dice: Vec<Forced>,
        /// Refuses a die for which no face is left.
        #[serde(default)]
        strict: bool,
        /// The side whose session it is.
        #[serde(rename = "as")]
        side: Option<String>,
        /// Who plays the other sides: `easy`, `normal`, `hard`, `greedy` or `random`.
        others: Option<String>,
        /// Who plays which of the other sides, by the sides' ids; the rest are played by `others`.
        #[serde(default)]
        seats: std::collections::BTreeMap<String, String>,
    },
    /// Puts faces behind those that are queued.
    Dice {
        /// Faces, such as `d8:3`.
        #[serde(default)]
        #[schemars(with = "Vec<String>")]
        faces: Vec<Forced>,
        /// Refuses a die for which no face is left.
        #[serde(default)]
        strict: bool,
        /// Throws the queue away first.
        #[serde(default)]
        clear: bool,
    },
    /// What may be ordered or answered now.
    Legal {
        /// Only orders of this creature.
        #[schemars(with = "Option<Who>")]
        creature: Option<Value>,
        /// Only orders of the action with this key.
        action: Option<String>,
        /// Only orders that are done to this creature or object.
        #[schemars(with = "Option<Who>")]
        target: Option<Value>,
        /// Only orders for this purpose, such as `harm`.
        purpose: Option<Purpose>,
        /// With what each action would do; those that harm come first.
        #[serde(default)]
        forecast: bool,
        /// About how often orders are played out for all forecasts together.
        budget: Option<u32>,
    },
    /// Gives an order.
    Order {
        /// The order.
        #[schemars(with = "Written")]
        order: Value,
    },
    /// Answers the open decision.
    Answer {
        /// The key of a choice.
        choice: String,
    },
    /// Lets the others play on, after a reply with `waiting`.
    Wait {},
    /// Overrides something.
    Gm {
        /// The override.
        #[serde(rename = "do")]
        #[schemars(with = "std::collections::BTreeMap<String, Value>")]
        act: Value,
    },
    /// Asks whether an order would be accepted.
    Check {
        /// The order.
        #[schemars(with = "Written")]
        order: Value,
    },
    /// Asks what an order would do.
    Forecast {
        /// The order.
        #[schemars(with = "Written")]
        order: Value,
        /// About how often it is played out.
        budget: Option<u32>,
    },
    /// Asks what would be good to do now, and why: up to three orders or answers, the best first.
    Suggest {},
    /// Asks what is known of an attack before it is made.
    Aim {
        /// The order.
        #[schemars(with = "Written")]
        order: Value,
    },
    /// Asks where a creature gets to.
    Reach {
        /// The creature; without it, the one whose turn it is.
        #[schemars(with = "Option<Who>")]
        creature: Option<Value>,
    },
    /// Asks for one square.
    Square {
        /// Which.
        at: Square,
        /// The side that asks.
        side: Option<String>,
    },
    /// Asks for the whole board: ground, heights, edges, exits, zones, objects.
    Board {
        /// The side that asks.
        side: Option<String>,
    },
    /// Asks for the state of the battle.
    State {
        /// The side that asks.
        side: Option<String>,
    },
    /// Asks how an event's number came about.
    Explain {
        /// The event's number.
        event: usize,
    },
    /// Asks for the log as lines.
    Log {
        /// The number of the first event.
        #[serde(default)]
        from: usize,
        /// With the terms behind each number.
        #[serde(default)]
        traces: bool,
        /// The side that asks.
        side: Option<String>,
    },
    /// Asks for a row of the ledger.
    Rule {
        /// Its ID, such as `SOL-COVER-5`.
        rule: String,
    },
    /// Asks for the battle as a save.
    Save {
        /// The file to write it to.
        file: Option<String>,
    },
    /// Asks how the campaign stands.
    Campaign {},
    /// Goes on in the campaign: into a battle, on from one that is over, or through the time after it.
    Go {
        /// Who goes into the battle; without it, those who must and others in the order of the roster.
        who: Option<Vec<String>>,
        /// What each does in the time between two battles, by name.
        #[serde(default)]
        choices: std::collections::BTreeMap<String, String>,
        /// Faces for the first dice of the battle, or for those of the time between two, such as `d6:3`.
        #[serde(default)]
        #[schemars(with = "Vec<String>")]
        dice: Vec<Forced>,
    },
    /// Goes on with a save; exactly one of `save` and `file` is given.
    Restore {
        /// A save.
        #[schemars(with = "Option<std::collections::BTreeMap<String, Value>>")]
        save: Option<Value>,
        /// The file in which one stands.
        file: Option<String>,
        /// The side whose session it is.
        #[serde(rename = "as")]
        side: Option<String>,
        /// Who plays the other sides: `easy`, `normal`, `hard`, `greedy` or `random`.
        others: Option<String>,
        /// Who plays which of the other sides, by the sides' ids; the rest are played by `others`.
        #[serde(default)]
        seats: std::collections::BTreeMap<String, String>,
    },
    /// Takes the last order back.
    Undo {},
    /// Asks for the hash of the state.
    Hash {},
    /// Asks which requests there are.
    Help {},
    /// Ends the session.
    Quit {},
}

/// A creature or object, by number or name.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum Who {
    Number(u32),
    Name(String),
}

/// An order, with names where it is wished.
#[derive(JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
enum Written {
    /// Go somewhere; exactly one of `to` and `path` is given.
    Move(WrittenMove),
    /// Do something the ruleset offers.
    Act(WrittenAct),
    /// Have done with the turn.
    EndTurn(WrittenEnd),
    /// Answer the open decision.
    Answer(WrittenAnswer),
    /// Say when a side is to be asked about a kind of action out of turn.
    Wish(WrittenWish),
    /// Override something.
    Gm(std::collections::BTreeMap<String, Value>),
    /// Take an order back, and everything after it.
    TakeBack(WrittenReturn),
}

#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct WrittenMove {
    /// Who; without it, the creature whose turn it is.
    creature: Option<Who>,
    /// Where to.
    to: Option<Square>,
    /// Every square after the one it stands in.
    path: Option<Vec<Square>>,
}

#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct WrittenAct {
    /// Who; without it, the creature whose turn it is.
    creature: Option<Who>,
    /// The action's key.
    action: String,
    /// The key of the weapon or device.
    with: Option<String>,
    /// To whom or what.
    target: Option<Who>,
    /// Where.
    at: Option<Square>,
    /// What else was chosen.
    #[serde(default)]
    options: std::collections::BTreeMap<String, Setting>,
}

#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum WrittenEnd {
    Whose { creature: Option<Who> },
    Who(Who),
    Now(Option<bool>),
}

#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum WrittenAnswer {
    Choice { choice: String },
    Key(String),
}

#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
struct WrittenWish {
    /// The side; without it, the one that speaks.
    side: Option<SideWord>,
    /// The key of the kind of action.
    action: String,
    /// When.
    wish: Wish,
}

#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum WrittenReturn {
    Whole {
        /// The first order that is taken back, by its place in the list, from 0.
        to: usize,
        /// The side that takes it back.
        by: Option<SideWord>,
        /// The sides that agreed.
        #[serde(default)]
        agreed: Vec<SideWord>,
    },
    To(usize),
}

/// A side, by its place in the level or its id.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum SideWord {
    Place(u8),
    Id(String),
}

/// The requests, for `help` and for messages.
pub(super) const COMMANDS: [&str; 26] = [
    "load", "dice", "legal", "order", "answer", "wait", "gm", "check", "forecast", "aim", "reach", "square", "board",
    "state", "explain", "log", "rule", "save", "restore", "undo", "hash", "help", "quit", "campaign", "go", "suggest",
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
