//! The board in one reply: ground, heights, edges, exits, zones, objects. A side is told what it knows of them, the referee all.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map as Table, Value, json};

use super::eyes::Eyes;
use super::state;
use crate::battle::*;
use crate::grid::{Edges, Square};
use crate::level::{EdgeKind, Terrain};

/// The board as it is now. What a side does not know of is not on it: creatures stand in the state, and a zone is told to a side only
/// where a goal or an announced event speaks of it.
pub(super) fn board(eyes: &Eyes) -> Value {
    let battle = eyes.seen();
    let world = battle.world();
    let map = world.resource::<Map>();
    let (width, height) = map.size();
    let rows = |of: &dyn Fn(Square) -> Value| -> Vec<Vec<Value>> {
        let row = |y: u16| (0..width).map(|x| of(Square::new(x.cast_signed(), y.cast_signed()))).collect();
        (0..height).map(row).collect()
    };
    let cell = |at: Square| map.cell(at).expect("a square of the map");
    let terrain = |at: Square| map.terrain(at).expect("a square of the map");
    let kinds: BTreeMap<&str, &Terrain> = map.cells().squares().map(terrain).map(|kind| (&*kind.key, kind)).collect();
    let kinds: BTreeMap<&str, Value> = kinds.into_iter().map(|(key, kind)| (key, ground(kind))).collect();
    let tight = map.cells().iter().filter_map(|(at, cell)| Some(json!({ "at": at, "size": cell.tight? })));
    let fog = map.cells().squares().filter(|&at| state::foggy(battle, at));
    let vacuum: Vec<Square> = map.cells().squares().filter(|&at| map.airless(at)).collect();
    let mut out = json!({
        "width": width,
        "height": height,
        "square": battle.ruleset().square().0,
        "weather": map.weather,
        "ground": rows(&|at| json!(terrain(at).key)),
        "grounds": kinds,
        "elevation": rows(&|at| json!(cell(at).elevation.0)),
        "light": rows(&|at| json!(state::light(battle, at))),
        "fog": fog.collect::<Vec<Square>>(),
        "tight": tight.collect::<Vec<Value>>(),
        "exits": exits(world),
        "zones": zones(eyes),
        "edges": state::edges(eyes).unwrap_or_else(|| json!([])),
        "edge_kinds": edge_kinds(map),
        "objects": state::objects(eyes),
        "items": state::items(battle),
    });
    if !vacuum.is_empty() {
        out["vacuum"] = json!(vacuum);
    }
    out
}

/// What a kind of ground is to those who walk, see and shoot.
fn ground(kind: &Terrain) -> Value {
    json!({
        "name": kind.name,
        "solid": kind.solid,
        "opaque": kind.opaque,
        "difficult": kind.difficult,
        "stairs": kind.stairs,
        "sheer": kind.sheer,
        "harms": kind.harm.is_some(),
        "water": kind.water.0,
        "ice": kind.ice.0,
        "pit": kind.pit.0,
    })
}

/// The zones by name: all for the referee, those that are spoken of for a side.
fn zones(eyes: &Eyes) -> BTreeMap<String, Vec<Square>> {
    match eyes.side() {
        None => eyes.battle.level().zones.clone(),
        Some(_) => zones_told(eyes.battle.world()),
    }
}

/// What stands between squares, kind by kind, as far as any does.
fn edge_kinds(map: &Map) -> Table<String, Value> {
    let standing: BTreeSet<u8> = map.edges().into_iter().flat_map(Edges::iter).map(|(_, is)| is.0).collect();
    let kinds = standing.into_iter().filter_map(|number| map.kind_of_edge(number));
    kinds.map(|kind| (kind.key.clone(), edge_kind(kind))).collect()
}

fn edge_kind(kind: &EdgeKind) -> Value {
    json!({
        "name": kind.name,
        "height": kind.height.map(|height| height.0),
        "sill": kind.sill.0,
        "stops": kind.stops,
        "material": kind.material,
    })
}
