//! Mistakes as authors make them: each is one finding that names the cure, and nothing is accepted in silence that does nothing.

use battlemat::level::{Code, Diagnostic, SharedVocabulary, Vocabulary, lint, lint_files};
use battlemat::rules::Known;

use super::super::{findings, level_text, rendered};
use super::{check, only, rest};

/// The text yields this finding alone, and what it says has these words.
#[track_caller]
fn once(code: Code, text: &str, words: &str) {
    let found = findings(text);
    let codes: Vec<Code> = found.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [code], "{}", rendered(text, &found));
    says(text, &found[0], words);
}

#[track_caller]
fn says(text: &str, finding: &Diagnostic, words: &str) {
    let shown = finding.render(text);
    assert!(shown.contains(words), "`{words}` is not in\n{shown}");
}

/// What is found in a text under every finished ruleset.
fn linted(text: &str) -> Vec<Diagnostic> {
    let (Ok((_, found)) | Err(found)) = lint(text, "test.toml", &Known::FINISHED);
    found
}

/// As [`once`], with something at the end of a plain level.
#[track_caller]
fn once_at_end(code: Code, rest: &str, words: &str) {
    once(code, &level_text("", "", rest), words);
}

/// As [`once_at_end`], with an effect.
#[track_caller]
fn once_done(code: Code, effect: &str, words: &str) {
    once_at_end(code, &format!("[[event]]\nwhen = \"manual\"\ndo = {{ {effect} }}"), words);
}

/// A level drawn as a plan, with something at the end.
fn plan(rows: &str, rest: &str) -> String {
    level_text("", "", rest)
        .replace("map = '''\n########\n#a....b#\n#......#\n########\n", &format!("plan = '''\n{rows}"))
}

const HOUSE: &str = concat!(
    " . . . . . . . .\n",
    "  +-+w+-+-+-+-+\n",
    " .|= a =|= = =|.\n",
    "  +     +     +\n",
    " .w= t =D= = =w.\n",
    "  +     +     +\n",
    " .|= = =|= = =|.\n",
    "  +-+-+-+-+D+-+\n",
    " . . . . . b . .\n",
    ":::::::::: ::::::\n",
    " . . . . . . . .\n",
);

/// The house with its first line empty, as it is meant.
fn house() -> String {
    format!("\n{HOUSE}")
}

/// These lines, each with its end.
fn joined(lines: impl Iterator<Item = String>) -> String {
    lines.fold(String::new(), |text, line| text + &line + "\n")
}

#[test]
fn the_house_is_sound() {
    only(&plan(&house(), ""), &[]);
}

#[test]
fn a_plan_that_is_off_is_one_finding() {
    let off = Code::PlanShifted;
    once(off, &plan(HOUSE, ""), "begin it with an empty line");
    once(off, &plan(&format!("\n\n{HOUSE}"), ""), "take one of the empty lines");
    let right: String = joined(house().lines().map(|line| format!(" {line}")));
    once(off, &plan(&right, ""), "one column beside");
    let left: String = joined(house().lines().map(|line| line.get(1..).unwrap_or_default().to_owned()));
    once(off, &plan(&left, ""), "put a blank before every line");
    // The first line lost and every line moved.
    let both: String = joined(HOUSE.lines().map(|line| format!(" {line}")));
    once(off, &plan(&both, ""), "one line and one column");
}

#[test]
fn a_line_of_a_plan_that_is_lost_is_one_finding() {
    let house = house();
    let lines: Vec<&str> = house.lines().collect();
    for lost in 2..lines.len() - 2 {
        let left: String =
            joined(lines.iter().enumerate().filter(|(at, _)| *at != lost).map(|(_, line)| (*line).to_owned()));
        once(Code::PlanShifted, &plan(&left, ""), "missing");
        let twice: String = lines
            .iter()
            .enumerate()
            .flat_map(|(at, line)| std::iter::repeat_n(format!("{line}\n"), if at == lost { 2 } else { 1 }))
            .collect();
        once(Code::PlanShifted, &plan(&twice, ""), "take one away");
    }
}

#[test]
fn a_line_of_a_plan_that_is_off_is_one_finding() {
    let moved = house().replace(" .w= t", "  .w= t");
    once(Code::PlanShifted, &plan(&moved, ""), "one column off");
    let gap = house().replace("= t =D= = =w", "= t = D= = =w");
    once(Code::PlanShifted, &plan(&gap, ""), "from here on this line");
}

#[test]
fn what_follows_from_a_plan_that_is_off_is_not_told() {
    let rest = "[[goal]]\nside = \"red\"\nwin = { eliminate = [\"Bo\"] }\n[[event]]\ntext = \"x\"\nwhen = { down = \"Ada\" }\n\
                [[area]]\nfog = true\nsquares = { from = [6, 3], to = [7, 4] }";
    only(&plan(&house(), rest), &[]);
    only(&plan(HOUSE, rest), &[Code::PlanShifted]);
    let house = house();
    let lost: String = joined(house.lines().enumerate().filter(|(at, _)| *at != 5).map(|(_, line)| line.to_owned()));
    only(&plan(&lost, rest), &[Code::PlanShifted]);
}

#[test]
fn nothing_in_a_plan_is_passed_over() {
    check(Code::EdgeInCorner, &plan("+-+-+-+-+-+\n|a .|. . .|\n+   +-«D-+-+\n|. .w. . b|\n+-+-+-+-+-+\n", ""));
    // A row of one character runs through the corners.
    only(&plan("+-+-+-+-+-+\n|a . . . .|\n+   :::::::\n|. .w. . b|\n+-+-+-+-+-+\n", ""), &[]);
    for rows in [
        "+-+-+-+-+-+\n|a .|. . .|\n+«\t  +-+D+-+\n|. .w. . b|\n+-+-+-+-+-+\n",
        "+-+-+-+-+-+\n|a .«\t. . b|\n+-+-+-+-+-+\n",
    ] {
        check(Code::UnknownCharacter, &plan(rows, ""));
    }
    let cellar = "[edges]\n«L = { edge = \"door\", door = \"locked\" }";
    check(Code::LegendUnused, &plan(&house(), cellar));
    check(Code::LegendUnused, &level_text("", "", cellar));
}

#[test]
fn a_lost_legend_is_one_finding() {
    let whole = level_text("", "", "[[goal]]\nside = \"red\"\nprotect = \"Ada\"");
    let entries = "a = { creature = \"soldier\", side = \"red\", name = \"Ada\" }\n\"b\" = { creature = \"soldier\", side = \"blue\", name = \"Bo\" }\n";
    assert!(whole.contains(entries));
    once(Code::UnknownKey, &whole.replace("[legend]\n", ""), "write `[legend]` on a line of its own");
    once(Code::UnknownKey, &whole.replace("[legend]", "[legnd]"), "did you mean `legend`?");
    once(Code::UnknownKey, &whole.replace("[legend]", "[Legend]"), "did you mean `legend`?");
    once(Code::WrongType, &whole.replace("[legend]", "[[legend]]"), "with one bracket");
    let drawn = whole
        .replace("#......#", "#..a1..#")
        .replace("name = \"Ada\" }\n", "name = \"Ada\" }\n1 = { terrain = \"mud\" }\n");
    let lost = drawn.replace("1 = { terrain = \"mud\" }\n", "").replace(entries, "").replace("[legend]\n", "");
    once(Code::UnknownCharacter, &lost, "have no meaning, and the level has no [legend]");
    let many = level_text("", "#a....b#\n#?!.E.V#\n########\n", "");
    once(Code::UnknownCharacter, &many, "4 characters have no meaning");
}

#[test]
fn a_lost_side_is_one_finding() {
    let whole = level_text("", "", "[[goal]]\nside = \"blue\"\nwin = \"last_side_standing\"");
    once(Code::UnknownSide, &whole.replace("[[side]]\nid = \"blue\"\n", ""), "add a `[[side]]` with `id = \"blue\"`");
    once(Code::UnknownKey, &whole.replace("[[side]]", "[[sides]]"), "did you mean `side`?");
    once(
        Code::UnknownKey,
        &whole.replace("[[side]]\nid = \"blue\"", "[[sides]]\nid = \"blue\""),
        "did you mean `side`?",
    );
    once(Code::DuplicateId, &whole.replace("id = \"blue\"", "id = \"red\""), "two sides have the id");
    // Without any [[side]] the sides are those that creatures name.
    only(&whole.replace("[[side]]\nid = \"red\"\n", "").replace("[[side]]\nid = \"blue\"\n", ""), &[]);
}

#[test]
fn zones_in_two_brackets_are_one_finding() {
    let goal = "[[goal]]\nside = \"red\"\nwin = { hold = \"gate\", rounds = 2 }";
    for zone in ["[[zone]]\ngate = [2, 2]", "[[zone]]\nname = \"gate\"\nsquares = [2, 2]"] {
        once_at_end(Code::WrongType, &format!("{zone}\n{goal}"), "write `[zone]`");
    }
    once_at_end(Code::WrongType, "[zones]\ngate = [2, 2]", "is `[zone]`");
}

#[test]
fn a_run_over_what_is_drawn_is_one_finding() {
    let run = "[[run]]\nedge = \"wall\"\nof = { from = [2, 2], to = [3, 4] }\nside = \"around\"";
    once(Code::EdgeTwice, &plan(&house(), run), "places, the first of them");
    let two = "[[run]]\nedge = \"wall\"\nof = { from = [2, 2], to = [3, 2] }\nside = \"north\"\n".repeat(2);
    once_at_end(Code::EdgeTwice, &two, "twice in 2 places");
}

#[test]
fn characters_of_other_keyboards_are_one_finding() {
    let map = |map: &str| level_text("", map, "");
    once(Code::UnknownCharacter, &map("########\n#\u{ff41}....b#\n#......#\n########\n"), "write `a`");
    once(Code::UnknownCharacter, &map("\u{ff03}#######\n#a....b\u{ff03}\n#......#\n########\n"), "write `#`");
    once(
        Code::UnknownCharacter,
        &map("########\n#a.\u{ff31}..b#\n#......#\n########\n"),
        "write `Q`, and say in [legend]",
    );
    let frame = "\u{2554}\u{2550}\u{2550}\u{2550}\u{2550}\u{2550}\u{2550}\u{2557}\n#a....b#\n#......#\n########\n";
    once(Code::UnknownCharacter, &map(frame), "draw walls with `#`");
    let framed = house().replace('-', "\u{2500}").replace('|', "\u{2502}");
    once(Code::UnknownCharacter, &plan(&framed, ""), "`-` and `|`");
    once(Code::UnknownCharacter, &map("########\n#a.\u{a0}..b#\n#......#\n########\n"), "no space but U+00A0");
    // A letter and its accent are one square.
    once(Code::UnknownCharacter, &map("########\n#a.e\u{301}..b#\n#......#\n########\n"), "`\u{e9}` has no meaning");
    let own =
        super::legend("\"e\u{301}\" = { terrain = \"mud\" }", "########\n#a.e\u{301}..b#\n#..\u{e9}...#\n########\n");
    only(&own, &[]);
}

#[test]
fn a_remark_in_a_drawing_is_one_finding() {
    let map = |map: &str| level_text("", map, "");
    once(
        Code::UnknownCharacter,
        &map("########\n#a....b#  # here\n#......#\n########\n"),
        "write remarks above the drawing",
    );
    once(
        Code::UnknownCharacter,
        &map("########\n#a....b# <- door\n#......#\n########\n"),
        "write remarks above the drawing",
    );
    once(
        Code::UnknownCharacter,
        &map("# the hall\n########\n#a....b#\n#......#\n########\n"),
        "write remarks above the drawing",
    );
    let house = house().replace(" .w= t =D= = =w.", " .w= t =D= = =w.  # the table");
    once(Code::UnknownCharacter, &plan(&house, ""), "write remarks above the drawing");
}

#[test]
fn a_name_drawn_twice_is_told() {
    let twice = "########\n#a....b#\n#..«a...#\n########\n";
    check(Code::NameDrawnTwice, &level_text("", twice, ""));
    let text = level_text("opening = \"Ada\"", &twice.replace('«', ""), "");
    once(Code::UnknownCreature, &text, "`Ada 1` to `Ada 2`");
    // A large one may be drawn whole.
    let large = level_text("", "########\n#aa..b.#\n#aa....#\n########\n", "");
    only(&large.replace("name = \"Ada\"", "name = \"Ada\", size = \"large\""), &[]);
}

#[test]
fn what_does_nothing_is_told() {
    let crate_ = "[[place]]\nobject = \"crate\"\nname = \"Box\"\nat = [2, 2]\n";
    let event = "[[event]]\nwhen = \"manual\"\n";
    rest(Code::UnknownThing, &format!("{crate_}{event}do = {{ door = {{ object = «\"Box\", becomes = \"open\" }} }}"));
    let rock = "[[place]]\nobject = \"boulder\"\nname = \"Rock\"\nat = [2, 2]\n[[event]]\ntext = \"x\"\nwhen = { destroyed = «\"Rock\" }\n";
    rest(Code::EventNever, rock);
    only(&level_text("", "", &format!("{}{event}do = {{ break = \"Rock\" }}", rock.replace('«', ""))), &[]);
    let torn = "do = { edge = «{ of = [2, 2], side = \"north\", becomes = \"nothing\" } }";
    rest(Code::EventEmpty, &format!("{event}{torn}"));
    rest(Code::EventEmpty, &format!("{crate_}{event}do = {{ lamp = {{ object = «\"Box\", becomes = \"out\" }} }}"));
    let run = "[[run]]\nedge = \"wall\"\nof = [2, 2]\nside = \"north\"\n";
    only(&level_text("", "", &format!("{run}{event}{}", torn.replace('«', ""))), &[]);
    rest(Code::DoesNothing, "«[[area]]\nsquares = [2, 2]");
    rest(Code::DoesNothing, "«[[area]]\nsquares = []\nfog = true");
    rest(Code::DoesNothing, "«[[arrival]]\nround = 2\ncreatures = []");
    super::top(Code::DoesNothing, "«heights = { \"1\" = \"3 ft\" }");
    super::top(Code::DoesNothing, "«zone_names = { g = \"gate\" }");
    let late = "[[creature]]\nkind = \"scout\"\nname = \"Cid\"\nside = \"red\"\nat = [2, 2]\narrives = 3\n";
    rest(Code::SaidTwice, &format!("{late}[[arrival]]\nround = 2\ncreatures = [«\"Cid\"]"));
    only(&level_text("", "", &format!("{late}[[arrival]]\nround = 3\ncreatures = [\"Cid\"]")), &[]);
    let bell = "[[event]]\nid = \"bell\"\ntext = \"x\"\nwhen = \"manual\"\n";
    rest(Code::SaidTwice, &format!("{late}{bell}[[arrival]]\nevent = \"bell\"\ncreatures = [«\"Cid\"]"));
    let zones = "zones = '''\n........\n..g.....\n........\n........\n'''\nzone_names = { g = \"gate\" }";
    let hold = "[[goal]]\nside = \"red\"\nwin = { hold = \"gate\", rounds = 2 }";
    check(Code::SaidTwice, &level_text(zones, "", &format!("[zone]\n«gate = [3, 2]\n{hold}")));
    let both = "[[goal]]\nside = \"red\"\nwin = { survive = 5 }\n[[goal]]\nside = «\"blue\"\nwin = { survive = 5 }";
    rest(Code::GoalImpossible, both);
    let near = "[zone]\ngate = { from = [1, 1], to = [2, 2] }\n[[goal]]\nside = «\"red\"\nwin = { hold = \"gate\" }";
    rest(Code::GoalAtOnce, near);
    only(&level_text("", "", &near.replace('«', "").replace("to = [2, 2]", "to = [6, 2]")), &[]);
}

#[test]
fn gear_of_other_rulesets_alone_is_told() {
    let armed = |items: &str| {
        level_text("", "", &format!("[[creature]]\nkind = \"soldier\"\nside = \"red\"\nat = [2, 2]\nitems = {items}"))
    };
    let bow = armed("\"bow\"");
    let told = linted(&bow);
    assert_eq!(told.iter().map(|one| one.code).collect::<Vec<_>>(), [Code::DoesNothing], "{}", rendered(&bow, &told));
    says(&bow, &told[0], "under `sol` a `soldier` carries none of these");
    assert_eq!(linted(&armed("[\"bow\", \"carbine\"]")), []);
}

#[test]
fn help_names_the_cure() {
    for (square, cure) in [
        ("[8, 5, 1]", "write [8, 5]"),
        ("[2.5, 2]", "both numbers are whole"),
        ("[2, 1, 4, 2]", "{ from = [2, 1], to = [4, 2] }"),
        ("[2]", "1 instead of two numbers"),
        ("[\"2\", \"2\"]", "without quotes"),
        ("{ x = 2, y = 2 }", "write the two numbers alone"),
    ] {
        once_at_end(Code::WrongType, &format!("[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = {square}"), cure);
        if !square.contains('"') {
            once_at_end(Code::WrongType, &format!("[[area]]\nfog = true\nsquares = {square}"), cure);
        }
    }
    once_at_end(Code::OffMap, "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = [2, 6]", "[6, 2] is on the map");
    let entry = |entry: &str| super::legend(&format!("q = {{ {entry} }}"), "a..q..b\n.......\n");
    once(Code::UnknownTerrain, &entry("terrain = \"well\""), "`well` is an object: write `object = \"well\"`");
    once(Code::UnknownObject, &entry("object = \"hound\""), "`hound` is a creature: write `creature = \"hound\"`");
    once(Code::UnknownObject, &entry("object = \"wall\""), "`wall` is a terrain: write `terrain = \"wall\"`");
    once(Code::UnknownKind, &entry("creature = \"crate\", side = \"red\""), "`crate` is an object");
    once_done(Code::UnknownTerrain, "terrain = { squares = [2, 2], becomes = \"crate\" }", "in the effect `place`");
    for (clock, cure) in [
        ("[2, 4, 6]", "{ from = 2, every = 2, until = 6 }"),
        ("[2, 3, 7]", "any_of = [{ round_end = 2 }"),
        ("2.5", "rounds are whole numbers"),
        ("\"2\"", "without quotes"),
    ] {
        once_at_end(Code::WrongType, &format!("[[event]]\ntext = \"x\"\nwhen = {{ round_end = {clock} }}"), cure);
    }
    for (win, cure) in [
        ("eliminate", "win = { eliminate = ["),
        ("hold", "win = { hold = \"gate\", rounds = 3 }"),
        ("kill", "`win = { carry_out = \"Idol\" }`"),
        ("protect", "protect = \"Ada\""),
    ] {
        once_at_end(Code::UnknownWord, &format!("[[goal]]\nside = \"red\"\nwin = \"{win}\""), cure);
    }
    let remark = |text: &str| once(Code::Syntax, text, "a remark begins with `#`");
    remark(&level_text("// the hall", "", ""));
    remark(&level_text("ambient = \"dim\" // evening", "", ""));
    remark(&level_text("", "", "[[goal]]\nside = \"red\"\nwin = { survive = 3 } // rounds"));
    let scout = "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = [2, 2]\n";
    once_at_end(Code::BadLength, &format!("{scout}light = 20"), "\"20 ft\"");
    once_at_end(Code::WrongType, "[[area]]\nsquares = [2, 2]\nlight = 20", "`bright`, `dim` or `dark`");
    once(Code::WrongType, &entry("object = \"lamp\", light = 20"), "\"20 ft\"");
    once(Code::WrongType, &level_text("light = 20", "", ""), "write `ambient = \"dim\"`");
    once_done(Code::UnknownKey, "harm = { at = [2, 2], damage = \"1d6 fire\" }", "here it is called `squares`");
    once_done(
        Code::UnknownKey,
        "burst = { squares = [2, 2], radius = 2, damage = \"1d6 fire\" }",
        "here it is called `at`",
    );
    once_done(
        Code::UnknownKey,
        "burst = { at = [2, 2], size = 2, damage = \"1d6 fire\" }",
        "here it is called `radius`",
    );
    once_at_end(Code::UnknownKey, "[[area]]\nat = [2, 2]\nfog = true", "here it is called `squares`");
    once_at_end(Code::UnknownKey, "[[place]]\nobject = \"crate\"\nsquares = [2, 2]", "here it is called `at`");
    once_at_end(Code::UnknownKey, &scout.replace("kind", "creature"), "here it is called `kind`");
}

#[test]
fn the_example_of_the_readme_has_no_hints() {
    let readme = include_str!("../../../../README.md");
    let level = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a level");
    let found = linted(level);
    assert!(found.is_empty(), "{}", rendered(level, &found));
}

#[test]
fn a_letter_of_the_legend_hides_only_what_may_be_missed() {
    let shadows = |entry: &str| check(Code::LegendShadows, &super::legend(entry, "a..c.#b\n....@..\n"));
    let hold = "[[goal]]\nside = \"red\"\nwin = { hold = \"gate\", rounds = 2 }";
    shadows(&format!("«c = {{ zone = \"gate\" }}\n{hold}"));
    shadows("«c = { terrain = \"mud\" }");
    shadows("«\"@\" = { object = \"crate\" }");
    shadows("«\"#\" = { terrain = \"mud\" }");
    for entry in [
        "c = { object = \"barrel\" }",
        "c = { creature = \"scout\", side = \"red\" }",
        "\"@\" = { object = \"crate\", terrain = \"road\" }",
        "\"@\" = { terrain = \"road\", light = \"dim\" }",
    ] {
        only(&super::legend(entry, "a..c.#b\n....@..\n"), &[]);
    }
}

/// A file of these bytes, checked.
fn lint_bytes(name: &str, bytes: &[u8]) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("it can be written");
    let (out, exit) = lint_files(&[path], false, &Known::FINISHED);
    assert_eq!(exit, 1, "{out}");
    assert!(out.ends_with("1 level, 1 error, 0 warnings, 0 hints\n"), "{out}");
    out
}

#[test]
fn an_encoding_is_named_with_the_place() {
    let text = level_text("about = \"Ärger\"", "", "");
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).expect("a small character")).collect();
    let out = lint_bytes("latin.toml", &latin);
    assert!(
        out.contains("line 3, column 10 is the byte 0xc4, `Ä` in Latin-1") && out.contains("latin.toml:3:10"),
        "{out}"
    );
    for (name, bytes) in [
        (
            "little.toml",
            std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
        ),
        ("big.toml", std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect()),
    ] {
        let out = lint_bytes(name, &bytes);
        assert!(out.contains("UTF-16") && out.contains("save the file as UTF-8"), "{out}");
    }
    let unmarked: Vec<u8> = text.replace('Ä', "A").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(lint_bytes("unmarked.toml", &unmarked).contains("this looks like UTF-16"));
}

/// Two that stand side by side, and overlap where one of them is larger.
fn crowded(ruleset: &str, kind: &str, rest: &str) -> String {
    level_text("", "##########\n#a......b#\n#........#\n#........#\n##########\n", "")
        .replace("ruleset = \"sol\"", &format!("ruleset = \"{ruleset}\""))
        + &format!(
            "[[creature]]\nname = \"Cy\"\nkind = \"{kind}\"\nside = \"red\"\nat = [3, 1]\n{rest}\n\
             [[creature]]\nname = \"Di\"\nkind = \"scout\"\nside = \"red\"\nat = [4, 1]\n"
        )
}

#[test]
fn every_finished_ruleset_is_checked() {
    // Large under one ruleset alone.
    let text = crowded("sol", "scout", "vigor = { size = \"large\" }");
    let told = linted(&text);
    assert_eq!(told.len(), 1, "{}", rendered(&text, &told));
    assert_eq!((told[0].code, &told[0].rulesets[..]), (Code::CreaturesOverlap, &["vigor".to_owned()][..]));
    assert!(told[0].message.ends_with(" under `vigor`"), "{}", told[0].message);
    let parsed = battlemat::rules::read_level(&text, "test.toml");
    assert_eq!(parsed.map(|(_, found)| found), Ok(Vec::new()), "under its own ruleset it can be played");
    // Large under all of them is said once, of none of them.
    let text = crowded("sol", "scout", "size = \"large\"");
    let told = linted(&text);
    assert_eq!(
        told.iter().map(|one| (one.code, one.rulesets.len())).collect::<Vec<_>>(),
        [(Code::CreaturesOverlap, 0)]
    );
}

/// Beside Sol a ruleset of which only a part is written.
struct OneBegun;

impl Vocabulary for OneBegun {
    fn rulesets(&self) -> Vec<String> {
        vec!["sol".to_owned()]
    }

    fn begun(&self) -> Vec<String> {
        vec!["tide".to_owned()]
    }

    fn kinds(&self, ruleset: &str) -> Vec<String> {
        SharedVocabulary.kinds(ruleset)
    }

    fn damage_words(&self) -> Vec<String> {
        SharedVocabulary.damage_words()
    }

    fn conditions(&self) -> Vec<String> {
        SharedVocabulary.conditions()
    }

    fn check_overrides(&self, _: &str, _: &str, _: &toml::Table) -> Vec<(String, String, String)> {
        Vec::new()
    }
}

#[test]
fn a_ruleset_that_is_only_begun_is_named() {
    let told = |marked: &str| {
        let (Ok((_, found)) | Err(found)) = lint(&marked.replace('«', ""), "test.toml", &OneBegun);
        assert_eq!(found.iter().map(|one| one.code).collect::<Vec<_>>(), [Code::RulesetBegun], "{found:?}");
        assert!(!found[0].is_error());
        let before = &marked[..marked.find('«').expect("a mark")];
        assert_eq!(found[0].line, before.matches('\n').count() + 1);
    };
    told(&level_text("", "", "").replace("ruleset = \"sol\"", "ruleset = «\"tide\""));
    let scout = |row: u8| format!("[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = [{row}, 2]\n");
    told(&level_text("", "", &format!("{}tide = «{{}}\n{}tide = {{}}", scout(2), scout(4))));
}
