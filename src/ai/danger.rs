//! Where it is bad to end a turn: ground that harms, squares on which something will fall that is announced.

use super::ground::Eye;
use super::squares::valued;
use crate::battle::*;
use crate::grid::{Footprint, Grid, Square};

/// What is in store for one creature on each square.
pub(super) struct Danger {
    store: Grid<u32>,
    body: u8,
}

impl Danger {
    /// `None` where nothing is in store for anybody.
    pub(super) fn of(battle: &Battle, creature: Id) -> Option<Self> {
        let world = battle.world();
        let store = harm_in_store(world, creature)?;
        Some(Self { store, body: world.the::<Body>(creature).side })
    }

    /// What it is to lose with its turn ended in a square, in hundredths of a point of damage.
    pub(super) fn at(&self, at: Square) -> i128 {
        let body = Footprint { at, side: self.body };
        body.squares().filter_map(|at| self.store.get(at)).max().map_or(0, |&harm| i128::from(harm))
    }
}

/// So many squares that a walk leads to and in which least is in store, the best by eye first.
pub(super) fn ways_out(battle: &Battle, creature: Id, danger: &Danger, (range, most): (u32, usize)) -> Vec<Square> {
    let eye = Eye::of(battle, creature, range);
    let by_eye = |at| eye.as_ref().map_or(0, |eye| eye.value(at));
    valued(battle, creature, most, |at| (-danger.at(at), by_eye(at)))
}
