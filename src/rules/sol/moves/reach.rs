//! Where a mover gets to, whole paths, and steps really taken.

use bevy::prelude::World;

use super::super::{sight, stats::*};
use super::fall;
use super::mover::{Mode, Mover};
use super::price::{Priced, price};
use super::tiles::{Occupied, Tiles};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::level::Size;
use crate::rule;

/// Nobody goes further than this in a turn, in squares.
const FARTHEST: i32 = 60;

fn range(mover: &Mover) -> i16 {
    let most = [Mode::Walk, Mode::Climb, Mode::Magclimb, Mode::Swim].map(|mode| mover.limit(mode));
    let most = most.into_iter().max().unwrap_or(0);
    ((most - mover.moved) / 5).clamp(0, FARTHEST) as i16
}

/// SOL-OCC-6: whether the space is nobody else's.
fn may_stop(tiles: &Tiles, space: Footprint) -> bool {
    space.squares().all(|square| tiles.at(square).occupied == Occupied::No)
}

/// Every square a move could get to, by cost; equal costs in reading order.
pub fn reach(world: &World, id: Id) -> Reach {
    let start = Mover::of(world, id);
    let squares = range(&start);
    if squares == 0 {
        return Reach::default();
    }
    let tiles = Tiles::around(world, &start, squares);
    let mut best: Vec<Option<(Mover, Square)>> = (0..tiles.len()).map(|_| None).collect();
    let mut buckets: Vec<Vec<usize>> = Vec::new();
    let base = start.moved;
    let first = tiles
        .index(start.space.at)
        .expect("a mover should stand among its tiles");
    let home = start.space.at;
    best[first] = Some((start, home));
    buckets.push(vec![first]);
    let mut cost = 0;
    while cost < buckets.len() {
        let mut here = std::mem::take(&mut buckets[cost]);
        here.sort_unstable();
        for index in here {
            let Some((mover, _)) = best[index].clone() else {
                continue;
            };
            if (mover.moved - base) as usize != cost {
                continue;
            }
            for to in mover.space.at.neighbours() {
                let Ok(Priced { after, .. }) = price(&tiles, &mover, to) else {
                    continue;
                };
                let Some(place) = tiles.index(after.space.at) else {
                    continue;
                };
                if best[place].as_ref().is_none_or(|(known, _)| after.moved < known.moved) {
                    let total = (after.moved - base) as usize;
                    if buckets.len() <= total {
                        buckets.resize_with(total + 1, Vec::new);
                    }
                    buckets[total].push(place);
                    best[place] = Some((after, mover.space.at));
                }
            }
        }
        cost += 1;
    }
    let mut squares = Vec::new();
    for (index, entry) in best.into_iter().enumerate() {
        let at = tiles.square(index);
        if let Some((mover, from)) = entry
            && at != home
        {
            squares.push(Reached {
                at,
                cost: mover.moved - base,
                from,
                stop: may_stop(&tiles, mover.space),
            });
        }
    }
    Reach { squares }
}

/// The next step.
///
/// # Errors
/// The rule that forbids it.
pub fn step(world: &World, id: Id, to: Square) -> Result<Step, Refusal> {
    let mover = Mover::of(world, id);
    let tiles = Tiles::around(world, &mover, 1);
    let mut step = price(&tiles, &mover, to)?.step();
    let mut note = |label: &'static str, rule| step.cost.terms.push(Trace::note(label).by(rule));
    if world.the::<Conditions>(id).has(condition::SURPRISED) {
        note("surprise does not hold the feet", rule!("SOL-SURP-8"));
    }
    if world.the::<Pool>(id).dice() == 0 {
        note("movement needs no dice", rule!("SOL-POOL-8"));
    }
    if mover.moved == 0 {
        note("costs no die", rule!("SOL-TURN-7"));
    }
    if !world.the::<Done>(id).actions.is_empty() {
        note("between and after actions", rule!("SOL-TURN-8"));
    }
    let space = match mover.profile.size {
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
    let mut mover = Mover::of(world, id);
    let tiles = Tiles::around(world, &mover, range(&mover).max(1));
    let mut steps = Vec::new();
    for &to in path {
        let priced = price(&tiles, &mover, to)?;
        steps.push(priced.step());
        mover = priced.after;
    }
    if may_stop(&tiles, mover.space) {
        Ok(steps)
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
    let tiles = Tiles::around(world, &mover, 1);
    let priced = price(&tiles, &mover, step.to).or_else(|_| {
        // Leaving a narrow place the anchor may lie beside the square named.
        mover
            .space
            .at
            .neighbours()
            .into_iter()
            .filter_map(|to| price(&tiles, &mover, to).ok())
            .find(|priced| priced.after.space.at == step.to)
            .ok_or_else(|| Refusal::new("no_step", "That is not a neighbouring square."))
    });
    let Ok(Priced { after, .. }) = priced else { return };
    apply(world, id, &mover, &after);
    if !after.sneaking {
        sight::reveal(world, id, rule!("SOL-SNEAK-3"));
    }
}

/// Puts a worked-out state onto the creature.
pub(super) fn apply(world: &mut World, id: Id, before: &Mover, after: &Mover) {
    *world.the_mut::<Position>(id) = Position {
        at: after.space.at,
        height: after.height,
    };
    world.the_mut::<Body>(id).side = after.space.side;
    {
        let mut done = world.the_mut::<Done>(id);
        done.moved = after.moved;
        done.jumped = after.jumped;
        done.run_up = after.run_up.into_iter().flatten().collect();
    }
    {
        let mut stance = world.the_mut::<Stance>(id);
        stance.squeezing = after.squeezing;
        stance.climbing = after.climbing;
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
