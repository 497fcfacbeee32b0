//! Creatures at the ends of what their keys take: the tables that check a level's overrides say what is allowed, and whatever is
//! allowed is survived in play.

use std::sync::Arc;

use battlemat::ai::Random;
use battlemat::battle::{About, Battle, Key, Ruleset, Takes};
use battlemat::rules;

use super::files::Rng;
use super::{YARD, long};

/// A value that a key takes, mostly at an end.
fn value(lot: &mut Rng, takes: &Takes) -> Option<String> {
    let ends = |lot: &mut Rng, bounds: &std::ops::RangeInclusive<i32>| {
        let small = 5.clamp(*bounds.start(), *bounds.end());
        lot.one_of(&[*bounds.start(), *bounds.end(), *bounds.end() - 1, small]).to_string()
    };
    Some(match takes {
        Takes::Flag => lot.one_of(&["true", "false"]).to_string(),
        Takes::Number(bounds) => ends(lot, bounds),
        Takes::NumberOrFalse(bounds) if lot.below(2) == 0 => ends(lot, bounds),
        Takes::NumberOrFalse(_) => "false".into(),
        Takes::Measure(most) => lot.one_of(&["0.1".to_owned(), most.to_string(), "2.5".into()]).clone(),
        Takes::Word(words) | Takes::AnyCase(words) => format!("\"{}\"", lot.one_of(words)),
        Takes::Text | Takes::Own(_) => return None,
    })
}

/// Some keys of a creature, one in so many, each with a value that it takes.
pub(crate) fn overrides(lot: &mut Rng, keys: &[Key], one_in: usize) -> String {
    let mut out = Vec::new();
    for key in keys {
        if lot.below(one_in) == 0
            && let Some(value) = value(lot, &key.takes)
        {
            out.push(format!("{} = {value}", key.key));
        }
    }
    out.join(", ")
}

/// The yard with everybody changed by lot.
fn yard(lot: &mut Rng, ruleset: &dyn Ruleset) -> String {
    let keys = ruleset.keys(About::Creature);
    let mut text = YARD.replace("ruleset = \"sol\"", &format!("ruleset = \"{}\"", ruleset.key()));
    for name in ["Ada", "Bo", "Cid", "Dot"] {
        let with = format!("name = \"{name}\", {} = {{ {} }}", ruleset.key(), overrides(lot, keys, 4));
        text = text.replace(&format!("name = \"{name}\""), &with);
    }
    text
}

#[test]
fn creatures_at_the_ends_of_what_is_allowed_are_survived() {
    let (mut fights, mut orders) = (0, 0);
    for number in 0..long().map_or(80, |requests| requests / 500) {
        for ruleset in rules::all().iter().chain(rules::begun()) {
            let mut lot = Rng(0xe47 + number as u64);
            let text = yard(&mut lot, *ruleset);
            // What contradicts itself, or does not fit where it stands, is found before the fight.
            let Ok((level, _)) = rules::read_level_played(&text, "yard.toml") else {
                continue;
            };
            let Ok(mut battle) = Battle::new(Arc::new(level), *ruleset, number as u64) else {
                continue;
            };
            fights += 1;
            let mut player = Random::new(number as u64);
            for _ in 0..60 {
                let Some(order) = player.choose(&battle) else { break };
                battle.order(&order).unwrap_or_else(|why| panic!("{number}: {order:?} was legal: {why}\n{text}"));
                crate::invariants::check(&battle);
                orders += 1;
            }
        }
    }
    #[expect(clippy::print_stdout, reason = "the figures of a long attack are to be read")]
    {
        println!("{fights} fights of extremes, {orders} orders");
    }
    assert!(fights > 20, "{fights}");
}
