//! Many far lamps in the dark: whether each square is lit is soon said, under every ruleset.

use std::sync::Arc;
use std::time::Instant;

use battlemat::battle::Battle;
use battlemat::rules;

#[test]
#[expect(clippy::disallowed_methods, reason = "it measures how long answers take")]
fn two_hundred_far_lamps_in_the_dark_are_soon_looked_at() {
    let text = std::fs::read_to_string("tests/levels/far-lamps.toml").expect("the level should be there");
    let (level, _) = rules::read_level(&text, "far-lamps").expect("a sound level");
    let level = Arc::new(level);
    for &ruleset in rules::all() {
        let battle = Battle::new(level.clone(), ruleset, 1).expect("a playable level");
        let map = battle.world().resource::<battlemat::battle::Map>();
        let began = Instant::now();
        let dark = map.cells().squares().filter(|&at| !ruleset.lit(battle.world(), at)).count();
        let took = began.elapsed();
        assert_eq!(dark, 0, "{}: 1000 ft reach across all of it", ruleset.key());
        assert!(took.as_secs() < 8, "{}: {took:?}", ruleset.key());
    }
}
