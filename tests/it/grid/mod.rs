//! The geometry kernels against slow versions that are plainly right, on thousands of random maps.

mod cover;
mod edges;
mod examples;
mod lines;
mod reach;
mod slow;

use battlemat::grid::{Grid, Square};
use proptest::prelude::*;

/// A board of `side` by `side` squares at most, in which a share of `percent` squares is solid.
fn walls(side: u16, percent: u32) -> impl Strategy<Value = Grid<bool>> {
    (1..=side, 1..=side).prop_flat_map(move |(width, height)| {
        let cells = usize::from(width) * usize::from(height);
        prop::collection::vec(prop::bool::weighted(f64::from(percent) / 100.0), cells).prop_map(move |solid| {
            Grid::from_fn(width, height, |square| solid[square.y as usize * usize::from(width) + square.x as usize])
        })
    })
}

/// Whether the square holds a wall; nothing off the board does.
fn solid_in(walls: &Grid<bool>) -> impl Fn(Square) -> bool + Copy {
    |square| walls.get(square) == Some(&true)
}
