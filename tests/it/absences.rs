//! Rows of a ledger by which nothing is told: each stands beside the code that makes it so, and in no log.

use battlemat::battle::RowKind;
use battlemat::rules;

use crate::units::sources;

/// The words of a source's comments, one to an entry, without the marks around them.
fn commented(text: &str) -> impl Iterator<Item = &str> {
    let comments = text.lines().filter_map(|line| Some(line.split_once("//")?.1));
    comments.flat_map(|line| line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')))
}

#[test]
fn an_absence_stands_in_a_comment_of_its_ruleset_and_is_cited_nowhere() {
    let mut wrong = Vec::new();
    let mut found = 0;
    for ruleset in rules::all().iter().chain(rules::begun()) {
        let files = sources(ruleset.key());
        let known: Vec<&str> = files.iter().flat_map(|(_, text)| commented(text)).collect();
        for row in ruleset.ledger().iter().filter(|row| row.kind == RowKind::Absence) {
            found += 1;
            let cited = format!("rule!(\"{}\")", row.id);
            if let Some((file, _)) = files.iter().find(|(_, text)| text.contains(&cited)) {
                wrong.push(format!(
                    "{}: src/rules/{}/{file} cites it, so something is told of it",
                    row.id,
                    ruleset.key()
                ));
            }
            if !known.contains(&row.id.as_str()) {
                wrong.push(format!("{}: no comment in src/rules/{} names it", row.id, ruleset.key()));
            }
        }
    }
    assert!(found > 0, "some rows should be absences");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
