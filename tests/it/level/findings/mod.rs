//! For each code, a level that has the mistake and no other, and where it is underlined.

mod authors;
mod bounds;
mod drawing;
mod edges;
mod fights;
mod files;
mod names;
mod places;
mod writing;

use std::collections::BTreeSet;

use battlemat::level::Code;

use super::{findings, level_text, rendered};

/// Marks, in a level's text, where the finding must begin.
const MARK: char = '«';

/// The text yields exactly this finding, beginning at the mark.
#[track_caller]
fn check(code: Code, marked: &str) {
    let at = marked.find(MARK).unwrap_or_else(|| panic!("{}: the text has no mark", code.id()));
    let text = marked.replace(MARK, "");
    let found = findings(&text);
    let codes: Vec<Code> = found.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [code], "{}:\n{}", code.id(), rendered(&text, &found));
    let line = marked[..at].matches('\n').count() + 1;
    let column = marked[..at].rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    let place = (found[0].line, found[0].column);
    assert_eq!(place, (line, column), "{}:\n{}", code.id(), rendered(&text, &found));
    assert_eq!(found[0].severity, code.severity());
    assert!(!found[0].help.is_empty() && !found[0].reason.is_empty(), "{}: say why and what to do", code.id());
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

/// A level with a further legend entry.
fn legend(entry: &str, map: &str) -> String {
    level_text("", map, "").replace("[[side]]\nid = \"red\"", &format!("{entry}\n[[side]]\nid = \"red\""))
}

/// These findings and no others, whatever follows from them.
#[track_caller]
fn only(text: &str, wanted: &[Code]) {
    let found = findings(text);
    let codes: Vec<Code> = found.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, wanted, "{}", rendered(text, &found));
}

/// Each code is checked: by its name in these files or the one on overrides.
#[test]
fn no_code_is_left_out() {
    let here = [
        include_str!("authors.rs"),
        include_str!("bounds.rs"),
        include_str!("drawing.rs"),
        include_str!("edges.rs"),
        include_str!("fights.rs"),
        include_str!("files.rs"),
        include_str!("names.rs"),
        include_str!("places.rs"),
        include_str!("writing.rs"),
        include_str!("../overrides.rs"),
        include_str!("../../campaigns/findings.rs"),
    ]
    .concat();
    let missing: BTreeSet<String> =
        Code::ALL.iter().map(|code| format!("Code::{code:?}")).filter(|name| !here.contains(name)).collect();
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
