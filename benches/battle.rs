//! Whole fights by random play, headless.

use std::sync::Arc;

use battlemat::ai::Random;
use battlemat::battle::Battle;
use battlemat::rules;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

/// The allocator of the game itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn level(path: &str) -> Arc<battlemat::level::Level> {
    let text = std::fs::read_to_string(path).expect("a shipped level should be readable");
    Arc::new(rules::read_level(&text, path).expect("a shipped level should be sound").0)
}

/// Plays a battle to its end; the number of orders.
fn play(mut battle: Battle, seed: u64) -> usize {
    battle.forget_past();
    let mut player = Random::new(seed);
    let mut orders = 0;
    while battle.outcome().is_none() && battle.flow().round < 200 {
        let order = player.choose(&battle).expect("somebody should have something to do");
        battle.order(&order).expect("a legal order should be accepted");
        orders += 1;
    }
    orders
}

fn whole_fights(c: &mut Criterion) {
    for ruleset in rules::all().iter().chain(rules::begun()) {
        for path in ["levels/first-fight.toml", "levels/pump-room.toml", "levels/river-farm.toml"] {
            let level = level(path);
            let mut seed = 0;
            c.bench_function(&format!("{} {path} to the end, random play", ruleset.key()), |b| {
                b.iter_batched(
                    || {
                        seed += 1;
                        (Battle::new(level.clone(), *ruleset, seed).expect("the level should start"), seed)
                    },
                    |(battle, seed)| play(battle, seed),
                    BatchSize::SmallInput,
                );
            });
        }
    }
}

criterion_group!(benches, whole_fights);
criterion_main!(benches);
