//! `when`: what sets an event off.

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::keys;
use super::model::Trigger;
use super::read::{self, Entry, Fields, Value};

impl Compiler<'_> {
    /// Reads `when`.
    pub(super) fn trigger(&mut self, value: Value) -> Option<Trigger> {
        if let Some(word) = value.get_ref().as_str() {
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
            "down" => {
                let name = read::string(&mut self.report, value, key)?;
                self.known_creature(&name).then_some(Trigger::Down { creature: name.value })
            }
            _ => {
                let name = read::string(&mut self.report, value, key)?;
                self.known_object(&name).then_some(Trigger::Destroyed { object: name.value })
            }
        }
    }

    fn clock(&mut self, value: Value) -> Option<(u32, Option<u32>, Option<u32>)> {
        if value.get_ref().is_integer() {
            return Some((read::round(&mut self.report, value, "round")?, None, None));
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

    fn enters(&mut self, value: Value) -> Option<Trigger> {
        if value.get_ref().is_str() {
            let zone = read::string(&mut self.report, value, "enters")?;
            return Some(Trigger::Enters { zone: self.known_zone(&zone)?, side: None, once: true });
        }
        let fields = Fields::open(&mut self.report, value, "`enters`", keys::ENTERS, &[])?;
        let zone = fields.require(&mut self.report, "zone").and_then(|_| fields.string(&mut self.report, "zone"));
        let side = fields.string(&mut self.report, "side").and_then(|side| self.side(side));
        let once = fields.boolean(&mut self.report, "once").unwrap_or(true);
        Some(Trigger::Enters { zone: self.known_zone(&zone?)?, side, once })
    }
}
