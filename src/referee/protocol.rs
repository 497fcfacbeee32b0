//! The protocol: one JSON object a line in, one out. Nothing that stands in a line ends the session.

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{log, names, state, view};
use crate::battle::*;
use crate::dice::Forced;
use crate::grid::Square;
use crate::level;
use crate::rules;

/// A session: the battle being refereed, once one is loaded.
#[derive(Default)]
pub struct Session {
    battle: Option<Battle>,
}

/// A request. Fields that no request of that name has are errors.
#[derive(Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    Load {
        level: Option<String>,
        text: Option<String>,
        ruleset: Option<String>,
        seed: Option<u64>,
        #[serde(default)]
        dice: Vec<Forced>,
        #[serde(default)]
        strict: bool,
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
        #[serde(default)]
        forecast: bool,
    },
    Order {
        order: Value,
    },
    Answer {
        choice: String,
    },
    Gm {
        #[serde(rename = "do")]
        act: Value,
    },
    Check {
        order: Value,
    },
    Forecast {
        order: Value,
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
        id: String,
    },
    Save {
        file: Option<String>,
    },
    Restore {
        save: Option<Value>,
        file: Option<String>,
    },
    Undo {},
    Hash {},
    Help {},
    Quit {},
}

/// The requests, for `help` and for messages.
const COMMANDS: [&str; 21] = [
    "load", "dice", "legal", "order", "answer", "gm", "check", "forecast", "aim", "reach", "square", "state",
    "explain", "log", "rule", "save", "restore", "undo", "hash", "help", "quit",
];

/// Reads requests until the input ends or one says quit; replies line by line.
///
/// # Errors
/// Only when input or output themselves fail.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    let mut session = Session::default();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let reply = session.reply(line);
        let quits = reply.get("bye").is_some();
        writeln!(output, "{reply}")?;
        output.flush()?;
        if quits {
            return Ok(());
        }
    }
}

fn failed(code: &str, message: impl Into<String>) -> Value {
    json!({ "ok": false, "error": { "code": code, "message": message.into(), "rule": null } })
}

fn refused(refusal: &Refusal) -> Value {
    json!({ "ok": false, "error": view::refusal(refusal) })
}

impl Session {
    /// The reply to one line. A field `id` of the request comes back in it.
    pub fn reply(&mut self, line: &str) -> Value {
        let mut request: Value = match serde_json::from_str(line) {
            Ok(request) => request,
            Err(error) => return failed("not_json", format!("This line is not JSON: {error}.")),
        };
        let Value::Object(table) = &mut request else {
            return failed("not_an_object", "A request is a JSON object with a field `cmd`.");
        };
        let tag = table.remove("id");
        let mut reply = match table.get("cmd") {
            None => failed("no_command", "The request lacks the field `cmd`."),
            Some(Value::String(cmd)) if !COMMANDS.contains(&cmd.as_str()) => {
                let help = match level::suggest::nearest(cmd, &COMMANDS) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("known are {}.", COMMANDS.join(", ")),
                };
                failed("unknown_command", format!("There is no request `{cmd}`; {help}"))
            }
            Some(_) => match serde_json::from_value::<Request>(request) {
                Err(error) => failed("bad_request", format!("This request cannot be understood: {error}.")),
                Ok(request) => self.guarded(request),
            },
        };
        if let (Some(tag), Value::Object(reply)) = (tag, &mut reply) {
            reply.insert("id".into(), tag);
        }
        reply
    }

    /// Carries a request out; should the rules break an invariant of theirs, the session survives without the battle.
    fn guarded(&mut self, request: Request) -> Value {
        catch_unwind(AssertUnwindSafe(|| self.carry_out(request))).unwrap_or_else(|_| {
            let orders = self
                .battle
                .take()
                .map(|battle| json!({ "seed": battle.seed(), "orders": battle.orders() }));
            let mut reply = failed(
                "internal",
                "The program broke one of its own rules; please report it. The battle is closed.",
            );
            reply["battle"] = json!(orders);
            reply
        })
    }

    fn carry_out(&mut self, request: Request) -> Value {
        match request {
            Request::Load {
                level,
                text,
                ruleset,
                seed,
                dice,
                strict,
            } => {
                return self.load(level, text, ruleset.as_deref(), seed.unwrap_or(1), &dice, strict);
            }
            Request::Restore { save, file } => return self.restore(save, file),
            Request::Help {} => return json!({ "ok": true, "commands": COMMANDS }),
            Request::Quit {} => return json!({ "ok": true, "bye": true }),
            Request::Rule { ref id } => return self.rule(id),
            _ => {}
        }
        let Some(battle) = &mut self.battle else {
            return failed("no_battle", "No battle is loaded; send `load` or `restore` first.");
        };
        match within(battle, request) {
            Ok(reply) => reply,
            Err(refusal) => refused(&refusal),
        }
    }

    fn load(
        &mut self,
        path: Option<String>,
        text: Option<String>,
        ruleset: Option<&str>,
        seed: u64,
        dice: &[Forced],
        strict: bool,
    ) -> Value {
        let (name, text) = match (path, text) {
            (Some(path), None) => match level::read_text(std::path::Path::new(&path), level::LARGEST_LEVEL) {
                Ok(text) => (path, text),
                Err(why) => return failed("no_file", why),
            },
            (None, Some(text)) => ("level".into(), text),
            _ => return failed("bad_request", "`load` needs either `level`, a path, or `text`."),
        };
        let (level, findings) = match rules::read_level(&text, &name) {
            Ok(read) => read,
            Err(findings) => return json!({ "ok": false, "diagnostics": findings }),
        };
        let key = ruleset.unwrap_or(&level.ruleset).to_string();
        let Some(ruleset) = rules::by_key(&key) else {
            return failed("no_such_ruleset", unknown_ruleset(&key));
        };
        match Battle::with_dice(Arc::new(level), ruleset, seed, dice, strict) {
            Ok(battle) => {
                let reply = json!({
                    "ok": true,
                    "state": state::state(&battle),
                    "events": view::events(&battle, 0),
                    "diagnostics": findings,
                });
                self.battle = Some(battle);
                reply
            }
            Err(error) => {
                let code = match error {
                    StartError::Dice(_) => "forced_dice",
                    StartError::Level(_) => "cannot_start",
                };
                failed(code, error.to_string())
            }
        }
    }

    fn restore(&mut self, save: Option<Value>, file: Option<String>) -> Value {
        let save = match (save, file) {
            (Some(save), None) => Save::from_value(save),
            (None, Some(file)) => Save::read(std::path::Path::new(&file)),
            _ => return failed("bad_request", "`restore` needs either `save` or `file`."),
        };
        match save.and_then(|save| super::replay::resume(&save)) {
            Ok(battle) => {
                let reply = json!({ "ok": true, "state": state::state(&battle) });
                self.battle = Some(battle);
                reply
            }
            Err(error) => failed("bad_save", error.to_string()),
        }
    }

    /// A row of the ledger of the battle's ruleset, else of any.
    fn rule(&self, id: &str) -> Value {
        let own = self.battle.iter().map(Battle::ruleset);
        let row = own
            .chain(rules::all().iter().copied())
            .find_map(|ruleset| ruleset.ledger().iter().find(|row| row.id.eq_ignore_ascii_case(id)));
        match row {
            Some(row) => json!({ "ok": true, "rule": row }),
            None => failed("no_such_rule", format!("No ledger holds a rule `{id}`.")),
        }
    }
}

/// The sentence for a ruleset that does not exist.
pub fn unknown_ruleset(key: &str) -> String {
    let known: Vec<&str> = rules::all().iter().map(|ruleset| ruleset.key()).collect();
    format!(
        "There is no ruleset `{key}`; known are {}.",
        level::suggest::list(&known)
    )
}

/// A request about the battle that is loaded.
fn within(battle: &mut Battle, request: Request) -> Result<Value, Refusal> {
    let reply = match request {
        Request::Dice { faces, strict, clear } => {
            if clear {
                battle.unforce_dice();
            }
            battle.force_dice(&faces, strict);
            let queue: Vec<String> = battle
                .world()
                .resource::<crate::dice::Dice>()
                .unused()
                .iter()
                .map(ToString::to_string)
                .collect();
            json!({ "ok": true, "queue": queue })
        }
        Request::Legal { creature, forecast } => {
            let creature = creature.map(|who| names::who(battle, &who)).transpose()?;
            legal(battle, creature, forecast)
        }
        Request::Order { order } => {
            let order = names::order(battle, order)?;
            give(battle, &order)?
        }
        Request::Answer { choice } => give(battle, &Order::Answer { choice })?,
        Request::Gm { act } => {
            let order = names::order(battle, json!({ "gm": act }))?;
            give(battle, &order)?
        }
        Request::Check { order } => {
            let order = names::order(battle, order)?;
            battle.check(&order)?;
            json!({ "ok": true, "order": order })
        }
        Request::Forecast { order } => {
            let order = names::order(battle, order)?;
            let forecast = battle.forecast(&order)?;
            json!({ "ok": true, "forecast": view::forecast(battle, &forecast) })
        }
        Request::Aim { order } => {
            let order = names::order(battle, order)?;
            let aim = match &order {
                Order::Act(act) => {
                    let unknown = battle.unknown_to_mover();
                    if unknown.is_empty() {
                        battle.ruleset().aim(battle.world(), act)
                    } else {
                        battle.ruleset().aim(battle.without(&unknown).world(), act)
                    }
                }
                _ => None,
            };
            json!({ "ok": true, "aim": aim })
        }
        Request::Reach { creature } => {
            let who = match creature {
                Some(who) => names::who(battle, &who)?,
                None => battle
                    .active()
                    .ok_or_else(|| Refusal::new("no_turn", "It is nobody's turn."))?,
            };
            reach(battle, who)?
        }
        Request::Square { at, side } => {
            let side = side.map(|side| names::side(battle, &side)).transpose()?;
            json!({ "ok": true, "square": state::square_known_to(battle, at, side) })
        }
        Request::State { side } => {
            let side = side.map(|side| names::side(battle, &side)).transpose()?;
            json!({ "ok": true, "state": state::state_known_to(battle, side) })
        }
        Request::Explain { event } => {
            let Some(event) = battle.events().get(event) else {
                let count = battle.events().len();
                return Err(Refusal::new(
                    "no_such_event",
                    format!("There is no event {event}; there are {count}."),
                ));
            };
            json!({ "ok": true, "event": view::event(battle, event), "lines": log::with_trace(battle, event) })
        }
        Request::Log { from, traces, side } => {
            let lines = match side {
                Some(side) => log::lines_told_to(battle, names::side(battle, &side)?, from, traces),
                None => log::lines(battle, from, traces),
            };
            json!({ "ok": true, "lines": lines })
        }
        Request::Save { file } => {
            let save = battle.save();
            match file {
                Some(file) => match save.write(std::path::Path::new(&file)) {
                    Ok(()) => json!({ "ok": true, "file": file }),
                    Err(error) => failed("cannot_write", error.to_string()),
                },
                None => json!({ "ok": true, "save": save.to_value() }),
            }
        }
        Request::Undo {} => {
            if !battle.undo() {
                return Err(Refusal::new("nothing_to_undo", "There is no order to take back."));
            }
            json!({ "ok": true, "hash": view::hash(battle.hash()), "state": state::state(battle) })
        }
        Request::Hash {} => json!({ "ok": true, "hash": view::hash(battle.hash()) }),
        Request::Load { .. } | Request::Restore { .. } | Request::Rule { .. } | Request::Help {} | Request::Quit {} => {
            unreachable!("requests without a battle are answered before")
        }
    };
    Ok(reply)
}

fn give(battle: &mut Battle, order: &Order) -> Result<Value, Refusal> {
    let report = battle.order(order)?;
    let decision = report
        .decision
        .as_ref()
        .map(|decision| view::decision(battle, decision));
    Ok(json!({
        "ok": true,
        "events": view::events(battle, report.from),
        "decision": decision,
        "outcome": battle.outcome().map(|outcome| view::outcome(battle, outcome)),
        "active": battle.active(),
        "hash": view::hash(battle.hash()),
    }))
}

/// The legal orders, and what is on the list but cannot be done now, with the reason.
fn legal(battle: &mut Battle, creature: Option<Id>, forecast: bool) -> Value {
    let asked = battle.decision().map(|decision| decision.creature);
    let speakers = asked.map_or_else(|| battle.actors(), |asked| vec![asked]);
    let speaker = creature.filter(|creature| speakers.contains(creature));
    let due = speaker.is_some() || creature.is_none();
    let speaker = speaker.or(asked).or(battle.active());
    let mut orders = Vec::new();
    for legal in if due { battle.legal() } else { Vec::new() } {
        let of = match &legal.order {
            Order::Move(MoveOrder { creature, .. }) | Order::Act(Act { creature, .. }) => Some(*creature),
            _ => None,
        };
        if creature.is_some() && of.is_some_and(|of| Some(of) != creature) {
            continue;
        }
        let mut row = json!({ "order": legal.order, "label": legal.label, "cost": legal.cost });
        if forecast && matches!(legal.order, Order::Act(_)) {
            row["forecast"] = match battle.forecast(&legal.order) {
                Ok(found) => view::forecast(battle, &found),
                Err(refusal) => view::refusal(&refusal),
            };
        }
        orders.push(row);
    }
    let mut refused = Vec::new();
    if due && battle.decision().is_none() && battle.outcome().is_none() {
        let offers = speaker
            .map(|id| battle.ruleset().offers(battle.world(), id))
            .unwrap_or_default();
        for offer in offers {
            if let Some(refusal) = &offer.refusal {
                refused.push(json!({
                    "action": offer.action,
                    "with": offer.with,
                    "label": offer.label,
                    "error": view::refusal(refusal),
                }));
            }
        }
    }
    json!({ "ok": true, "creature": speaker, "legal": orders, "refused": refused })
}

fn reach(battle: &Battle, who: Id) -> Result<Value, Refusal> {
    let world = battle.world();
    if world.part::<Creature>(who).is_none() || world.part::<OnMap>(who).is_none() {
        return Err(Refusal::new(
            "not_on_map",
            format!("{} is no creature on the map.", battle.name(who)),
        ));
    }
    let (left, unit) = battle.ruleset().movement_left(world, who);
    let squares: Vec<Value> = battle
        .ruleset()
        .reach(world, who)
        .squares
        .iter()
        .map(|reached| json!({ "at": reached.at, "cost": reached.cost, "from": reached.from, "stop": reached.stop }))
        .collect();
    Ok(json!({ "ok": true, "creature": who, "left": left, "unit": unit, "squares": squares }))
}
