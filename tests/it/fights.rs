//! Whole fights by random play: they end, nothing panics, and what is always true stays true.

use std::sync::Arc;

use battlemat::ai::Random;
use battlemat::battle::{Battle, Order, Ruleset};
use battlemat::level::Level;
use battlemat::rules;

fn level(path: &str) -> Arc<Level> {
    let text = std::fs::read_to_string(path).expect("a shipped level should be readable");
    Arc::new(rules::read_level(&text, path).expect("a shipped level should be sound").0)
}

/// Plays to the end; the orders given.
fn play(battle: &mut Battle, seed: u64, mut each: impl FnMut(&mut Battle, &Order)) -> u32 {
    let mut player = Random::new(seed);
    while battle.outcome().is_none() {
        assert!(battle.flow().round < 300, "seed {seed}: the fight should end");
        let order = player.choose(battle).expect("somebody should have something to do");
        each(battle, &order);
        if let Err(refusal) = battle.order(&order) {
            panic!("seed {seed}: the legal order {order:?} was refused: {refusal}");
        }
    }
    battle.flow().round
}

fn each_level(games: u64, run: impl Fn(Arc<Level>, &'static dyn Ruleset, u64)) {
    for ruleset in rules::all() {
        for path in ["levels/first-fight.toml", "levels/pump-room.toml", "levels/river-farm.toml"] {
            let level = level(path);
            for seed in 1..=games {
                run(level.clone(), *ruleset, seed);
            }
        }
    }
}

#[test]
fn random_fights_end() {
    each_level(12, |level, ruleset, seed| {
        let mut battle = Battle::new(level, ruleset, seed).expect("a shipped level should start");
        battle.forget_past();
        play(&mut battle, seed, |_, _| {});
    });
}

#[test]
fn undo_restores_the_exact_state() {
    each_level(1, |level, ruleset, seed| {
        let mut battle = Battle::new(level, ruleset, seed).expect("a shipped level should start");
        play(&mut battle, seed, |battle, order| {
            let before = (battle.hash(), battle.events().len());
            battle.order(order).expect("a legal order should be accepted");
            assert!(battle.undo());
            assert_eq!((battle.hash(), battle.events().len()), before, "after taking {order:?} back");
        });
    });
}

#[test]
fn a_replay_comes_out_the_same() {
    each_level(1, |level, ruleset, seed| {
        let mut battle = Battle::new(level.clone(), ruleset, seed).expect("a shipped level should start");
        play(&mut battle, seed, |_, _| {});
        let save = battle.save();
        let again = Battle::replay(&save, level, ruleset).expect("a replay should come out the same");
        assert_eq!(again.hash(), battle.hash());
        assert_eq!(again.events(), battle.events());
    });
}
