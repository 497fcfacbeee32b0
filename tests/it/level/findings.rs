//! For each code, a level that has the mistake and no other, and where it is underlined.

use std::collections::BTreeSet;

use battlemat::level::Code;

use super::{findings, level_text, rendered};

/// Marks, in a level's text, where the finding must begin.
const MARK: char = '«';

/// The text yields exactly this finding, beginning at the mark.
#[track_caller]
fn check(code: Code, marked: &str) {
    let at = marked
        .find(MARK)
        .unwrap_or_else(|| panic!("{}: the text has no mark", code.id()));
    let text = marked.replace(MARK, "");
    let found = findings(&text);
    let codes: Vec<Code> = found.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [code], "{}:\n{}", code.id(), rendered(&text, &found));
    let line = marked[..at].matches('\n').count() + 1;
    let column = marked[..at].rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    let place = (found[0].line, found[0].column);
    assert_eq!(place, (line, column), "{}:\n{}", code.id(), rendered(&text, &found));
    assert_eq!(found[0].severity, code.severity());
    assert!(
        !found[0].help.is_empty() && !found[0].reason.is_empty(),
        "{}: say why and what to do",
        code.id()
    );
    let span = found[0].span.clone();
    assert!(text.get(span).is_some(), "{}: the span lies inside the text", code.id());
}

/// With something before the first table.
#[track_caller]
fn top(code: Code, top: &str) {
    check(code, &level_text(top, "", ""));
}

/// With another drawing.
#[track_caller]
fn map(code: Code, map: &str) {
    check(code, &level_text("", map, ""));
}

/// With something at the end.
#[track_caller]
fn rest(code: Code, rest: &str) {
    check(code, &level_text("", "", rest));
}

/// With another drawing and something at the end.
#[track_caller]
fn map_rest(code: Code, map: &str, rest: &str) {
    check(code, &level_text("", map, rest));
}

#[test]
fn mistakes_of_writing() {
    check(
        Code::Syntax,
        &level_text("", "", "\n[[goal\n").replace("[[goal\n", "[[goal«\n"),
    );
    check(
        Code::MissingKey,
        "«name = \"No map\"\nruleset = \"sol\"\n[[creature]]\nkind = \"scout\"\nside = \"a\"\nat = [0, 0]\n[[creature]]\nkind = \"scout\"\nside = \"b\"\nat = [1, 0]",
    );
    rest(
        Code::MissingKey,
        "[[event]]\nid = \"x\"\ntext = \"y\"\nwhen = { enters = «{ side = \"red\" } }",
    );
    top(Code::WrongType, "about = «3");
    top(Code::WrongType, "heights = «\"high\"");
    rest(
        Code::WrongType,
        "[[side]]\nid = \"x\"\nneutral = «\"yes\"\n[[creature]]\nkind = \"civilian\"\nside = \"x\"\nat = [2, 2]",
    );
    rest(Code::WrongType, "[[area]]\nsquares = «[1, 2, 3]\nfog = true");
    top(Code::UnknownKey, "«abuot = \"A fight.\"");
    rest(
        Code::UnknownKey,
        "[[event]]\ntext = \"x\"\nwhen = { round_end = 1 }\n«seceret = true",
    );
    rest(Code::UnknownWord, "[[event]]\ntext = \"x\"\nwhen = «\"never\"");
    top(Code::UnknownWord, "ambient = «\"bleak\"");
    top(Code::UnknownWord, "weather = { wind = «\"up\" }");
    top(Code::UnknownWord, "weather = { falls = «\"frogs\" }");
    top(Code::UnknownWord, "weather = { haze = «\"pink\" }");
    rest(
        Code::BadLength,
        "[[area]]\nsquares = [2, 2]\nelevation = «\"4 bananas\"",
    );
    rest(Code::BadLength, "[[area]]\nsquares = [2, 2]\nelevation = «4");
    for damage in ["1d6", "toxic", "d6d toxic", "0d6 toxic", "1d6+ toxic", ""] {
        let event =
            format!("[[event]]\nwhen = \"manual\"\ndo = {{ harm = {{ squares = [2, 2], damage = «\"{damage}\" }} }}");
        rest(Code::BadDice, &event);
    }
    rest(
        Code::BadNumber,
        "[[event]]\nwhen = \"manual\"\ndo = { push = { squares = [2, 2], direction = \"east\", count = «0 } }",
    );
    top(Code::BadNumber, "weather = { gravity = «0.123 }");
    rest(
        Code::BadNumber,
        "[object.crate]\nhp = «-3\n[[place]]\nobject = \"crate\"\nat = [2, 2]",
    );
    rest(
        Code::BadNumber,
        "[object.crate]\nheight = «\"-3 ft\"\n[[place]]\nobject = \"crate\"\nat = [2, 2]",
    );
    rest(Code::RoundZero, "[[event]]\ntext = \"x\"\nwhen = { round_end = «0 }");
    rest(
        Code::RoundZero,
        "[[event]]\ntext = \"x\"\nwhen = { round_start = { from = «0, every = 2 } }",
    );
    rest(
        Code::OneOf,
        "[[event]]\ntext = \"x\"\nwhen = «{ round_end = 1, down = \"Ada\" }",
    );
    rest(Code::OneOf, "[[event]]\nwhen = \"manual\"\ndo = «{}");
    rest(Code::OneOf, "«[[goal]]\nside = \"red\"");
    rest(
        Code::OneOf,
        "[[goal]]\nside = \"red\"\nwin = «{ escape = 1, survive = 3 }",
    );
    rest(
        Code::OneOf,
        "[[goal]]\nside = \"red\"\nwin = { survive = 3, «rounds = 3 }",
    );
    rest(
        Code::OneOf,
        "[[area]]\nsquares = «{ zone = \"x\", legend = \"a\" }\nfog = true",
    );
    check(
        Code::EmptyText,
        &level_text("", "", "").replace("name = \"Test\"", "name = «\" \""),
    );
}

#[test]
fn mistakes_of_drawing() {
    check(
        Code::EmptyMap,
        "name = \"x\"\nruleset = \"sol\"\nmap = «'''\n'''\n[[creature]]\nkind = \"scout\"\nside = \"a\"\nat = [0, 0]\n[[creature]]\nkind = \"scout\"\nside = \"b\"\nat = [1, 0]",
    );
    let wide = format!("«'''\n{}\n'''", ".".repeat(129));
    check(
        Code::MapTooLarge,
        &format!(
            "name = \"x\"\nruleset = \"sol\"\nmap = {wide}\n[[creature]]\nkind = \"scout\"\nside = \"a\"\nat = [0, 0]\n[[creature]]\nkind = \"scout\"\nside = \"b\"\nat = [1, 0]"
        ),
    );
    check(
        Code::MapTooSmall,
        &level_text("", "a.b\n", "").replace("map = '", "map = «'"),
    );
    map(Code::RaggedLine, "a.......b\n«....\n.........\n");
    map(Code::UnknownCharacter, "a...«?...b\n....?...?\n");
    map(Code::UnknownCharacter, "a...«\t...b\n");
    rest(
        Code::UnknownCharacter,
        "[[area]]\nfog = true\nsquares = { legend = «\"z\" }",
    );
    top(
        Code::OverlaySize,
        "light = '''\n........\n........\n«.......\n........\n'''",
    );
    top(Code::OverlaySize, "fog = «'''\n........\n........\n'''");
    top(
        Code::OverlayCharacter,
        "elevation = '''\n........\n..«?..?..\n........\n........\n'''",
    );
    top(
        Code::OverlayCharacter,
        "light = '''\n........\n..b..«q..\n........\n........\n'''",
    );
    top(
        Code::OverlayCharacter,
        "fog = '''\n........\n..f..«q..\n........\n........\n'''",
    );
    top(
        Code::OverlayCharacter,
        "zone_names = { q = \"yard\" }\nzones = '''\n........\n..«r..r..\n........\n........\n'''",
    );
    check(Code::LegendCharacter, &legend("«\"ab\" = { terrain = \"mud\" }", ""));
    check(Code::LegendCharacter, &legend("«\"\\t\" = { terrain = \"mud\" }", ""));
    check(Code::LegendUnused, &legend("«q = { terrain = \"mud\" }", ""));
    check(
        Code::LegendShadows,
        &legend("«T = { terrain = \"mud\" }", "a..T..b\n.......\n"),
    );
    check(Code::LegendEmpty, &legend("«q = {}", "a..q..b\n.......\n"));
}

/// A level with a further legend entry.
fn legend(entry: &str, map: &str) -> String {
    level_text("", map, "").replace("[[side]]\nid = \"red\"", &format!("{entry}\n[[side]]\nid = \"red\""))
}

#[test]
fn unknown_names() {
    check(
        Code::UnknownTerrain,
        &legend("q = { terrain = «\"flor\" }", "a..q..b\n.......\n"),
    );
    top(Code::UnknownTerrain, "ground = «\"flor\"");
    rest(
        Code::UnknownTerrain,
        "[terrain.lava]\nlike = «\"flor\"\n[[area]]\nterrain = \"lava\"\nsquares = [2, 2]",
    );
    check(
        Code::UnknownObject,
        &legend("q = { object = «\"crat\" }", "a..q..b\n.......\n"),
    );
    rest(Code::UnknownObject, "[[place]]\nobject = «\"crat\"\nat = [2, 2]");
    check(
        Code::UnknownKind,
        &legend("q = { creature = «\"solder\", side = \"red\" }", "a..q..b\n.......\n"),
    );
    check(
        Code::UnknownSide,
        &legend("q = { creature = \"scout\", side = «\"rde\" }", "a..q..b\n.......\n"),
    );
    rest(
        Code::UnknownSide,
        "[[goal]]\nside = «\"rde\"\nwin = \"last_side_standing\"",
    );
    rest(
        Code::UnknownZone,
        "[[goal]]\nside = \"red\"\nwin = { hold = «\"gate\" }",
    );
    rest(Code::UnknownZone, "[[area]]\nfog = true\nsquares = «\"gate\"");
    check(
        Code::UnknownRuleset,
        &level_text("", "", "").replace("\"sol\"", "«\"soll\""),
    );
    rest(Code::UnknownRuleset, "[rules.«soll]\nx = 1");
    rest(
        Code::UnknownCondition,
        "[[event]]\nwhen = \"manual\"\ndo = { condition = { creature = \"Ada\", condition = «\"pron\" } }",
    );
    rest(
        Code::UnknownDamage,
        "[[event]]\nwhen = \"manual\"\ndo = { harm = { squares = [2, 2], damage = «\"1d6 toxik\" } }",
    );
    rest(
        Code::UnknownDamage,
        "[object.crate]\nresist = [\"fire\", «\"fyre\"]\n[[place]]\nobject = \"crate\"\nat = [2, 2]",
    );
    rest(
        Code::UnknownSide,
        "[[side]]\nid = \"green\"\n[[creature]]\nkind = \"scout\"\nside = «\"gren\"\nat = [2, 2]",
    );
    top(Code::UnknownCreature, "surprised = [\"Ada\", «\"Adda\"]");
    top(Code::UnknownCreature, "opening = «\"Adda\"");
    rest(
        Code::UnknownCreature,
        "[[event]]\ntext = \"x\"\nwhen = { down = «\"Adda\" }",
    );
    rest(Code::UnknownCreature, "[[goal]]\nside = \"red\"\nprotect = «\"Adda\"");
    rest(Code::UnknownCreature, "[[arrival]]\nround = 2\ncreatures = [«\"Adda\"]");
    rest(
        Code::UnknownThing,
        "[[event]]\ntext = \"x\"\nwhen = { destroyed = «\"Vlave\" }",
    );
    rest(
        Code::UnknownThing,
        "[[event]]\nwhen = \"manual\"\ndo = { door = { object = «\"Dor\", becomes = \"open\" } }",
    );
    rest(
        Code::DuplicateName,
        "[[creature]]\nname = «\"Ada\"\nkind = \"scout\"\nside = \"red\"\nat = [2, 2]",
    );
    rest(
        Code::DuplicateName,
        "[[place]]\nname = \"A\"\nobject = \"crate\"\nat = [2, 2]\n[[place]]\nname = «\"A\"\nobject = \"crate\"\nat = [3, 2]",
    );
    rest(
        Code::DuplicateName,
        "[[event]]\nwhen = \"manual\"\ndo = { spawn = { name = «\"Ada\", kind = \"scout\", side = \"red\", at = [2, 2] } }",
    );
    rest(Code::DuplicateId, "[[side]]\nid = «\"red\"");
    rest(
        Code::DuplicateId,
        "[[event]]\nid = \"e\"\ntext = \"x\"\nwhen = \"manual\"\n[[event]]\nid = «\"e\"\ntext = \"x\"\nwhen = \"manual\"",
    );
}

#[test]
fn mistakes_of_sides_goals_and_events() {
    rest(Code::EmptySide, "[[side]]\nid = «\"green\"");
    check(
        Code::TooFewSides,
        &level_text("", "", "neutral = true").replacen("\"red\"\n\n[[side]]", "«\"red\"\n\n[[side]]", 1),
    );
    map_rest(
        Code::NobodyAtStart,
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
    rest(
        Code::GoalImpossible,
        "[[goal]]\nside = «\"red\"\nwin = { eliminate = \"Ada\" }",
    );
    rest(Code::GoalImpossible, "[[goal]]\nside = \"red\"\nprotect = «\"Bo\"");
    rest(
        Code::EventNever,
        "[[event]]\ntext = \"x\"\nwhen = { round_end = «{ from = 4, every = 1, until = 2 } }",
    );
    rest(Code::EventEmpty, "«[[event]]\nwhen = \"manual\"");
}

#[test]
fn mistakes_of_placing() {
    rest(Code::OffMap, "[[area]]\nfog = true\nsquares = [[2, 2], «[99, 2]]");
    rest(
        Code::OffMap,
        "[[area]]\nfog = true\nsquares = { from = [2, 2], to = «[2, -1] }",
    );
    rest(
        Code::OffMap,
        "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[2, 40000]",
    );
    map_rest(
        Code::CreatureInWall,
        "a..#..b\n.......\n",
        "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[3, 0]",
    );
    rest(
        Code::CreatureInWall,
        "[[creature]]\nkind = \"ogre\"\nside = \"red\"\nat = «[3, 2]",
    );
    rest(
        Code::CreatureInObject,
        "[[place]]\nobject = \"crate\"\nat = [3, 2]\n[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[3, 2]",
    );
    rest(
        Code::CreaturesOverlap,
        "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[1, 1]",
    );
    rest(
        Code::CreaturesOverlap,
        "[[creature]]\nkind = \"ogre\"\nside = \"blue\"\nat = «[5, 1]",
    );
    for ground in ["water", "pit"] {
        let area = format!(
            "[[area]]\nterrain = \"{ground}\"\nsquares = [3, 2]\n[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[3, 2]"
        );
        rest(Code::CreatureInHazard, &area);
    }
    rest(
        Code::CreatureTooBig,
        "[[area]]\ntight = \"medium\"\nsquares = [3, 2]\n[[creature]]\nkind = \"ogre\"\nside = \"red\"\nat = «[2, 1]",
    );
    rest(Code::ObjectInWall, "[[place]]\nobject = \"crate\"\nat = «[0, 0]");
    rest(
        Code::ObjectsOverlap,
        "[[place]]\nobject = \"crate\"\nat = [2, 2]\n[[place]]\nobject = \"barrel\"\nat = «[2, 2]",
    );
    rest(
        Code::SpawnBlocked,
        "[[event]]\nwhen = \"manual\"\ndo = { spawn = { kind = \"scout\", side = \"red\", at = «[0, 0] } }",
    );
    rest(
        Code::SpawnBlocked,
        "[[creature]]\narrives = 2\nkind = \"scout\"\nside = \"red\"\nat = «[0, 0]",
    );
    map(Code::DoorInOpen, "a.......b\n...«+.....\n.........\n");
}

#[test]
fn places_nobody_gets_to() {
    map_rest(
        Code::UnreachableCreature,
        "a.....b\n.......\n#######\n.......\n",
        "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = «[3, 3]",
    );
    map(Code::SidesApart, "«a..#..b\n...#...\n");
    map_rest(
        Code::UnreachableZone,
        "a.....b\n.......\n#######\n.......\n",
        "[[goal]]\nside = \"red\"\nwin = { hold = \"vault\" }\n[zone]\n«vault = [[3, 3], [4, 3]]",
    );
    map(Code::UnreachableExit, "a.....b\n.......\n#######\n...«>...\n");
    rest(Code::EmptyZone, "[zone]\n«gate = []");
    rest(Code::UnusedZone, "[zone]\n«gate = [2, 2]");
    check(
        Code::UnusedZone,
        &legend("q = { zone = \"gate\" }", "a..«q..b\n...q...\n"),
    );
    rest(Code::UnusedDefinition, "[object.«throne]\nheight = \"6 ft\"");
    rest(Code::UnusedDefinition, "[terrain.«lava]\nharm = \"2d6 fire\"");
    rest(
        Code::ElevationNonsense,
        "[[area]]\nsquares = [2, 2]\nelevation = «\"900 m\"",
    );
    rest(
        Code::ElevationNonsense,
        "[[area]]\nsquares = [2, 2]\nelevation = \"3 m\"\n[[creature]]\nkind = \"drone\"\nside = \"red\"\nat = [2, 2]\nelevation = «\"1 m\"",
    );
    check(
        Code::ElevationNonsense,
        &level_text(
            "heights = { \"1\" = \"900 m\" }\nelevation = '''\n........\n..1.....\n........\n........\n'''",
            "",
            "",
        )
        .replace("#a....b#", "#a«....b#"),
    );
    rest(
        Code::TerrainContradiction,
        "«[terrain.glass]\nsolid = true\nwater = \"4 ft\"\n[[area]]\nterrain = \"glass\"\nsquares = [2, 2]",
    );
}

#[test]
fn mistakes_of_waiving() {
    rest(Code::WaiverReason, "[zone]\ngate = [2, 2]\n«[[allow]]\ncode = \"L085\"");
    rest(
        Code::WaiverReason,
        "[zone]\ngate = [2, 2]\n«[[allow]]\ncode = \"unused-zone\"\nreason = \" \"",
    );
    rest(Code::WaiverUnused, "[[allow]]\ncode = «\"L085\"\nreason = \"x\"");
    rest(Code::WaiverCode, "[[allow]]\ncode = «\"L999\"\nreason = \"x\"");
    rest(Code::WaiverCode, "[[allow]]\ncode = «\"L040\"\nreason = \"x\"");
}

#[test]
fn a_file_that_cannot_be_read_is_a_finding() {
    let missing = std::path::PathBuf::from("no/such/level.toml");
    let (out, exit) = battlemat::level::lint_files(&[missing], false, &battlemat::level::SharedVocabulary);
    assert!(out.contains(Code::Unreadable.id()) && exit == 1, "{out}");
}

/// Each code is checked: by its name in this file or the one on overrides.
#[test]
fn no_code_is_left_out() {
    let here = [include_str!("findings.rs"), include_str!("overrides.rs")].concat();
    let missing: BTreeSet<String> = Code::ALL
        .iter()
        .map(|code| format!("Code::{code:?}"))
        .filter(|name| !here.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn numbers_and_names_of_codes_are_unique_and_sorted() {
    let ids: Vec<&str> = Code::ALL.iter().map(|code| code.id()).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    let names: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(names.len(), ids.len());
}

#[test]
fn all_mistakes_are_found_at_once() {
    let text = level_text(
        "ambient = \"bleak\"",
        "a..?..b\n",
        "[[goal]]\nside = \"rde\"\nwin = { hold = \"gate\" }\n[zone]\nx = [99, 1]",
    );
    let codes: Vec<Code> = findings(&text).iter().map(|finding| finding.code).collect();
    let all = [
        Code::UnknownWord,
        Code::MapTooSmall,
        Code::UnknownCharacter,
        Code::UnknownSide,
        Code::UnknownZone,
        Code::OffMap,
    ];
    assert_eq!(codes, all);
}
