//! Cover: half, full, or a creature in front, on a straight line from the middle of a square to that of another (MOM-COV, MOM-FULL).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::conditions::{IN_COVER, PRONE};
use crate::battle::*;
use crate::grid::line::{self, Crossing, Crossings, Obstacle};
use crate::grid::{Edge, Footprint, Length, LineRule, Point, Square};
use crate::rule;

/// What gives cover, and where.
pub(crate) type Source = (Option<Id>, Square);

/// What stands between an attacker and a target on the line with the least of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// MOM-FULL-1: what hides all of it.
    pub full: Option<Source>,
    /// MOM-COV-1: what hides half of it.
    pub half: Option<Source>,
    /// MOM-COV-12: the creature in front of it.
    pub front: Option<(Id, Square)>,
    /// The line.
    pub line: Option<(Point, Point)>,
}

impl Found {
    fn weight(&self) -> i32 {
        match self {
            Self { full: Some(_), .. } => 2,
            Self { half: None, front: None, .. } => 0,
            _ => 1,
        }
    }

    /// Whether there is half cover, and the rule that makes it so.
    pub(crate) fn is_half(&self) -> Option<Rule> {
        let object = self.half.is_some().then(|| rule!("MOM-COV-1"));
        object.or(self.front.map(|_| rule!("MOM-COV-12"))).filter(|_| self.full.is_none())
    }

    /// What gives it first of all.
    pub(crate) fn source(&self) -> Option<Source> {
        let front = self.front.map(|(id, at)| (Some(id), at));
        self.full.or(self.half).or(front)
    }
}

impl CoverFound for Found {
    fn shelter(&self, _world: &World) -> Shelter {
        let (step, name) = match self.weight() {
            0 => (CoverStep::None, ""),
            1 => (CoverStep::Half, "half cover"),
            _ => (CoverStep::Full, "full cover"),
        };
        let source = |(of, at): Source| CoverSource { of, squares: vec![at] };
        Shelter { step, name: name.into(), sources: self.source().map(source).into_iter().collect() }
    }

    fn line(&self) -> Option<AimLine> {
        self.line.map(|(from, to)| AimLine {
            from: (from.x(), from.y()),
            to: (to.x(), to.y()),
            blocked_at: self.source().map(|(_, at)| at),
        })
    }
}

/// Reads lines from one space to that of a creature.
struct Lines<'w> {
    world: &'w World,
    lay: &'w Lay,
    from: Footprint,
    to: Footprint,
    /// How tall the target is, and the attacker.
    tall: (Length, Length),
    /// Who stands in the way of whoever is behind it.
    others: Vec<(Id, Footprint)>,
}

impl Lines<'_> {
    /// How tall what stands in a square is; `None` in it for what reaches up to the ceiling.
    fn object(&self, at: Square) -> Option<(Option<Length>, Option<Id>)> {
        let Some(&screen) = self.lay.screens.get(at).filter(|screen| !screen.wall) else {
            return Some((None, None));
        };
        let things = self.lay.things_of(screen);
        let tall = things.filter_map(|id| Some((self.world.part::<GivesCover>(id)?.height, Some(id))));
        tall.max_by_key(|(tall, _)| tall.map_or(i32::MAX, |tall| tall.0))
    }

    fn beside(&self, at: Square) -> bool {
        self.to.steps(at.into()) <= 1
    }

    /// MOM-FULL-1: what hides a whole body stands beside it, or is as tall as whoever aims at it.
    fn hides_all(&self, at: Square) -> bool {
        let own = self.from.contains(at) || self.to.contains(at);
        !own && self.object(at).is_some_and(|(tall, _)| {
            tall.is_none_or(|tall| tall >= self.tall.0 && (self.beside(at) || tall >= self.tall.1))
        })
    }

    fn hides_half(&self, at: Square) -> Option<Source> {
        let (tall, id) = self.object(at)?;
        tall.is_none_or(|tall| 2 * tall.0 >= self.tall.0.0).then_some((id, at))
    }

    fn stands(&self, at: Square) -> Option<(Id, Square)> {
        let here = self.others.iter().find(|(_, space)| space.contains(at));
        here.map(|&(id, _)| (id, at))
    }

    fn look(&self, from: Square, to: Square) -> Found {
        let (a, b) = (Point::centre(from), Point::centre(to));
        let line = Some((a, b));
        let wall = |edge: Edge| {
            let between = self.lay.between.as_ref();
            between.is_some_and(|between| between.at(edge).is_wall())
        };
        let met = line::obstacle_or_edge(a, b, LineRule::PinchedCorners, |at| self.hides_all(at), wall);
        if let Some(met) = met {
            let at = match met {
                Obstacle::Square(at) => at,
                Obstacle::Edge(edge) => edge.squares()[0],
            };
            let full = Some((thing_at(self.world, at), at));
            return Found { full, line, ..Found::default() };
        }
        let mut found = Found { line, ..Found::default() };
        // MOM-COV-11: nothing lies between neighbours.
        if self.from.steps(self.to) <= 1 {
            return found;
        }
        // MOM-COV-2, MOM-COV-8: squares beside the target that the line crosses; of two at a corner both must hide it.
        let groups = Crossings::new(a, b).map(|met| match met {
            Crossing::Inside(at) => vec![at],
            Crossing::Corner(pair) | Crossing::Border(pair) => pair.into(),
            Crossing::Vertex(_) => Vec::new(),
        });
        let outside = |at: &Square| !self.from.contains(*at) && !self.to.contains(*at);
        let behind = |group: &Vec<Square>| !group.is_empty() && group.iter().all(|at| outside(at) && self.beside(*at));
        for group in groups.filter(behind) {
            let all = |of: &dyn Fn(Square) -> Option<Source>| -> Option<Source> {
                let found: Option<Vec<Source>> = group.iter().map(|&at| of(at)).collect();
                found?.into_iter().min_by_key(|(_, at)| (at.y, at.x))
            };
            found.half = all(&|at| self.hides_half(at)).or(found.half);
            // MOM-COV-23: the one whose square the line leaves last.
            let front = all(&|at| self.stands(at).map(|(id, at)| (Some(id), at)));
            found.front = front.and_then(|(id, at)| Some((id?, at))).or(found.front);
        }
        found
    }
}

/// The least cover that a creature has, in a space of its own, against whoever aims at it from a space (MOM-COV-9).
pub(crate) fn between(world: &World, (attacker, from): (Id, Footprint), (target, to): (Id, Footprint)) -> Found {
    let size = |id: Id| creature::profile(world, id).size;
    // MOM-COV-12 to MOM-COV-14, MOM-COV-22, MOM-ACT-22, MOM-ACT-23.
    let covers = |&(id, space): &(Id, Footprint)| {
        let above = size(id).above(size(target));
        let large_enough = above > 0 || (above == 0 && !has_condition(world, id, IN_COVER));
        let shares = space.overlaps(from) || space.overlaps(to);
        large_enough && !shares && creature::conscious(world, id) && !has_condition(world, id, PRONE)
    };
    let others = known_to(world, attacker).filter(|(id, _)| ![attacker, target].contains(id));
    let others = others.map(|(id, stand)| (id, stand.space));
    let lines = Lines {
        world,
        lay: lay(world).1,
        from,
        to,
        tall: (size(target).tall(), size(attacker).tall()),
        others: others.filter(covers).collect(),
    };
    let pairs = from.squares().flat_map(|one| to.squares().map(move |other| (one, other)));
    let found = pairs.map(|(one, other)| {
        let found = lines.look(one, other);
        ((found.weight(), one.steps_to(other), one.y, one.x), found)
    });
    let least = found.min_by_key(|(key, _)| *key);
    least.map(|(_, found)| found).expect("a space should have squares")
}
