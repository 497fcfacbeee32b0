//! Level files: reading, and every finding.

use battlemat::level::{SharedVocabulary, parse};

#[test]
fn shipped_levels_are_clean() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/levels"))
        .expect("the folder is there")
    {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let findings = match parse(&text, &path.display().to_string(), &SharedVocabulary) {
            Ok((_, findings)) | Err(findings) => findings,
        };
        let rendered: Vec<String> = findings
            .iter()
            .map(|finding| finding.render(&text))
            .collect();
        assert!(
            findings.is_empty(),
            "{}:\n{}",
            path.display(),
            rendered.join("\n\n")
        );
    }
}
