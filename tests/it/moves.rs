//! What a move costs is one number: what the search says, what each step explains, and what the mover has lost for it.
//!
//! Random fights on shipped and on generated levels, under every ruleset; wherever somebody may move, ways to some of the squares
//! within reach are worked out step by step, and whatever is then done is held against what it took.

use std::sync::Arc;

use battlemat::ai::Random;
use battlemat::battle::{Battle, ById, Event, Id, Order, Part, Trace, What};
use battlemat::rules::{self, essence, sol};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// What the terms of a number come to that count, in the whole tree; of one without such terms, the number itself.
#[track_caller]
fn counted(trace: &Trace) -> i32 {
    let counts = |term: &&Trace| term.refused.is_none() && term.part != Part::Note;
    if !trace.terms.iter().any(|term| counts(&term)) {
        return trace.value;
    }
    let sum = trace.terms.iter().filter(counts).fold(0, |sum, term| match term.part {
        Part::Add => sum + counted(term),
        Part::Becomes => counted(term),
        Part::Note => sum,
    });
    assert_eq!(trace.value, sum, "{:#?}", trace.lines());
    sum
}

/// What somebody has moved on this turn, or has left of the Move under way and of Actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pool {
    Moved(i32),
    Left { run: i32, used: i32 },
}

fn pool(battle: &Battle, id: Id) -> Option<Pool> {
    let world = battle.world();
    if let Some(done) = world.part::<sol::stats::TurnUsage>(id) {
        return Some(Pool::Moved(done.moved));
    }
    let deeds = world.part::<essence::stats::TurnUsage>(id)?;
    Some(Pool::Left { run: deeds.run, used: deeds.used })
}

/// What some events tell of somebody's movement, in feet.
fn told(events: &[Event], id: Id) -> i32 {
    let of = |event: &&Event| event.actor == Some(id) || event.target == Some(id);
    let moves = events.iter().filter(of).filter_map(|event| {
        let trace = event.trace.as_deref()?;
        let step = matches!(event.what, What::Step { .. });
        (step || trace.label == "movement").then(|| counted(trace))
    });
    moves.sum()
}

/// How often each way of moving has come up.
type Seen = std::collections::BTreeMap<String, usize>;

/// Ways to some of the squares within reach, step by step.
fn check_ways(battle: &Battle, id: Id, random: &mut ChaCha8Rng, seen: &mut Seen) {
    let (ruleset, world) = (battle.ruleset(), battle.world());
    let reach = ruleset.reach(world, id);
    for _ in 0..6.min(reach.squares.len()) {
        let reached = reach.squares[random.random_range(0..reach.squares.len())];
        if !reached.stop {
            continue;
        }
        let path = reach.path(reached.at).expect("what is reached should have a way");
        let steps = ruleset.walk(world, id, &path);
        let steps = steps.unwrap_or_else(|refusal| panic!("{}: {path:?}: {refusal}", battle.name(id)));
        let first = ruleset.step(world, id, path[0]).expect("the first step of a way");
        // In Vigor the way from where nobody may stop decides whether the step onto it begins a new Move (VIG-MOVE-5, VIG-MOVE-9).
        let decided_later = ruleset.key() == "vigor" && reach.get(path[0]).is_some_and(|there| !there.stop);
        if !decided_later {
            assert_eq!((first.to, first.cost.value), (steps[0].to, steps[0].cost.value), "the first step alone");
        }
        for step in &steps {
            assert_eq!(step.cost.value, counted(&step.cost));
            *seen.entry(step.how.to_string()).or_default() += 1;
        }
        let sum: i32 = steps.iter().map(|step| step.cost.value).sum();
        assert_eq!(sum, reached.cost, "{} to {}", battle.name(id), reached.at);
    }
}

/// Gives an order, and holds what the log tells of movement against what the mover has lost.
fn check_order(battle: &mut Battle, order: &Order, seen: &mut Seen) {
    let mover = match order {
        Order::Move(order) => Some(order.creature),
        Order::Act(act) => Some(act.creature),
        _ => None,
    };
    let before = mover.and_then(|id| pool(battle, id));
    let from = battle.events().len();
    let report = battle.order(order);
    report.unwrap_or_else(|refusal| panic!("the legal order {order:?} was refused: {refusal}"));
    let (Some(id), Some(before)) = (mover, before) else {
        return;
    };
    let events = &battle.events()[from..];
    let turns = |event: &Event| matches!(event.what, What::TurnBegins | What::TurnEnds);
    if events.iter().any(turns) {
        return;
    }
    let Some(after) = pool(battle, id) else { return };
    let cost = told(events, id);
    for event in events.iter().filter(|event| event.actor == Some(id)) {
        if let (What::Step { how, .. }, Some(_)) = (&event.what, &event.trace) {
            *seen.entry(format!("{how}, done")).or_default() += 1;
        }
    }
    match (before, after) {
        (Pool::Moved(before), Pool::Moved(after)) => {
            assert_eq!(after - before, cost, "{}: {order:?}", battle.name(id));
        }
        // A new Action gives new feet; how many it gives is not told of here.
        (Pool::Left { run, used }, Pool::Left { run: left, used: now }) if used == now && left > 0 => {
            assert_eq!(run - left, cost, "{}: {order:?}", battle.name(id));
        }
        _ => {}
    }
}

fn walk_about(level: &Arc<battlemat::level::Level>, seed: u64, orders: usize, seen: &mut Seen) {
    for ruleset in rules::all() {
        let mut battle = Battle::new(level.clone(), *ruleset, seed).expect("the level should start");
        battle.forget_past();
        let mut player = Random::new(seed);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..orders {
            let Some(order) = player.choose(&battle) else { break };
            for id in battle.actors() {
                check_ways(&battle, id, &mut random, seen);
            }
            check_order(&mut battle, &order, seen);
        }
    }
}

fn read(text: &str, path: &str) -> Arc<battlemat::level::Level> {
    match rules::read_level_played(text, path) {
        Ok((level, _)) => Arc::new(level),
        Err(findings) => panic!("{path}: {findings:?}\n{text}"),
    }
}

/// Rough ground of every sort, heights, water, narrow places, things to climb on, and creatures of every size and way of moving.
fn generated(seed: u64) -> String {
    const KINDS: [(&str, usize); 11] = [
        ("soldier", 1),
        ("scout", 1),
        ("hound", 1),
        ("ogre", 2),
        ("drone", 1),
        ("titan", 3),
        ("swarm", 1),
        ("stalker", 1),
        ("crawler", 1),
        ("engineer", 1),
        ("brute", 1),
    ];
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (width, height) = (random.random_range(16..28_usize), random.random_range(14..22_usize));
    let rough = random.random_range(5..30);
    let mut rows = vec![vec!['`'; width]; height];
    let mut heights = vec![vec!['.'; width]; height];
    for cell in rows.iter_mut().flatten() {
        if random.random_range(0..100) < rough {
            let sort = b":#m,Tbcotq-Q"[random.random_range(0..12)];
            *cell = char::from(sort);
        }
    }
    for _ in 0..3 {
        let (x, y) = (random.random_range(0..width - 6), random.random_range(0..height - 5));
        let (water, step) = (random.random_bool(0.4), random.random_range(1..4_u32));
        for row in y..y + 5 {
            for column in x..x + 6 {
                if water {
                    rows[row][column] = '~';
                } else {
                    heights[row][column] = char::from_digit(step, 10).expect("a digit");
                }
            }
        }
    }
    let mut creatures = String::new();
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for number in 0..12 {
        let (kind, side) = KINDS[random.random_range(0..KINDS.len())];
        let (x, y) = (random.random_range(0..=width - side), random.random_range(0..=height - side));
        let space: Vec<(usize, usize)> = (0..side * side).map(|n| (x + n % side, y + n / side)).collect();
        if space.iter().any(|square| taken.contains(square)) {
            continue;
        }
        for &(column, row) in &space {
            rows[row][column] = '`';
            heights[row][column] = heights[y][x];
        }
        taken.extend(space);
        let own = match (kind, number % 2) {
            ("drone", 0) => "essence = { flight = \"plain\", aloft = true }\n",
            ("ogre", 0) => "essence = { speed_ft = 60 }\nsol = { speed_ft = 60 }\n",
            _ => "",
        };
        let whose = ["red", "blue"][number % 2];
        creatures += &format!("[[creature]]\nkind = \"{kind}\"\nside = \"{whose}\"\nat = [{x}, {y}]\n{own}");
    }
    let drawn = |rows: &[Vec<char>]| {
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        rows.join("\n")
    };
    format!(
        "name = \"Rough {seed}\"\nruleset = \"sol\"\nmap = '''\n{}\n'''\nelevation = '''\n{}\n'''\n[legend]\n\
         \"q\" = {{ terrain = \"grass\", tight = \"small\" }}\n\"Q\" = {{ terrain = \"grass\", tight = \"medium\" }}\n\
         [[side]]\nid = \"red\"\nseat = \"human\"\n[[side]]\nid = \"blue\"\nseat = \"human\"\n{creatures}",
        drawn(&rows),
        drawn(&heights),
    )
}

#[test]
fn what_is_charged_is_what_is_explained_and_what_was_searched() {
    let mut seen = Seen::new();
    for path in super::fights::shipped() {
        let text = std::fs::read_to_string(&path).expect("a shipped level should be readable");
        walk_about(&read(&text, &path.display().to_string()), 5, 90, &mut seen);
    }
    for seed in 0..12 {
        walk_about(&read(&generated(seed), "generated"), seed, 90, &mut seen);
    }
    for how in [
        "walk",
        "climb",
        "swim",
        "jump",
        "crawl",
        "squeeze",
        "sneak",
        "fly",
        "walk, done",
        "climb, done",
        "jump, done",
        "crawl, done",
        "fly, done",
        "burrow, done",
    ] {
        assert!(seen.contains_key(how), "nobody moves like this: {how}; {seen:?}");
    }
}
