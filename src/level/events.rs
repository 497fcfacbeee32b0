//! `[[event]]`: what happens, and what sets it off.

use std::collections::BTreeMap;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::keys;
use super::limits::{CREATURES, EFFECTS};
use super::model::*;
use super::name_rule::is_same_name;
use super::read::{self, At, Entry, Fields, Value};
use super::weather::gravity;
use super::words;
use crate::grid::{Length, Square};

impl Compiler<'_> {
    /// Reports ids of events in overrides that no event has.
    pub(super) fn check_events_named(&mut self, events: &[At<Event>]) {
        let known: Vec<&str> = events.iter().map(|event| event.value.id.as_str()).collect();
        for id in std::mem::take(&mut self.events_named) {
            if !known.contains(&id.value.as_str()) {
                self.report
                    .add(Code::BadOverride, &id.span, format!("there is no event `{}`", id.value))
                    .because("no event has this id")
                    .suggest(&id.value, &known);
            }
        }
    }

    /// Reads `[[event]]`; each comes with the place of its table.
    pub(super) fn read_events(&mut self, fields: &Fields) -> Vec<At<Event>> {
        let mut events: Vec<At<Event>> = Vec::new();
        self.in_events = true;
        for (index, value) in self.listed(fields, "event").into_iter().enumerate() {
            let Some(fields) = Fields::open(&mut self.report, value, "an event", keys::EVENT, &[]) else {
                self.lost.event = true;
                continue;
            };
            let id = fields.title(&mut self.report, "id");
            if let Some(id) = &id
                && let Some(first) = events.iter().find(|event| is_same_name(&event.value.id, &id.value))
            {
                self.report
                    .add(Code::DuplicateId, &id.span, format!("two events have the id `{}`", id.value))
                    .because("again here")
                    .label(&first.span, "first here");
            }
            let when = fields.require(&mut self.report, "when").and_then(|value| self.trigger(value));
            let text = fields.string(&mut self.report, "text").map(|at| at.value.trim().to_owned()).unwrap_or_default();
            let secret = fields.boolean(&mut self.report, "secret").unwrap_or(false);
            let list = fields.get("do").map(read::one_or_many).unwrap_or_default();
            let mut effects: Vec<Effect> = Vec::new();
            for value in &list {
                if self.deeds.fits(EFFECTS, &value.span()) {
                    effects.extend(self.effect(value));
                }
            }
            if list.is_empty() && text.is_empty() {
                self.report
                    .add(Code::EventEmpty, &fields.span, "this event does nothing")
                    .because("no `do` and no `text`");
            }
            let span = id.as_ref().map_or_else(|| fields.span.clone(), |id| id.span.clone());
            let id = id.map_or_else(|| format!("event {}", index + 1), |id| id.value);
            if let Some(when) = when {
                events.push(At::new(Event { id, when, text, secret, do_: effects }, span));
            } else {
                self.lost.event = true;
            }
        }
        self.in_events = false;
        self.check_meant_later();
        self.check_circles(&events);
        events
    }

    /// Reads what the options of rulesets prepare: lists of tables with `do`, and with a zone or an object that is needed.
    pub(super) fn read_prepared(&mut self, fields: &Fields) -> BTreeMap<String, Vec<Vec<Effect>>> {
        let mut prepared: BTreeMap<String, Vec<Vec<Effect>>> = BTreeMap::new();
        let Some(rules) = fields.get("rules").and_then(|value| value.get_ref().as_table()) else {
            return prepared;
        };
        self.in_events = true;
        for ruleset in self.rulesets.clone() {
            let table = rules.get(ruleset.as_str()).and_then(|value| value.get_ref().as_table());
            for key in self.vocabulary.prepares(&ruleset) {
                let list = table.and_then(|table| table.get(key.as_str()));
                for value in list.map(read::one_or_many).unwrap_or_default() {
                    let effects = self.prepared_effects(value);
                    prepared.entry(ruleset.clone()).or_default().push(effects);
                }
            }
        }
        self.in_events = false;
        self.check_meant_later();
        prepared
    }

    fn prepared_effects(&mut self, value: Value) -> Vec<Effect> {
        let Some(table) = value.get_ref().as_table() else { return Vec::new() };
        let needs = table.get("needs").and_then(|needs| needs.get_ref().as_table());
        let named = |key: &str| {
            let value = needs.and_then(|needs| needs.get(key))?;
            Some(At::new(value.get_ref().as_str()?.to_owned(), value.span()))
        };
        if let Some(zone) = named("zone") {
            self.known_zone(&zone);
        }
        if let Some(object) = named("object") {
            self.known_object(&object);
        }
        let mut effects = Vec::new();
        for value in table.get("do").map(read::one_or_many).unwrap_or_default() {
            if self.deeds.fits(EFFECTS, &value.span()) {
                effects.extend(self.effect(value));
            }
        }
        effects
    }

    /// Reports ids that no event has.
    pub(super) fn check_events_meant(&mut self, events: &[At<Event>]) {
        let known: Vec<&str> = events.iter().map(|event| event.value.id.as_str()).collect();
        for id in std::mem::take(&mut self.events_meant) {
            if !known.contains(&id.value.as_str()) && !self.lost.event {
                self.report
                    .add(Code::UnknownEvent, &id.span, format!("there is no event `{}`", id.value))
                    .because("no [[event]] has this id")
                    .suggest(&id.value, &known);
            }
        }
    }

    /// Reports events that set one another off at once, round and round.
    fn check_circles(&mut self, events: &[At<Event>]) {
        let follows = |one: &Event, other: &Event| one.sets_off(other) > 0;
        // What cannot be on a circle is taken away until nothing else is left.
        let mut left: Vec<&At<Event>> = events.iter().collect();
        loop {
            let before = left.len();
            let all = left.clone();
            left.retain(|one| all.iter().any(|other| follows(&one.value, &other.value)));
            let all = left.clone();
            left.retain(|one| all.iter().any(|other| follows(&other.value, &one.value)));
            if left.len() == before {
                break;
            }
        }
        let Some(first) = left.first() else { return };
        let message = format!("`{}` sets itself off at once, round and round", first.value.id);
        let mut found =
            self.report.add(Code::EventCircle, &first.span, message).because("this comes again as soon as it has come");
        for other in &left[1..left.len().min(9)] {
            found = found.label(&other.span, "on the way");
        }
        found.help("let one of them come some rounds later: `{ event = \"…\", rounds = 1 }`");
    }

    /// The one entry of a table that may have only one.
    pub(super) fn only<'d>(&mut self, fields: &Fields<'d>, keys: &[&str], what: &str) -> Option<Entry<'d>> {
        let mut present: Vec<Entry<'d>> = keys.iter().filter_map(|key| fields.entry(key).cloned()).collect();
        if present.is_empty() && fields.has_slips() {
            return None;
        }
        if present.len() != 1 {
            let why = if present.is_empty() { "there is none" } else { "there are several" };
            self.report
                .add(Code::OneOf, &fields.span, format!("{what} has exactly one key"))
                .because(why)
                .help(format!("write one of {}", super::suggest::list(keys)));
            return None;
        }
        present.pop()
    }

    fn effect(&mut self, value: Value) -> Option<Effect> {
        let fields = Fields::open(&mut self.report, value, "an effect", keys::EFFECT, &[])?;
        let Entry { key, value, .. } = self.only(&fields, keys::EFFECT, "an effect")?;
        match key {
            "burst" => self.burst(value),
            "harm" => {
                let fields = Fields::open(&mut self.report, value, "`harm`", keys::HARM, &[])?;
                let damage = fields.require(&mut self.report, "damage").and_then(|value| self.damage(value));
                let squares = self.needed_squares(&fields);
                Some(Effect::Harm { squares: squares?, damage: damage? })
            }
            "terrain" => self.change_terrain(value),
            "light" => {
                let fields = Fields::open(&mut self.report, value, "`light`", keys::CHANGE_AIR, &[])?;
                fields.require(&mut self.report, "becomes");
                let becomes = fields.word(&mut self.report, "becomes", words::LIGHTS);
                let squares = self.wanted_squares(&fields).ok()?;
                Some(Effect::Light { squares, becomes: becomes?.value })
            }
            "fog" => {
                let fields = Fields::open(&mut self.report, value, "`fog`", keys::CHANGE_AIR, &[])?;
                fields.require(&mut self.report, "becomes");
                let becomes = fields.boolean(&mut self.report, "becomes");
                let squares = self.wanted_squares(&fields).ok()?;
                Some(Effect::Fog { squares, becomes: becomes? })
            }
            "vacuum" => {
                let fields = Fields::open(&mut self.report, value, "`vacuum`", keys::CHANGE_AIR, &[])?;
                fields.require(&mut self.report, "becomes");
                let becomes = fields.boolean(&mut self.report, "becomes");
                let squares = self.wanted_squares(&fields).ok()?;
                Some(Effect::Vacuum { squares, becomes: becomes? })
            }
            "message" => {
                let text = read::string(&mut self.report, value, "message")?;
                Some(Effect::Message { text: text.value.trim().to_owned() })
            }
            "spawn" => self.spawn(value),
            "condition" => self.condition(value),
            "push" => self.push(value),
            "weather" => self.weather(value).map(|becomes| Effect::Weather { becomes }),
            "gravity" => {
                let fields = Fields::open(&mut self.report, value, "`gravity`", keys::CHANGE_AIR, &[])?;
                let becomes = fields.require(&mut self.report, "becomes");
                let becomes = becomes.and_then(|value| gravity(&mut self.report, value));
                let squares = self.wanted_squares(&fields).ok()?;
                Some(Effect::Gravity { squares, becomes: becomes? })
            }
            "door" => self.change_door(value),
            "edge" => self.change_edge(value),
            "place" => self.put_down(value),
            "break" => {
                let names = read::strings(&mut self.report, value, key)?;
                let known: Vec<bool> = names.iter().map(|name| self.known_object(name)).collect();
                if names.is_empty() {
                    self.report.add(Code::EventEmpty, &value.span(), "`break` names nothing").because("an empty list");
                }
                let objects = names.into_iter().map(|name| name.value).collect();
                known.into_iter().all(|known| known).then_some(Effect::Break { objects })
            }
            "lamp" => self.change_lamp(value),
            "exit" => {
                let fields = Fields::open(&mut self.report, value, "`exit`", keys::CHANGE_EXIT, &[])?;
                let becomes = match fields.get("becomes") {
                    Some(_) => fields.boolean(&mut self.report, "becomes"),
                    None => Some(true),
                };
                let squares = self.needed_squares(&fields);
                self.opens_exit |= becomes == Some(true);
                Some(Effect::Exit { squares: squares?, becomes: becomes? })
            }
            "spread" => self.spread(value),
            "event" => {
                let (event, rounds) = self.event_and_rounds(value, "event")?;
                Some(Effect::Event { event, rounds })
            }
            _ => {
                let side = read::string(&mut self.report, value, "win")?;
                self.side(side).map(|side| Effect::Win { side })
            }
        }
    }

    /// `squares`, which must be there.
    fn needed_squares(&mut self, fields: &Fields) -> Option<Vec<Square>> {
        fields.require(&mut self.report, "squares").and_then(|value| self.squares(value))
    }

    /// `squares`, which may be left out; an error means that they are wrong.
    fn wanted_squares(&mut self, fields: &Fields) -> Result<Option<Vec<Square>>, Wrong> {
        let value = fields.get("squares");
        value.map(|value| self.squares(value).ok_or(Wrong)).transpose()
    }

    fn burst(&mut self, value: Value) -> Option<Effect> {
        let fields = Fields::open(&mut self.report, value, "`burst`", keys::BURST, &[])?;
        let at = fields.require(&mut self.report, "at").and_then(|value| self.square(value));
        let radius = fields.require(&mut self.report, "radius").and_then(|value| self.span(value, "radius"));
        let damage = fields.require(&mut self.report, "damage").and_then(|value| self.damage(value));
        let ignores_cover = fields.boolean(&mut self.report, "ignores_cover").unwrap_or(false);
        let gas = fields.boolean(&mut self.report, "gas").unwrap_or(false);
        Some(Effect::Burst { at: at?, radius: radius?, damage: damage?, ignores_cover, gas })
    }

    /// A distance in squares (a number) or a length (a string).
    fn span(&mut self, value: Value, what: &str) -> Option<Span> {
        if value.get_ref().is_integer() {
            return read::number(&mut self.report, value, what, 0..=128).map(|at| Span::Squares(at.value as u16));
        }
        let length = read::length(&mut self.report, value, what)?;
        if length.value.0 < 0 {
            self.report
                .add(Code::BadNumber, &length.span, format!("`{what}` cannot be negative"))
                .because("less than nothing");
            return None;
        }
        Some(Span::Length(length.value))
    }

    fn change_terrain(&mut self, value: Value) -> Option<Effect> {
        let fields = Fields::open(&mut self.report, value, "`terrain`", keys::CHANGE_TERRAIN, &[])?;
        let squares = self.needed_squares(&fields);
        let becomes =
            fields.require(&mut self.report, "becomes").and_then(|_| fields.string(&mut self.report, "becomes"));
        let becomes = becomes.and_then(|key| self.terrain(key));
        let crush = fields.get("crush").map(|value| self.damage(value));
        if crush == Some(None) {
            return None;
        }
        Some(Effect::Terrain { squares: squares?, becomes: becomes?, crush: crush.flatten() })
    }

    fn spawn(&mut self, value: Value) -> Option<Effect> {
        let values = read::one_or_many(value);
        let mut spawned = Vec::new();
        for value in &values {
            if self.crowd.fits(CREATURES, &value.span()) {
                spawned.extend(self.standing(value));
            }
        }
        if spawned.len() != values.len() {
            self.lost.creature = true;
            return None;
        }
        self.name_spawned(&mut spawned);
        let creatures = spawned.iter().map(|placed| placed.thing.clone()).collect();
        self.spawns.append(&mut spawned);
        Some(Effect::Spawn { creatures })
    }

    fn put_down(&mut self, value: Value) -> Option<Effect> {
        let mut placed = Vec::new();
        for value in read::one_or_many(value) {
            match self.placed(value) {
                Some(one) => placed.extend(one),
                None => {
                    self.lost.object = true;
                    return None;
                }
            }
        }
        self.name_put_down(&mut placed);
        let objects = placed.iter().map(|placed| placed.thing.clone()).collect();
        self.put_down.append(&mut placed);
        Some(Effect::Place { objects })
    }

    fn change_lamp(&mut self, value: Value) -> Option<Effect> {
        let fields = Fields::open(&mut self.report, value, "`lamp`", keys::CHANGE_LAMP, &[])?;
        let name = fields.require(&mut self.report, "object").and_then(|_| fields.string(&mut self.report, "object"));
        let becomes = fields.require(&mut self.report, "becomes")?;
        let becomes = match becomes.get_ref().as_str() {
            Some("out") => Some(Length::ZERO),
            Some(text) if text.parse::<Length>().is_err() => {
                self.report
                    .add(Code::BadLength, &becomes.span(), format!("a lamp cannot become `{text}`"))
                    .because("neither a length nor `out`")
                    .help("write how far it gives light, such as \"20 ft\", or \"out\"");
                None
            }
            _ => fields.extent(&mut self.report, "becomes"),
        };
        let name = name.filter(|name| self.known_object(name))?;
        let becomes = becomes?;
        if becomes == Length::ZERO {
            self.put_out.push(name.clone());
        } else {
            self.lit.insert(name.value.clone());
        }
        Some(Effect::Lamp { object: name.value, becomes })
    }

    fn spread(&mut self, value: Value) -> Option<Effect> {
        let fields = Fields::open(&mut self.report, value, "`spread`", keys::SPREAD, &[])?;
        let terrain =
            fields.require(&mut self.report, "terrain").and_then(|_| fields.string(&mut self.report, "terrain"));
        let terrain = terrain.and_then(|key| self.terrain(key));
        let over = match fields.get("over") {
            Some(value) => {
                let keys = read::strings(&mut self.report, value, "over")?;
                let keys: Vec<Option<String>> = keys.into_iter().map(|key| self.terrain(key)).collect();
                Some(keys.into_iter().collect::<Option<Vec<String>>>()?)
            }
            None => None,
        };
        let within = match fields.get("within") {
            Some(value) => Some(self.squares(value)?),
            None => None,
        };
        Some(Effect::Spread(Spread { terrain: terrain?, over, within }))
    }

    fn condition(&mut self, value: Value) -> Option<Effect> {
        let fields = Fields::open(&mut self.report, value, "`condition`", keys::CONDITION, &[])?;
        let word =
            fields.require(&mut self.report, "condition").and_then(|_| fields.string(&mut self.report, "condition"));
        if let Some(word) = word.as_ref().filter(|word| !self.conditions.contains(&word.value)) {
            self.report
                .add(Code::UnknownCondition, &word.span, format!("there is no condition `{}`", word.value))
                .because("not a condition word")
                .suggest(&word.value, &self.conditions);
        }
        let on = match self.only(&fields, &["squares", "creature"], "whom a condition befalls")? {
            Entry { key: "squares", value, .. } => Affected::Squares(self.squares(value)?),
            Entry { key, value, .. } => {
                let name = read::string(&mut self.report, value, key)?;
                self.known_creature(&name).then_some(Affected::Creature(name.value))?
            }
        };
        Some(Effect::Condition { on, condition: word?.value })
    }

    fn push(&mut self, value: Value) -> Option<Effect> {
        let fields = Fields::open(&mut self.report, value, "`push`", keys::PUSH, &[])?;
        let squares = self.needed_squares(&fields);
        fields.require(&mut self.report, "direction");
        let direction = fields.word(&mut self.report, "direction", words::DIRECTIONS);
        let count = fields.number(&mut self.report, "count", 1..=128).map_or(1, |at| at.value as u16);
        Some(Effect::Push { squares: squares?, direction: direction?.value, squares_count: count })
    }

    fn change_door(&mut self, value: Value) -> Option<Effect> {
        let fields = Fields::open(&mut self.report, value, "`door`", keys::CHANGE_DOOR, &[])?;
        let name = fields.require(&mut self.report, "object").and_then(|_| fields.string(&mut self.report, "object"));
        fields.require(&mut self.report, "becomes");
        let becomes = fields.word(&mut self.report, "becomes", words::DOORS);
        let name = name.filter(|name| self.known_object(name))?;
        self.doors_meant.push(name.clone());
        Some(Effect::Door { object: name.value, becomes: becomes?.value })
    }
}

/// A value was there and wrong; the finding is written.
struct Wrong;
