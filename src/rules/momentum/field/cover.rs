//! Cover: half, full, or a creature in front, on a straight line from the middle of a square to that of another (MOM-COV, MOM-FULL).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{
    Leaning, Stats,
    conditions::{IN_COVER, PRONE},
};
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
    /// Whether that stands between two squares (MOM-COV-24).
    pub at_edge: bool,
    /// MOM-COV-12: the creature in front of it.
    pub front: Option<(Id, Square)>,
    /// MOM-LEAN-2: the square towards which it leans out of its cover.
    pub lean: Option<Square>,
    /// The line.
    pub line: Option<(Point, Point)>,
}

impl Found {
    fn weight(&self) -> i32 {
        match self {
            Self { full: Some(_), .. } => 2,
            Self { half: None, front: None, lean: None, .. } => 0,
            _ => 1,
        }
    }

    /// Whether there is half cover, and the rule that makes it so.
    pub(crate) fn is_half(&self) -> Option<Rule> {
        let lean = self.lean.map(|_| rule!("MOM-LEAN-2"));
        let object = self.half.map(|_| if self.at_edge { rule!("MOM-COV-24") } else { rule!("MOM-COV-1") }).or(lean);
        object.or(self.front.map(|_| rule!("MOM-COV-12"))).filter(|_| self.full.is_none())
    }

    /// What gives it first of all.
    pub(crate) fn source(&self) -> Option<Source> {
        let front = self.front.map(|(id, at)| (Some(id), at));
        self.full.or(self.half).or(front).or(self.lean.map(|at| (None, at)))
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

/// From where and against whom a line is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// The creature whose side knows who stands in the way, and which does not stand in its own.
    pub by: Option<Id>,
    /// The space it comes from.
    pub from: Footprint,
    /// The square towards which the attacker leans, from which it sees and aims as well (MOM-LEAN-1).
    pub leans_to: Option<Square>,
    /// How tall the attacker is; nothing for the point of origin of an area.
    pub tall: Length,
    /// Whether the target is exposed where it leans (MOM-LEAN-2): not to melee (MOM-LEAN-6), nor to areas (MOM-LEAN-9).
    pub sees_leaners: bool,
}

impl View {
    /// From where a creature is, posture included.
    pub(crate) fn of(world: &World, id: Id) -> Self {
        Self::from(world, id, space(world, id))
    }

    /// From a space of a creature.
    pub(crate) fn from(world: &World, id: Id, from: Footprint) -> Self {
        let leans_to = world.part::<Leaning>(id).and_then(|leaning| leaning.0).filter(|_| space(world, id) == from);
        Self { by: Some(id), from, leans_to, tall: tall(world, id), sees_leaners: true }
    }

    /// From the point of origin of an area (MOM-COV-6).
    pub(crate) const fn origin(at: Square, by: Id) -> Self {
        Self { by: Some(by), from: Footprint { at, side: 1 }, leans_to: None, tall: Length::ZERO, sees_leaners: false }
    }

    /// The same hand to hand.
    pub(crate) fn hand_to_hand(self, melee: bool) -> Self {
        Self { sees_leaners: self.sees_leaners && !melee, ..self }
    }
}

/// How tall a creature or an object is.
fn tall(world: &World, id: Id) -> Length {
    match world.part::<Stats>(id) {
        Some(Stats(profile)) => profile.size.tall(),
        None => world.part::<GivesCover>(id).and_then(|gives| gives.height).unwrap_or(Length::METRE),
    }
}

/// Reads lines from one space to that of a creature.
struct Lines<'w> {
    world: &'w World,
    lay: &'w Lay,
    view: View,
    /// The target, if it is more than a square, and its space.
    target: Option<Id>,
    to: Footprint,
    /// How tall the target is.
    tall: Length,
    /// The creatures that can stand in the way.
    others: Vec<(Id, Footprint)>,
}

impl Lines<'_> {
    /// How tall what stands in a square is; `None` in it for what reaches up to the ceiling.
    fn object(&self, at: Square) -> Option<(Option<Length>, Option<Id>)> {
        let Some(&screen) = self.lay.screens.get(at).filter(|screen| !screen.wall) else {
            return Some((None, None));
        };
        let things = self.lay.things_of(screen).filter(|&id| Some(id) != self.target);
        let tall = things.filter_map(|id| Some((self.world.part::<GivesCover>(id)?.height, Some(id))));
        tall.max_by_key(|(tall, _)| tall.map_or(i32::MAX, |tall| tall.0))
    }

    fn beside(&self, at: Square) -> bool {
        self.to.steps(at.into()) <= 1
    }

    /// MOM-FULL-1: what hides a whole body stands beside it, or is as tall as the attacker.
    fn hides_all(&self, at: Square) -> bool {
        let own = self.view.from.contains(at) || self.to.contains(at);
        !own && self.object(at).is_some_and(|(tall, _)| {
            tall.is_none_or(|tall| tall >= self.tall && (self.beside(at) || tall >= self.view.tall))
        })
    }

    /// At least half of the target's body (MOM-COV-1).
    fn half(&self) -> Length {
        Length(self.tall.0 / 2 + self.tall.0 % 2)
    }

    fn hides_half(&self, at: Square) -> Option<Source> {
        let (tall, id) = self.object(at)?;
        tall.is_none_or(|tall| tall >= self.half()).then_some((id, at))
    }

    /// MOM-COV-24: how high what stands at an edge hides, above the ground beside it.
    fn edge_height(&self, edge: Edge) -> Option<Length> {
        let here = self.lay.between.as_ref()?.at(edge);
        let top = if here.is_wall() { CEILING } else { Length(here.shots.0.saturating_sub(here.ground.0)) };
        (here.hides() && top > Length::ZERO).then_some(top)
    }

    /// MOM-FULL-1, MOM-COV-24: whether what stands at an edge hides a whole body.
    fn edge_hides_all(&self, edge: Edge) -> bool {
        self.edge_height(edge).is_some_and(|tall| {
            tall == CEILING || (tall >= self.tall && (edge.bounds(self.to) || tall >= self.view.tall))
        })
    }

    /// Whether what stands at an edge of the target hides half of it from a line.
    fn edge_hides_half(&self, a: Point, b: Point) -> Option<Source> {
        let between = self.lay.between.as_ref()?;
        let half = self.half();
        let hides = |edge: Edge| edge.bounds(self.to) && self.edge_height(edge).is_some_and(|tall| tall >= half);
        let mut met = None;
        line::edges_met(a, b, |meeting| {
            met = meeting.stopped_by(&|_| false, &hides);
            met.is_some()
        });
        met.map(|(edge, at)| (between.at(edge).thing, at))
    }

    fn stands(&self, at: Square) -> Option<(Id, Square)> {
        let here = self.others.iter().find(|(_, space)| space.contains(at));
        here.map(|&(id, _)| (id, at))
    }

    /// One line, to a square of the target or to the one it leans towards.
    fn look(&self, from: Square, to: Square, leaning: bool) -> Found {
        let (a, b) = (Point::centre(from), Point::centre(to));
        let line = Some((a, b));
        let hides = |at: Square| at != from && at != to && self.hides_all(at);
        let met = line::obstacle_or_edge(a, b, LineRule::PinchedCorners, hides, |edge| self.edge_hides_all(edge));
        if let Some(met) = met {
            let (at, thing) = match met {
                Obstacle::Square(at) => (at, thing_at(self.world, at)),
                Obstacle::Edge(edge) => {
                    (edge.squares()[0], self.lay.between.as_ref().and_then(|between| between.at(edge).thing))
                }
            };
            return Found { full: Some((thing, at)), line, ..Found::default() };
        }
        let mut found = Found { line, ..Found::default() };
        if leaning {
            // MOM-LEAN-2: no other half cover counts on such a line.
            return Found { lean: Some(to), ..found };
        }
        // MOM-COV-24: what stands between two squares stands beside the target as well.
        found.half = self.edge_hides_half(a, b);
        found.at_edge = found.half.is_some();
        // MOM-COV-11: no square lies between neighbours.
        if from.steps_to(to) <= 1 {
            return found;
        }
        // MOM-COV-2, MOM-COV-5, MOM-COV-8: squares beside the target that the line crosses; of two at a corner both must hide it, an object
        // or a creature each.
        let groups = Crossings::new(a, b).map(|met| match met {
            Crossing::Inside(at) => vec![at],
            Crossing::Corner(pair) | Crossing::Border(pair) => pair.into(),
            Crossing::Vertex(_) => Vec::new(),
        });
        let outside = |at: &Square| *at != from && !self.view.from.contains(*at) && !self.to.contains(*at);
        let behind = |group: &Vec<Square>| !group.is_empty() && group.iter().all(|at| outside(at) && self.beside(*at));
        for group in groups.filter(behind) {
            if group.iter().any(|&at| self.hides_half(at).is_none() && self.stands(at).is_none()) {
                continue;
            }
            // MOM-COV-23: the one whose square the line leaves last; an object beside it does not matter.
            let half = group.iter().filter_map(|&at| self.hides_half(at)).min_by_key(|(_, at)| (at.y, at.x));
            let front = group.iter().filter_map(|&at| self.stands(at)).min_by_key(|(_, at)| (at.y, at.x));
            found.at_edge &= half.is_none();
            found.half = half.or(found.half);
            found.front = front.or(found.front);
        }
        found
    }

    /// The line with the least cover (MOM-COV-9, MOM-FULL-3, MOM-LEAN-3); of two alike the shortest.
    fn least(&self) -> Found {
        let own = self.view.from.squares().chain(self.view.leans_to);
        let leaning = self.target.and_then(|target| self.world.part::<Leaning>(target)).and_then(|leaning| leaning.0);
        let leaning = leaning.filter(|_| self.view.sees_leaners);
        let there = self.to.squares().map(|at| (at, false)).chain(leaning.map(|at| (at, true)));
        let pairs = own.flat_map(|one| there.clone().map(move |(other, leans)| (one, other, leans)));
        let found = pairs.map(|(one, other, leans)| {
            let found = self.look(one, other, leans);
            ((found.weight(), one.steps_to(other), one.y, one.x), found)
        });
        let least = found.min_by_key(|(key, _)| *key);
        least.map(|(_, found)| found).expect("a space should have squares")
    }
}

/// The least cover that a creature or an object has in a space against a view of it.
pub(crate) fn seen(world: &World, view: View, (target, to): (Id, Footprint)) -> Found {
    let size = |id: Id| world.part::<Stats>(id).map(|stats| stats.0.size);
    // MOM-COV-12, MOM-COV-13, MOM-COV-14, MOM-COV-22, MOM-ACT-22, MOM-ACT-23. It hides no more than half (MOM-FULL-4).
    let covers = |&(id, space): &(Id, Footprint)| {
        let Some((own, other)) = size(id).zip(size(target)) else { return false };
        let above = own.above(other);
        let large_enough = above > 0 || (above == 0 && !has_condition(world, id, IN_COVER));
        let shares = space.overlaps(view.from) || space.overlaps(to);
        large_enough && !shares && creature::conscious(world, id) && !has_condition(world, id, PRONE)
    };
    let known = view.by.into_iter().flat_map(|by| known_to(world, by));
    let others = known.filter(|(id, _)| *id != target && Some(*id) != view.by);
    let lines = Lines {
        world,
        lay: lay(world).1,
        view,
        target: Some(target),
        to,
        tall: tall(world, target),
        others: others.map(|(id, stand)| (id, stand.space)).filter(covers).collect(),
    };
    lines.least()
}

/// MOM-FULL-1: what stands on every line to a square and reaches up to the ceiling; nothing where it can be aimed at. Who stands there
/// may be hidden wholly by less.
pub(crate) fn square_behind(world: &World, view: View, at: Square) -> Option<Source> {
    let to = Footprint::single(at);
    let (target, others) = (None, Vec::new());
    Lines { world, lay: lay(world).1, view, target, to, tall: CEILING, others }.least().full
}
