use std::sync::Arc;

use super::*;
use crate::ai::Random;
use crate::rules;

/// Everybody in everybody's eyes, after each order of a battle of random orders.
#[test]
fn full_cover_is_told_alike_with_and_without_its_level() {
    let (mut full_ones, mut others) = (0, 0);
    for name in ["pump-room", "last-lantern", "overseer"] {
        let path = format!("{}/levels/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a shipped level");
        let (field, _) = rules::read_level(&text, name).expect("a sound level");
        let sol = rules::by_key("sol").expect("sol");
        let mut battle = Battle::new(Arc::new(field), sol, 7).expect("a playable level");
        let mut player = Random::new(7);
        for _ in 0..60 {
            let Some(order) = player.choose(&battle) else { break };
            battle.order(&order).expect("a legal order should be taken");
            let world = battle.world();
            for viewer in on_map(world) {
                for other in on_map(world).filter(|&other| other != viewer) {
                    let (origin, target) = (origin_of(world, viewer), covered(world, other));
                    let known = level(world, &origin, &target) == Level::Full;
                    assert_eq!(full(world, &origin, &target), known, "{viewer} looks at {other} in {name}");
                    if known { full_ones += 1 } else { others += 1 }
                }
            }
        }
    }
    assert!(full_ones > 100 && others > 100, "{full_ones} and {others}");
}
