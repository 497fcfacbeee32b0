//! Which squares of a board can be seen from one square.
//!
//! A square is in view when the segment from the centre of the viewer's square to its own centre crosses no solid square
//! between them (see [`line`](super::line)); the two squares themselves never block, so that walls are seen. That is
//! symmetric. Under [`LineRule::PinchedCorners`] a segment exactly through the corner between two solid squares is blocked
//! too; [`LineRule::SolidUnion`] means the same here, since no segment between centres runs along a side.
//!
//! The sweep keeps, for each eighth of the plane, the slopes that are still lit as exact fractions, and goes outwards column
//! by column taking away what the solid squares hide. So it looks only at squares in view and at what bounds the view, and
//! its answers equal those of walking every segment.

use super::{Grid, LineRule, Square};

/// The squares in view from somewhere. Refill one view rather than making many: it keeps its buffers.
#[derive(Clone, Debug)]
pub struct View {
    seen: Grid<bool>,
    lit: Vec<Beam>,
    next: Vec<Beam>,
}

/// A slope of the segment from the viewer: rows over columns in the turned eighth, `den > 0`.
#[derive(Clone, Copy, Debug)]
struct Slope {
    num: i32,
    den: i32,
}

impl Slope {
    fn below(self, other: Self) -> bool {
        i64::from(self.num) * i64::from(other.den) < i64::from(other.num) * i64::from(self.den)
    }
}

/// All slopes from `low` to `high`, both included.
#[derive(Clone, Copy, Debug)]
struct Beam {
    low: Slope,
    high: Slope,
}

/// One eighth of the plane: columns run along `main`, rows along `side`.
#[derive(Clone, Copy)]
struct Eighth {
    origin: (i32, i32),
    main: (i32, i32),
    side: (i32, i32),
}

impl Eighth {
    fn square(self, column: i32, row: i32) -> Square {
        Square::new(
            (self.origin.0 + column * self.main.0 + row * self.side.0) as i16,
            (self.origin.1 + column * self.main.1 + row * self.side.1) as i16,
        )
    }

    /// How many squares the board has from the origin along a direction.
    fn room(self, board: (u16, u16), direction: (i32, i32)) -> i32 {
        match direction {
            (1, _) => i32::from(board.0) - 1 - self.origin.0,
            (-1, _) => self.origin.0,
            (_, 1) => i32::from(board.1) - 1 - self.origin.1,
            _ => self.origin.1,
        }
    }
}

impl View {
    /// A view of a board of that size, in which nothing is seen yet.
    pub fn new(board: (u16, u16)) -> Self {
        Self {
            seen: Grid::filled(board.0, board.1, false),
            lit: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Fills the view from one square.
    pub fn look(&mut self, from: Square, rule: LineRule, solid: impl Fn(Square) -> bool) {
        self.seen.fill(false);
        self.look_also(from, rule, solid);
    }

    /// Adds what is seen from another square (a creature of several squares, a whole side).
    pub fn look_also(&mut self, from: Square, rule: LineRule, solid: impl Fn(Square) -> bool) {
        if self.seen.set(from, true).is_none() {
            return;
        }
        let origin = (i32::from(from.x), i32::from(from.y));
        for (main, side) in [
            ((1, 0), (0, 1)),
            ((1, 0), (0, -1)),
            ((-1, 0), (0, 1)),
            ((-1, 0), (0, -1)),
            ((0, 1), (1, 0)),
            ((0, 1), (-1, 0)),
            ((0, -1), (1, 0)),
            ((0, -1), (-1, 0)),
        ] {
            let eighth = Eighth { origin, main, side };
            self.sweep(eighth, rule != LineRule::Interiors, &solid);
        }
    }

    fn sweep(&mut self, eighth: Eighth, pinch: bool, solid: &impl Fn(Square) -> bool) {
        let columns = eighth.room(self.seen.size(), eighth.main);
        let rows = eighth.room(self.seen.size(), eighth.side);
        self.lit.clear();
        self.lit.push(Beam {
            low: Slope { num: 0, den: 1 },
            high: Slope { num: 1, den: 1 },
        });
        for column in 1..=columns {
            self.next.clear();
            for index in 0..self.lit.len() {
                let beam = self.lit[index];
                self.light(eighth, column, rows, beam, pinch, solid);
                self.shade(eighth, column, rows, beam, pinch, solid);
            }
            std::mem::swap(&mut self.lit, &mut self.next);
            if self.lit.is_empty() {
                return;
            }
        }
    }

    /// Marks the squares of a column whose centres lie in the beam.
    fn light(
        &mut self,
        eighth: Eighth,
        column: i32,
        rows: i32,
        beam: Beam,
        pinch: bool,
        solid: &impl Fn(Square) -> bool,
    ) {
        let first = -(-column * beam.low.num).div_euclid(beam.low.den);
        let mut last = (column * beam.high.num / beam.high.den).min(rows);
        // Only the diagonal leads through a corner on this column's near side to a centre in this column.
        if pinch && last == column && pinched(eighth, column, rows, Slope { num: 1, den: 1 }, solid) {
            last -= 1;
        }
        for row in first..=last {
            self.seen[eighth.square(column, row)] = true;
        }
    }

    /// Keeps for the next column what the solid squares of this one leave of the beam.
    ///
    /// The inside of the square in (column, row) is crossed by slopes strictly between that of its far lower and that of
    /// its near upper corner: (2 row - 1) / (2 column + 1) and (2 row + 1) / (2 column - 1).
    fn shade(
        &mut self,
        eighth: Eighth,
        column: i32,
        rows: i32,
        beam: Beam,
        pinch: bool,
        solid: &impl Fn(Square) -> bool,
    ) {
        let (near, far) = (2 * column - 1, 2 * column + 1);
        // The rows whose crossing slopes reach into the beam: upper > low and lower < high.
        let first = ((near * beam.low.num).div_euclid(beam.low.den) + 1) / 2;
        let last = ((far * beam.high.num + beam.high.den) / beam.high.den / 2).min(rows);
        let mut low = beam.low;
        for row in first..=last {
            if !solid(eighth.square(column, row)) {
                continue;
            }
            let lower = Slope {
                num: 2 * row - 1,
                den: far,
            };
            let upper = Slope {
                num: 2 * row + 1,
                den: near,
            };
            if !lower.below(low) {
                self.keep(eighth, column, rows, Beam { low, high: lower }, pinch, solid);
            }
            if low.below(upper) {
                low = upper;
            }
        }
        if !beam.high.below(low) {
            self.keep(eighth, column, rows, Beam { low, high: beam.high }, pinch, solid);
        }
    }

    fn keep(
        &mut self,
        eighth: Eighth,
        column: i32,
        rows: i32,
        beam: Beam,
        pinch: bool,
        solid: &impl Fn(Square) -> bool,
    ) {
        let single = !beam.low.below(beam.high);
        if single && pinch && pinched(eighth, column, rows, beam.low, solid) {
            return;
        }
        self.next.push(beam);
    }

    /// Whether a square is in view; nothing off the board is.
    pub fn sees(&self, square: Square) -> bool {
        self.seen.get(square) == Some(&true)
    }

    /// The squares in view, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        self.seen.iter().filter(|&(_, &seen)| seen).map(|(square, _)| square)
    }

    /// For each square of the board, whether it is in view.
    pub fn grid(&self) -> &Grid<bool> {
        &self.seen
    }
}

/// Whether the ray of that slope enters the column exactly through a corner between two solid squares.
fn pinched(eighth: Eighth, column: i32, rows: i32, slope: Slope, solid: &impl Fn(Square) -> bool) -> bool {
    // The ray's height where the column begins, in half rows: a corner if it is odd.
    let scaled = (2 * column - 1) * slope.num;
    if scaled % slope.den != 0 || scaled / slope.den % 2 == 0 {
        return false;
    }
    let below = (scaled / slope.den - 1) / 2;
    below < rows && solid(eighth.square(column, below)) && solid(eighth.square(column - 1, below + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The drawn map with everything out of view blanked; `@` looks.
    #[track_caller]
    fn check_view(map: &str, rule: LineRule, wanted: &str) {
        let rows: Vec<&[u8]> = map.split_whitespace().map(str::as_bytes).collect();
        let at = |square: Square| rows[square.y as usize][square.x as usize];
        let mut view = View::new((rows[0].len() as u16, rows.len() as u16));
        let from = view
            .grid()
            .squares()
            .find(|&square| at(square) == b'@')
            .expect("a viewer");
        view.look(from, rule, |square| at(square) == b'#');
        let shown: Vec<String> = (0..rows.len() as i16)
            .map(|y| {
                let row = (0..rows[0].len() as i16).map(|x| Square::new(x, y));
                row.map(|square| if view.sees(square) { at(square) as char } else { '_' })
                    .collect()
            })
            .collect();
        assert_eq!(shown, wanted.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn walls_are_seen_and_hide_what_is_behind() {
        check_view(
            ".......
             ..#....
             @.#....
             .......",
            LineRule::Interiors,
            "...____
             ..#____
             @.#____
             ....___",
        );
    }

    #[test]
    fn a_diagonal_gap_is_open_or_pinched_by_the_rule() {
        let map = "@#..
                   #...
                   ....";
        check_view(map, LineRule::Interiors, "@#__ #.__ __._");
        check_view(map, LineRule::PinchedCorners, "@#__ #___ ____");
    }

    #[test]
    fn nothing_is_seen_from_off_the_board() {
        let mut view = View::new((3, 3));
        view.look(Square::new(3, 0), LineRule::Interiors, |_| false);
        assert_eq!(view.squares().count(), 0);
        view.look(Square::new(2, 0), LineRule::Interiors, |_| false);
        assert_eq!(view.squares().count(), 9);
    }
}
