//! Cover: four lines from the attacker's best corner to the corners of the target's worst square (EDG-COV-9), and what low obstacles
//! and creatures hide (EDG-COV-10 to EDG-COV-12).

use std::collections::BTreeMap;

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Degree, Size, conditions::*};
use super::{lines, reach};
use crate::battle::*;
use crate::grid::line::{self, Obstacle as Met};
use crate::grid::{Edge, Footprint, Length, Point, Square};
use crate::rule;

/// What stands between an attacker and a target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// How much of it.
    pub degree: Degree,
    /// What of its kind makes it so.
    pub why: Option<Rule>,
    /// What gives it.
    pub source: Option<(Option<Id>, Square)>,
    /// One of the lines.
    pub line: Option<(Point, Point)>,
    /// What it is made of, each on top of those before it: first what there would be without any creature in between.
    pub layers: Vec<Layer>,
}

/// Cover up to a degree, told by itself: a side that does not know of the creature is not told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layer {
    /// How much there is with it.
    pub degree: Degree,
    /// What of its kind makes it so.
    pub why: Option<Rule>,
    /// The creature that adds it.
    pub of: Option<Id>,
}

impl Found {
    /// What people call it, and the rule by which it counts.
    pub(crate) fn named(&self) -> Option<(&'static str, Rule)> {
        self.degree.named()
    }

    /// EDG-COV-12: whether a creature in between gives it.
    fn is_of_a_creature(&self) -> bool {
        self.why.as_ref().is_some_and(|why| *why == rule!("EDG-COV-12"))
    }

    /// Which of several lines counts: the one with the least. Of those that are alike it is the one that a creature covers, since without
    /// the creature there would be less. Then the rule decides; the order of squares decides nothing.
    fn rank(&self) -> (Degree, bool, Option<&Rule>, Option<Id>) {
        (self.degree, !self.is_of_a_creature(), self.why.as_ref(), self.source.and_then(|(of, _)| of))
    }
}

impl CoverFound for Found {
    fn shelter(&self, _world: &World) -> Shelter {
        let step = match self.degree {
            Degree::None => CoverStep::None,
            Degree::Light => CoverStep::Light,
            Degree::Moderate => CoverStep::Half,
            Degree::High => CoverStep::ThreeQuarters,
            Degree::Total => CoverStep::Full,
        };
        let source = |&(of, at): &(Option<Id>, Square)| CoverSource { of, squares: vec![at] };
        Shelter {
            step,
            name: self.named().map(|(name, _)| name.into()).unwrap_or_default(),
            sources: self.source.iter().map(source).collect(),
        }
    }

    fn line(&self) -> Option<AimLine> {
        self.line.map(|(from, to)| AimLine {
            from: (from.x(), from.y()),
            to: (to.x(), to.y()),
            blocked_at: self.source.filter(|_| self.degree > Degree::None).map(|(_, at)| at),
        })
    }
}

/// Reads what lines cross, for one pair of spaces.
struct Lines<'w> {
    world: &'w World,
    lay: &'w Lay,
    from: Footprint,
    to: Footprint,
    /// Who else stands about, and how much it hides of the target (EDG-COV-12).
    others: Vec<(Id, Footprint, Degree)>,
    /// EDG-ATK-15: whether the attacker shoots over what is low.
    over: bool,
    /// How much more or less of the target a low obstacle hides, by its size (EDG-COV-14).
    smaller: i32,
}

/// Lines from a corner to a square, between these spaces; whether they pass over what is low, and how much more or less that hides.
type Between = (Point, Square, [Footprint; 2], bool, i32);

/// What ground and objects hide, by the lines for which it was found.
#[derive(Default)]
struct Ground(BTreeMap<Between, Found>);

/// How much of it is kept at once.
const MOST_KEPT: usize = 4096;

/// Whether two lines or more from a point to these ends meet such a square.
fn crosses(from: Point, ends: &[Point; 4], meets: &dyn Fn(Square) -> bool) -> bool {
    ends.iter().filter(|&&end| line::squares_crossed(from, end).any(meets)).count() >= 2
}

/// EDG-GRID-20: the edges across which a line passes that runs along the sides of squares: of either row, or column.
fn along(from: Point, to: Point) -> Vec<Edge> {
    let corner = |point: Point| point.meeting().map(|squares| squares[3]);
    let (Some(from), Some(to)) = (corner(from), corner(to)) else { return Vec::new() };
    let between = |one: i16, other: i16| one.min(other) + 1..one.max(other);
    if from.y == to.y {
        let sides = |x: i16| [from.y - 1, from.y].map(|y| Edge::west(Square::new(x, y)));
        between(from.x, to.x).flat_map(sides).collect()
    } else if from.x == to.x {
        let sides = |y: i16| [from.x - 1, from.x].map(|x| Edge::north(Square::new(x, y)));
        between(from.y, to.y).flat_map(sides).collect()
    } else {
        Vec::new()
    }
}

/// EDG-COV-12: how much of a target a creature in between hides.
fn hides(world: &World, id: Id, target: Id) -> Degree {
    let size = |id: Id| creature::profile(world, id).size;
    let lies = [PRONE, UNCONSCIOUS].iter().any(|key| has_condition(world, id, key));
    match size(id) as i32 - size(target) as i32 {
        _ if lies || size(id) == Size::Tiny => Degree::None,
        0.. => Degree::Moderate,
        -1 => Degree::Light,
        _ => Degree::None,
    }
}

impl<'w> Lines<'w> {
    /// Lines from a space to a target, past those creatures that a user's side knows of and that count.
    fn new(world: &'w World, from: Footprint, user: Id, target: Id, counts: impl Fn(Id, Placement) -> bool) -> Self {
        let others = known_to(world, user).filter(|&(id, stand)| id != target && counts(id, stand));
        let others = others.map(|(id, stand)| (id, stand.space, hides(world, id, target)));
        Self {
            world,
            lay: lay(world).1,
            from,
            to: space(world, target),
            others: others.filter(|other| other.2 > Degree::None).collect(),
            over: false,
            smaller: Size::Medium as i32 - creature::profile(world, target).size as i32,
        }
    }

    /// How much the low obstacles of a square hide.
    fn low(&self, at: Square) -> Degree {
        let all = lines::obstacles(self.world, self.lay, at).filter(|obstacle| !obstacle.full);
        all.map(|obstacle| obstacle.degree).max().unwrap_or_default()
    }

    fn stopped(&self, from: Point, to: Point) -> Option<Square> {
        lines::stops(self.world, [self.from, self.to], from, to).map(|met| match met {
            Met::Square(at) => at,
            Met::Edge(edge) => edge.squares()[0],
        })
    }

    /// EDG-GRID-20: what low between two squares a line passes over, and how much of the target it hides.
    fn fence(&self, from: Point, to: Point) -> Option<(Degree, Edge)> {
        let between = self.lay.between.as_ref()?;
        let degree = |edge: Edge| {
            let here = between.at(edge);
            let tops = [here.shots, here.some_shots].into_iter().filter(|&top| top < CEILING && top > here.ground);
            let high = tops.max().map_or(Length::ZERO, |top| top - here.ground);
            // EDG-COV-11: an attacker that stands at it shoots over it.
            let own = edge.bounds(self.from) && !edge.bounds(self.to);
            if own { Degree::None } else { Degree::by_height(high).for_size(self.smaller) }
        };
        let mut found =
            along(from, to).into_iter().map(|edge| (degree(edge), edge)).filter(|one| one.0 > Degree::None).max();
        line::edges_met(from, to, |meeting| {
            let low = |edge: Edge| degree(edge) > Degree::None;
            let met = meeting.all_that_stop(&|_| false, &low).map(|(edge, _)| (degree(edge), edge));
            found = found.max(met.max());
            false
        });
        found
    }

    /// EDG-COV-9 to EDG-COV-12: the cover by the four lines from a corner to those of a square. Only what lies between both counts
    /// (EDG-COV-1), and of that the best alone (EDG-COV-7).
    fn look(&self, from: Point, to: Square) -> Found {
        let mut best = self.ground_between(from, to);
        if best.degree == Degree::Total {
            return best;
        }
        let ends = Point::corners(to);
        for &(id, space, degree) in &self.others {
            if degree > best.degree && crosses(from, &ends, &|at| space.contains(at)) {
                let (why, source) = (Some(rule!("EDG-COV-12")), Some((Some(id), space.at)));
                best = Found { degree, why, source, line: best.line, layers: Vec::new() };
            }
        }
        best
    }

    /// The same without creatures: what the ground and objects hide. It is found once for each lay of them.
    fn ground_between(&self, from: Point, to: Square) -> Found {
        let key = (from, to, [self.from, self.to], self.over, self.smaller);
        if let Some(found) = self.lay.kept(|known: &mut Ground| known.0.get(&key).cloned()) {
            return found;
        }
        let found = self.look_over_ground(from, to);
        self.lay.kept(|known: &mut Ground| {
            if known.0.len() >= MOST_KEPT {
                known.0.clear();
            }
            known.0.insert(key, found.clone());
        });
        found
    }

    fn look_over_ground(&self, from: Point, to: Square) -> Found {
        let ends = Point::corners(to);
        let stopped: Vec<Square> = ends.iter().filter_map(|&end| self.stopped(from, end)).collect();
        let line = Some((from, Point::centre(to)));
        let walls = Found {
            degree: Degree::of(stopped.len()),
            why: (!stopped.is_empty()).then(|| rule!("EDG-COV-9")),
            source: stopped.first().map(|&at| (thing_at(self.world, at), at)),
            line,
            layers: Vec::new(),
        };
        if walls.degree == Degree::Total {
            return walls;
        }
        let mut best = walls;
        let mut offer = |degree: Degree, why: Rule, source: (Option<Id>, Square)| {
            if degree > best.degree {
                best = Found { degree, why: Some(why), source: Some(source), line, layers: Vec::new() };
            }
        };
        let mut crossed: Vec<Square> = ends.iter().flat_map(|&end| line::squares_crossed(from, end)).collect();
        crossed.sort_unstable();
        crossed.dedup();
        for at in crossed {
            if self.from.contains(at) || self.to.contains(at) {
                continue;
            }
            let tagged = self.low(at);
            let degree = tagged.for_size(self.smaller);
            // EDG-ATK-15: one who is above shoots over it.
            if self.over || degree == Degree::None || lines::is_full(self.world, self.lay, at) {
                continue;
            }
            let beside = |space: Footprint| space.steps(at.into()) <= 1;
            // EDG-COV-11: an attacker that stands at it shoots over it.
            if (!beside(self.from) || beside(self.to)) && crosses(from, &ends, &|other| other == at) {
                let why = if degree == tagged { rule!("EDG-COV-10") } else { rule!("EDG-COV-14") };
                offer(degree, why, (thing_at(self.world, at), at));
            }
        }
        // EDG-GRID-20: what stands low between two squares, where two of the lines pass over it.
        let mut fences: Vec<(Degree, Edge)> = ends.iter().filter_map(|&end| self.fence(from, end)).collect();
        fences.sort_unstable_by_key(|&(degree, edge)| (std::cmp::Reverse(degree), edge));
        if let Some(&(degree, edge)) = fences.get(1).filter(|_| !self.over) {
            let thing = self.lay.between.as_ref().and_then(|between| between.at(edge).thing);
            offer(degree, rule!("EDG-GRID-20"), (thing, edge.squares()[0]));
        }
        best
    }

    /// The cover by the line with the least of it.
    fn least(&self) -> Found {
        let corners = self.from.squares().flat_map(Point::corners);
        let pairs = corners.flat_map(|corner| self.to.squares().map(move |at| (corner, at)));
        let mut best: Option<Found> = None;
        for (corner, at) in pairs {
            let found = self.look(corner, at);
            if found.degree == Degree::None {
                return found;
            }
            if best.as_ref().is_none_or(|best| found.rank() < best.rank()) {
                best = Some(found);
            }
        }
        best.unwrap_or_default()
    }

    /// What the cover is made of: what there is without creatures, and what each of them adds, those that most sides know of first. A
    /// creature may also make another line the best one, so that something else hides the target.
    fn tell_apart(mut self, all: Found) -> Found {
        let others = std::mem::take(&mut self.others);
        let layer = |found: &Found, of| Layer { degree: found.degree, why: found.why.clone(), of };
        let mut found = if others.is_empty() || all.degree == Degree::None { all.clone() } else { self.least() };
        let mut layers = vec![layer(&found, None)];
        let mut others: Vec<_> =
            others.into_iter().map(|other| (strangers_to(self.world, other.0).len(), other)).collect();
        others.sort_by_key(|(strangers, (id, ..))| (*strangers, *id));
        for (_, other) in others {
            if found.degree >= all.degree {
                break;
            }
            self.others.push(other);
            let more = self.least();
            if more.degree > found.degree {
                layers.push(layer(&more, Some(other.0)));
                found = more;
            }
        }
        layers.retain(|layer| layer.degree > Degree::None);
        Found { layers, ..found }
    }
}

/// Whether a line between two spaces could pass through a third one: no line leaves the box around both.
fn is_in_the_box(one: Footprint, other: Footprint, third: Footprint) -> bool {
    let ends = |space: Footprint| (space.at, space.far_corner());
    let ((a, b), (c, d), (first, last)) = (ends(one), ends(other), ends(third));
    first.x <= b.x.max(d.x) && first.y <= b.y.max(d.y) && last.x >= a.x.min(c.x) && last.y >= a.y.min(c.y)
}

/// The least cover that a target has against an attacker, from any corner of the one to any square of the other (EDG-COV-9).
pub(crate) fn between(world: &World, attacker: Id, target: Id) -> Found {
    let (from, to) = (space(world, attacker), space(world, target));
    // EDG-ATK-14: a mount and its rider are in one space, and neither is cover for the other.
    let rides = |id: Id| [attacker, target].into_iter().any(|of| creature::ride_together(world, id, of));
    let over = reach::is_elevated(world, attacker, target);
    let tall = |id: Id| world.the::<Body>(id).tall;
    // EDG-ATK-15: from above those who are no taller than the target hide nothing of it.
    let counts = |id: Id, stand: Placement| {
        id != attacker && !rides(id) && is_in_the_box(from, to, stand.space) && !(over && tall(id) <= tall(target))
    };
    let lines = Lines { over, ..Lines::new(world, from, attacker, target, counts) };
    let all = lines.least();
    lines.tell_apart(all)
}

/// EDG-AOE-11, EDG-COV-8: whether something is between the origin of an area and a target, and the creature without which there would be
/// nothing. Lines lead from the middle of the origin's square to the best square of the target. Some are not free, or two of them cross
/// what is low, or a creature of which the user's side knows.
#[expect(clippy::option_option, reason = "whether there is cover, and whose it is, if it is a creature's")]
pub(crate) fn from_origin(world: &World, user: Id, origin: Square, target: Id) -> Option<Option<Id>> {
    let (from, to) = (Footprint::single(origin), space(world, target));
    if to.contains(origin) {
        return None;
    }
    let mut lines = Lines::new(world, from, user, target, |_, stand| !stand.space.contains(origin));
    let least = |lines: &Lines<'_>| {
        let all = to.squares().map(|at| lines.look(Point::centre(origin), at));
        all.min_by(|one, other| one.rank().cmp(&other.rank())).unwrap_or_default()
    };
    let all = least(&lines);
    if all.degree == Degree::None {
        return None;
    }
    let others = std::mem::take(&mut lines.others);
    let bare = least(&lines).degree > Degree::None;
    let first = || others.iter().min_by_key(|other| (strangers_to(world, other.0).len(), other.0)).map(|other| other.0);
    Some(if bare { None } else { all.source.and_then(|(of, _)| of).filter(|_| all.is_of_a_creature()).or_else(first) })
}
