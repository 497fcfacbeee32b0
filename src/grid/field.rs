//! The movement field: what it costs a mover to get to every square within its budget, and by which path.
//!
//! Dijkstra's algorithm with a bucket queue over whole-number costs. One [`Field`] is filled again and again; after the
//! first few times it allocates nothing. Only the part of the board that the budget could reach is looked at.
//!
//! Among paths of equal cost the one with the fewest diagonal steps is kept, then the one that turns least on its way
//! (judged square by square), then the one whose last step comes first in the order east, south, west, north, south-east,
//! south-west, north-west, north-east. So equal questions get equal answers, and answers look like a person's.

mod queue;
mod walk;
mod window;

pub use walk::{CornerRule, EntryCost, Link, PricedBy, Walk};

use self::{
    queue::Queue,
    window::{BARRED, Window},
};
use super::Square;

/// Steps in the order of the tie-break; the last four are diagonal.
const STEPS: [(i32, i32); 8] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
];
/// Arrival codes besides the eight steps.
const AT_START: u64 = 8;
const BY_LINK: u64 = 9;

// A cell's label, compared as one number: cost, diagonal steps, turns, arrival code.
const COST_SHIFT: u32 = 36;
const DIAGONAL: u64 = 1 << 20;
const TURN: u64 = 1 << 4;
const CODE: u64 = TURN - 1;
const COUNTS: u64 = (1 << COST_SHIFT) - 1 - CODE;
const UNREACHED: u64 = u64::MAX;
/// Up to this many cells no path is long enough to overflow the counts of diagonals and turns.
const COUNTED_CELLS: usize = 1 << 16;

/// Costs and paths from one place; see the [module](self).
///
/// Squares are the mover's north-west squares throughout.
#[derive(Clone, Debug, Default)]
pub struct Field {
    window: Window,
    labels: Vec<u64>,
    queue: Queue,
    /// Cells in the order in which their cost became final.
    order: Vec<u32>,
    /// `(from, to, cost)` by cell, sorted.
    links: Vec<(u32, u32, u32)>,
    /// `(to, from)` for each time a link was the best way so far; the last entry of a cell counts.
    linked: Vec<(u32, u32)>,
}

impl Field {
    /// An empty field, in which nothing is reached.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills the field for a walk over this ground. `ground` is asked once for each square in possible reach.
    ///
    /// If the start does not lie on the board, nothing is reached.
    pub fn fill(&mut self, walk: &Walk, ground: impl Fn(Square) -> EntryCost) {
        self.fill_with(walk, ground, |_, _| Some(0), &[]);
    }

    /// As [`fill`](Self::fill), with a surcharge for single steps (climbs, doors) and with links (jumps, ladders).
    ///
    /// `surcharge(from, to)` is asked for each step between two anchor squares that is otherwise allowed and gives what
    /// it costs on top, or `None` where that step is forbidden (an edge wall, a cliff).
    pub fn fill_with(
        &mut self,
        walk: &Walk,
        ground: impl Fn(Square) -> EntryCost,
        surcharge: impl Fn(Square, Square) -> Option<u32>,
        links: &[Link],
    ) {
        let walk = Walk {
            budget: walk.budget.min(Walk::MAX_BUDGET),
            ..*walk
        };
        self.order.clear();
        self.linked.clear();
        self.links.clear();
        let Some(start) = self.window.lay(&walk, !links.is_empty(), ground) else {
            return;
        };
        self.labels.clear();
        self.labels.resize(self.window.cells(), UNREACHED);
        self.queue.reset(self.window.dearest());
        self.read_links(links);
        self.labels[start as usize] = AT_START;
        self.queue.push(start, 0);
        if walk.start.side <= 1 {
            self.flood::<false>(&walk, surcharge);
        } else {
            self.flood::<true>(&walk, surcharge);
        }
    }

    fn read_links(&mut self, links: &[Link]) {
        for link in links {
            if let (Some(from), Some(to)) = (self.window.cell(link.from), self.window.cell(link.to))
                && self.window.can_enter_block(to as usize)
            {
                self.links.push((from, to, link.cost));
            }
        }
        self.links.sort_unstable();
    }

    fn flood<const LARGE: bool>(
        &mut self,
        walk: &Walk,
        surcharge: impl Fn(Square, Square) -> Option<u32>,
    ) {
        let width = self.window.width() as isize;
        let offsets = STEPS.map(|(dx, dy)| dx as isize + dy as isize * width);
        let pairs = corner_cells(i32::from(walk.start.side.max(1)), width);
        let tie_breaks = tie_breaks(self.window.cells());
        while let Some((cell, cost)) = self.queue.pop() {
            let (cell, label) = (cell as usize, self.labels[cell as usize]);
            if (label >> COST_SHIFT) as u32 != cost {
                continue; // reached more cheaply since it was queued
            }
            self.order.push(cell as u32);
            let leave = self.window.leave_block(cell);
            let ties = &tie_breaks[(label & CODE) as usize];
            let from = self.window.square(cell);
            for step in 0..8 {
                let diagonal = usize::from(step >= 4);
                if diagonal == 1 {
                    let [one, other] = pairs[step - 4]
                        .map(|offset| self.window.solid(cell.wrapping_add_signed(offset)));
                    if !walk.corners.allows(one, other) {
                        continue;
                    }
                }
                let next = cell.wrapping_add_signed(offsets[step]);
                let enter = if LARGE {
                    self.window.enter_block(next, STEPS[step])[diagonal]
                } else {
                    self.window.enter(next)[diagonal]
                };
                if enter == BARRED || leave[diagonal] == BARRED {
                    continue;
                }
                let plain = u32::from(enter) + u32::from(leave[diagonal]);
                if cost + plain > walk.budget {
                    continue;
                }
                let to = from.offset(STEPS[step].0 as i16, STEPS[step].1 as i16);
                let Some(extra) = surcharge(from, to) else {
                    continue;
                };
                let total = (cost + plain).saturating_add(extra);
                if total > walk.budget {
                    continue;
                }
                let counts = (label & COUNTS) + ties[step];
                let candidate = (u64::from(total) << COST_SHIFT) + counts;
                let known = self.labels[next];
                if candidate < known {
                    self.labels[next] = candidate;
                    if total < (known >> COST_SHIFT) as u32 {
                        self.queue.push(next as u32, total);
                    }
                }
            }
            if !self.links.is_empty() {
                self.follow_links(cell as u32, cost, label, walk.budget);
            }
        }
    }

    fn follow_links(&mut self, cell: u32, cost: u32, label: u64, budget: u32) {
        let first = self.links.partition_point(|&(from, ..)| from < cell);
        for index in first..self.links.len() {
            let (from, to, price) = self.links[index];
            if from != cell {
                break;
            }
            let total = cost.saturating_add(price);
            if total > budget {
                continue;
            }
            let counts = label & COUNTS;
            let candidate = (u64::from(total) << COST_SHIFT) + counts + BY_LINK;
            let known = self.labels[to as usize];
            if candidate < known {
                self.labels[to as usize] = candidate;
                self.linked.push((to, from));
                if total < (known >> COST_SHIFT) as u32 {
                    self.queue.push(to, total);
                }
            }
        }
    }

    fn label(&self, square: Square) -> Option<(usize, u64)> {
        let cell = self.reached_cell(square)?;
        Some((cell, self.labels[cell]))
    }

    fn reached_cell(&self, square: Square) -> Option<usize> {
        if self.order.is_empty() {
            return None;
        }
        let cell = self.window.cell(square)? as usize;
        (self.labels[cell] != UNREACHED).then_some(cell)
    }

    /// What it costs to get to a square, `None` if the budget does not suffice.
    pub fn cost(&self, square: Square) -> Option<u32> {
        self.label(square)
            .map(|(_, label)| (label >> COST_SHIFT) as u32)
    }

    /// Whether the mover can get to a square and may stay there.
    pub fn can_stop(&self, square: Square) -> bool {
        self.reached_cell(square)
            .is_some_and(|cell| self.window.can_stop(cell))
    }

    /// The squares the mover can get to and stay on, the start first, in order of cost.
    pub fn reachable(&self) -> impl Iterator<Item = (Square, u32)> {
        self.order
            .iter()
            .filter(|&&cell| self.window.can_stop(cell as usize))
            .map(|&cell| self.reached(cell))
    }

    /// As [`reachable`](Self::reachable), with the squares that can only be passed.
    pub fn passable(&self) -> impl Iterator<Item = (Square, u32)> {
        self.order.iter().map(|&cell| self.reached(cell))
    }

    fn reached(&self, cell: u32) -> (Square, u32) {
        let cost = (self.labels[cell as usize] >> COST_SHIFT) as u32;
        (self.window.square(cell as usize), cost)
    }

    /// The square before this one on its path; `None` for the start and for squares out of reach.
    pub fn predecessor(&self, square: Square) -> Option<Square> {
        let (cell, label) = self.label(square)?;
        match label & CODE {
            AT_START => None,
            BY_LINK => {
                let (_, from) = self.linked.iter().rfind(|&&(to, _)| to as usize == cell)?;
                Some(self.window.square(*from as usize))
            }
            step => {
                let (dx, dy) = STEPS[step as usize];
                Some(square.offset(-dx as i16, -dy as i16))
            }
        }
    }

    /// The path to a square, from the start to it, both included; `None` if it is out of reach. Two squares in a row
    /// that are no neighbours are joined by a link.
    pub fn path_to(&self, square: Square) -> Option<Vec<Square>> {
        let mut path = Vec::new();
        self.path_into(square, &mut path).then_some(path)
    }

    /// As [`path_to`](Self::path_to), into a buffer; leaves it empty and returns `false` if the square is out of reach.
    pub fn path_into(&self, square: Square, path: &mut Vec<Square>) -> bool {
        path.clear();
        if self.reached_cell(square).is_none() {
            return false;
        }
        path.push(square);
        let mut at = square;
        while let Some(before) = self.predecessor(at) {
            path.push(before);
            at = before;
        }
        path.reverse();
        true
    }
}

/// The cells, relative to the block's anchor, that each diagonal step sweeps over without covering them.
fn corner_cells(side: i32, width: isize) -> [[isize; 2]; 4] {
    let far = side - 1;
    std::array::from_fn(|diagonal| {
        let (dx, dy) = STEPS[4 + diagonal];
        let beside = (if dx > 0 { side } else { -1 }, if dy > 0 { 0 } else { far });
        let above = (if dx > 0 { 0 } else { far }, if dy > 0 { side } else { -1 });
        [beside, above].map(|(x, y)| x as isize + y as isize * width)
    })
}

/// What each step adds to a label besides its cost, by the code of the arrival before it: a diagonal, a turn, its own
/// code.
fn tie_breaks(cells: usize) -> [[u64; 8]; 16] {
    let counted = u64::from(cells <= COUNTED_CELLS);
    std::array::from_fn(|arrival| {
        std::array::from_fn(|step| {
            let diagonal = u64::from(step >= 4) * DIAGONAL;
            let turn = u64::from(arrival < 8 && arrival != step) * TURN;
            counted * (diagonal + turn) + step as u64
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Footprint, Metric};

    const FEET: Metric = Metric::new(5, 5);

    /// Costs over a drawn map as text. `#` wall, `,` double, `E` barred, `f` may pass but not stay, `@` start.
    #[track_caller]
    fn check(map: &str, side: u8, walk: impl Fn(Walk) -> Walk, wanted: &str) {
        let rows: Vec<Vec<char>> = map
            .split_whitespace()
            .map(|row| row.chars().collect())
            .collect();
        let at = |square: Square| rows[square.y as usize][square.x as usize];
        let board = (rows[0].len() as u16, rows.len() as u16);
        let squares = || {
            (0..board.1 as i16).flat_map(|y| (0..board.0 as i16).map(move |x| Square::new(x, y)))
        };
        let start = squares()
            .find(|&square| at(square) == '@')
            .expect("a start");
        let mut field = Field::new();
        let plain = Walk::new(board, Footprint::new(start, side), 30, FEET);
        field.fill(&walk(plain), |square| match at(square) {
            '#' => EntryCost::WALL,
            ',' => EntryCost::DOUBLE,
            'E' => EntryCost::BARRED,
            'f' => EntryCost::CLEAR.no_stop(),
            _ => EntryCost::CLEAR,
        });
        let shown: Vec<String> = (0..board.1 as i16)
            .map(|y| {
                let costs =
                    (0..board.0 as i16)
                        .map(|x| Square::new(x, y))
                        .map(|square| match field.cost(square) {
                            Some(cost) if field.can_stop(square) => format!("{cost:>3}"),
                            Some(cost) => format!("{:>3}", format!("({cost})")),
                            None => "  .".to_owned(),
                        });
                costs.collect::<String>()
            })
            .collect();
        let wanted: Vec<&str> = wanted
            .lines()
            .map(str::trim_end)
            .filter(|row| !row.is_empty())
            .collect();
        assert_eq!(shown, wanted, "\n{}", shown.join("\n"));
    }

    #[test]
    fn walls_bend_the_way_and_rubble_costs_double() {
        check(
            "@#..
             ..,.
             ..,.",
            1,
            |walk| walk,
            "
  0  . 25 25
  5 10 20 25
 10 10 20 25",
        );
    }

    #[test]
    fn the_square_left_may_set_the_price_instead() {
        check(
            "@,.,.",
            1,
            |walk| walk.priced_by(PricedBy::Left),
            "\n  0  5 15 20 30",
        );
    }

    #[test]
    fn the_corner_rule_is_the_callers() {
        let map = "@#.
                   ...";
        check(map, 1, |walk| walk, "\n  0  . 20\n  5 10 15");
        check(
            map,
            1,
            |walk| walk.corners(CornerRule::NotBothSolid),
            "\n  0  . 10\n  5  5 10",
        );
        let pinched = "@#
                       #.";
        check(
            pinched,
            1,
            |walk| walk.corners(CornerRule::NotBothSolid),
            "\n  0  .\n  .  .",
        );
        check(
            pinched,
            1,
            |walk| walk.corners(CornerRule::Free),
            "\n  0  .\n  .  5",
        );
    }

    #[test]
    fn friends_are_passed_and_enemies_are_not() {
        check("@fE.", 1, |walk| walk, "\n  0(5)  .  .");
        check("@f..", 1, |walk| walk, "\n  0(5) 10 15");
    }

    #[test]
    fn a_step_that_cannot_be_paid_whole_is_not_taken() {
        check(
            "@.,.",
            1,
            |walk| Walk { budget: 12, ..walk },
            "\n  0  5  .  .",
        );
    }

    #[test]
    fn a_large_mover_pays_for_what_it_newly_covers_and_fits_only_where_there_is_room() {
        check(
            "@...,.
             ......
             ..#...
             ......",
            2,
            |walk| walk,
            "
  0  5 10 20 25  .
  5  .  . 25 25  .
 10  .  . 30 30  .
  .  .  .  .  .  .",
        );
    }

    #[test]
    fn diagonals_cost_what_the_metric_says() {
        let walk = Walk::new((9, 9), Square::new(4, 4), 20, Metric::new(3, 4));
        let mut field = Field::new();
        field.fill(&walk, |_| EntryCost::CLEAR);
        assert_eq!(field.cost(Square::new(8, 6)), Some(14));
        assert_eq!(field.cost(Square::new(8, 8)), Some(16));
    }

    #[test]
    fn paths_run_straight_and_turn_little() {
        let walk = Walk::new((9, 9), Square::new(0, 4), 40, FEET);
        let mut field = Field::new();
        field.fill(&walk, |_| EntryCost::CLEAR);
        let path = field.path_to(Square::new(5, 4)).expect("in reach");
        assert!(path.iter().all(|square| square.y == 4), "{path:?}");
        let path = field.path_to(Square::new(5, 6)).expect("in reach");
        let turns = path
            .windows(3)
            .filter(|three| {
                three[0].x + three[2].x != 2 * three[1].x
                    || three[0].y + three[2].y != 2 * three[1].y
            })
            .count();
        assert_eq!((path.len(), turns), (6, 1), "{path:?}");
    }

    #[test]
    fn surcharges_and_links_join_in() {
        // A cliff between columns 1 and 2 costs 10 to climb, and a jump leads from (0, 0) over to (4, 0) for 15.
        let walk = Walk::new((5, 1), Square::new(0, 0), 60, FEET);
        let climb = |from: Square, to: Square| match (from.x, to.x) {
            (1, 2) => Some(10),
            (2, 1) => None,
            _ => Some(0),
        };
        let jump = Link {
            from: Square::new(0, 0),
            to: Square::new(4, 0),
            cost: 15,
        };
        let mut field = Field::new();
        field.fill_with(&walk, |_| EntryCost::CLEAR, climb, &[]);
        assert_eq!(field.cost(Square::new(4, 0)), Some(30));
        field.fill_with(&walk, |_| EntryCost::CLEAR, climb, &[jump]);
        let costs: Vec<_> = (0..5).map(|x| field.cost(Square::new(x, 0))).collect();
        assert_eq!(costs, [0, 5, 20, 20, 15].map(Some));
        assert_eq!(field.path_to(jump.to), Some(vec![jump.from, jump.to]));
    }

    #[test]
    fn a_cheap_link_leads_where_a_step_would_be_too_dear() {
        let walk = Walk::new((2, 1), Square::new(0, 0), 7, FEET);
        let hop = Link {
            from: Square::new(0, 0),
            to: Square::new(1, 0),
            cost: 6,
        };
        let mut field = Field::new();
        field.fill_with(&walk, |_| EntryCost::DOUBLE, |_, _| Some(0), &[hop]);
        assert_eq!(field.cost(hop.to), Some(6));
        field.fill_with(&walk, |_| EntryCost::BARRED, |_, _| Some(0), &[hop]);
        assert_eq!(field.cost(hop.to), None);
    }

    #[test]
    fn a_start_off_the_board_reaches_nothing() {
        let mut field = Field::new();
        for start in [
            Footprint::new(Square::new(-1, 0), 1),
            Footprint::new(Square::new(3, 3), 2),
        ] {
            field.fill(&Walk::new((4, 4), start, 30, FEET), |_| EntryCost::CLEAR);
            assert_eq!(field.reachable().count(), 0);
            assert_eq!(field.cost(start.at), None);
            assert_eq!(field.path_to(start.at), None);
        }
    }
}
