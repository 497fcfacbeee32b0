//! Mistakes of sides, goals and events.

use battlemat::level::Code;

use super::super::level_text;
use super::{check, map_rest, rest};

#[test]
fn mistakes_of_sides_goals_and_events() {
    rest(Code::EmptySide, "[[side]]\nid = «\"green\"");
    check(
        Code::TooFewSides,
        &level_text("", "", "neutral = true").replacen("\"red\"\n\n[[side]]", "«\"red\"\n\n[[side]]", 1),
    );
    map_rest(
        Code::NobodyThere,
        "########\n#«a....b#\n#......#\n########\n",
        "[[arrival]]\nround = 2\ncreatures = [\"Ada\", \"Bo\"]",
    );
    let ai = level_text("", "", "seat = \"ai\"").replace("id = \"red\"", "seat = \"ai\"\nid = «\"red\"");
    check(Code::NoHuman, &ai);
    rest(
        Code::GoalNeutral,
        "[[side]]\nid = \"folk\"\nneutral = true\n[[creature]]\nkind = \"civilian\"\nside = \"folk\"\nat = [2, 2]\n[[goal]]\nside = «\"folk\"\nwin = { survive = 3 }",
    );
    rest(Code::GoalImpossible, "[[goal]]\nside = «\"red\"\nwin = { escape = 1 }");
    rest(
        Code::GoalImpossible,
        "[[area]]\nexit = true\nsquares = [3, 2]\n[[goal]]\nside = «\"red\"\nwin = { escape = 9 }",
    );
    rest(Code::GoalImpossible, "[[goal]]\nside = «\"red\"\nwin = { eliminate = \"Ada\" }");
    rest(Code::GoalImpossible, "[[goal]]\nside = \"red\"\nprotect = «\"Bo\"");
    rest(Code::EventNever, "[[event]]\ntext = \"x\"\nwhen = { round_end = «{ from = 4, every = 1, until = 2 } }");
    check(
        Code::NobodyThere,
        "name = \"x\"\nruleset = \"sol\"\nmap = \"........\"\n[[creature]]\nkind = \"scout\"\nside = \"a\"\narrives = 2\nat = «[0, 0]\n[[creature]]\nkind = \"scout\"\nside = \"b\"\narrives = 2\nat = [1, 0]",
    );
    rest(Code::EventEmpty, "«[[event]]\nwhen = \"manual\"");
    // The fight is over by then, whoever wins it.
    let survive = "[[goal]]\nside = \"red\"\nwin = { survive = 8 }\n";
    rest(Code::EventNever, &format!("{survive}[[event]]\nid = «\"late\"\ntext = \"x\"\nwhen = {{ round_start = 9 }}"));
    rest(
        Code::EventNever,
        &format!("{survive}[[creature]]\nkind = \"scout\"\nside = \"red\"\narrives = 9\nat = «[2, 2]"),
    );
    rest(
        Code::EventNever,
        "[[event]]\nid = \"end\"\nwhen = { round_end = 4 }\ndo = { win = \"red\" }\n[[event]]\nid = «\"late\"\ntext = \"x\"\nwhen = { round_end = { from = 5, every = 2 } }",
    );
    rest(
        Code::ZonesOverlap,
        "[zone]\nx = [[2, 2], [3, 2]]\ny = [3, 2]\n[[goal]]\nside = \"red\"\nwin = { hold = \"x\" }\n[[goal]]\nside = «\"blue\"\nwin = { hold = \"y\" }",
    );
}
