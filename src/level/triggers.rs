//! `when`: what sets an event off.

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::keys;
use super::model::Trigger;
use super::read::{self, Entry, Fields, Value};

impl Compiler<'_> {
    /// Reads `when`.
    pub(super) fn trigger(&mut self, value: Value) -> Option<Trigger> {
        let trigger = self.trigger_within(value, 0)?;
        let parts = trigger.leaves().len();
        if parts > PARTS {
            self.too_many(&value.span(), parts, "parts of a trigger", PARTS);
            return None;
        }
        Some(trigger)
    }

    fn trigger_within(&mut self, value: Value, depth: usize) -> Option<Trigger> {
        if let Some(word) = value.get_ref().as_str().filter(|_| depth == 0) {
            if word != "manual" {
                self.report
                    .add(Code::UnknownWord, &value.span(), format!("`when` cannot be `{word}`"))
                    .because("the only word here is `manual`")
                    .help("write `when = \"manual\"`, or a table such as `{ round_end = 3 }`");
                return None;
            }
            return Some(Trigger::Manual);
        }
        let fields = Fields::open(&mut self.report, value, "a trigger", keys::WHEN, &[])?;
        let Entry { key, value, .. } = self.only(&fields, keys::WHEN, "a trigger")?;
        match key {
            "round_end" => {
                let (from, every, until) = self.clock(value)?;
                Some(Trigger::RoundEnd { from, every, until })
            }
            "round_start" => {
                let (from, every, until) = self.clock(value)?;
                Some(Trigger::RoundStart { from, every, until })
            }
            "enters" => self.enters(value),
            "after" => {
                let (event, rounds) = self.event_and_rounds(value, "after")?;
                Some(Trigger::After { event, rounds })
            }
            "any_of" | "all_of" => {
                let parts = self.joined(value, key, depth)?;
                Some(if key == "any_of" { Trigger::AnyOf(parts) } else { Trigger::AllOf(parts) })
            }
            "down" => {
                let name = read::string(&mut self.report, value, key)?;
                self.known_creature(&name).then_some(Trigger::Down { creature: name.value })
            }
            _ => {
                let name = read::string(&mut self.report, value, key)?;
                if !self.known_object(&name) {
                    return None;
                }
                self.to_break.push(name.clone());
                Some(Trigger::Destroyed { object: name.value })
            }
        }
    }

    /// An event by its id, or with a number of rounds.
    pub(super) fn event_and_rounds(&mut self, value: Value, what: &str) -> Option<(String, u32)> {
        if value.get_ref().is_str() {
            let event = read::string(&mut self.report, value, what)?;
            self.events_meant.push(event.clone());
            return Some((event.value, 0));
        }
        let fields = Fields::open(&mut self.report, value, "an event to follow", keys::AFTER, &[])?;
        let event = fields.require(&mut self.report, "event").and_then(|_| fields.string(&mut self.report, "event"));
        let rounds = match fields.get("rounds") {
            Some(value) => read::number(&mut self.report, value, "rounds", 0..=9999)?.value,
            None => 0,
        };
        let event = event?;
        self.events_meant.push(event.clone());
        Some((event.value, rounds as u32))
    }

    /// The triggers that are joined, each a table as after `when`.
    fn joined(&mut self, value: Value, key: &str, depth: usize) -> Option<Vec<Trigger>> {
        let Some(list) = value.get_ref().as_array() else {
            read::wrong_type(&mut self.report, value, &format!("`{key}`"), "a list of triggers");
            return None;
        };
        if list.len() < 2 {
            self.report
                .add(Code::OneOf, &value.span(), format!("`{key}` joins two triggers or more"))
                .because("fewer than two")
                .help("write the one trigger itself after `when`, or add another");
            return None;
        }
        if depth >= DEPTH {
            self.too_many(&value.span(), depth + 1, "triggers within triggers", DEPTH);
            return None;
        }
        let parts: Vec<Option<Trigger>> = list.iter().map(|part| self.trigger_within(part, depth + 1)).collect();
        parts.into_iter().collect()
    }

    fn clock(&mut self, value: Value) -> Option<(u32, Option<u32>, Option<u32>)> {
        if value.get_ref().is_integer() {
            return Some((read::round(&mut self.report, value, "round")?, None, None));
        }
        if !value.get_ref().is_table() {
            self.no_clock(value);
            return None;
        }
        let report = &mut self.report;
        let fields = Fields::open(report, value, "a clock", keys::CLOCK, &[])?;
        let from = match fields.get("from") {
            Some(value) => read::round(report, value, "from")?,
            None => 1,
        };
        let until = fields.get("until").and_then(|value| read::round(report, value, "until"));
        let every = fields.number(report, "every", 1..=9999).map(|at| at.value as u32);
        if until.is_some_and(|until| until < from) {
            report
                .add(Code::EventNever, &fields.span, "this never happens")
                .because(format!("it would end before round {from}"));
        }
        Some((from, every.or(until.map(|_| 1)), until))
    }

    /// Says of what is no round how rounds are written.
    fn no_clock(&mut self, value: Value) {
        read::wrong_type(&mut self.report, value, "a clock", "a round, or a table such as { from = 2, every = 2 }");
        let list = value.get_ref().as_array();
        let rounds: Vec<i64> = list.map(|list| list.iter().filter_map(read::integer).collect()).unwrap_or_default();
        let whole = list.is_some_and(|list| list.len() == rounds.len());
        let steps: Vec<i64> = rounds.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
        let help = match (&rounds[..], &steps[..]) {
            ([round], []) if whole => format!("write the round alone: {round}"),
            ([from, .., until], [every, others @ ..])
                if whole && *every > 0 && others.iter().all(|one| one == every) =>
            {
                format!("write {{ from = {from}, every = {every}, until = {until} }}")
            }
            ([first, second, ..], _) if whole => {
                format!(
                    "write `when = {{ any_of = [{{ round_end = {first} }}, …] }}` for the first of them, or an event each for {first}, {second} and so on"
                )
            }
            _ if value.get_ref().is_float() => "rounds are whole numbers".to_owned(),
            _ if value.get_ref().is_str() => "write the number of the round without quotes".to_owned(),
            _ => "write a round such as 3, or { from = 2, every = 2, until = 6 }".to_owned(),
        };
        self.report.amend(&help);
    }

    fn enters(&mut self, value: Value) -> Option<Trigger> {
        if value.get_ref().is_str() {
            let zone = read::string(&mut self.report, value, "enters")?;
            return Some(Trigger::Enters {
                zone: self.known_zone(&zone)?,
                side: None,
                creatures: Vec::new(),
                once: true,
            });
        }
        let fields = Fields::open(&mut self.report, value, "`enters`", keys::ENTERS, &[])?;
        let zone = fields.require(&mut self.report, "zone").and_then(|_| fields.string(&mut self.report, "zone"));
        let side = fields.string(&mut self.report, "side").and_then(|side| self.side(side));
        let once = fields.boolean(&mut self.report, "once").unwrap_or(true);
        let named = fields.strings(&mut self.report, "creature").unwrap_or_default();
        let wrong = self.report.found.len();
        let creatures: Vec<String> = self.names(named).into_iter().map(|name| name.value).collect();
        if fields.get("creature").is_some() && (creatures.is_empty() || self.report.found.len() > wrong) {
            if self.report.found.len() == wrong && !self.lost.creature {
                self.report
                    .add(Code::UnknownCreature, &fields.span, "`creature` names nobody")
                    .because("no creature of this level is meant");
            }
            return None;
        }
        Some(Trigger::Enters { zone: self.known_zone(&zone?)?, side, creatures, once })
    }
}

/// So many triggers may be joined in one.
const PARTS: usize = 64;

/// So deep may they be joined.
const DEPTH: usize = 8;
