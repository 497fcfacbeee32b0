//! Cover: four lines from the attacker's best corner to the corners of the target's worst square (EDG-COV-9), and what low obstacles
//! and creatures hide (EDG-COV-10 to EDG-COV-12).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Degree, Obstacle, Size, conditions::*};
use super::reach;
use crate::battle::*;
use crate::grid::line::{self, Obstacle as Met};
use crate::grid::{Edge, Footprint, LineRule, Point, Square};
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
    /// Where a creature gives it: what there would be without any creature in between, and why.
    pub bare: Option<(Degree, Option<Rule>)>,
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

    /// Which of several lines counts: the one with the least. Of those that are alike the one that a creature covers, since without the
    /// creature there would be less; then the rule decides, and the order of squares decides nothing.
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

/// What stands in a square that lines cross.
enum Screening {
    Full,
    Low(Degree),
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

impl Lines<'_> {
    fn screening(&self, at: Square) -> Option<Screening> {
        let Some(&screen) = self.lay.screens.get(at).filter(|screen| !screen.wall) else {
            return Some(Screening::Full);
        };
        let things = self.lay.things_of(screen);
        let obstacles = things.filter_map(|thing| self.world.part::<Obstacle>(thing));
        let mut low = Degree::None;
        for obstacle in obstacles {
            if obstacle.full {
                return Some(Screening::Full);
            }
            low = low.max(obstacle.degree);
        }
        (low > Degree::None).then_some(Screening::Low(low))
    }

    fn stopped(&self, from: Point, to: Point) -> Option<Square> {
        let own = |at: Square| self.from.contains(at) || self.to.contains(at);
        let full = |at: Square| !own(at) && matches!(self.screening(at), Some(Screening::Full));
        let wall = |edge: Edge| self.lay.between.as_ref().is_some_and(|between| between.at(edge).is_wall());
        let found = line::obstacle_or_edge(from, to, LineRule::SolidUnion, full, wall);
        found.map(|met| match met {
            Met::Square(at) => at,
            Met::Edge(edge) => edge.squares()[0],
        })
    }

    /// EDG-COV-9 to EDG-COV-12: what four lines from a corner to those of a square come to.
    fn look(&self, from: Point, to: Square) -> Found {
        let ends = Point::corners(to);
        let stopped: Vec<Square> = ends.iter().filter_map(|&end| self.stopped(from, end)).collect();
        let line = Some((from, Point::centre(to)));
        let walls = Found {
            degree: Degree::of(stopped.len()),
            why: (!stopped.is_empty()).then(|| rule!("EDG-COV-9")),
            source: stopped.first().map(|&at| (thing_at(self.world, at), at)),
            line,
            bare: None,
        };
        if walls.degree == Degree::Total {
            return walls;
        }
        let mut best = walls;
        let mut offer = |degree: Degree, why: Rule, source: (Option<Id>, Square)| {
            if degree > best.degree {
                best = Found { degree, why: Some(why), source: Some(source), line, bare: None };
            }
        };
        let crosses = |meets: &dyn Fn(Square) -> bool| {
            let meets = |end: &&Point| line::squares_crossed(from, **end).any(meets);
            ends.iter().filter(meets).count() >= 2
        };
        let mut crossed: Vec<Square> = ends.iter().flat_map(|&end| line::squares_crossed(from, end)).collect();
        crossed.sort_unstable();
        crossed.dedup();
        for at in crossed {
            if self.from.contains(at) || self.to.contains(at) {
                continue;
            }
            let Some(Screening::Low(degree)) = self.screening(at) else {
                continue;
            };
            let degree = degree.for_size(self.smaller);
            if self.over || degree == Degree::None {
                continue;
            }
            let beside = |space: Footprint| space.steps(at.into()) <= 1;
            // EDG-COV-11: shot over by whoever stands at it.
            if (!beside(self.from) || beside(self.to)) && crosses(&|other| other == at) {
                offer(degree, rule!("EDG-COV-10"), (thing_at(self.world, at), at));
            }
        }
        for &(id, space, degree) in &self.others {
            if crosses(&|at| space.contains(at)) {
                offer(degree, rule!("EDG-COV-12"), (Some(id), space.at));
            }
        }
        best
    }
}

impl Lines<'_> {
    /// What the line with the least of it comes to.
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
}

/// The least cover that a target has against an attacker, from any corner of the one to any square of the other (EDG-COV-9).
pub(crate) fn between(world: &World, attacker: Id, target: Id) -> Found {
    let (from, to) = (space(world, attacker), space(world, target));
    let size = |id: Id| creature::profile(world, id).size as i32;
    let over = reach::is_elevated(world, attacker, target);
    let tall = |id: Id| world.the::<Body>(id).tall;
    let hides = |id: Id| {
        // EDG-ATK-15: from above those who are no taller than the target hide nothing of it.
        if over && tall(id) <= tall(target) {
            return Degree::None;
        }
        let lies = [PRONE, UNCONSCIOUS].iter().any(|key| has_condition(world, id, key));
        match size(id) - size(target) {
            _ if lies || size(id) == Size::Tiny as i32 => Degree::None,
            0.. => Degree::Moderate,
            -1 => Degree::Light,
            _ => Degree::None,
        }
    };
    let others = known_to(world, attacker).filter(|(id, _)| ![attacker, target].contains(id));
    let others = others.map(|(id, stand)| (id, stand.space, hides(id)));
    let others: Vec<_> = others.filter(|other| other.2 > Degree::None).collect();
    let smaller = Size::Medium as i32 - size(target);
    let mut lines = Lines { world, lay: lay(world).1, from, to, others, over, smaller };
    let mut found = lines.least();
    if found.is_of_a_creature() {
        lines.others.clear();
        let bare = lines.least();
        found.bare = Some((bare.degree, bare.why));
    }
    found
}

/// EDG-AOE-11, EDG-COV-8: whether something is between the origin of an area and a target: not all of the lines from the middle of the
/// origin's square to the best square of the target are free, or two of them cross what is low or a creature its user knows of.
pub(crate) fn from_origin(world: &World, user: Id, origin: Square, target: Id) -> bool {
    let (from, to) = (Footprint::single(origin), space(world, target));
    if to.contains(origin) {
        return false;
    }
    let size = |id: Id| creature::profile(world, id).size as i32;
    let hides = |id: Id| {
        let lies = [PRONE, UNCONSCIOUS].iter().any(|key| has_condition(world, id, key));
        match size(id) - size(target) {
            _ if lies || size(id) == Size::Tiny as i32 => Degree::None,
            0.. => Degree::Moderate,
            -1 => Degree::Light,
            _ => Degree::None,
        }
    };
    let others = known_to(world, user).filter(|(id, stand)| *id != target && !stand.space.contains(origin));
    let others = others.map(|(id, stand)| (id, stand.space, hides(id))).filter(|other| other.2 > Degree::None);
    let smaller = Size::Medium as i32 - size(target);
    let lines = Lines { world, lay: lay(world).1, from, to, others: others.collect(), over: false, smaller };
    to.squares().all(|at| lines.look(Point::centre(origin), at).degree != Degree::None)
}
