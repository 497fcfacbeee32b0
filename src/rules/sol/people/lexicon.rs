//! The words of this ruleset: what a level may set, what an order may name, what is asked, what the game master may set. The
//! checks read these tables, and the reference is printed from them.

use super::super::actions;
use super::super::data::{bestiary, conditions, keys::WORDS, stats::*};
use super::super::ruleset::Sol;
use crate::battle::{Chapter, DamageWords, Lexicon, action};
use crate::level::counted;

/// Overrides that nobody else knows.
pub(crate) static OVERRIDES: [(&str, &str, &str); 1] =
    [("cover", "`none`, `half`, `three_quarters` or `full`", "The cover that the next attack of `creature` meets.")];

fn triggers() -> Chapter {
    Chapter {
        title: "Triggers",
        about: "What the option `trigger` of `ready` takes.",
        columns: vec!["`trigger`", "meaning"],
        rows: actions::TRIGGERS.iter().map(|trigger| vec![code(trigger.key), trigger.means.to_owned()]).collect(),
    }
}

fn code(word: &str) -> String {
    format!("`{word}`")
}

fn attacks() -> Chapter {
    let row = |attack: &Attack| {
        let more = [
            attack.burst_ft.map(|feet| format!("burst {feet} ft")),
            (attack.cost_dice != 1).then(|| format!("{} dice", attack.cost_dice)),
            attack.repeatable.then(|| "twice a turn".to_owned()),
            attack.natural.then(|| "of the body".to_owned()),
            attack.ignores_cover.then(|| "cover does not count".to_owned()),
            attack.no_dodge.then(|| "cannot be dodged".to_owned()),
            attack.rider.as_ref().map(|rider| match rider {
                Rider::Prone => "knocks Prone".to_owned(),
                Rider::Push(squares) => format!("pushes {}", counted(*squares, "square")),
            }),
        ];
        let kind = match attack.kind {
            AttackKind::Melee => "melee",
            AttackKind::Ranged => "ranged",
        };
        vec![
            code(&attack.key),
            attack.name.clone(),
            kind.to_owned(),
            format!("{} ft", attack.range_ft),
            format!("{} {}", attack.damage, attack.damage_type.key()),
            more.into_iter().flatten().collect::<Vec<_>>().join(", "),
        ]
    };
    Chapter {
        title: "Attacks",
        about: "What `with` of `attack` and `ready` names, and the keys `attacks`, `held` and `items` of a level's creatures.",
        columns: vec!["key", "name", "kind", "range", "damage", "more"],
        rows: bestiary::shared_attacks().iter().map(row).collect(),
    }
}

fn specials() -> Chapter {
    let row = |special: &Special| {
        vec![
            code(&special.key),
            special.name.clone(),
            format!("{} ft", special.range_ft),
            special.cost_dice.to_string(),
            actions::describe(&special.effect),
        ]
    };
    Chapter {
        title: "Actions of their own",
        about: "What `with` of `use` names, and the key `actions` of a level's creatures.",
        columns: vec!["key", "name", "range", "dice", "effect"],
        rows: bestiary::shared_actions().iter().map(row).collect(),
    }
}

fn reactions() -> Chapter {
    let row = |reaction: &Reaction| {
        let effect = match &reaction.effect {
            Answering::Reduce(dice) => format!("takes {dice} off"),
            Answering::Attack(key) => format!("attacks with `{key}`"),
            Answering::Heal(dice) => format!("heals {dice}"),
        };
        let trigger = match reaction.trigger {
            Trigger::Attacked => "it is attacked",
            Trigger::AllyAttacked => "a friend within range is attacked",
            Trigger::Damaged => "it has taken damage",
            Trigger::AllyDamaged => "a friend within range has taken damage",
            Trigger::EnemyEntersReach => "an enemy comes within its reach",
            Trigger::EnemyLeavesReach => "an enemy is about to leave its reach",
        };
        vec![
            code(&reaction.key),
            reaction.name.clone(),
            trigger.to_owned(),
            format!("{} ft", reaction.range_ft),
            reaction.cost_dice.to_string(),
            effect,
        ]
    };
    Chapter {
        title: "Reactions",
        about: "What answers name, and the key `reactions` of a level's creatures. Everybody may dodge besides.",
        columns: vec!["key", "name", "when", "range", "dice", "effect"],
        rows: bestiary::shared_reactions().iter().map(row).collect(),
    }
}

/// Everything.
pub(crate) fn lexicon() -> Lexicon {
    Lexicon {
        acts: action::words::<Sol>(),
        questions: &WORDS.questions,
        stats: &WORDS.stats,
        object_hp: &WORDS.object_hp,
        overrides: &OVERRIDES,
        conditions: conditions::ALL.words(),
        damage: DamageType::words(),
        chapters: vec![triggers(), attacks(), specials(), reactions()],
    }
}

/// The keys of what a level's creatures may have of their own.
pub(crate) fn tables() -> Vec<Chapter> {
    let about = Chapter::OVER_A_SHARED_ONE;
    vec![
        Chapter::of_type::<Attack>("A table of `attacks`", about),
        Chapter::of_type::<Special>("A table of `actions`", about),
        Chapter::of_type::<Reaction>("A table of `reactions`", about),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{About, Takes};
    use crate::rules::sol::cover;

    #[test]
    fn every_key_of_a_stat_block_is_taken_as_its_table_says() {
        for key in WORDS.keys(About::Creature) {
            let fitting = match &key.takes {
                Takes::Flag => vec!["true".to_owned()],
                Takes::Number(bounds) => vec![bounds.start().to_string(), bounds.end().to_string()],
                Takes::NumberOrFalse(bounds) => vec!["false".to_owned(), bounds.end().to_string()],
                Takes::Measure(most) => vec![most.to_string(), "2.5".to_owned()],
                Takes::Word(words) | Takes::AnyCase(words) => words.iter().map(|word| format!("\"{word}\"")).collect(),
                Takes::Text | Takes::Own(_) => continue,
            };
            for value in fitting {
                let table =
                    toml::from_str(&format!("{} = {value}", key.key)).expect("the test's TOML should be well-formed");
                let found = bestiary::check_overrides(&table);
                let other = found.iter().find(|(wrong, ..)| wrong == key.key && key.key != "space_squares");
                assert_eq!(other, None, "{} = {value}", key.key);
            }
            for value in ["100001", "-100001", "\"nonsense\"", "2.25"] {
                if !matches!(key.takes, Takes::Measure(_)) || value.ends_with('1') || value.starts_with('"') {
                    let table = toml::from_str(&format!("{} = {value}", key.key)).expect("well-formed");
                    assert!(!bestiary::check_overrides(&table).is_empty(), "{} = {value}", key.key);
                }
            }
        }
    }

    #[test]
    fn the_words_of_the_override_are_those_of_cover() {
        for word in OVERRIDES[0].1.split('`').skip(1).step_by(2) {
            assert!(cover::Level::by_word(word).is_some(), "{word}");
        }
    }
}
