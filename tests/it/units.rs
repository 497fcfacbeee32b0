//! An action is one unit: its key stands in one file of its ruleset, and what is offered is what its kind says.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use battlemat::battle::{ActionKind, Offer, Order, Ruleset};
use battlemat::referee::sim::Setup;
use battlemat::rules;

/// Words that are spelled like an action and are something else: the ruleset, the word, the file below its folder, and what it is there.
const HOMONYMS: [(&str, &str, &str, &str); 31] = [
    ("edge", "escape", "actions/wriggle.rs", "an icon"),
    ("edge", "interact", "actions/task.rs", "an icon"),
    ("edge", "search", "actions/guess.rs", "an icon"),
    ("edge", "task", "actions/interact.rs", "the code of a refusal"),
    ("edge", "task", "fight/task.rs", "the head of a trace"),
    ("essence", "burrow", "motion/burrow.rs", "how a step is made, for people"),
    ("essence", "climb", "field/ground.rs", "the code of a refusal"),
    ("essence", "disarm", "data/kind.rs", "a kind of question"),
    ("essence", "drop", "fight/shove.rs", "an answer: the thing falls"),
    ("essence", "drop", "field/ground.rs", "the code of a refusal"),
    ("essence", "fly", "actions/rise.rs", "how a step is made, for people"),
    ("essence", "ready", "people/sheet.rs", "a line of the sheet"),
    ("essence", "ready", "people/lexicon.rs", "an override"),
    ("essence", "release", "fight/ready.rs", "an answer: release it"),
    ("momentum", "aid", "actions/unite.rs", "an icon"),
    ("momentum", "interact", "actions/gear.rs", "an icon"),
    ("momentum", "interact", "actions/let_go.rs", "an icon"),
    ("sol", "attack", "data/entries.rs", "what is wrong in a level, for its author"),
    ("sol", "attack", "data/overrides.rs", "what is wrong in a level, for its author"),
    ("sol", "attack", "data/bestiary.rs", "what is wrong in the bestiary"),
    ("sol", "climb", "people/sheet.rs", "a line of the sheet"),
    ("sol", "hide", "field/sight.rs", "the head of a trace"),
    ("sol", "prone", "data/stats.rs", "a condition"),
    ("sol", "prone", "data/keys.rs", "a posture to start in"),
    ("sol", "prone", "fight/answer.rs", "a term of a trace"),
    ("sol", "ready", "people/sheet.rs", "a line of the sheet"),
    ("sol", "ready", "fight/readied/ask.rs", "an answer: take the readied action"),
    ("sol", "search", "field/sight.rs", "the head of a trace"),
    ("vigor", "release", "fight/readied.rs", "an answer: do it"),
    ("vigor", "search", "actions/weakness.rs", "an icon"),
    ("vigor", "hide", "fight/protect.rs", "what it has grown"),
];

/// Every file of a ruleset with its text, tests left out.
pub(crate) fn sources(ruleset: &str) -> Vec<(String, String)> {
    let room = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules").join(ruleset);
    let mut out = Vec::new();
    let mut folders: Vec<PathBuf> = vec![room.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a room should be a folder") {
            let path = entry.expect("a folder should list its files").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a source should read");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            let below = path.strip_prefix(&room).expect("it lies in the room");
            out.push((below.display().to_string().replace('\\', "/"), code));
        }
    }
    out.sort();
    out
}

#[test]
fn the_key_of_every_action_stands_in_one_file() {
    let mut met = BTreeSet::new();
    for ruleset in rules::all().iter().chain(rules::begun()) {
        let files = sources(ruleset.key());
        let mut known = BTreeSet::new();
        for kind in ruleset.actions() {
            assert!(known.insert(kind.key), "{}: {} twice", ruleset.key(), kind.key);
            let literal = format!("\"{}\"", kind.key);
            let mut places = Vec::new();
            for (file, _) in files.iter().filter(|(_, code)| code.contains(&literal)) {
                let homonym =
                    HOMONYMS.iter().position(|one| (one.0, one.1, one.2) == (ruleset.key(), kind.key, file.as_str()));
                match homonym {
                    Some(place) => {
                        met.insert(place);
                    }
                    None => places.push(file),
                }
            }
            assert_eq!(places.len(), 1, "{}: {} stands in {places:?}", ruleset.key(), kind.key);
        }
        assert!(!known.is_empty(), "{} has actions", ruleset.key());
    }
    let gone: Vec<_> = (0..HOMONYMS.len()).filter(|place| !met.contains(place)).map(|place| HOMONYMS[place]).collect();
    assert!(gone.is_empty(), "no longer there: {gone:?}");
}

/// Plays a few orders of a level, and holds every row and every order it stands for against its kind.
fn check_kinds(path: &Path, ruleset: &'static dyn Ruleset) -> BTreeSet<&'static str> {
    let setup = Setup::read(path, Some(ruleset.key())).expect("a shipped level should be sound");
    let mut battle = setup.start(7).expect("a shipped level should start");
    let mut met = BTreeSet::new();
    for turn in 0..8 {
        // While a question is open nothing else is ordered.
        let actors = if battle.decision().is_some() { Vec::new() } else { battle.actors() };
        for id in actors {
            let offers = ruleset.offers(battle.world(), id);
            for kind in ruleset.actions().into_iter().filter(|kind| kind.with.is_empty()) {
                let acts = ruleset.acts(battle.world(), id, &kind.offer());
                let possible = |offer: &Offer| offer.action == kind.key && offer.refusal.is_none();
                let listed = acts.is_empty() || offers.iter().any(possible);
                assert!(listed, "{}: {acts:?} can be done, but is not listed", ruleset.key());
            }
            for offer in offers {
                let kind = ruleset.actions().into_iter().find(|kind| kind.key == offer.action);
                let kind = kind.unwrap_or_else(|| panic!("{}: no kind of {offer:?}", ruleset.key()));
                met.insert(kind.key);
                check_offer(kind, &offer);
                let acts = ruleset.acts(battle.world(), id, &offer);
                // What can be done stands on the list as what can be done.
                if let Some(refusal) = &offer.refusal {
                    assert_eq!(acts, [], "{}: {refusal:?}", ruleset.key());
                }
                for act in acts {
                    assert_eq!(kind.understands(&act), Ok(()), "{act:?}");
                    assert_eq!(battle.check(&Order::Act(act.clone())), Ok(()), "{act:?}");
                }
            }
        }
        let legal = battle.legal();
        if legal.is_empty() {
            break;
        }
        let order = &legal[turn * 7 % legal.len()].order;
        battle.order(order).expect("a legal order should be taken");
    }
    met
}

fn check_offer(kind: &ActionKind, offer: &Offer) {
    assert!(kind.groups.contains(&offer.group), "{offer:?}");
    assert!(kind.aimed.iter().any(|aimed| aimed.by_hand() == offer.aim), "{offer:?}");
    assert!(!kind.with.is_empty() || offer.with.is_none(), "{offer:?}");
    assert!(!offer.icon.is_empty() && !offer.label.is_empty(), "{offer:?}");
}

#[test]
fn what_is_offered_is_what_its_kind_says() {
    for ruleset in rules::all().iter().chain(rules::begun()) {
        let mut met = BTreeSet::new();
        for level in crate::fights::shipped() {
            met.extend(check_kinds(&level, *ruleset));
        }
        assert!(met.len() > 5, "{}: {met:?}", ruleset.key());
    }
}
