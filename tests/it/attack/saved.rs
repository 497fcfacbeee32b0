//! Saves and reports of mistakes broken by lot: they are refused with a sentence or are what they were, and never a panic; and made
//! to fit again by their checksum, they are found where it matters, by being played again.

use battlemat::ai::Random;
use battlemat::battle::{Battle, Names, Save, SaveError, seal};
use battlemat::campaign::{self, CampaignSave, Journey};
use battlemat::referee::report::BugReport;
use battlemat::referee::{replay, sim::Setup};
use serde_json::{Value, json};

use super::files::{attack, files};

fn played(level: &str, seed: u64, orders: usize) -> Battle {
    let setup = Setup::read(level.as_ref(), None).expect("a shipped level should be sound");
    let mut battle = setup.start(seed).expect("a shipped level should start");
    let mut player = Random::new(seed);
    while battle.orders().len() < orders
        && let Some(order) = player.choose(&battle)
    {
        battle.order(&order).expect("a legal order");
    }
    battle
}

/// Whether a text was read as a save. What is read says what an honest save says; anything else is refused with a sentence.
fn is_honest<T>(text: &str, honest: &[Value], read: Result<T, SaveError>) -> bool {
    match read {
        Ok(_) => {
            let says: Value = serde_json::from_str(text).expect("what was read is JSON");
            assert!(honest.contains(&says), "a save that was changed is refused");
            true
        }
        Err(why) => {
            assert!(!why.to_string().is_empty());
            false
        }
    }
}

#[test]
fn broken_saves_are_survived() {
    let battles = [played("levels/first-fight.toml", 1, 6), played("levels/last-lantern.toml", 2, 10)];
    let honest: Vec<Value> = battles.iter().map(|battle| battle.save().to_value()).collect();
    let bases: Vec<(String, String)> =
        battles.iter().map(|battle| ("a save".to_owned(), battle.save().to_json())).collect();
    attack("save", files().div_ceil(4), &bases, 0x5a_7e, |text| is_honest(text, &honest, Save::from_json(text)));
}

#[test]
fn broken_reports_are_survived() {
    let report = |seed| BugReport::new(&played("levels/first-fight.toml", seed, 6), &[], "a note").to_json();
    let bases = [("a report".to_owned(), report(1)), ("a report".to_owned(), report(2))];
    attack("report", files().div_ceil(20), &bases, 0x4e_907, |text| {
        BugReport::from_json(text).and_then(|report| report.check()).is_ok()
    });
}

/// A campaign in the midst of its second battle, with a night behind it.
fn travelled(seed: u64) -> CampaignSave {
    let loaded = campaign::read_file("campaigns/the-long-shift.toml".as_ref()).expect("a shipped campaign");
    let sol = battlemat::rules::by_key("sol").expect("sol");
    let mut journey = Journey::begin(loaded, sol, seed).expect("it begins");
    let mut battle = journey.set_out(None, &[]).expect("it sets out");
    for name in ["Vera", "Wenzel", "Ilse"] {
        let names = battle.world().resource::<Names>();
        let foe = names.find(name).expect("somebody of the checkpoint");
        let remove = json!({ "gm": { "remove": { "creature": foe } } });
        battle.order(&serde_json::from_value(remove).expect("an order")).expect("the game master may");
    }
    journey.settle(&battle).expect("it is over");
    journey.pass(&std::collections::BTreeMap::new(), &[]).expect("a night");
    let mut battle = journey.set_out(None, &[]).expect("it sets out again");
    let mut player = Random::new(seed);
    for _ in 0..4 {
        let order = player.choose(&battle).expect("something to do");
        battle.order(&order).expect("a legal order");
    }
    CampaignSave::new(&journey, Some(&battle.save()), None)
}

#[test]
fn broken_saves_of_campaigns_are_survived() {
    let saves = [travelled(1), travelled(2)];
    let honest: Vec<Value> = saves.iter().map(CampaignSave::to_value).collect();
    let bases: Vec<(String, String)> =
        honest.iter().map(|save| ("a save of a campaign".to_owned(), save.to_string())).collect();
    attack("campaign-save", files().div_ceil(8), &bases, 0xca_5a, |text| {
        is_honest(text, &honest, CampaignSave::from_json(text))
    });
}

/// Values of what lies behind, of the roster and of who went: changed under a checksum that fits, the replay finds them.
#[test]
fn the_replay_finds_every_change_to_what_lies_behind() {
    let honest = travelled(3).to_value();
    CampaignSave::from_value(honest.clone()).and_then(|save| save.restore()).expect("an honest save");
    let mut paths = Vec::new();
    for part in ["legs", "roster", "seed"] {
        leaves(&honest[part], &format!("/{part}"), &mut paths);
    }
    leaves(&honest["running"]["who"], "/running/who", &mut paths);
    let step = if super::long().is_some() { 1 } else { paths.len().div_ceil(24) };
    let mut tried = 0;
    for path in paths.iter().step_by(step) {
        let mut value = honest.clone();
        let leaf = value.pointer_mut(path).expect("the leaf is there");
        *leaf = other(leaf);
        seal(&mut value);
        let restored = CampaignSave::from_value(value).and_then(|save| save.restore());
        assert!(restored.is_err(), "{path} makes no difference");
        tried += 1;
    }
    assert!(tried > 15, "{tried}");
}

/// Where values stand that are no lists and no tables.
fn leaves(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            for (at, item) in list.iter().enumerate() {
                leaves(item, &format!("{path}/{at}"), out);
            }
        }
        Value::Object(table) => {
            for (key, item) in table {
                leaves(item, &format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), out);
            }
        }
        _ => out.push(path.to_owned()),
    }
}

/// Something else of the same kind.
fn other(value: &Value) -> Value {
    match value {
        Value::Bool(on) => json!(!on),
        Value::Number(number) => match number.as_i64() {
            Some(number) => json!(number ^ 1),
            None => json!(number.as_u64().map(|number| number ^ 1)),
        },
        Value::String(text) => json!(format!("{text}x")),
        _ => json!(1),
    }
}

/// Each value of orders and events, the seed, and the level: changed under a checksum that fits, the replay finds it.
#[test]
fn the_replay_finds_every_change_to_level_seed_orders_and_events() {
    let battle = played("levels/first-fight.toml", 8, 12);
    let honest = battle.save().to_value();
    replay::check(&battle.save()).expect("an honest save");
    let mut paths = vec!["/seed".to_owned()];
    for part in ["orders", "events"] {
        leaves(&honest[part], &format!("/{part}"), &mut paths);
    }
    // Each of them takes a replay; always some of every part, all where there is time.
    let step = if super::long().is_some() { 1 } else { paths.len().div_ceil(60) };
    // And one of each kind of what says which, where it is not compared in play.
    let number = paths.iter().find(|path| path.contains("/dice/") && path.ends_with("/number"));
    let always = [number.expect("some die is told").clone(), "/seed".to_owned()];
    let mut tried = 0;
    for path in paths.iter().step_by(step).chain(&always) {
        let mut value = honest.clone();
        let leaf = value.pointer_mut(path).expect("the leaf is there");
        *leaf = other(leaf);
        believed(value, path);
        tried += 1;
    }
    for part in ["orders", "events"] {
        for at in 0..honest[part].as_array().map_or(0, Vec::len) {
            let mut value = honest.clone();
            value[part].as_array_mut().expect("a list").remove(at);
            believed(value, &format!("/{part}/{at} taken out"));
            tried += 1;
        }
    }
    let level = honest["level"].as_str().expect("a text");
    for (from, to) in
        [("#", "."), ("soldier", "scout"), ("[[side]]", "[[goal]]\nside = \"x\"\n[[side]]"), ("\n", "\n\n")]
    {
        let mut value = honest.clone();
        value["level"] = json!(level.replacen(from, to, 1));
        // A line more changes nothing but the text, and the text is the level.
        if from != "\n" {
            believed(value, &format!("the level with {to:?} for {from:?}"));
        }
        tried += 1;
    }
    assert!(tried > 60, "{tried}");
}

/// The save is refused, or the replay finds it out.
#[track_caller]
fn believed(mut value: Value, what: &str) {
    seal(&mut value);
    let checked = Save::from_value(value).and_then(|save| replay::check(&save));
    assert!(checked.is_err(), "{what} makes no difference");
}
