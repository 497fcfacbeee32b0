//! What a movement field is asked: who walks, under which step rules, over what ground.

use serde::{Deserialize, Serialize};

use crate::grid::{Footprint, Metric, Square};

/// Who walks, how far and under which step rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walk {
    /// Columns and rows of the board.
    pub board: (u16, u16),
    /// Where the mover stands, and how large it is.
    pub start: Footprint,
    /// The most that a path may cost, in the metric's unit (at most [`Walk::MAX_BUDGET`]).
    pub budget: u32,
    /// What a step over clear ground costs. Choose a small unit (feet, half metres): the queue keeps a bucket for each
    /// unit of the dearest step.
    pub metric: Metric,
    /// When a diagonal step past solid squares is allowed.
    pub corners: CornerRule,
    /// Whose ground prices a step.
    pub priced_by: PricedBy,
}

impl Walk {
    /// The largest budget; more counts as this.
    pub const MAX_BUDGET: u32 = (1 << 28) - 1;

    /// A walk with steps priced by the square entered and no diagonal step past a solid square.
    pub fn new(board: (u16, u16), start: impl Into<Footprint>, budget: u32, metric: Metric) -> Self {
        Self {
            board,
            start: start.into(),
            budget,
            metric,
            corners: CornerRule::NeitherSolid,
            priced_by: PricedBy::Entered,
        }
    }

    /// The same walk with a budget that labels can hold.
    pub(super) fn limited(&self) -> Self {
        Self {
            budget: self.budget.min(Self::MAX_BUDGET),
            ..*self
        }
    }

    /// The same walk under another corner rule.
    #[must_use]
    pub fn corners(self, corners: CornerRule) -> Self {
        Self { corners, ..self }
    }

    /// The same walk with steps priced by other ground.
    #[must_use]
    pub fn priced_by(self, priced_by: PricedBy) -> Self {
        Self { priced_by, ..self }
    }
}

/// When a diagonal step is allowed. The two squares in question are those that the mover's block sweeps over without
/// covering them before or after: for a single square, its two neighbours that also touch the square entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CornerRule {
    /// Always.
    Free,
    /// Only when neither of the two is solid.
    #[default]
    NeitherSolid,
    /// Unless both are solid.
    NotBothSolid,
}

impl CornerRule {
    /// Whether a diagonal step between two squares of that solidity is allowed.
    pub const fn allows(self, one_solid: bool, other_solid: bool) -> bool {
        match self {
            Self::Free => true,
            Self::NeitherSolid => !one_solid && !other_solid,
            Self::NotBothSolid => !one_solid || !other_solid,
        }
    }
}

/// Which ground decides what a step costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PricedBy {
    /// The dearest of the squares that the step newly covers.
    #[default]
    Entered,
    /// The dearest of the squares that the mover covered before the step.
    Left,
}

/// What one square is to one mover. The caller folds terrain, mode of movement, size and occupants into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryCost {
    /// How many times the plain cost of a step is paid here; 0 where the mover cannot go at all.
    pub times: u8,
    /// What is paid on top, in the metric's unit.
    pub plus: u16,
    /// Whether the square counts as solid for diagonal steps past it.
    pub solid: bool,
    /// Whether the mover may pass but not stay (a friend's square).
    pub no_stop: bool,
}

impl EntryCost {
    /// Open ground.
    pub const CLEAR: Self = Self {
        times: 1,
        plus: 0,
        solid: false,
        no_stop: false,
    };
    /// Ground that costs double.
    pub const DOUBLE: Self = Self {
        times: 2,
        ..Self::CLEAR
    };
    /// Closed to the mover, yet no obstacle to a diagonal step past it (an enemy, a pit).
    pub const BARRED: Self = Self {
        times: 0,
        ..Self::CLEAR
    };
    /// Closed to the mover and solid (a wall).
    pub const WALL: Self = Self {
        solid: true,
        ..Self::BARRED
    };

    /// The same ground, where the mover may pass but not stay.
    #[must_use]
    pub const fn no_stop(self) -> Self {
        Self { no_stop: true, ..self }
    }

    /// What a step costs here whose plain cost is `base`.
    pub fn price(self, base: u32) -> u32 {
        base.saturating_mul(u32::from(self.times))
            .saturating_add(u32::from(self.plus))
    }
}

/// A way from one place to another besides steps: a jump, a ladder, a lift. Squares are the mover's north-west squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Link {
    /// Where it begins.
    pub from: Square,
    /// Where it ends. A link whose end the mover cannot enter is ignored.
    pub to: Square,
    /// Its whole cost, in the metric's unit.
    pub cost: u32,
}

/// The squares that a walk's budget could reach at best.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    /// The north-west square.
    pub(super) first: Square,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Edge of the mover's block.
    pub(super) side: usize,
}

impl Extent {
    /// `None` if the start does not lie on the board. `whole` where the budget says nothing about how far one gets.
    pub(super) fn of(walk: &Walk, whole: bool) -> Option<Self> {
        let side = i32::from(walk.start.side.max(1));
        let (start_x, start_y) = (i32::from(walk.start.at.x), i32::from(walk.start.at.y));
        // The last anchor column and row at which the block still lies on the board.
        let (last_x, last_y) = (i32::from(walk.board.0) - side, i32::from(walk.board.1) - side);
        if start_x < 0 || start_y < 0 || start_x > last_x || start_y > last_y {
            return None;
        }
        let cheapest = walk.metric.straight.min(walk.metric.diagonal);
        let reach = if whole || cheapest <= 0 {
            i32::from(u16::MAX)
        } else {
            (walk.budget / cheapest as u32).min(u32::from(u16::MAX)) as i32
        };
        let (west, north) = ((start_x - reach).max(0), (start_y - reach).max(0));
        let (east, south) = ((start_x + reach).min(last_x), (start_y + reach).min(last_y));
        Some(Self {
            first: Square::new(west as i16, north as i16),
            columns: (east - west + side) as usize,
            rows: (south - north + side) as usize,
            side: side as usize,
        })
    }

    /// Column and row of an anchor square, `None` if the block would not lie inside.
    pub(super) fn place(&self, square: Square) -> Option<(usize, usize)> {
        let column = i32::from(square.x) - i32::from(self.first.x);
        let row = i32::from(square.y) - i32::from(self.first.y);
        let fits = |place: i32, length: usize| place >= 0 && place as usize + self.side <= length;
        (fits(column, self.columns) && fits(row, self.rows)).then_some((column as usize, row as usize))
    }

    /// The square in that column and row.
    pub(super) fn square(&self, column: usize, row: usize) -> Square {
        self.first.offset(column as i16, row as i16)
    }

    /// How many squares there are.
    pub(super) fn squares(&self) -> usize {
        self.columns * self.rows
    }
}
