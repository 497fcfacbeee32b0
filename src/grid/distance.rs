//! How far apart two squares are, in the unit of whoever asks.

use serde::{Deserialize, Serialize};

use super::{Footprint, Square};

/// What one straight and one diagonal step cost, in any one unit: feet `(5, 5)`, half metres `(3, 4)`, squares `(1, 1)`.
///
/// The distance over `dx` columns and `dy` rows takes as many diagonal steps as it can; that is the shortest way as
/// long as `straight <= diagonal <= 2 * straight`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Metric {
    /// Cost of a step to one of the four squares that share a side.
    pub straight: i32,
    /// Cost of a step to one of the four squares that share only a corner.
    pub diagonal: i32,
}

impl Metric {
    /// King's moves: every step counts 1.
    pub const SQUARES: Self = Self::new(1, 1);

    /// A metric with these step costs.
    pub const fn new(straight: i32, diagonal: i32) -> Self {
        Self { straight, diagonal }
    }

    /// The distance over `dx` columns and `dy` rows, whatever their signs.
    pub fn over(self, dx: i32, dy: i32) -> i32 {
        let (dx, dy) = (dx.abs(), dy.abs());
        let (small, large) = (dx.min(dy), dx.max(dy));
        self.diagonal * small + self.straight * (large - small)
    }

    /// The distance between two squares.
    pub fn between(self, a: Square, b: Square) -> i32 {
        let (dx, dy) = a.apart(b);
        self.over(dx, dy)
    }

    /// The distance between the nearest squares of two blocks, 0 when they overlap.
    pub fn apart(self, a: Footprint, b: Footprint) -> i32 {
        let (dx, dy) = a.gap(b);
        self.over(dx, dy)
    }

    /// The distance over the whole empty squares between two blocks: 0 when they touch or overlap.
    pub fn clearance(self, a: Footprint, b: Footprint) -> i32 {
        let (dx, dy) = a.empty_between(b);
        self.over(dx, dy)
    }
}

/// A plane distance and a height difference (same unit, any sign) combined as in a cube: the larger counts.
pub fn with_height(plane: i32, height: i32) -> i32 {
    plane.abs().max(height.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEET: Metric = Metric::new(5, 5);
    const HALF_METRES: Metric = Metric::new(3, 4);

    fn block(x: i16, y: i16, side: u8) -> Footprint {
        Footprint::new(Square::new(x, y), side)
    }

    #[test]
    fn the_metric_belongs_to_the_rules() {
        let (a, b) = (Square::new(0, 0), Square::new(4, 3));
        assert_eq!(Metric::SQUARES.between(a, b), 4);
        assert_eq!(FEET.between(a, b), 20);
        // 1.5 m straight and 2 m diagonal: (5, 3) is 9 m, (5, 5) is 10 m.
        assert_eq!(HALF_METRES.over(5, -3), 18);
        assert_eq!(HALF_METRES.over(5, 5), 20);
    }

    #[test]
    fn blocks_are_measured_from_their_nearest_squares() {
        assert_eq!(HALF_METRES.apart(block(0, 0, 2), block(4, 1, 1)), 9);
        assert_eq!(FEET.apart(block(0, 0, 1), block(3, 4, 2)), 20);
        assert_eq!(HALF_METRES.clearance(block(0, 0, 1), block(1, 1, 1)), 0);
        assert_eq!(HALF_METRES.clearance(block(0, 0, 1), block(2, 0, 1)), 3);
        assert_eq!(with_height(20, -30), 30);
    }

    /// How many squares a creature of one square reaches when reach exceeds clearance, by reach in half metres.
    #[test]
    fn clearance_gives_the_reach_of_a_long_arm() {
        let me = block(10, 10, 1);
        let reached = |reach: i32| {
            (0..21 * 21)
                .map(|n| block(n % 21, n / 21, 1))
                .filter(|&other| other != me && HALF_METRES.clearance(me, other) < reach)
                .count()
        };
        assert_eq!([1, 2, 4, 6, 8].map(reached), [8, 8, 20, 24, 44]);
    }
}
