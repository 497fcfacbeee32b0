//! Mistakes in how a level is written: keys, types, words, numbers.

use battlemat::level::Code;

use super::super::level_text;
use super::{check, only, rest, top};

#[test]
fn mistakes_of_writing() {
    check(Code::Syntax, &level_text("", "", "\n[[goal\n").replace("[[goal\n", "[[goal«\n"));
    check(
        Code::MissingKey,
        "«name = \"No map\"\nruleset = \"sol\"\n[[creature]]\nkind = \"scout\"\nside = \"a\"\nat = [0, 0]\n[[creature]]\nkind = \"scout\"\nside = \"b\"\nat = [1, 0]",
    );
    rest(Code::MissingKey, "[[event]]\nid = \"x\"\ntext = \"y\"\nwhen = { enters = «{ side = \"red\" } }");
    top(Code::WrongType, "about = «3");
    top(Code::WrongType, "heights = «\"high\"");
    rest(
        Code::WrongType,
        "[[side]]\nid = \"x\"\nneutral = «\"yes\"\n[[creature]]\nkind = \"civilian\"\nside = \"x\"\nat = [2, 2]",
    );
    rest(Code::WrongType, "[[area]]\nsquares = «[1, 2, 3]\nfog = true");
    top(Code::UnknownKey, "«abuot = \"A fight.\"");
    rest(Code::UnknownKey, "[[event]]\ntext = \"x\"\nwhen = { round_end = 1 }\n«seceret = true");
    rest(Code::UnknownWord, "[[event]]\ntext = \"x\"\nwhen = «\"never\"");
    top(Code::UnknownWord, "ambient = «\"bleak\"");
    top(Code::UnknownWord, "weather = { wind = «\"up\" }");
    top(Code::UnknownWord, "weather = { falls = «\"frogs\" }");
    top(Code::UnknownWord, "weather = { haze = «\"pink\" }");
    rest(Code::BadLength, "[[area]]\nsquares = [2, 2]\nelevation = «\"4 bananas\"");
    rest(Code::BadLength, "[[area]]\nsquares = [2, 2]\nelevation = «4");
    rest(Code::BadLength, "[[area]]\nsquares = [2, 2]\nelevation = «\"-10.1 km\"");
    rest(Code::BadLength, "[[area]]\nsquares = [2, 2]\nelevation = «\"-10001 m\"");
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
    rest(Code::BadNumber, "[[area]]\nsquares = [2, 2]\ngravity = «11");
    rest(Code::WrongType, "[[area]]\nsquares = [2, 2]\ngravity = «\"none\"");
    rest(Code::BadNumber, "[[event]]\nwhen = \"manual\"\ndo = { gravity = { squares = [2, 2], becomes = «0.123 } }");
    rest(Code::UnknownKey, "[[area]]\nsquares = [2, 2]\n«gravty = 0");
    rest(Code::BadNumber, "[object.crate]\nhp = «-3\n[[place]]\nobject = \"crate\"\nat = [2, 2]");
    rest(Code::BadNumber, "[object.crate]\nheight = «\"-3 ft\"\n[[place]]\nobject = \"crate\"\nat = [2, 2]");
    rest(Code::RoundZero, "[[event]]\ntext = \"x\"\nwhen = { round_end = «0 }");
    rest(Code::RoundZero, "[[event]]\ntext = \"x\"\nwhen = { round_start = { from = «0, every = 2 } }");
    rest(Code::OneOf, "[[event]]\ntext = \"x\"\nwhen = «{ round_end = 1, down = \"Ada\" }");
    rest(Code::OneOf, "[[event]]\nwhen = \"manual\"\ndo = «{}");
    rest(Code::OneOf, "«[[goal]]\nside = \"red\"");
    rest(Code::OneOf, "[[goal]]\nside = \"red\"\nwin = «{ escape = 1, survive = 3 }");
    rest(Code::OneOf, "[[goal]]\nside = \"red\"\nwin = { survive = 3, «rounds = 3 }");
    rest(Code::OneOf, "[[area]]\nsquares = «{ zone = \"x\", legend = \"a\" }\nfog = true");
    check(Code::EmptyText, &level_text("", "", "").replace("name = \"Test\"", "name = «\" \""));
}

/// The header of a list with one bracket before it and two behind is one slip, whatever else the reader makes of it.
#[test]
fn a_header_with_a_bracket_too_few_is_one_finding() {
    let event = "text = \"x\"\nwhen = \"manual\"\n";
    for rest in [
        format!("[event]]\n{event}"),
        format!("[[event]]\n{event}[event]]\n{event}"),
        format!("[event]]\n{event}[[event]]\n{event}"),
        format!("[event]]\n{event}[event]]\n{event}"),
        format!("[[event]\n{event}[[event]]\n{event}"),
    ] {
        let text = level_text("", "", &rest);
        only(&text, &[Code::Syntax]);
    }
    let text = level_text("", "", &format!("[event]]\n{event}"));
    assert!(super::super::findings(&text)[0].help.contains("write `[[event]]`"));
}
