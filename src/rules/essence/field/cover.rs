//! Line of Effect and Cover: sample points of squares, and what stands between them (ESS-LOE-2, ESS-COVER-2).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::tunnels;
use crate::battle::*;
use crate::grid::{Edge, Footprint, Grid, Length, LineRule, Point, Square, cover, line};
use crate::level::{Door, Size};
use crate::rule;

/// Everything that can stand in a line.
pub struct Sightlines<'w> {
    world: &'w World,
    map: &'w Map,
    lay: &'w Lay,
    /// What stands between squares and is no higher than this hides nothing.
    above: Length,
}

/// Everything that can give Cover against one viewer, or against a point.
struct Shelters<'w> {
    lines: Sightlines<'w>,
    /// Whom it is about: neither of them gives any.
    target: Id,
    viewer: Option<Id>,
    bodies: Vec<(Footprint, Id, Size)>,
}

/// What Cover a target has, and what might have given some.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// What gives it.
    pub sources: Vec<Trace>,
    /// The same on the board.
    pub on_board: Vec<CoverSource>,
    /// What does not, and why.
    pub notes: Vec<Trace>,
    /// The line that shows it: from, to, and the square that obscures.
    pub line: Option<(Point, Point, Option<Square>)>,
}

impl CoverFound for Found {
    /// This ruleset knows no more and no less of it.
    fn shelter(&self, _world: &World) -> Shelter {
        if self.sources.is_empty() {
            return Shelter::default();
        }
        Shelter { step: CoverStep::Half, name: "Cover".into(), sources: self.on_board.clone() }
    }

    fn line(&self) -> Option<AimLine> {
        self.line.map(|(from, to, blocked_at)| AimLine { from: (from.x(), from.y()), to: (to.x(), to.y()), blocked_at })
    }
}

impl Found {
    /// Something gives it where a line crosses a square; the same source is told of once.
    fn give(&mut self, of: Option<Id>, at: Square, label: String, rule: Rule) {
        match self.on_board.iter_mut().find(|known| known.of == of) {
            Some(known) if known.squares.contains(&at) => {}
            Some(known) => known.squares.push(at),
            None => self.on_board.push(CoverSource { of, squares: vec![at] }),
        }
        if !self.sources.iter().any(|known| known.label == label) {
            let source = Trace::note(label).by(rule);
            self.sources.push(Trace { source: of, ..source });
        }
    }
}

/// The five points of a square.
pub fn points(at: Square) -> [Point; 5] {
    let [a, b, c, d] = Point::four(at, 4);
    [Point::centre(at), a, b, c, d]
}

/// How much an object obscures now: open doors nothing, illusions only part.
fn obscured_by(world: &World, thing: Id) -> Obscures {
    let Some(thing) = world.look(thing) else {
        return Obscures::None;
    };
    if thing.get::<DoorState>().is_some_and(|door| door.0 == Door::Open) {
        return Obscures::None;
    }
    let illusory = || thing.get::<ObjectProperties>().is_some_and(|fixture| fixture.illusory);
    match thing.get().copied() {
        Some(Obscures::Total) if illusory() => Obscures::Partial,
        other => other.unwrap_or(Obscures::None),
    }
}

impl<'w> Sightlines<'w> {
    /// Of walls and objects.
    pub fn new(world: &'w World) -> Self {
        let (map, lay) = lay(world);
        Self { world, map, lay, above: Length(i32::MIN) }
    }

    /// The objects in a square that may obscure something.
    fn things(&self, at: Square) -> impl Iterator<Item = (Id, Obscures)> + '_ {
        let screen = self.lay.screens.get(at).copied().unwrap_or(Occluder::OUTSIDE);
        let here = self.lay.things_of(screen);
        here.map(|id| (id, obscured_by(self.world, id)))
    }

    /// Whether a square is filled by something that stops every line.
    pub fn total(&self, at: Square) -> bool {
        self.map.solid(at) || self.things(at).any(|(_, obscures)| obscures == Obscures::Total)
    }

    /// The regions of squares that nothing fills, counted from 1; from one to another no line leads. 0 is what is filled.
    fn regions(&self) -> &Grid<u32> {
        self.lay.regions(|| {
            let (width, height) = self.map.size();
            let mut regions: Grid<u32> = Grid::filled(width, height, 0);
            let all: Vec<Square> = regions.squares().filter(|&at| !self.total(at)).collect();
            let mut latest = 0;
            for &start in &all {
                if regions[start] != 0 {
                    continue;
                }
                latest += 1;
                regions[start] = latest;
                let mut open = vec![start];
                while let Some(at) = open.pop() {
                    for to in at.neighbours() {
                        if regions.get(to) == Some(&0) && !self.total(to) {
                            regions[to] = latest;
                            open.push(to);
                        }
                    }
                }
            }
            regions
        })
    }

    /// Whether a line could lead from one square to another, by the regions that they lie in or, where they are filled, beside: soon said,
    /// where it does not.
    pub fn may_meet(&self, from: Square, to: Square) -> bool {
        let regions = self.regions();
        let near = |at: Square| {
            let own = regions.get(at).copied().filter(|&region| region > 0);
            let beside = at.neighbours().into_iter().filter(move |_| own.is_none());
            own.into_iter().chain(beside.filter_map(|at| regions.get(at).copied().filter(|&region| region > 0)))
        };
        from.steps_to(to) <= 1 || near(from).any(|one| near(to).any(|other| one == other))
    }

    /// ESS-LOE-2: whether the best line between two sets of squares is unobstructed.
    pub fn clear(&self, from: &[Square], to: &[Square]) -> bool {
        let starts: Vec<Point> = from.iter().flat_map(|&at| points(at)).collect();
        let ends: Vec<Point> = to.iter().flat_map(|&at| points(at)).collect();
        let blocks = |at: Square| !from.contains(&at) && !to.contains(&at) && self.total(at);
        let rule = LineRule::PinchedCorners;
        match self.between() {
            None => cover::has_clear_line(&starts, &ends, rule, blocks),
            Some(_) => cover::has_clear_line_past_edges(&starts, &ends, rule, blocks, |edge| {
                self.edge_obscures(edge) == Obscures::Total
            }),
        }
    }

    /// As seen between these heights of feet: what stands between squares and is lower than either hides nothing.
    fn over(mut self, one: Length, other: Length) -> Self {
        self.above = one.max(other);
        self
    }

    /// What stands between squares, where anything does.
    pub fn between(&self) -> Option<&'w Between> {
        self.lay.between.as_ref()
    }

    /// ESS-EDGE-3: how much what stands at an edge obscures: as an object as high would.
    pub fn edge_obscures(&self, edge: Edge) -> Obscures {
        let Some(here) = self.between().map(|between| between.at(edge)) else {
            return Obscures::None;
        };
        if here.is_wall() {
            return Obscures::Total;
        }
        let high = |top: Length| {
            if top <= self.above { 0 } else { top.0.saturating_sub(here.ground.0) }
        };
        if high(here.shots) >= Length::feet(5).0 {
            Obscures::Total
        } else if 2 * i64::from(high(here.some_shots)) >= i64::from(Length::feet(5).0) {
            Obscures::Partial
        } else {
            Obscures::None
        }
    }
}

impl Shelters<'_> {
    /// ESS-EDGE-4: whether an edge counts for Cover between these squares: what obscures in part does not while the attacker
    /// stands at it and the target does not.
    fn edge_covers(&self, edge: Edge, own: &[Square], to: &[Square]) -> bool {
        let thing = self.lines.between().and_then(|between| between.at(edge).thing);
        if thing.is_some_and(|thing| self.ignores(thing)) {
            return false;
        }
        let at = |squares: &[Square]| edge.squares().iter().any(|square| squares.contains(square));
        match self.lines.edge_obscures(edge) {
            Obscures::Total => true,
            Obscures::Partial => !at(own) || at(to),
            Obscures::None => false,
        }
    }

    fn cover(&self, from: &[Point], own: &[Square], to: &[Square], size: Option<Size>) -> Found {
        let world = self.lines.world;
        let ends: Vec<Point> = to.iter().flat_map(|&at| points(at)).collect();
        let hides = |at: Square| !own.contains(&at) && !to.contains(&at) && self.obscurer(at, size).is_some();
        let best = from.iter().min_by_key(|&&start| match self.lines.between() {
            None => cover::count_blocked(start, &ends, LineRule::Interiors, hides),
            Some(_) => cover::count_blocked_or_edge(start, &ends, LineRule::Interiors, hides, |edge| {
                self.edge_covers(edge, own, to)
            }),
        });
        let Some(&start) = best else { return Found::default() };
        let mut found = Found::default();
        let mut smaller = Vec::new();
        for &end in &ends {
            for at in line::squares_crossed(start, end) {
                if own.contains(&at) || to.contains(&at) {
                    continue;
                }
                if let Some((what, creature)) = self.obscurer(at, size) {
                    found.line.get_or_insert((start, end, Some(at)));
                    let label = match what {
                        Some(id) => format!("cover from {}", world.resource::<Names>().name(id)),
                        None => "cover from a wall".to_owned(),
                    };
                    let rule = match what {
                        _ if creature => rule!("ESS-RANGE-6"),
                        Some(thing) if creature::illusory(world, thing) => rule!("ESS-COVER-5"),
                        _ => rule!("ESS-COVER-2"),
                    };
                    found.give(what, at, label, rule);
                } else if let Some(id) = self.too_small(at, size)
                    && !smaller.contains(&id)
                {
                    smaller.push(id);
                }
            }
            if self.lines.between().is_some() {
                self.covered_by_edges((start, end), own, to, &mut found);
            }
        }
        found.line.get_or_insert((start, ends[0], None));
        if !found.sources.is_empty() {
            // Where one alone gives it, whoever does not know of that one is not told that there is Cover.
            let alone = match &found.sources[..] {
                [only] => only.source,
                _ => None,
            };
            let about_it = |label: &'static str, rule| Trace { source: alone, ..Trace::note(label).by(rule) };
            found.sources.push(about_it("Cover", rule!("ESS-COVER-1")));
            let lines = about_it("lines from the best square", rule!("ESS-COVER-2"));
            found.notes.push(lines);
        }
        for id in smaller {
            let name = world.resource::<Names>().name(id).to_owned();
            let term = Trace::refused(format!("cover from {name}"), 0, "it is smaller than the target");
            found.notes.push(term.by(rule!("ESS-COVER-3")).of(id));
        }
        found
    }

    /// What stands between squares in a line, told as what else gives Cover.
    fn covered_by_edges(&self, (start, end): (Point, Point), own: &[Square], to: &[Square], found: &mut Found) {
        let world = self.lines.world;
        let leaned_over = |edge: Edge| {
            let at_it = edge.squares().iter().any(|square| own.contains(square));
            at_it && self.lines.edge_obscures(edge) == Obscures::Partial && !self.edge_covers(edge, own, to)
        };
        let covers = |edge: Edge| self.edge_covers(edge, own, to);
        let solid = |at: Square| !own.contains(&at) && !to.contains(&at) && self.lines.total(at);
        line::edges_met(start, end, |meeting| {
            for (edge, _) in meeting.all_that_stop(&|_| false, &leaned_over) {
                let name = edge_name(world, edge).unwrap_or_default().to_lowercase();
                let term = Trace::refused(format!("cover from {name}"), 0, "the attacker stands at it");
                let term = term.by(rule!("ESS-EDGE-4"));
                if !found.notes.contains(&term) {
                    found.notes.push(term);
                }
            }
            for (edge, before) in meeting.all_that_stop(&solid, &covers) {
                let [one, other] = edge.squares();
                let behind = if before == one { other } else { one };
                found.line.get_or_insert((start, end, Some(behind)));
                let thing = self.lines.between().and_then(|between| between.at(edge).thing);
                let name = match thing {
                    Some(thing) => world.resource::<Names>().name(thing).to_owned(),
                    None => edge_name(world, edge).unwrap_or_default().to_lowercase(),
                };
                found.give(thing, behind, format!("cover from {name}"), rule!("ESS-EDGE-3"));
            }
            false
        });
    }

    /// What obscures in a square: an object or creature (or none for a wall), and whether it is a creature.
    fn obscurer(&self, at: Square, size: Option<Size>) -> Option<(Option<Id>, bool)> {
        if self.lines.map.solid(at) {
            return Some((None, false));
        }
        if let Some((thing, _)) = self.lines.things(at).find(|&(_, obscures)| obscures == Obscures::Total) {
            return Some((Some(thing), false));
        }
        let mut things = self.lines.things(at);
        let thing = things.find(|&(id, obscures)| obscures == Obscures::Partial && !self.ignores(id));
        if let Some((thing, _)) = thing {
            return Some((Some(thing), false));
        }
        let mut bodies = self.bodies.iter();
        let body = bodies.find(|(space, _, own)| space.contains(at) && size.is_none_or(|size| *own >= size));
        body.map(|&(_, id, _)| (Some(id), true))
    }

    /// Whether it is about this object, or the viewer has found it out.
    fn ignores(&self, thing: Id) -> bool {
        let seen = || self.lines.world.part::<SeenThrough>(thing);
        let sees_through = |viewer: Id| viewer == thing || seen().is_some_and(|seen| seen.0.contains(&viewer));
        thing == self.target || self.viewer.is_some_and(sees_through)
    }

    fn too_small(&self, at: Square, size: Option<Size>) -> Option<Id> {
        let size = size?;
        let mut bodies = self.bodies.iter();
        let body = bodies.find(|(space, _, own)| space.contains(at) && *own < size);
        body.map(|&(_, id, _)| id)
    }
}

/// Below the ground, by at least a step.
pub fn buried(world: &World, id: Id) -> bool {
    world.part::<Creature>(id).is_some() && creature::altitude(world, id) < 0
}

/// ESS-LOE-1: whether an unobstructed line leads from a creature to a creature or object.
pub fn line_of_effect(world: &World, from: Id, to: Id) -> bool {
    match (buried(world, from), buried(world, to)) {
        (false, false) => {}
        (true, true) => return tunnels::line_through(world, from, to),
        _ => return false,
    }
    let ids = world.resource::<Ids>();
    if let (Some(here), Some(there)) = (ids.stand(from), ids.stand(to)) {
        let lines = Sightlines::new(world).over(here.height, there.height);
        let squares = |stand: Placement| stand.space.squares().collect::<Vec<_>>();
        let line = (here.space, there.space, lines.above);
        return lines.lay.remember(line, || lines.clear(&squares(here), &squares(there)));
    }
    let height = |id: Id| world.the::<Position>(id).height;
    let lines = Sightlines::new(world).over(height(from), height(to));
    lines.clear(&creature::covered(world, from), &creature::covered_from(world, to, from))
}

/// Whether an unobstructed line leads from a creature to a square.
pub fn effect_reaches(world: &World, from: Id, at: Square) -> bool {
    let map = world.resource::<Map>();
    let lines = Sightlines::new(world).over(world.the::<Position>(from).height, map.ground(at));
    !buried(world, from) && !lines.total(at) && lines.clear(&creature::covered(world, from), &[at])
}

/// ESS-COVER-2: the Cover a target has against a creature.
pub fn from_creature(world: &World, attacker: Id, target: Id) -> Found {
    let own = creature::covered(world, attacker);
    let centres: Vec<Point> = own.iter().map(|&at| Point::centre(at)).collect();
    measure(world, &centres, &own, Some(attacker), target)
}

/// ESS-COVER-6: the Cover a target has against an Area, from its point of origin.
pub fn from_point(world: &World, origin: Point, target: Id) -> Found {
    measure(world, &[origin], &[], None, target)
}

fn measure(world: &World, from: &[Point], own: &[Square], attacker: Option<Id>, target: Id) -> Found {
    let feet = |id: Id| world.the::<Position>(id).height;
    let looks_from = attacker.map_or(Length(i32::MIN), feet);
    let lines = Sightlines::new(world).over(looks_from, feet(target));
    let to = attacker
        .map_or_else(|| creature::covered(world, target), |attacker| creature::covered_from(world, target, attacker));
    let level = |id: Id| creature::steps_up(feet(id));
    let levels = attacker.map(|attacker| [level(attacker), level(target)]);
    // Sharers of either one's space do not count, nor bodies that are neither at the one's height nor at the other's; and what is
    // Hidden from the attacker gives nothing away by obscuring (R49).
    let counts = |id: Id, stand: &Placement| {
        let shares = stand.space.squares().any(|at| own.contains(&at) || to.contains(&at));
        let apart = levels.is_some_and(|levels| !levels.contains(&creature::steps_up(stand.height)));
        let hidden = || attacker.is_some_and(|attacker| creature::hidden_from(world, id, attacker));
        id != target && Some(id) != attacker && !shares && !apart && !hidden()
    };
    // No line leaves the box around all squares; whoever stands outside is not asked about at all.
    let whole = |along: i32| i16::try_from(along.div_euclid(Point::PER_SQUARE)).unwrap_or(0);
    let ends = from.iter().map(|point| Square::new(whole(point.x()), whole(point.y())));
    let squares = own.iter().chain(&to).copied().chain(ends);
    let (low, high) =
        squares.fold((Square::new(i16::MAX, i16::MAX), Square::new(i16::MIN, i16::MIN)), |(low, high), at| {
            (
                Square::new(low.x.min(at.x - 1), low.y.min(at.y - 1)),
                Square::new(high.x.max(at.x + 1), high.y.max(at.y + 1)),
            )
        });
    let near = |stand: &Placement| {
        let (first, last) = (stand.space.at, stand.space.far_corner());
        first.x <= high.x && first.y <= high.y && last.x >= low.x && last.y >= low.y
    };
    let bodies = all_stands(world).filter(|(id, stand)| near(stand) && counts(*id, stand));
    let shelters = Shelters {
        lines,
        target,
        viewer: attacker,
        bodies: bodies.map(|(id, stand)| (stand.space, id, creature::profile(world, id).size)).collect(),
    };
    let size = world.part::<Stats>(target).map(|stats| stats.0.size);
    shelters.cover(from, own, &to, size)
}
