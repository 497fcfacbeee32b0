//! A way drawn by lot, square by square: for players without a plan, who need not know every square they could get to.

use bevy::prelude::World;

use super::{
    mover::{Mode, Mover},
    place::anchors,
    price::price,
    tiles::Tiles,
};
use crate::battle::*;
use crate::grid::{Footprint, Square};

/// A legal way towards a square, or towards one drawn by lot; `None` where nothing comes of it.
pub(crate) fn stroll(world: &World, id: Id, towards: Option<Square>, lot: &mut Rng) -> Option<Vec<Square>> {
    let start = Mover::of(world, id);
    let modes = [Mode::Walk, Mode::Climb, Mode::Magclimb, Mode::Swim];
    let left = modes.into_iter().map(|mode| start.limit(mode)).max().unwrap_or(0) - start.moved;
    if left < 5 {
        return None;
    }
    let far = left / 5;
    let tiles = Tiles::within(world, &start, far + 1);
    let goal = towards.unwrap_or_else(|| {
        let mut aside = || i16::try_from(lot((2 * far + 1) as usize) as i32 - far).unwrap_or(0);
        start.space.at.offset(aside(), aside())
    });
    let there = Footprint::single(goal);
    let mut mover = start;
    let mut way = Vec::new();
    let mut stop = 0;
    let mut before = start.space;
    while mover.space.steps(there) > 0 {
        // Straight ahead, if that is a step.
        let (dx, dy) = (goal.x - mover.space.at.x, goal.y - mover.space.at.y);
        let ahead = mover.space.at.offset(dx.signum(), dy.signum());
        let straight = (ahead != before.at).then(|| price(&tiles, &mover, ahead).ok()).flatten();
        if let Some(priced) = straight {
            before = mover.space;
            mover = priced.after;
            way.push(mover.space.at);
            if tiles.free(mover.space) {
                stop = way.len();
            }
            continue;
        }
        let near = |space: Square| {
            let space = Footprint { at: space, side: mover.space.side };
            let centre = (i32::from(space.at.x - goal.x).abs(), i32::from(space.at.y - goal.y).abs());
            (space.steps(there), centre.0 + centre.1)
        };
        let mut next: Vec<((i32, i32), Square)> = anchors(&mover)
            .filter(|&at| at != before.at && tiles.index(at).is_some())
            .map(|at| (near(at), at))
            .collect();
        // Equally near ones in the order they are drawn.
        let turn = lot(next.len().max(1));
        next.rotate_left(turn);
        next.sort_by_key(|&(near, _)| near);
        // Nobody walks away from where it is going, but round a corner.
        let aside = near(mover.space.at).0;
        let taken = next
            .into_iter()
            .take_while(|&((far, _), _)| far <= aside)
            .find_map(|(_, at)| price(&tiles, &mover, at).ok());
        let Some(priced) = taken else { break };
        before = mover.space;
        mover = priced.after;
        way.push(mover.space.at);
        if tiles.free(mover.space) {
            stop = way.len();
        }
    }
    way.truncate(stop);
    (!way.is_empty()).then_some(way)
}
