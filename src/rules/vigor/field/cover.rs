//! Cover: four lines from the square that attacks to the square that is attacked, and what they cross (VIG-COVER).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::super::data::{Barrier, Fixture};
use super::barrier::{barrier_of, barrier_on};
use super::{air, distance};
use crate::battle::*;
use crate::grid::line::{self, Meeting};
use crate::grid::{Edge, Footprint, Point, Square};
use crate::rule;

/// What stands between an attacker and a target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Found {
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
    /// Whether something tall stands in every line.
    pub full: bool,
}

impl Found {
    /// How much of it there is, whatever comes of it.
    pub(crate) fn step(&self) -> CoverStep {
        match (self.guard.as_ref().map(|guard| guard.0), self.rank.as_ref().map(|rank| rank.0)) {
            _ if self.full => CoverStep::Full,
            (_, Some(_)) => CoverStep::Half,
            (Some(_), None) => CoverStep::Light,
            (None, None) => CoverStep::None,
        }
    }

    /// What people call it.
    pub(crate) fn name(&self) -> &'static str {
        match self.step() {
            CoverStep::None => "",
            CoverStep::Light => "Light Cover",
            CoverStep::Full => "Full Cover",
            _ => "Partial Cover",
        }
    }

    /// The thing that gives it. Of finds that are alike in all else it decides, so that the order of squares decides nothing.
    fn giver(&self) -> Option<Id> {
        self.source.and_then(|(thing, _)| thing)
    }

    /// How good it is for the target: VIG-GRID-10 looks for the least.
    fn worth(&self) -> (bool, i32, i32) {
        let number = |of: &Option<(i32, Rule)>| of.as_ref().map_or(0, |of| of.0);
        (self.blocked, number(&self.rank), number(&self.guard))
    }
}

impl CoverFound for Found {
    fn shelter(&self, _world: &World) -> Shelter {
        let source = |&(of, at): &(Option<Id>, Square)| CoverSource { of, squares: vec![at] };
        Shelter { step: self.step(), name: self.name().into(), sources: self.source.iter().map(source).collect() }
    }

    fn line(&self) -> Option<AimLine> {
        self.line.map(|(from, to)| AimLine {
            from: (from.x(), from.y()),
            to: (to.x(), to.y()),
            blocked_at: self.source.map(|(_, at)| at),
        })
    }
}

/// The least cover a target has against an attacker, from any square of the one to any of the other (VIG-GRID-10); of equal ones
/// where the air is clearest, then the shortest (VIG-GRID-12).
pub(crate) fn between(world: &World, attacker: Id, target: Id) -> Found {
    least(world, pairs(world, attacker, target))
}

/// The least of what was found between several squares.
pub(crate) fn least(world: &World, mut all: Vec<Found>) -> Found {
    let least = all.iter().map(Found::worth).min();
    all.retain(|found| Some(found.worth()) == least);
    if all.len() < 2 {
        return all.pop().unwrap_or_default();
    }
    let clearest = all.into_iter().min_by_key(|found| {
        let air = found.pair.map(|(one, other)| air::worst(world, one, other));
        let far = found.pair.map_or(0, |(one, other)| one.steps_to(other));
        (air, far, found.giver())
    });
    clearest.unwrap_or_default()
}

/// What stands between every square of an attacker and every one of a target.
pub(crate) fn pairs(world: &World, attacker: Id, target: Id) -> Vec<Found> {
    let (from, to) = (distance::squares_of(world, attacker), distance::squares_of(world, target));
    let own = |at: Square| from.contains(&at) || to.contains(&at);
    // VIG-FALL-4: the edge of a ledge or a pit lies between those who stand high and those who stand low.
    let ledge = distance::levels_apart(world, attacker, target) > 1;
    let each = from.iter().flat_map(|&one| to.iter().map(move |&other| (one, other)));
    let found = each.map(|(one, other)| {
        let mut found = along(world, one, other, own, Some(target));
        if ledge && found.rank.is_none() {
            found.guard = found.guard.or(Some((3, rule!("VIG-COVER-11"))));
            found.rank = Some((5, rule!("VIG-COVER-12")));
            found.why = Some(rule!("VIG-FALL-4"));
            // The ground takes that share, not the foliage before it.
            found.source = None;
        }
        found
    });
    found.collect()
}

/// The cover that a space, or the thing there that is meant, has against what spreads from a square (VIG-COVER-22).
pub(crate) fn from_square(world: &World, origin: Square, space: &[Square], aimed: Option<Id>) -> Found {
    let own = |at: Square| at == origin || space.contains(&at);
    let found = space.iter().map(|&to| along(world, origin, to, own, aimed));
    found.min_by_key(|found| (found.worth(), found.giver())).unwrap_or_default()
}

/// VIG-COVER-3: whether no line leads from one square to another, as [`from_square`] finds it, without the reasons.
pub(crate) fn blocked(world: &World, from: Square, to: Square) -> bool {
    let start = Point::centre(from);
    let ground = lay(world);
    let lay = ground.1;
    let has_edges = lay.between.is_some();
    let stops = |barrier| match barrier {
        Barrier::Solid => 2,
        Barrier::Tall => 1,
        _ => 0,
    };
    // Ground alone stops nothing.
    let stops_at = |at: Square| match lay.screens.get(at) {
        Some(screen) if !screen.wall && screen.things == 0 => 0,
        _ => stops(barrier_on(world, ground, at)),
    };
    from != to
        && Point::quarters(to).into_iter().all(|end| {
            let squares = line::squares_crossed(start, end).filter(|&at| at != from && at != to);
            let mut crossed: usize = squares.map(stops_at).sum();
            if has_edges {
                line::edges_met(start, end, |meeting| {
                    crossed += stops(met(world, ground, meeting, None).0);
                    false
                });
            }
            crossed >= 2
        })
}

/// VIG-COVER-25: what a line meets between squares, and the edges that make it so. Where it runs through a joint, it meets the highest
/// kind that stands on both ways round that joint: on each an edge or the square, and an edge at least once.
fn met(world: &World, ground: (&Map, &Lay), meeting: Meeting, aimed: Option<Edge>) -> (Barrier, [Option<Edge>; 2]) {
    let of = |edge: Edge| if Some(edge) == aimed { Barrier::Nothing } else { barrier_of(world, edge) };
    match meeting {
        Meeting::Across(edge, _) => (of(edge), [Some(edge), None]),
        Meeting::Joint { ways, .. } => {
            let highest = ways
                .map(|(edges, _)| edges.into_iter().map(|edge| (of(edge), edge)).max_by_key(|(barrier, _)| *barrier));
            if highest.iter().flatten().all(|(barrier, _)| *barrier == Barrier::Nothing) {
                return (Barrier::Nothing, [None, None]);
            }
            let squares = ways.map(|(_, at)| barrier_on(world, ground, at));
            let kinds = [Barrier::Solid, Barrier::Tall, Barrier::Low, Barrier::Foliage];
            let stands = kinds.into_iter().find_map(|kind| {
                let edges = highest.map(|edge| edge.filter(|(barrier, _)| *barrier >= kind));
                let there = |way: usize| edges[way].is_some() || squares[way] >= kind;
                let parts = there(0) && there(1) && edges.iter().any(Option::is_some);
                parts.then(|| (kind, edges.map(|edge| edge.map(|(_, edge)| edge))))
            });
            stands.unwrap_or((Barrier::Nothing, [None, None]))
        }
    }
}

/// VIG-COVER-2 to VIG-COVER-5: what the four lines from one square to another cross. What is aimed at itself is no cover (VIG-OBJ-8).
fn along(world: &World, from: Square, to: Square, own: impl Fn(Square) -> bool, aimed: Option<Id>) -> Found {
    let aimed_edge = aimed.and_then(|thing| edge_of(world, thing));
    let start = Point::centre(from);
    let ground = lay(world);
    let (mut least, mut crossing) = (usize::MAX, 0);
    let (mut tall, mut low, mut foliage) = (Vec::new(), Vec::new(), None);
    let (mut edges, mut solid) = (false, false);
    for end in Point::quarters(to) {
        let mut crossed = 0;
        for at in line::squares_crossed(start, end) {
            // Foliage hides whoever stands in it; of all else its own square is none.
            let barrier = barrier_on(world, ground, at);
            match barrier {
                Barrier::Tall | Barrier::Solid if !own(at) => {
                    crossed += 1 + usize::from(barrier == Barrier::Solid);
                    solid |= barrier == Barrier::Solid;
                    tall.push((thing_at(world, at), at));
                }
                Barrier::Low if !own(at) && at.touches(to) => low.push((thing_at(world, at), at)),
                Barrier::Foliage if at != from => {
                    let thing = thing_at(world, at);
                    if thing.is_none() || thing != aimed {
                        foliage = Some((thing, at));
                    }
                }
                _ => {}
            }
        }
        if let Some(between) = &ground.1.between {
            line::edges_met(start, end, |meeting| {
                let (barrier, found) = met(world, ground, meeting, aimed_edge);
                let (Meeting::Across(_, at) | Meeting::Joint { from: at, .. }) = meeting;
                // Of two that meet in a joint neither way round goes before the other.
                let thing = found.into_iter().flatten().filter_map(|edge| between.at(edge).thing).min();
                match barrier {
                    Barrier::Tall | Barrier::Solid => {
                        let counts_twice = barrier == Barrier::Solid;
                        (crossed, edges) = (crossed + 1 + usize::from(counts_twice), true);
                        solid |= counts_twice;
                        tall.push((thing, at));
                    }
                    Barrier::Low if found.into_iter().flatten().any(|edge| edge.bounds(Footprint::single(to))) => {
                        edges = true;
                        low.push((thing, at));
                    }
                    Barrier::Foliage => {
                        edges = true;
                        foliage = Some((thing, at));
                    }
                    _ => {}
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
    let sturdy = |thing: Option<Id>| {
        let fixture = thing.and_then(|thing| world.part::<Fixture>(thing));
        fixture.is_none_or(|fixture| fixture.sturdy)
    };
    found.full = least >= 1 && !tall.is_empty();
    let of_tall = |thing| match (found.full, sturdy(thing)) {
        (false, _) => 5,
        (true, true) => 10,
        (true, false) => 0,
    };
    let ranks = tall.iter().map(|&(thing, at)| (of_tall(thing), thing, at));
    let ranks = ranks.chain(low.iter().map(|&(thing, at)| (5, thing, at)));
    // VIG-COVER-17, VIG-COVER-19: the highest rank, and of equal ones what is nearest to the target.
    let far = |at: Square| {
        let (dx, dy) = (i32::from(at.x - to.x), i32::from(at.y - to.y));
        dx * dx + dy * dy
    };
    if let Some((rank, thing, at)) = ranks.min_by_key(|&(rank, thing, at)| (-rank, far(at), thing)) {
        found.guard = Some(if found.full { (5, rule!("VIG-COVER-14")) } else { (3, rule!("VIG-COVER-11")) });
        let rule = if rank == 5 { rule!("VIG-COVER-12") } else { rule!("VIG-COVER-15") };
        found.rank = Some((rank, rule));
        found.why = Some(match (found.full, tall.is_empty()) {
            (true, _) if rank == 5 => rule!("VIG-COVER-17"),
            (true, _) => rule!("VIG-COVER-3"),
            (false, false) => rule!("VIG-COVER-23"),
            (false, true) => rule!("VIG-COVER-4"),
        });
        found.source = Some((thing, at));
    }
    if foliage.is_some() {
        // The highest of each.
        let alone = found.rank.is_none();
        found.why = Some(if alone { rule!("VIG-COVER-5") } else { rule!("VIG-COVER-17") });
        found.guard = Some((10, rule!("VIG-COVER-7")));
        found.source = found.source.or(foliage);
    }
    if edges {
        found.why = Some(rule!("VIG-COVER-25"));
    }
    found
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{blocked, from_square};
    use crate::battle::*;
    use crate::rules;

    #[test]
    fn whether_a_line_leads_somewhere_is_the_same_with_and_without_the_reasons() {
        let vigor = rules::by_key("vigor").expect("a known ruleset");
        let mut found = [0, 0];
        for path in ["levels/low-wall.toml", "levels/harrow-ford.toml", "levels/river-farm.toml"] {
            let text = std::fs::read_to_string(path).expect("a shipped level");
            let (level, _) = rules::read_level(&text, path).expect("a sound level");
            let battle = Battle::new(Arc::new(level), vigor, 1).expect("a playable level");
            let world = battle.world();
            let squares: Vec<_> = world.resource::<Map>().cells().squares().collect();
            for &from in squares.iter().step_by(17) {
                for &to in squares.iter().filter(|to| from.steps_to(**to) <= 12) {
                    let reasoned = from_square(world, from, &[to], None).blocked;
                    assert_eq!(blocked(world, from, to), reasoned, "{path}: {from:?} to {to:?}");
                    found[usize::from(reasoned)] += 1;
                }
            }
        }
        assert!(found.iter().all(|&many| many > 500), "{found:?}");
    }
}
