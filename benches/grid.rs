//! The geometry kernels beside well-known libraries, on the same maps.
//!
//! `cargo bench --no-default-features --bench grid`; figures and what they compare are in `benches/README.md`.

use std::hint::black_box;

use battlemat::grid::{
    Footprint, Grid, LineRule, Metric, Point, Square,
    cover::{body_points, count_blocked},
    field::{CornerRule, EntryCost, Field, Walk},
    line::squares_crossed,
    view::View,
};
use bracket_pathfinding::prelude::{
    Algorithm2D, BaseMap, DijkstraMap, FieldOfViewAlg, Point as BracketPoint, SmallVec, field_of_view,
};
use criterion::{Criterion, criterion_group, criterion_main};
use pathfinding::directed::dijkstra::{dijkstra_all, dijkstra_reach};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use symmetric_shadowcasting::compute_fov;

const SIDE: u16 = 64;
const FEET: Metric = Metric::new(5, 5);
const START: Square = Square::new(31, 30);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ground {
    Floor,
    Rubble,
    Mud,
    Wall,
}

impl Ground {
    fn times(self) -> u8 {
        match self {
            Self::Floor => 1,
            Self::Rubble => 2,
            Self::Mud => 3,
            Self::Wall => 0,
        }
    }
}

/// A field of rubble and mud with pillars and broken walls, the same for each seed.
struct Map {
    grid: Grid<Ground>,
}

fn generated(seed: u64) -> Map {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut grid = Grid::from_fn(SIDE, SIDE, |_| match random.random_range(0..100) {
        0..22 => Ground::Rubble,
        22..30 => Ground::Mud,
        30..36 => Ground::Wall,
        _ => Ground::Floor,
    });
    for _ in 0..24 {
        let (mut x, mut y) = (random.random_range(0..SIDE as i16), random.random_range(0..SIDE as i16));
        let upright = random.random_range(0..2) == 0;
        for _ in 0..random.random_range(4..14) {
            grid.set(Square::new(x, y), Ground::Wall);
            if upright { y += 1 } else { x += 1 }
        }
    }
    for square in START.neighbours().into_iter().chain([START]) {
        grid.set(square, Ground::Floor);
    }
    Map { grid }
}

/// An open floor with a few pillars, on which sight goes far.
fn hall(seed: u64) -> Map {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut grid = Grid::from_fn(SIDE, SIDE, |_| {
        if random.random_range(0..100) < 2 {
            Ground::Wall
        } else {
            Ground::Floor
        }
    });
    grid.set(START, Ground::Floor);
    Map { grid }
}

impl Map {
    fn is_wall(&self, square: Square) -> bool {
        self.grid.get(square) == Some(&Ground::Wall)
    }

    /// The allowed steps out of a square, as the libraries ask for them: past no corner of a wall, priced by the square
    /// entered.
    fn steps(&self, from: Square) -> impl Iterator<Item = (Square, u32)> + '_ {
        from.neighbours().into_iter().filter_map(move |to| {
            let ground = *self.grid.get(to)?;
            let past_corner = self.is_wall(Square::new(from.x, to.y)) || self.is_wall(Square::new(to.x, from.y));
            (ground != Ground::Wall && !past_corner).then(|| (to, 5 * u32::from(ground.times())))
        })
    }

    fn entry(&self, square: Square) -> EntryCost {
        match self.grid[square] {
            Ground::Wall => EntryCost::WALL,
            ground => EntryCost {
                times: ground.times(),
                ..EntryCost::CLEAR
            },
        }
    }

    fn square(index: usize) -> Square {
        Square::new((index % usize::from(SIDE)) as i16, (index / usize::from(SIDE)) as i16)
    }

    fn index(square: Square) -> usize {
        square.y as usize * usize::from(SIDE) + square.x as usize
    }
}

impl BaseMap for Map {
    fn is_opaque(&self, index: usize) -> bool {
        self.grid.cells()[index] == Ground::Wall
    }

    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        self.steps(Self::square(index))
            .map(|(to, cost)| (Self::index(to), cost as f32))
            .collect()
    }
}

impl Algorithm2D for Map {
    fn dimensions(&self) -> BracketPoint {
        BracketPoint::new(SIDE, SIDE)
    }
}

fn movement(criterion: &mut Criterion) {
    let map = generated(1);
    let entries = map.grid.map(|square, _| map.entry(square));
    for (name, budget) in [("whole map", 100_000), ("60 ft", 60)] {
        let walk = Walk::new((SIDE, SIDE), START, budget, FEET).corners(CornerRule::NeitherSolid);
        let mut field = Field::new();
        field.fill(&walk, |square| entries[square]);
        check_same_costs(&map, &field, budget);

        let mut group = criterion.benchmark_group(format!("movement field, {name}"));
        group.bench_function("battlemat", |bench| {
            bench.iter(|| {
                field.fill(&walk, |square| entries[square]);
                black_box(field.cost(START))
            });
        });
        group.bench_function("battlemat, every cost read out", |bench| {
            bench.iter(|| {
                field.fill(&walk, |square| entries[square]);
                field.passable().map(|(_, cost)| cost).sum::<u32>()
            });
        });
        group.bench_function("battlemat, with surcharges", |bench| {
            let mut field = Field::new();
            bench.iter(|| {
                field.fill_with(&walk, |square| entries[square], |_, _| black_box(Some(0)), &[]);
                black_box(field.cost(START))
            });
        });
        group.bench_function("battlemat, 2x2 mover", |bench| {
            let large = Walk {
                start: Footprint::new(START, 2),
                ..walk
            };
            let mut field = Field::new();
            bench.iter(|| {
                field.fill(&large, |square| entries[square]);
                black_box(field.cost(START))
            });
        });
        // It knows no budget, so it is only asked for the whole map.
        if budget > 60 {
            group.bench_function("pathfinding dijkstra_all", |bench| {
                bench.iter(|| dijkstra_all(&START, |&from| map.steps(from)).len());
            });
        }
        group.bench_function("pathfinding dijkstra_reach", |bench| {
            bench.iter(|| {
                dijkstra_reach(&START, |&from| map.steps(from))
                    .take_while(|item| item.total_cost <= budget)
                    .count()
            });
        });
        group.bench_function("bracket DijkstraMap", |bench| {
            bench.iter(|| {
                let limit = budget as f32 + 0.5;
                black_box(
                    DijkstraMap::new(SIDE, SIDE, &[Map::index(START)], &map, limit)
                        .map
                        .len(),
                )
            });
        });
        group.finish();
    }
}

/// The libraries must be doing the same work.
fn check_same_costs(map: &Map, field: &Field, budget: u32) {
    let reached: Vec<(Square, u32)> = dijkstra_reach(&START, |&from| map.steps(from))
        .take_while(|item| item.total_cost <= budget)
        .map(|item| (item.node, item.total_cost))
        .collect();
    assert_eq!(field.passable().count(), reached.len());
    assert!(reached.iter().all(|&(square, cost)| field.cost(square) == Some(cost)));
    let bracket = DijkstraMap::new(SIDE, SIDE, &[Map::index(START)], map, budget as f32 + 0.5);
    let far = reached.iter().filter(|&&(square, _)| square != START);
    for &(square, cost) in far {
        assert!((bracket.map[Map::index(square)] - cost as f32).abs() < 0.5, "{square}");
    }
}

fn sight(criterion: &mut Criterion) {
    for (name, map) in [("rubble field", generated(1)), ("open hall", hall(2))] {
        let mut group = criterion.benchmark_group(format!("whole view, {name}"));
        let mut view = View::new((SIDE, SIDE));
        group.bench_function("battlemat", |bench| {
            bench.iter(|| {
                view.look(START, LineRule::Interiors, |square| map.is_wall(square));
                black_box(view.sees(Square::new(0, 0)))
            });
        });
        group.bench_function("battlemat, pinched corners", |bench| {
            bench.iter(|| {
                view.look(START, LineRule::PinchedCorners, |square| map.is_wall(square));
                black_box(view.sees(Square::new(0, 0)))
            });
        });
        let eye = BracketPoint::new(START.x, START.y);
        group.bench_function("bracket field_of_view", |bench| {
            bench.iter(|| field_of_view(eye, i32::from(SIDE), &map).len());
        });
        group.bench_function("bracket symmetric", |bench| {
            bench.iter(|| {
                FieldOfViewAlg::SymmetricShadowcasting
                    .field_of_view(eye, i32::from(SIDE), &map)
                    .len()
            });
        });
        let mut marked = Grid::filled(SIDE, SIDE, false);
        group.bench_function("symmetric-shadowcasting", |bench| {
            bench.iter(|| {
                marked.fill(false);
                compute_fov(
                    (START.x as isize, START.y as isize),
                    &mut |(x, y)| {
                        map.grid
                            .get(Square::new(x as i16, y as i16))
                            .is_none_or(|&at| at == Ground::Wall)
                    },
                    &mut |(x, y)| {
                        marked.set(Square::new(x as i16, y as i16), true);
                    },
                );
                black_box(marked.get(Square::new(0, 0)).copied())
            });
        });
        group.finish();
    }
}

fn lines(criterion: &mut Criterion) {
    let map = generated(1);
    let mut group = criterion.benchmark_group("lines");
    let (a, b) = (Point::centre(Square::new(2, 3)), Point::centre(Square::new(58, 41)));
    group.bench_function("squares crossed over 56 columns", |bench| {
        bench.iter(|| squares_crossed(black_box(a), black_box(b)).count());
    });
    let eye = Point::centre(START);
    let target = body_points(Footprint::new(Square::new(38, 34), 2));
    group.bench_function("cover of a 2x2 body 7 squares off", |bench| {
        bench.iter(|| {
            count_blocked(black_box(eye), &target, LineRule::Interiors, |square| {
                map.is_wall(square)
            })
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(60);
    targets = movement, sight, lines
}
criterion_main!(benches);
