//! What is derived from the ground and the objects on it, worked out once for each state of the map. It says what a creature stands on in
//! every square, what hides what is behind it, and where objects are.

use std::any::Any;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bevy::prelude::*;

use super::edges::Between;
use super::map::Map;
use super::positions::things;
use crate::battle::values::{ById, DoorState, GivesCover, Id, Position, Thing};
use crate::grid::{Edge, Footprint, Grid, Length, Point, Square};
use crate::level::{Cell, Door, Size};

/// What is derived from the ground and the objects on it.
#[derive(Debug)]
pub struct Lay {
    /// What a creature stands on in every square of the map.
    pub footing: Grid<Standable>,
    /// The lowest and the highest ground that is not solid.
    pub heights: (Length, Length),
    /// Whether there is a pit anywhere.
    pub pits: bool,
    /// What hides a creature behind it, for every square.
    pub screens: Grid<Occluder>,
    /// The objects that may hide what is behind them, all but open doors, by square and identity.
    standing: Vec<(Square, Id)>,
    /// Every object, by identity.
    pub things: Vec<PlacedObject>,
    /// What stands between squares; nothing where the level never has any such thing.
    pub between: Option<Between>,
    /// Answers about lines from one space to another that rules have worked out from this ground alone.
    lines: Mutex<BTreeMap<Line, bool>>,
    /// What else rules have worked out from this ground alone, one of each type.
    kept: Mutex<Vec<Box<dyn Any + Send>>>,
    /// Which squares lie in one region, as rules have worked it out from this ground alone.
    regions: OnceLock<Grid<u32>>,
}

/// A line from one space to another, at a height that means what the ruleset makes of it.
pub(in crate::battle) type Line = (Footprint, Footprint, Length);

/// How many lines are remembered at once.
const MOST_LINES: usize = 4096;

impl Lay {
    /// Whether something holds of a line over the ground and objects as they are now, regardless of creatures. It is worked out once and
    /// then remembered.
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

    /// What rules keep of the ground and objects as they are now, regardless of creatures; nothing at first. Nothing else of the ground is
    /// to be asked for meanwhile.
    pub fn kept<T: Default + Send + 'static, R>(&self, look: impl FnOnce(&mut T) -> R) -> R {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.iter_mut().find_map(|one| one.downcast_mut::<T>()) {
            return look(known);
        }
        let mut first = T::default();
        let found = look(&mut first);
        kept.push(Box::new(first));
        found
    }

    /// Which squares lie in one region, regardless of creatures. It is worked out once and then remembered.
    pub fn regions(&self, find: impl FnOnce() -> Grid<u32>) -> &Grid<u32> {
        self.regions.get_or_init(find)
    }

    /// Whether a step from one space into another leads over stairs or a ramp: then it is walked, however high it rises or falls.
    pub fn is_walked_up(&self, from: Footprint, to: Footprint) -> bool {
        let stairs = |at: Square| self.footing.get(at).is_some_and(|there| there.stairs);
        from.squares().chain(to.squares()).any(stairs)
    }

    /// The objects that make a square an occluder, by identity.
    pub fn things_of(&self, screen: Occluder) -> impl Iterator<Item = Id> + '_ {
        let here = self.standing.iter().skip(screen.first as usize);
        here.take(usize::from(screen.things)).map(|&(_, id)| id)
    }
}

/// What hides a creature behind a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occluder {
    /// A wall.
    pub wall: bool,
    /// How many objects, open doors not counted.
    pub things: u16,
    /// The place of the first of them among all.
    first: u32,
}

impl Occluder {
    /// What stands off the map.
    pub const OUTSIDE: Self = Self { wall: true, things: 0, first: 0 };
}

/// Where an object stands.
#[derive(Clone, Copy, Debug)]
pub struct PlacedObject {
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

impl PlacedObject {
    /// Where the object is as seen from a creature's space: of two squares beside the edge the one on the same side of it, and where
    /// half of the space lies on either side the northern or western one.
    pub fn from(&self, space: Footprint) -> Footprint {
        let [first, _] = self.sides(space);
        first
    }

    /// As [`Self::from`], and the other square, where half of the space lies on either side; else the same twice.
    pub fn sides(&self, space: Footprint) -> [Footprint; 2] {
        let Some(edge) = self.edge else { return [self.space; 2] };
        let [one, other] = edge.squares().map(Footprint::single);
        let centre = Point::centre_of(space);
        let corner = Point::corner(other.at);
        let beyond = if edge.runs_across() { centre.y() - corner.y() } else { centre.x() - corner.x() };
        match beyond.cmp(&0) {
            Ordering::Less => [one; 2],
            Ordering::Equal => [one, other],
            Ordering::Greater => [other; 2],
        }
    }
}

/// What a square is to a creature that comes to stand there: its terrain, and the objects in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standable {
    /// A wall, a closed door, a thing up to the ceiling.
    pub solid: bool,
    /// Hard going, water aside.
    pub difficult: bool,
    /// Its face cannot be climbed.
    pub sheer: bool,
    /// Its face is of metal.
    pub metal: bool,
    /// Whether creatures here stand on the top of an object.
    pub object: bool,
    /// The height of what creatures stand on.
    pub height: Length,
    /// How deep the water is.
    pub water: Length,
    /// The largest size that fits without squeezing; `None` if nothing is tight.
    pub tight: Option<Size>,
    /// Stairs or a ramp: a step onto it or off it is walked, however high.
    pub stairs: bool,
}

/// Every object, by identity.
pub fn laid(world: &World) -> &[PlacedObject] {
    &lay(world).1.things
}

/// Where an object stands; `None` if it is not an object.
pub fn laid_at(world: &World, thing: Id) -> Option<PlacedObject> {
    let laid = laid(world);
    let at = laid.binary_search_by_key(&thing, |laid| laid.id).ok()?;
    Some(laid[at])
}

/// The map, and what is derived from it and the objects on it, worked out once for each state of them.
pub fn lay(world: &World) -> (&Map, &Lay) {
    let map = world.resource::<Map>();
    (map, map.lay.get_or_init(|| Arc::new(survey(world, map))))
}

fn survey(world: &World, map: &Map) -> Lay {
    let mut standing = Vec::new();
    let mut footing = map.cells.map(|_, cell| {
        let terrain = &map.terrains[cell.terrain as usize];
        Standable {
            solid: terrain.solid,
            difficult: terrain.difficult,
            sheer: terrain.sheer,
            metal: terrain.metal,
            object: false,
            height: Length(cell.elevation.0 - terrain.pit.0),
            water: terrain.water,
            tight: cell.tight,
            stairs: terrain.stairs,
        }
    });
    let mut screens = footing.map(|_, there| Occluder { wall: there.solid, ..Occluder::default() });
    let mut laid = Vec::new();
    for id in things(world) {
        let what = world.look(id).expect("a thing of the inventory should exist");
        let thing: &Thing = what.get().expect("a thing should be one");
        let door = what.get::<DoorState>().map(|door| door.0);
        let top = what.get::<GivesCover>().and_then(|cover| cover.height).map(|height| rise(map, thing, height));
        let at: &Position = what.get().expect("a thing should be somewhere");
        let edges = thing.squares.iter().map(|s| (s.x - at.at.x).max(s.y - at.at.y) + 1);
        laid.push(PlacedObject {
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
                    there.stairs = false;
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
    let heights = (heights.clone().min().unwrap_or_default(), heights.max().unwrap_or_default());
    if let Some(edges) = map.edges() {
        let mut at: Vec<(Id, Edge)> = edges.iter().filter_map(|(edge, here)| here.1.map(|id| (id, edge))).collect();
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
    let between = super::edges::survey(world, map, higher);
    let pit = |cell: &Cell| map.terrains[cell.terrain as usize].pit.0 > 0;
    Lay {
        footing,
        heights,
        pits: map.cells.cells().iter().any(pit),
        between,
        lines: Mutex::default(),
        kept: Mutex::default(),
        regions: OnceLock::new(),
        standing,
        screens,
        things: laid,
    }
}

/// So high above the highest ground a thing stands on.
fn rise(map: &Map, thing: &Thing, height: Length) -> Length {
    let ground = thing.squares.iter().map(|&square| map.ground(square)).max();
    Length(ground.unwrap_or_default().0 + height.0)
}
