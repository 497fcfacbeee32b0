//! The reference says what there is: its pages are printed from the tables of the program, and the program asks and takes
//! nothing that is not in them.
//!
//! Set `UPDATE_REFERENCE=1` to write `docs/reference/` anew.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;

use battlemat::battle::Lexicon;
use battlemat::referee::{reference, scenario};
use battlemat::rules;
use regex::Regex;

use crate::written::is_current;

#[test]
fn the_pages_are_current() {
    let current = |page: &str, text: &str| is_current(&format!("docs/reference/{page}.md"), text, "UPDATE_REFERENCE");
    current("common", &reference::common());
    for ruleset in rules::all() {
        current(ruleset.key(), &reference::of(*ruleset));
    }
}

/// What scenarios asked and ordered: kinds of questions with their choices, actions with their options, and the words these were given.
type Played = (BTreeSet<(String, String)>, BTreeSet<(String, Option<String>)>, BTreeSet<String>);

/// By the key of the ruleset.
static PLAYED: LazyLock<BTreeMap<&'static str, Played>> = LazyLock::new(|| {
    let all = rules::all().iter();
    all.map(|ruleset| (ruleset.key(), played(ruleset.key()))).collect()
});

fn played(ruleset: &str) -> Played {
    let folder = PathBuf::from("tests/scenarios").join(ruleset);
    let files = scenario::files(&[folder]).expect("the scenarios should be there");
    let (mut asked, mut ordered, mut words) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for outcome in scenario::run_files(&files) {
        let played = outcome.result.unwrap_or_else(|_| panic!("{} should pass", outcome.name));
        asked.extend(played.asked);
        ordered.extend(played.ordered);
        words.extend(played.words);
    }
    (asked, ordered, words)
}

/// What is written as it is, besides what stands in angle brackets. A square may lie just off the map: the wall one is pushed against.
fn pattern(word: &str) -> Regex {
    let open = Regex::new("<[a-z]+>").expect("a pattern");
    let square = word.replace("<x>,<y>", r"-?\d+,-?\d+");
    Regex::new(&format!("^{}$", open.replace_all(&square, "[^-]+"))).expect("a pattern")
}

/// Every choice of every question, by the kind of the question, as patterns.
fn choices(lexicon: &Lexicon) -> BTreeMap<&str, Vec<(&str, Regex)>> {
    let of = |question: &battlemat::battle::QuestionWord| {
        question.choices.iter().map(|&(key, _)| (key, pattern(key))).collect()
    };
    lexicon.questions.iter().map(|question| (question.kind, of(question))).collect()
}

#[test]
fn every_question_that_is_asked_is_listed_and_every_one_listed_is_asked() {
    for ruleset in rules::all() {
        let lexicon = ruleset.lexicon();
        let listed = choices(&lexicon);
        let (asked, ..) = &PLAYED[ruleset.key()];
        let mut open: BTreeSet<(&str, &str)> =
            listed.iter().flat_map(|(kind, choices)| choices.iter().map(move |(choice, _)| (*kind, *choice))).collect();
        for (kind, choice) in asked {
            let known = listed.get_key_value(kind.as_str());
            let known = known.or_else(|| listed.iter().find(|(known, _)| pattern(known).is_match(kind)));
            let (kind, choices) = known.unwrap_or_else(|| panic!("{}: `{kind}` should be listed", ruleset.key()));
            let found: Vec<&str> =
                choices.iter().filter(|(_, known)| known.is_match(choice)).map(|(key, _)| *key).collect();
            assert!(!found.is_empty(), "{}: `{kind}` lists no `{choice}`", ruleset.key());
            for key in found {
                open.remove(&(*kind, key));
            }
        }
        assert_eq!(open, BTreeSet::new(), "{}: asked in no scenario", ruleset.key());
    }
}

#[test]
fn every_action_that_is_ordered_is_listed_and_every_one_listed_is_ordered() {
    for ruleset in rules::all() {
        let lexicon = ruleset.lexicon();
        let mut listed = BTreeSet::new();
        for act in &lexicon.acts {
            listed.insert((act.action.clone(), None));
            listed.extend(act.options.iter().map(|option| (act.action.clone(), Some(option.key.to_owned()))));
        }
        let (_, ordered, words) = &PLAYED[ruleset.key()];
        let unlisted: Vec<_> = ordered.difference(&listed).collect();
        assert!(unlisted.is_empty(), "{}: ordered and not listed: {unlisted:?}", ruleset.key());
        // What is told of a readied action counts where the action itself is told it.
        let of_readied = |action: &str, option: &Option<String>| {
            action == "ready" && option.is_some() && ordered.iter().any(|(_, ordered)| ordered == option)
        };
        let unused = listed
            .difference(ordered)
            .filter(|(action, option)| !of_readied(action, option))
            // An action that is only ever readied is named by what readies it.
            .filter(|(action, option)| option.is_some() || !words.contains(action));
        let unused: Vec<_> = unused.collect();
        assert!(unused.is_empty(), "{}: listed and ordered in no scenario: {unused:?}", ruleset.key());
    }
}
