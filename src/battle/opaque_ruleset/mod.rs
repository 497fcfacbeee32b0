//! A ruleset in which every text is meaningless. Tests use it to show that nothing outside the rules goes by the text of a label, a name,
//! a note or a sentence. Every text meant for people becomes a meaningless one; keys, numbers and everything typed stay.
//!
//! | file | what is in it |
//! |---|---|
//! | `garbled` | values with meaningless texts |
//! | `plug` | the ruleset: it passes everything on and garbles what comes back |

mod garbled;
mod plug;

pub use self::garbled::{aim, event, events, offer, question, sheet, trace};
use super::*;

/// A ruleset that speaks so.
pub struct Babel(pub &'static dyn Ruleset);

impl Babel {
    /// One that lives as long as any ruleset does.
    pub fn of(ruleset: &'static dyn Ruleset) -> &'static dyn Ruleset {
        Box::leak(Box::new(Self(ruleset)))
    }
}

/// Battles of several levels under every ruleset, played by the computer twice side by side: with readable texts, and with meaningless
/// ones. The orders must be the same. `look` gets both, the readable one first, after so many orders, when no question is open.
pub fn side_by_side(orders: usize, mut look: impl FnMut(Battle, Battle)) {
    use crate::ai::Greedy;
    const LEVELS: [&str; 3] = [
        include_str!("../../../levels/pump-room.toml"),
        include_str!("../../../levels/river-farm.toml"),
        include_str!("../../../levels/last-lantern.toml"),
    ];
    for &ruleset in crate::rules::all().iter().chain(crate::rules::begun()) {
        for text in LEVELS {
            let (level, _) = crate::rules::read_level(text, "level").expect("a shipped level should be readable");
            let level = std::sync::Arc::new(level);
            let start = |ruleset| Battle::new(level.clone(), ruleset, 5).expect("a shipped level should start");
            let (mut plain, mut strange) = (start(ruleset), start(Babel::of(ruleset)));
            let (mut one, mut other) = (Greedy::new(5), Greedy::new(5));
            for number in 0.. {
                if number >= orders && plain.decision().is_none() {
                    break;
                }
                let Some(order) = one.choose(&mut plain) else { break };
                question(&mut strange);
                let chosen = other.choose(&mut strange);
                let place = format!("order {number} of {} under {}", level.name, ruleset.key());
                assert_eq!(chosen.as_ref(), Some(&order), "{place}");
                plain.order(&order).expect("the computer's order should be legal");
                strange.order(&order).expect("and here, too");
            }
            look(plain, strange);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_word_the_orders_are_the_same_every_attack_says_what_came_of_it_and_damage_adds_up() {
        side_by_side(20, |plain, strange| {
            let said = |battle: &Battle| battle.events().iter().filter(|event| event.trace.is_some()).count();
            assert_eq!(said(&plain), said(&strange));
            for event in events(&strange) {
                let told = event.describe(&Names::default());
                assert!(!told.contains("cover") && !told.contains("Carbine"), "{told}");
            }
            let told = plain.events();
            for (number, event) in told.iter().enumerate() {
                if let (What::Attack { .. }, Some(target)) = (&event.what, event.target) {
                    let came =
                        |later: &Event| matches!(later.what, What::Outcome { .. }) && later.target == Some(target);
                    assert!(told[number..].iter().any(came), "{event:?} comes to something");
                }
                if let What::Damage { amount, parts, .. } = &event.what {
                    let left: i32 = parts.iter().map(|part| part.amount).sum();
                    assert_eq!(left, *amount, "{event:?}");
                    for part in parts {
                        let taken: i32 = part.taken_off.iter().map(|one| one.amount).sum();
                        assert_eq!(part.came - taken, part.amount, "{event:?}");
                    }
                }
            }
        });
    }
}
