//! The built-in terrains, objects and legend characters.
//!
//! Heights and depths are those of ordinary things; `docs/level-format.md` prints these tables and a test keeps it so.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::edge_kinds::{EDGE_GLYPHS, edge_kinds, stopped};
use super::model::{Door, Object, Terrain};
use crate::grid::Length;

/// What an object of a kind is like before it stands anywhere.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Definition {
    /// The object; its name is the kind's, its squares are empty.
    pub(super) object: Object,
    /// Neighbouring squares drawn alike make one object together.
    pub(super) joined: bool,
}

/// What a character of the drawing means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    pub(super) character: char,
    pub(super) terrain: Option<&'static str>,
    pub(super) object: Option<&'static str>,
    pub(super) door: Option<Door>,
    pub(super) exit: bool,
}

const fn ground(character: char, terrain: &'static str) -> Glyph {
    Glyph { character, terrain: Some(terrain), object: None, door: None, exit: false }
}

const fn thing(character: char, object: &'static str) -> Glyph {
    Glyph { character, terrain: None, object: Some(object), door: None, exit: false }
}

/// The characters every level knows.
const GLYPHS: &[Glyph] = &[
    ground('#', "wall"),
    ground('X', "bulkhead"),
    ground('|', "timber"),
    ground('%', "rock"),
    ground(' ', "void"),
    ground('.', "floor"),
    ground('=', "planks"),
    ground('_', "deck"),
    ground('"', "grass"),
    ground(':', "dirt"),
    ground('\'', "sand"),
    ground('`', "snow"),
    ground('@', "road"),
    ground('m', "mud"),
    ground(',', "rubble"),
    ground('-', "shallows"),
    ground('~', "water"),
    ground('i', "ice"),
    ground('^', "pit"),
    ground(';', "brush"),
    Glyph { exit: true, ..ground('>', "floor") },
    thing('+', "door"),
    Glyph { door: Some(Door::Open), ..thing('/', "door") },
    thing('c', "crate"),
    thing('b', "barrier"),
    thing('B', "barrel"),
    thing('t', "table"),
    thing('h', "bench"),
    thing('M', "machine"),
    thing('K', "console"),
    thing('T', "tree"),
    thing('o', "boulder"),
    thing('&', "bush"),
    thing('f', "fence"),
    thing('*', "lamp"),
];

/// The built-in meaning of a character.
pub(super) fn built_in(character: char) -> Option<&'static Glyph> {
    GLYPHS.iter().find(|glyph| glyph.character == character)
}

fn terrain(key: &str, name: &str) -> Terrain {
    Terrain {
        key: key.to_owned(),
        name: name.to_owned(),
        art: key.to_owned(),
        solid: false,
        opaque: false,
        difficult: false,
        water: Length(0),
        pit: Length(0),
        sheer: false,
        metal: false,
        soft: false,
        stairs: false,
        ice: Length(0),
        harm: None,
        becomes: None,
        rules: BTreeMap::new(),
    }
}

fn wall(key: &str, name: &str) -> Terrain {
    Terrain { solid: true, opaque: true, becomes: Some("rubble".to_owned()), ..terrain(key, name) }
}

/// The terrains every level knows.
pub(super) fn terrains() -> Vec<Terrain> {
    vec![
        terrain("floor", "Floor"),
        terrain("planks", "Planks"),
        Terrain { metal: true, ..terrain("deck", "Deck") },
        Terrain { soft: true, ..terrain("grass", "Grass") },
        Terrain { soft: true, ..terrain("dirt", "Dirt") },
        Terrain { soft: true, ..terrain("sand", "Sand") },
        Terrain { soft: true, ..terrain("snow", "Snow") },
        terrain("road", "Road"),
        Terrain { difficult: true, soft: true, ..terrain("mud", "Mud") },
        Terrain { difficult: true, ..terrain("rubble", "Rubble") },
        Terrain { difficult: true, water: tenth_feet(15), ..terrain("shallows", "Shallows") },
        Terrain { water: Length::feet(6), ..terrain("water", "Deep water") },
        Terrain { water: Length::feet(6), ice: Length(762), ..terrain("ice", "Ice") },
        Terrain { pit: Length::feet(10), ..terrain("pit", "Pit") },
        Terrain { difficult: true, soft: true, ..terrain("brush", "Brush") },
        Terrain { stairs: true, art: "planks".to_owned(), ..terrain("stairs", "Stairs") },
        Terrain { stairs: true, soft: true, art: "dirt".to_owned(), ..terrain("ramp", "Ramp") },
        wall("wall", "Stone wall"),
        Terrain { metal: true, sheer: true, ..wall("bulkhead", "Bulkhead") },
        wall("timber", "Timber wall"),
        wall("rock", "Rock"),
        Terrain { becomes: None, ..wall("void", "Void") },
    ]
}

/// Height in tenths of a foot, `None` for full height; blocks; hit points; material; joined.
type Row = (&'static str, &'static str, Option<i32>, bool, Option<i32>, &'static str, bool);

const OBJECTS: &[Row] = &[
    ("crate", "Crate", Some(40), true, Some(10), "wood", false),
    ("barrel", "Barrel", Some(30), true, Some(10), "wood", false),
    ("barrier", "Barrier", Some(30), true, Some(15), "stone", false),
    ("console", "Console", Some(40), true, Some(12), "metal", false),
    ("machine", "Machine", Some(70), true, Some(30), "metal", true),
    ("tank", "Tank", Some(80), true, Some(30), "metal", true),
    ("valve", "Valve", Some(40), true, Some(10), "metal", false),
    ("pipe", "Pipe", Some(15), false, Some(10), "metal", true),
    ("table", "Table", Some(30), true, Some(10), "wood", true),
    ("bench", "Bench", Some(15), false, Some(8), "wood", true),
    ("tree", "Tree", None, true, Some(30), "wood", false),
    ("boulder", "Boulder", Some(50), true, None, "stone", false),
    ("bush", "Bush", Some(30), false, Some(5), "plant", false),
    ("fence", "Fence", Some(40), true, Some(8), "wood", false),
    ("ladder", "Ladder", Some(0), false, Some(5), "wood", true),
    ("lamp", "Lamp", Some(0), false, Some(5), "metal", false),
    ("brazier", "Brazier", Some(30), true, Some(8), "metal", false),
    ("statue", "Statue", Some(70), true, Some(40), "stone", false),
    ("cot", "Cot", Some(20), false, Some(8), "wood", true),
    ("shelf", "Shelf", Some(60), true, Some(12), "wood", true),
    ("cart", "Cart", Some(40), true, Some(15), "wood", true),
    ("well", "Well", Some(30), true, Some(40), "stone", true),
    ("hay", "Hay", Some(40), true, Some(8), "plant", false),
    ("debris", "Debris", Some(10), false, None, "stone", false),
    ("door", "Door", None, true, Some(20), "wood", false),
    ("hatch", "Hatch", None, true, Some(40), "metal", false),
];

/// The objects every level knows.
pub(super) fn objects() -> Vec<Definition> {
    let definition = |&(kind, name, height, blocks, hp, material, joined): &Row| Definition {
        object: Object {
            name: name.to_owned(),
            kind: kind.to_owned(),
            art: kind.to_owned(),
            squares: Vec::new(),
            height: height.map(tenth_feet),
            blocks,
            hp,
            door: matches!(kind, "door" | "hatch").then_some(Door::Closed),
            light: match kind {
                "lamp" => Length::feet(30),
                "brazier" => Length::feet(20),
                _ => Length(0),
            },
            material: material.to_owned(),
            difficult: !blocks && !matches!(kind, "ladder" | "lamp"),
            resist: Vec::new(),
            vulnerable: if material == "plant" { vec!["fire".to_owned()] } else { Vec::new() },
            immune: Vec::new(),
            rules: BTreeMap::new(),
            edge: None,
            portable: false,
            unlocks: Vec::new(),
        },
        joined,
    };
    OBJECTS.iter().map(definition).collect()
}

/// Tables of the built-in characters, terrains and objects for the documentation, in Markdown.
pub fn catalog_markdown() -> String {
    let mut out = String::from("| character | ground | object |\n|---|---|---|\n");
    for glyph in GLYPHS {
        let character = match glyph.character {
            ' ' => "space".to_owned(),
            '|' => "`\\|`".to_owned(),
            '`' => "`` ` ``".to_owned(),
            character => format!("`{character}`"),
        };
        let exit = if glyph.exit { ", an exit" } else { "" };
        let object = match (glyph.object, glyph.door) {
            (Some(object), Some(Door::Open)) => format!("{object}, open"),
            (object, _) => object.unwrap_or_default().to_owned(),
        };
        let ground = glyph.terrain.unwrap_or("as around it");
        writeln!(out, "| {character} | {ground}{exit} | {object} |").expect("writing to a string works");
    }
    out.push_str("\n| terrain | what it is |\n|---|---|\n");
    for terrain in terrains() {
        let facts = [
            terrain.solid.then(|| "a full-height wall".to_owned()),
            terrain.difficult.then(|| "poor footing".to_owned()),
            (terrain.water.0 > 0).then(|| format!("water {} deep", terrain.water)),
            (terrain.ice.0 > 0).then(|| format!("ice {} thick", terrain.ice)),
            (terrain.pit.0 > 0).then(|| format!("a hole {} deep", terrain.pit)),
            terrain.sheer.then(|| "too smooth to climb".to_owned()),
            terrain.metal.then(|| "metal".to_owned()),
            terrain.soft.then(|| "can be dug through".to_owned()),
            terrain.stairs.then(|| "walked up and down, however high".to_owned()),
            terrain.becomes.as_ref().map(|key| format!("leaves {key}")),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        let facts = if facts.is_empty() { "firm, open ground".to_owned() } else { facts.join(", ") };
        writeln!(out, "| `{}` | {facts} |", terrain.key).expect("writing to a string works");
    }
    out.push_str("\n| object | height | way | hit points | material | more |\n|---|---|---|---|---|---|\n");
    for Definition { object, joined } in objects() {
        let height = object.height.map_or("full".to_owned(), |height| height.to_string());
        let way = if object.blocks {
            "blocks"
        } else if object.difficult {
            "slows"
        } else {
            "free"
        };
        let hp = object.hp.map_or("unbreakable".to_owned(), |hp| hp.to_string());
        let more = [
            object.door.map(|_| "a door, closed".to_owned()),
            (object.light.0 > 0).then(|| format!("gives light {} far", object.light)),
            joined.then(|| "joined".to_owned()),
            (!object.vulnerable.is_empty()).then(|| format!("vulnerable to {}", object.vulnerable.join(", "))),
        ];
        let more: Vec<String> = more.into_iter().flatten().collect();
        let (kind, material, more) = (&object.kind, &object.material, more.join(", "));
        writeln!(out, "| `{kind}` | {height} | {way} | {hp} | {material} | {more} |")
            .expect("writing to a string works");
    }
    out.push_str("\n| between squares | what it is |\n|---|---|\n");
    for (character, kind, door) in EDGE_GLYPHS {
        let character = if *character == '|' { "\\|".to_owned() } else { character.to_string() };
        let open = if *door == Some(Door::Open) { ", open" } else { "" };
        writeln!(out, "| `{character}` | {kind}{open} |").expect("writing to a string works");
    }
    out.push_str("\n| edge | height | sill | stops | hit points | material | more |\n|---|---|---|---|---|---|---|\n");
    for kind in edge_kinds() {
        let height = kind.height.map_or("full".to_owned(), |height| height.to_string());
        let sill = if kind.sill.0 > 0 { kind.sill.to_string() } else { String::new() };
        let hp = kind.hp.map_or("unbreakable".to_owned(), |hp| hp.to_string());
        let more =
            [kind.door.map(|_| "a door, closed".to_owned()), kind.becomes.as_ref().map(|key| format!("leaves {key}"))];
        let more: Vec<String> = more.into_iter().flatten().collect();
        let (key, material, more) = (&kind.key, &kind.material, more.join(", "));
        let stops = stopped(kind.stops).join(", ");
        writeln!(out, "| `{key}` | {height} | {sill} | {stops} | {hp} | {material} | {more} |")
            .expect("writing to a string works");
    }
    out
}

fn tenth_feet(tenths: i32) -> Length {
    Length(tenths * 3048 / 10)
}
