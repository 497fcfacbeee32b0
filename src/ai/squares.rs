//! Squares that a walk leads to, sorted by eye: those to act from, and those to be safe in.

use super::ground::{Eye, posts};
use super::weighing::weights_of;
use crate::battle::*;
use crate::grid::{Footprint, Square};

/// What a square is looked for.
#[derive(Clone, Copy)]
enum Wish {
    ToAct,
    ToBeSafe,
}

/// So many squares from which an attack looks best by eye, of all that a walk leads to.
pub(super) fn to_act_from(battle: &Battle, creature: Id, range: u32, most: usize) -> Vec<Square> {
    best(battle, creature, range, most, Wish::ToAct)
}

/// So many squares that look safest by eye.
pub(super) fn to_be_safe_in(battle: &Battle, creature: Id, range: u32, most: usize) -> Vec<Square> {
    best(battle, creature, range, most, Wish::ToBeSafe)
}

/// What a creature thinks of the battlefield, in its manner.
fn eye(battle: &Battle, creature: Id, range: u32) -> Option<Eye<'_>> {
    Eye::with(battle, creature, range, weights_of(battle, creature))
}

fn best(battle: &Battle, creature: Id, range: u32, most: usize, wish: Wish) -> Vec<Square> {
    let Some(eye) = eye(battle, creature, range) else { return Vec::new() };
    let of = |at| match wish {
        Wish::ToAct => eye.value(at),
        Wish::ToBeSafe => eye.safety(at),
    };
    valued(battle, creature, most, of)
}

/// So many squares that a walk leads to now, those of most value first, of equals the nearest.
pub(super) fn valued<V: Ord>(battle: &Battle, creature: Id, most: usize, of: impl Fn(Square) -> V) -> Vec<Square> {
    let (left, _) = battle.ruleset().movement_left(battle.world(), creature);
    let reach = battle.reach(creature);
    let here = battle.world().the::<Position>(creature).at;
    let stops = reach.squares.iter().filter(|reached| reached.stop && reached.cost <= left && reached.at != here);
    let mut valued: Vec<_> = stops.map(|reached| (of(reached.at), -reached.cost, reached.at)).collect();
    valued.sort_unstable();
    valued.into_iter().rev().take(most).map(|(.., at)| at).collect()
}

/// So many squares that a walk leads to now and that the level's goals want the creature in, the nearest first.
pub(super) fn to_posts(battle: &Battle, creature: Id, most: usize) -> Vec<Square> {
    let posts = posts(battle, creature);
    if posts.is_empty() {
        return Vec::new();
    }
    let side = battle.world().the::<Body>(creature).side;
    let wanted = |at| posts.iter().any(|&post| Footprint { at, side }.contains(post));
    let mut squares = valued(battle, creature, most, wanted);
    squares.retain(|&at| wanted(at));
    squares
}

/// What standing in a square is worth besides the attacks from there: shelter from the enemies who see it, and what the level wants.
pub(super) fn standing(battle: &Battle, creature: Id, range: u32, at: Square) -> i128 {
    let eye = eye(battle, creature, range);
    eye.map_or(0, |eye| i128::from(eye.safety(at)))
}

/// The enemies in whose line a creature stands, by eye.
pub(super) fn seen_in(battle: &Battle, creature: Id, range: u32) -> usize {
    let at = battle.world().the::<Position>(creature).at;
    Eye::of(battle, creature, range).map_or(0, |eye| eye.seen_by(at))
}

/// The value of the best square in reach by eye, or of the one it stands in.
pub(super) fn best_place(battle: &Battle, creature: Id, range: u32) -> i32 {
    let Some(eye) = eye(battle, creature, range) else { return 0 };
    let here = eye.value(battle.world().the::<Position>(creature).at);
    eye.best_in_reach(battle, creature).map_or(here, |(value, _)| value.max(here))
}

/// The best square in reach by eye, where it is better than the one it stands in, and by how much.
pub(super) fn better_square(battle: &Battle, creature: Id, range: u32) -> Option<(i32, Square)> {
    let eye = eye(battle, creature, range)?;
    let here = eye.value(battle.world().the::<Position>(creature).at);
    let (value, to) = eye.best_in_reach(battle, creature)?;
    (value > here).then_some((value - here, to))
}

/// Whether a square is the best in reach for a creature without a manner.
pub(super) fn is_best_as_usual(battle: &Battle, creature: Id, range: u32, at: Square) -> bool {
    let best = Eye::of(battle, creature, range).and_then(|eye| eye.best_in_reach(battle, creature));
    best.is_some_and(|(_, to)| to == at)
}

/// The order to walk to a square.
pub(super) fn walk_to(creature: Id, to: Square) -> Order {
    Order::Move(MoveOrder { creature, to: Some(to), path: None })
}
