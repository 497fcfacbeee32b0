//! What was thrown at the program: it never panics, what the referee refuses or only looks at leaves everything as it was, and every reply is
//! one line of JSON.
//!
//! | file | what is in it |
//! |---|---|
//! | `files` | levels, scenarios and campaigns broken by lot |
//! | `found` | `tests/attacks/*.jsonl`, each of which once broke something |
//! | `long_files` | files that are long before they are wrong |
//! | `heavy` | levels that are legal and heavy |
//! | `forged` | states that no battle comes to, under checksums that fit |
//! | `endless` | seats in fights that cannot end |
//! | `dice` | forced dice that do not fit |
//! | `identities` | every request with every kind of wrong identity |
//! | `extremes` | creatures at the ends of what their keys take |
//! | `every_order` | undone, taken back, saved, restored and played again after every order |
//! | `overrides` | every override with every word: it does what it says or is refused |
//! | `saved` | saves and reports broken by lot, field by field |
//! | `sides` | a session that is opened as one side |
//! | `twins` | battles that differ only in where somebody unknown stands |
//! | `hands` | battles that differ only in which cards a side holds |
//! | `struck` | what befalls an unknown creature together with known ones |
//! | `clock` | how long answers take |
//! | `wishes`, `machine` | requests by chance, one after another |

mod clock;
mod dice;
mod endless;
mod every_order;
pub(crate) mod extremes;
pub(crate) mod files;
mod forged;
mod found;
mod hands;
mod heavy;
mod identities;
mod long_files;
mod machine;
mod overrides;
mod saved;
pub(crate) mod sides;
mod struck;
mod twins;
mod wishes;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use battlemat::battle::Battle;
use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

/// Objects, a door, water, darkness, a way out, somebody to come, something that happens: a little of everything.
pub(crate) const YARD: &str = r#"
name = "Yard"
ruleset = "sol"
map = '''
############
#..........#
#.A..c.~b..#
#....c..+.>#
#.B..##.#..#
#.......d..#
############
'''
[legend]
"A" = { creature = "soldier", side = "red", name = "Ada", light = "20 ft" }
"B" = { creature = "scout", side = "red", name = "Bo" }
"b" = { creature = "soldier", side = "blue", name = "Cid" }
"d" = { creature = "brute", side = "blue", name = "Dot" }
"c" = { object = "crate" }
[[creature]]
kind = "hound"
side = "blue"
name = "Late"
at = [9, 1]
arrives = 9
[[side]]
id = "red"
[[side]]
id = "blue"
[[event]]
id = "leak"
when = { round_end = { every = 2, from = 1 } }
text = "A pipe leaks."
do = { burst = { at = [5, 1], radius = "10 ft", damage = "1d6 fire" } }
[[event]]
id = "dusk"
when = "manual"
do = { light = { squares = [[2, 1], [3, 1], [4, 4]], becomes = "dark" } }
"#;

/// How many requests a long attack makes: `BATTLEMAT_ATTACK=1000000 cargo test attack`.
pub(crate) fn long() -> Option<usize> {
    static LONG: OnceLock<Option<usize>> = OnceLock::new();
    *LONG.get_or_init(|| std::env::var("BATTLEMAT_ATTACK").ok()?.parse().ok())
}

static SENT: AtomicUsize = AtomicUsize::new(0);
static HASHES: AtomicUsize = AtomicUsize::new(0);

/// How many requests this run has sent so far, and how many more that only asked for the hash.
pub(crate) fn sent() -> (usize, usize) {
    (SENT.load(Ordering::Relaxed), HASHES.load(Ordering::Relaxed))
}

/// Sends a request; the reply is one line of JSON that says whether it was granted, and no fault of the program.
#[track_caller]
pub(crate) fn send(session: &mut Session, request: &Value) -> Value {
    let count = if request["cmd"] == "hash" { &HASHES } else { &SENT };
    let sent = count.fetch_add(1, Ordering::Relaxed);
    let reply = session.reply(&request.to_string());
    // Writing a reply out takes longer than most requests.
    if long().is_none() || sent.is_multiple_of(8) {
        assert!(!reply.to_string().contains('\n'), "{request}: a reply is a line");
    }
    assert!(reply["ok"].is_boolean(), "{request}: {reply}");
    assert_ne!(reply["error"]["code"], "internal", "{request}");
    reply
}

/// The battle that a session has loaded.
pub(crate) fn battle(session: &Session) -> &Battle {
    session.battle().expect("a battle should be loaded")
}

/// The hash of the state, or null while there is no battle.
pub(crate) fn hash(session: &mut Session) -> Value {
    send(session, &json!({ "cmd": "hash" }))["hash"].clone()
}

/// A session with the yard loaded.
pub(crate) fn yard(ruleset: &str, seed: u64) -> Session {
    let mut session = Session::default();
    let loaded = send(&mut session, &json!({ "cmd": "load", "text": YARD, "ruleset": ruleset, "seed": seed }));
    assert_eq!(loaded["ok"], true, "{loaded}");
    session
}

/// The finished rulesets.
pub(crate) fn rulesets() -> Vec<&'static str> {
    battlemat::rules::all().iter().map(|ruleset| ruleset.key()).collect()
}

/// Those of which only a part is written, too: whatever can be played is attacked; with `BATTLEMAT_ONLY=edge,momentum` these alone.
pub(crate) fn played() -> Vec<&'static str> {
    let only = std::env::var("BATTLEMAT_ONLY").ok();
    let named = |key: &&str| only.as_ref().is_none_or(|only| only.split(',').any(|one| one == *key));
    let all = battlemat::rules::all().iter().chain(battlemat::rules::begun());
    all.map(|ruleset| ruleset.key()).filter(named).collect()
}
