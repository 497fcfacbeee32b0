//! There is a bound to everything.

use std::time::Duration;

use battlemat::level::Code;
use cpu_time::ThreadTime;

use super::super::{findings, level_text};
use super::only;

#[test]
fn there_is_a_bound_to_everything() {
    let field = |rows: usize| format!("{}\n", ".".repeat(128)).repeat(rows);
    let told = |text: &str| -> Vec<String> {
        let found = findings(text);
        let many = found.iter().filter(|one| one.code == Code::TooMany);
        many.map(|one| one.message.clone()).collect()
    };
    let at = |number: usize| format!("[{}, {}]", number % 128, number / 128 + 1);
    let creature =
        |number: usize, side: &str| format!("[[creature]]\nkind = \"scout\"\nside = \"{side}\"\nat = {}\n", at(number));
    let map = format!("a{}b\n{}", ".".repeat(126), field(100));
    let crowd: String = (0..4000).map(|number| creature(number, "red")).collect();
    assert_eq!(told(&level_text("", &map, &crowd)), ["4002 creatures are too many: a level has at most 256"]);
    let spawned = "{ kind = \"scout\", side = \"red\", at = [3, 3] }, ".repeat(300);
    assert_eq!(
        told(&level_text("", &map, &format!("[[event]]\nwhen = \"manual\"\ndo = {{ spawn = [{spawned}] }}"))),
        ["302 creatures are too many: a level has at most 256"]
    );
    let events = "[[event]]\ntext = \"x\"\nwhen = \"manual\"\n".repeat(300);
    assert_eq!(told(&level_text("", "", &events)), ["300 events are too many: a level has at most 256"]);
    let effects = "{ message = \"x\" }, ".repeat(2000);
    assert_eq!(
        told(&level_text("", "", &format!("[[event]]\nwhen = \"manual\"\ndo = [{effects}]"))),
        ["2000 effects are too many: a level has at most 1024"]
    );
    let crates = format!("{}\n", "c".repeat(128)).repeat(40);
    assert_eq!(
        told(&level_text("", &format!("a{}b\n{crates}", ".".repeat(126)), "")),
        ["5120 objects are too many: a level has at most 4096"]
    );
    let sides: String = (0..250).map(|number| creature(number, &format!("s{number}"))).collect();
    assert_eq!(
        told(&format!("name = \"x\"\nruleset = \"sol\"\nmap = '''\n{}'''\n{sides}", field(4))),
        ["250 sides are too many: a level has at most 32"]
    );
    // A few words may name all squares again and again.
    let all = "{ from = [0, 0], to = [127, 99] }, ".repeat(60);
    assert_eq!(
        told(&level_text("", &map, &format!("[zone]\nx = [{all}]"))),
        ["the level names more than 500000 squares in its zones, areas and effects"]
    );
    let huge = format!("{}#{}", level_text("", "", ""), "x".repeat(3 << 20));
    only(&huge, &[Code::TooMany]);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "it measures how long a file takes")]
fn very_many_findings_are_counted_and_not_listed() {
    let keys = (0..20_000).fold(String::new(), |keys, number| keys + &format!("key{number} = 1\n"));
    let text = level_text(&keys, "", "");
    let began = std::time::Instant::now();
    let found = findings(&text);
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
    assert_eq!(found.len(), 101);
    assert!(found[..100].iter().all(|one| one.code == Code::UnknownKey));
    let last = &found[100];
    assert_eq!(last.code, Code::MoreFindings);
    assert!(last.message.starts_with("and 19900 more: 19900 errors"), "{}", last.message);
    let folder = std::env::temp_dir().join(format!("battlemat-findings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("many.toml"), &text).expect("a file can be written");
    let (out, exit) =
        battlemat::level::lint_files(std::slice::from_ref(&folder), false, &battlemat::level::SharedVocabulary);
    std::fs::remove_dir_all(&folder).expect("it can be taken away");
    assert!(out.len() < 100_000 && exit == 1, "{}", out.len());
    assert!(out.ends_with("1 level, 20000 errors, 0 warnings, 0 hints\n"), "{}", &out[out.len() - 100..]);
}

/// Of eight times as much of anything the check takes about eight times as long; where each looks through all others, sixty-four times.
#[test]
fn the_time_of_a_check_grows_with_the_file_and_no_faster() {
    let shapes: [(&str, fn(usize) -> String); 6] = [
        ("unknown keys", |at| format!("key{at} = {at}\n")),
        ("slips", |at| format!("key{at} = = {at}\n")),
        ("texts that are not closed", |at| format!("key{at} = \"{at}\n")),
        ("keys written twice", |_| "about = \"x\"\n".into()),
        ("unknown tables", |at| format!("[table{at}]\nx = 1\n")),
        ("names of nobody", |at| format!("[[arrival]]\nround = 2\ncreatures = [\"N{at}\"]\n")),
    ];
    for (what, line) in shapes {
        let took = |many: usize| {
            let text = level_text("", "", &(0..many).map(line).collect::<String>());
            let began = ThreadTime::now();
            assert!(!findings(&text).is_empty(), "{what}");
            began.elapsed()
        };
        let (few, many) = (took(3_000), took(24_000));
        let most = few.max(Duration::from_millis(20)) * 24;
        assert!(many < most, "{what}: {few:?} for 3000, {many:?} for 24000");
    }
}
