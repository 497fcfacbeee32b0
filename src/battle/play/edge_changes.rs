//! Edges that change: walls that fall or are put up, doors and curtains that come or go.

use bevy::prelude::World;

use super::{readied, spawn};
use crate::battle::board::{EdgeObject, Map, beside};
use crate::battle::ruleset::{Rules, SharedFact};
use crate::battle::values::{Event, Names, Tell, What};
use crate::grid::{Edge, Length};
use crate::level::EdgeKind;

/// Changes what stands at some edges; a thing that stood there is gone.
pub fn change_edges(world: &mut World, edges: &[Edge], becomes: Option<&str>) {
    readied::changing(world, |world| {
        let index = becomes.and_then(|key| world.resource::<Map>().edge_kind_index(key));
        let kind = index.and_then(|index| world.resource::<Map>().kind_of_edge(index)).cloned();
        let collapses = edges.iter().any(|&edge| {
            let map = world.resource::<Map>();
            map.edge_kind(edge).is_some() && index.is_none_or(|index| map.upright(edge).0 != index)
        });
        for &edge in edges {
            let EdgeObject(before, thing) = world.resource::<Map>().upright(edge);
            if index == Some(before) {
                continue;
            }
            if let Some(thing) = thing {
                spawn::destroy(world, thing);
            }
            world.resource_mut::<Map>().put_edge(edge, EdgeObject(index.unwrap_or(0), None));
            if let Some(kind) = kind.as_ref().filter(|kind| kind.door.is_some() || kind.hp.is_some()) {
                put_up(world, edge, kind);
            }
        }
        let name = kind.map_or_else(|| "nothing".to_owned(), |kind| kind.name);
        let told = Event::new(What::Edges { edges: edges.to_vec(), becomes: name.into(), collapses })
            .citing(world, SharedFact::TerrainChanges);
        world.tell(told);
        // A creature beside it may have leant, climbed or stood in what is there no more, or in what is there now.
        let squares = beside(world, edges);
        let ruleset = world.resource::<Rules>().0;
        ruleset.ground_changed(world, &squares);
    });
}

/// A thing of its own at an edge, under a name that nothing else has.
fn put_up(world: &mut World, edge: Edge, kind: &EdgeKind) {
    let cast = world.resource::<Names>();
    let free = |name: &String| cast.find(name).is_none();
    let mut names = (1..).map(|number| format!("{} {number}", kind.name));
    let name = names.find(free).expect("some number should be free");
    let spec = crate::level::Object {
        name,
        kind: kind.key.clone(),
        art: kind.art.clone(),
        squares: Vec::new(),
        height: kind.height,
        blocks: kind.stops.step,
        hp: kind.hp,
        door: kind.door,
        light: Length::ZERO,
        material: kind.material.clone(),
        difficult: false,
        resist: Vec::new(),
        vulnerable: Vec::new(),
        immune: Vec::new(),
        rules: std::collections::BTreeMap::new(),
        edge: Some(edge),
        portable: false,
        unlocks: Vec::new(),
    };
    if let Err(message) = spawn::object(world, &spec) {
        world.tell(Event::note(message));
    }
}
