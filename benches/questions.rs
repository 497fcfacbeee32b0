//! What is asked of the rules again and again while nobody does anything: where one gets to, what an attack would meet, what would
//! come of it, what is legal. The same figures for reach with well-known libraries that find all costs ready-made.
//!
//! `cargo bench --no-default-features --bench questions`; figures and what they compare are in `benches/README.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::sync::Arc;

use battlemat::battle::{Act, Battle, Foresight, Id, Order, Ruleset};
use battlemat::grid::{Grid, Square, reach::Reach};
use battlemat::rules::{self, essence, sol::cover};
use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, DijkstraMap, Point, SmallVec};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pathfinding::directed::dijkstra::dijkstra_reach;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// The allocator of the game itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SIDE: i16 = 64;
const START: Square = Square::new(31, 30);
/// What a step onto or from open ground costs, in feet, and how many such steps the mover gets.
const STEP: u32 = 5;
const STEPS: u32 = 12;

/// A field of 64 by 64 squares with one who moves 60 ft, open or with walls, rubble, friends and enemies.
fn field(crowded: bool) -> Vec<Vec<char>> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut map = vec![vec!['.'; SIDE as usize]; SIDE as usize];
    if crowded {
        for cell in map.iter_mut().flatten() {
            *cell = match random.random_range(0..100) {
                0..22 => ',',
                22..28 => '#',
                28..30 => 'f',
                30..32 => 'e',
                _ => '.',
            };
        }
        for square in START.neighbours() {
            map[square.y as usize][square.x as usize] = '.';
        }
    }
    map[START.y as usize][START.x as usize] = 'm';
    // Somebody to fight, out of the way.
    map[0][0] = 'e';
    map
}

/// What lets somebody get 60 ft, or twelve squares, in a turn.
fn walker(ruleset: &str) -> &'static str {
    match ruleset {
        // Two Moves of six squares.
        "vigor" => "speed = 36",
        "momentum" => "basic_movement = 12",
        // Twelve squares of 1.5 m.
        "edge" => "speed_m = 18",
        _ => "speed_ft = 60",
    }
}

fn level(map: &[Vec<char>], ruleset: &str) -> String {
    let walker = walker(ruleset);
    let rows: Vec<String> = map.iter().map(|row| row.iter().collect()).collect();
    let friends = if map.iter().flatten().any(|&cell| cell == 'f') {
        "f = { creature = \"soldier\", side = \"ours\", terrain = \"floor\" }\n"
    } else {
        ""
    };
    format!(
        "name = \"Field\"\nruleset = \"{ruleset}\"\nmap = '''\n{}\n'''\n[legend]\n{friends}\
         e = {{ creature = \"soldier\", side = \"theirs\", terrain = \"floor\" }}\n\
         m = {{ creature = \"soldier\", side = \"ours\", name = \"Mover\", terrain = \"floor\", {ruleset} = {{ {walker} }} }}\n\
         [[side]]\nid = \"ours\"\nseat = \"human\"\n[[side]]\nid = \"theirs\"\nseat = \"human\"\n",
        rows.join("\n")
    )
}

fn start(text: &str, ruleset: &'static dyn Ruleset) -> Battle {
    let (level, _) = rules::read_level_played(text, "bench").expect("the level should be sound");
    Battle::new(Arc::new(level), ruleset, 1).expect("the level should start")
}

/// Answers what is asked, or ends the turn.
fn pass(battle: &mut Battle) {
    let order = match battle.decision() {
        Some(decision) => Order::Answer { choice: decision.choices[0].key.to_string() },
        None => Order::EndTurn { creature: battle.active().expect("somebody should have a turn") },
    };
    battle.order(&order).expect("a turn should pass");
}

/// Lets turns pass until it is the turn of the one of this name.
fn until_turn_of(battle: &mut Battle, name: &str) -> Id {
    loop {
        let active = battle.active().filter(|_| battle.decision().is_none());
        if let Some(active) = active.filter(|&active| battle.name(active) == name) {
            return active;
        }
        pass(battle);
    }
}

/// How a ruleset counts ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Counting {
    /// Whether a step costs what the square that is left costs, not the one that is entered.
    by_left: bool,
    /// Whether a step leads past one corner of a wall, though not between two.
    past_one_corner: bool,
    /// Whether what is left of one Move before a square that costs double is lost.
    by_moves: bool,
    /// Whether one goes through the space of an enemy, as through difficult ground.
    past_enemies: bool,
    /// Whether a friend's space counts as difficult.
    hard_friends: bool,
    /// What a straight step and one askew cost where the ground is open.
    step: [u32; 2],
    /// How much of that is one unit of the ruleset's.
    unit: i32,
}

impl Counting {
    fn of(ruleset: &str) -> Self {
        let usual = Self {
            by_left: false,
            past_one_corner: false,
            by_moves: false,
            past_enemies: false,
            hard_friends: false,
            step: [STEP; 2],
            unit: 1,
        };
        let squares = Self { unit: STEP as i32, ..usual };
        match ruleset {
            // In half metres.
            "edge" => Self { hard_friends: true, step: [3, 4], ..usual },
            "essence" => Self { by_left: true, ..usual },
            "vigor" => Self { by_moves: true, ..squares },
            "momentum" => Self { past_one_corner: true, past_enemies: true, ..squares },
            _ => usual,
        }
    }

    /// How far the mover gets.
    fn budget(self) -> u32 {
        STEPS * self.step[0]
    }
}

/// What a step costs, ready-made: that of open ground, so many times; 0 where nobody gets through.
struct ReadyMade {
    times: Grid<u32>,
    solid: Grid<bool>,
    counting: Counting,
}

impl ReadyMade {
    fn of(map: &[Vec<char>], counting: Counting) -> Self {
        let cell = |square: Square| map[square.y as usize][square.x as usize];
        Self {
            times: Grid::from_fn(SIDE as u16, SIDE as u16, |square| match cell(square) {
                '#' => 0,
                'e' if counting.past_enemies => 2,
                'e' => 0,
                ',' => 2,
                'f' if counting.hard_friends => 2,
                _ => 1,
            }),
            solid: Grid::from_fn(SIDE as u16, SIDE as u16, |square| cell(square) == '#'),
            counting,
        }
    }

    /// The steps out of a square.
    fn steps(&self, from: Square) -> impl Iterator<Item = (Square, u32)> + '_ {
        let left = self.times[from];
        let solid = |x, y| self.solid.get(Square::new(x, y)) == Some(&true);
        from.neighbours().into_iter().filter_map(move |to| {
            let entered = *self.times.get(to)?;
            let (one, other) = (solid(from.x, to.y), solid(to.x, from.y));
            let cut_off = if self.counting.past_one_corner { one && other } else { one || other };
            let times = if self.counting.by_left { left } else { entered };
            let askew = from.x != to.x && from.y != to.y;
            (entered > 0 && !cut_off).then_some((to, times * self.counting.step[usize::from(askew)]))
        })
    }

    fn index(square: Square) -> usize {
        square.y as usize * SIDE as usize + square.x as usize
    }

    fn square(index: usize) -> Square {
        Square::new((index % SIDE as usize) as i16, (index / SIDE as usize) as i16)
    }
}

impl BaseMap for ReadyMade {
    fn get_available_exits(&self, index: usize) -> SmallVec<[(usize, f32); 10]> {
        self.steps(Self::square(index)).map(|(to, cost)| (Self::index(to), cost as f32)).collect()
    }
}

impl Algorithm2D for ReadyMade {
    fn dimensions(&self) -> Point {
        Point::new(SIDE, SIDE)
    }
}

/// The libraries must be doing the same work. Where one goes by Moves, what is left of one before a square that costs double is lost: then
/// nobody gets farther or cheaper than the library says.
fn check_same_costs(ready: &ReadyMade, reach: &Reach) {
    let Counting { by_moves, unit, .. } = ready.counting;
    let budget = ready.counting.budget();
    let wanted: BTreeMap<Square, i32> = dijkstra_reach(&START, |&from| ready.steps(from))
        .take_while(|item| item.total_cost <= budget)
        .filter(|item| item.node != START)
        .map(|item| (item.node, item.total_cost as i32))
        .collect();
    let found: BTreeMap<Square, i32> = reach.squares.iter().map(|one| (one.at, one.cost * unit)).collect();
    if by_moves {
        assert!(found.len() * 2 > wanted.len(), "{} of {}", found.len(), wanted.len());
        for (at, cost) in &found {
            assert!(wanted.get(at).is_some_and(|wanted| wanted <= cost), "{at:?} for {cost}");
        }
    } else {
        assert_eq!(found, wanted, "rules and library should get equally far");
    }
}

fn reach(criterion: &mut Criterion) {
    for (name, crowded) in [("open", false), ("crowded", true)] {
        let map = field(crowded);
        let mut group = criterion.benchmark_group(format!("reach within 60 ft, {name}"));
        let mut timed = BTreeSet::new();
        for ruleset in rules::all().iter().chain(rules::begun()) {
            let mut battle = start(&level(&map, ruleset.key()), *ruleset);
            let mover = until_turn_of(&mut battle, "Mover");
            let counting = Counting::of(ruleset.key());
            let ready = ReadyMade::of(&map, counting);
            check_same_costs(&ready, &ruleset.reach(battle.world(), mover));
            group.bench_function(ruleset.key(), |bench| {
                bench.iter(|| ruleset.reach(black_box(battle.world()), mover).squares.len());
            });
            let Counting { by_left, past_one_corner, step, .. } = counting;
            if !timed.insert((by_left, past_one_corner, step)) {
                continue;
            }
            let counted = match (by_left, past_one_corner, step[0] == step[1]) {
                (true, _, _) => "by the square left",
                (false, true, _) => "by the square entered, past one corner",
                (false, false, false) => "by the square entered, askew for more",
                (false, false, true) => "by the square entered",
            };
            group.bench_function(format!("pathfinding dijkstra_reach, costs {counted}"), |bench| {
                bench.iter(|| {
                    dijkstra_reach(&START, |&from| ready.steps(from))
                        .take_while(|item| item.total_cost <= counting.budget())
                        .count()
                });
            });
            group.bench_function(format!("bracket DijkstraMap, costs {counted}"), |bench| {
                bench.iter(|| {
                    let limit = counting.budget() as f32 + 0.5;
                    let map = DijkstraMap::new(SIDE, SIDE, &[ReadyMade::index(START)], &ready, limit);
                    black_box(map.map.len())
                });
            });
        }
        group.finish();
    }
}

/// A level, and its first legal attack on somebody of the other side from afar.
fn shot(path: &str, ruleset: &'static dyn Ruleset) -> (Battle, Act) {
    let text = std::fs::read_to_string(path).expect("a shipped level should be readable");
    let mut battle = start(&text, ruleset);
    loop {
        let legal = battle.legal().into_iter().find_map(|legal| match legal.order {
            Order::Act(act) if act.target.is_some() && act.with.is_some() => Some(act),
            _ => None,
        });
        if let Some(act) = legal {
            return (battle, act);
        }
        pass(&mut battle);
    }
}

/// How often an order is played out for its forecast.
fn ways(battle: &mut Battle, order: &Order) -> u64 {
    let mut foresight = Foresight::new(order.clone());
    while foresight.go_on(battle, 1000).expect("a legal order").is_none() {}
    foresight.runs() as u64
}

fn attack(criterion: &mut Criterion) {
    for (path, level) in [("levels/first-fight.toml", "First Fight"), ("levels/river-farm.toml", "River Farm")] {
        for ruleset in rules::all().iter().chain(rules::begun()) {
            let (mut battle, act) = shot(path, *ruleset);
            let mut group = criterion.benchmark_group(format!("{}, {level}", ruleset.key()));
            group.bench_function("aim at one", |bench| {
                bench.iter(|| ruleset.aim(black_box(battle.world()), &act));
            });
            if ruleset.key() == "sol" {
                let target = act.target.expect("a shot should have a target");
                group.bench_function("cover of one from another", |bench| {
                    bench.iter(|| {
                        let world = black_box(battle.world());
                        cover::level(world, &cover::origin_of(world, act.creature), &cover::covered(world, target))
                    });
                });
            }
            if ruleset.key() == "essence" {
                let target = act.target.expect("a shot should have a target");
                group.bench_function("line of effect from one to another", |bench| {
                    bench.iter(|| {
                        essence::field::cover::line_of_effect(black_box(battle.world()), act.creature, target)
                    });
                });
                group.bench_function("cover of one from another", |bench| {
                    bench.iter(|| {
                        let found =
                            essence::field::cover::from_creature(black_box(battle.world()), act.creature, target);
                        found.sources.len()
                    });
                });
            }
            group.bench_function("legal", |bench| {
                bench.iter(|| black_box(&battle).legal().len());
            });
            let order = Order::Act(act);
            // Criterion says the time of each way of rolling, too.
            group.throughput(Throughput::Elements(ways(&mut battle, &order)));
            group.bench_function("forecast of a shot", |bench| {
                bench.iter(|| battle.forecast(black_box(&order)).expect("a legal shot should have a forecast"));
            });
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(40);
    targets = reach, attack
}
criterion_main!(benches);
