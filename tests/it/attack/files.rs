//! Levels and scenarios broken by lot: whatever stands in a file, there are findings or a fight, soon, and never a panic.
//!
//! The files are made from the shipped ones by a seed each, so that a number names one for good. Every run tries a few; with
//! `BATTLEMAT_ATTACK=100000` it tries so many levels, and a tenth as many scenarios.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use battlemat::battle::Battle;
use battlemat::campaign;
use battlemat::level::Diagnostic;
use battlemat::referee::scenario;
use battlemat::rules::{self, Known};
use cpu_time::ThreadTime;

/// Longer than this nobody waits for a file. It is the processor's time, so that a machine that does other things, or sleeps, changes nothing.
/// A file of the usual size takes a thousandth of it.
const PATIENCE: Duration = Duration::from_mins(1);

/// Numbers by lot, the same for the same seed on every machine.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below a bound that is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).expect("it is below a length")
    }

    pub(crate) fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// What stands where a value may stand, and should not.
const VALUES: &[&str] = &[
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65536",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "99999999999999999999",
    "0.5",
    "1e308",
    "nan",
    "true",
    "\"\"",
    "\"\u{1F409}\"",
    "\"99999999 ft\"",
    "\"-3 m\"",
    "\"1d6 toxic\"",
    "\"100d1000+10000 fire\"",
    "\"d6-2147483648 fire\"",
    "\"full\"",
    "[]",
    "{}",
    "[[]]",
    "[0, 0]",
    "[-1, 127]",
    "[127, 127]",
    "{ from = [0, 0], to = [127, 127] }",
    "1979-05-27",
    "'''\n'''",
];

/// A file with a few things changed in it.
pub(super) fn broken(lot: &mut Rng, files: &[(String, String)]) -> (String, String) {
    let (name, text) = lot.one_of(files);
    let mut text = text.clone();
    for _ in 0..=lot.below(4) {
        text = change(lot, &text, files);
    }
    (name.clone(), text)
}

fn change(lot: &mut Rng, text: &str, files: &[(String, String)]) -> String {
    match lot.below(8) {
        0 => bytes(lot, text),
        1 | 2 => lines(lot, text, files),
        3 | 4 => value(lot, text),
        5 => words(lot, text),
        6 => row(lot, text),
        _ => key(lot, text),
    }
}

/// A byte changed, taken out, put in, or a piece copied elsewhere.
fn bytes(lot: &mut Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    if bytes.is_empty() {
        return String::new();
    }
    let (at, other) = (lot.below(bytes.len()), lot.below(bytes.len()));
    let byte = u8::try_from(lot.below(256)).expect("below 256");
    match lot.below(5) {
        0 => bytes[at] = byte,
        1 => drop(bytes.remove(at)),
        2 => bytes.insert(at, byte),
        3 => bytes.swap(at, other),
        _ => {
            let end = (at + lot.below(400)).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            bytes.splice(other..other, piece);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A line taken out, doubled many times, moved, or one of another file put in.
fn lines(lot: &mut Rng, text: &str, files: &[(String, String)]) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return String::new();
    }
    let at = lot.below(lines.len());
    match lot.below(4) {
        0 => drop(lines.remove(at)),
        1 => {
            let line = lines[at];
            let many = [1, 2, 40][lot.below(3)];
            lines.splice(at..at, std::iter::repeat_n(line, many));
        }
        2 => {
            let line = lines.remove(at);
            lines.insert(lot.below(lines.len() + 1), line);
        }
        _ => {
            let (_, other) = lot.one_of(files);
            let others: Vec<&str> = other.lines().collect();
            if !others.is_empty() {
                let from = lot.below(others.len());
                let to = (from + lot.below(12)).min(others.len());
                lines.splice(at..at, others[from..to].iter().copied());
            }
        }
    }
    lines.join("\n") + "\n"
}

/// The places of values: behind an equals sign, up to the end of what is written there.
fn values(text: &str) -> Vec<(usize, usize)> {
    let ends = |at: usize| {
        let rest = &text[at..];
        let quoted = rest.starts_with('"').then(|| rest[1..].find('"').map(|end| end + 2));
        let end = quoted.flatten().or_else(|| rest.find([',', '}', ']', '\n']));
        at + end.unwrap_or(rest.len())
    };
    let starts = text.match_indices("= ").map(|(at, _)| at + 2);
    starts.map(|at| (at, ends(at))).collect()
}

fn value(lot: &mut Rng, text: &str) -> String {
    let places = values(text);
    if places.is_empty() {
        return text.to_owned();
    }
    let &(from, to) = lot.one_of(&places);
    format!("{}{}{}", &text[..from], lot.one_of(VALUES), &text[to..])
}

/// A value in place of another.
fn words(lot: &mut Rng, text: &str) -> String {
    let places = values(text);
    if places.is_empty() {
        return text.to_owned();
    }
    let (&(from, to), &(start, end)) = (lot.one_of(&places), lot.one_of(&places));
    format!("{}{}{}", &text[..from], &text[start..end], &text[to..])
}

/// A character of the file drawn somewhere else: in a drawing, if it hits one.
fn row(lot: &mut Rng, text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return String::new();
    }
    let (at, with) = (lot.below(letters.len()), *lot.one_of(&letters));
    letters.iter().enumerate().map(|(index, &letter)| if index == at { with } else { letter }).collect()
}

/// A key misspelt.
fn key(lot: &mut Rng, text: &str) -> String {
    let places: Vec<usize> = text.match_indices(" = ").map(|(at, _)| at).collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let at = *lot.one_of(&places);
    let extra = *lot.one_of(&["s", "_", ".x", "\u{1F409}", "\"", ""]);
    format!("{}{extra}{}", &text[..at], &text[at..])
}

/// How many files to try.
pub(super) fn files() -> usize {
    super::long().unwrap_or(400)
}

/// Tries the files of these numbers; what goes wrong is told with the number and the text.
pub(super) fn attack(what: &str, count: usize, bases: &[(String, String)], seed: u64, strike: impl Fn(&str) -> bool) {
    let (mut longest, mut sound) = ((Duration::ZERO, 0), 0);
    for number in 0..count {
        let mut lot = Rng(seed + number as u64);
        let (name, text) = broken(&mut lot, bases);
        let began = ThreadTime::now();
        let struck = catch_unwind(AssertUnwindSafe(|| strike(&text)));
        let took = began.elapsed();
        longest = longest.max((took, number));
        match struck {
            Ok(stands) => sound += usize::from(stands),
            Err(_) => {
                let path = std::env::temp_dir().join(format!("battlemat-{what}-{number}.toml"));
                std::fs::write(&path, &text).expect("the file can be written");
                panic!("{what} {number}, made from {name}, is not survived: {}", path.display());
            }
        }
        assert!(took < PATIENCE, "{what} {number}, made from {name}, took {took:?}:\n{text}");
    }
    #[expect(clippy::print_stdout, reason = "the figures of a long attack are to be read")]
    {
        println!("{count} {what}s, {sound} of them sound; the slowest, number {}, took {:?}", longest.1, longest.0);
    }
    assert!(count < 100 || (sound > 0 && sound < count), "some should be sound and some should not");
}

/// Findings stand inside the file, at the line and column they say, and can be shown.
fn check_findings(text: &str, findings: &[Diagnostic]) {
    assert!(findings.len() <= 101);
    for finding in findings {
        assert!(text.get(finding.span.clone()).is_some(), "{:?}", finding.span);
        for label in &finding.labels {
            assert!(label.span.end <= text.len(), "{:?}", label.span);
        }
        let before = &text[..finding.span.start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        assert_eq!((finding.line, finding.column), (line, column));
        assert!(!finding.message.is_empty() && !finding.help.is_empty());
    }
    for finding in findings.iter().take(2) {
        assert!(finding.render(text).contains(finding.code.id()));
    }
}

/// The seed of the first broken level.
const LEVELS: u64 = 0x1e_7e1;

/// The broken level of a number.
pub(crate) fn level(number: u64) -> String {
    let (_, text) = broken(&mut Rng(LEVELS + number), &crate::level::shipped());
    text
}

#[test]
fn broken_levels_are_survived() {
    attack("level", files(), &crate::level::shipped(), LEVELS, |text| {
        let (Ok((_, findings)) | Err(findings)) = &rules::read_level(text, "broken.toml");
        check_findings(text, findings);
        let Ok((level, _)) = rules::read_level(text, "broken.toml") else {
            return false;
        };
        let level = Arc::new(level);
        for ruleset in rules::all() {
            // What would keep it from starting is a finding.
            if let Err(why) = Battle::new(level.clone(), *ruleset, 7) {
                panic!("nothing is found wrong, and {} refuses: {why}\n{text}", ruleset.key());
            }
        }
        true
    });
}

/// The campaigns that are broken: the shipped ones.
pub(super) fn campaigns() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("campaigns");
    let entries = std::fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("a file").path());
    let files = entries.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let mut bases: Vec<(String, String)> = files
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("it can be read")))
        .collect();
    bases.sort();
    bases
}

/// Broken campaigns over levels that are sound: findings, or a campaign that begins and sets out.
#[test]
fn broken_campaigns_are_survived() {
    let find = |path: &str| std::fs::read_to_string(path).map_err(|why| why.to_string());
    attack("campaign", files().div_ceil(2), &campaigns(), 0xca_3b, |text| {
        let parsed = campaign::parse(text, "broken.toml", &Known::FINISHED, &find);
        let (Ok((_, findings)) | Err(findings)) = &parsed;
        check_findings(text, findings);
        let Ok((loaded, _)) = parsed else { return false };
        for ruleset in rules::all() {
            // What would keep it from beginning is a finding.
            let mut journey = campaign::Journey::begin(loaded.clone(), *ruleset, 7).expect("nothing is found wrong");
            if let Err(why) = journey.set_out(None, &[]) {
                panic!("nothing is found wrong, and {} does not set out: {why}\n{text}", ruleset.key());
            }
        }
        true
    });
}

/// What begins like a moment and is none is read as one with neither date nor time, which cannot be written down.
#[test]
fn what_only_begins_like_a_moment_is_a_finding() {
    for value in ["6:", "07:", "[6:]", "{ a = 6: }"] {
        for ruleset in ["sol", "essence", "vigor", "edge", "momentum"] {
            let text = format!(
                "name = \"T\"\nruleset = \"sol\"\nmap = \"A.b\"\n[legend]\n\
                 \"A\" = {{ creature = \"brute\", side = \"a\", {ruleset} = {{ speed_ft = {value}, worn = [\"mail\"] }} }}\n\
                 \"b\" = {{ creature = \"brute\", side = \"b\" }}\n"
            );
            let Err(findings) = rules::read_level(&text, "moment.toml") else { panic!("{text} is no level") };
            check_findings(&text, &findings);
        }
    }
}

/// Every scenario of the tests, a file each, without the dice and order of its start: what is broken starts by its seed.
fn scenarios() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("the folder is there");
            open.extend(entries.map(|entry| entry.expect("it can be listed").path()));
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            let kept = |line: &&str| !line.starts_with("start_dice") && !line.starts_with("turn_order");
            let mut pieces: Vec<String> = Vec::new();
            for (index, piece) in text.split("\n[[scenario]]\n").enumerate() {
                let lines: Vec<&str> = piece.lines().filter(kept).collect();
                pieces.push(if index == 0 {
                    lines.join("\n")
                } else {
                    format!("\n[[scenario]]\n{}", lines.join("\n"))
                });
            }
            let name = path.display().to_string();
            if let Some((head, scenarios)) = pieces.split_first() {
                let whole = |scenario: &String| (name.clone(), format!("{head}{scenario}\n"));
                found.extend(scenarios.iter().map(whole));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn broken_scenarios_are_survived() {
    let bases = scenarios();
    assert!(bases.len() > 100);
    attack("scenario", files().div_ceil(10).max(60), &bases, 0x5ce_a210, |text| {
        let Ok(scenarios) = scenario::read(text) else {
            return false;
        };
        let play = |(line, one): (usize, scenario::Scenario)| scenario::play(&one, text, line, Path::new(""));
        scenarios.into_iter().map(play).all(|played| match played {
            Ok(_) => true,
            Err(failure) => {
                assert!(failure.line >= 1 && failure.line <= text.lines().count().max(1));
                assert!(!failure.expected.is_empty() && !failure.came.is_empty());
                matches!(failure.when, scenario::When::Step(_))
            }
        })
    });
}
