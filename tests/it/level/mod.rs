//! Level files: reading, every finding, the shipped levels, the documentation.

mod documents;
mod findings;
mod meaning;
mod overrides;
mod reading;
mod robustness;
mod schema;
mod shipped;
mod words;
mod writing;

pub(crate) use self::shipped::levels as shipped;

use battlemat::level::{Diagnostic, Level, SharedVocabulary, parse};

/// A level with a drawing of six by three open squares and two sides; the caller adds to it.
///
/// `top` comes before the first table, `map` replaces the drawing if it is not empty, `rest` comes at the end.
fn level_text(top: &str, map: &str, rest: &str) -> String {
    let map = if map.is_empty() { "########\n#a....b#\n#......#\n########\n" } else { map };
    format!(
        r#"name = "Test"
ruleset = "sol"
{top}
map = '''
{map}'''

[legend]
a = {{ creature = "soldier", side = "red", name = "Ada" }}
{rest_of_legend}
[[side]]
id = "red"

[[side]]
id = "blue"
{rest}
"#,
        rest_of_legend = r#""b" = { creature = "soldier", side = "blue", name = "Bo" }"#,
    )
}

/// The level, which must be without errors; its findings of grade hint about the letter `b` are expected.
#[track_caller]
fn good(text: &str) -> Level {
    match parse(text, "test.toml", &SharedVocabulary) {
        Ok((level, _)) => level,
        Err(findings) => panic!("{}", rendered(text, &findings)),
    }
}

/// All findings, but for the hint that `b` stands for something else than a barrier.
fn findings(text: &str) -> Vec<Diagnostic> {
    let (Ok((_, mut findings)) | Err(mut findings)) = parse(text, "test.toml", &SharedVocabulary);
    findings.retain(|finding| !finding.message.starts_with("`b` is a built-in"));
    findings
}

/// All findings as people see them.
fn rendered(text: &str, findings: &[Diagnostic]) -> String {
    findings.iter().map(|finding| finding.render(text)).collect::<Vec<_>>().join("\n\n")
}
