//! The movement field against Bellman and Ford's: every step tried until nothing gets cheaper.

use std::collections::BTreeMap;

use battlemat::grid::{
    Direction, Footprint, Grid, Metric, Square,
    field::{CornerRule, EntryCost, Field, Link, PricedBy, Walk},
};
use proptest::prelude::*;

fn ground() -> impl Strategy<Value = EntryCost> {
    prop_oneof![
        10 => Just(EntryCost::CLEAR),
        4 => Just(EntryCost::DOUBLE),
        1 => Just(EntryCost { times: 3, ..EntryCost::CLEAR }),
        1 => Just(EntryCost { plus: 3, ..EntryCost::CLEAR }),
        1 => Just(EntryCost::BARRED),
        1 => Just(EntryCost { solid: true, ..EntryCost::CLEAR }),
        2 => Just(EntryCost::WALL),
        2 => Just(EntryCost::CLEAR.no_stop()),
    ]
}

fn board() -> impl Strategy<Value = Grid<EntryCost>> {
    (2..=11_u16, 2..=11_u16).prop_flat_map(|(width, height)| {
        prop::collection::vec(ground(), usize::from(width * height)).prop_map(move |cells| {
            Grid::from_fn(width, height, |square| {
                cells[usize::from(width) * square.y as usize + square.x as usize]
            })
        })
    })
}

#[derive(Clone, Debug)]
struct Setting {
    board: Grid<EntryCost>,
    walk: Walk,
    links: Vec<Link>,
    climbs: bool,
}

impl Setting {
    fn surcharge(&self, from: Square, to: Square) -> Option<u32> {
        match (self.climbs, from.x.min(to.x), from.y.min(to.y)) {
            (true, 2, _) if from.x != to.x => (to.x > from.x).then_some(7),
            (true, _, 3) if from.y != to.y => Some(300 * u32::from(from.x % 3 == 0)),
            _ => Some(0),
        }
    }

    fn block(&self, at: Square) -> Footprint {
        Footprint { at, ..self.walk.start }
    }

    fn fits(&self, at: Square) -> bool {
        self.block(at).squares().all(|square| self.board.contains(square))
    }

    fn can_land(&self, at: Square) -> bool {
        self.fits(at) && self.block(at).squares().all(|square| self.board[square].times > 0)
    }

    /// What one step costs, `None` if it is not allowed.
    fn step(&self, from: Square, direction: Direction) -> Option<u32> {
        let (old, new) = (self.block(from), self.block(from).step(direction));
        if !self.fits(new.at) {
            return None;
        }
        let entered: Vec<EntryCost> = new
            .squares()
            .filter(|&square| !old.contains(square))
            .map(|square| self.board[square])
            .collect();
        if entered.iter().any(|entry| entry.times == 0) {
            return None;
        }
        if direction.is_diagonal() {
            // The block around both, less what either covers: the two squares swept over.
            let around = Footprint {
                at: Square::new(old.at.x.min(new.at.x), old.at.y.min(new.at.y)),
                side: old.side + 1,
            };
            let swept: Vec<bool> = around
                .squares()
                .filter(|&square| !old.contains(square) && !new.contains(square))
                .map(|square| self.board[square].solid)
                .collect();
            assert_eq!(swept.len(), 2);
            if !self.walk.corners.allows(swept[0], swept[1]) {
                return None;
            }
        }
        let metric = self.walk.metric;
        let base = if direction.is_diagonal() {
            metric.diagonal
        } else {
            metric.straight
        } as u32;
        let dearest = match self.walk.priced_by {
            PricedBy::Entered => entered.iter().map(|entry| entry.price(base)).max(),
            PricedBy::Left => {
                let left = old.squares().map(|square| self.board[square]);
                left.map(|entry| {
                    EntryCost {
                        times: entry.times.max(1),
                        ..entry
                    }
                    .price(base)
                })
                .max()
            }
        };
        Some(dearest.expect("a block has squares") + self.surcharge(from, new.at)?)
    }

    /// Cheapest cost and, among the cheapest, fewest diagonals to every anchor within the budget.
    fn slow(&self) -> BTreeMap<Square, (u32, u32)> {
        let mut known = BTreeMap::new();
        if self.fits(self.walk.start.at) {
            known.insert(self.walk.start.at, (0, 0));
        }
        loop {
            let mut better = known.clone();
            let mut offer = |to: Square, cost: u32, diagonals: u32| {
                if cost <= self.walk.budget {
                    let best = better.entry(to).or_insert((cost, diagonals));
                    *best = (*best).min((cost, diagonals));
                }
            };
            for (&from, &(cost, diagonals)) in &known {
                for direction in Direction::ALL {
                    if let Some(step) = self.step(from, direction) {
                        let to = from.step(direction);
                        offer(to, cost + step, diagonals + u32::from(direction.is_diagonal()));
                    }
                }
                for link in self
                    .links
                    .iter()
                    .filter(|link| link.from == from && self.can_land(link.to))
                {
                    offer(link.to, cost + link.cost, diagonals);
                }
            }
            if better == known {
                return known;
            }
            known = better;
        }
    }
}

fn setting() -> impl Strategy<Value = Setting> {
    let walk = (
        1..=4_u8,
        prop_oneof![0..60_u32, Just(100_000)],
        prop::sample::select(vec![
            Metric::SQUARES,
            Metric::new(5, 5),
            Metric::new(3, 4),
            Metric::new(2, 5),
        ]),
        prop::sample::select(vec![
            CornerRule::Free,
            CornerRule::NeitherSolid,
            CornerRule::NotBothSolid,
        ]),
        prop::sample::select(vec![PricedBy::Entered, PricedBy::Left]),
    );
    let link = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 1..40_u32);
    let links = prop_oneof![Just(Vec::new()), prop::collection::vec(link, 1..6)];
    (board(), walk, any::<prop::sample::Index>(), links, any::<bool>()).prop_map(
        |(board, walk, start, links, climbs)| {
            let (side, budget, metric, corners, priced_by) = walk;
            let pick = |index: prop::sample::Index| board.square_at(index.index(board.cells().len()));
            let walk = Walk {
                board: board.size(),
                start: Footprint::new(pick(start), side),
                budget,
                metric,
                corners,
                priced_by,
            };
            let links = links
                .into_iter()
                .map(|(from, to, cost)| Link {
                    from: pick(from),
                    to: pick(to),
                    cost,
                })
                .collect();
            Setting {
                board,
                walk,
                links,
                climbs,
            }
        },
    )
}

fn check_field(field: &mut Field, setting: &Setting) -> Result<(), TestCaseError> {
    let ground = |square| setting.board[square];
    if setting.climbs || !setting.links.is_empty() {
        field.fill_with(
            &setting.walk,
            ground,
            |from, to| setting.surcharge(from, to),
            &setting.links,
        );
    } else {
        field.fill(&setting.walk, ground);
    }
    let wanted = setting.slow();
    let passable: BTreeMap<Square, u32> = field.passable().collect();
    prop_assert_eq!(
        &passable,
        &wanted.iter().map(|(&square, &(cost, _))| (square, cost)).collect()
    );
    prop_assert!(field.passable().is_sorted_by_key(|(square, _)| square));
    let may_stay = |at| setting.block(at).squares().all(|square| !setting.board[square].no_stop);
    prop_assert!(field.reachable().all(|(square, _)| may_stay(square)));
    for square in setting.board.squares() {
        prop_assert_eq!(field.cost(square), wanted.get(&square).map(|&(cost, _)| cost));
        prop_assert_eq!(field.can_stop(square), wanted.contains_key(&square) && may_stay(square));
        let path = field.path_to(square);
        prop_assert_eq!(path.is_some(), wanted.contains_key(&square));
        if let Some(path) = path {
            check_path(setting, &path, wanted[&square])?;
        }
    }
    Ok(())
}

/// Walks the path and adds up what it costs.
fn check_path(setting: &Setting, path: &[Square], (cost, diagonals): (u32, u32)) -> Result<(), TestCaseError> {
    prop_assert_eq!(path.first(), Some(&setting.walk.start.at));
    let (mut paid, mut slanted) = (0, 0);
    for pair in path.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let stepped = Direction::ALL.into_iter().find(|&direction| from.step(direction) == to);
        let step =
            stepped.and_then(|direction| Some((setting.step(from, direction)?, u32::from(direction.is_diagonal()))));
        let link = setting
            .links
            .iter()
            .filter(|link| (link.from, link.to) == (from, to) && setting.can_land(to))
            .map(|link| (link.cost, 0))
            .min();
        let best = step.into_iter().chain(link).min();
        prop_assert!(best.is_some(), "no way from {} to {}", from, to);
        let (price, diagonal) = best.unwrap_or_default();
        paid += price;
        slanted += diagonal;
    }
    prop_assert_eq!((paid, slanted), (cost, diagonals), "{:?}", path);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn costs_and_paths_equal_those_of_trying_everything(setting in setting()) {
        check_field(&mut Field::new(), &setting)?;
    }

    #[test]
    fn a_used_field_answers_like_a_new_one(one in setting(), other in setting()) {
        let mut field = Field::new();
        check_field(&mut field, &one)?;
        check_field(&mut field, &other)?;
    }

    #[test]
    fn both_kernels_give_the_same_costs_and_paths(setting in setting()) {
        let mut fields = [Field::new(), Field::new()];
        let [wave, search] = &mut fields;
        wave.fill(&setting.walk, |square| setting.board[square]);
        search.fill_with(&setting.walk, |square| setting.board[square], |_, _| Some(0), &[]);
        prop_assert_eq!(wave.passable().count(), search.passable().count());
        for square in setting.board.squares() {
            prop_assert_eq!(wave.cost(square), search.cost(square));
            prop_assert_eq!(wave.can_stop(square), search.can_stop(square));
            prop_assert_eq!(wave.path_to(square), search.path_to(square));
        }
        let plain = Setting { links: Vec::new(), climbs: false, ..setting };
        check_field(wave, &plain)?;
    }
}
