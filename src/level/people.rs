//! Creatures and placed objects, from wherever in the file they come, and their names.

use std::collections::BTreeMap;

use super::compiler::Compiler;
use super::define::Meant;
use super::diagnostic::Code;
use super::gathered::{Person, Placed};
use super::keys;
use super::limits::{CREATURES, OBJECTS};
use super::model::*;
use super::overrides::Start;
use super::read::{self, At, Fields};
use super::words;
use crate::grid::{Length, Square};

impl Compiler<'_> {
    /// Reads a creature's own keys; `kind_key` is `creature` in the legend and `kind` elsewhere.
    pub(super) fn person(&mut self, fields: &Fields, kind_key: &str, light: Option<Length>) -> Option<Person> {
        let kind = fields.require(&mut self.report, kind_key).and_then(|_| fields.string(&mut self.report, kind_key));
        if let Some(kind) = &kind {
            self.check_kind(kind);
        }
        let side = fields.require(&mut self.report, "side").and_then(|_| fields.string(&mut self.report, "side"));
        let side = side.and_then(|side| self.side(side));
        let of = kind.as_ref().map_or("", |kind| kind.value.as_str());
        let start = Start::read(&mut self.report, self.vocabulary, &self.rulesets, fields, of);
        self.note_names(fields);
        if let (true, Some(kind), Some(items)) = (start.sound, &kind, &start.items) {
            self.check_items(&kind.value, items, &start.rules);
        }
        let bystander = fields.boolean(&mut self.report, "bystander").unwrap_or(false);
        let neutral = side.as_ref().is_some_and(|id| self.sides.iter().any(|side| side.neutral && side.id == *id));
        let idle = bystander.then_some("a bystander").or(neutral.then_some("of a neutral side"));
        let manner = self.manner(fields, idle);
        let report = &mut self.report;
        let creature = Creature {
            name: String::new(),
            kind: kind?.value,
            side: side?,
            at: Square::new(0, 0),
            size: start.size,
            height: fields.extent(report, "height"),
            elevation: None,
            light: light.unwrap_or_default(),
            items: start.item_keys(),
            rules: start.rules,
            called: false,
            bystander,
            manner,
            arrives: fields.get("arrives").and_then(|value| read::round(report, value, "arrives")),
        };
        Some(Person {
            creature,
            name: fields.name(report),
            height: None,
            surprised: fields.boolean(report, "surprised").unwrap_or(false),
            hidden: fields.boolean(report, "hidden").unwrap_or(false),
        })
    }

    /// Reports a kind that the level's ruleset has not, or another finished one.
    fn check_kind(&mut self, kind: &At<String>) {
        if !self.kinds.contains(&kind.value) {
            let cure = self.instead(&kind.value, Meant::Creature);
            self.report
                .add(Code::UnknownKind, &kind.span, format!("`{}` has no creature `{}`", self.ruleset, kind.value))
                .because("not in the bestiary")
                .suggest(&kind.value, &self.kinds)
                .help_if_any(cure);
            return;
        }
        for ruleset in self.vocabulary.rulesets() {
            let kinds = self.vocabulary.kinds(&ruleset);
            if !kinds.is_empty() && !kinds.contains(&kind.value) {
                let first = self.report.found.len();
                self.report
                    .add(Code::UnknownKind, &kind.span, format!("there is no creature `{}`", kind.value))
                    .because("not in its bestiary")
                    .suggest(&kind.value, &kinds);
                self.report.sort_in(first, &ruleset);
            }
        }
    }

    /// The edge of the ground a creature covers at the start under the level's own ruleset.
    pub(super) fn edge(&self, creature: &Creature) -> u8 {
        super::creatures::edge(self.vocabulary, &self.ruleset, creature)
    }

    /// Remembers whom the overrides of a creature name, to be looked up when everybody is known.
    fn note_names(&mut self, fields: &Fields) {
        for ruleset in &self.rulesets {
            let table = fields.get(ruleset).and_then(|value| value.get_ref().as_table());
            for key in self.vocabulary.naming(ruleset) {
                let named = table.and_then(|table| table.get(key.as_str()));
                for name in named.map(read::one_or_many).unwrap_or_default() {
                    let text = name.get_ref().as_str();
                    self.mentioned.extend(text.map(|text| At::new(text.to_owned(), name.span())));
                }
            }
        }
    }

    /// Reports names in overrides that nobody has.
    pub(super) fn check_mentioned(&mut self) {
        let mentioned = std::mem::take(&mut self.mentioned);
        self.names(mentioned);
    }

    /// Reports what a creature of a kind can carry under no ruleset.
    fn check_items(&mut self, kind: &str, items: &[At<String>], rules: &BTreeMap<String, toml::Table>) {
        let carried = |ruleset: &String| self.vocabulary.items(ruleset, kind, rules.get(ruleset));
        let mut known: Vec<String> = self.rulesets.iter().flat_map(carried).collect();
        if known.is_empty() {
            return;
        }
        known.sort();
        known.dedup();
        let own = self.vocabulary.items(&self.ruleset, kind, rules.get(&self.ruleset));
        let here = |item: &At<String>| own.contains(&item.value);
        let elsewhere = |item: &At<String>| known.contains(&item.value);
        if let Some(first) = items.first()
            && !own.is_empty()
            && items.iter().all(elsewhere)
            && !items.iter().any(here)
        {
            let message = format!("under `{}` a `{kind}` carries none of these, and so nothing", self.ruleset);
            self.report.add(Code::DoesNothing, &first.span, message).because("gear of other rulesets").help(format!(
                "`{}` knows {}",
                self.ruleset,
                super::suggest::list(&own)
            ));
        }
        for item in items.iter().filter(|item| !known.contains(&item.value)) {
            self.report
                .add(Code::UnknownItem, &item.span, format!("`{kind}` carries no `{}`", item.value))
                .because("not among its weapons, whatever the ruleset")
                .suggest(&item.value, &known);
        }
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
        let mut placed = person.lifted(elevation).stand(square?, span);
        placed.side = self.edge(&placed.thing);
        Some(placed)
    }

    /// Reads `[[creature]]`.
    pub(super) fn read_creatures(&mut self, fields: &Fields) {
        for value in fields.get("creature").map(read::one_or_many).unwrap_or_default() {
            if !self.crowd.fits(CREATURES, &value.span()) {
                continue;
            }
            let placed = self.standing(value);
            self.lost.creature |= placed.is_none();
            self.creatures.extend(placed);
        }
    }

    /// Reads `[[place]]`: objects put down without drawing them.
    pub(super) fn read_places(&mut self, fields: &Fields) {
        for value in self.listed(fields, "place") {
            match self.placed(value) {
                Some(placed) => self.objects.extend(placed),
                None => self.lost.object = true,
            }
        }
    }

    /// What one table puts down: an object on each square, or a joined one on all of them.
    pub(super) fn placed(&mut self, value: read::Value) -> Option<Vec<Placed<Object>>> {
        let fields = Fields::open(&mut self.report, value, "a placed object", keys::PLACE, &[])?;
        let key = fields.require(&mut self.report, "object").and_then(|_| fields.string(&mut self.report, "object"));
        let definition = key.and_then(|key| self.definition(key));
        let at = fields.require(&mut self.report, "at");
        let squares = at.and_then(|value| self.squares(value)).unwrap_or_default();
        let name = fields.name(&mut self.report);
        let door = fields.word(&mut self.report, "door", words::DOORS);
        let light = fields.extent(&mut self.report, "light");
        let (mut definition, at) = (definition?, at?);
        self.lost.object |= squares.is_empty();
        definition.object.door = door.map(|at| at.value).or(definition.object.door);
        definition.object.light = light.unwrap_or(definition.object.light);
        let base = name.as_ref().map_or_else(|| definition.object.name.clone(), |name| name.value.clone());
        let groups: Vec<Vec<Square>> = if definition.joined {
            vec![squares].into_iter().filter(|squares| !squares.is_empty()).collect()
        } else {
            squares.into_iter().map(|square| vec![square]).collect()
        };
        let alone = groups.len() == 1;
        let mut placed = Vec::new();
        for squares in groups {
            if !self.clutter.fits(OBJECTS, &at.span()) {
                continue;
            }
            let named = name.as_ref().filter(|_| alone).map(|name| name.span.clone());
            let thing = Object { squares, ..definition.object.clone() };
            placed.push(Placed::object(thing, at.span(), base.clone(), named));
        }
        Some(placed)
    }
}
