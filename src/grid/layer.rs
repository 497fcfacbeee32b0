//! A value for every square of a board.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::square::Square;

/// Row-major values over a board of `width` × `height` squares.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Raw<T>")]
pub struct Grid<T> {
    width: u16,
    height: u16,
    cells: Vec<T>,
}

/// What a file holds; a [`Grid`] only if the counts agree.
#[derive(Deserialize)]
struct Raw<T> {
    width: u16,
    height: u16,
    cells: Vec<T>,
}

impl<T> TryFrom<Raw<T>> for Grid<T> {
    type Error = String;

    fn try_from(raw: Raw<T>) -> Result<Self, String> {
        let wanted = usize::from(raw.width) * usize::from(raw.height);
        if raw.width > Grid::<T>::MAX_EDGE || raw.height > Grid::<T>::MAX_EDGE {
            return Err(format!(
                "a board is at most {0} by {0} squares, not {1} by {2}",
                Grid::<T>::MAX_EDGE,
                raw.width,
                raw.height
            ));
        }
        if raw.cells.len() != wanted {
            return Err(format!(
                "a board of {} by {} squares has {wanted} cells, not {}",
                raw.width,
                raw.height,
                raw.cells.len()
            ));
        }
        Ok(Self { width: raw.width, height: raw.height, cells: raw.cells })
    }
}

impl<T> Grid<T> {
    /// The longest edge a board may have: squares have `i16` coordinates, and the kernels' products fit their integers.
    pub const MAX_EDGE: u16 = 10_000;

    /// A board with the same value everywhere.
    ///
    /// # Panics
    /// If an edge is longer than [`Self::MAX_EDGE`].
    pub fn filled(width: u16, height: u16, value: T) -> Self
    where
        T: Clone,
    {
        Self::from_fn(width, height, |_| value.clone())
    }

    /// A board whose values are computed square by square, row by row.
    ///
    /// # Panics
    /// If an edge is longer than [`Self::MAX_EDGE`].
    pub fn from_fn(width: u16, height: u16, mut value: impl FnMut(Square) -> T) -> Self {
        assert!(width <= Self::MAX_EDGE && height <= Self::MAX_EDGE, "a board's edges are at most 10 000 squares");
        let mut cells = Vec::with_capacity(usize::from(width) * usize::from(height));
        for y in 0..height as i16 {
            cells.extend((0..width as i16).map(|x| value(Square::new(x, y))));
        }
        Self { width, height, cells }
    }

    /// Columns.
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// Columns and rows.
    pub const fn size(&self) -> (u16, u16) {
        (self.width, self.height)
    }

    /// Whether the square lies on the board.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        square.x >= 0 && square.y >= 0 && (square.x as u16) < self.width && (square.y as u16) < self.height
    }

    /// Where the square's value is kept in [`Self::cells`].
    #[inline]
    pub fn index_of(&self, square: Square) -> Option<usize> {
        self.contains(square).then(|| square.y as usize * usize::from(self.width) + square.x as usize)
    }

    /// The square whose value is kept at that place of [`Self::cells`].
    pub fn square_at(&self, index: usize) -> Square {
        let width = usize::from(self.width).max(1);
        Square::new((index % width) as i16, (index / width) as i16)
    }

    /// The value of a square, `None` off the board.
    #[inline]
    pub fn get(&self, square: Square) -> Option<&T> {
        self.index_of(square).map(|index| &self.cells[index])
    }

    /// The value of a square for change, `None` off the board.
    pub fn get_mut(&mut self, square: Square) -> Option<&mut T> {
        self.index_of(square).map(|index| &mut self.cells[index])
    }

    /// Stores a value and returns the old one; `None` (and nothing stored) off the board.
    pub fn set(&mut self, square: Square, value: T) -> Option<T> {
        self.get_mut(square).map(|cell| std::mem::replace(cell, value))
    }

    /// All values, row by row.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<T> {
        let (width, height) = (self.width as i16, self.height as i16);
        (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
    }

    /// The squares of the board within so many steps of one, row by row.
    pub fn within(&self, at: Square, steps: i32) -> impl Iterator<Item = Square> + use<T> {
        let along = |middle: i16, size: u16| {
            let first = i32::from(middle).saturating_sub(steps).clamp(0, size.into());
            let end = i32::from(middle).saturating_add(steps).saturating_add(1).clamp(first, size.into());
            first as i16..end as i16
        };
        let (across, down) = (along(at.x, self.width), along(at.y, self.height));
        down.flat_map(move |y| across.clone().map(move |x| Square::new(x, y)))
    }

    /// All squares with their values, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Square, &T)> {
        self.squares().zip(&self.cells)
    }

    /// A board of the same size with each value translated.
    pub fn map<U>(&self, mut value: impl FnMut(Square, &T) -> U) -> Grid<U> {
        let mut cells = Vec::with_capacity(self.cells.len());
        for (y, row) in (0..).zip(self.cells.chunks(usize::from(self.width).max(1))) {
            let squares = (0..).map(|x| Square::new(x, y));
            cells.extend(row.iter().zip(squares).map(|(cell, square)| value(square, cell)));
        }
        Grid { width: self.width, height: self.height, cells }
    }
}

/// The value of a square that is known to lie on the board.
impl<T> Index<Square> for Grid<T> {
    type Output = T;

    fn index(&self, square: Square) -> &T {
        self.get(square).expect("the square should lie on the board")
    }
}

impl<T> IndexMut<Square> for Grid<T> {
    fn index_mut(&mut self, square: Square) -> &mut T {
        self.get_mut(square).expect("the square should lie on the board")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_square() {
        let mut grid = Grid::from_fn(3, 2, |square| square.x + 10 * square.y);
        assert_eq!(grid.cells(), [0, 1, 2, 10, 11, 12]);
        assert_eq!(grid[Square::new(2, 1)], 12);
        assert_eq!(grid.get(Square::new(3, 0)), None);
        assert_eq!(grid.get(Square::new(-1, 0)), None);
        assert_eq!(grid.set(Square::new(0, 1), 7), Some(10));
        assert_eq!(grid.iter().find(|&(_, &value)| value == 7).map(|(square, _)| square), Some(Square::new(0, 1)));
        let near: Vec<Square> = grid.within(Square::new(2, 0), 1).collect();
        assert_eq!(near, [(1, 0), (2, 0), (1, 1), (2, 1)].map(|(x, y)| Square::new(x, y)));
        assert_eq!(grid.within(Square::new(-1, 0), i32::MAX).count(), 6);
        assert_eq!(grid.within(Square::new(9, 9), 2).count(), 0);
        assert_eq!(grid.index_of(Square::new(1, 1)).map(|index| grid.square_at(index)), Some(Square::new(1, 1)));
    }

    #[test]
    fn a_file_with_missing_cells_is_refused() {
        let text = r#"{"width":2,"height":2,"cells":[1,2,3]}"#;
        let error = serde_json::from_str::<Grid<u8>>(text).expect_err("a cell is missing");
        assert!(error.to_string().contains("has 4 cells, not 3"), "{error}");
    }
}
