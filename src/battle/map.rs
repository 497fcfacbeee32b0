//! The map as it is now: ground that may change, and who or what stands on it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::between::{Between, Upright};
use super::*;
use crate::grid::{Edge, Edges, Footprint, Grid, Length, Square};
use crate::level::{Cell, Door, EdgeKind, Size, Terrain, Weather};

/// The level the battle is played on.
#[derive(Resource, Clone)]
pub struct LevelRes(pub Arc<crate::level::Level>);

/// The ground as it is now. Shared with snapshots until it changes.
#[derive(Resource, Clone, Debug, Serialize, Deserialize)]
pub struct Map {
    #[serde(with = "super::persist::shared")]
    cells: Arc<Grid<Cell>>,
    /// The weather.
    pub weather: Weather,
    /// What stands between squares; nothing where the level never has any such thing.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "super::persist::shared_option"
    )]
    edges: Option<Arc<Edges<Upright>>>,
    #[serde(skip)]
    terrains: Arc<Vec<Terrain>>,
    #[serde(skip)]
    edge_kinds: Arc<Vec<EdgeKind>>,
    #[serde(skip)]
    groups: OnceLock<Arc<Grid<u32>>>,
    #[serde(skip)]
    lay: OnceLock<Arc<Lay>>,
}

/// What is derived from the ground and the things on it.
#[derive(Debug)]
pub struct Lay {
    /// What every square of the map is to stand on.
    pub footing: Grid<Footing>,
    /// The lowest and the highest ground that is not solid.
    pub heights: (Length, Length),
    /// What of every square may hide what is behind it.
    pub screens: Grid<Screen>,
    /// The things that may hide what is behind them, all but open doors, by square and identity.
    standing: Vec<(Square, Id)>,
    /// Every object, by identity.
    pub things: Vec<Laid>,
    /// What stands between squares; nothing where the level never has any such thing.
    pub between: Option<Between>,
    /// What rules have found out by it, and by nothing else, about lines from one space to another.
    lines: Mutex<BTreeMap<Line, bool>>,
}

/// From a space to another, between heights of which the rules have their own notion.
pub type Line = (Footprint, Footprint, Length);

/// So many lines are remembered at once.
const MOST_LINES: usize = 4096;

impl Lay {
    /// What holds of a line over this ground with the things that are on it now, whoever stands there: looked for once.
    pub fn remember(&self, line: Line, find: impl FnOnce() -> bool) -> bool {
        let known = |lines: &BTreeMap<Line, bool>| lines.get(&line).copied();
        let lines = || self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known(&lines()) {
            return found;
        }
        let found = find();
        let mut lines = lines();
        if lines.len() >= MOST_LINES {
            lines.clear();
        }
        lines.insert(line, found);
        found
    }

    /// The things of a screen, by identity.
    pub fn things_of(&self, screen: Screen) -> impl Iterator<Item = Id> + '_ {
        let here = self.standing.iter().skip(screen.first as usize);
        here.take(usize::from(screen.things)).map(|&(_, id)| id)
    }
}

/// What of a square may hide what is behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// A wall.
    pub wall: bool,
    /// How many things, open doors not counted.
    pub things: u16,
    /// The place of the first of them among all.
    first: u32,
}

impl Screen {
    /// What stands off the map.
    pub const OUTSIDE: Self = Self {
        wall: true,
        things: 0,
        first: 0,
    };
}

/// Where a thing lies.
#[derive(Clone, Copy, Debug)]
pub struct Laid {
    /// The thing.
    pub id: Id,
    /// The smallest square space that holds all of it.
    pub space: Footprint,
    /// The height of its foot.
    pub height: Length,
    /// Its top; `None` for one of full height.
    pub top: Option<Length>,
    /// Set if it stands between two squares; then `space` is one of them.
    pub edge: Option<Edge>,
}

impl Laid {
    /// Where it is for somebody in a space: of two squares beside it the nearer one.
    pub fn from(&self, space: Footprint) -> Footprint {
        let Some(edge) = self.edge else { return self.space };
        let [one, other] = edge.squares().map(Footprint::single);
        if space.steps(other) < space.steps(one) {
            other
        } else {
            one
        }
    }
}

/// What a square is to whoever comes to stand there: its terrain, and the things in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footing {
    /// A wall, a closed door, a thing up to the ceiling.
    pub solid: bool,
    /// Hard going, water aside.
    pub difficult: bool,
    /// Its face cannot be climbed.
    pub sheer: bool,
    /// Its face is of metal.
    pub metal: bool,
    /// What one stands on is the top of an object.
    pub object: bool,
    /// The height of what one stands on.
    pub height: Length,
    /// How deep the water is.
    pub water: Length,
    /// The largest size that fits without squeezing; `None` if nothing is tight.
    pub tight: Option<Size>,
}

/// The same ground and weather; what is derived from them is no part of it.
impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        let same_ground =
            (Arc::ptr_eq(&self.cells, &other.cells) || self.cells == other.cells) && self.edges == other.edges;
        // What was derived with other things about is not to be had from an equal ground.
        let same_survey = match (self.lay.get(), other.lay.get()) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        same_ground && same_survey && self.weather == other.weather
    }
}

impl std::hash::Hash for Map {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        for cell in self.cells.cells() {
            (
                cell.terrain,
                cell.elevation,
                cell.light,
                cell.fog,
                cell.exit,
                cell.tight,
            )
                .hash(state);
        }
        let weather = &self.weather;
        (weather.visibility, weather.gravity, weather.vacuum, weather.wind).hash(state);
        // A map without any is hashed as if nothing could stand between squares.
        if let Some(edges) = &self.edges {
            edges.hash(state);
        }
    }
}

impl Map {
    /// The map of a level before anything happened.
    pub fn new(level: &crate::level::Level) -> Self {
        Self {
            cells: Arc::new(level.board.clone()),
            weather: level.weather,
            edges: level
                .edges
                .as_ref()
                .map(|edges| Arc::new(edges.map(|_, &kind| Upright(kind, None)))),
            terrains: Arc::new(level.terrains.clone()),
            edge_kinds: Arc::new(level.edge_kinds.clone()),
            groups: OnceLock::new(),
            lay: OnceLock::new(),
        }
    }

    pub(super) fn with_words_of(mut self, other: &Self) -> Self {
        self.terrains = other.terrains.clone();
        self.edge_kinds = other.edge_kinds.clone();
        self
    }

    pub(super) fn terrains(&self) -> &Arc<Vec<Terrain>> {
        &self.terrains
    }

    /// Squares across and down.
    pub fn size(&self) -> (u16, u16) {
        (self.cells.width(), self.cells.height())
    }

    /// Whether the square is on the map.
    pub fn contains(&self, at: Square) -> bool {
        self.cells.get(at).is_some()
    }

    /// The cell, if the square is on the map.
    pub fn cell(&self, at: Square) -> Option<&Cell> {
        self.cells.get(at)
    }

    /// All cells.
    pub fn cells(&self) -> &Grid<Cell> {
        &self.cells
    }

    /// The terrain, if the square is on the map.
    pub fn terrain(&self, at: Square) -> Option<&Terrain> {
        self.cells.get(at).map(|cell| &self.terrains[cell.terrain as usize])
    }

    /// Whether a full-height wall stands there (off the map counts as wall).
    pub fn solid(&self, at: Square) -> bool {
        self.terrain(at).is_none_or(|terrain| terrain.solid)
    }

    /// The height of the ground one would stand on, a pit's floor included.
    pub fn ground(&self, at: Square) -> Length {
        match (self.cells.get(at), self.terrain(at)) {
            (Some(cell), Some(terrain)) => Length(cell.elevation.0 - terrain.pit.0),
            _ => Length(0),
        }
    }

    /// Changes one cell.
    pub fn change(&mut self, at: Square, change: impl FnOnce(&mut Cell)) {
        let Some(&before) = self.cells.get(at) else { return };
        let mut after = before;
        change(&mut after);
        if after == before {
            return;
        }
        Arc::make_mut(&mut self.cells)[at] = after;
        // Light and fog are nothing to stand on.
        let ground = |cell: &Cell| (cell.terrain, cell.elevation, cell.tight);
        if ground(&after) != ground(&before) {
            let solid = |cell: &Cell| self.terrains[cell.terrain as usize].solid;
            if solid(&after) != solid(&before) {
                self.groups = OnceLock::new();
            }
            self.things_changed();
        }
    }

    /// What stands between squares; `None` where the level never has any such thing.
    pub fn edges(&self) -> Option<&Edges<Upright>> {
        self.edges.as_deref()
    }

    /// What stands at an edge.
    pub fn upright(&self, edge: Edge) -> Upright {
        let edges = self.edges.as_ref();
        edges.and_then(|edges| edges.get(edge)).copied().unwrap_or_default()
    }

    /// The kind of what stands at an edge.
    pub fn edge_kind(&self, edge: Edge) -> Option<&EdgeKind> {
        self.kind_of_edge(self.upright(edge).0)
    }

    /// A kind by its number, counted from 1.
    pub fn kind_of_edge(&self, number: u8) -> Option<&EdgeKind> {
        self.edge_kinds.get(usize::from(number.checked_sub(1)?))
    }

    /// The number of a kind, counted from 1, by its key.
    pub fn edge_kind_index(&self, key: &str) -> Option<u8> {
        let index = self.edge_kinds.iter().position(|kind| kind.key == key)?;
        u8::try_from(index + 1).ok()
    }

    /// Puts something at an edge, or nothing.
    pub(super) fn put_edge(&mut self, edge: Edge, upright: Upright) {
        let Some(edges) = &mut self.edges else { return };
        if let Some(here) = Arc::make_mut(edges).get_mut(edge) {
            *here = upright;
            self.things_changed();
        }
    }

    /// Must be called whenever a thing comes, goes, opens or closes: what is derived from things is worked out anew.
    pub(super) fn things_changed(&mut self) {
        self.lay = OnceLock::new();
    }

    /// The group of walls, touching by side or corner, that a wall belongs to.
    pub fn wall_group(&self, at: Square) -> u32 {
        let groups = self
            .groups
            .get_or_init(|| Arc::new(crate::grid::cover::groups(self.size(), |square| self.solid(square))));
        groups.get(at).copied().unwrap_or(u32::MAX)
    }

    /// The index of a terrain by its key.
    pub fn terrain_index(&self, key: &str) -> Option<u16> {
        self.terrains
            .iter()
            .position(|terrain| terrain.key == key)
            .and_then(|index| u16::try_from(index).ok())
    }
}

/// Every object, by identity.
pub fn laid(world: &World) -> &[Laid] {
    &lay(world).1.things
}

/// Where an object lies; `None` for what is none.
pub fn laid_at(world: &World, thing: Id) -> Option<Laid> {
    let laid = laid(world);
    let at = laid.binary_search_by_key(&thing, |laid| laid.id).ok()?;
    Some(laid[at])
}

/// The map, and what is derived from it and the things on it: worked out once for each state of them.
pub fn lay(world: &World) -> (&Map, &Lay) {
    let map = world.resource::<Map>();
    (map, map.lay.get_or_init(|| Arc::new(survey(world, map))))
}

fn survey(world: &World, map: &Map) -> Lay {
    let mut standing = Vec::new();
    let mut footing = map.cells.map(|_, cell| {
        let terrain = &map.terrains[cell.terrain as usize];
        Footing {
            solid: terrain.solid,
            difficult: terrain.difficult,
            sheer: terrain.sheer,
            metal: terrain.metal,
            object: false,
            height: Length(cell.elevation.0 - terrain.pit.0),
            water: terrain.water,
            tight: cell.tight,
        }
    });
    let mut screens = footing.map(|_, there| Screen {
        wall: there.solid,
        ..Screen::default()
    });
    let mut laid = Vec::new();
    for id in things(world) {
        let what = world.look(id).expect("a thing of the inventory should exist");
        let thing: &Thing = what.get().expect("a thing should be one");
        let door = what.get::<DoorState>().map(|door| door.0);
        let top = what
            .get::<GivesCover>()
            .and_then(|cover| cover.height)
            .map(|height| rise(map, thing, height));
        let at: &Position = what.get().expect("a thing should be somewhere");
        let edges = thing.squares.iter().map(|s| (s.x - at.at.x).max(s.y - at.at.y) + 1);
        laid.push(Laid {
            id,
            space: Footprint::new(at.at, u8::try_from(edges.max().unwrap_or(1)).unwrap_or(1)),
            height: at.height,
            top,
            edge: None,
        });
        for &square in &thing.squares {
            let Some(there) = footing.get_mut(square) else { continue };
            if door != Some(Door::Open) {
                standing.push((square, id));
            }
            match (door, top) {
                (Some(Door::Open), _) => {}
                (Some(_), _) => there.solid = true,
                (None, Some(top)) if thing.blocks => {
                    there.height = top.max(there.height);
                    there.object = true;
                }
                (None, None) if thing.blocks => there.solid = true,
                (None, _) => there.difficult |= thing.difficult,
            }
        }
    }
    standing.sort_unstable();
    for (place, &(square, _)) in (0..).zip(&standing) {
        let screen = &mut screens[square];
        if screen.things == 0 {
            screen.first = place;
        }
        screen.things += 1;
    }
    let open = footing.cells().iter().filter(|there| !there.solid);
    let heights = open.map(|there| there.height);
    let heights = (
        heights.clone().min().unwrap_or_default(),
        heights.max().unwrap_or_default(),
    );
    if let Some(edges) = map.edges() {
        let mut at: Vec<(Id, Edge)> = edges
            .iter()
            .filter_map(|(edge, here)| here.1.map(|id| (id, edge)))
            .collect();
        at.sort_unstable();
        for thing in &mut laid {
            let place = at.binary_search_by_key(&thing.id, |&(id, _)| id);
            thing.edge = place.ok().map(|place| at[place].1);
        }
    }
    let ground = |at: Square| footing.get(at).filter(|there| !there.solid).map(|there| there.height);
    let higher = |edge: Edge| {
        let grounds = edge.squares().into_iter().filter_map(ground);
        grounds.max().unwrap_or_default()
    };
    let between = between::survey(world, map, higher);
    Lay {
        footing,
        heights,
        between,
        lines: Mutex::default(),
        standing,
        screens,
        things: laid,
    }
}

/// Everything that is not a creature, by identity.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Inventory(pub Vec<Id>);

/// Tells whether a thing still exists and has a component, which is looked up only once for all of them.
fn having<T: Component>(world: &World) -> impl Fn(Id) -> bool + '_ {
    let ids = world.resource::<Ids>();
    let part = world.component_id::<T>();
    move |id| {
        let entity = ids.entity(id).and_then(|entity| world.get_entity(entity).ok());
        entity.is_some_and(|entity| part.is_some_and(|part| entity.contains_id(part)))
    }
}

/// Creatures on the map, by identity.
pub fn on_map(world: &World) -> impl Iterator<Item = Id> + '_ {
    world.resource::<Ids>().present().iter().copied()
}

/// Whether a creature is on the map.
pub fn is_on_map(world: &World, id: Id) -> bool {
    world.resource::<Ids>().is_present(id)
}

/// Whether something can be aimed at: a creature on the map or an object.
pub fn is_there(world: &World, id: Id) -> bool {
    is_on_map(world, id) || world.part::<Thing>(id).is_some()
}

/// Where a creature stands, and whose it is.
pub fn stand(world: &World, id: Id) -> Stand {
    let stand = world.resource::<Ids>().stand(id);
    stand.expect("a creature should exist and have a place")
}

/// The side of a creature.
pub fn side_of(world: &World, id: Id) -> SideId {
    stand(world, id).side
}

/// Whether a creature has a condition.
pub fn has_condition(world: &World, id: Id, key: &str) -> bool {
    world.resource::<Ids>().has_condition(world, id, key)
}

/// The space of a creature.
pub fn space(world: &World, id: Id) -> Footprint {
    stand(world, id).space
}

/// Creatures on the map with where they stand, by identity.
pub fn stands(world: &World) -> impl Iterator<Item = (Id, Stand)> + '_ {
    let ids = world.resource::<Ids>();
    let present = ids.present().iter();
    present.filter_map(|&id| ids.stand(id).map(|stand| (id, stand)))
}

/// Puts something on a square, as high as it is.
pub fn put_at(world: &mut World, id: Id, at: Square) {
    let height = world.the::<Position>(id).height;
    world.put(id, Position { at, height });
}

/// Puts something at a height, over the square where it is.
pub fn lift_to(world: &mut World, id: Id, height: Length) {
    let at = world.the::<Position>(id).at;
    world.put(id, Position { at, height });
}

/// Gives a creature a space of so many squares along its edge.
pub fn grow_to(world: &mut World, id: Id, side: u8) {
    let tall = world.the::<Body>(id).tall;
    world.put(id, Body { side, tall });
}

/// The creature that stands in a square.
pub fn creature_at(world: &World, at: Square) -> Option<Id> {
    stands(world)
        .find(|(_, stand)| stand.space.contains(at))
        .map(|(id, _)| id)
}

/// Objects that still exist, by identity.
pub fn things(world: &World) -> impl Iterator<Item = Id> + '_ {
    let present = having::<Thing>(world);
    let inventory = world.resource::<Inventory>().0.iter().copied();
    inventory.filter(move |&id| present(id))
}

/// An object, looked up once for all that is asked of it.
pub struct Object<'w> {
    /// Its identity.
    pub id: Id,
    /// What it is.
    pub thing: &'w Thing,
    /// Its other components.
    pub parts: EntityRef<'w>,
}

/// Objects that still exist with what they are, by identity.
pub fn objects(world: &World) -> impl Iterator<Item = Object<'_>> + '_ {
    let ids = world.resource::<Ids>();
    let inventory = world.resource::<Inventory>().0.iter();
    inventory.filter_map(|&id| {
        let parts = world.get_entity(ids.entity(id)?).ok()?;
        let thing = parts.get()?;
        Some(Object { id, thing, parts })
    })
}

/// The objects that stand in a square.
fn objects_at(world: &World, at: Square) -> impl Iterator<Item = Id> + '_ {
    let here = objects(world).filter(move |object| object.thing.squares.contains(&at));
    here.map(|object| object.id)
}

/// The object that stands in a square.
pub fn thing_at(world: &World, at: Square) -> Option<Id> {
    objects_at(world, at).next()
}

/// Whether a closed door stands in a square.
pub fn closed_door_at(world: &World, at: Square) -> bool {
    let closed = |id| world.part::<DoorState>(id).is_some_and(|door| door.0 != Door::Open);
    objects_at(world, at).any(closed)
}

/// The top of an object above the level's zero; `None` for one of full height.
pub fn top_of(world: &World, thing: Id) -> Option<Length> {
    laid_at(world, thing)
        .expect("a thing should be among those of the map")
        .top
}

/// So high above the highest ground a thing stands on.
fn rise(map: &Map, thing: &Thing, height: Length) -> Length {
    let ground = thing.squares.iter().map(|&square| map.ground(square)).max();
    Length(ground.unwrap_or_default().0 + height.0)
}

/// The height one would stand at in a space: on the highest of its squares.
pub fn floor_of(world: &World, space: Footprint) -> Length {
    let footing = &lay(world).1.footing;
    let heights = space.squares().filter_map(|square| footing.get(square));
    heights.map(|there| there.height).max().unwrap_or_default()
}

/// The height one would stand at in a square: the ground, or the top of an object that must be climbed.
pub fn floor(world: &World, at: Square) -> Length {
    let ground = world.resource::<Map>().ground(at);
    match thing_at(world, at) {
        Some(thing) if world.the::<Thing>(thing).blocks && world.part::<DoorState>(thing).is_none() => {
            top_of(world, thing).unwrap_or(ground).max(ground)
        }
        _ => ground,
    }
}
