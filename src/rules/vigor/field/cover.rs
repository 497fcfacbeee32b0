//! Cover: four lines from the square that attacks to the square that is attacked, and what they cross (VIG-COVER).

use bevy::prelude::World;

use super::super::data::{Barrier, Fixture, SQUARE};
use super::near;
use crate::battle::*;
use crate::grid::line::{self, Meeting};
use crate::grid::{Edge, Footprint, Length, Point, Square};
use crate::rule;

/// What stands between an attacker and a target.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Whether no line leads there at all.
    pub blocked: bool,
    /// What it adds to Guard, and the rule.
    pub guard: Option<(i32, Rule)>,
    /// What it adds to the Armor Rank, and the rule.
    pub rank: Option<(i32, Rule)>,
    /// Why it counts: what of its kind must be so.
    pub why: Option<Rule>,
    /// What gives that.
    pub source: Option<(Option<Id>, Square)>,
    /// The line that shows it.
    pub line: Option<(Point, Point)>,
    /// The squares between which it was looked at.
    pub pair: Option<(Square, Square)>,
    /// Whether something hides it that stops nothing.
    pub light: bool,
    /// How many of the four lines cross something tall.
    pub crossing: usize,
    /// Whether something stands there that counts as two.
    pub solid: bool,
}

impl Found {
    /// How much of it there is, whatever comes of it.
    pub fn step(&self) -> CoverStep {
        match (
            self.guard.as_ref().map(|guard| guard.0),
            self.rank.as_ref().map(|rank| rank.0),
        ) {
            (_, Some(10 | 0)) => CoverStep::Full,
            (_, Some(_)) => CoverStep::Half,
            (Some(_), None) => CoverStep::Light,
            (None, None) => CoverStep::None,
        }
    }

    /// As everybody reads it.
    pub fn shelter(&self) -> Shelter {
        let step = self.step();
        let name = match step {
            CoverStep::None => "",
            CoverStep::Light => "Light Cover",
            CoverStep::Full => "Full Cover",
            _ => "Partial Cover",
        };
        let source = |&(of, at): &(Option<Id>, Square)| CoverSource { of, squares: vec![at] };
        Shelter {
            step,
            name: name.into(),
            sources: self.source.iter().map(source).collect(),
        }
    }

    /// How good it is for the target: VIG-GRID-10 looks for the least.
    fn worth(&self) -> (bool, i32, i32) {
        let number = |of: &Option<(i32, Rule)>| of.as_ref().map_or(0, |of| of.0);
        (self.blocked, number(&self.rank), number(&self.guard))
    }
}

/// VIG-GRID-9, VIG-COVER-25: what an edge is to lines and ways.
pub fn barrier_of(world: &World, edge: Edge) -> Barrier {
    let Some(between) = &lay(world).1.between else {
        return Barrier::Nothing;
    };
    let here = between.at(edge);
    let over = |top: Length, feet: i32| top.0 >= here.ground.0.saturating_add(Length::feet(feet).0);
    if here.kind == 0 {
        Barrier::Nothing
    } else if over(here.shots, SQUARE) {
        Barrier::Tall
    } else if over(here.some_shots, 2) || over(here.step, 2) {
        Barrier::Low
    } else if over(here.sight, 2) {
        Barrier::Foliage
    } else {
        Barrier::Nothing
    }
}

/// VIG-ADJ-3: whether something at an edge keeps those on both sides of it from each other.
pub fn parts(world: &World, edge: Edge) -> bool {
    matches!(barrier_of(world, edge), Barrier::Low | Barrier::Tall)
}

/// VIG-GRID-8, VIG-GRID-9, VIG-GRID-13: whether the way between two neighbouring squares is clear. `open` says what of the squares at
/// a corner is.
pub fn clear_way(world: &World, one: Square, other: Square, open: impl Fn(Square) -> bool) -> Result<(), Rule> {
    let (dx, dy) = ((other.x - one.x).signum(), (other.y - one.y).signum());
    if Edge::passed(Footprint::single(one), other).any(|edge| parts(world, edge)) {
        return Err(if dx == 0 || dy == 0 {
            rule!("VIG-GRID-9")
        } else {
            rule!("VIG-GRID-13")
        });
    }
    let corner = dx == 0 || dy == 0 || (open(one.offset(dx, 0)) && open(one.offset(0, dy)));
    if corner { Ok(()) } else { Err(rule!("VIG-GRID-8")) }
}

/// VIG-COVER-1: what a square is to lines.
pub fn barrier_at(world: &World, at: Square) -> Barrier {
    let (map, lay) = lay(world);
    let Some(&screen) = lay.screens.get(at).filter(|screen| !screen.wall) else {
        return Barrier::Tall;
    };
    let things = lay.things_of(screen).filter_map(|thing| world.part::<Fixture>(thing));
    let ground = || {
        let terrain = map.terrain(at)?;
        let written = terrain
            .rules
            .get("vigor")
            .and_then(|table| table.get("foliage")?.as_bool());
        written.unwrap_or(terrain.key == "brush").then_some(Barrier::Foliage)
    };
    things
        .map(|fixture| fixture.barrier)
        .max_by_key(|&barrier| barrier as u8)
        .or_else(ground)
        .unwrap_or(Barrier::Nothing)
}

/// The least cover a target has against an attacker, from any square of the one to any of the other (VIG-GRID-10); of equal ones
/// where the air is clearest, then the shortest (VIG-GRID-12).
pub fn between(world: &World, attacker: Id, target: Id) -> Found {
    let (from, to) = (near::squares_of(world, attacker), near::squares_of(world, target));
    let edge = edge_of(world, target);
    let own = |at: Square| from.contains(&at) || to.contains(&at);
    let pairs = from.iter().flat_map(|&one| to.iter().map(move |&other| (one, other)));
    let found = pairs.map(|(one, other)| along(world, one, other, own, edge));
    let least = found.min_by_key(|found| {
        let far = found.pair.map_or(0, |(one, other)| one.steps_to(other));
        (found.worth(), far)
    });
    let mut found = least.unwrap_or_default();
    // VIG-FALL-4: the edge of a ledge or a pit lies between those who stand high and those who stand low.
    if found.rank.is_none() && near::levels_apart(world, attacker, target) > 1 {
        found.guard = found.guard.or(Some((3, rule!("VIG-COVER-11"))));
        found.rank = Some((5, rule!("VIG-COVER-12")));
        found.why = Some(rule!("VIG-FALL-4"));
    }
    found
}

/// The cover that a space has against what spreads from a square (VIG-COVER-22).
pub fn from_square(world: &World, origin: Square, space: &[Square]) -> Found {
    let own = |at: Square| at == origin || space.contains(&at);
    let found = space.iter().map(|&to| along(world, origin, to, own, None));
    found.min_by_key(Found::worth).unwrap_or_default()
}

/// VIG-COVER-2 to VIG-COVER-5: what the four lines from one square to another cross. What is aimed at itself is no cover (VIG-OBJ-8).
fn along(world: &World, from: Square, to: Square, own: impl Fn(Square) -> bool, aimed: Option<Edge>) -> Found {
    let start = Point::centre(from);
    let (mut least, mut crossing) = (usize::MAX, 0);
    let (mut tall, mut low, mut foliage) = (None, None, None);
    let (mut edges, mut solid) = (false, false);
    for end in Point::quarters(to) {
        let mut crossed = 0;
        for at in line::squares_crossed(start, end) {
            // Foliage hides whoever stands in it; of all else its own square is none.
            let barrier = barrier_at(world, at);
            match barrier {
                Barrier::Tall | Barrier::Solid if !own(at) => {
                    crossed += 1 + usize::from(barrier == Barrier::Solid);
                    solid |= barrier == Barrier::Solid;
                    tall = Some((thing_at(world, at), at));
                }
                Barrier::Low if !own(at) && at.touches(to) => low = Some((thing_at(world, at), at)),
                Barrier::Foliage if at != from => foliage = Some((thing_at(world, at), at)),
                _ => {}
            }
        }
        if lay(world).1.between.is_some() {
            line::edges_met(start, end, |meeting| {
                if let Meeting::Across(edge, at) = meeting
                    && Some(edge) != aimed
                {
                    let thing = lay(world).1.between.as_ref().and_then(|between| between.at(edge).thing);
                    match barrier_of(world, edge) {
                        Barrier::Tall => {
                            (crossed, edges) = (crossed + 1, true);
                            tall = Some((thing, at));
                        }
                        Barrier::Low if edge.bounds(Footprint::single(to)) => {
                            edges = true;
                            low = Some((thing, at));
                        }
                        Barrier::Foliage => {
                            edges = true;
                            foliage = Some((thing, at));
                        }
                        _ => {}
                    }
                }
                false
            });
        }
        least = least.min(crossed);
        crossing += usize::from(crossed > 0);
    }
    let end = Point::centre(to);
    let mut found = Found {
        blocked: least >= 2,
        line: Some((start, end)),
        pair: Some((from, to)),
        light: foliage.is_some(),
        crossing,
        solid,
        ..Found::default()
    };
    let sturdy = |source: Option<(Option<Id>, Square)>| {
        let thing = source.and_then(|(thing, _)| thing);
        thing
            .and_then(|thing| world.part::<Fixture>(thing))
            .is_none_or(|fixture| fixture.sturdy)
    };
    if tall.is_some() && least >= 1 {
        found.guard = Some((5, rule!("VIG-COVER-14")));
        found.rank = Some((if sturdy(tall) { 10 } else { 0 }, rule!("VIG-COVER-15")));
        found.why = Some(rule!("VIG-COVER-3"));
        found.source = tall;
    } else if let Some(source) = tall.or(low) {
        found.guard = Some((3, rule!("VIG-COVER-11")));
        found.rank = Some((5, rule!("VIG-COVER-12")));
        found.why = Some(if tall.is_some() {
            rule!("VIG-COVER-23")
        } else {
            rule!("VIG-COVER-4")
        });
        found.source = Some(source);
    }
    if foliage.is_some() {
        // The highest of each.
        let alone = found.rank.is_none();
        found.why = Some(if alone {
            rule!("VIG-COVER-5")
        } else {
            rule!("VIG-COVER-17")
        });
        found.guard = Some((10, rule!("VIG-COVER-7")));
        found.source = found.source.or(foliage);
    }
    if edges {
        found.why = Some(rule!("VIG-COVER-25"));
    }
    found
}
