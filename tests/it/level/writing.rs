//! A text that is not TOML: one mistake, one finding, where it was made, with the help that mends it.

use battlemat::level::Code;

use super::{findings, level_text, rendered};

/// The text, which is marked where the finding must begin, yields one finding of syntax, with these words in it.
#[track_caller]
fn check(marked: &str, words: &[&str]) {
    let at = marked.find('«').expect("the text is marked");
    let text = marked.replace('«', "");
    let found = findings(&text);
    let shown = rendered(&text, &found);
    assert_eq!(found.len(), 1, "{shown}");
    assert_eq!((found[0].code, found[0].span.start), (Code::Syntax, at), "{shown}");
    for word in words {
        assert!(shown.contains(word), "`{word}` is not in:\n{shown}");
    }
}

/// A whole level, written as authors do.
const LEVEL: &str = include_str!("../../../levels/pump-room.toml");

/// The level with the first of a piece replaced.
#[track_caller]
fn changed(from: &str, to: &str) -> String {
    assert!(LEVEL.contains(from), "the level has no {from:?}");
    LEVEL.replacen(from, to, 1)
}

#[test]
fn a_drawing_that_is_not_closed_is_one_mistake() {
    // The closing quotes of the map are missing; the next drawing's opening ones end it.
    let two = "name = \"x\"\nruleset = \"sol\"\nmap = «'''\n#a.b#\n.....\nlight = '''\n.....\n.....\n'''\n[legend]\na = { terrain = \"mud\" }\n";
    check(two, &["text that begins here is not closed", "end it with `'''`", "should have ended before this"]);
    // There are no further quotes at all.
    let text = level_text("", "", "").replace("########\n'''\n", "########\n").replace("map = '''", "map = «'''");
    check(&text, &["text that begins here is not closed"]);
    let end = LEVEL.rfind("'''").expect("the level has a drawing");
    let start = LEVEL[..end].rfind("'''").expect("and its quotes");
    let text = format!("{}«{}{}", &LEVEL[..start], &LEVEL[start..end], &LEVEL[end + 3..]);
    check(&text, &["text that begins here is not closed"]);
}

#[test]
fn a_drawing_that_is_not_opened_is_one_mistake() {
    let text = level_text("", "", "").replace("map = '''\n########\n#a....b#", "map =«\na......b");
    check(&text, &["begin the drawing with `'''`"]);
}

/// Every text over several lines of every shipped level, without its opening and without its closing quotes: whatever is drawn in it.
#[test]
fn a_text_of_a_shipped_level_that_is_not_opened_or_not_closed_is_one_mistake() {
    let mut broken = 0;
    for path in crate::fights::shipped() {
        let text = std::fs::read_to_string(&path).expect("a shipped level");
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            let Some(quotes) =
                ["'''", "\"\"\""].into_iter().find(|quotes| line.trim_end().ends_with(&format!("= {quotes}")))
            else {
                continue;
            };
            let open = start + line.rfind(quotes).expect("it ends with them");
            let closes = if quotes == "'''" { "\n'''" } else { quotes };
            let close = at - 1 + text[at - 1..].find(closes).expect("a shipped level is sound") + closes.len() - 3;
            for quotes in [open, close] {
                let marked = format!("{}{}", &text[..quotes], &text[quotes + 3..]);
                let found = findings(&marked);
                let shown = rendered(&marked, &found);
                assert_eq!(found.len(), 1, "{}: {shown}", path.display());
                let line = text[..open].matches('\n').count() + 1;
                assert_eq!((found[0].code, found[0].line), (Code::Syntax, line), "{shown}");
                broken += 1;
            }
        }
    }
    assert!(broken > 30, "{broken}");
}

#[test]
fn a_table_that_is_not_closed_is_one_mistake() {
    let text = level_text("", "", "").replace(
        "a = { creature = \"soldier\", side = \"red\", name = \"Ada\" }",
        "a = «{ creature = \"soldier\", side = \"red\", name = \"Ada\"",
    );
    check(&text, &["table that begins here is not closed", "end it with `}`"]);
    check(&changed("[legend]\n", "[legend«\n"), &["header", "end it with `]`"]);
    check(&changed("[[side]]\n", "[[side]«\n"), &["header", "end it with `]]`"]);
    let text =
        level_text("", "", "[[area]]\nfog = true\nsquares = «[[1, 1], [2, 2]\n[[area]]\nfog = true\nsquares = [3, 2]");
    check(&text, &["list that begins here is not closed", "end it with `]`"]);
    let text = level_text("", "", "[[area]]\nfog = true\nsquares = «[[1, 1], [2, 2]\nlight = \"dim\"");
    check(&text, &["list that begins here is not closed"]);
    let text = level_text("", "", "[[area]]\nsquares = { from = «[1, 1, to = [2, 2] }\nfog = true");
    check(&text, &["not closed"]);
}

#[test]
fn what_is_written_twice_is_named_with_its_first_place() {
    let text = level_text("about = \"x\"\n«about = \"y\"", "", "");
    check(&text, &["`about` is written twice", "first here", "keep one of them"]);
    let text = level_text("", "", "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = [2, 2]\n«kind = \"brute\"");
    check(&text, &["`kind` is written twice"]);
    let text = level_text("", "", "[[place]]\nobject = \"crate\"\nat = { from = [1, 1], to = [2, 2], «from = [3, 3] }");
    check(&text, &["`from` is written twice", "first here"]);
    let text = level_text("", "", "«[legend]\nq = { terrain = \"mud\" }\na = { terrain = \"mud\" }");
    check(&text, &["two `[legend]`", "first here", "put what stands under both"]);
}

#[test]
fn several_of_a_kind_have_two_brackets() {
    let sides = |first: &str, second: &str| {
        format!(
            "name = \"x\"\nruleset = \"sol\"\nmap = '.........'\n{first}\nid = \"red\"\nseat = \"human\"\n{second}\nid = \"blue\"\nseat = \"ai\"\n\
             [[creature]]\nkind = \"scout\"\nside = \"red\"\nat = [0, 0]\n[[creature]]\nkind = \"scout\"\nside = \"blue\"\nat = [3, 0]\n"
        )
    };
    for (first, second) in [("[side]", "«[side]"), ("[side]", "«[[side]]"), ("[[side]]", "«[side]")] {
        check(&sides(first, second), &["write `[[side]]`, with two brackets", "first here"]);
    }
    let three = sides("[side]", "«[side]") + "[side]\nid = \"green\"\n";
    check(&three, &["[[side]]"]);
}

#[test]
fn line_ends_of_old_are_one_mistake() {
    let text = level_text("", "", "");
    let end = text.find('\n').expect("it has lines");
    let mut old = text.replace('\n', "\r");
    old.insert(end, '«');
    check(&old, &["carriage return alone", "save the file with the line ends"]);
    let windows = level_text("", "", "").replace('\n', "\r\n");
    assert!(findings(&windows).is_empty());
}

/// One slip, one finding, at its place, with what mends it.
#[test]
fn every_slip_of_writing_is_one_finding_with_what_mends_it() {
    let event = "[[event]]\nid = \"x\"\nwhen = { round_end = 2 }\ntext = \"Steam.\"\ndo = { burst = { at = [5, 2], radius = \"10 ft\", damage = \"1d6 fire\" } }\n";
    for (from, to, words) in [
        ("ruleset = \"sol\"", "ruleset«: \"sol\"", "with `=`"),
        ("ruleset = \"sol\"", "ruleset «\"sol\"", "write `key = value`"),
        ("ruleset = \"sol\"", "ruleset = \"sol\"«;", "take it away"),
        ("ruleset = \"sol\"", "«// a remark\nruleset = \"sol\"", "begins with `#`"),
        ("ruleset = \"sol\"", "ruleset = \"sol\" «name = \"x\"", "begin a new line"),
        ("\"Steam.\"", "\"Steam.«", "close the text with `\"`"),
        ("\"Steam.\"", "«Steam.", "put the text in quotes"),
        ("\"Steam.\"", "«Steam.\"", "put the text in quotes"),
        ("\"Steam.\"", "«“Steam.”", "straight quotes"),
        ("\"Steam.\"", "\"Ste«\u{1}am.\"", "cannot be seen"),
        ("\"Steam.\"", "\"C:\\«path\"", "write a backslash twice"),
        ("text = \"Steam.\"", "text = \"Steam.\"\nsecret = «True", "in small letters"),
        ("[5, 2]", "[«5 2]", "put a comma between them"),
        ("[5, 2]", "[5,«, 2]", "one of the commas"),
        ("[5, 2]", "«[5, 2", "end it with `]`"),
        ("round_end = 2", "round_end = «02", "without the zero in front"),
        ("1d6 fire\" } }", "1d6 fire\" } } «}", "take it away"),
        ("1d6 fire\" } }", "1d6 fire\" }", "end it with `}`"),
        ("map = '''\n", "map = '«\n", "begin the drawing with"),
    ] {
        let whole = level_text("", "", event);
        assert!(whole.contains(from), "{from}");
        let mut text = whole.replacen(from, to, 1);
        if !text.contains('«') {
            text = text.replacen("do = {", "do = «{", 1);
        }
        check(&text, &[words]);
    }
}

/// What is sound TOML and says nothing sound is one finding, too.
#[test]
fn what_follows_from_a_slip_is_no_finding() {
    let drawing = "'''\n########\n#a....b#\n#......#\n########\n'''";
    for (text, code, words) in [
        (level_text("", "", "").replace(drawing, "[\"####\", \"a..b\"]"), Code::WrongType, "a drawing"),
        (level_text("", "", "").replace(&format!("map = {drawing}"), ""), Code::MissingKey, "add `map = …`"),
        (
            level_text("", "", "[[goal]]\nside = \"red\"\nwin = { eliminate = [\"Molly\"] }\nabout = \"x\"")
                .replace("Molly", "Bo"),
            Code::UnknownKey,
            "above the first `[table]`",
        ),
        (level_text("", "a......b\n..........\n........\n", ""), Code::RaggedLine, "cut the line"),
        (level_text("light = '''\n........\n'''", "", ""), Code::OverlaySize, "exactly as large"),
        (
            level_text("", "", "")
                .replace("[legend]", "[legend]\n\"q\" = { terrain = \"mud\", side = \"red\" }")
                .replace("#......#", "#..q...#"),
            Code::UnknownKey,
            "add `creature",
        ),
    ] {
        let found = findings(&text);
        let shown = rendered(&text, &found);
        assert_eq!(found.len(), 1, "{shown}");
        assert_eq!(found[0].code, code, "{shown}");
        assert!(shown.contains(words), "`{words}` is not in:\n{shown}");
    }
}

/// However many mistakes there are, what is printed has a bound.
#[test]
fn very_many_mistakes_are_not_all_printed() {
    let keys: Vec<String> = (0..20_000).map(|at| format!("key{at} = {at}\n")).collect();
    let text = level_text(&keys.concat(), "", "");
    let found = findings(&text);
    assert!(found.len() <= 101, "{}", found.len());
    assert!(rendered(&text, &found).len() < 100_000);
}

#[test]
fn mistakes_of_their_own_are_findings_of_their_own() {
    let text = level_text("about = Two\nambient = 01", "", "[[goal]]\nside = \"red\nwin = \"last_side_standing\"");
    let found = findings(&text);
    let lines: Vec<(Code, usize)> = found.iter().map(|one| (one.code, one.line)).collect();
    assert_eq!(lines, [(Code::Syntax, 3), (Code::Syntax, 4), (Code::Syntax, 21)], "{}", rendered(&text, &found));
}

/// However a shipped level is cut short, that is one mistake.
#[test]
fn a_level_that_ends_too_soon_is_one_mistake() {
    for (name, text) in super::shipped::levels() {
        for end in (0..text.len()).step_by(97).filter(|&end| text.is_char_boundary(end)) {
            let found = findings(&text[..end]);
            let syntax = found.iter().filter(|one| one.code == Code::Syntax).count();
            assert!(syntax <= 1, "{name} up to {end}:\n{}", rendered(&text[..end], &found));
        }
    }
}
