//! `[[arrival]]`: reinforcements.

use std::collections::BTreeMap;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::keys;
use super::model::{Arrival, Call};
use super::read::{self, Fields};

impl Compiler<'_> {
    /// Reads `[[arrival]]` and gathers everybody who arrives: by round, and by the event that calls them.
    pub(super) fn read_arrivals(&mut self, fields: &Fields) -> (Vec<Arrival>, Vec<Call>) {
        let mut texts: BTreeMap<u32, String> = BTreeMap::new();
        let mut called = Vec::new();
        for value in self.listed(fields, "arrival") {
            let Some(fields) = Fields::open(&mut self.report, value, "an arrival", keys::ARRIVAL, &[]) else {
                continue;
            };
            let event = fields.string(&mut self.report, "event");
            let round = match (fields.entry("round"), &event) {
                (Some(round), Some(_)) => {
                    self.report
                        .add(Code::OneOf, &round.key_span, "an arrival has either a `round` or an `event`")
                        .because("there are both")
                        .help("keep the one that they come by");
                    continue;
                }
                (None, None) if fields.get("event").is_none() => fields.require(&mut self.report, "round"),
                (round, _) => round.map(|round| round.value),
            };
            let round = round.and_then(|value| read::round(&mut self.report, value, "round"));
            let text = fields.string(&mut self.report, "text").map(|at| at.value.trim().to_owned());
            let names = fields.strings(&mut self.report, "creatures").unwrap_or_default();
            let names = self.names(names);
            if let Some(event) = event {
                for name in &names {
                    for placed in self.creatures.iter_mut().filter(|placed| placed.thing.name == name.value) {
                        placed.thing.called = true;
                        placed.thing.arrives = None;
                    }
                }
                let creatures = names.into_iter().map(|name| name.value).collect();
                called.push(Call { event: event.value.clone(), text: text.unwrap_or_default(), creatures });
                self.events_meant.push(event);
                continue;
            }
            let Some(round) = round else { continue };
            for name in names {
                for placed in self.creatures.iter_mut().filter(|placed| placed.thing.name == name.value) {
                    placed.thing.arrives = Some(round);
                }
            }
            let place = texts.entry(round).or_default();
            if let Some(text) = text {
                if !place.is_empty() {
                    place.push('\n');
                }
                place.push_str(&text);
            }
        }
        let mut rounds: BTreeMap<u32, Vec<String>> = texts.keys().map(|&round| (round, Vec::new())).collect();
        for placed in &self.creatures {
            if let Some(round) = placed.thing.arrives {
                rounds.entry(round).or_default().push(placed.thing.name.clone());
            }
        }
        let arrivals = rounds.into_iter();
        let arrivals = arrivals
            .map(|(round, creatures)| Arrival { round, text: texts.remove(&round).unwrap_or_default(), creatures })
            .collect();
        (arrivals, called)
    }
}
