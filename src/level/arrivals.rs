//! `[[arrival]]`: reinforcements.

use std::collections::BTreeMap;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::gathered::Placed;
use super::keys;
use super::model::{Arrival, Call, Creature};
use super::read::{self, At, Fields, TextSpan};

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
            let listed = names.is_empty() && fields.get("creatures").is_some();
            let names = self.names(names);
            if listed && !self.lost.creature {
                self.report
                    .add(Code::DoesNothing, &fields.span, "this arrival brings nobody")
                    .because("`creatures` is empty")
                    .help("name creatures or sides, or leave `creatures` away if `arrives` says who comes");
            }
            if let Some(event) = event {
                let late = |placed: &&Placed<Creature>| placed.thing.comes_late();
                self.report_comes_twice(&names, "it waits for the event", late);
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
            let other =
                |placed: &&Placed<Creature>| placed.thing.called || placed.thing.arrives.is_some_and(|at| at != round);
            self.report_comes_twice(&names, &format!("it comes in round {round}"), other);
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

    /// Reports creatures of which it is said elsewhere that they come at another time.
    fn report_comes_twice(
        &mut self,
        names: &[At<String>],
        counts: &str,
        elsewhere: impl Fn(&&Placed<Creature>) -> bool,
    ) {
        let mut told: Vec<&TextSpan> = Vec::new();
        for name in names {
            let known = self.creatures.iter().filter(|placed| placed.thing.name == name.value).find(&elsewhere);
            let Some(placed) = known.filter(|_| !told.contains(&&name.span)) else { continue };
            told.push(&name.span);
            let before = match placed.thing.arrives {
                Some(round) => format!("in round {round}"),
                None => "when an event calls it".to_owned(),
            };
            let message = format!("`{}` was to come {before}; now {counts}", name.value);
            self.report
                .add(Code::SaidTwice, &name.span, message)
                .because("said twice")
                .label(&placed.span, "this one")
                .help("keep one: its `arrives`, or one [[arrival]]");
        }
    }
}
