//! Exact points on the board, finer than squares.

use serde::{Deserialize, Serialize};

use super::footprint::Footprint;
use super::square::Square;

/// A point of the board plane, in **fortieths** of a square from the board's north-west corner.
///
/// Forty is the smallest count in which the points that rules speak of are whole: corners (0), tenths (4, 36),
/// eighths (5, 35), quarters (10, 30) and the centre (20). Make points with the constructors rather than from raw
/// numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Point {
    x: i32,
    y: i32,
}

impl Point {
    /// Units along one side of a square.
    pub const PER_SQUARE: i32 = 40;

    /// The point `(x, y)` in fortieths of a square.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Eastward coordinate, in fortieths of a square.
    pub const fn x(self) -> i32 {
        self.x
    }

    /// Southward coordinate, in fortieths of a square.
    pub const fn y(self) -> i32 {
        self.y
    }

    /// The point of a square `dx` fortieths from its west and `dy` from its north side (0 to 40).
    pub const fn within(square: Square, dx: i32, dy: i32) -> Self {
        Self::new(square.x as i32 * Self::PER_SQUARE + dx, square.y as i32 * Self::PER_SQUARE + dy)
    }

    /// The centre of a square.
    pub const fn centre(square: Square) -> Self {
        Self::within(square, Self::PER_SQUARE / 2, Self::PER_SQUARE / 2)
    }

    /// The centre of a block of squares.
    pub const fn centre_of(footprint: Footprint) -> Self {
        let half = Self::PER_SQUARE / 2 * footprint.side as i32;
        Self::within(footprint.at, half, half)
    }

    /// The north-west corner of a square; the corner shared with the squares west, north and north-west of it.
    pub const fn corner(square: Square) -> Self {
        Self::within(square, 0, 0)
    }

    /// The four corners of a square: north-west, north-east, south-west, south-east.
    pub fn corners(square: Square) -> [Self; 4] {
        Self::four(square, 0)
    }

    /// The centres of a square's four quarters: north-west, north-east, south-west, south-east.
    pub fn quarters(square: Square) -> [Self; 4] {
        Self::four(square, Self::PER_SQUARE / 4)
    }

    /// The four points `inset` fortieths from the nearest sides of a square: north-west, north-east, south-west,
    /// south-east.
    pub fn four(square: Square, inset: i32) -> [Self; 4] {
        let far = Self::PER_SQUARE - inset;
        [(inset, inset), (far, inset), (inset, far), (far, far)].map(|(dx, dy)| Self::within(square, dx, dy))
    }

    /// The square whose inside holds the point, `None` on a side or a corner.
    pub const fn square(self) -> Option<Square> {
        if self.x % Self::PER_SQUARE == 0 || self.y % Self::PER_SQUARE == 0 {
            None
        } else {
            Some(Square::new(self.x.div_euclid(Self::PER_SQUARE) as i16, self.y.div_euclid(Self::PER_SQUARE) as i16))
        }
    }

    /// The squares that meet in this point if it is a corner: north-west, north-east, south-west, south-east.
    pub fn meeting(self) -> Option<[Square; 4]> {
        (self.x % Self::PER_SQUARE == 0 && self.y % Self::PER_SQUARE == 0).then(|| {
            let south_east = Square::new((self.x / Self::PER_SQUARE) as i16, (self.y / Self::PER_SQUARE) as i16);
            [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(dx, dy)| south_east.offset(dx, dy))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_belong_to_the_square_around_them() {
        let square = Square::new(-2, 3);
        assert_eq!(Point::centre(square).square(), Some(square));
        assert!(Point::quarters(square).iter().all(|point| point.square() == Some(square)));
        assert!(Point::corners(square).iter().all(|point| point.square().is_none()));
        assert_eq!(Point::centre_of(Footprint::new(square, 2)), Point::corner(square.offset(1, 1)));
    }

    #[test]
    fn four_squares_meet_in_a_corner() {
        let meeting = Point::corner(Square::new(1, 1)).meeting().expect("a corner");
        assert_eq!(meeting, [[0, 0], [1, 0], [0, 1], [1, 1]].map(Square::from));
        assert_eq!(Point::new(40, 20).meeting(), None);
    }
}
