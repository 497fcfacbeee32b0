//! What rules plan with goes by what the mover's side knows: `known_to`. Everybody on the map is asked for by `all_stands`, and only in
//! the files that are named here may ground, ways, lines and actions do that.

use battlemat::rules;

use crate::units::sources;

/// The folders of a ruleset in which orders are planned, offered, refused and foreseen.
const PLANNING: [&str; 3] = ["field/", "motion/", "actions/"];

/// Files of those folders that ask for everybody: the ruleset, the file below its folder, and why it tells nothing.
const ALLOWED: [(&str, &str, &str); 6] = [
    (
        "essence",
        "field/ground.rs",
        "whom the mover itself has not noticed is left out, which is fewer than its side knows of",
    ),
    (
        "essence",
        "field/cover.rs",
        "who hides from the attacker itself is left out; of a place alone it is asked for what happens there",
    ),
    ("vigor", "motion/ground.rs", "who may be put where another is, is the game master's question, who sees all"),
    ("sol", "field/cover/obstacles.rs", "of lines on which a body stands the dice are asked, whoever knows of it"),
    (
        "momentum",
        "field/area.rs",
        "whom an area finds is asked when it goes off, and an Ability's own targeting keeps it to itself",
    ),
    (
        "edge",
        "motion/room.rs",
        "whoever stands in a creature's own space is met there when it has come, and found by it",
    ),
];

#[test]
fn planning_asks_for_everybody_only_where_it_is_allowed() {
    let mut met = Vec::new();
    for ruleset in rules::all().iter().chain(rules::begun()) {
        let planning = sources(ruleset.key()).into_iter();
        for (file, code) in planning.filter(|(file, _)| PLANNING.iter().any(|folder| file.starts_with(folder))) {
            let calls = code.lines().map(|line| line.split("//").next().unwrap_or_default());
            if !calls.into_iter().any(|line| line.contains("all_stands")) {
                continue;
            }
            let allowed = ALLOWED.iter().position(|one| (one.0, one.1) == (ruleset.key(), file.as_str()));
            let why = "asks for everybody with `all_stands`: plan with `known_to`, or say here why it tells nothing";
            met.push(allowed.unwrap_or_else(|| panic!("{}: {file} {why}", ruleset.key())));
        }
    }
    met.sort_unstable();
    assert_eq!(met, (0..ALLOWED.len()).collect::<Vec<_>>(), "a file that is named here asks for everybody no longer");
}
