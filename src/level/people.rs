//! Creatures and placed objects, from wherever in the file they come, and their names.

use super::compile::{Compiler, Placed};
use super::diagnostic::Code;
use super::keys;
use super::model::*;
use super::overrides;
use super::read::{self, At, Fields, TextSpan};
use super::sides::title_case;
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
        let base = self
            .name
            .as_ref()
            .map_or_else(|| title_case(&self.creature.kind), |name| name.value.clone());
        Placed {
            thing: Creature { at, ..self.creature },
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
    pub(super) fn person(&mut self, fields: &Fields, kind_key: &str, light: Option<Length>) -> Option<Person> {
        let kind = fields
            .require(&mut self.report, kind_key)
            .and_then(|_| fields.string(&mut self.report, kind_key));
        if let Some(kind) = kind.as_ref().filter(|kind| !self.kinds.contains(&kind.value)) {
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
        let rules = overrides::ruleset_tables(&mut self.report, fields, &self.rulesets, &check);
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
        let fields = Fields::open(&mut self.report, value, "a creature", keys::CREATURE, &rulesets)?;
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
            self.lost_creature |= placed.is_none();
            self.creatures.extend(placed);
        }
    }

    /// Reads `[[place]]`: objects put down without drawing them.
    pub(super) fn read_places(&mut self, fields: &Fields) {
        let Some(value) = fields.get("place") else {
            return;
        };
        for value in read::one_or_many(value) {
            let Some(fields) = Fields::open(&mut self.report, value, "a placed object", keys::PLACE, &[]) else {
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
                let named = name.as_ref().filter(|_| alone).map(|name| name.span.clone());
                let thing = Object {
                    squares,
                    ..definition.object.clone()
                };
                self.objects.push(Placed::object(thing, at.span(), base.clone(), named));
            }
        }
    }
}
