//! Cover: which share of the target each obstacle hides, and which level that is.

mod ends;
mod obstacles;

use bevy::prelude::World;

use crate::battle::*;
use crate::grid::{Point, Ratio, Square, line};
use crate::rule;
pub use ends::{Covered, Origin, covered, covered_on_either_side, origin_of, place, place_from, spot};
use obstacles::{Obstacles, Source};

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

    /// The step that every ruleset shares.
    pub const fn step(self) -> CoverStep {
        match self {
            Self::None => CoverStep::None,
            Self::Half => CoverStep::Half,
            Self::ThreeQuarters => CoverStep::ThreeQuarters,
            Self::Full => CoverStep::Full,
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

/// The cover found, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The level.
    pub level: Level,
    /// The share covered by the best source.
    pub share: Ratio,
    /// Every source with its share, but for creatures that give no cover.
    pub trace: Trace,
    /// Those, each by itself.
    pub passed: Vec<Trace>,
    /// The line that decides: from, to, the first square that blocks it.
    pub line: (Point, Point, Option<Square>),
    /// What gives it, a creature or object or a wall, and where it first stands in the way.
    pub source: Option<(Option<Id>, Square)>,
}

impl Found {
    /// All of it in one.
    pub fn reasons(self) -> Trace {
        let mut trace = self.trace;
        trace.terms.extend(self.passed);
        trace
    }
}

impl CoverFound for Found {
    fn shelter(&self, world: &World) -> Shelter {
        let source = self.source.filter(|_| self.level != Level::None);
        let sources = source.map(|(of, at)| CoverSource {
            of,
            squares: match of.and_then(|id| world.part::<Thing>(id)) {
                Some(thing) => thing.squares.clone(),
                None => of.map_or(vec![at], |id| space(world, id).squares().collect()),
            },
        });
        Shelter { step: self.level.step(), name: self.level.name().into(), sources: sources.into_iter().collect() }
    }

    fn line(&self) -> Option<AimLine> {
        let (from, to, blocked_at) = self.line;
        Some(AimLine { from: (from.x(), from.y()), to: (to.x(), to.y()), blocked_at })
    }
}

/// What stands in the way of the lines from one square to the body's points.
struct Ways {
    from: Square,
    /// How many points there are: four to a square of the body (SOL-COVER-12), those of all its squares together (SOL-COVER-14).
    count: i64,
    /// What blocks how many of them, and where it first does.
    blocked: Vec<Blocked>,
    /// The level and the share of the best source, and the line that shows it.
    level: Level,
    share: Ratio,
    line: Option<(Point, Square)>,
    source: Option<Source>,
}

/// One source and what it blocks.
struct Blocked {
    source: Source,
    hit: i64,
    point: Point,
    square: Square,
    share: Ratio,
    rule: Rule,
    /// The last point counted for it.
    last: usize,
}

fn ways(obstacles: &Obstacles, origin: &Origin, from: Square, target: &Covered) -> Ways {
    let centre = Point::centre(from);
    let mut blocked: Vec<Blocked> = Vec::new();
    let mut count = 0;
    for point in target.space.squares().flat_map(Point::quarters) {
        let turn = count;
        count += 1;
        stop(obstacles, origin, (centre, point), target, |source, square| {
            match blocked.iter_mut().find(|known| known.source == source) {
                Some(known) if known.last == turn => {}
                Some(known) => {
                    known.hit += 1;
                    known.last = turn;
                }
                None => blocked.push(Blocked {
                    source,
                    hit: 1,
                    point,
                    square,
                    share: Ratio::whole(0),
                    rule: rule!("SOL-COVER-1"),
                    last: turn,
                }),
            }
            false
        });
    }
    blocked.sort_unstable_by_key(|known| known.source);
    let count = i64::try_from(count).expect("a space should have few points");
    let mut found = Ways { from, count, blocked, level: Level::None, share: Ratio::whole(0), line: None, source: None };
    for known in &mut found.blocked {
        let (hides, rule) = obstacles.hides(known.source, origin, from, target);
        known.share = Ratio::new(known.hit * hides.num(), count * hides.den());
        known.rule = rule;
        if known.share > found.share {
            found.share = known.share;
            found.level = Level::of(known.share);
            found.line = Some((known.point, known.square));
            found.source = Some(known.source);
        }
    }
    found
}

/// The attacker uses the square that leaves the least (SOL-COVER-13).
fn least(obstacles: &Obstacles, origin: &Origin, target: &Covered) -> Ways {
    let mut best: Option<Ways> = None;
    for from in origin.space.squares() {
        let found = ways(obstacles, origin, from, target);
        if best.as_ref().is_none_or(|best| (found.level, found.share) < (best.level, best.share)) {
            best = Some(found);
        }
        if best.as_ref().is_some_and(|best| best.share == Ratio::whole(0)) {
            break;
        }
    }
    best.expect("a space should have a square")
}

/// Whether a spot lies in the space of the one that may be covered (SOL-AREA-4).
fn within(origin: &Origin, target: &Covered) -> bool {
    origin.tall.is_none() && target.space.overlaps(origin.space)
}

/// As [`measure`], without the reasons.
pub fn level(world: &World, origin: &Origin, target: &Covered) -> Level {
    if within(origin, target) {
        return Level::None;
    }
    least(&Obstacles::collect(world, origin, target), origin, target).level
}

/// Whether [`level`] is full: from every square something hides all of the target. The first line that nothing stops
/// tells that it is not, and so does the first that what stopped all before it leaves open.
pub fn full(world: &World, origin: &Origin, target: &Covered) -> bool {
    if within(origin, target) {
        return false;
    }
    let obstacles = Obstacles::that_hide_all(world, target);
    let hidden = |from| hidden_from(&obstacles, origin, from, target);
    origin.space.squares().all(hidden)
}

/// Whether one thing hides all of the target from a square.
fn hidden_from(obstacles: &Obstacles, origin: &Origin, from: Square, target: &Covered) -> bool {
    let centre = Point::centre(from);
    // What stops every line so far, and how many lines it has stopped.
    let mut stopping: Vec<(Source, usize)> = Vec::new();
    for (before, point) in target.space.squares().flat_map(Point::quarters).enumerate() {
        stop(obstacles, origin, (centre, point), target, |source, _| {
            match stopping.iter_mut().find(|(known, _)| *known == source) {
                Some((_, lines)) => *lines = before + 1,
                None if before == 0 => stopping.push((source, 1)),
                None => {}
            }
            // What else stops this one is of no account.
            before > 0 && stopping.iter().all(|&(_, lines)| lines > before)
        });
        stopping.retain(|&(_, lines)| lines > before);
        if stopping.is_empty() {
            return false;
        }
    }
    let whole = |source: Source| obstacles.hides(source, origin, from, target).0 >= Ratio::whole(1);
    stopping.iter().any(|&(source, _)| whole(source))
}

/// Hands over what stops the line between two points, and in which square, until that is enough.
fn stop(
    obstacles: &Obstacles,
    origin: &Origin,
    (from, to): (Point, Point),
    target: &Covered,
    mut meet: impl FnMut(Source, Square) -> bool,
) {
    let mut enough = false;
    for square in line::squares_crossed(from, to) {
        if !obstacles.clear(square) && !origin.space.contains(square) && !target.space.contains(square) {
            obstacles.at(square, |source| enough = meet(source, square));
            if enough {
                return;
            }
        }
    }
    if let Some(between) = obstacles.between() {
        line::edges_met(from, to, |meeting| {
            obstacles.where_met(between, meeting).any(|(source, edge)| {
                let [one, other] = edge.squares();
                // Of the squares beside it the one that is nearer to the target.
                let behind = target.space.steps(other.into()) <= target.space.steps(one.into());
                meet(source, if behind { other } else { one })
            })
        });
    }
}

/// As [`measure`], of a creature or object; of what stands between two squares from its better side.
pub fn measured(world: &World, origin: &Origin, target: Id) -> Found {
    let found = covered_on_either_side(world, target, origin.space).map(|target| measure(world, origin, &target));
    found.min_by_key(|found| (found.level, found.share)).expect("what may be covered should be somewhere")
}

/// Measures cover afresh (SOL-COVER-21): the attacker uses the square that leaves the least (SOL-COVER-13).
pub fn measure(world: &World, origin: &Origin, target: &Covered) -> Found {
    if within(origin, target) {
        let centre = Point::centre(origin.space.at);
        return Found {
            level: Level::None,
            share: Ratio::whole(0),
            trace: Trace::note("the spot is in its own space").by(rule!("SOL-AREA-4")),
            passed: Vec::new(),
            line: (centre, centre, None),
            source: None,
        };
    }
    let best = least(&Obstacles::collect(world, origin, target), origin, target);
    let (trace, passed) = reasons(world, &best);
    let centre = Point::centre(best.from);
    let line = match best.line {
        Some((point, square)) => (centre, point, Some(square)),
        None => (centre, Point::centre_of(target.space), None),
    };
    let source = best.source.zip(best.line).map(|(source, (_, at))| match source {
        Source::Walls(_) | Source::Run(_) => (None, at),
        Source::Thing(id) | Source::Creature(id) => (Some(id), at),
    });
    Found { level: best.level, share: best.share, trace, passed, line, source }
}

/// Every source with its share, and the rules that say what they come to. Creatures that give no cover come each by itself, so that who
/// knows nothing of one is told nothing.
fn reasons(world: &World, found: &Ways) -> (Trace, Vec<Trace>) {
    let none = found.level == Level::None;
    let name = if none { "no cover" } else { found.level.name() };
    let mut trace = Trace::note(name).by(found.level.share_rule());
    let walls = found.blocked.iter();
    if walls.filter(|known| matches!(known.source, Source::Walls(_))).count() > 1 {
        trace.push(Trace::note("walls that do not touch").by(rule!("SOL-COVER-15")));
    }
    let mut passed = Vec::new();
    for known in &found.blocked {
        let term = reason(world, found, known);
        match known.source {
            Source::Creature(id) if none => {
                let mut alone = Trace::note(name).by(found.level.share_rule()).of(id);
                alone.push(term);
                passed.push(alone);
            }
            _ => trace.terms.push(term),
        }
    }
    (trace, passed)
}

/// One source with its share.
fn reason(world: &World, found: &Ways, known: &Blocked) -> Trace {
    let name = match known.source {
        Source::Walls(_) => "wall",
        Source::Run(run) => edges::run_name(world, run).unwrap_or("wall"),
        Source::Thing(id) | Source::Creature(id) => world.resource::<Names>().name(id),
    };
    let (hit, count) = (known.hit, found.count);
    let label = format!("{name}: {hit} of {count} points, {} of the body", percent(known.share));
    let mut term = Trace::note(label).by(known.rule.clone());
    if let Source::Thing(id) | Source::Creature(id) = known.source {
        term = term.of(id);
    }
    if let Some(best) = found.source.filter(|best| *best != known.source) {
        // Said of each that does not count, so that who knows of one source alone is not told of another.
        let note = Trace::note("only the best source counts").by(rule!("SOL-COVER-10"));
        term.push(match best {
            Source::Thing(id) | Source::Creature(id) => note.of(id),
            Source::Walls(_) | Source::Run(_) => note,
        });
    }
    if matches!(known.source, Source::Creature(_)) && known.share > Ratio::whole(0) {
        term.push(Trace::note("creatures give cover").by(rule!("SOL-COVER-11")));
    }
    term
}

fn percent(share: Ratio) -> String {
    if share.den() == 1 {
        return if share.num() == 0 { "nothing".into() } else { "all".into() };
    }
    format!("{}/{}", share.num(), share.den())
}

#[cfg(test)]
mod tests;
