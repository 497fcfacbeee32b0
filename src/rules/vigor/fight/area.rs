//! What takes in an area: which squares, whom, and one roll of damage for all (VIG-AREA).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{breath, roll::Pool};
use super::super::data::{Area, DamageType, Quality, Resist, Trigger};
use super::super::field::{air, compass, cover, distance, sight};
use super::harm::{self, Wound};
use super::{fire, readied, strike};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Length, Point, Square, line};
use crate::rule;

/// Something about to go off.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Blast {
    /// Who brings it about.
    pub by: Id,
    /// What it is called.
    pub name: Text,
    /// Its dice.
    pub dice: (u16, Quality),
    /// Its type.
    pub damage_type: DamageType,
    /// The square it starts from.
    pub origin: Square,
    /// The squares it takes in,
    pub squares: Vec<Square>,
    /// from which height,
    pub height: Length,
    /// and how many squares up and down from there.
    pub span: i32,
    /// What halves it.
    pub resist: Option<Resist>,
    /// Whether it is a spell.
    pub spell: bool,
}

/// VIG-AREA-3, VIG-AREA-6, VIG-AREA-8: the squares of an area: from a square, or from whoever uses it towards one.
pub(crate) fn squares(world: &World, area: Area, from: Square, at: Square) -> Vec<Square> {
    let (dx, dy) = compass::direction((i32::from(at.x - from.x), i32::from(at.y - from.y)));
    let inside = |there: &Square| match area {
        Area::Burst(n) => at.steps_to(*there) <= i32::from(n),
        Area::Cone(n) => in_cone(n, (dx, dy), (there.x - from.x, there.y - from.y)),
        Area::Line(n) => {
            let end = from.offset(dx * n, dy * n);
            *there != from && line::squares_crossed(Point::centre(from), Point::centre(end)).any(|one| one == *there)
        }
    };
    let origin = if matches!(area, Area::Burst(_)) { at } else { from };
    let open = |there: &Square| {
        *there == origin || !world.resource::<Map>().solid(*there) && !cover::blocked(world, origin, *there)
    };
    let all = world.resource::<Map>().cells().squares();
    all.filter(inside).filter(open).collect()
}

/// Whether an offset lies in a cone.
fn in_cone(n: i16, (dx, dy): (i16, i16), (x, y): (i16, i16)) -> bool {
    if dx == 0 || dy == 0 {
        let (forward, sideways) = if dy == 0 { (x * dx, y) } else { (y * dy, x) };
        (1..=n).contains(&forward) && sideways.abs() <= forward
    } else {
        let (u, v) = (x * dx, y * dy);
        (0..=n).contains(&u) && (0..=n).contains(&v) && (u, v) != (0, 0)
    }
}

/// How far an area reaches from where it begins, up and down as well as along the ground.
pub(crate) fn span(area: Area) -> i32 {
    let (Area::Burst(n) | Area::Cone(n) | Area::Line(n)) = area;
    i32::from(n)
}

/// VIG-GRID-10: of the squares of whoever lets it go the one from which it goes towards a square: the nearest.
pub(crate) fn starts(world: &World, id: Id, at: Square) -> Square {
    let own = space(world, id);
    let nearest = own.squares().min_by_key(|from| from.distance_squared(at));
    nearest.unwrap_or(own.at)
}

/// The squares of the map that are no farther from somebody than this, seen from above.
pub(crate) fn near(world: &World, id: Id, range: i32) -> impl Iterator<Item = Square> {
    let here = space(world, id);
    let all = world.resource::<Map>().cells().squares();
    all.filter(move |&at| here.steps(Footprint::single(at)) <= range)
}

/// VIG-AREA-3, VIG-AREA-7: whether somebody can let one begin at a square, from any of its own (VIG-GRID-10).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_begin(world: &World, id: Id, range: i32, at: Square) -> Result<(), Refusal> {
    let refuse = |rule, key: &'static str, message: &'static str| Err(Refusal::by(rule, key, message));
    let map = world.resource::<Map>();
    if !map.contains(at) {
        return refuse(rule!("VIG-AREA-3"), "range", "That is too far away.");
    }
    let own = Place::of(world, id);
    let up = distance::levels(own.height, Place::at(world, at).height);
    let far = own.space.steps(Footprint::single(at)).max(up);
    if far > range {
        return refuse(rule!("VIG-AREA-3"), "range", "That is too far away.");
    }
    let open = |from: &Square| *from == at || !cover::blocked(world, *from, at);
    let mut from = own.space.squares().filter(open).peekable();
    if map.solid(at) || from.peek().is_none() {
        return refuse(rule!("VIG-AREA-3"), "no_line", "No line leads there.");
    }
    let clearest = from.map(|from| air::worst(world, from, at)).min().unwrap_or_default();
    if air::haze_of(clearest).is_some_and(|haze| far > haze.limit.0) {
        return refuse(rule!("VIG-AREA-7"), "visibility", "Nothing can be made out there.");
    }
    Ok(())
}

/// VIG-COND-14, VIG-TYPE-8: whether somebody could let it go off: not over whoever has charmed it, and nothing Sonic where no air is.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_go_off(world: &World, blast: &Blast) -> Result<(), Refusal> {
    let Blast { by, origin, .. } = *blast;
    let own = side_of(world, by);
    let takes_in = |id: &Id| {
        let stand = stand(world, *id);
        distance::levels(stand.height, blast.height) <= blast.span
            && stand.space.squares().any(|at| blast.squares.contains(&at))
    };
    for id in on_map(world).filter(takes_in).filter(|&id| knows(world, own, id)) {
        strike::not_charmed_by(world, by, id)?;
    }
    let here = distance::squares_of(world, by);
    let airless = |from: &Square| air::airless(world, *from, origin);
    if blast.damage_type == DamageType::Sonic && here.iter().all(airless) {
        return Err(air::no_sound());
    }
    Ok(())
}

impl Later for Blast {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self { by, name, dice, damage_type, origin, squares, height, span, resist, spell } = self;
        let mut amount = Pool::effect(by, name, (dice.0, dice.1.die())).roll(world);
        amount.note("one roll for all, no Bonus dice", rule!("VIG-DMG-5"));
        world.tell(Event::number(by, amount.clone()).by(rule!("VIG-AREA-2")));
        let mut squares = squares;
        if damage_type == DamageType::Sonic {
            squares.retain(|&at| !air::airless(world, origin, at));
        }
        let within = |stand: Placement| {
            distance::levels(stand.height, height) <= span && stand.space.squares().any(|at| squares.contains(&at))
        };
        let hit = in_order(world, |_, stand| within(stand));
        for &id in &hit {
            let rule = if id == by || side_of(world, id) == side_of(world, by) {
                rule!("VIG-AREA-5")
            } else if space(world, id).side > 1 {
                rule!("VIG-AREA-4")
            } else {
                continue;
            };
            let text = "stands in it, too";
            world.tell(Event::note(text).actor(id).by(rule));
        }
        // VIG-HIDE-3: hostile, whatever it is set off with.
        sight::reveal(world, by, None, rule!("VIG-HIDE-3"));
        if spell {
            readied::after(world, by, None, vec![Trigger::UsesAbility, Trigger::Acts(by)]);
        }
        breath::catch(world, by);
        // What is launched last comes first: creatures, then things, then what catches fire.
        if damage_type == DamageType::Thermal {
            fire::ignite(world, &squares);
        }
        let wound = |target: Id, resist: Option<Resist>| Wound {
            quality: Some(dice.1),
            weapon: true,
            by: Some(by),
            origin: Some(origin),
            resist,
            ..Wound::new(target, amount.clone(), damage_type)
        };
        for thing in harm::things_within(world, &squares, Some(origin)).into_iter().rev() {
            launch(world, wound(thing, None));
        }
        let resist = resist.unwrap_or_else(harm::dive);
        for id in hit.into_iter().rev() {
            let wound = wound(id, Some(resist.clone())).behind_cover(world);
            launch(world, wound);
        }
    }
}

/// Lets one go off (VIG-AREA-6: which squares).
pub(crate) fn launch_blast(world: &mut World, blast: Blast, area: Area) {
    let radius = if let Area::Burst(n) = area { u32::try_from(n).unwrap_or(0) } else { 0 };
    let look = Look::new(Style::Burst, blast.damage_type.kind().tint);
    let what = What::Attack { with: blast.name.clone(), look, at: blast.origin, radius };
    let rule = match area {
        Area::Burst(_) => rule!("VIG-AREA-3"),
        Area::Line(_) => rule!("VIG-AREA-6"),
        Area::Cone(_) => rule!("VIG-AREA-8"),
    };
    let count = blast.squares.len();
    let mut trace = Trace::new("squares", i32::try_from(count).unwrap_or(0)).by(rule.clone());
    trace.note("no roll to hit, no Guard", rule!("VIG-AREA-1"));
    world.tell(Event::new(what).actor(blast.by).trace(trace).by(rule).by(rule!("VIG-ACT-17")));
    launch(world, blast);
}
