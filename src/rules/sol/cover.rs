//! Cover: which share of the target each obstacle hides, and which level that is.

use std::collections::BTreeMap;

use bevy::prelude::World;

use super::stats::*;
use crate::battle::*;
use crate::grid::{Footprint, Grid, Length, Point, Ratio, Square, line};
use crate::rule;

/// The levels of cover, from nothing up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Nothing that counts.
    None,
    /// At least half of the body.
    Half,
    /// At least three quarters.
    ThreeQuarters,
    /// All of it.
    Full,
}

impl Level {
    /// The short name, empty for none.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Half => "half cover",
            Self::ThreeQuarters => "three-quarters cover",
            Self::Full => "full cover",
        }
    }

    /// The level by the word a game master uses.
    pub fn by_word(word: &str) -> Option<Self> {
        match word {
            "none" => Some(Self::None),
            "half" => Some(Self::Half),
            "three_quarters" => Some(Self::ThreeQuarters),
            "full" => Some(Self::Full),
            _ => None,
        }
    }

    /// SOL-COVER-5 to SOL-COVER-7: what remains of a total.
    pub fn remains(self, total: i32) -> i32 {
        match self {
            Self::None => total,
            Self::Half => total * 3 / 4,
            Self::ThreeQuarters => total / 2,
            Self::Full => 0,
        }
    }

    /// The rule that says what remains.
    pub fn rule(self) -> Rule {
        match self {
            Self::None => rule!("SOL-COVER-1"),
            Self::Half => rule!("SOL-COVER-5"),
            Self::ThreeQuarters => rule!("SOL-COVER-6"),
            Self::Full => rule!("SOL-COVER-7"),
        }
    }

    /// SOL-COVER-2 to SOL-COVER-4: the level of a covered share.
    fn of(share: Ratio) -> Self {
        if share >= Ratio::whole(1) {
            Self::Full
        } else if share >= Ratio::new(3, 4) {
            Self::ThreeQuarters
        } else if share >= Ratio::new(1, 2) {
            Self::Half
        } else {
            Self::None
        }
    }

    fn share_rule(self) -> Rule {
        match self {
            Self::None => rule!("SOL-COVER-1"),
            Self::Half => rule!("SOL-COVER-2"),
            Self::ThreeQuarters => rule!("SOL-COVER-3"),
            Self::Full => rule!("SOL-COVER-4"),
        }
    }
}

/// Where an attack or effect comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The squares it may come from.
    pub space: Footprint,
    /// The ground it stands on.
    pub ground: Length,
    /// Its posture height; `None` for a spot, which leans over nothing.
    pub tall: Option<Length>,
    /// The creature, so that it does not stand in its own way.
    pub who: Option<Id>,
}

/// Who or what may be covered.
#[derive(Clone, Copy, Debug)]
pub struct Covered {
    /// Its squares.
    pub space: Footprint,
    /// The ground it stands on.
    pub ground: Length,
    /// Its posture height.
    pub tall: Length,
    /// Its size, when it is a creature.
    pub size: Option<crate::level::Size>,
    /// Its identity.
    pub who: Option<Id>,
}

/// The cover found, and why.
#[derive(Clone, Debug)]
pub struct Found {
    /// The level.
    pub level: Level,
    /// The share covered by the best source.
    pub share: Ratio,
    /// Every source with its share.
    pub trace: Trace,
    /// The line that decides: from, to, the first square that blocks it.
    pub line: (Point, Point, Option<Square>),
}

/// SOL-POST-5: the height of a creature in its posture.
pub fn posture_height(world: &World, id: Id) -> Length {
    in_posture(*world.the(id), world.the(id))
}

fn in_posture(body: Body, stance: &Stance) -> Length {
    match stance.posture {
        Posture::Standing => body.tall,
        Posture::Crouching => Length(body.tall.0 / 2),
        Posture::Prone => Length(body.tall.0 / 4),
    }
}

/// Where a creature or object is: its squares, and the height it stands at.
pub fn place(world: &World, id: Id) -> Place {
    let what = world.look(id).expect("what is measured should exist");
    let position = what.get::<Position>().expect("what is measured should be somewhere");
    let space = match (what.get::<Body>(), what.get::<Thing>()) {
        (Some(body), _) => footprint(position, body),
        (None, Some(thing)) => space_of(thing, position.at),
        (None, None) => Footprint::single(position.at),
    };
    Place {
        space,
        height: position.height,
    }
}

/// The smallest square space that holds all of an object.
fn space_of(thing: &Thing, at: Square) -> Footprint {
    let edges = thing.squares.iter().map(|s| (s.x - at.x).max(s.y - at.y) + 1);
    Footprint::new(at, u8::try_from(edges.max().unwrap_or(1)).unwrap_or(1))
}

/// A creature as an origin.
pub fn origin_of(world: &World, id: Id) -> Origin {
    Origin {
        space: space(world, id),
        ground: world.the::<Position>(id).height,
        tall: Some(posture_height(world, id)),
        who: Some(id),
    }
}

/// A spot as an origin.
pub fn spot(world: &World, at: Square) -> Origin {
    Origin {
        space: Footprint::single(at),
        ground: floor(world, at),
        tall: None,
        who: None,
    }
}

/// A creature or object as something that may be covered.
pub fn covered(world: &World, id: Id) -> Covered {
    let what = world.look(id).expect("what may be covered should exist");
    let position = what.get::<Position>().expect("what may be covered should be somewhere");
    if let (Some(body), Some(stance), Some(stats)) = (what.get(), what.get(), what.get::<Stats>()) {
        return Covered {
            space: footprint(position, body),
            ground: position.height,
            tall: in_posture(*body, stance),
            size: Some(stats.0.size),
            who: Some(id),
        };
    }
    let at = position.at;
    let tall = match world.the::<GivesCover>(id).height {
        None => Length::feet(10),
        // What hides nothing for being slim or flat is not hidden whole by whatever is higher than nothing: it counts
        // as high as its square is wide.
        Some(Length(0)) => Length::feet(5),
        Some(height) => height,
    };
    Covered {
        space: space_of(world.the(id), at),
        ground: world.resource::<Map>().ground(at),
        tall,
        size: None,
        who: Some(id),
    }
}

/// What stands between, told apart as SOL-COVER-15 does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Walls(u32),
    Thing(Id),
    Creature(Id),
}

/// Everything that can block a line, collected once for a measurement.
struct Obstacles<'w> {
    world: &'w World,
    map: &'w Map,
    things: &'w Grid<Vec<Id>>,
    bodies: Vec<(Id, Footprint)>,
    target: Option<Id>,
}

impl<'w> Obstacles<'w> {
    fn collect(world: &'w World, origin: &Origin, target: &Covered) -> Self {
        let bodies = on_map(world)
            .filter(|&id| Some(id) != target.who && Some(id) != origin.who)
            .map(|id| (id, space(world, id)))
            .collect();
        Self {
            world,
            map: world.resource::<Map>(),
            things: things_by_square(world),
            bodies,
            target: target.who,
        }
    }

    fn at(&self, square: Square, out: &mut Vec<Source>) {
        if self.map.solid(square) {
            out.push(Source::Walls(self.map.wall_group(square)));
        }
        let things = self.things.get(square).into_iter().flatten();
        out.extend(
            things
                .filter(|&&id| Some(id) != self.target)
                .map(|&id| Source::Thing(id)),
        );
        out.extend(
            self.bodies
                .iter()
                .filter(|(_, body)| body.contains(square))
                .map(|&(id, _)| Source::Creature(id)),
        );
    }

    /// The share f that a source hides of what is behind it, and the rule.
    fn hides(&self, source: Source, origin: &Origin, from: Square, target: &Covered) -> (Ratio, Rule) {
        let world = self.world;
        let whole = Ratio::whole(1);
        let nothing = Ratio::whole(0);
        match source {
            Source::Walls(_) => (whole, rule!("SOL-COVER-16")),
            Source::Thing(id) => {
                let Some(top) = top_of(world, id) else {
                    return (whole, rule!("SOL-COVER-16"));
                };
                if origin.ground >= top {
                    return (nothing, rule!("SOL-COVER-19"));
                }
                let squares = &world.the::<Thing>(id).squares;
                let beside = squares.iter().any(|square| square.steps_to(from) <= 1);
                let at_target = squares
                    .iter()
                    .any(|&square| target.space.steps(Footprint::single(square)) <= 1);
                if let Some(tall) = origin.tall
                    && beside
                    && !at_target
                {
                    let leans = top.0 < origin.ground.0 + tall.0;
                    return (if leans { nothing } else { whole }, rule!("SOL-COVER-18"));
                }
                let hidden = (top.0 - target.ground.0).clamp(0, target.tall.0.max(1));
                let share = Ratio::new(i64::from(hidden), i64::from(target.tall.0.max(1)));
                (share, rule!("SOL-COVER-17"))
            }
            Source::Creature(id) => {
                let top = world.the::<Position>(id).height.0 + posture_height(world, id).0;
                if origin.ground.0 >= top {
                    return (nothing, rule!("SOL-COVER-19"));
                }
                let conditions = world.the::<Conditions>(id);
                let lying = conditions.has(condition::PRONE) || conditions.has(condition::UNCONSCIOUS);
                let own = world.the::<Stats>(id).0.size as i32;
                let behind = target.size.unwrap_or(crate::level::Size::Medium) as i32;
                let share = match own - behind {
                    _ if lying => nothing,
                    ..=-1 => nothing,
                    0 | 1 => Ratio::new(1, 2),
                    _ => Ratio::new(3, 4),
                };
                (share, rule!("SOL-COVER-20"))
            }
        }
    }
}

/// Measures cover afresh (SOL-COVER-21): the attacker uses the square that leaves the least (SOL-COVER-13).
pub fn measure(world: &World, origin: &Origin, target: &Covered) -> Found {
    if origin.tall.is_none() && target.space.overlaps(origin.space) {
        let centre = Point::centre(origin.space.at);
        return Found {
            level: Level::None,
            share: Ratio::whole(0),
            trace: Trace::note("the spot is in its own space").by(rule!("SOL-AREA-4")),
            line: (centre, centre, None),
        };
    }
    let obstacles = Obstacles::collect(world, origin, target);
    let mut best: Option<Found> = None;
    for from in origin.space.squares() {
        let found = measure_from(&obstacles, origin, from, target);
        if best
            .as_ref()
            .is_none_or(|best| (found.level, found.share) < (best.level, best.share))
        {
            best = Some(found);
        }
        if best.as_ref().is_some_and(|best| best.share == Ratio::whole(0)) {
            break;
        }
    }
    let mut best = best.expect("a space should have a square");
    if origin.space.side > 1 {
        best.trace
            .push(Trace::note("best of its squares").by(rule!("SOL-COVER-13")));
    }
    best
}

fn measure_from(obstacles: &Obstacles, origin: &Origin, from: Square, target: &Covered) -> Found {
    let world = obstacles.world;
    let centre = Point::centre(from);
    let points: Vec<Point> = target.space.squares().flat_map(Point::quarters).collect();
    let mut blocked: BTreeMap<Source, (i64, Point, Square)> = BTreeMap::new();
    let mut here = Vec::new();
    let mut seen: Vec<Source> = Vec::new();
    for &point in &points {
        seen.clear();
        for square in line::squares_crossed(centre, point) {
            if origin.space.contains(square) || target.space.contains(square) {
                continue;
            }
            here.clear();
            obstacles.at(square, &mut here);
            for &source in &here {
                if !seen.contains(&source) {
                    seen.push(source);
                    blocked.entry(source).or_insert((0, point, square)).0 += 1;
                }
            }
        }
    }
    let count = i64::try_from(points.len()).expect("a space should have few points");
    let mut best = (Level::None, Ratio::whole(0), None);
    let mut terms = Vec::new();
    for (&source, &(hit, point, square)) in &blocked {
        let (hides, rule) = obstacles.hides(source, origin, from, target);
        let share = Ratio::new(hit * hides.num(), count * hides.den());
        let level = Level::of(share);
        let name = match source {
            Source::Walls(_) => "wall".to_string(),
            Source::Thing(id) | Source::Creature(id) => world.resource::<Cast>().name(id).to_string(),
        };
        let label = format!("{name}: {hit} of {count} points, {} of the body", percent(share));
        let mut term = Trace::note(label).by(rule);
        if let Source::Thing(id) | Source::Creature(id) = source {
            term = term.of(id);
        }
        if matches!(source, Source::Creature(_)) && share > Ratio::whole(0) {
            term.push(Trace::note("creatures give cover").by(rule!("SOL-COVER-11")));
        }
        terms.push(term);
        if share > best.1 {
            best = (level, share, Some((point, square)));
        }
    }
    let name = if best.0 == Level::None {
        "no cover"
    } else {
        best.0.name()
    };
    let mut trace = Trace::note(name).by(best.0.share_rule());
    if best.2.is_some() {
        trace.push(Trace::note("lines to the body's points").by(rule!("SOL-COVER-12")));
        trace.push(Trace::note("measured now").by(rule!("SOL-COVER-21")));
    }
    if target.space.side > 1 && !terms.is_empty() {
        trace.push(Trace::note("over all its squares").by(rule!("SOL-COVER-14")));
    }
    if terms.len() > 1 {
        trace.push(Trace::note("only the best source counts").by(rule!("SOL-COVER-10")));
        if blocked
            .keys()
            .filter(|source| matches!(source, Source::Walls(_)))
            .count()
            > 1
        {
            trace.push(Trace::note("walls that do not touch").by(rule!("SOL-COVER-15")));
        }
    }
    trace.terms.extend(terms);
    let line = match best.2 {
        Some((point, square)) => (centre, point, Some(square)),
        None => (centre, Point::centre_of(target.space), None),
    };
    Found {
        level: best.0,
        share: best.1,
        trace,
        line,
    }
}

fn percent(share: Ratio) -> String {
    if share.den() == 1 {
        return if share.num() == 0 {
            "nothing".into()
        } else {
            "all".into()
        };
    }
    format!("{}/{}", share.num(), share.den())
}
