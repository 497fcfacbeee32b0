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
    pub fn new(
        board: (u16, u16),
        start: impl Into<Footprint>,
        budget: u32,
        metric: Metric,
    ) -> Self {
        Self {
            board,
            start: start.into(),
            budget,
            metric,
            corners: CornerRule::NeitherSolid,
            priced_by: PricedBy::Entered,
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
        Self {
            no_stop: true,
            ..self
        }
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
