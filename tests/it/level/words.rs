//! The words of levels that belong to the rulesets are those that the rulesets take.

use std::collections::BTreeSet;

use battlemat::level::{CONDITIONS, Code, DAMAGE_WORDS, KINDS, SharedVocabulary, Vocabulary, parse};
use battlemat::referee::reference;
use battlemat::rules::{self, Known};

use super::level_text;

fn sorted<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> BTreeSet<String> {
    words.into_iter().map(|word| word.as_ref().to_owned()).collect()
}

/// What the checker says without asking the rulesets is what they say themselves.
#[test]
fn what_is_known_without_the_rulesets_is_what_they_know() {
    assert_eq!(sorted(SharedVocabulary.rulesets()), sorted(Known::FINISHED.rulesets()));
    for begun in Known::PLAYED.begun() {
        let text = level_text("", "", "").replace("\"sol\"", &format!("\"{begun}\""));
        let told = level_text("", "", "").replace("side = \"red\"", &format!("side = \"red\", {begun} = {{}}"));
        assert!(told.contains(&begun));
        let finished: [&dyn Vocabulary; 2] = [&SharedVocabulary, &Known::FINISHED];
        for (text, vocabulary) in [&text, &told].into_iter().flat_map(|text| finished.map(|words| (text, words))) {
            let found = parse(text, "level.toml", vocabulary).expect_err("it cannot be played yet");
            assert_eq!(found[0].code, Code::UnknownRuleset);
            let message = &found[0].message;
            assert!(message.contains("cannot be played yet"), "{message}");
        }
        // The referee and scenarios play it for whoever asks.
        for text in [&text, &told] {
            assert!(parse(text, "level.toml", &Known::PLAYED).is_ok(), "{text}");
        }
    }
    for ruleset in rules::all() {
        let key = ruleset.key();
        assert_eq!(sorted(SharedVocabulary.kinds(key)), sorted(ruleset.kinds()), "{key}");
        let shared = sorted(DAMAGE_WORDS);
        let lexicon = ruleset.lexicon();
        let taken = sorted(lexicon.damage.iter().flat_map(|(_, words)| words));
        assert!(taken.is_superset(&shared), "{key}: {:?}", shared.difference(&taken));
        // Each word is one of its conditions, or of something that can be written and has no counterpart here.
        let known = Known::FINISHED.conditions();
        for word in CONDITIONS {
            assert!(known.iter().any(|known| known == word), "{key}: {word}");
        }
    }
}

/// Whatever a level may name, the reference does.
#[test]
fn every_word_of_a_level_stands_in_the_reference() {
    let page = reference::common();
    let drawn = [
        battlemat::level::art::GROUNDS,
        battlemat::level::art::WALLS,
        battlemat::level::art::EDGES,
        battlemat::level::art::THINGS,
    ];
    let words = drawn.iter().copied().flatten().chain(KINDS).chain(DAMAGE_WORDS).chain(CONDITIONS);
    for word in words {
        assert!(page.contains(&format!("`{word}`")), "{word}");
    }
    for word in ["rain", "spray", "mist", "gas", "reduced", "zero", "north_west"] {
        assert!(page.contains(&format!("`{word}`")), "{word}");
    }
    for ruleset in rules::all() {
        let page = reference::of(*ruleset);
        for trigger in ruleset.triggers() {
            assert!(page.contains(&format!("`{}`", trigger.key)), "{}: {}", ruleset.key(), trigger.key);
        }
    }
}
