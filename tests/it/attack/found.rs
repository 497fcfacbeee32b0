//! Sessions that once ended in a panic, an abort or a wrong answer; each file says in its name which.

use battlemat::referee::protocol::Session;
use serde_json::Value;

use super::{hash, send};

#[test]
fn what_once_broke_the_session_does_so_no_more() {
    let mut files: Vec<_> = std::fs::read_dir("tests/attacks")
        .expect("the attacks should be there")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .collect();
    files.sort();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let mut session = Session::default();
        for line in text.lines() {
            let request: Value = serde_json::from_str(line).expect("an attack is JSON");
            let before = hash(&mut session);
            let reply = send(&mut session, &request);
            if reply["ok"] == false {
                assert_eq!(hash(&mut session), before, "{}: {line}", file.display());
            }
        }
    }
}
