//! What hangs in the air: its ranks square by square, how far one sees and shoots through it and how hard that is (VIG-VIS).

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};

use super::super::data::{Barrier, SQUARE, options};
use super::barrier::barrier_at;
use super::distance;
use crate::battle::*;
use crate::grid::{Length, Point, Square, line};
use crate::level::{Light, Terrain, Visibility};
use crate::rule;

/// Smoke that hangs in the air for a while, or comes from what burns (VIG-ENC-4, VIG-HAZ-3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Cloud {
    /// Where.
    pub squares: Vec<Square>,
    /// How thick it is.
    pub rank: Visibility,
    /// In how many Recovery phases it clears.
    pub left: i32,
    /// Whether it burns there.
    pub burns: bool,
}

/// All of it.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Air(pub Vec<Cloud>);

/// What a rank does to attacks at a distance.
pub(crate) struct Haze {
    /// What people call it.
    pub name: &'static str,
    /// How many squares off anything can be attacked, and the rule.
    pub limit: (i32, Rule),
    /// What it adds to what must be beaten, and the rule.
    pub harder: (i32, Rule),
    /// How near it does not matter; nothing where it always does.
    pub near: Option<i32>,
}

/// VIG-VIS-1, VIG-VIS-18: how badly one sees who is in a square and looks at what is in it: air and darkness.
pub(crate) fn rank(world: &World, at: Square) -> Visibility {
    air(world, at).max(dark(world, at))
}

/// VIG-VIS-1: how thick the air is in a square.
fn air(world: &World, at: Square) -> Visibility {
    thickest(world, [at])
}

/// The thickest air in any of some squares.
fn thickest(world: &World, squares: impl IntoIterator<Item = Square>) -> Visibility {
    let (map, clouds) = (world.resource::<Map>(), &world.resource::<Air>().0);
    let written = |terrain: &Terrain| {
        let word = terrain.rules.get("vigor")?.get("visibility")?.as_str();
        Some(match word? {
            "reduced" => Visibility::Reduced,
            "low" => Visibility::Low,
            "zero" => Visibility::Zero,
            _ => Visibility::Clear,
        })
    };
    let mut rank = map.weather.visibility;
    for at in squares {
        let Some(cell) = map.cell(at) else { continue };
        if cell.fog {
            rank = rank.max(Visibility::Low);
        }
        rank = rank.max(map.terrain(at).and_then(written).unwrap_or_default());
        let here = clouds.iter().filter(|cloud| cloud.squares.contains(&at));
        rank = here.map(|cloud| cloud.rank).fold(rank, Ord::max);
    }
    rank
}

/// VIG-VIS-18: how dark it is in a square where no lamp shines.
fn dark(world: &World, at: Square) -> Visibility {
    match world.resource::<Map>().cell(at).map(|cell| cell.light) {
        Some(Light::Dark) if !lamplit(world, at) && options::is_on(world, "pitch_dark") => Visibility::Zero,
        Some(Light::Dark) if !lamplit(world, at) => Visibility::Low,
        Some(Light::Dim) if !lamplit(world, at) => Visibility::Reduced,
        _ => Visibility::Clear,
    }
}

/// Whether a lamp shines into a square: near enough, heights counted in, with nothing tall in between.
pub(crate) fn lamplit(world: &World, at: Square) -> bool {
    let between = lay(world).1.between.as_ref();
    let floor = Place::at(world, at).height;
    let shines = |from: Square, height: Length, reach: Length| {
        let along = Length::feet(from.steps_to(at) * SQUARE);
        let up = Length((height.0 - floor.0).abs());
        let (one, other) = (Point::centre(from), Point::centre(at));
        let tall = |square: Square| {
            square != from && square != at && matches!(barrier_at(world, square), Barrier::Tall | Barrier::Solid)
        };
        along.max(up) <= reach
            && !line::squares_crossed(one, other).any(tall)
            && !between.is_some_and(|between| between.walls_off(one, other, true))
    };
    on_map(world).chain(things(world)).any(|id| {
        let reach = world.part::<Lamp>(id).map_or(Length::ZERO, |lamp| lamp.0);
        let height = world.part::<Position>(id).map_or(floor, |position| position.height);
        reach.0 > 0 && distance::squares_of(world, id).into_iter().any(|from| shines(from, height, reach))
    })
}

/// VIG-VIS-2: the worst rank on the line from one square to another; darkness counts where one looks, not where one looks from.
pub(crate) fn worst(world: &World, from: Square, to: Square) -> Visibility {
    let crossed = line::squares_crossed(Point::centre(from), Point::centre(to));
    thickest(world, crossed.chain([from, to])).max(dark(world, to))
}

/// VIG-TYPE-8: whether there is no air somewhere on the line from one square to another.
pub(crate) fn airless(world: &World, from: Square, to: Square) -> bool {
    let map = world.resource::<Map>();
    let void = |at: Square| {
        let terrain = map.terrain(at).and_then(|terrain| terrain.rules.get("vigor"));
        terrain.and_then(|rules| rules.get("vacuum")?.as_bool()) == Some(true)
    };
    let mut crossed = line::squares_crossed(Point::centre(from), Point::centre(to)).chain([from, to]);
    crossed.any(|at| map.airless(at) || void(at))
}

/// VIG-TYPE-8: why nothing Sonic is aimed there.
pub(crate) fn no_sound() -> Refusal {
    Refusal::by(rule!("VIG-TYPE-8"), "vacuum", "Sound does not carry through nothing.")
}

/// What hangs between two squares, if it hinders attacks at a distance.
pub(crate) fn haze(world: &World, from: Square, to: Square) -> Option<Haze> {
    haze_of(worst(world, from, to))
}

/// What a rank does.
pub(crate) fn haze_of(rank: Visibility) -> Option<Haze> {
    let haze = |name, feet: i32, limit, harder, rule, near| Haze {
        name,
        limit: (feet / SQUARE, limit),
        harder: (harder, rule),
        near,
    };
    Some(match rank {
        Visibility::Clear => return None,
        Visibility::Reduced => haze("Reduced visibility", 300, rule!("VIG-VIS-5"), 5, rule!("VIG-VIS-6"), None),
        Visibility::Low => haze("Low visibility", 150, rule!("VIG-VIS-9"), 10, rule!("VIG-VIS-10"), None),
        Visibility::Zero => haze("Zero visibility", 30, rule!("VIG-VIS-13"), 15, rule!("VIG-VIS-14"), Some(1)),
    })
}

/// VIG-VIS-3, VIG-VIS-4, VIG-VIS-8, VIG-VIS-12: how many squares one sees through it, with the rule.
pub(crate) fn vision(rank: Visibility) -> (i32, Rule) {
    let (feet, rule) = match rank {
        Visibility::Clear => (1200, rule!("VIG-VIS-3")),
        Visibility::Reduced => (100, rule!("VIG-VIS-4")),
        Visibility::Low => (50, rule!("VIG-VIS-8")),
        Visibility::Zero => (10, rule!("VIG-VIS-12")),
    };
    (feet / SQUARE, rule)
}

/// VIG-ENC-4: clouds go on for a round; those that have cleared are told.
pub(crate) fn clear(world: &mut World) {
    let mut air = world.resource_mut::<Air>();
    let before = air.0.len();
    air.0.retain_mut(|cloud| {
        cloud.left -= 1;
        cloud.left > 0
    });
    if air.0.len() < before {
        world.tell(Event::note("The air clears.").by(rule!("VIG-ENC-4")));
    }
}

/// Whether a square is lit, by the level or by a lamp.
pub(crate) fn lit(world: &World, at: Square) -> bool {
    let light = world.resource::<Map>().cell(at).map(|cell| cell.light);
    light.is_some_and(|light| light != Light::Dark || lamplit(world, at))
}

/// Whether fog or smoke hangs in a square.
pub(crate) fn foggy(world: &World, at: Square) -> bool {
    let drawn = world.resource::<Map>().cell(at).is_some_and(|cell| cell.fog);
    drawn || world.resource::<Air>().0.iter().any(|cloud| cloud.squares.contains(&at))
}
