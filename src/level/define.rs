//! `[terrain.KEY]` and `[object.KEY]`: the author's own kinds of ground and things.

use std::collections::BTreeMap;

use super::art;
use super::catalog::{self, Definition};
use super::compiler::Compiler;
use super::diagnostic::Code;
use super::keys;
use super::model::*;
use super::overrides;
use super::read::{self, At, Entry, Fields, TextSpan};
use super::words;
use crate::grid::Length;

impl Compiler<'_> {
    pub(super) fn define_terrains(&mut self, fields: &Fields) {
        let entries = self.entries_of(fields, "terrain");
        // All keys first, so that `like` and `becomes` may name a later one.
        for Entry { key, key_span, .. } in &entries {
            self.own.insert(format!("terrain.{key}"), key_span.clone());
            if self.terrains.iter().all(|terrain| terrain.key != *key) {
                let plain = self.terrains[0].clone();
                let (key, name) = ((*key).to_owned(), words::title_case(key));
                self.terrains.push(Terrain { key, name, ..plain });
            }
        }
        let built_in: Vec<String> = catalog::terrains().into_iter().map(|terrain| terrain.key).collect();
        for entry in self.in_order(entries, &built_in, "terrain") {
            self.define_terrain(&entry);
        }
    }

    fn define_terrain(&mut self, Entry { key, value, .. }: &Entry) {
        let rulesets = self.rulesets.clone();
        let Some(fields) = Fields::open(&mut self.report, value, "a terrain", keys::TERRAIN, &rulesets) else {
            return;
        };
        let index = self.terrains.iter().position(|terrain| terrain.key == *key).expect("every key was added before");
        let mut terrain = self.terrains[index].clone();
        if let Some(like) = fields.string(&mut self.report, "like").and_then(|key| self.terrain(key)) {
            let model = self.terrains.iter().find(|terrain| terrain.key == like).expect("the key was checked").clone();
            terrain = Terrain { key: (*key).to_owned(), name: terrain.name, ..model };
        }
        let becomes = fields.string(&mut self.report, "becomes").and_then(|key| self.terrain(key));
        let harm = fields.get("harm").and_then(|value| self.damage(value));
        let report = &mut self.report;
        if let Some(name) = fields.title(report, "name") {
            terrain.name = name.value;
        }
        if let Some(name) = fields.title(report, "art") {
            art::check(report, &name, &art::grounds());
            terrain.art = name.value;
        }
        let solid = fields.boolean(report, "solid");
        terrain.opaque = fields.boolean(report, "opaque").or(solid).unwrap_or(terrain.opaque);
        terrain.solid = solid.unwrap_or(terrain.solid);
        set(&mut terrain.difficult, fields.boolean(report, "difficult"));
        set(&mut terrain.sheer, fields.boolean(report, "sheer"));
        set(&mut terrain.metal, fields.boolean(report, "metal"));
        set(&mut terrain.soft, fields.boolean(report, "soft"));
        set(&mut terrain.stairs, fields.boolean(report, "stairs"));
        set(&mut terrain.water, fields.extent(report, "water"));
        set(&mut terrain.pit, fields.extent(report, "pit"));
        set(&mut terrain.ice, fields.extent(report, "ice"));
        terrain.harm = harm.or(terrain.harm);
        terrain.becomes = becomes.or(terrain.becomes);
        let contradiction = [
            (terrain.solid && terrain.water.0 > 0, "a solid terrain holds no water"),
            (terrain.solid && terrain.pit.0 > 0, "a solid terrain is no pit"),
            (terrain.pit.0 > 0 && terrain.water.0 > 0, "a pit with water in it is water: give the water its depth"),
            (terrain.ice.0 > 0 && terrain.water.0 == 0, "ice needs water under it"),
            (terrain.solid && terrain.harm.is_some(), "nobody can stand in a solid terrain to be harmed"),
        ];
        for (_, why) in contradiction.iter().filter(|(wrong, _)| *wrong) {
            report
                .add(Code::TerrainContradiction, &fields.span, format!("terrain `{key}` contradicts itself"))
                .because(*why);
        }
        let vocabulary = self.vocabulary;
        let check = |ruleset: &str, table: &toml::Table| vocabulary.check_terrain_overrides(ruleset, table);
        terrain.rules.extend(overrides::ruleset_tables(&mut self.report, &fields, &self.rulesets, &check));
        self.terrains[index] = terrain;
    }

    pub(super) fn define_objects(&mut self, fields: &Fields) {
        let entries = self.entries_of(fields, "object");
        for Entry { key, key_span, .. } in &entries {
            self.own.insert(format!("object.{key}"), key_span.clone());
            if self.definitions.iter().all(|definition| definition.object.kind != *key) {
                let object = Object {
                    name: words::title_case(key),
                    kind: (*key).to_owned(),
                    art: (*key).to_owned(),
                    squares: Vec::new(),
                    height: None,
                    blocks: true,
                    hp: None,
                    door: None,
                    light: Length::ZERO,
                    material: "wood".to_owned(),
                    difficult: false,
                    resist: Vec::new(),
                    vulnerable: Vec::new(),
                    immune: Vec::new(),
                    rules: BTreeMap::new(),
                    edge: None,
                    portable: false,
                    unlocks: Vec::new(),
                };
                self.definitions.push(Definition { object, joined: false });
            }
        }
        let built_in = catalog::objects().into_iter().map(|definition| definition.object.kind);
        let built_in: Vec<String> = built_in.collect();
        for entry in self.in_order(entries, &built_in, "object") {
            self.define_object(&entry);
        }
    }

    /// Definitions in an order in which each stands behind what it is like; those that are like each other in a circle are
    /// reported and left out.
    pub(super) fn in_order<'d>(&mut self, entries: Vec<Entry<'d>>, built_in: &[String], what: &str) -> Vec<Entry<'d>> {
        let places: BTreeMap<&str, usize> = entries.iter().enumerate().map(|(at, entry)| (entry.key, at)).collect();
        let likes: Vec<Option<(usize, TextSpan)>> = entries
            .iter()
            .enumerate()
            .map(|(at, entry)| {
                let like = entry.value.get_ref().as_table()?.get("like")?;
                let model = *places.get(like.get_ref().as_str()?)?;
                // A built-in one changed starts from what it is anyway.
                let own = model == at && built_in.iter().any(|key| key == entry.key);
                (!own).then(|| (model, like.span()))
            })
            .collect();
        let mut state = vec![Visit::Not; entries.len()];
        let mut order = Vec::new();
        for start in 0..entries.len() {
            let mut way = Vec::new();
            let mut at = start;
            while state[at] == Visit::Not {
                state[at] = Visit::OnTheWay;
                way.push(at);
                let Some((model, _)) = likes[at] else { break };
                at = model;
            }
            if state[at] == Visit::OnTheWay && likes[at].is_some() {
                let from = way.iter().position(|&other| other == at).unwrap_or(0);
                self.report_circle(&entries, &likes, &way[from..], what);
                way.truncate(from);
            }
            for at in way.into_iter().rev() {
                state[at] = Visit::Done;
                order.push(at);
            }
        }
        order.into_iter().map(|at| entries[at].clone()).collect()
    }

    fn report_circle(&mut self, entries: &[Entry], likes: &[Option<(usize, TextSpan)>], circle: &[usize], what: &str) {
        let mut spans = circle.iter().filter_map(|&at| likes[at].as_ref().map(|(_, span)| span));
        let (Some(first), Some(&at)) = (spans.next(), circle.first()) else {
            return;
        };
        for &at in circle {
            self.used.insert(format!("{what}.{}", entries[at].key));
        }
        let key = entries[at].key;
        let mut entry = self
            .report
            .add(Code::CircularLike, first, format!("{what} `{key}` is like itself in a circle"))
            .because("leads back here");
        for span in spans.take(8) {
            entry = entry.label(span, "on the way");
        }
    }

    fn define_object(&mut self, Entry { key, key_span, value }: &Entry) {
        let rulesets = self.rulesets.clone();
        let Some(fields) = Fields::open(&mut self.report, value, "an object", keys::OBJECT, &rulesets) else {
            return;
        };
        let index = self
            .definitions
            .iter()
            .position(|definition| definition.object.kind == *key)
            .expect("every key was added before");
        let mut definition = self.definitions[index].clone();
        if let Some(like) = fields.string(&mut self.report, "like").and_then(|key| self.definition(key)) {
            let name = definition.object.name;
            definition = like;
            (*key).clone_into(&mut definition.object.kind);
            definition.object.name = name;
        }
        let resist = self.damage_kinds(&fields, "resist");
        let vulnerable = self.damage_kinds(&fields, "vulnerable");
        let immune = self.damage_kinds(&fields, "immune");
        let report = &mut self.report;
        let object = &mut definition.object;
        match fields.name(report) {
            Some(name) => object.name = name.value,
            None => read::check_is_name(report, &object.name, key_span),
        }
        if let Some(name) = fields.title(report, "art") {
            art::check(report, &name, art::THINGS);
            object.art = name.value;
        }
        set(&mut object.material, fields.title(report, "material").map(|at| at.value));
        if fields.get("height").is_some_and(|value| value.get_ref().as_str() == Some("full")) {
            object.height = None;
        } else if let Some(height) = fields.extent(report, "height") {
            object.height = Some(height);
        }
        set(&mut object.blocks, fields.boolean(report, "blocks"));
        set(&mut object.difficult, fields.boolean(report, "difficult"));
        set(&mut object.light, fields.extent(report, "light"));
        set(&mut object.portable, fields.boolean(report, "portable"));
        if object.portable {
            object.difficult = false;
            object.blocks = false;
            let blocks = fields.entry("blocks").filter(|entry| entry.value.get_ref().as_bool() == Some(true));
            if let Some(entry) = blocks {
                report
                    .add(
                        Code::TerrainContradiction,
                        &entry.key_span,
                        format!("`{key}` is portable, and nobody walks onto it"),
                    )
                    .because("what is portable does not block")
                    .help("remove `blocks`, or `portable`");
            }
        }
        if let Some(unlocks) = fields.strings(report, "unlocks") {
            if let (Some(entry), false) = (fields.entry("unlocks"), object.portable) {
                report
                    .add(
                        Code::TerrainContradiction,
                        &entry.key_span,
                        format!("`{key}` opens doors, and nobody carries it"),
                    )
                    .because("a key is carried")
                    .help("add `portable = true`");
            }
            object.unlocks = unlocks.iter().map(|door| door.value.clone()).collect();
            self.doors_meant.extend(unlocks);
        }
        let report = &mut self.report;
        object.hp = fields.number(report, "hp", 1..=9999).map(|at| at.value as i32).or(object.hp);
        object.door = fields.word(report, "door", words::DOORS).map(|at| at.value).or(object.door);
        set(&mut object.resist, resist);
        set(&mut object.vulnerable, vulnerable);
        set(&mut object.immune, immune);
        set(&mut definition.joined, fields.boolean(report, "joined"));
        let rules = self.object_rules(&fields);
        definition.object.rules.extend(rules);
        self.definitions[index] = definition;
    }

    fn object_rules(&mut self, fields: &Fields) -> BTreeMap<String, toml::Table> {
        let vocabulary = self.vocabulary;
        let check = |ruleset: &str, table: &toml::Table| vocabulary.check_object_overrides(ruleset, table);
        let rules = overrides::ruleset_tables(&mut self.report, fields, &self.rulesets, &check);
        for ruleset in &self.rulesets {
            let table = fields.get(ruleset).and_then(|value| value.get_ref().as_table());
            for key in self.vocabulary.naming_events(ruleset) {
                let named = table.and_then(|table| table.get(key.as_str()));
                let text = named.and_then(|named| Some((named, named.get_ref().as_str()?)));
                self.events_named.extend(text.map(|(named, text)| At::new(text.to_owned(), named.span())));
            }
        }
        rules
    }

    /// The key of a terrain, marked as used; a report if there is none.
    pub(super) fn terrain(&mut self, key: At<String>) -> Option<String> {
        if self.terrains.iter().any(|terrain| terrain.key == key.value) {
            self.used.insert(format!("terrain.{}", key.value));
            return Some(key.value);
        }
        let known: Vec<&str> = self.terrains.iter().map(|terrain| terrain.key.as_str()).collect();
        let cure = self.instead(&key.value, Meant::Terrain);
        self.report
            .add(Code::UnknownTerrain, &key.span, format!("there is no terrain `{}`", key.value))
            .because("neither built in nor defined in [terrain]")
            .suggest(&key.value, &known)
            .help_if_any(cure);
        None
    }

    /// The definition of an object, marked as used; a report if there is none.
    pub(super) fn definition(&mut self, key: At<String>) -> Option<Definition> {
        if let Some(definition) = self.definitions.iter().find(|definition| definition.object.kind == key.value) {
            self.used.insert(format!("object.{}", key.value));
            return Some(definition.clone());
        }
        let known: Vec<&str> = self.definitions.iter().map(|definition| definition.object.kind.as_str()).collect();
        let cure = self.instead(&key.value, Meant::Object);
        self.report
            .add(Code::UnknownObject, &key.span, format!("there is no object `{}`", key.value))
            .because("neither built in nor defined in [object]")
            .suggest(&key.value, &known)
            .help_if_any(cure);
        None
    }
}

/// What a key is to be a key of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// A kind of ground.
    Terrain,
    /// A kind of thing.
    Object,
    /// A kind of creature.
    Creature,
    /// What stands between squares.
    Edge,
}

impl Compiler<'_> {
    /// How to write a key that is meant as something else than it is; nothing where it is a key of nothing.
    pub(super) fn instead(&self, key: &str, meant: Meant) -> Option<String> {
        let terrain = || self.terrains.iter().any(|terrain| terrain.key == key);
        let object = || self.definitions.iter().any(|definition| definition.object.kind == key);
        let creature = || self.kinds.iter().any(|kind| kind == key);
        let edge = || self.edge_kinds.iter().any(|kind| kind.key == key);
        let help = if meant != Meant::Object && object() {
            format!(
                "`{key}` is an object: write `object = \"{key}\"`, in [legend], in [[place]] or in the effect `place`"
            )
        } else if meant != Meant::Terrain && terrain() {
            format!("`{key}` is a terrain: write `terrain = \"{key}\"`, in [legend] or in [[area]]")
        } else if meant != Meant::Creature && creature() {
            format!(
                "`{key}` is a creature: write `creature = \"{key}\"` in [legend], or `kind = \"{key}\"` in [[creature]]"
            )
        } else if meant != Meant::Edge && edge() {
            format!("`{key}` stands between squares: write `edge = \"{key}\"` in [edges] or in [[run]]")
        } else {
            return None;
        };
        Some(help)
    }
}

/// How far the search for circles has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Not,
    OnTheWay,
    Done,
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}
