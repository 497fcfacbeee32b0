//! `[terrain.KEY]` and `[object.KEY]`: the author's own kinds of ground and things.

use super::catalog::Definition;
use super::compile::Compiler;
use super::diagnostic::Code;
use super::keys;
use super::model::*;
use super::overrides;
use super::read::{self, At, Entry, Fields};
use super::sides::title_case;
use super::words;
use crate::grid::Length;

impl Compiler<'_> {
    pub(super) fn define_terrains(&mut self, fields: &Fields) {
        let Some(value) = fields.get("terrain") else {
            return;
        };
        let entries = read::entries(&mut self.report, value, "`terrain`").unwrap_or_default();
        // All keys first, so that `like` and `becomes` may name a later one.
        for Entry { key, key_span, .. } in &entries {
            self.own.insert(format!("terrain.{key}"), key_span.clone());
            if self.terrains.iter().all(|terrain| terrain.key != *key) {
                let plain = self.terrains[0].clone();
                let (key, name) = ((*key).to_owned(), title_case(key));
                self.terrains.push(Terrain { key, name, ..plain });
            }
        }
        for entry in entries {
            self.define_terrain(&entry);
        }
    }

    fn define_terrain(&mut self, Entry { key, value, .. }: &Entry) {
        let rulesets = self.rulesets.clone();
        let Some(fields) = Fields::open(&mut self.report, value, "a terrain", keys::TERRAIN, &rulesets) else {
            return;
        };
        let index = self
            .terrains
            .iter()
            .position(|terrain| terrain.key == *key)
            .expect("every key was added before");
        let mut terrain = self.terrains[index].clone();
        if let Some(like) = fields
            .string(&mut self.report, "like")
            .and_then(|key| self.terrain(key))
        {
            let model = self
                .terrains
                .iter()
                .find(|terrain| terrain.key == like)
                .expect("the key was checked")
                .clone();
            terrain = Terrain {
                key: (*key).to_owned(),
                name: terrain.name,
                ..model
            };
        }
        let becomes = fields
            .string(&mut self.report, "becomes")
            .and_then(|key| self.terrain(key));
        let harm = fields.get("harm").and_then(|value| self.damage(value));
        let report = &mut self.report;
        if let Some(name) = fields.title(report, "name") {
            terrain.name = name.value;
        }
        if let Some(art) = fields.title(report, "art") {
            terrain.art = art.value;
        }
        let solid = fields.boolean(report, "solid");
        terrain.opaque = fields.boolean(report, "opaque").or(solid).unwrap_or(terrain.opaque);
        terrain.solid = solid.unwrap_or(terrain.solid);
        set(&mut terrain.difficult, fields.boolean(report, "difficult"));
        set(&mut terrain.sheer, fields.boolean(report, "sheer"));
        set(&mut terrain.metal, fields.boolean(report, "metal"));
        set(&mut terrain.soft, fields.boolean(report, "soft"));
        set(&mut terrain.water, fields.extent(report, "water"));
        set(&mut terrain.pit, fields.extent(report, "pit"));
        set(&mut terrain.ice, fields.extent(report, "ice"));
        terrain.hp = fields
            .number(report, "hp", 1..=9999)
            .map(|at| at.value as i32)
            .or(terrain.hp);
        terrain.harm = harm.or(terrain.harm);
        terrain.becomes = becomes.or(terrain.becomes);
        let contradiction = [
            (terrain.solid && terrain.water.0 > 0, "a solid terrain holds no water"),
            (terrain.solid && terrain.pit.0 > 0, "a solid terrain is no pit"),
            (
                terrain.pit.0 > 0 && terrain.water.0 > 0,
                "a pit with water in it is water: give the water its depth",
            ),
            (terrain.ice.0 > 0 && terrain.water.0 == 0, "ice needs water under it"),
            (
                terrain.solid && terrain.harm.is_some(),
                "nobody can stand in a solid terrain to be harmed",
            ),
        ];
        for (_, why) in contradiction.iter().filter(|(wrong, _)| *wrong) {
            report
                .add(
                    Code::TerrainContradiction,
                    &fields.span,
                    format!("terrain `{key}` contradicts itself"),
                )
                .because(*why);
        }
        let vocabulary = self.vocabulary;
        let check = |ruleset: &str, table: &toml::Table| vocabulary.check_terrain_overrides(ruleset, table);
        terrain.rules.extend(overrides::ruleset_tables(
            &mut self.report,
            &fields,
            &self.rulesets,
            &check,
        ));
        self.terrains[index] = terrain;
    }

    pub(super) fn define_objects(&mut self, fields: &Fields) {
        let Some(value) = fields.get("object") else {
            return;
        };
        let entries = read::entries(&mut self.report, value, "`object`").unwrap_or_default();
        for Entry { key, key_span, .. } in &entries {
            self.own.insert(format!("object.{key}"), key_span.clone());
            if self.definitions.iter().all(|definition| definition.object.kind != *key) {
                let object = Object {
                    name: title_case(key),
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
                    rules: std::collections::BTreeMap::new(),
                };
                self.definitions.push(Definition { object, joined: false });
            }
        }
        for entry in entries {
            self.define_object(&entry);
        }
    }

    fn define_object(&mut self, Entry { key, value, .. }: &Entry) {
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
        if let Some(like) = fields
            .string(&mut self.report, "like")
            .and_then(|key| self.definition(key))
        {
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
        set(&mut object.name, fields.title(report, "name").map(|at| at.value));
        set(&mut object.art, fields.title(report, "art").map(|at| at.value));
        set(
            &mut object.material,
            fields.title(report, "material").map(|at| at.value),
        );
        if fields
            .get("height")
            .is_some_and(|value| value.get_ref().as_str() == Some("full"))
        {
            object.height = None;
        } else if let Some(height) = fields.extent(report, "height") {
            object.height = Some(height);
        }
        set(&mut object.blocks, fields.boolean(report, "blocks"));
        set(&mut object.difficult, fields.boolean(report, "difficult"));
        set(&mut object.light, fields.extent(report, "light"));
        object.hp = fields
            .number(report, "hp", 1..=9999)
            .map(|at| at.value as i32)
            .or(object.hp);
        object.door = fields
            .word(report, "door", words::DOORS)
            .map(|at| at.value)
            .or(object.door);
        set(&mut object.resist, resist);
        set(&mut object.vulnerable, vulnerable);
        set(&mut object.immune, immune);
        set(&mut definition.joined, fields.boolean(report, "joined"));
        let rules = self.object_rules(&fields);
        definition.object.rules.extend(rules);
        self.definitions[index] = definition;
    }

    fn object_rules(&mut self, fields: &Fields) -> std::collections::BTreeMap<String, toml::Table> {
        let vocabulary = self.vocabulary;
        let check = |ruleset: &str, table: &toml::Table| vocabulary.check_object_overrides(ruleset, table);
        overrides::ruleset_tables(&mut self.report, fields, &self.rulesets, &check)
    }

    /// The key of a terrain, marked as used; a report if there is none.
    pub(super) fn terrain(&mut self, key: At<String>) -> Option<String> {
        if self.terrains.iter().any(|terrain| terrain.key == key.value) {
            self.used.insert(format!("terrain.{}", key.value));
            return Some(key.value);
        }
        let known: Vec<&str> = self.terrains.iter().map(|terrain| terrain.key.as_str()).collect();
        self.report
            .add(
                Code::UnknownTerrain,
                &key.span,
                format!("there is no terrain `{}`", key.value),
            )
            .because("neither built in nor defined in [terrain]")
            .suggest(&key.value, &known);
        None
    }

    /// The definition of an object, marked as used; a report if there is none.
    pub(super) fn definition(&mut self, key: At<String>) -> Option<Definition> {
        if let Some(definition) = self
            .definitions
            .iter()
            .find(|definition| definition.object.kind == key.value)
        {
            self.used.insert(format!("object.{}", key.value));
            return Some(definition.clone());
        }
        let known: Vec<&str> = self
            .definitions
            .iter()
            .map(|definition| definition.object.kind.as_str())
            .collect();
        self.report
            .add(
                Code::UnknownObject,
                &key.span,
                format!("there is no object `{}`", key.value),
            )
            .because("neither built in nor defined in [object]")
            .suggest(&key.value, &known);
        None
    }
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}
