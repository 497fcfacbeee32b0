//! Squares and the eight ways out of one.

use std::{borrow::Cow, cmp::Ordering, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A square of the board: `x` grows to the east, `y` to the **south**, and `(0, 0)` is the top-left square.
///
/// Squares are ordered row by row. In files they are written `[x, y]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "[i16; 2]", into = "[i16; 2]")]
pub struct Square {
    /// Column, counted from the west edge.
    pub x: i16,
    /// Row, counted from the north edge.
    pub y: i16,
}

impl Square {
    /// The square in column `x` and row `y`.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// As an answer or on a command line: `4,7`. [`str::parse`] reads it.
    pub fn word(self) -> String {
        format!("{},{}", self.x, self.y)
    }

    /// The square `dx` columns to the east and `dy` rows to the south (saturating).
    #[must_use]
    #[inline]
    pub const fn offset(self, dx: i16, dy: i16) -> Self {
        Self::new(self.x.saturating_add(dx), self.y.saturating_add(dy))
    }

    /// The next square in that direction.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        self.offset(dx, dy)
    }

    /// The eight squares around, clockwise from north. Some may lie off the board.
    pub fn neighbours(self) -> [Self; 8] {
        Direction::ALL.map(|direction| self.step(direction))
    }

    /// Columns and rows between two squares, both at least 0.
    pub const fn apart(self, other: Self) -> (i32, i32) {
        ((self.x as i32 - other.x as i32).abs(), (self.y as i32 - other.y as i32).abs())
    }

    /// The square of the straight distance between the middles of two squares, in squares.
    pub const fn distance_squared(self, other: Self) -> i32 {
        let (dx, dy) = self.apart(other);
        dx * dx + dy * dy
    }

    /// King's-move distance: the larger of the two differences.
    #[inline]
    pub fn steps_to(self, other: Self) -> i32 {
        let (dx, dy) = self.apart(other);
        dx.max(dy)
    }

    /// The direction nearest to the way to another square; `None` for the square itself.
    pub fn towards(self, other: Self) -> Option<Direction> {
        let along = |from: i16, to: i16| i32::from(to) - i32::from(from);
        Direction::towards(along(self.x, other.x), along(self.y, other.y))
    }

    /// Whether the two squares share a side or a corner (a square does not touch itself).
    pub fn touches(self, other: Self) -> bool {
        self.steps_to(other) == 1
    }
}

/// Reads `4,7`, with blanks around the numbers if need be.
impl FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Self, NoSquare> {
        let (x, y) = text.split_once(',').ok_or(NoSquare)?;
        let number = |text: &str| text.trim().parse().map_err(|_| NoSquare);
        Ok(Self::new(number(x)?, number(y)?))
    }
}

/// What is written is no square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no square; write it like 4,7")]
pub struct NoSquare;

impl Ord for Square {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<[i16; 2]> for Square {
    fn from([x, y]: [i16; 2]) -> Self {
        Self::new(x, y)
    }
}

impl From<Square> for [i16; 2] {
    fn from(square: Square) -> Self {
        [square.x, square.y]
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl JsonSchema for Square {
    fn schema_name() -> Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A square as [x, y], counted from the top-left square [0, 0]; x to the east, y to the south.",
            "type": "array",
            "items": { "type": "integer", "minimum": i16::MIN, "maximum": i16::MAX },
            "minItems": 2,
            "maxItems": 2,
        })
    }
}

/// One of the eight compass directions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Towards row 0.
    North,
    /// North and east.
    NorthEast,
    /// Towards larger `x`.
    East,
    /// South and east.
    SouthEast,
    /// Towards larger `y`.
    South,
    /// South and west.
    SouthWest,
    /// Towards column 0.
    West,
    /// North and west.
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The step `(dx, dy)`, each -1, 0 or 1.
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }

    /// The direction turned by `eighths` of a full turn, clockwise if positive.
    #[must_use]
    pub fn turned(self, eighths: i32) -> Self {
        Self::ALL[(self as i32 + eighths).rem_euclid(8) as usize]
    }

    /// The direction nearest to the vector `(dx, dy)`; `None` for the zero vector. A vector exactly half-way
    /// between two directions cannot exist, since the tangent of 22.5° is irrational.
    pub fn towards(dx: i32, dy: i32) -> Option<Self> {
        // Diagonal when the smaller component is more than tan(22.5°) = √2 - 1 of the larger: (small + large)² > 2 large².
        let (ax, ay) = (i64::from(dx).abs(), i64::from(dy).abs());
        let (large, sum) = (ax.max(ay), ax + ay);
        let diagonal = sum * sum > 2 * large * large;
        let sx = if diagonal || ax > ay { dx.signum() } else { 0 };
        let sy = if diagonal || ay > ax { dy.signum() } else { 0 };
        Self::ALL.into_iter().find(|direction| direction.delta() == (sx as i16, sy as i16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_ordered_row_by_row_and_written_as_pairs() {
        assert!(Square::new(5, 0) < Square::new(0, 1));
        assert!(Square::new(1, 1) < Square::new(2, 1));
        let text = serde_json::to_string(&Square::new(3, -1)).expect("a square is plain data");
        assert_eq!(text, "[3,-1]");
        assert_eq!(serde_json::from_str::<Square>(&text).ok(), Some(Square::new(3, -1)));
    }

    #[test]
    fn the_nearest_direction_splits_at_a_sixteenth_of_a_turn() {
        assert_eq!(Direction::towards(0, 0), None);
        assert_eq!(Direction::towards(5, 2), Some(Direction::East));
        assert_eq!(Direction::towards(5, 3), Some(Direction::SouthEast));
        assert_eq!(Direction::towards(-1, -1), Some(Direction::NorthWest));
        assert_eq!(Direction::towards(-2, 5), Some(Direction::South));
        assert_eq!(Direction::North.turned(-1), Direction::NorthWest);
    }
}
