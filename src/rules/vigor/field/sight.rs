//! Visibility: the ranks of the atmosphere square by square, how far one sees and shoots through it and how hard that is; and who is
//! Hidden from whom (VIG-VIS, VIG-HIDE).

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};

use super::super::body::who;
use super::super::data::{Hiding, SQUARE, conditions};
use super::cover::{self, Found};
use super::near;
use crate::battle::*;
use crate::grid::{Length, Point, Square, line};
use crate::level::{Light, Visibility};
use crate::rule;

/// Smoke that hangs in the air for a while, or comes from what burns (VIG-ENC-4, VIG-HAZ-3).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cloud {
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
pub struct Air(pub Vec<Cloud>);

/// What a rank does to attacks at a distance.
pub struct Haze {
    /// What people call it.
    pub name: &'static str,
    /// How many squares off anything can be attacked, and the rule.
    pub limit: (i32, Rule),
    /// What it adds to what must be beaten, and the rule.
    pub harder: (i32, Rule),
    /// How near it does not matter.
    pub near: i32,
}

/// VIG-VIS-1, VIG-VIS-18: how thick the air is in a square, darkness counted in.
pub fn rank(world: &World, at: Square) -> Visibility {
    let map = world.resource::<Map>();
    let mut rank = map.weather.visibility;
    let Some(cell) = map.cell(at) else { return rank };
    if cell.fog {
        rank = rank.max(Visibility::Low);
    }
    let lamp = || {
        let shines = |from: Square, reach: Length| {
            let far = Length::feet(from.steps_to(at) * SQUARE);
            let mut crossed = line::squares_crossed(Point::centre(from), Point::centre(at));
            far <= reach && crossed.all(|square| !map.solid(square))
        };
        on_map(world).chain(things(world)).any(|id| {
            let reach = world.part::<Lamp>(id).map_or(Length(0), |lamp| lamp.0);
            reach.0 > 0 && near::squares_of(world, id).into_iter().any(|from| shines(from, reach))
        })
    };
    rank = match cell.light {
        Light::Dark if !lamp() => rank.max(Visibility::Low),
        Light::Dim if !lamp() => rank.max(Visibility::Reduced),
        _ => rank,
    };
    let written = map
        .terrain(at)
        .and_then(|terrain| terrain.rules.get("vigor")?.get("visibility")?.as_str());
    rank = rank.max(match written {
        Some("reduced") => Visibility::Reduced,
        Some("low") => Visibility::Low,
        Some("zero") => Visibility::Zero,
        _ => Visibility::Clear,
    });
    let clouds = &world.resource::<Air>().0;
    let here = clouds.iter().filter(|cloud| cloud.squares.contains(&at));
    here.map(|cloud| cloud.rank).fold(rank, Ord::max)
}

/// VIG-VIS-2: the worst rank on the line from one square to another.
pub fn worst(world: &World, from: Square, to: Square) -> Visibility {
    let crossed = line::squares_crossed(Point::centre(from), Point::centre(to));
    crossed
        .chain([from, to])
        .map(|at| rank(world, at))
        .max()
        .unwrap_or(Visibility::Clear)
}

/// What hangs between two squares, if it hinders attacks at a distance.
pub fn haze(world: &World, from: Square, to: Square) -> Option<Haze> {
    haze_of(worst(world, from, to))
}

/// What a rank does.
pub fn haze_of(rank: Visibility) -> Option<Haze> {
    let haze = |name, feet: i32, limit, harder, rule, near| Haze {
        name,
        limit: (feet / SQUARE, limit),
        harder: (harder, rule),
        near,
    };
    Some(match rank {
        Visibility::Clear => return None,
        Visibility::Reduced => haze("Reduced visibility", 300, rule!("VIG-VIS-5"), 5, rule!("VIG-VIS-6"), 0),
        Visibility::Low => haze("Low visibility", 150, rule!("VIG-VIS-9"), 10, rule!("VIG-VIS-10"), 0),
        Visibility::Zero => haze("Zero visibility", 30, rule!("VIG-VIS-13"), 15, rule!("VIG-VIS-14"), 1),
    })
}

/// VIG-VIS-3, VIG-VIS-4, VIG-VIS-8, VIG-VIS-12: how many squares one sees through it, with the rule.
pub fn vision(rank: Visibility) -> (i32, Rule) {
    let (feet, rule) = match rank {
        Visibility::Clear => (1200, rule!("VIG-VIS-3")),
        Visibility::Reduced => (100, rule!("VIG-VIS-4")),
        Visibility::Low => (50, rule!("VIG-VIS-8")),
        Visibility::Zero => (10, rule!("VIG-VIS-12")),
    };
    (feet / SQUARE, rule)
}

/// Why one cannot see another in the open, if so.
pub enum Concealed {
    /// No line leads there.
    NoLine,
    /// In Light or Full Cover.
    Covered(CoverStep),
    /// Beyond the range of vision.
    Beyond(Rule),
}

/// VIG-HIDE-1: what keeps a viewer from seeing another in the open; nothing where nothing does.
pub fn concealed(world: &World, viewer: Id, id: Id) -> Option<Concealed> {
    let found: Found = cover::between(world, viewer, id);
    if found.blocked {
        return Some(Concealed::NoLine);
    }
    let step = found.step();
    if found.light || step == CoverStep::Full {
        return Some(Concealed::Covered(step));
    }
    let (from, to) = found.pair?;
    let (range, rule) = vision(worst(world, from, to));
    (near::distance(world, viewer, id) > range).then_some(Concealed::Beyond(rule))
}

/// VIG-HIDE-9: the enemies that count for hiding: conscious ones on the map.
pub fn watchers(world: &World, id: Id) -> Vec<Id> {
    on_map(world)
        .filter(|&other| who::hostile(world, id, other) && who::conscious(world, other))
        .collect()
}

/// Whether a side does not know where a creature is (VIG-HIDE-6, VIG-HIDE-9).
pub fn hidden_from(world: &World, side: SideId, id: Id) -> bool {
    let Some(hiding) = world.part::<Hiding>(id) else {
        return false;
    };
    if hiding.from.contains(&side) {
        return true;
    }
    who::profile(world, id).invisible && !hiding.located.contains(&side) && !sees_through(world, side)
}

/// VIG-HIDE-11: whether somebody of a side sees what nobody can.
fn sees_through(world: &World, side: SideId) -> bool {
    on_map(world).any(|id| side_of(world, id) == side && who::profile(world, id).sees_invisible)
}

/// VIG-AWARE-1: whether a creature is unaware of another.
pub fn unaware(world: &World, id: Id, of: Id) -> bool {
    !who::conscious(world, id) || hidden_from(world, side_of(world, id), of)
}

/// Somebody comes to light for a side, or for all.
pub fn reveal(world: &mut World, id: Id, to: Option<SideId>, rule: Rule) {
    let invisible = who::profile(world, id).invisible;
    let own = side_of(world, id);
    let sides = world.resource::<LevelRes>().0.sides.len();
    let all = (0..sides).filter_map(|side| u8::try_from(side).ok().map(SideId));
    let meant: Vec<SideId> = all
        .filter(|&side| side != own && to.is_none_or(|to| to == side))
        .filter(|&side| hidden_from(world, side, id))
        .collect();
    if meant.is_empty() {
        return;
    }
    let mut hiding = world.the_mut::<Hiding>(id);
    hiding.from.retain(|side| !meant.contains(side));
    if invisible {
        hiding.located.extend(meant);
    }
    if world.the::<Hiding>(id).from.is_empty() {
        who::lose(world, id, conditions::HIDDEN, rule.clone());
    }
    who::note(world, id, if invisible { "is located" } else { "is revealed" }, rule);
    if to.is_some() {
        who::note(world, id, "to all of that side", rule!("VIG-HIDE-9"));
    }
}

/// What finds somebody who lies in wait, or has been hidden by the game master, must beat this (VIG-HIDE-5).
pub const LYING_IN_WAIT: i32 = 20;

/// VIG-GM-1: by the game master's hand somebody is Hidden from everybody else's side; whether there is one.
pub fn hide_from_all(world: &mut World, id: Id, rule: Rule) -> bool {
    let own = side_of(world, id);
    let mut sides: Vec<SideId> = on_map(world)
        .map(|other| side_of(world, other))
        .filter(|&side| side != own)
        .collect();
    sides.sort();
    sides.dedup();
    if sides.is_empty() {
        return false;
    }
    let mut hiding = world.the_mut::<Hiding>(id);
    (hiding.from, hiding.total) = (sides, LYING_IN_WAIT);
    who::gain(world, id, conditions::HIDDEN, Lasts::UntilEnded, rule)
}

/// VIG-HIDE-6: one that nobody sees is lost sight of with its next step.
pub fn lose_sight(world: &mut World, id: Id) {
    if !world.the::<Hiding>(id).located.is_empty() {
        world.the_mut::<Hiding>(id).located.clear();
        who::note(world, id, "is lost sight of", rule!("VIG-HIDE-6"));
    }
}

/// VIG-HIDE-3, VIG-HIDE-8: whoever hides in view of an enemy is revealed to its side.
pub fn look_about(world: &mut World, stepped: Option<Id>) {
    let hiding: Vec<Id> = on_map(world)
        .filter(|&id| !world.the::<Hiding>(id).from.is_empty() && !who::profile(world, id).invisible)
        .collect();
    for id in hiding {
        for viewer in watchers(world, id) {
            let side = side_of(world, viewer);
            if hidden_from(world, side, id) && concealed(world, viewer, id).is_none() {
                let rule = if stepped == Some(id) {
                    rule!("VIG-HIDE-3")
                } else {
                    rule!("VIG-HIDE-8")
                };
                reveal(world, id, Some(side), rule);
            }
        }
    }
}

/// VIG-ENC-4: clouds go on for a round; those that have cleared are told.
pub fn clear(world: &mut World) {
    let mut air = world.resource_mut::<Air>();
    let before = air.0.len();
    air.0.retain_mut(|cloud| {
        cloud.left -= 1;
        cloud.left > 0
    });
    if air.0.len() < before {
        let what = What::Note {
            text: "The air clears.".into(),
        };
        world.tell(Event::new(what).by(rule!("VIG-ENC-4")));
    }
}
