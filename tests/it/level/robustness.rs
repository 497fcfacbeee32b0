//! Whatever the text, there are findings or a level, never a panic.

use battlemat::level::{SharedVocabulary, parse};
use proptest::prelude::*;

/// Reads a text and renders all findings.
fn survive(text: &str) {
    let (Ok((_, findings)) | Err(findings)) = parse(text, "noise.toml", &SharedVocabulary);
    for finding in &findings {
        assert!(text.get(finding.span.clone()).is_some(), "{:?} lies inside the text", finding.span);
        assert!(finding.line >= 1 && finding.column >= 1);
    }
    // Rendering is slow beside reading, and a broken level has many findings of one kind.
    for finding in findings.iter().take(5) {
        let shown = finding.render(text);
        assert!(shown.contains(finding.code.id()), "{shown}");
    }
}

/// Pieces of levels that come together in ways nobody meant.
fn scraps() -> impl Strategy<Value = String> {
    let pieces: Vec<&str> = vec![
        "name = ",
        "\"x\"",
        "ruleset = \"sol\"\n",
        "map = '''\n",
        "'''",
        "....\n",
        "#a.b#\n",
        "~~,,+\n",
        "[legend]\n",
        "a = ",
        "{ creature = \"ogre\", side = \"red\" }",
        "{",
        "}",
        "[",
        "]",
        "[[side]]\n",
        "[[event]]\n",
        "[[goal]]\n",
        "id = ",
        "when = ",
        "do = ",
        "{ round_end = 0 }",
        "{ burst = { at = [1, 1], radius = \"20 ft\", damage = \"1d6 toxic\" } }",
        "squares = ",
        "[1, 1]",
        "[-1, 99999999999999999999]",
        "{ from = [0, 0], to = [3, 3] }",
        "\n",
        ", ",
        " = ",
        "1e9",
        "\"900000000 m\"",
        "\"4 ft\"",
        "[[area]]\n",
        "elevation = ",
        "[terrain.x]\n",
        "like = \"x\"\n",
        "[object.y]\n",
        "true",
        "1979-05-27",
        "\u{1F409}",
        "\u{0}",
        "é",
        "[[creature]]\n",
        "kind = \"titan\"\n",
        "side = \"s\"\n",
        "at = ",
        "spawn = ",
        "[[allow]]\n",
        "code = \"L085\"\n",
        "[zone]\n",
        "q = ",
        "\r\n",
        "\t",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|pieces| pieces.concat())
}

/// A shipped level with some bytes replaced, taken out, doubled or moved.
fn mutations() -> impl Strategy<Value = String> {
    let levels: Vec<String> = super::shipped::levels().into_iter().map(|(_, text)| text).collect();
    let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..5_u8, any::<u8>());
    (prop::sample::select(levels), prop::collection::vec(change, 1..6)).prop_map(|(level, changes)| {
        let mut bytes = level.into_bytes();
        for (at, other, how, byte) in changes {
            let (at, other) = (at.index(bytes.len()), other.index(bytes.len()));
            match how {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, byte),
                3 => bytes.swap(at, other),
                _ => {
                    let end = (at + usize::from(byte)).min(bytes.len());
                    let piece: Vec<u8> = bytes[at..end].to_vec();
                    bytes.splice(other..other, piece);
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_text_is_survived(text in "\\PC*") {
        survive(&text);
    }

    #[test]
    fn random_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        survive(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn scraps_of_levels_are_survived(text in scraps()) {
        survive(&text);
    }

    #[test]
    fn broken_levels_are_survived(text in mutations()) {
        survive(&text);
    }
}

#[test]
fn deep_nesting_is_survived() {
    for (open, close) in [("[", "]"), ("{ a = ", " }")] {
        let (open, close) = (open.repeat(5000), close.repeat(5000));
        survive(&format!("map = {open}1{close}"));
        survive(&super::level_text("", "", &format!("[zone]\nx = {open}[1, 1]{close}")));
        survive(&super::level_text("", "", &format!("[rules]\nsol = {open}1{close}")));
    }
    survive(&format!("[{}]", vec!["a"; 5000].join(".")));
    survive(&format!("[rules.sol]\n{} = 1", vec!["a"; 5000].join(".")));
}
