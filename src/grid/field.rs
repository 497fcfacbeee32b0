//! The movement field: what it costs a mover to get to every square within its budget, and by which path.
//!
//! One [`Field`] is filled again and again; after the first few times it allocates nothing. Only the part of the board
//! that the budget could reach is looked at. Inside are two kernels that give the same answers. `wave` spreads whole
//! fronts of equal cost at once, a bit for each square; it serves all walks whose steps are priced by ground alone.
//! `search` takes square by square from a bucket queue and serves everything.
//!
//! Among paths of equal cost the one with the fewest diagonal steps is kept, then the one that turns least on its way
//! (judged square by square), then the one whose last step comes first in the order east, south, west, north, south-east,
//! south-west, north-west, north-east. So equal questions get equal answers, and answers look like a person's.

mod queue;
mod search;
mod ties;
mod walk;
mod wave;
mod window;

pub use walk::{CornerRule, EntryCost, Link, PricedBy, Walk};

use self::{search::Search, wave::Wave};
use super::Square;

/// Costs and paths from one place; see the [module](self).
///
/// Squares are the mover's north-west squares throughout.
#[derive(Clone, Debug, Default)]
pub struct Field {
    wave: Wave,
    search: Search,
    /// Which of the two was filled last.
    by_search: bool,
}

impl Field {
    /// An empty field, in which nothing is reached.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills the field for a walk over this ground. `ground` is asked for squares in possible reach, now and then twice.
    ///
    /// If the start does not lie on the board, nothing is reached.
    pub fn fill(&mut self, walk: &Walk, ground: impl Fn(Square) -> EntryCost) {
        let walk = walk.limited();
        self.by_search = !self.wave.fill(&walk, &ground);
        if self.by_search {
            self.search.fill(&walk, ground, |_, _| Some(0), &[]);
        }
    }

    /// As [`fill`](Self::fill), with a surcharge for single steps (climbs, doors) and with links (jumps, ladders). Some
    /// times slower.
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
        self.by_search = true;
        self.search.fill(&walk.limited(), ground, surcharge, links);
    }

    /// What it costs to get to a square, `None` if the budget does not suffice.
    pub fn cost(&self, square: Square) -> Option<u32> {
        if self.by_search {
            self.search.cost(square)
        } else {
            self.wave.cost(square)
        }
    }

    /// Whether the mover can get to a square and may stay there.
    pub fn can_stop(&self, square: Square) -> bool {
        if self.by_search {
            self.search.can_stop(square)
        } else {
            self.wave.can_stop(square)
        }
    }

    /// The squares the mover can get to and stay on with their costs, row by row.
    pub fn reachable(&self) -> impl Iterator<Item = (Square, u32)> {
        let reached = self.reached().filter(|&(.., stays)| stays);
        reached.map(|(square, cost, _)| (square, cost))
    }

    /// As [`reachable`](Self::reachable), with the squares that can only be passed.
    pub fn passable(&self) -> impl Iterator<Item = (Square, u32)> {
        self.reached().map(|(square, cost, _)| (square, cost))
    }

    fn reached(&self) -> impl Iterator<Item = (Square, u32, bool)> {
        let by_search = self.by_search.then(|| self.search.reached());
        let by_wave = (!self.by_search).then(|| self.wave.reached());
        by_search.into_iter().flatten().chain(by_wave.into_iter().flatten())
    }

    /// The square before this one on its path; `None` for the start and for squares out of reach.
    pub fn predecessor(&self, square: Square) -> Option<Square> {
        let path = self.path_to(square)?;
        path.iter().rev().nth(1).copied()
    }

    /// The path to a square, from the start to it, both included; `None` if it is out of reach. Two squares in a row
    /// that are no neighbours are joined by a link.
    pub fn path_to(&self, square: Square) -> Option<Vec<Square>> {
        let mut path = Vec::new();
        if self.by_search {
            self.search.path_back(square, &mut path)?;
        } else {
            self.wave.path_back(square, &mut path)?;
        }
        path.reverse();
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Footprint, Metric};

    const FEET: Metric = Metric::new(5, 5);

    /// Costs over a drawn map as text. `#` wall, `,` double, `E` barred, `f` may pass but not stay, `@` start.
    #[track_caller]
    fn check(map: &str, side: u8, walk: impl Fn(Walk) -> Walk, wanted: &str) {
        let rows: Vec<Vec<char>> = map.split_whitespace().map(|row| row.chars().collect()).collect();
        let at = |square: Square| rows[square.y as usize][square.x as usize];
        let board = (rows[0].len() as u16, rows.len() as u16);
        let squares = || (0..board.1 as i16).flat_map(|y| (0..board.0 as i16).map(move |x| Square::new(x, y)));
        let start = squares().find(|&square| at(square) == '@').expect("a start");
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
                let costs = (0..board.0 as i16)
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
        check("@,.,.", 1, |walk| walk.priced_by(PricedBy::Left), "\n  0  5 15 20 30");
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
        check(pinched, 1, |walk| walk.corners(CornerRule::Free), "\n  0  .\n  .  5");
    }

    #[test]
    fn friends_are_passed_and_enemies_are_not() {
        check("@fE.", 1, |walk| walk, "\n  0(5)  .  .");
        check("@f..", 1, |walk| walk, "\n  0(5) 10 15");
    }

    #[test]
    fn a_step_that_cannot_be_paid_whole_is_not_taken() {
        check("@.,.", 1, |walk| Walk { budget: 12, ..walk }, "\n  0  5  .  .");
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
            .filter(|three| three[0].x + three[2].x != 2 * three[1].x || three[0].y + three[2].y != 2 * three[1].y)
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
