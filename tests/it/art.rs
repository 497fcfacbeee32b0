//! The baked sheets belong to the drawings beside them.
//!
//! Baking needs an SVG renderer, which the tests do not; a fingerprint of every drawing, written by the bake, is enough to see that somebody
//! drew and forgot to bake.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

fn sources_below(folder: &Path, root: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("the art folder should be readable") {
        let path = entry.expect("its entries too").path();
        if path.is_dir() {
            sources_below(&path, root, found);
        } else if path.extension().is_some_and(|kind| kind == "svg" || kind == "toml") {
            let name =
                path.strip_prefix(root).expect("the walk stays below its root").to_string_lossy().replace('\\', "/");
            found.insert(name, std::fs::read(&path).expect("a drawing should be readable"));
        }
    }
}

fn sources() -> BTreeMap<String, Vec<u8>> {
    let art = assets().join("art");
    let mut found = BTreeMap::new();
    sources_below(&art, &art, &mut found);
    found
}

/// FNV-1a, as the bake writes it.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn every_drawing_is_baked_as_it_is() {
    let baked = std::fs::read_to_string(assets().join("baked/sources.txt")).expect("a bake leaves its sources.txt");
    let baked: Vec<&str> = baked.lines().collect();
    let now: Vec<String> =
        sources().iter().map(|(name, bytes)| format!("{:016x} {name}", fingerprint(bytes))).collect();
    let stale: Vec<&String> = now.iter().filter(|line| !baked.contains(&line.as_str())).collect();
    assert!(stale.is_empty(), "drawn after the last bake (run bake-art): {stale:#?}");
    assert_eq!(baked.len(), now.len(), "drawings were removed after the last bake (run bake-art)");
}

#[test]
fn the_sheets_hold_what_the_atlas_promises() {
    let text = std::fs::read_to_string(assets().join("baked/atlas.json")).expect("a bake leaves its atlas.json");
    let atlas: serde_json::Value = serde_json::from_str(&text).expect("the atlas is JSON");
    let size_of = |file: &serde_json::Value| {
        let file = file.as_str().expect("a sheet's file is a name");
        let bytes = std::fs::read(assets().join("baked").join(file)).expect("a sheet named in the atlas should exist");
        let number = |at: usize| u64::from(u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes")));
        (number(16), number(20)) // A PNG's first chunk holds its width and height.
    };
    for size in [64, 128] {
        for (name, grid) in atlas["grids"].as_object().expect("grids by name") {
            let (columns, rows) = (grid["columns"].as_u64().expect("columns"), grid["rows"].as_u64().expect("rows"));
            assert_eq!(size_of(&grid["files"][size.to_string()]), (columns * size, rows * size), "{name} at {size}");
            let indices = grid["tiles"]
                .as_object()
                .expect("tiles by name")
                .values()
                .flat_map(|tiles| tiles.as_array().expect("a list"));
            assert!(
                indices.into_iter().all(|index| index.as_u64().is_some_and(|index| index < columns * rows)),
                "{name} points outside its sheet"
            );
        }
        for (name, piece) in atlas["pieces"].as_object().expect("pieces by name") {
            let [width, height] = [0, 1].map(|part| piece[part].as_u64().expect("a size of numbers") * size / 64);
            let file = format!("pieces/{size}/{name}.png");
            assert_eq!(size_of(&file.into()), (width, height), "{name} at {size}");
        }
    }
}

#[test]
fn levels_may_ask_for_every_drawing_and_no_other() {
    use battlemat::level::art::{GROUNDS, THINGS, WALLS};
    use std::collections::BTreeSet;
    let text = std::fs::read_to_string(assets().join("baked/atlas.json")).expect("a bake leaves its atlas.json");
    let atlas: serde_json::Value = serde_json::from_str(&text).expect("the atlas is JSON");
    let names = |list: &[&str]| -> BTreeSet<String> { list.iter().map(|name| (*name).to_owned()).collect() };
    let kinds = atlas["kinds"].as_array().expect("kinds in order").iter();
    let kinds: BTreeSet<String> = kinds.filter_map(|kind| kind.as_str().map(str::to_owned)).collect();
    assert_eq!(names(GROUNDS), kinds);
    let walls = atlas["grids"]["walls"]["tiles"].as_object().expect("walls by name").keys();
    let mut walls: BTreeSet<String> =
        walls.filter_map(|name| name.strip_suffix("/a").map(str::to_owned)).filter(|name| name != "ledge").collect();
    walls.insert("void".to_owned());
    assert_eq!(names(WALLS), walls);
    let things = atlas["pieces"].as_object().expect("pieces by name").keys();
    let mut things: BTreeSet<String> = things
        .filter_map(|name| name.strip_prefix("objects/"))
        .filter(|name| !name.starts_with("door-") && !name.ends_with("-2") && !name.ends_with("-vertical"))
        .map(str::to_owned)
        .collect();
    things.extend(["door".to_owned(), "hatch".to_owned()]);
    assert_eq!(names(THINGS), things);
}

#[test]
fn every_ground_has_variants_and_borders() {
    let text = std::fs::read_to_string(assets().join("baked/atlas.json")).expect("a bake leaves its atlas.json");
    let atlas: serde_json::Value = serde_json::from_str(&text).expect("the atlas is JSON");
    for kind in atlas["kinds"].as_array().expect("kinds in order") {
        let kind = kind.as_str().expect("a kind is a name");
        let variants = atlas["grids"]["ground"]["tiles"][kind].as_array().map_or(0, Vec::len);
        assert!(variants >= 4, "{kind} repeats visibly with {variants} variants");
        for variant in ["a", "b"] {
            let cases =
                atlas["grids"]["edges"]["tiles"][format!("edge/{kind}/{variant}")].as_array().map_or(0, Vec::len);
            assert_eq!(cases, 16, "{kind}'s border {variant} should have a tile for each case");
        }
    }
}
