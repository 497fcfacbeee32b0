//! The part of the board a walk can reach, as flat padded tables.

use super::{EntryCost, PricedBy, Walk, walk::Extent};
use crate::grid::Square;

/// Straight and diagonal price of a square.
pub(super) type Prices = [u16; 2];

/// A price nobody can pay.
pub(super) const BARRED: u16 = u16::MAX;

const SOLID: u8 = 1;
const NO_STOP: u8 = 2;
/// The mover cannot enter, however rich.
const CLOSED: u8 = 4;

/// Tables over the squares that a walk's budget could reach at best, with a barred border one cell wide, so that no
/// neighbour needs a bounds check. "Cell" is an index into them.
#[derive(Clone, Default, Debug)]
pub(super) struct Window {
    extent: Extent,
    /// What entering each square costs (0 where the square left is what counts).
    enter: Vec<Prices>,
    /// What leaving each square costs; empty where the square entered is what counts.
    leave: Vec<Prices>,
    flags: Vec<u8>,
    /// Dearest of the `side` squares from each cell downwards, and to the right; empty for a mover of one square.
    down: Vec<Prices>,
    right: Vec<Prices>,
}

impl Window {
    /// Lays the tables out. Returns the start's cell, `None` if the start does not lie on the board.
    pub(super) fn lay(&mut self, walk: &Walk, whole: bool, ground: impl Fn(Square) -> EntryCost) -> Option<u32> {
        self.extent = Extent::of(walk, whole)?;
        self.read_ground(walk, ground);
        self.combine_strips();
        self.cell(walk.start.at)
    }

    fn read_ground(&mut self, walk: &Walk, ground: impl Fn(Square) -> EntryCost) {
        let cells = self.width() * (self.extent.rows + 2);
        let by_left = walk.priced_by == PricedBy::Left;
        self.enter.clear();
        self.enter.resize(cells, [BARRED; 2]);
        self.leave.clear();
        self.leave.resize(if by_left { cells } else { 0 }, [BARRED; 2]);
        self.flags.clear();
        self.flags.resize(cells, 0);
        let bases = [walk.metric.straight, walk.metric.diagonal].map(|base| base.max(0) as u32);
        // A price above the budget can never be paid, so that all payable ones fit.
        let most = walk.budget.min(u32::from(BARRED) - 1);
        let prices = |entry: EntryCost| {
            bases.map(|base| {
                let price = entry.price(base);
                if price > most { BARRED } else { price as u16 }
            })
        };
        for row in 0..self.extent.rows {
            let first = (row + 1) * self.width() + 1;
            for column in 0..self.extent.columns {
                let cell = first + column;
                let entry = ground(self.extent.square(column, row));
                let closed = entry.times == 0;
                if by_left {
                    self.leave[cell] = prices(EntryCost {
                        times: entry.times.max(1),
                        ..entry
                    });
                    self.enter[cell] = if closed { [BARRED; 2] } else { [0; 2] };
                } else if !closed {
                    self.enter[cell] = prices(entry);
                }
                self.flags[cell] = if entry.solid { SOLID } else { 0 }
                    | if entry.no_stop { NO_STOP } else { 0 }
                    | if closed { CLOSED } else { 0 };
            }
        }
    }

    /// For a large mover, the dearest square of each strip it may newly cover.
    fn combine_strips(&mut self) {
        self.down.clear();
        self.right.clear();
        if self.extent.side == 1 {
            return;
        }
        let (cells, width) = (self.enter.len(), self.width());
        self.down.extend_from_slice(&self.enter);
        self.right.extend_from_slice(&self.enter);
        for further in 1..self.extent.side {
            for cell in 0..cells {
                let below = self.enter.get(cell + further * width).copied().unwrap_or([BARRED; 2]);
                self.down[cell] = dearer(self.down[cell], below);
                let beside = self.enter.get(cell + further).copied().unwrap_or([BARRED; 2]);
                self.right[cell] = dearer(self.right[cell], beside);
            }
        }
    }

    /// Cells from one row to the next.
    pub(super) fn width(&self) -> usize {
        self.extent.columns + 2
    }

    /// How many cells there are.
    pub(super) fn cells(&self) -> usize {
        self.enter.len()
    }

    /// The dearest step that can be paid at all.
    pub(super) fn dearest(&self) -> u32 {
        let payable = self
            .enter
            .iter()
            .chain(&self.leave)
            .flatten()
            .filter(|&&price| price != BARRED);
        payable.copied().max().map_or(0, u32::from)
    }

    /// Prices of the squares in a cell, for a mover of one square.
    pub(super) fn enter(&self, cell: usize) -> Prices {
        self.enter[cell]
    }

    /// Dearest prices of the strip that a large block covers newly after a step by `(dx, dy)` to the anchor `cell`.
    pub(super) fn enter_block(&self, cell: usize, (dx, dy): (i32, i32)) -> Prices {
        let far = self.extent.side - 1;
        let column = match dx {
            1 => self.down[cell + far],
            -1 => self.down[cell],
            _ => [0; 2],
        };
        let row = match dy {
            1 => self.right[cell + far * self.width()],
            -1 => self.right[cell],
            _ => [0; 2],
        };
        dearer(column, row)
    }

    /// Dearest prices of leaving the block whose anchor is `cell`; nothing where the square entered is what counts.
    pub(super) fn leave_block(&self, cell: usize) -> Prices {
        if self.leave.is_empty() {
            return [0; 2];
        }
        self.block(cell)
            .fold([0; 2], |worst, cell| dearer(worst, self.leave[cell]))
    }

    /// Whether the block can stand with its anchor in `cell`.
    pub(super) fn can_enter_block(&self, cell: usize) -> bool {
        self.block(cell).all(|cell| self.flags[cell] & CLOSED == 0)
    }

    /// Whether the block may stay with its anchor in `cell`.
    pub(super) fn can_stop(&self, cell: usize) -> bool {
        self.block(cell).all(|cell| self.flags[cell] & NO_STOP == 0)
    }

    /// Whether the cell's square is solid.
    pub(super) fn solid(&self, cell: usize) -> bool {
        self.flags[cell] & SOLID != 0
    }

    fn block(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (side, width) = (self.extent.side, self.width());
        (0..side * side).map(move |n| cell + n / side * width + n % side)
    }

    /// The cell of an anchor square, `None` if the block would not lie in the window.
    pub(super) fn cell(&self, square: Square) -> Option<u32> {
        let (column, row) = self.extent.place(square)?;
        Some(((row + 1) * self.width() + column + 1) as u32)
    }

    /// The square of a cell inside the border.
    pub(super) fn square(&self, cell: usize) -> Square {
        let width = self.width();
        self.extent.square(cell % width - 1, cell / width - 1)
    }

    /// How many squares there are without the border.
    pub(super) fn squares(&self) -> usize {
        self.extent.squares()
    }
}

fn dearer(a: Prices, b: Prices) -> Prices {
    [a[0].max(b[0]), a[1].max(b[1])]
}
