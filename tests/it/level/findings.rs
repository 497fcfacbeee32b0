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
    // One line longer than all others is the one to be mended.
    map(Code::RaggedLine, "a.......b\n.........«...\n.........\n.........\n");
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
    // Those that are to come cannot be played yet, nor told anything.
    check(
        Code::UnknownRuleset,
        &level_text("", "", "").replace("\"sol\"", "«\"vigor\""),
    );
    rest(Code::UnknownRuleset, "[rules.«momentum]\nx = 1");
    rest(
        Code::UnknownRuleset,
        "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = [2, 2]\n[creature.«vigor]\nnonsense = 1",
    );
    rest(
        Code::CircularLike,
        "[terrain.a]\nlike = «\"b\"\n[terrain.b]\nlike = \"a\"\n[[area]]\nterrain = \"a\"\nsquares = [2, 2]",
    );
    rest(
        Code::CircularLike,
        "[object.o]\nlike = «\"o\"\n[[place]]\nobject = \"o\"\nat = [2, 2]",
    );
    rest(
        Code::UnknownArt,
        "[object.o]\nart = «\"treasure\"\n[[place]]\nobject = \"o\"\nat = [2, 2]",
    );
    rest(
        Code::UnknownArt,
        "[terrain.swamp]\nart = «\"swmp\"\n[[area]]\nterrain = \"swamp\"\nsquares = [2, 2]",
    );
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
    rest(
        Code::GoalImpossible,
        "[[goal]]\nside = «\"red\"\nwin = { eliminate = \"Ada\" }",
    );
    rest(Code::GoalImpossible, "[[goal]]\nside = \"red\"\nprotect = «\"Bo\"");
    rest(
        Code::EventNever,
        "[[event]]\ntext = \"x\"\nwhen = { round_end = «{ from = 4, every = 1, until = 2 } }",
    );
    check(
        Code::NobodyThere,
        "name = \"x\"\nruleset = \"sol\"\nmap = \"........\"\n[[creature]]\nkind = \"scout\"\nside = \"a\"\narrives = 2\nat = «[0, 0]\n[[creature]]\nkind = \"scout\"\nside = \"b\"\narrives = 2\nat = [1, 0]",
    );
    rest(Code::EventEmpty, "«[[event]]\nwhen = \"manual\"");
    // The fight is over by then, whoever wins it.
    let survive = "[[goal]]\nside = \"red\"\nwin = { survive = 8 }\n";
    rest(
        Code::EventNever,
        &format!("{survive}[[event]]\nid = «\"late\"\ntext = \"x\"\nwhen = {{ round_start = 9 }}"),
    );
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
    map(Code::DoorToNowhere, "###«+####\na......b\n........\n########\n");
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

/// These findings and no others, whatever follows from them.
#[track_caller]
fn only(text: &str, wanted: &[Code]) {
    let found = findings(text);
    let codes: Vec<Code> = found.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, wanted, "{}", rendered(text, &found));
}

#[test]
fn what_follows_from_a_mistake_is_no_further_finding() {
    // A drawing of zones that cannot be read may hold any zone.
    let held = |zone: &str| format!("[[goal]]\nside = \"red\"\nwin = {{ hold = \"{zone}\" }}\n");
    let goals: String = ["g", "h", "i", "j", "k", "l"].map(held).concat();
    only(
        &level_text("zones = '''\n.......g\n........\n........\n'''", "", &goals),
        &[Code::OverlaySize],
    );
    only(
        &level_text("", "", "[[goal]]\nside = \"red\"\nwin = { eliminate = [\"Molly\"] }"),
        &[Code::UnknownCreature],
    );
    // Who stands where nobody knows has a name all the same.
    only(
        &level_text(
            "opening = \"Cid\"",
            "",
            "[[creature]]\nname = \"Cid\"\nkind = \"scout\"\nside = \"red\"\nat = [99, 2]",
        ),
        &[Code::OffMap],
    );
    only(
        &level_text(
            "",
            "",
            "[[place]]\nname = \"Chest\"\nobject = \"crat\"\nat = [2, 2]\n[[event]]\ntext = \"x\"\nwhen = { destroyed = \"Chest\" }",
        ),
        &[Code::UnknownObject],
    );
    only(
        &level_text(
            "",
            "",
            "[[side]]\nnmae = \"x\"\n[[creature]]\nkind = \"scout\"\nside = \"green\"\nat = [2, 2]",
        ),
        &[Code::MissingKey, Code::UnknownKey],
    );
}

#[test]
fn there_is_a_bound_to_everything() {
    let field = |rows: usize| format!("{}\n", ".".repeat(128)).repeat(rows);
    let told = |text: &str| -> Vec<String> {
        let found = findings(text);
        let many = found.iter().filter(|one| one.code == Code::TooMany);
        many.map(|one| one.message.clone()).collect()
    };
    let at = |number: usize| format!("[{}, {}]", number % 128, number / 128 + 1);
    let creature = |number: usize, side: &str| {
        format!(
            "[[creature]]\nkind = \"scout\"\nside = \"{side}\"\nat = {}\n",
            at(number)
        )
    };
    let map = format!("a{}b\n{}", ".".repeat(126), field(100));
    let crowd: String = (0..4000).map(|number| creature(number, "red")).collect();
    assert_eq!(
        told(&level_text("", &map, &crowd)),
        ["4002 creatures are too many: a level has at most 256"]
    );
    let spawned = "{ kind = \"scout\", side = \"red\", at = [3, 3] }, ".repeat(300);
    assert_eq!(
        told(&level_text(
            "",
            &map,
            &format!("[[event]]\nwhen = \"manual\"\ndo = {{ spawn = [{spawned}] }}")
        )),
        ["302 creatures are too many: a level has at most 256"]
    );
    let events = "[[event]]\ntext = \"x\"\nwhen = \"manual\"\n".repeat(300);
    assert_eq!(
        told(&level_text("", "", &events)),
        ["300 events are too many: a level has at most 256"]
    );
    let effects = "{ message = \"x\" }, ".repeat(2000);
    assert_eq!(
        told(&level_text(
            "",
            "",
            &format!("[[event]]\nwhen = \"manual\"\ndo = [{effects}]")
        )),
        ["2000 effects are too many: a level has at most 1024"]
    );
    let crates = format!("{}\n", "c".repeat(128)).repeat(40);
    assert_eq!(
        told(&level_text("", &format!("a{}b\n{crates}", ".".repeat(126)), "")),
        ["5120 objects are too many: a level has at most 4096"]
    );
    let sides: String = (0..250).map(|number| creature(number, &format!("s{number}"))).collect();
    assert_eq!(
        told(&format!(
            "name = \"x\"\nruleset = \"sol\"\nmap = '''\n{}'''\n{sides}",
            field(4)
        )),
        ["250 sides are too many: a level has at most 32"]
    );
    // A few words may name all squares again and again.
    let all = "{ from = [0, 0], to = [127, 99] }, ".repeat(60);
    assert_eq!(
        told(&level_text("", &map, &format!("[zone]\nx = [{all}]"))),
        ["the level names more than 500000 squares in its zones, areas and effects"]
    );
    let huge = format!("{}#{}", level_text("", "", ""), "x".repeat(3 << 20));
    only(&huge, &[Code::TooMany]);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "it measures how long a file takes")]
fn very_many_findings_are_counted_and_not_listed() {
    let keys = (0..20_000).fold(String::new(), |keys, number| keys + &format!("key{number} = 1\n"));
    let text = level_text(&keys, "", "");
    let began = std::time::Instant::now();
    let found = findings(&text);
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
    assert_eq!(found.len(), 101);
    assert!(found[..100].iter().all(|one| one.code == Code::UnknownKey));
    let last = &found[100];
    assert_eq!(last.code, Code::MoreFindings);
    assert!(
        last.message.starts_with("and 19901 more: 19900 errors"),
        "{}",
        last.message
    );
    let folder = std::env::temp_dir().join(format!("battlemat-findings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("many.toml"), &text).expect("a file can be written");
    let (out, exit) = battlemat::level::lint_files(
        std::slice::from_ref(&folder),
        false,
        &battlemat::level::SharedVocabulary,
    );
    std::fs::remove_dir_all(&folder).expect("it can be taken away");
    assert!(out.len() < 100_000 && exit == 1, "{}", out.len());
    assert!(
        out.ends_with("1 level, 20000 errors, 0 warnings, 1 hint\n"),
        "{}",
        &out[out.len() - 100..]
    );
}

#[test]
fn a_definition_may_be_like_a_later_one() {
    let text = level_text(
        "",
        "",
        "[terrain.bog]\nlike = \"marsh\"\n[terrain.marsh]\nlike = \"mud\"\nwater = \"1 ft\"\n[[area]]\nterrain = \"bog\"\nsquares = [2, 2]",
    );
    let level = super::good(&text);
    let bog = level
        .terrain_at(battlemat::grid::Square::new(2, 2))
        .expect("it is on the board");
    assert!(bog.difficult && bog.water == "1 ft".parse().expect("a length"));
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

/// A level drawn as a plan, with something at the end.
fn plan(rows: &str, rest: &str) -> String {
    level_text("", "", rest).replace(
        "map = '''\n########\n#a....b#\n#......#\n########\n",
        &format!("plan = '''\n{rows}"),
    )
}

const HOUSE: &str = "+-+-+-+-+-+\n|a .|. . .|\n+   +-+D+-+\n|. .w. . b|\n+-+-+-+-+-+\n";

#[test]
fn mistakes_between_squares() {
    check(Code::EdgeCharacter, &plan(&HOUSE.replace("w", "«?"), ""));
    check(Code::EdgeCharacter, &plan(&HOUSE.replacen("+   +", "+   «a", 1), ""));
    let run = "[[run]]\nedge = \"wall\"\nof = [2, 1]\nside = \"west\"";
    check(Code::EdgeTwice, &plan(HOUSE, &format!("«{run}")));
    check(Code::UnknownEdge, &plan(HOUSE, &run.replace("\"wall\"", "«\"wal\"")));
    check(Code::OffMap, &plan(HOUSE, &run.replace("[2, 1]", "«[9, 9]")));
    check(Code::UnknownWord, &plan(HOUSE, &run.replace("\"west\"", "«\"left\"")));
    check(
        Code::MissingKey,
        &plan(HOUSE, &format!("{}\ndoor = «\"open\"", run.replace("[2, 1]", "[1, 1]"))),
    );
    check(
        Code::DoorInOpen,
        &plan("+-+-+-+-+-+\n|a . . . .|\n+    «D\n|. . . . b|\n+-+-+-+-+-+\n", ""),
    );
    check(
        Code::DoorToNowhere,
        &plan("+-+-+-+-+-+\n|a . . . .«D\n+\n|. . . . b|\n+-+-+-+-+-+\n", ""),
    );
    check(
        Code::SidesApart,
        &plan("+-+-+-+-+-+\n|«a .|. . .|\n+   +\n|. .|. . b|\n+-+-+-+-+-+\n", ""),
    );
    check(
        Code::TerrainContradiction,
        &plan(
            HOUSE,
            "[[run]]\nedge = \"hole\"\nof = [1, 1]\nside = \"west\"\n«[edge.hole]\nstops = []",
        ),
    );
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
