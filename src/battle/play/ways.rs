//! Where a creature can be brought from where it is, without a walk of its own: out of a saddle, out of a grapple, out of the way. No such
//! way leads through what stops a body: solid ground, a closed door, bars or a wall between squares.

use std::collections::VecDeque;

use bevy::prelude::World;

use crate::battle::board::{Map, bars_the_way, floor_of, lay, space};
use crate::battle::ruleset::Rules;
use crate::battle::values::Id;
use crate::grid::{Footprint, Grid, Length, Square};

/// Never reached.
const NEVER: u16 = u16::MAX;

/// How many steps it takes to every square, from where something begins.
pub struct Ways {
    from: Vec<Square>,
    steps: Grid<u16>,
}

impl Ways {
    /// As far as a way may lead that is not limited.
    pub const ANY: u16 = NEVER - 1;

    /// The ways of so many steps at most from some squares, step by step to a neighbour where one leads.
    pub fn new(map: &Map, from: Vec<Square>, most: u16, leads: impl Fn(Square, Square) -> bool) -> Self {
        let (width, height) = map.size();
        let mut steps = Grid::filled(width, height, NEVER);
        let mut open = VecDeque::new();
        for &at in &from {
            if steps.set(at, 0) == Some(NEVER) {
                open.push_back(at);
            }
        }
        while let Some(at) = open.pop_front() {
            let next = steps[at] + 1;
            if next > most {
                break;
            }
            for to in at.neighbours() {
                if steps.get(to) == Some(&NEVER) && leads(at, to) {
                    steps.set(to, next);
                    open.push_back(to);
                }
            }
        }
        Self { from, steps }
    }

    /// How many steps it is to a square; `None` where no way leads.
    pub fn steps(&self, to: Square) -> Option<i32> {
        self.steps.get(to).filter(|&&steps| steps != NEVER).map(|&steps| steps.into())
    }

    /// How many steps it is to a square as if nothing stood between.
    pub fn apart(&self, to: Square) -> i32 {
        self.from.iter().map(|from| from.steps_to(to)).min().unwrap_or(i32::MAX)
    }

    /// Whether the way to a square leads round nothing.
    pub fn is_straight(&self, to: Square) -> bool {
        self.steps(to) == Some(self.apart(to))
    }
}

/// The ways for a creature whose space has so many squares along its edge, from its place in another space, of so many steps at most. In
/// the air, it passes over what is lower.
pub fn ways_from(world: &World, who: Id, from: Footprint, side: u8, aloft: Option<Length>, most: u16) -> Ways {
    let (map, lay) = lay(world);
    let hurdle = world.resource::<Rules>().0.hurdle(world, who);
    let open = |at: Square| lay.footing.get(at).is_some_and(|there| !there.solid);
    let leads = |here: Square, to: Square| {
        let (own, next) = (Footprint { at: here, side }, Footprint { at: to, side });
        let floor = floor_of(world, own);
        let feet = aloft.map_or(floor, |aloft| aloft.max(floor));
        let askew = here.x != to.x && here.y != to.y;
        let over = if askew { feet } else { Length(feet.0.saturating_add(hurdle.0)) };
        let closed = |at: Square| {
            let mut swept = Footprint { at, side }.squares();
            swept.any(|at| !own.contains(at) && !next.contains(at) && !open(at))
        };
        let pinched = || closed(Square::new(here.x, to.y)) && closed(Square::new(to.x, here.y));
        // What has become solid under it lets it out.
        next.squares().all(|at| open(at) || own.contains(at) && map.contains(at))
            && !bars_the_way(world, own, to, over)
            && !(askew && pinched())
    };
    let starts: Vec<Square> =
        if side <= from.side { from.nested(side).map(|space| space.at).collect() } else { vec![from.at] };
    Ways::new(map, starts, most, leads)
}

/// Whether nothing that stops a body stands in the straight way of a creature to a square, as the first of its space.
pub fn leads_straight(world: &World, who: Id, to: Square) -> bool {
    let here = space(world, who);
    let most = u16::try_from(here.at.steps_to(to)).unwrap_or(Ways::ANY);
    ways_from(world, who, here, here.side, None, most).is_straight(to)
}
