//! What is found in campaign files, and on which line.

use battlemat::campaign;
use battlemat::level::{Code, Diagnostic};
use battlemat::rules::Known;

use super::{ROAD, YARD};

fn parsed(text: &str) -> Vec<Diagnostic> {
    let find = |path: &str| match path {
        "yard.toml" => Ok(YARD.to_owned()),
        "broken.toml" => Ok(YARD.replace("[[goal]]", "[[gaol]]")),
        other => Err(format!("{other}: there is no such file.")),
    };
    let (Ok((_, findings)) | Err(findings)) = campaign::parse(text, "road.toml", &Known::PLAYED, &find);
    findings
}

/// The road with one thing changed in it yields exactly this finding, on the line that holds the mark.
#[track_caller]
fn check(code: Code, from: &str, to: &str, mark: &str) {
    assert!(ROAD.contains(from), "{from}");
    let text = ROAD.replacen(from, to, 1);
    let found = parsed(&text);
    let told: Vec<String> = found.iter().map(|finding| finding.render(&text)).collect();
    let codes: Vec<Code> = found.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [code], "{}", told.join("\n"));
    let line = text.lines().nth(found[0].line - 1).expect("the finding stands in the text");
    assert!(line.contains(mark), "line {}: {line}\n{}", found[0].line, told.join("\n"));
    assert!(!found[0].reason.is_empty() && !found[0].help.is_empty(), "{}", told.join("\n"));
}

#[test]
fn the_road_is_sound() {
    assert_eq!(parsed(ROAD), []);
}

#[test]
fn each_mistake_is_found_where_it_stands() {
    check(Code::UnknownStop, "to = \"home\"", "to = \"hoem\"", "hoem");
    check(Code::UnknownStop, "by = \"night\"", "by = \"nihgt\"", "nihgt");
    check(
        Code::NoWayOn,
        "    { to = \"lost\" },\n]\n\n[[battle]]\nid = \"second\"",
        "]\n\n[[battle]]\nid = \"second\"",
        "then = [",
    );
    check(Code::WayNever, "won = \"crew\", dead = [\"Mo\"]", "won = \"crew\"", "to = \"home\"");
    check(Code::WayNever, "won = \"crew\", dead = [\"Mo\"]", "won = \"crew\", lost = \"crew\"", "lost = \"crew\"");
    check(Code::WayNever, "won = \"crew\", dead = [\"Mo\"]", "alive = [\"Mo\"], dead = [\"mo\"]", "alive");
    check(Code::UnknownMember, "must = [\"Vale\"]", "must = [\"Vael\"]", "Vael");
    check(Code::UnknownMember, "dead = [\"Mo\"]", "dead = [\"Moe\"]", "Moe");
    check(Code::LevelUnfit, "level = \"yard.toml\"", "level = \"yrad.toml\"", "yrad.toml");
    check(Code::LevelUnfit, "level = \"yard.toml\"", "level = \"broken.toml\"", "broken.toml");
    check(Code::LevelUnfit, "as = \"red\"", "as = \"rde\"", "rde");
    check(Code::LevelUnfit, "up_to = 2", "up_to = 3", "up_to = 3");
    check(Code::LevelUnfit, "must = [\"Vale\"], up_to = 2", "must = [\"Vale\", \"Mo\"], up_to = 1", "up_to = 1");
    check(Code::LevelUnfit, "must = [\"Vale\"], up_to = 2", "must = [\"Vale\", \"Mo\", \"Pip\"]", "yard.toml");
}

#[test]
fn names_keys_and_kinds_are_checked_as_in_levels() {
    check(Code::DuplicateName, "name = \"Pip\"", "name = \"mo\"", "mo");
    check(Code::DuplicateId, "id = \"lost\"", "id = \"second\"\n[[ending]]\nid = \"lost\"", "second");
    check(Code::UnknownKind, "kind = \"scout\"", "kind = \"scuot\"", "scuot");
    check(Code::BadOverride, "kind = \"scout\"", "kind = \"scout\"\nsol = { hp_mx = 4 }", "hp_mx");
    check(Code::BadOverride, "hours = 8", "hours = 8\nvigor = { fed = true }", "fed");
    check(Code::UnknownWord, "rest = \"full\"", "rest = \"ful\"", "ful");
    check(Code::UnknownKey, "hours = 8", "hours = 8\nedeg = { fed = true }", "edeg");
    check(Code::UnknownWord, "rest = \"full\"", "rest = \"full\"\noffers = [\"wotch\"]", "wotch");
    check(Code::UnknownKey, "hours = 8", "hour = 8", "hour");
    check(Code::BadNumber, "hours = 8", "hours = -8", "-8");
    check(Code::UnknownSide, "won = \"crew\", dead", "won = \"crow\", dead", "crow");
}

#[test]
fn what_leads_nowhere_is_a_warning() {
    check(Code::Unreached, "id = \"lost\"\n", "id = \"lost\"\n[[ending]]\nid = \"spare\"\n", "spare");
    check(Code::Unreached, "[[ending]]\nid = \"home\"", "[[link]]\nid = \"day\"\n\n[[ending]]\nid = \"home\"", "day");
}

#[test]
fn a_member_is_called_as_nobody_else_of_a_level() {
    let found = parsed(&ROAD.replace("name = \"Pip\"", "name = \"xan\""));
    let codes: Vec<Code> = found.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::LevelUnfit; 2], "once for each battle: {found:?}");
}

#[test]
fn where_nothing_ends_the_last_battle_says_so() {
    let text = ROAD.replace("to = \"lost\"", "to = \"first\"").replace("to = \"home\"", "to = \"first\"");
    let codes: Vec<Code> = parsed(&text).iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::NoWayOn, Code::NoWayOn, Code::Unreached, Code::Unreached]);
}
