//! After every order of a battle, in the middle of its questions, too: it can be undone and given again, taken back and given again, and
//! saved; what the save restores to, and what its orders play again to, is the same battle.

use battlemat::ai::Random;
use battlemat::battle::{Battle, Order, Save, TakeBack};
use battlemat::referee::replay;

use super::{long, played, yard};

/// Looks at the battle after its last order.
fn look(battle: &mut Battle, last: &Order, before: u64) {
    let now = battle.hash();
    let again = |battle: &mut Battle| {
        battle.order(last).expect("what was legal is legal again");
        assert_eq!(battle.hash(), now, "{last:?} again");
    };
    assert!(battle.undo());
    assert_eq!(battle.hash(), before, "{last:?} undone");
    again(battle);
    let save = Save::from_json(&battle.save().to_json()).expect("a save that reads");
    let restored = replay::resume(&save).expect("a save that restores");
    assert_eq!((restored.hash(), restored.legal()), (now, battle.legal()), "{last:?} restored");
    let played = replay::check(&save).expect("orders that come out the same");
    assert_eq!(played.events(), battle.events(), "{last:?} played again");
    let to = battle.orders().len() - 1;
    let back = Order::TakeBack(TakeBack { to, by: None, agreed: Vec::new() });
    battle.order(&back).expect("it is remembered");
    assert_eq!(battle.hash(), before, "{last:?} taken back");
    replay::check(&battle.save()).expect("what was taken back comes out the same");
    // Both leave the record, so that it does not grow by them.
    assert!(battle.undo());
    assert_eq!(battle.hash(), now, "the taking back of {last:?} undone");
    crate::invariants::check(battle);
}

#[test]
fn at_every_order_a_battle_goes_back_and_is_saved_and_played_again() {
    let (battles, orders) = long().map_or((1, 16), |requests| (3, (requests / 1_000).clamp(30, 300)));
    let mut questions = 0;
    for ruleset in played() {
        for seed in 0..battles {
            let session = yard(ruleset, seed);
            let mut player = Random::new(seed);
            let level = session.battle().expect("the yard is loaded").level().clone();
            let ruleset = battlemat::rules::by_key(ruleset).expect("a ruleset");
            let mut battle = Battle::new(level, ruleset, seed).expect("the yard starts");
            for _ in 0..orders {
                let before = battle.hash();
                let Some(order) = player.choose(&battle) else { break };
                battle.order(&order).expect("a legal order");
                questions += usize::from(battle.decision().is_some());
                look(&mut battle, &order, before);
            }
        }
    }
    assert!(questions > 3, "some of it should be in the middle of a question: {questions}");
}
