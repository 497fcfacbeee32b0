//! Files that are long before they are wrong: what a file may take in time and memory is bounded, and it is refused with a sentence.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use battlemat::battle::Save;
use battlemat::referee::{report::BugReport, scenario};
use battlemat::rules;
use cpu_time::ThreadTime;

/// No such file takes longer; where the square of its length was looked through it was minutes.
const SOON: Duration = Duration::from_secs(20);

/// Keys of very many parts, keys that are very long, and very many of both, each in several places.
fn long_keys() -> Vec<(&'static str, String)> {
    let deep = vec!["a"; 30_000].join(".");
    let quoted = vec!["\"a\""; 30_000].join(" . ");
    let half = ["a"; 120].join(".");
    let many = (0..8_000).fold(String::new(), |mut text, number| {
        writeln!(text, "k{number}.{half} = 1").expect("writing to a string");
        text
    });
    vec![
        ("parts of a key", format!("{deep} = 1\n")),
        ("parts of a key", format!("{quoted} = 1\n")),
        ("parts of a key", format!("[{deep}]\nx = 1\n")),
        ("parts of a key", format!("[[{deep}]]\nx = 1\n")),
        ("parts of a key", format!("x = {{ {deep} = 1 }}\n")),
        ("parts of a key", format!("x = [{{ {deep} = 1 }}]\n")),
        ("dots outside of texts", many),
        ("bytes of a word", format!("{} = 1\n", "a".repeat(100_000))),
        ("bytes of a word", format!("x = {}\n", "1".repeat(100_000))),
    ]
}

#[test]
fn long_keys_are_refused_before_they_are_read() {
    for (what, text) in long_keys() {
        let began = ThreadTime::now();
        let findings = rules::read_level(&text, "long.toml").expect_err("it is no level");
        let [only] = findings.as_slice() else { panic!("{} findings", findings.len()) };
        assert_eq!((only.code.id(), only.line), ("L012", text[..only.span.start].matches('\n').count() + 1));
        assert!(only.message.contains(what) && only.message.contains("at most"), "{}", only.message);
        let problem = scenario::read(&text).expect_err("it is no scenario").to_string();
        assert!(problem.contains(what) && problem.starts_with("line "), "{problem}");
        assert!(began.elapsed() < SOON, "{what}: {:?}", began.elapsed());
    }
}

/// Texts that take far more memory than room: as saves and reports, and as requests.
#[test]
fn small_texts_that_would_take_much_memory_are_refused() {
    let texts = [
        format!("{{\"battlemat\":3,\"a\":[{}0]}}", "{\"\":0},".repeat(2_000_000)),
        format!("{{\"battlemat\":3,\"a\":{}0{}}}", "[".repeat(5_000), "]".repeat(5_000)),
        format!("{{\"battlemat\":3,\"a\":[{}0]}}", "[[]],".repeat(100_000)),
    ];
    for text in texts {
        let began = ThreadTime::now();
        let save = Save::from_json(&text).expect_err("it is no save").to_string();
        let report = BugReport::from_json(&text).expect_err("it is no report").to_string();
        for why in [save, report] {
            assert!(why.ends_with('.') && why.len() < 300, "{why}");
        }
        assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    }
}

/// What the program says of a file, with so many kilobytes of memory and no more.
#[cfg(target_os = "linux")]
fn said(command: &str, path: &Path, memory: u32) -> (bool, String) {
    let limited = format!("ulimit -v {memory}; exec \"$0\" {command} \"$1\"");
    let done = Command::new("sh").args(["-c", &limited, env!("CARGO_BIN_EXE_battlemat")]).arg(path).output();
    let done = done.expect("the program should run");
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    (matches!(done.status.code(), Some(1 | 2)), said)
}

#[cfg(target_os = "linux")]
#[test]
fn with_little_memory_they_are_refused_as_well() {
    let folder = std::env::temp_dir().join(format!("battlemat-long-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let (well, text) = said("lint", Path::new("tests/attacks/deep-key.toml"), 1_000_000);
    assert!(well && text.contains("parts of a key are too many"), "{text}");
    let bomb = folder.join("bomb.json");
    let tables = "{\"\":0},".repeat(4_000_000);
    std::fs::write(&bomb, format!("{{\"battlemat\":3,\"a\":[{tables}0]}}")).expect("a file");
    let (well, text) = said("replay", &bomb, 3_000_000);
    assert!(well && text.contains("there is more in it than in any save"), "{text}");
    let sparse: PathBuf = folder.join("sparse.json");
    std::fs::File::create(&sparse).and_then(|file| file.set_len(40 << 30)).expect("a hole");
    let (well, text) = said("replay", &sparse, 1_000_000);
    assert!(well && text.contains("larger than 48 megabytes"), "{text}");
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}
