//! What rulesets refuse of the tables meant for them alone.

use battlemat::level::Code;
use battlemat::rules;

use super::level_text;

/// Refuses the key `hp_mx` everywhere.
struct Strict;

impl battlemat::level::Vocabulary for Strict {
    fn rulesets(&self) -> Vec<String> {
        vec!["sol".to_owned()]
    }

    fn kinds(&self, _: &str) -> Vec<String> {
        vec!["soldier".to_owned()]
    }

    fn damage_words(&self) -> Vec<String> {
        Vec::new()
    }

    fn conditions(&self) -> Vec<String> {
        Vec::new()
    }

    fn check_overrides(&self, ruleset: &str, _: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        let wrong = table.keys().filter(|key| *key == "hp_mx");
        wrong
            .map(|key| (key.clone(), format!("`{ruleset}` knows no `{key}`"), "did you mean `hp_max`?".to_owned()))
            .collect()
    }
}

#[test]
fn a_ruleset_refuses_an_override_at_its_key() {
    let marked = level_text(
        "",
        "",
        "[[creature]]\nkind = \"soldier\"\nside = \"red\"\nat = [2, 2]\nsol = { hp = 9, «hp_mx = 9 }",
    );
    let at = marked.find('«').expect("it is marked");
    let text = marked.replace('«', "");
    let found = battlemat::level::parse(&text, "test.toml", &Strict).expect_err("it is refused");
    let found: Vec<_> = found.iter().filter(|finding| finding.is_error()).collect();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].code, found[0].span.clone()), (Code::BadOverride, at..at + 5));
    assert_eq!(found[0].help, "did you mean `hp_max`?");
}

/// The finished rulesets refuse this, at the mark, with words in the help.
#[track_caller]
fn refused(rest: &str, words: &str) {
    let marked = level_text("", "", rest);
    let at = marked.find('«').expect("it is marked");
    let text = marked.replace('«', "");
    let found = rules::read_level(&text, "test.toml").expect_err("it is refused");
    let found: Vec<_> = found.iter().filter(|finding| finding.is_error()).collect();
    assert_eq!(found.len(), 1, "{rest}");
    assert_eq!((found[0].code, found[0].span.start), (Code::BadOverride, at), "{rest}");
    assert!(found[0].help.contains(words), "{rest}: {}", found[0].help);
}

/// What a ruleset would not let a creature of its kind start with, though nothing of it is wrong by itself, is found where it stands.
#[test]
fn what_a_kind_cannot_start_with_is_found() {
    let creature = |keys: &str| format!("[[creature]]\nkind = \"soldier\"\nside = \"red\"\nat = [2, 1]\n{keys}");
    let soldier = "the stat block of `soldier`";
    for wrong in [
        "essence = { «aloft = true }",
        "essence = { level = 3, «hp = -40 }",
        "essence = { «held = [\"trombone\"] }",
        "items = [\"rifle\"]\nvigor = { «held = [\"sword\"] }",
        "sol = { «space_squares = 12 }",
        "sol = { «held = [\"maul\"] }",
        "vigor = { «squeezing = true }",
        "vigor = { nature = \"construct\", «durability = 0 }",
    ] {
        refused(&creature(wrong), soldier);
    }
    let late = "[[event]]\nid = \"late\"\nwhen = { round_end = 2 }\n\
                do = { spawn = { kind = \"soldier\", side = \"red\", at = [2, 2], essence = { «aloft = true } } }";
    refused(late, soldier);
    for sound in ["essence = { aloft = true, flight = \"plain\" }", "size = \"large\"\nvigor = { squeezing = true }"] {
        let text = level_text("", "", &creature(sound));
        let (level, _) = rules::read_level(&text, "test.toml").expect("it can be read");
        let level = std::sync::Arc::new(level);
        for ruleset in rules::all() {
            assert!(battlemat::battle::Battle::new(level.clone(), *ruleset, 1).is_ok(), "{sound}");
        }
    }
}

#[test]
fn a_creature_carries_what_its_kind_has() {
    let creature =
        |items: &str| format!("[[creature]]\nkind = \"soldier\"\nside = \"red\"\nat = [2, 2]\nitems = {items}");
    // What it has under any ruleset will do.
    let sound = level_text("", "", &creature("[\"carbine\", \"sword\"]"));
    assert!(rules::read_level(&sound, "test.toml").is_ok());
    let marked = level_text("", "", &creature("[\"knife\", «\"bananas\"]"));
    let at = marked.find('«').expect("it is marked");
    let text = marked.replace('«', "");
    let found = rules::read_level(&text, "test.toml").expect_err("it is refused");
    let found: Vec<_> = found.iter().filter(|finding| finding.is_error()).collect();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].code, found[0].span.start), (Code::UnknownItem, at));
    assert!(found[0].help.contains("`carbine`"), "{}", found[0].help);
}

#[test]
fn options_of_a_level_are_those_its_ruleset_knows() {
    refused("[rules.sol]\n«gravity = 2", "leave it away");
    refused("[rules.essence]\n«criticals = 19", "leave it away");
}

#[test]
fn a_ruleset_knows_what_things_may_be_told() {
    let thing =
        |table: &str| format!("[object.box]\nlike = \"crate\"\n{table}\n[[place]]\nobject = \"box\"\nat = [2, 2]");
    refused(&thing("sol = { «evnt = \"x\" }"), "did you mean `event`");
    refused(&thing("sol = { «event = 3 }"), "text in quotes");
    let bell = "[[event]]\nid = \"bell\"\nwhen = \"manual\"\ntext = \"A bell.\"\n";
    refused(&format!("{bell}{}", thing("sol = { event = «\"bel\" }")), "did you mean `bell`");
    refused(&thing("essence = { «obscures = \"half\" }"), "total, partial, none");
    refused(&thing("essence = { «climb_dc = 99 }"), "from 0 to 60");
    refused(&thing("essence = { «fixd = true }"), "did you mean `fixed`");
}

#[test]
fn a_ruleset_knows_what_ground_may_be_told() {
    let ground = |table: &str| {
        format!("[terrain.own]\nlike = \"floor\"\n{table}\n[[area]]\nsquares = [2, 2]\nterrain = \"own\"")
    };
    refused(&ground("sol = { «no_squeez = true }"), "did you mean `no_squeeze`");
    refused(&ground("sol = { «no_squeeze = 1 }"), "`true` or `false`");
    refused(&ground("essence = { «current = \"up\" }"), "north_east");
    refused(&ground("essence = { «obscures = \"total\" }"), "known are");
}

/// Each of the marked values is refused at its mark, and nothing else.
#[track_caller]
fn each_refused(rest: &str) {
    let marked = level_text("", "", rest);
    let marks: Vec<usize> = marked.match_indices('«').map(|(at, _)| at).collect();
    let marks = marks.iter().enumerate().map(|(index, at)| at - index * '«'.len_utf8());
    let text = marked.replace('«', "");
    let found = rules::read_level(&text, "test.toml").expect_err("it is refused");
    let told = found.iter().filter(|finding| finding.code == Code::BadOverride);
    let mut told: Vec<usize> = told.map(|finding| finding.span.start).collect();
    told.sort_unstable();
    assert_eq!(told, marks.collect::<Vec<_>>(), "{rest}: {found:#?}");
}

#[test]
fn each_of_several_bad_values_is_found_at_its_place() {
    let creature = |keys: &str| format!("[[creature]]\nkind = \"soldier\"\nside = \"red\"\nat = [2, 1]\n{keys}");
    for wrong in [
        "vigor = { attacks = [\"sword\", «\"sward\", «\"bwo\"], «nature = \"angel\", «worn = [\"mial\"] }",
        "vigor = { «sped = 3, «strength = 0, attacks = [«\"sward\", \"bow\"], held = [\"bow\"], speed = 20 }",
        // What only names something that is told is not told again.
        "vigor = { attacks = [«\"sward\", \"bow\"], held = [\"sward\"] }",
        "essence = { weapons = [«\"sward\", \"bow\", «\"knief\"], «str = 99, spells = [«\"mnd\", «\"glwo\"] }",
        "sol = { attacks = [«\"pistl\", \"knife\", «\"knief\"], resist = [«\"wet\", «\"dry\"], «hp_max = -1 }",
        // A list that must be so long is wrong as a whole.
        "sol = { «abilities = [8, 8] }",
    ] {
        each_refused(&creature(wrong));
    }
}
