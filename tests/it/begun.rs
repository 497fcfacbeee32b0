//! Rulesets of which a part is written are found by key alone and say so; the newest one plays every shipped level.

use battlemat::ai::Random;
use battlemat::referee::sim::{self, Plan, Player, Setup};
use battlemat::rules;

use crate::fights::shipped;

#[test]
fn they_are_found_by_key_and_offered_nowhere() {
    for &begun in rules::begun() {
        let known = rules::by_key(begun.key()).expect("it is found by its key");
        assert_eq!(known.title(), begun.title());
        assert!(rules::all().iter().all(|one| one.key() != begun.key()));
        let unknown = Setup::read("levels/first-fight.toml".as_ref(), Some("none")).err();
        let message = unknown.expect("there is no such ruleset");
        assert!(!message.contains(begun.key()), "{message}");
    }
}

#[test]
fn fights_on_first_fight_end() {
    for begun in rules::all().iter().chain(rules::begun()) {
        let setup = Setup::read("levels/first-fight.toml".as_ref(), Some(begun.key())).expect("a sound level");
        let plan = Plan { games: 10, seed: 1, rounds: 400, player: Player::Random };
        let tally = sim::run(&setup, &plan).expect("a shipped level should start");
        let stuck: Vec<String> = tally.stuck.iter().map(ToString::to_string).collect();
        assert_eq!((tally.games, stuck), (10, Vec::new()));
    }
}

#[test]
fn every_order_on_every_level_can_be_taken_back() {
    for begun in rules::all().iter().chain(rules::begun()).rev().take(1) {
        for path in shipped() {
            let setup = Setup::read(&path, Some(begun.key())).expect("a shipped level should be sound");
            let mut battle = setup.start(9).expect("a shipped level should start");
            let mut player = Random::new(9);
            for _ in 0..120 {
                let Some(order) = player.choose(&battle) else { break };
                let before = battle.hash();
                battle.order(&order).expect("a legal order");
                let after = battle.hash();
                crate::invariants::check(&battle);
                assert!(battle.undo());
                assert_eq!(battle.hash(), before, "{} {order:?}", path.display());
                battle.order(&order).expect("a legal order");
                assert_eq!(battle.hash(), after, "{} {order:?}", path.display());
            }
        }
    }
}

#[test]
fn that_they_are_only_begun_is_said_where_they_are_chosen() {
    let loaded = |key: &str| {
        let mut session = battlemat::referee::protocol::Session::default();
        let request = serde_json::json!({ "cmd": "load", "level": "levels/first-fight.toml", "ruleset": key });
        let reply = session.reply(&request.to_string());
        assert_eq!(reply["ok"], true, "{reply}");
        reply
    };
    for begun in rules::begun() {
        let note = rules::begun_only(*begun).expect("it is not finished");
        assert!(note.contains("Only a part") && note.contains(begun.key()), "{note}");
        assert_eq!(loaded(begun.key())["begun"], note);
    }
    for finished in rules::all() {
        assert_eq!(rules::begun_only(*finished), None);
        assert!(loaded(finished.key()).get("begun").is_none());
    }
}
