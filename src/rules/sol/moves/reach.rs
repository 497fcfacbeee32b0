//! Where a mover gets to, whole paths, and steps really taken.

use bevy::prelude::World;

use super::super::{sight, stats::*};
use super::fall;
use super::mover::{Mode, Mover};
use super::place::anchors;
use super::price::{Priced, price};
use super::tiles::Tiles;
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::level::Size;
use crate::rule;

/// What the turn still allows at most, whatever the mode.
fn most(mover: &Mover) -> Feet {
    let modes = [Mode::Walk, Mode::Climb, Mode::Magclimb, Mode::Swim];
    let most = modes.into_iter().map(|mode| mover.limit(mode)).max();
    most.unwrap_or(0) - mover.moved
}

/// A way to a square, and what the mover is at the end of it.
struct Label {
    mover: Mover,
    before: u32,
    /// The next label of the same square; `NONE` after the last.
    next: u32,
}

const NONE: u32 = u32::MAX;

/// The search for every way that may matter, cheapest first; of equally dear ones the first found counts.
struct Search {
    labels: Vec<Label>,
    /// The first label of each square.
    first: Vec<u32>,
    /// Labels by what they cost, in feet.
    by_cost: Vec<Vec<u32>>,
    /// What the mover had moved before.
    base: Feet,
    /// Whether there is anything to jump or climb.
    uneven: bool,
    /// Whether the mover always takes up one square.
    single: bool,
}

/// The least a step costs (SOL-MOVE-2).
const LEAST: Feet = 5;

impl Search {
    /// Takes a way in, unless another one to the same square is no worse in any respect.
    fn offer(&mut self, square: usize, mover: Mover, before: u32) {
        let mut at = self.first[square];
        while at != NONE {
            let label = &self.labels[at as usize];
            if self.no_worse(&label.mover, &mover) {
                return;
            }
            at = label.next;
        }
        let label = u32::try_from(self.labels.len()).expect("fewer ways than four billion");
        let before = if before == NONE { label } else { before };
        self.labels.push(Label {
            mover,
            before,
            next: std::mem::replace(&mut self.first[square], label),
        });
        let cost = (mover.moved - self.base) as usize;
        if self.by_cost.len() <= cost {
            self.by_cost.resize_with(cost + 1, Vec::new);
        }
        self.by_cost[cost].push(label);
    }

    /// Whether whoever is `a` can do everything that whoever is `b` can, in the same square.
    fn no_worse(&self, a: &Mover, b: &Mover) -> bool {
        let alike = a.space.side == b.space.side && a.posture == b.posture && a.height == b.height;
        let jumps = !self.uneven || (a.run_up_squares() >= b.run_up_squares() && a.jumped <= b.jumped);
        a.moved <= b.moved && alike && jumps
    }

    /// Whether a step there cannot be better than what is known already, whatever it costs: on even ground everybody of
    /// the same posture arrives there alike.
    fn pointless(&self, square: usize, mover: &Mover) -> bool {
        if self.uneven || !self.single {
            return false;
        }
        let mut at = self.first[square];
        while at != NONE {
            let label = &self.labels[at as usize];
            if label.mover.posture == mover.posture && label.mover.moved <= mover.moved + LEAST {
                return true;
            }
            at = label.next;
        }
        false
    }

    /// Whether a cheaper way has come up since.
    fn outdone(&self, square: usize, label: u32) -> bool {
        let own = &self.labels[label as usize].mover;
        let mut at = self.first[square];
        while at != label && at != NONE {
            if self.no_worse(&self.labels[at as usize].mover, own) {
                return true;
            }
            at = self.labels[at as usize].next;
        }
        false
    }
}

/// Every square a move could get to, by cost; of ways of equal cost the straightest.
pub fn reach(world: &World, id: Id) -> Reach {
    let start = Mover::of(world, id);
    let most = most(&start);
    if most < 5 {
        return Reach::default();
    }
    let tiles = Tiles::of(world, &start);
    let home = tiles.index(start.space.at).expect("a mover should stand on the map");
    let mut search = Search {
        labels: Vec::with_capacity(256),
        first: vec![NONE; tiles.len()],
        by_cost: Vec::with_capacity(most as usize + 1),
        base: start.moved,
        uneven: tiles.uneven(&start),
        single: start.full == 1,
    };
    search.offer(home, start, NONE);
    let mut cost = 0;
    while cost < search.by_cost.len() {
        let mut here = std::mem::take(&mut search.by_cost[cost]);
        // What lies nearer goes on first, so that of equal ways the straight one is taken.
        here.sort_unstable_by_key(|&label| {
            let at = search.labels[label as usize].mover.space.at;
            (start.space.at.distance_squared(at), at, label)
        });
        for label in here {
            let mover = search.labels[label as usize].mover;
            let square = tiles.index(mover.space.at).expect("a way should stay on the map");
            if search.outdone(square, label) {
                continue;
            }
            for to in anchors(&mover) {
                let Some(square) = tiles.index(to) else { continue };
                if search.pointless(square, &mover) {
                    continue;
                }
                if let Ok(priced) = price(&tiles, &mover, to) {
                    search.offer(square, priced.after, label);
                }
            }
        }
        cost += 1;
    }
    gather(&tiles, &search, home)
}

fn gather(tiles: &Tiles, search: &Search, home: usize) -> Reach {
    let mut squares = Vec::new();
    for (square, &first) in search.first.iter().enumerate() {
        if square == home {
            continue;
        }
        let mut best: Option<(bool, Feet, u32)> = None;
        let mut at = first;
        while at != NONE {
            let label = &search.labels[at as usize];
            let key = (!tiles.free(label.mover.space), label.mover.moved - search.base, at);
            best = Some(best.map_or(key, |best| best.min(key)));
            at = label.next;
        }
        if let Some((held, cost, way)) = best {
            let before = search.labels[way as usize].before;
            squares.push(Reached {
                at: tiles.square(square),
                cost,
                from: search.labels[before as usize].mover.space.at,
                stop: !held,
                way,
            });
        }
    }
    let way = |label: &Label| Way {
        at: label.mover.space.at,
        before: label.before,
    };
    Reach {
        squares,
        ways: search.labels.iter().map(way).collect(),
    }
}

/// The next step.
///
/// # Errors
/// The rule that forbids it.
pub fn step(world: &World, id: Id, to: Square) -> Result<Step, Refusal> {
    let mover = Mover::of(world, id);
    let tiles = Tiles::beside(world, &mover);
    let mut step = price(&tiles, &mover, to)?.step();
    let mut note = |label: &'static str, rule| step.cost.terms.push(Trace::note(label).by(rule));
    let who = world.look(id).expect("a mover should exist");
    if who.get::<Conditions>().is_some_and(|all| all.has(condition::SURPRISED)) {
        note("surprise does not hold the feet", rule!("SOL-SURP-8"));
    }
    if who.get::<Pool>().is_some_and(|pool| pool.dice() == 0) {
        note("movement needs no dice", rule!("SOL-POOL-8"));
    }
    if mover.moved == 0 {
        note("costs no die", rule!("SOL-TURN-7"));
    }
    if who.get::<Done>().is_some_and(|done| !done.actions.is_empty()) {
        note("between and after actions", rule!("SOL-TURN-8"));
    }
    let space = match mover.size {
        Size::Tiny => rule!("SOL-SIZE-1"),
        Size::Small => rule!("SOL-SIZE-2"),
        Size::Medium => rule!("SOL-SIZE-3"),
        Size::Large => rule!("SOL-SIZE-4"),
        Size::Huge => rule!("SOL-SIZE-5"),
        Size::Colossal => rule!("SOL-SIZE-6"),
    };
    note("the space its size takes up", space);
    Ok(step)
}

/// A whole path, worked out without walking it.
///
/// # Errors
/// The first step that is forbidden, or that it may not stop at the end.
pub fn walk(world: &World, id: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
    let mut steps = Vec::new();
    go_along(world, id, path, |priced| steps.push(priced.step()))?;
    Ok(steps)
}

/// As [`walk`], handing over step by step.
///
/// # Errors
/// As there.
pub fn go_along(world: &World, id: Id, path: &[Square], mut take: impl FnMut(&Priced)) -> Result<(), Refusal> {
    let mut mover = Mover::of(world, id);
    let far = i32::try_from(path.len()).unwrap_or(i32::MAX - 8);
    let tiles = Tiles::within(world, &mover, far + 8);
    for &to in path {
        let priced = price(&tiles, &mover, to)?;
        take(&priced);
        mover = priced.after;
    }
    if tiles.free(mover.space) {
        Ok(())
    } else {
        Err(Refusal::by(
            rule!("SOL-OCC-6"),
            "cannot_stop",
            "It may not stop in another creature's space.",
        ))
    }
}

/// Takes a step: pays, places, and lets posture follow.
pub fn take_step(world: &mut World, id: Id, step: &Step) {
    let mover = Mover::of(world, id);
    let Ok(priced) = price(&Tiles::beside(world, &mover), &mover, step.to) else {
        return;
    };
    apply(world, id, &mover, &priced.after);
    if !mover.sneaking {
        sight::reveal(world, id, rule!("SOL-SNEAK-3"));
    }
}

/// Puts a worked-out state onto the creature.
pub(super) fn apply(world: &mut World, id: Id, before: &Mover, after: &Mover) {
    world.put(
        id,
        Position {
            at: after.space.at,
            height: after.height,
        },
    );
    if after.space.side != before.space.side {
        grow_to(world, id, after.space.side);
    }
    {
        let mut done = world.the_mut::<Done>(id);
        done.moved = after.moved;
        done.jumped = after.jumped;
        done.run_up.clear();
        done.run_up.extend(after.run_up.into_iter().flatten());
    }
    if (after.squeezing, after.clings) != (before.squeezing, before.clings) {
        let foot = after.space.at;
        let mut stance = world.the_mut::<Stance>(id);
        stance.squeezing = after.squeezing;
        stance.clings = after.clings.map(|face| Hold { foot, face });
    }
    if after.squeezing && !before.squeezing {
        fall::fall_prone(world, id, rule!("SOL-SQZ-3"));
    }
    if after.posture == Posture::Standing && before.posture != Posture::Standing {
        fall::stand_up(world, id, Posture::Standing, rule!("SOL-POST-7"));
    }
    if before.squeezing && !after.squeezing {
        let text = "no longer squeezing".into();
        world.tell(Event::new(What::Note { text }).actor(id).by(rule!("SOL-SQZ-6")));
    }
}
