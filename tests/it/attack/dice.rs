//! A forced die that does not fit ends what asked for it, with an error that names both.

use battlemat::battle::Save;
use battlemat::referee::{protocol::Session, replay, scenario};
use serde_json::{Value, json};

use super::{hash, rulesets, send, yard};

/// The complaint of a reply that must fail for its dice.
#[track_caller]
fn complaint(reply: &Value) -> String {
    assert_eq!(reply["error"]["code"], "forced_dice", "{reply}");
    reply["error"]["message"].as_str().unwrap_or_default().to_string()
}

/// A duel in which both roll the same for everything that counts before the roll-off.
fn twins(ruleset: &str, dice: &[String], strict: bool) -> Value {
    let text = format!(
        "name = \"Twins\"\nruleset = \"{ruleset}\"\nmap = '''\n......\nA...B.\n......\n'''\n[legend]\n\
         \"A\" = {{ creature = \"soldier\", side = \"red\" }}\n\"B\" = {{ creature = \"soldier\", side = \"blue\" }}\n"
    );
    let mut session = Session::default();
    let request = json!({ "cmd": "load", "text": text, "dice": dice, "strict": strict });
    let reply = send(&mut session, &request);
    assert_eq!(hash(&mut session).is_null(), reply["ok"] == false, "nothing is loaded by half");
    reply
}

#[test]
fn a_level_whose_first_dice_do_not_fit_is_refused() {
    for (ruleset, size) in [("sol", "d8"), ("essence", "d20")] {
        let message = complaint(&twins(ruleset, &["d3:2".into()], false));
        assert!(message.contains("d3 showing 2") && message.contains(size), "{message}");
        let message = complaint(&twins(ruleset, &[], true));
        assert!(message.contains("empty") && message.contains(size), "{message}");
        let two = [format!("{size}:5"), "d3:1".into()];
        assert!(complaint(&twins(ruleset, &two, true)).contains("d3 showing 1"));
        let four = [5, 5, 7, 3].map(|face| format!("{size}:{face}"));
        let loaded = twins(ruleset, &four, true);
        assert_eq!(loaded["ok"], true, "{loaded}");
    }
}

#[test]
fn as_many_ties_as_can_be_forced_are_rolled_for() {
    for (ruleset, size) in [("sol", "d8"), ("essence", "d20")] {
        let ties = vec![format!("{size}:5"); 20_000];
        assert_eq!(twins(ruleset, &ties, false)["ok"], true, "the stream decides in the end");
        assert!(complaint(&twins(ruleset, &ties, true)).contains("empty"));
    }
}

#[test]
fn a_battle_that_is_loaded_stays_when_another_does_not_start() {
    let mut session = yard("sol", 1);
    let before = hash(&mut session);
    let request = json!({ "cmd": "load", "level": "levels/first-fight.toml", "strict": true });
    complaint(&send(&mut session, &request));
    assert_eq!(hash(&mut session), before);
}

#[test]
fn no_die_of_another_size_changes_anything() {
    for ruleset in rulesets() {
        let mut session = yard(ruleset, 4);
        let mut failed = 0;
        for _ in 0..120 {
            let legal = send(&mut session, &json!({ "cmd": "legal" }))["legal"].clone();
            let Some(order) = legal.as_array().and_then(|legal| legal.last()).map(|one| one["order"].clone()) else {
                break;
            };
            let before = hash(&mut session);
            send(&mut session, &json!({ "cmd": "dice", "faces": ["d7:7"] }));
            let queued = hash(&mut session);
            let reply = send(&mut session, &json!({ "cmd": "order", "order": order }));
            if reply["ok"] == false {
                failed += 1;
                let message = complaint(&reply);
                assert!(message.contains("d7 showing 7"), "{message}");
                assert_eq!(hash(&mut session), queued, "{order}");
            } else {
                assert_eq!(send(&mut session, &json!({ "cmd": "undo" }))["hash"], queued);
            }
            send(&mut session, &json!({ "cmd": "dice", "clear": true }));
            assert_eq!(hash(&mut session), before);
            assert_eq!(send(&mut session, &json!({ "cmd": "order", "order": order }))["ok"], true);
        }
        assert!(failed > 3, "{ruleset}: dice were rolled {failed} times");
    }
}

#[test]
fn faces_that_were_thrown_away_are_not_rolled_by_a_replay() {
    let mut session = yard("sol", 2);
    send(&mut session, &json!({ "cmd": "dice", "faces": ["d7:1", "d7:2"] }));
    let end = json!({ "cmd": "order", "order": { "end_turn": true } });
    assert_eq!(send(&mut session, &end)["ok"], true);
    send(&mut session, &json!({ "cmd": "dice", "clear": true }));
    for _ in 0..12 {
        assert_eq!(send(&mut session, &end)["ok"], true, "the leak rolls dice meanwhile");
    }
    let to = json!({ "cmd": "order", "order": { "take_back": 4 } });
    assert_eq!(send(&mut session, &to)["ok"], true);
    let saved = send(&mut session, &json!({ "cmd": "save" }))["save"].clone();
    let save = Save::from_value(saved).expect("a sound save");
    replay::check(&save).expect("it should come out the same");
    send(&mut session, &json!({ "cmd": "dice", "faces": ["d8:3"] }));
    let saved = send(&mut session, &json!({ "cmd": "save" }))["save"].clone();
    let save = Save::from_value(saved).expect("a sound save");
    let again = replay::check(&save).expect("what still lies forced is saved, too");
    assert_eq!(again.forced_dice().len(), 1);
}

#[test]
fn a_scenario_whose_start_dice_do_not_fit_fails_alone() {
    let text = "ruleset = \"sol\"\nmap = '''\n........\nA....b..\n'''\n\
        creatures = { A = { name = \"Ari\" }, b = { name = \"Bo\" } }\n\
        [[scenario]]\nname = \"another size\"\nstart_dice = [\"d20:5\"]\nexpect = [{ round = 1 }]\n\
        [[scenario]]\nname = \"too few\"\nstart_dice = [\"d8:5\"]\nexpect = [{ round = 1 }]\n\
        [[scenario]]\nname = \"as they should be\"\nstart_dice = [\"d8:5\", \"d8:3\"]\nexpect = [{ active = \"Ari\" }]\n";
    let came: Vec<String> = scenario::read(text)
        .expect("a file that reads")
        .into_iter()
        .map(|(line, one)| match scenario::play(&one, text, line, std::path::Path::new("")) {
            Ok(_) => "passes".to_string(),
            Err(failure) => format!("{}: {}", failure.when, failure.came),
        })
        .collect();
    assert!(came[0].contains("at the start") && came[0].contains("d20 showing 5"), "{came:?}");
    assert!(came[1].contains("empty"), "{came:?}");
    assert_eq!(came[2], "passes");
}
