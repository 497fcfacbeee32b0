//! States that no battle comes to, under checksums that fit: whoever gives a save away can make them. None is taken up, and none is looked
//! into before it is refused.

use battlemat::ai::Random;
use battlemat::battle::{Battle, Save, seal};
use battlemat::referee::protocol::Session;
use battlemat::referee::replay;
use serde_json::{Value, json};

use super::files::Rng;
use super::{long, played, send, yard};

/// A battle of some orders in the yard, as a save.
fn honest(ruleset: &str, seed: u64) -> Value {
    let session = yard(ruleset, seed);
    let level = session.battle().expect("the yard is loaded").level().clone();
    let ruleset = battlemat::rules::by_key(ruleset).expect("a ruleset");
    let mut battle = Battle::new(level, ruleset, seed).expect("the yard starts");
    let mut player = Random::new(seed);
    for _ in 0..10 {
        let Some(order) = player.choose(&battle) else { break };
        battle.order(&order).expect("a legal order");
    }
    battle.save().to_value()
}

/// The paths of all values of a snapshot, lists and tables included.
fn places(value: &Value, path: &str, out: &mut Vec<String>) {
    out.push(path.to_owned());
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(at, item)| places(item, &format!("{path}/{at}"), out));
        }
        Value::Object(table) => {
            table.iter().for_each(|(key, item)| places(item, &format!("{path}/{}", key.replace('/', "~1")), out));
        }
        _ => {}
    }
}

/// Something else in its place: another value of the same state, one more or less, or one that fits nowhere.
fn other(lot: &mut Rng, value: &Value, snapshot: &Value, all: &[String]) -> Value {
    let odd = [json!(0), json!(-1), json!(255), json!(u32::MAX), json!(i64::MIN), json!("x"), json!(null), json!([])];
    match (lot.below(4), value) {
        (0, _) => {
            let path: &String = lot.one_of(all);
            snapshot.pointer(path).expect("it is there").clone()
        }
        (1, Value::Array(list)) => json!([list.as_slice(), list.as_slice()].concat()),
        (1, Value::Object(table)) => Value::Object(table.clone().into_iter().skip(1).collect()),
        (2, Value::Number(number)) => {
            let number = number.as_i64().unwrap_or_default();
            json!(number.wrapping_add(*lot.one_of(&[1, -1, 2, 50, 1000])))
        }
        _ => lot.one_of(&odd).clone(),
    }
}

#[test]
fn no_forged_state_is_taken_up() {
    let tries = long().map_or(12, |requests| requests / 500);
    let mut forged = 0;
    for (number, ruleset) in played().into_iter().enumerate() {
        let save = honest(ruleset, number as u64);
        let sound = Save::from_value(save.clone()).and_then(|save| replay::resume(&save));
        sound.expect("an honest save is taken up");
        let mut all = Vec::new();
        places(&save["snapshot"], "", &mut all);
        let mut lot = Rng(0xf0_46ed + number as u64);
        for _ in 0..tries {
            let mut value = save.clone();
            for _ in 0..=lot.below(3) {
                let path = lot.one_of(&all).clone();
                let Some(place) = value["snapshot"].pointer_mut(&path) else { continue };
                *place = other(&mut lot, &place.clone(), &save["snapshot"], &all);
            }
            // How a test asks for its dice is no state of a battle.
            if let Some(strict) = value.pointer_mut("/snapshot/dice/strict") {
                *strict = json!(false);
            }
            if value == save {
                continue;
            }
            forged += 1;
            seal(&mut value);
            let mut session = Session::default();
            let reply = send(&mut session, &json!({ "cmd": "restore", "save": value }));
            assert_eq!(reply["error"]["code"], "bad_save", "{reply}");
            let why = reply["error"]["message"].as_str().unwrap_or_default();
            assert!(why.starts_with("This save is damaged") && why.ends_with('.'), "{why}");
            assert!(session.battle().is_none());
        }
    }
    assert!(forged > 20, "{forged}");
}

/// Once the window panicked over it on its start screen, and the referee over the next request.
#[test]
fn a_side_that_is_not_there_is_not_looked_for() {
    let text = std::fs::read_to_string("tests/attacks/forged-side-7.json").expect("the forged save");
    let save = Save::from_json(&text).expect("its checksum fits");
    let why = replay::resume(&save).err().expect("no battle comes to it").to_string();
    assert!(why.ends_with('.'), "{why}");
}
