//! Who goes: what of a creature changes on its way, and where its next step could lead (VIG-MOVE).

use super::super::data::Size;
use crate::battle::{Id, Place};
use crate::grid::{Footprint, Length, Square};

/// A creature on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub id: Id,
    pub size: Size,
    pub space: Footprint,
    pub height: Length,
    /// VIG-GRID-4: squares of a Move.
    pub per: i32,
    /// Squares left of the Move under way.
    pub run: i32,
    /// Actions left.
    pub actions: i32,
    /// Squares used up, those included that were left over.
    pub gone: i32,
    /// The edge of its space where it need not squeeze.
    pub edge: u8,
    /// How many squares it jumps over.
    pub jump: i32,
    /// Whether it stands, and can step over things.
    pub upright: bool,
    /// Whether it has stepped into the air.
    pub falls: bool,
    /// Whether it begins its next step with a new Move, though the one under way would do for it.
    pub anew: bool,
}

impl Mover {
    /// VIG-MOVE-16: whether a whole Move is too short to get over a low obstacle with all of its body, the first step at double cost.
    pub(crate) const fn slow(&self) -> bool {
        self.per < self.edge as i32 + 2
    }

    /// Where it is.
    pub(crate) const fn place(&self) -> Place {
        Place { space: self.space, height: self.height }
    }

    /// The squares that a step of it could lead to, with or without gaps anywhere to be jumped.
    pub(crate) fn ahead(&self, gaps: bool) -> impl Iterator<Item = Square> + use<> {
        let pays = (self.run > 0 || self.actions > 0) && !self.falls;
        let leaps = pays && self.upright && ((gaps && self.jump > 0) || self.slow());
        let at = self.space.at;
        let far = i16::try_from(self.jump).unwrap_or(1).max(i16::from(self.edge)) + 1;
        let longer = (2..=far).flat_map(move |n| {
            Square::new(0, 0).neighbours().into_iter().map(move |step| at.offset(step.x * n, step.y * n))
        });
        let near = at.neighbours().into_iter().take_while(move |_| pays);
        near.chain(longer.take_while(move |_| leaps))
    }
}
