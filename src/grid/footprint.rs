//! The block of squares that a creature or an object stands on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::square::{Direction, Square};

/// A block of `side` × `side` squares. `at` is its top-left (north-west) square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Footprint {
    /// The north-west square.
    pub at: Square,
    /// Squares along one edge, 1 to [`Footprint::MAX_SIDE`].
    pub side: u8,
}

impl Footprint {
    /// The largest supported edge, in squares. Level files are checked against it.
    pub const MAX_SIDE: u8 = 7;

    /// The block of `side` × `side` squares whose north-west square is `at`. A side of 0 counts as 1, one above
    /// [`Self::MAX_SIDE`] as that.
    pub fn new(at: Square, side: u8) -> Self {
        Self { at, side: side.clamp(1, Self::MAX_SIDE) }
    }

    /// A single square.
    pub const fn single(at: Square) -> Self {
        Self { at, side: 1 }
    }

    /// The south-east square.
    pub fn far_corner(self) -> Square {
        let reach = i16::from(self.side) - 1;
        self.at.offset(reach, reach)
    }

    /// All squares of the block, row by row.
    pub fn squares(self) -> impl ExactSizeIterator<Item = Square> + Clone {
        let side = usize::from(self.side);
        (0..side * side).map(move |n| self.at.offset((n % side) as i16, (n / side) as i16))
    }

    /// Whether the square belongs to the block.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        let side = i32::from(self.side);
        let (dx, dy) = (i32::from(square.x) - i32::from(self.at.x), i32::from(square.y) - i32::from(self.at.y));
        (0..side).contains(&dx) && (0..side).contains(&dy)
    }

    /// Whether the two blocks share a square.
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        self.gap(other) == (0, 0)
    }

    /// The offset between the nearest squares of two blocks: on each axis 0 when their extents overlap, else one more
    /// than the number of whole empty columns (rows) between them. So neighbours are `(1, 0)`, `(0, 1)` or `(1, 1)`
    /// apart, and a block is `(0, 0)` from whatever it overlaps.
    #[inline]
    pub fn gap(self, other: Self) -> (i32, i32) {
        let axis = |a: i16, a_side: u8, b: i16, b_side: u8| {
            let (a, b) = (i32::from(a), i32::from(b));
            let (a_last, b_last) = (a + i32::from(a_side) - 1, b + i32::from(b_side) - 1);
            (b - a_last).max(a - b_last).max(0)
        };
        (axis(self.at.x, self.side, other.at.x, other.side), axis(self.at.y, self.side, other.at.y, other.side))
    }

    /// King's-move distance between the nearest squares: 0 when the blocks overlap, 1 when they touch.
    #[inline]
    pub fn steps(self, other: Self) -> i32 {
        let (dx, dy) = self.gap(other);
        dx.max(dy)
    }

    /// The block moved by one step.
    #[must_use]
    pub fn step(self, direction: Direction) -> Self {
        Self { at: self.at.step(direction), ..self }
    }

    /// The block `dx` columns to the east and `dy` rows to the south.
    #[must_use]
    pub const fn offset(self, dx: i16, dy: i16) -> Self {
        Self { at: self.at.offset(dx, dy), side: self.side }
    }

    /// The blocks of another edge that lie within this one or, where they are larger, around all of it, row by row.
    pub fn nested(self, side: u8) -> impl Iterator<Item = Self> {
        let more = i16::from(self.side) - i16::from(side);
        let along = move || more.min(0)..=more.max(0);
        along().flat_map(move |dy| along().map(move |dx| Self { at: self.at.offset(dx, dy), side }))
    }

    /// The squares around the block that touch it by a side or a corner, row by row. Some may lie off the board.
    pub fn rim(self) -> impl Iterator<Item = Square> {
        self.around(1)
    }

    /// The squares no more than so many steps from the block, without its own, row by row. Some may lie off the board.
    pub fn around(self, steps: u8) -> impl Iterator<Item = Square> {
        let steps = i16::from(steps);
        let along = move || -steps..i16::from(self.side) + steps;
        along()
            .flat_map(move |dy| along().map(move |dx| self.at.offset(dx, dy)))
            .filter(move |&square| !self.contains(square))
    }
}

impl From<Square> for Footprint {
    fn from(at: Square) -> Self {
        Self::single(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(x: i16, y: i16, side: u8) -> Footprint {
        Footprint::new(Square::new(x, y), side)
    }

    #[test]
    fn gaps_are_counted_between_the_nearest_squares() {
        let large = block(0, 0, 2);
        assert_eq!(large.gap(block(4, 0, 1)), (3, 0));
        assert_eq!(large.steps(block(2, 2, 1)), 1);
        assert_eq!(large.steps(block(3, 1, 1)), 2);
        assert_eq!(large.gap(block(1, 1, 3)), (0, 0));
        assert!(large.overlaps(block(1, 1, 3)));
        assert_eq!(block(0, 0, 1).steps(block(3, 4, 2)), 4);
    }

    #[test]
    fn a_block_knows_its_squares_and_its_rim() {
        let large = block(3, 3, 2);
        let squares: Vec<[i16; 2]> = large.squares().map(Into::into).collect();
        assert_eq!(squares, [[3, 3], [4, 3], [3, 4], [4, 4]]);
        assert!(large.contains(Square::new(4, 4)) && !large.contains(Square::new(5, 4)));
        assert_eq!(large.rim().count(), 12);
        assert!(large.rim().all(|square| large.steps(square.into()) == 1));
    }
}
