//! Campaigns taken up again from their saves, undone, and forged.

use std::path::Path;

use battlemat::battle::seal;
use battlemat::campaign::{CampaignSave, Stage};
use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

use super::{Folder, ROAD, YARD, ask, gm, refused, road, win};

/// Every stage of the road as a save, by the stage's name.
fn saves(folder: &Folder, ruleset: &str) -> Vec<(String, Value)> {
    let mut session = road(folder, ruleset);
    let mut out = Vec::new();
    loop {
        let stage = ask(&mut session, json!({ "cmd": "campaign" }));
        let stage = stage["campaign"]["stage"].as_str().expect("a stage").to_owned();
        if stage == "fighting" {
            gm(&mut session, json!({ "damage": { "creature": "Vale", "amount": 9, "kind": "kinetic" } }));
            ask(&mut session, json!({ "cmd": "order", "order": { "end_turn": true } }));
        }
        out.push((stage.clone(), ask(&mut session, json!({ "cmd": "save" }))["save"].clone()));
        match stage.as_str() {
            "ended" => return out,
            "fighting" => win(&mut session),
            _ => {}
        }
        ask(&mut session, json!({ "cmd": "go" }));
    }
}

/// A stage taken up from its save: the same view, and the same state of a battle.
#[test]
fn a_campaign_is_taken_up_where_it_was_left() {
    let folder = Folder::new("saves");
    for ruleset in ["sol", "vigor", "essence", "edge", "momentum"] {
        let saves = saves(&folder, ruleset);
        let stages: Vec<&str> = saves.iter().map(|(stage, _)| stage.as_str()).collect();
        assert_eq!(stages, ["choosing", "fighting", "resting", "choosing", "fighting", "ended"]);
        for (stage, save) in saves {
            let file = folder.at("campaign.json");
            let read = CampaignSave::from_value(save.clone()).expect("an honest save");
            read.write(Path::new(&file)).expect("it can be written");
            let mut session = Session::default();
            let reply = ask(&mut session, json!({ "cmd": "restore", "file": file }));
            assert_eq!(reply["campaign"]["stage"], json!(stage), "{ruleset}");
            assert!(reply["note"].is_null(), "nothing was changed: {reply}");
            assert_eq!(reply["state"].is_object(), stage == "fighting");
            let again = ask(&mut session, json!({ "cmd": "save" }))["save"].clone();
            assert_eq!(again, save, "{ruleset}, {stage}");
            if let Some(running) = save.get("running") {
                let hash = ask(&mut session, json!({ "cmd": "hash" }))["hash"].clone();
                let mut alone = Session::default();
                ask(&mut alone, json!({ "cmd": "restore", "save": running["save"] }));
                assert_eq!(ask(&mut alone, json!({ "cmd": "hash" }))["hash"], hash, "the battle is a save by itself");
            }
            let undone = session.reply(&json!({ "cmd": "undo" }).to_string());
            assert_eq!(undone["ok"], false, "nothing lies before what was taken up: {undone}");
        }
    }
}

#[test]
fn undo_stops_where_a_battle_begins() {
    let folder = Folder::new("undo");
    let mut session = road(&folder, "sol");
    ask(&mut session, json!({ "cmd": "go" }));
    let start = ask(&mut session, json!({ "cmd": "hash" }))["hash"].clone();
    win(&mut session);
    for _ in 0..2 {
        ask(&mut session, json!({ "cmd": "undo" }));
    }
    assert_eq!(ask(&mut session, json!({ "cmd": "hash" }))["hash"], start, "until `go` the end can be taken back");
    win(&mut session);
    ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(refused(&mut session, json!({ "cmd": "undo" })), "no_battle");
    ask(&mut session, json!({ "cmd": "go" }));
    ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(refused(&mut session, json!({ "cmd": "undo" })), "nothing_to_undo");
}

#[test]
fn a_save_goes_on_with_its_own_text_and_says_so() {
    let folder = Folder::new("changed");
    let (_, save) = saves(&folder, "sol").swap_remove(2);
    for (file, text) in
        [("road.toml", ROAD.replace("hours = 8", "hours = 9")), ("yard.toml", YARD.replace("Late", "Later"))]
    {
        folder.write("road.toml", ROAD);
        folder.write("yard.toml", YARD);
        folder.write(file, &text);
        let mut session = Session::default();
        let reply = ask(&mut session, json!({ "cmd": "restore", "save": save }));
        let note = reply["note"].as_str().expect("a note");
        assert!(note.contains("its own text"), "{note}");
        assert_eq!(reply["campaign"]["link"]["hours"], 8);
    }
}

/// Each leaf of a save under a checksum that fits again. What was changed is found by playing it again, or changes nothing that is played.
#[test]
fn the_replay_finds_what_was_changed() {
    let folder = Folder::new("forged");
    let (_, honest) = saves(&folder, "edge").swap_remove(4);
    let mut damaged = honest.clone();
    damaged["seed"] = json!(4);
    let why = CampaignSave::from_value(damaged).expect_err("its checksum does not fit").to_string();
    assert!(why.contains("checksum"), "{why}");
    let changes: [(&str, Value); 13] = [
        ("/seed", json!(4)),
        ("/legs/0/battle/seed", json!(4)),
        ("/legs/0/battle/who", json!(["Vale"])),
        ("/legs/0/battle/orders/0/hash", json!(4)),
        ("/legs/0/battle/winners", json!(["blue"])),
        ("/legs/0/battle/reason", json!("luck")),
        ("/legs/0/battle/hash", json!(4)),
        ("/legs/1/link/told/0/trace/terms/0/terms/0/dice/0/face", json!(7)),
        ("/legs/1/link/told/0/text", json!("sleeps")),
        ("/roster/0/state", json!("dead")),
        ("/roster/0/carried/keys/vp", json!(1)),
        ("/roster/2/battles", json!(9)),
        ("/running/who", json!(["Vale"])),
    ];
    for (path, value) in changes {
        let mut forged = honest.clone();
        *forged.pointer_mut(path).unwrap_or_else(|| panic!("{path} should be there: {honest}")) = value;
        seal(&mut forged);
        let restored = CampaignSave::from_value(forged).and_then(|save| save.restore());
        assert!(restored.is_err(), "{path} makes no difference");
    }
    let mut other = honest.clone();
    other["campaign"] = json!(ROAD.replace("rest = \"full\"", "rest = \"none\""));
    seal(&mut other);
    let restored = CampaignSave::from_value(other).and_then(|save| save.restore());
    assert!(restored.is_err(), "a night without rest heals nobody");
    let read = CampaignSave::from_value(honest).expect("an honest save");
    assert!(matches!(read.restore().expect("it comes out the same").journey.stage(), Stage::Fighting { .. }));
}

/// The cast of a battle's own save, made to fit by its checksum: who could not start so is refused.
#[test]
fn nobody_is_forged_into_a_battle() {
    let folder = Folder::new("forged-cast");
    let (_, honest) = saves(&folder, "sol").swap_remove(1);
    let honest = honest["running"]["save"].clone();
    let changes: [(&str, Value); 8] = [
        ("/cast/roles/0/place", json!("Nobody")),
        ("/cast/roles/0/place", json!("Ann")),
        ("/cast/roles/0/who/name", json!("Xan")),
        ("/cast/roles/0/who/name", json!("#5")),
        ("/cast/roles/0/who/kind", json!("nothing")),
        ("/cast/roles/0/who/light", json!("999999999 m")),
        ("/cast/roles/0/who/rules/sol", json!({ "hp_max": 2_000_000_000 })),
        ("/cast/sides/0", json!("green")),
    ];
    for (path, value) in changes {
        let mut forged = honest.clone();
        if path.ends_with("/sol") {
            forged["cast"]["roles"][0]["who"]["rules"] = json!({ "sol": value });
        } else {
            *forged.pointer_mut(path).unwrap_or_else(|| panic!("{path} should be there: {honest}")) = value.clone();
        }
        seal(&mut forged);
        let mut session = Session::default();
        let code = refused(&mut session, json!({ "cmd": "restore", "save": forged }));
        assert_eq!(code, "bad_save", "{path}: {value}");
    }
}
