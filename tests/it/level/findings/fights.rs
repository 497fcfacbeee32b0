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

#[test]
fn manners_that_are_none_or_change_nothing() {
    let folk = "[[side]]\nid = \"folk\"\nneutral = true\n";
    let there = "[[creature]]\nkind = \"civilian\"\nside = \"folk\"\nat = [2, 2]\n";
    let with = |entry: &str| level_text("", "", "").replace("name = \"Ada\"", &format!("name = \"Ada\", {entry}"));
    check(Code::UnknownWord, &with("manner = «\"bolt\""));
    check(Code::UnknownWord, &with("manner = «\"bystander\""));
    check(Code::WrongType, &with("manner = «true"));
    check(Code::UnknownKey, &with("«maner = \"bold\""));
    check(
        Code::DoesNothing,
        &with("bystander = true, «manner = \"bold\"").replace(
            "[[side]]\nid = \"blue\"",
            "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = [3, 2]\n[[side]]\nid = \"blue\"",
        ),
    );
    rest(Code::UnknownWord, &format!("{there}[[side]]\nid = \"folk\"\nmanner = «\"gard\""));
    rest(Code::DoesNothing, &format!("{folk}«manner = \"coward\"\n{there}"));
    rest(Code::DoesNothing, &format!("{folk}{there}«manner = \"coward\""));
    // Things fight in no manner.
    rest(Code::UnknownKey, "[[place]]\nobject = \"crate\"\nat = [3, 2]\n«manner = \"guard\"");
    check(
        Code::UnknownKey,
        &super::legend(
            "c = { object = \"crate\", terrain = \"floor\", «manner = \"guard\" }",
            "########\n#a.c..b#\n#......#\n########\n",
        ),
    );
    for (wrong, cure) in [("gard", "did you mean `guard`?"), ("bystander", "write `bystander = true`")] {
        let found = super::super::findings(&with(&format!("manner = \"{wrong}\"")));
        assert!(found[0].help.contains(cure), "{}", found[0].help);
    }
}

#[test]
fn goals_that_are_joined() {
    let exit = "[[area]]\nexit = true\nsquares = [3, 2]\n[[goal]]\nside = \"red\"\n";
    let goal = |win: &str| format!("{exit}win = {win}");
    rest(Code::UnknownCreature, &goal("{ escape = [«\"Adda\"] }"));
    rest(Code::BadNumber, &goal("{ escape = [\"Ada\"], count = «2 }"));
    rest(Code::OneOf, &goal("{ escape = 1, «count = 1 }"));
    rest(Code::OneOf, &goal("{ escape = [\"Ada\"], «rounds = 1 }"));
    rest(Code::OneOf, &goal("{ all_of = «[{ escape = 1 }] }"));
    rest(Code::OneOf, &goal("{ all_of = [{ escape = 1 }, «{ escape = 1, survive = 3 }] }"));
    rest(Code::WrongType, &goal("{ any_of = «{ escape = 1 } }"));
    rest(Code::WrongType, &goal("{ any_of = [{ escape = 1 }, «\"last_side_standing\"] }"));
    rest(Code::UnknownThing, &goal("{ carry_out = «\"Idol\" }"));
    rest(
        Code::GoalImpossible,
        &format!("[[place]]\nobject = \"crate\"\nname = \"Idol\"\nat = [2, 2]\n{}", goal("{ carry_out = «\"Idol\" }")),
    );
    rest(Code::GoalImpossible, "[[goal]]\nside = «\"red\"\nwin = { any_of = [{ survive = 3 }, { escape = 1 }] }");
}

#[test]
fn events_that_wait_for_others() {
    let event = |when: &str| format!("[[event]]\nid = \"e\"\ntext = \"x\"\nwhen = {when}");
    rest(Code::UnknownEvent, &event("{ after = «\"f\" }"));
    rest(Code::UnknownEvent, &event("{ after = { event = «\"f\", rounds = 2 } }"));
    rest(Code::BadNumber, &event("{ after = { event = \"e\", rounds = «-1 } }"));
    rest(Code::OneOf, &event("{ any_of = «[{ round_end = 2 }] }"));
    rest(Code::WrongType, &event("{ all_of = «{ round_end = 2 } }"));
    rest(Code::WrongType, &event("{ all_of = [{ round_end = 2 }, «\"manual\"] }"));
    rest(Code::UnknownCreature, &event("{ all_of = [{ round_end = 2 }, { down = «\"Adda\" }] }"));
    rest(Code::EventCircle, "[[event]]\nid = «\"e\"\ntext = \"x\"\nwhen = { after = \"e\" }");
    rest(
        Code::EventCircle,
        "[[event]]\nid = «\"e\"\nwhen = \"manual\"\ndo = { event = \"f\" }\n[[event]]\nid = \"f\"\ntext = \"x\"\nwhen = \"manual\"\ndo = { event = \"e\" }",
    );
    rest(Code::UnknownEvent, "[[arrival]]\nevent = «\"alarm\"\ncreatures = \"Ada\"");
    rest(Code::OneOf, "[[arrival]]\nevent = \"alarm\"\n«round = 2\ncreatures = \"Ada\"");
}

#[test]
fn what_events_do_to_things() {
    let deed = |deed: &str| format!("[[event]]\nid = \"e\"\nwhen = \"manual\"\ndo = {deed}");
    rest(Code::UnknownThing, &deed("{ break = «\"Crate\" }"));
    rest(Code::UnknownThing, &deed("{ lamp = { object = «\"Lamp\", becomes = \"out\" } }"));
    rest(Code::UnknownObject, &deed("{ place = { object = «\"crat\", at = [2, 2] } }"));
    rest(Code::UnknownTerrain, &deed("{ spread = { terrain = «\"fier\" } }"));
    rest(Code::UnknownTerrain, &deed("{ spread = { terrain = \"mud\", over = [«\"gras\"] } }"));
    rest(Code::UnknownEvent, &deed("{ event = «\"f\" }"));
    rest(Code::MissingKey, &deed("{ exit = «{ becomes = false } }"));
    let lamp = "[[place]]\nobject = \"lamp\"\nname = \"Lamp\"\nat = [2, 2]\n";
    rest(Code::BadLength, &format!("{lamp}{}", deed("{ lamp = { object = \"Lamp\", becomes = «\"on\" } }")));
}

#[test]
fn keys_and_allies() {
    rest(
        Code::UnknownSide,
        "[[side]]\nid = \"green\"\nallies = «\"redd\"\n[[creature]]\nkind = \"scout\"\nside = \"green\"\nat = [2, 2]",
    );
    rest(
        Code::OneOf,
        "[[side]]\nid = \"green\"\nallies = «\"green\"\n[[creature]]\nkind = \"scout\"\nside = \"green\"\nat = [2, 2]",
    );
    let key = "[[place]]\nobject = \"key\"\nat = [2, 2]\n[object.key]\nlike = \"lamp\"\n";
    rest(Code::UnknownThing, &format!("{key}portable = true\nunlocks = «\"Gate\""));
    rest(Code::UnknownThing, &format!("{key}portable = true\nunlocks = «\"Key\""));
    rest(Code::TerrainContradiction, &format!("{key}portable = true\n«blocks = true"));
    let door = "[object.door]\nname = \"Gate\"\n";
    rest(
        Code::TerrainContradiction,
        &format!(
            "{door}[[allow]]\ncode = \"door-in-the-open\"\nreason = \"x\"\n[[place]]\nobject = \"door\"\nat = [3, 2]\n{key}«unlocks = \"Gate\""
        ),
    );
}
