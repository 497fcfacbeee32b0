//! Creatures and placed objects, from wherever in the file they come, and their names.

use std::collections::{BTreeMap, BTreeSet};

use super::compile::{Compiler, Placed, title_case};
use super::diagnostic::Code;
use super::keys;
use super::model::*;
use super::read::{self, At, Fields, TextSpan};
use super::report::Report;
use super::words;
use crate::grid::{Length, Square};

/// A creature before it stands anywhere.
#[derive(Clone)]
pub(super) struct Person {
    creature: Creature,
    name: Option<At<String>>,
    surprised: bool,
    hidden: bool,
}

impl Person {
    /// The creature on its square; it gets its final name later.
    pub(super) fn stand(self, at: Square, span: TextSpan) -> Placed<Creature> {
        let base = self.name.as_ref().map_or_else(
            || title_case(&self.creature.kind),
            |name| name.value.clone(),
        );
        Placed {
            thing: Creature {
                at,
                ..self.creature
            },
            span,
            base,
            named: self.name.map(|name| name.span),
            side: 1,
            surprised: self.surprised,
            hidden: self.hidden,
        }
    }
}

impl Compiler<'_> {
    /// Reads a creature's own keys; `kind_key` is `creature` in the legend and `kind` elsewhere.
    pub(super) fn person(
        &mut self,
        fields: &Fields,
        kind_key: &str,
        light: Option<Length>,
    ) -> Option<Person> {
        let kind = fields
            .require(&mut self.report, kind_key)
            .and_then(|_| fields.string(&mut self.report, kind_key));
        if let Some(kind) = kind
            .as_ref()
            .filter(|kind| !self.kinds.contains(&kind.value))
        {
            self.report
                .add(
                    Code::UnknownKind,
                    &kind.span,
                    format!("`{}` has no creature `{}`", self.ruleset, kind.value),
                )
                .because("not in the bestiary")
                .suggest(&kind.value, &self.kinds);
        }
        let side = fields
            .require(&mut self.report, "side")
            .and_then(|_| fields.string(&mut self.report, "side"));
        let side = side.and_then(|side| self.side(side));
        let vocabulary = self.vocabulary;
        let check = |ruleset: &str, table: &toml::Table| vocabulary.check_overrides(ruleset, table);
        let rules = read::ruleset_tables(&mut self.report, fields, &self.rulesets, &check);
        let report = &mut self.report;
        let items = fields.strings(report, "items");
        let creature = Creature {
            name: String::new(),
            kind: kind?.value,
            side: side?,
            at: Square::new(0, 0),
            size: fields.word(report, "size", words::SIZES).map(|at| at.value),
            height: fields.extent(report, "height"),
            elevation: None,
            light: light.unwrap_or_default(),
            items: items.map(|items| items.into_iter().map(|item| item.value).collect()),
            rules,
            arrives: fields
                .get("arrives")
                .and_then(|value| read::round(report, value, "arrives")),
        };
        Some(Person {
            creature,
            name: fields.title(report, "name"),
            surprised: fields.boolean(report, "surprised").unwrap_or(false),
            hidden: fields.boolean(report, "hidden").unwrap_or(false),
        })
    }

    /// Reads a creature that says itself where it stands.
    pub(super) fn standing(&mut self, value: read::Value) -> Option<Placed<Creature>> {
        let rulesets = self.rulesets.clone();
        let fields = Fields::open(
            &mut self.report,
            value,
            "a creature",
            keys::CREATURE,
            &rulesets,
        )?;
        let at = fields.require(&mut self.report, "at");
        let square = at.and_then(|value| self.square(value));
        let light = fields.extent(&mut self.report, "light");
        let elevation = fields.length(&mut self.report, "elevation");
        let person = self.person(&fields, "kind", light)?;
        let span = at?.span();
        let mut placed = person.stand(square?, span);
        placed.side = self
            .vocabulary
            .footprint(&self.ruleset, &placed.thing.kind, placed.thing.size)
            .max(1);
        if let Some(At { value, span }) = elevation {
            let ground = self.board[placed.thing.at].elevation;
            if value < ground || value.0 > ground.0.saturating_add(Length::metres(100).0) {
                self.report
                    .add(
                        Code::ElevationNonsense,
                        &span,
                        format!("a creature cannot be {value} high here"),
                    )
                    .because(format!("the ground is at {ground}"))
                    .help("`elevation` counts from the level's zero, not from the ground");
            }
            placed.thing.elevation = Some(value);
        }
        Some(placed)
    }

    /// Reads `[[creature]]`.
    pub(super) fn read_creatures(&mut self, fields: &Fields) {
        let Some(value) = fields.get("creature") else {
            return;
        };
        for value in read::one_or_many(value) {
            let placed = self.standing(value);
            self.creatures.extend(placed);
        }
    }

    /// Reads `[[place]]`: objects put down without drawing them.
    pub(super) fn read_places(&mut self, fields: &Fields) {
        let Some(value) = fields.get("place") else {
            return;
        };
        for value in read::one_or_many(value) {
            let Some(fields) =
                Fields::open(&mut self.report, value, "a placed object", keys::PLACE, &[])
            else {
                continue;
            };
            let key = fields
                .require(&mut self.report, "object")
                .and_then(|_| fields.string(&mut self.report, "object"));
            let definition = key.and_then(|key| self.definition(key));
            let at = fields.require(&mut self.report, "at");
            let squares = at.and_then(|value| self.squares(value)).unwrap_or_default();
            let name = fields.title(&mut self.report, "name");
            let door = fields.word(&mut self.report, "door", words::DOORS);
            let light = fields.extent(&mut self.report, "light");
            let (Some(mut definition), Some(at)) = (definition, at) else {
                continue;
            };
            definition.object.door = door.map(|at| at.value).or(definition.object.door);
            definition.object.light = light.unwrap_or(definition.object.light);
            let base = name
                .as_ref()
                .map_or_else(|| definition.object.name.clone(), |name| name.value.clone());
            let groups: Vec<Vec<Square>> = if definition.joined {
                vec![squares]
                    .into_iter()
                    .filter(|squares| !squares.is_empty())
                    .collect()
            } else {
                squares.into_iter().map(|square| vec![square]).collect()
            };
            let alone = groups.len() == 1;
            for squares in groups {
                let named = name
                    .as_ref()
                    .filter(|_| alone)
                    .map(|name| name.span.clone());
                let thing = Object {
                    squares,
                    ..definition.object.clone()
                };
                self.objects
                    .push(Placed::object(thing, at.span(), base.clone(), named));
            }
        }
    }

    /// Gives everybody and everything a name of its own: what the author wrote, numbered where several share it.
    pub(super) fn name_everybody(&mut self) {
        let names = unique_names(
            &self.creatures,
            &mut BTreeSet::new(),
            &mut self.report,
            "creatures",
        );
        for (placed, name) in self.creatures.iter_mut().zip(names) {
            if placed.surprised {
                self.surprised
                    .push(At::new(name.clone(), placed.span.clone()));
            }
            if placed.hidden {
                self.start_hidden
                    .push(At::new(name.clone(), placed.span.clone()));
            }
            placed.thing.name = name;
        }
        let names = unique_names(
            &self.objects,
            &mut BTreeSet::new(),
            &mut self.report,
            "objects",
        );
        for (placed, name) in self.objects.iter_mut().zip(names) {
            placed.thing.name = name;
        }
    }

    /// As [`Compiler::name_everybody`], for creatures that an event makes.
    pub(super) fn name_spawned(&mut self, spawned: &mut [Placed<Creature>]) {
        let mut taken: BTreeSet<String> = self
            .creatures
            .iter()
            .chain(&self.spawns)
            .map(|placed| placed.thing.name.clone())
            .collect();
        let names = unique_names(spawned, &mut taken, &mut self.report, "creatures");
        for (placed, name) in spawned.iter_mut().zip(names) {
            placed.thing.name = name;
        }
    }

    /// Reads `[[arrival]]` and gathers everybody who arrives, by round.
    pub(super) fn read_arrivals(&mut self, fields: &Fields) -> Vec<Arrival> {
        let mut texts: BTreeMap<u32, String> = BTreeMap::new();
        for value in fields
            .get("arrival")
            .map(read::one_or_many)
            .unwrap_or_default()
        {
            let Some(fields) =
                Fields::open(&mut self.report, value, "an arrival", keys::ARRIVAL, &[])
            else {
                continue;
            };
            let round = fields.require(&mut self.report, "round");
            let round = round.and_then(|value| read::round(&mut self.report, value, "round"));
            let text = fields
                .string(&mut self.report, "text")
                .map(|at| at.value.trim().to_owned());
            let names = fields
                .strings(&mut self.report, "creatures")
                .unwrap_or_default();
            let names = self.names(names);
            let Some(round) = round else { continue };
            for name in names {
                for placed in self
                    .creatures
                    .iter_mut()
                    .filter(|placed| placed.thing.name == name.value)
                {
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
        let mut rounds: BTreeMap<u32, Vec<String>> =
            texts.keys().map(|&round| (round, Vec::new())).collect();
        for placed in &self.creatures {
            if let Some(round) = placed.thing.arrives {
                rounds
                    .entry(round)
                    .or_default()
                    .push(placed.thing.name.clone());
            }
        }
        let arrivals = rounds.into_iter();
        arrivals
            .map(|(round, creatures)| Arrival {
                round,
                text: texts.remove(&round).unwrap_or_default(),
                creatures,
            })
            .collect()
    }
}

/// A name for each: the base alone if nobody shares it, else the base and a number. A name that the author wrote in two
/// places, or that is taken already, is reported.
fn unique_names<T>(
    placed: &[Placed<T>],
    taken: &mut BTreeSet<String>,
    report: &mut Report,
    what: &str,
) -> Vec<String> {
    let mut first: BTreeMap<&str, &TextSpan> = BTreeMap::new();
    let mut sharing: BTreeMap<&str, usize> = BTreeMap::new();
    let mut written: BTreeMap<usize, usize> = BTreeMap::new();
    for entry in placed {
        *sharing.entry(&entry.base).or_default() += 1;
        let Some(span) = &entry.named else { continue };
        *written.entry(span.start).or_default() += 1;
        let earlier = *first.entry(&entry.base).or_insert(span);
        if earlier != span || taken.contains(&entry.base) {
            let mut found = report
                .add(
                    Code::DuplicateName,
                    span,
                    format!("two {what} are called `{}`", entry.base),
                )
                .because("again here");
            if earlier != span {
                found = found.label(earlier, "first here");
            }
            drop(found);
        }
    }
    let alone = |entry: &Placed<T>| {
        sharing[entry.base.as_str()] == 1
            || entry
                .named
                .as_ref()
                .is_some_and(|span| written[&span.start] == 1)
    };
    let mut names: Vec<Option<String>> = Vec::new();
    for entry in placed {
        let name = Some(entry.base.clone()).filter(|name| alone(entry) && !taken.contains(name));
        taken.extend(name.clone());
        names.push(name);
    }
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    let mut out = Vec::new();
    for (name, entry) in names.into_iter().zip(placed) {
        let base = entry.base.as_str();
        out.push(name.unwrap_or_else(|| {
            let number = last.entry(base).or_insert(0);
            loop {
                *number += 1;
                let name = format!("{base} {number}");
                if taken.insert(name.clone()) {
                    return name;
                }
            }
        }));
    }
    out
}
