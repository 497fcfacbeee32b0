//! The search of where a mover gets to against `pathfinding` and against a plain relaxation of every state, for movers of
//! several squares, prices of every metric, and walkers of whom more matters than what they have paid.

use battlemat::grid::reach::{Reach, Steps};
use battlemat::grid::{Footprint, Grid, Square};
use pathfinding::directed::dijkstra::dijkstra_reach;
use proptest::prelude::*;

/// What a step onto each square costs times the metric's price; 0 is a wall.
type Prices = Grid<u8>;

/// Somebody who pays for the dearest square entered, and after a run over two firm squares may leap over whatever lies in one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Runner {
    at: Square,
    paid: u32,
    run_up: u8,
}

#[derive(Clone, Copy)]
struct ForcedMovement<'m> {
    prices: &'m Prices,
    side: u8,
    /// Of a straight and of a diagonal step.
    metric: (u32, u32),
    budget: u32,
    /// The squares one may not stop on.
    held: &'m Grid<bool>,
    runs: bool,
}

impl ForcedMovement<'_> {
    fn after(&self, from: Runner, to: Square) -> Option<Runner> {
        let (here, there) = (Footprint::new(from.at, self.side), Footprint::new(to, self.side));
        let price = |square: Square| self.prices.get(square).copied().unwrap_or(0);
        if there.squares().any(|square| price(square) == 0) {
            return None;
        }
        let (dx, dy) = from.at.apart(to);
        let leap = dx.max(dy) == 2;
        if leap && (from.run_up < 2 || dx == 1 || dy == 1) {
            return None;
        }
        let entered = there.squares().filter(|&square| !here.contains(square));
        let dearest = u32::from(entered.map(price).max()?);
        let base = if dx != 0 && dy != 0 { self.metric.1 } else { self.metric.0 };
        let paid = from.paid + if leap { base } else { base * dearest };
        let firm = dearest == 1 && !leap;
        (paid <= self.budget).then_some(Runner {
            at: to,
            paid,
            run_up: if self.runs && firm { (from.run_up + 1).min(2) } else { 0 },
        })
    }

    fn ways(&self, from: Runner) -> Vec<Runner> {
        self.ahead(&from).filter_map(|to| self.after(from, to)).collect()
    }

    fn reach(&self, start: Square) -> Reach {
        let start = Runner { at: start, paid: 0, run_up: 0 };
        Reach::search(self.prices.size(), self, start)
    }
}

impl Steps for ForcedMovement<'_> {
    type State = Runner;

    fn place(&self, state: &Runner) -> Square {
        state.at
    }

    fn paid(&self, state: &Runner) -> u32 {
        state.paid
    }

    fn ahead(&self, from: &Runner) -> impl Iterator<Item = Square> {
        let at = from.at;
        let leaps = if self.runs { 8 } else { 0 };
        let further = at.neighbours().into_iter().take(leaps);
        let leap = further.map(move |next| next.offset(next.x - at.x, next.y - at.y));
        at.neighbours().into_iter().chain(leap)
    }

    fn step(&self, from: &Runner, to: Square) -> impl IntoIterator<Item = Runner> {
        self.after(*from, to)
    }

    fn no_worse(&self, one: &Runner, other: &Runner) -> bool {
        one.paid <= other.paid && one.run_up >= other.run_up
    }

    fn may_stop(&self, state: &Runner) -> bool {
        !Footprint::new(state.at, self.side).squares().any(|square| self.held.get(square) == Some(&true))
    }
}

fn prices() -> impl Strategy<Value = Prices> {
    (4..=14_u16, 4..=14_u16).prop_flat_map(|(width, height)| {
        let cell = prop_oneof![6 => Just(1_u8), 2 => Just(2), 1 => Just(3), 1 => Just(0)];
        prop::collection::vec(cell, usize::from(width * height)).prop_map(move |cells| {
            Grid::from_fn(width, height, |square| cells[square.y as usize * usize::from(width) + square.x as usize])
        })
    })
}

fn metric() -> impl Strategy<Value = (u32, u32)> {
    prop::sample::select(vec![(1, 1), (5, 5), (3, 4), (2, 3)])
}

/// What the cheapest way to each square costs, and whether one may stop there, by going through every state there is.
fn slowly(course: &ForcedMovement, start: Square) -> Vec<(Square, u32, bool)> {
    let first = Runner { at: start, paid: 0, run_up: 0 };
    let mut known = vec![first];
    let mut next = 0;
    while next < known.len() {
        for after in course.ways(known[next]) {
            let covered = |one: &Runner| one.at == after.at && one.paid <= after.paid && one.run_up == after.run_up;
            if !known.iter().any(covered) {
                known.push(after);
            }
        }
        next += 1;
    }
    let mut cheapest: std::collections::BTreeMap<Square, u32> = std::collections::BTreeMap::new();
    for one in &known {
        let cost = cheapest.entry(one.at).or_insert(one.paid);
        *cost = one.paid.min(*cost);
    }
    cheapest.remove(&start);
    let row = |(at, paid)| {
        let there = Runner { at, ..first };
        (at, paid, course.may_stop(&there))
    };
    cheapest.into_iter().map(row).collect()
}

/// Every way leads there, step by step, for what is said, and its last step is the one named.
fn check_ways(course: &ForcedMovement, start: Square, reach: &Reach) {
    for reached in &reach.squares {
        let path = reach.path(reached.at).expect("what is reached should have a way");
        let mut at = Runner { at: start, paid: 0, run_up: 0 };
        let mut before = start;
        for &to in &path {
            before = at.at;
            at = course.after(at, to).expect("every step of a way should be possible");
        }
        assert_eq!((at.at, at.paid as i32, before), (reached.at, reached.cost, reached.from));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn walkers_get_where_the_library_says(prices in prices(), metric in metric(), budget in 0..40_u32, x in 0..4_i16, y in 0..4_i16) {
        let held = prices.map(|_, &price| price == 3);
        let course = ForcedMovement { prices: &prices, side: 1, metric, budget, held: &held, runs: false };
        let start = Square::new(x, y);
        let reach = course.reach(start);
        let first = Runner { at: start, paid: 0, run_up: 0 };
        let next = |at: &Square| {
            let from = Runner { at: *at, ..first };
            let free = ForcedMovement { budget: u32::MAX, ..course };
            free.ways(from).into_iter().map(|after| (after.at, after.paid)).collect::<Vec<_>>()
        };
        let mut wanted: Vec<(Square, u32, bool)> = dijkstra_reach(&start, next)
            .take_while(|item| item.total_cost <= budget)
            .filter(|item| item.node != start)
            .map(|item| (item.node, item.total_cost, !held[item.node]))
            .collect();
        wanted.sort_unstable();
        let found: Vec<_> = reach.squares.iter().map(|one| (one.at, one.cost as u32, one.stop)).collect();
        prop_assert_eq!(found, wanted);
        check_ways(&course, start, &reach);
    }

    #[test]
    fn what_a_walker_is_counts_beside_what_it_paid(
        prices in prices(), metric in metric(), budget in 0..24_u32, x in 0..4_i16, y in 0..4_i16, side in 1..=2_u8,
    ) {
        let held = prices.map(|_, &price| price == 2);
        let course = ForcedMovement { prices: &prices, side, metric, budget, held: &held, runs: true };
        let start = Square::new(x, y);
        let reach = course.reach(start);
        let found: Vec<_> = reach.squares.iter().map(|one| (one.at, one.cost as u32, one.stop)).collect();
        prop_assert_eq!(found, slowly(&course, start));
        check_ways(&course, start, &reach);
    }
}

#[test]
fn of_ways_of_equal_cost_the_straightest_is_taken() {
    let prices = Grid::filled(9, 9, 1);
    let held = prices.map(|_, _| false);
    let course = ForcedMovement { prices: &prices, side: 1, metric: (1, 1), budget: 8, held: &held, runs: false };
    let way = course.reach(Square::new(0, 4)).path(Square::new(6, 4));
    let wanted: Vec<Square> = (1..=6).map(|x| Square::new(x, 4)).collect();
    assert_eq!(way, Some(wanted));
}

/// A walker on ground that harms here and there.
struct Scorched<'m> {
    prices: &'m Prices,
    harms: &'m Prices,
    budget: u32,
}

impl Steps for Scorched<'_> {
    type State = (Square, u32);

    fn place(&self, state: &(Square, u32)) -> Square {
        state.0
    }

    fn paid(&self, state: &(Square, u32)) -> u32 {
        state.1
    }

    fn ahead(&self, from: &(Square, u32)) -> impl Iterator<Item = Square> {
        from.0.neighbours().into_iter()
    }

    fn step(&self, from: &(Square, u32), to: Square) -> impl IntoIterator<Item = (Square, u32)> {
        let price = self.prices.get(to).copied().filter(|&price| price > 0);
        let paid = price.map(|price| from.1 + u32::from(price));
        paid.filter(|&paid| paid <= self.budget).map(|paid| (to, paid))
    }

    fn no_worse(&self, one: &(Square, u32), other: &(Square, u32)) -> bool {
        one.1 <= other.1
    }

    fn may_stop(&self, _: &(Square, u32)) -> bool {
        true
    }

    fn harm(&self, _: &(Square, u32), after: &(Square, u32)) -> u32 {
        u32::from(self.harms[after.0]) % 3
    }

    fn pointless(&self, known: &(Square, u32), from: &(Square, u32), _: Square) -> bool {
        known.1 <= from.1 + 1
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn of_ways_of_equal_cost_the_least_harmful_is_taken(
        prices in prices(), seed in 0..1000_u32, budget in 0..20_u32, x in 0..4_i16, y in 0..4_i16,
    ) {
        let mut lot = seed;
        let harms = prices.map(|_, _| {
            lot = lot.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if lot >> 30 == 0 { (lot >> 20) as u8 } else { 0 }
        });
        let ground = Scorched { prices: &prices, harms: &harms, budget };
        let start = Square::new(x, y);
        let reach = Reach::search(prices.size(), &ground, (start, 0));
        // Cost and harm of the best way to each square, until nothing gets better.
        let mut best = std::collections::BTreeMap::from([(start, (0, 0))]);
        loop {
            let before = best.clone();
            for (&at, &(paid, harm)) in &before {
                for to in at.neighbours() {
                    for after in ground.step(&(at, paid), to) {
                        let found = (after.1, harm + ground.harm(&(at, paid), &after));
                        let known = best.entry(to).or_insert(found);
                        *known = found.min(*known);
                    }
                }
            }
            if best == before {
                break;
            }
        }
        for reached in &reach.squares {
            let path = reach.path(reached.at).expect("what is reached should have a way");
            let harm: u32 = path.iter().map(|&at| ground.harm(&(start, 0), &(at, 0))).sum();
            prop_assert_eq!((reached.cost as u32, harm), best[&reached.at], "{:?}", reached.at);
        }
        prop_assert_eq!(reach.squares.len() + 1, best.len());
    }
}
