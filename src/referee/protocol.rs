//! The protocol: one JSON object a line in, one out. Nothing that stands in a line ends the session.

use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::answers::{LEGAL_RUNS, aim, explain, legal, only, outcome_of_order, reach, suggest};
use super::eyes::Eyes;
use super::request::{COMMANDS, Request, referees};
use super::seat::{self, Others, Seat};
use super::seated::for_a_side;
use super::travel::{Opening, Travel};
use super::{board, log, names, state, view};
use crate::battle::*;
use crate::campaign::{CampaignSave, Journey, Stage};
use crate::dice::Forced;
use crate::level;
use crate::rules;

/// A session: the battle being refereed, once one is loaded, and who speaks.
#[derive(Default)]
pub struct Session {
    battle: Option<Battle>,
    /// The side whose requests these are; none for the referee.
    speaker: Option<SideId>,
    seats: BTreeMap<SideId, Seat>,
    /// Who plays the sides that do not speak here.
    others: Option<Others>,
    /// The campaign of which battles are played.
    travel: Option<Travel>,
}

/// The longest line that is read, in bytes: a level as text is far shorter, and what never ends is no request.
const LONGEST_LINE: usize = 16 << 20;

/// Reads requests until the input ends or one says quit; replies line by line. A line that is too long is the last.
///
/// # Errors
/// Only when input or output themselves fail.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    let mut session = Session::default();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let most = u64::try_from(LONGEST_LINE + 1).expect("a line has a length");
        if input.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        if bytes.len() > LONGEST_LINE {
            let message = format!("A line has at most {LONGEST_LINE} bytes; the session ends here.");
            writeln!(output, "{}", failed("too_long", message))?;
            return output.flush();
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

/// An order that is only asked about, as `aim` takes it. For the side to move, creatures that it does not know of might as well not exist.
/// The game master's hand reaches all.
fn asked_about(battle: &Battle, order: Value) -> Result<Order, Refusal> {
    let by_hand = order.get("gm").is_some();
    let side = battle.side_to_move().filter(|_| !by_hand);
    names::order_seen(&Eyes::of(battle, side), order)
}

fn refused(refusal: &Refusal) -> Value {
    json!({ "ok": false, "error": view::refusal(refusal) })
}

fn no_campaign() -> Refusal {
    Refusal::new("no_campaign", "No campaign is loaded; send `load` with `campaign` first.")
}

/// The reply to `load` with what was found in the file, and that the ruleset is not finished where it is not.
fn begun(mut reply: Value, findings: &[level::Diagnostic], ruleset: &dyn Ruleset) -> Value {
    reply["diagnostics"] = json!(findings);
    if let Some(note) = rules::begun_only(ruleset) {
        reply["begun"] = note.into();
    }
    reply
}

/// The reply to `save`: the save is written to a file where one is named, and else stands in the reply.
fn saved(
    file: Option<&str>,
    write: impl FnOnce(&Path) -> Result<(), SaveError>,
    to_value: impl FnOnce() -> Value,
) -> Value {
    match file {
        Some(file) => match write(Path::new(file)) {
            Ok(()) => json!({ "ok": true, "file": file }),
            Err(error) => failed("cannot_write", error.to_string()),
        },
        None => json!({ "ok": true, "save": to_value() }),
    }
}

impl Session {
    /// The reply to one line. A field `id` of the request comes back in it; with `"state": true` it has the state.
    pub fn reply(&mut self, line: &str) -> Value {
        let mut request = match read_json(line) {
            Ok(request) => request,
            Err(error) => return failed("not_json", format!("This line is not JSON: {error}.")),
        };
        let Value::Object(table) = &mut request else {
            return failed("not_an_object", "A request is a JSON object with a field `cmd`.");
        };
        let tag = table.remove("id");
        let with_state = table.remove("state");
        let mut reply = match table.get("cmd") {
            _ if with_state.as_ref().is_some_and(|wish| !wish.is_boolean()) => {
                failed("bad_request", "The field `state` is true or false: whether the reply has the state.")
            }
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
                Ok(request) => self.guarded(request, with_state == Some(Value::Bool(true))),
            },
        };
        if let (Some(tag), Value::Object(reply)) = (tag, &mut reply) {
            reply.insert("id".into(), tag);
        }
        reply
    }

    /// The state as the speaker knows it, where a battle is loaded.
    fn state(&mut self) -> Option<Value> {
        let battle = self.battle.as_ref()?;
        Some(match self.speaker {
            None => state::state(battle),
            Some(side) => {
                let seat = self.seats.entry(side).or_default();
                state::state_known_to(&Eyes::seated(battle, side, &seat.book))
            }
        })
    }

    /// Carries a request out, and adds the state to the reply where that is wished. Should the rules break an invariant of theirs, the
    /// session survives without the battle.
    fn guarded(&mut self, request: Request, with_state: bool) -> Value {
        let carry_out = || {
            let mut reply = self.carry_out(request);
            if with_state
                && reply.get("state").is_none()
                && let Some(state) = self.state()
            {
                reply["state"] = state;
            }
            reply
        };
        catch_unwind(AssertUnwindSafe(carry_out)).unwrap_or_else(|_| {
            let orders = self.battle.take().map(|battle| json!({ "seed": battle.seed(), "orders": battle.orders() }));
            let mut reply =
                failed("internal", "The program broke one of its own rules; please report it. The battle is closed.");
            if self.speaker.is_none() {
                reply["battle"] = json!(orders);
            }
            reply
        })
    }

    /// The battle that is loaded, to be read.
    pub fn battle(&self) -> Option<&Battle> {
        self.battle.as_ref()
    }

    /// Whose requests follow: a side's, or the referee's. For programs in which several sides speak. A session that was opened as a side
    /// stays that side's.
    pub fn speak_as(&mut self, side: Option<SideId>) {
        if self.others.is_none() {
            self.speaker = side;
        }
    }

    fn carry_out(&mut self, request: Request) -> Value {
        let seated = self.speaker.is_some() || self.travel.as_ref().is_some_and(Travel::is_seated);
        if let Some(word) = referees(&request).filter(|_| seated) {
            return refused(&seat::refusal(word));
        }
        match request {
            Request::Load {
                campaign: Some(campaign),
                level,
                text,
                ruleset,
                seed,
                dice,
                strict,
                side,
                others,
                seats,
            } => {
                if level.is_some() || text.is_some() || strict || !dice.is_empty() {
                    let text = "With `campaign` there is neither `level` nor `text`, and dice are forced with `go`.";
                    return failed("bad_request", text);
                }
                let opening = Opening { side, others, seats };
                return self.load_campaign(&campaign, ruleset.as_deref(), seed, opening);
            }
            Request::Load { campaign: None, level, text, ruleset, seed, dice, strict, side, others, seats } => {
                let opening = Opening { side, others, seats };
                return self.load(level, text, ruleset.as_deref(), seed, &dice, strict, &opening);
            }
            Request::Campaign {} => return self.campaign(),
            Request::Go { who, choices, dice } => {
                return self.go(who.as_deref(), &choices, &dice).unwrap_or_else(|refusal| refused(&refusal));
            }
            Request::Restore { save, file, side, others, seats } => {
                return self.restore(save, file, &Opening { side, others, seats });
            }
            Request::Help {} => return json!({ "ok": true, "commands": COMMANDS }),
            Request::Quit {} => return json!({ "ok": true, "bye": true }),
            Request::Rule { ref rule } => return self.rule(rule),
            Request::Save { ref file } if self.travel.is_some() => return self.save_campaign(file.as_deref()),
            _ => {}
        }
        let Some(battle) = &mut self.battle else {
            let text = match self.travel {
                Some(_) => "No battle is being fought; send `go`.",
                None => "No battle is loaded; send `load` or `restore` first.",
            };
            return failed("no_battle", text);
        };
        let reply = match self.speaker {
            None => within(battle, request),
            Some(side) => {
                let seat = self.seats.entry(side).or_default();
                for_a_side(battle, side, seat, self.others.as_mut(), request)
            }
        };
        reply.unwrap_or_else(|refusal| refused(&refusal))
    }

    /// Takes a battle over, for the referee or for a side; what was before is gone.
    fn open(&mut self, mut battle: Battle, opening: &Opening) -> Result<Value, Refusal> {
        let side = opening.side.as_deref().map(|side| names::side(&battle, side)).transpose()?;
        let mut seats = BTreeMap::new();
        let mut others = None;
        let reply = if let Some(side) = side {
            let mut player = Others::seated(&battle, side, (&opening.seats, opening.others.as_deref()))?;
            let waiting = player.play(&mut battle, side);
            others = Some(player);
            let seat: &mut Seat = seats.entry(side).or_default();
            let eyes = Eyes::seated(&battle, side, &seat.book);
            let mut reply =
                json!({ "ok": true, "state": state::state_known_to(&eyes), "events": view::events(&eyes, 0) });
            if waiting {
                reply["waiting"] = json!(true);
            }
            reply
        } else if opening.names_players() {
            return Err(Opening::lacks_side());
        } else {
            let eyes = Eyes::all(&battle);
            json!({ "ok": true, "state": state::state(&battle), "events": view::events(&eyes, 0) })
        };
        *self = Self { battle: Some(battle), speaker: side, seats, others, travel: None };
        Ok(reply)
    }

    fn load(
        &mut self,
        path: Option<String>,
        text: Option<String>,
        ruleset: Option<&str>,
        seed: Option<u64>,
        dice: &[Forced],
        strict: bool,
        opening: &Opening,
    ) -> Value {
        let (name, text) = match (path, text) {
            (Some(path), None) => match level::read_text(Path::new(&path), level::LARGEST_LEVEL) {
                Ok(text) => (path, text),
                Err(why) => return failed("no_file", why),
            },
            (None, Some(text)) => ("level".into(), text),
            _ => {
                return failed("bad_request", "`load` needs either `level`, a path, or `text`, or `campaign`, a path.");
            }
        };
        let (level, findings) = match rules::read_level_played(&text, &name) {
            Ok(read) => read,
            Err(findings) => return json!({ "ok": false, "diagnostics": findings }),
        };
        let key = ruleset.unwrap_or(&level.ruleset).to_string();
        let Some(ruleset) = rules::by_key(&key) else {
            return failed("no_such_ruleset", rules::unknown(&key));
        };
        match Battle::with_dice(Arc::new(level), ruleset, opening.seed(seed), dice, strict) {
            Ok(battle) => match self.open(battle, opening) {
                Ok(reply) => begun(reply, &findings, ruleset),
                Err(refusal) => refused(&refusal),
            },
            Err(error) => {
                let code = match error {
                    StartError::Dice(_) => "forced_dice",
                    StartError::Level(_) => "cannot_start",
                };
                failed(code, error.to_string())
            }
        }
    }

    fn restore(&mut self, save: Option<Value>, file: Option<String>, opening: &Opening) -> Value {
        let file_is_one = |file: &String| {
            let text = level::read_text(Path::new(file), LARGEST_SAVE);
            text.is_ok_and(|text| CampaignSave::is_text(&text))
        };
        if save.as_ref().is_some_and(CampaignSave::is_one) || file.as_ref().is_some_and(file_is_one) {
            return self.restore_campaign(save, file, opening.clone());
        }
        let save = match (save, file) {
            (Some(save), None) => Save::from_value(save),
            (None, Some(file)) => Save::read(Path::new(&file)),
            _ => return failed("bad_request", "`restore` needs either `save` or `file`."),
        };
        match save.and_then(|save| super::replay::resume(&save)) {
            Ok(battle) => match self.open(battle, opening) {
                Ok(mut reply) => {
                    reply.as_object_mut().expect("a reply is an object").remove("events");
                    reply
                }
                Err(refusal) => refused(&refusal),
            },
            Err(error) => failed("bad_save", error.to_string()),
        }
    }

    /// Begins a campaign; what was before is gone.
    fn load_campaign(&mut self, path: &str, ruleset: Option<&str>, seed: Option<u64>, opening: Opening) -> Value {
        let (_, parsed) = crate::campaign::load(Path::new(path), &rules::Known::PLAYED);
        let (loaded, findings) = match parsed {
            Ok(read) => read,
            Err(findings) => return json!({ "ok": false, "diagnostics": findings }),
        };
        let key = ruleset.unwrap_or(&loaded.campaign.ruleset).to_string();
        let Some(ruleset) = rules::by_key(&key) else {
            return failed("no_such_ruleset", rules::unknown(&key));
        };
        let travel = Journey::begin(loaded, ruleset, opening.seed(seed))
            .map_err(|why| Refusal::new("cannot_start", why))
            .and_then(|journey| Travel::new(journey, Some(path.to_owned()), opening));
        match travel {
            Err(refusal) => refused(&refusal),
            Ok(travel) => {
                *self = Self { travel: Some(travel), ..Self::default() };
                begun(self.campaign(), &findings, ruleset)
            }
        }
    }

    /// How the campaign stands.
    fn campaign(&self) -> Value {
        match &self.travel {
            Some(travel) => json!({ "ok": true, "campaign": travel.view() }),
            None => refused(&no_campaign()),
        }
    }

    /// Goes on in the campaign by one stage. A battle that is over can be asked about until then.
    fn go(
        &mut self,
        who: Option<&[String]>,
        choices: &BTreeMap<String, String>,
        dice: &[Forced],
    ) -> Result<Value, Refusal> {
        let travel = self.travel.as_mut().ok_or_else(no_campaign)?;
        if travel.is_seated() && !dice.is_empty() {
            return Err(seat::refusal("dice"));
        }
        travel.fits(who.is_some(), !choices.is_empty(), !dice.is_empty())?;
        match travel.journey.stage() {
            Stage::Choosing { .. } => {
                let mut next = travel.clone();
                let battle = next.journey.set_out(who, dice)?;
                let mut reply = self.open(battle, &next.opening())?;
                reply["campaign"] = next.view();
                self.travel = Some(next);
                Ok(reply)
            }
            Stage::Fighting { .. } => {
                let over = Refusal::new("no_battle", "The battle is closed; send `restore`.");
                travel.journey.settle(self.battle.as_ref().ok_or(over)?)?;
                let travel = self.travel.take();
                *self = Self { travel, ..Self::default() };
                Ok(self.campaign())
            }
            Stage::Resting { .. } => {
                let choices = travel.choices(choices)?;
                travel.journey.pass(&choices, dice)?;
                Ok(self.campaign())
            }
            Stage::Ended { .. } => Err(Refusal::new("over", "The campaign is over.")),
        }
    }

    fn save_campaign(&self, file: Option<&str>) -> Value {
        let Some(travel) = &self.travel else { return self.campaign() };
        let battle = self.battle.as_ref().map(Battle::save);
        let save = CampaignSave::new(&travel.journey, battle.as_ref(), travel.file.as_deref());
        saved(file, |path| save.write(path), || save.to_value())
    }

    fn restore_campaign(&mut self, save: Option<Value>, file: Option<String>, opening: Opening) -> Value {
        let save = match (save, file) {
            (Some(save), None) => CampaignSave::from_value(save),
            (None, Some(file)) => CampaignSave::read(Path::new(&file)),
            _ => return failed("bad_request", "`restore` needs either `save` or `file`."),
        };
        let restored = match save.and_then(|save| save.restore()) {
            Ok(restored) => restored,
            Err(error) => return failed("bad_save", error.to_string()),
        };
        let travel = match Travel::new(restored.journey, restored.file, opening) {
            Ok(travel) => travel,
            Err(refusal) => return refused(&refusal),
        };
        let mut reply = json!({ "ok": true });
        match restored.battle {
            None => *self = Self::default(),
            Some(battle) => match self.open(battle, &travel.opening()) {
                Ok(opened) => reply["state"] = opened["state"].clone(),
                Err(refusal) => return refused(&refusal),
            },
        }
        reply["campaign"] = travel.view();
        if let Some(note) = restored.note {
            reply["note"] = note.into();
        }
        self.travel = Some(travel);
        reply
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

/// A request about the battle that is loaded.
fn within(battle: &mut Battle, request: Request) -> Result<Value, Refusal> {
    let reply = match request {
        Request::Dice { faces, strict, clear } => {
            if clear {
                battle.unforce_dice();
            }
            battle.force_dice(&faces, strict);
            let queue: Vec<String> =
                battle.world().resource::<crate::dice::Dice>().unused().iter().map(ToString::to_string).collect();
            json!({ "ok": true, "queue": queue })
        }
        Request::Legal { creature, action, target, purpose, forecast, budget } => {
            let only = only(&Eyes::all(battle), creature, action, target, purpose)?;
            legal(battle, None, &only, forecast.then(|| budget.unwrap_or(LEGAL_RUNS)))
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
        Request::Wait {} => return Err(seat::nothing_to_wait_for()),
        Request::Check { order } => {
            let order = asked_about(battle, order)?;
            battle.check(&order)?;
            json!({ "ok": true, "order": order })
        }
        Request::Forecast { order, budget } => {
            let order = asked_about(battle, order)?;
            let forecast = battle.forecast_within(&order, budget.unwrap_or(u32::MAX))?;
            json!({ "ok": true, "forecast": view::forecast(&Eyes::all(battle), &forecast) })
        }
        Request::Suggest {} => suggest(battle, None)?,
        Request::Aim { order } => {
            let eyes = Eyes::of(battle, battle.side_to_move());
            json!({ "ok": true, "aim": aim(&eyes, order)? })
        }
        Request::Reach { creature } => {
            let who = match creature {
                Some(who) => names::who(&Eyes::all(battle), &who)?,
                None => battle.active().ok_or_else(|| Refusal::new("no_turn", "It is nobody's turn."))?,
            };
            reach(&Eyes::all(battle), who)?
        }
        Request::Square { at, side } => {
            let side = side.map(|side| names::side(battle, &side)).transpose()?;
            json!({ "ok": true, "square": state::square_known_to(&Eyes::of(battle, side), at) })
        }
        Request::Board { side } => {
            let side = side.map(|side| names::side(battle, &side)).transpose()?;
            json!({ "ok": true, "board": board::board(&Eyes::of(battle, side)) })
        }
        Request::State { side } => {
            let side = side.map(|side| names::side(battle, &side)).transpose()?;
            json!({ "ok": true, "state": state::state_known_to(&Eyes::of(battle, side)) })
        }
        Request::Explain { event } => explain(&Eyes::all(battle), event)?,
        Request::Log { from, traces, side } => {
            let lines = match side {
                Some(side) => log::lines_told_to(battle, names::side(battle, &side)?, from, traces),
                None => log::lines(battle, from, traces),
            };
            json!({ "ok": true, "lines": lines })
        }
        Request::Save { file } => {
            let save = battle.save();
            saved(file.as_deref(), |path| save.write(path), || save.to_value())
        }
        Request::Undo {} => {
            if !battle.undo() {
                return Err(Refusal::new("nothing_to_undo", "There is no order to take back."));
            }
            json!({ "ok": true, "hash": view::hash(battle.hash()), "state": state::state(battle) })
        }
        Request::Hash {} => json!({ "ok": true, "hash": view::hash(battle.hash()) }),
        Request::Load { .. }
        | Request::Restore { .. }
        | Request::Rule { .. }
        | Request::Campaign {}
        | Request::Go { .. }
        | Request::Help {}
        | Request::Quit {} => unreachable!("requests without a battle are answered before"),
    };
    Ok(reply)
}

fn give(battle: &mut Battle, order: &Order) -> Result<Value, Refusal> {
    let report = battle.order(order)?;
    Ok(outcome_of_order(&Eyes::all(battle), report.from))
}
