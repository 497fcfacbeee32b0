//! What outlasts a battle under each ruleset, and what the time between two battles does to it.

use battlemat::referee::protocol::Session;
use serde_json::{Value, json};

use super::{Folder, ROAD, ask, creature, gm, person, refused, road, win};

/// What was told of a member in the last link.
fn told(reply: &Value, name: &str) -> Vec<String> {
    let legs = reply["campaign"]["legs"].as_array().expect("legs");
    let told = legs.iter().rev().find_map(|leg| leg["link"]["told"].as_array()).expect("a link");
    let of = told.iter().filter(|note| note["name"] == name);
    of.map(|note| format!("{} {}", note["text"].as_str().expect("a text"), note["rules"])).collect()
}

/// Fights the first battle with these stats set on Vale, passes the night, and goes into the second.
fn night(ruleset: &str, stats: &[(&str, i32)], dice: &[&str]) -> (Value, Value, Session) {
    let folder = Folder::new(&format!("night-{ruleset}-{}", stats.len()));
    // By Focus nobody of Level 1 without ESS gains anything.
    folder.write(
        "road.toml",
        &ROAD.replace("kind = \"soldier\"", "kind = \"soldier\"\nessence = { level = 3, ess = 2 }"),
    );
    let mut session = road(&folder, ruleset);
    ask(&mut session, json!({ "cmd": "go", "who": ["Vale", "Mo"] }));
    for (stat, value) in stats {
        gm(&mut session, json!({ "set": { "creature": "Vale", "stat": stat, "value": value } }));
    }
    win(&mut session);
    let before = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(before["campaign"]["stage"], "resting");
    for (stat, value) in stats {
        let unfit = *value <= 0 && person(&before, "Vale")["can_go"] == false;
        assert!(unfit || person(&before, "Vale")["carried"][stat] == *value, "{stat}: {before}");
    }
    let after = ask(&mut session, json!({ "cmd": "go", "dice": dice }));
    let battle = ask(&mut session, json!({ "cmd": "go" }));
    (after, battle, session)
}

#[test]
fn in_sol_the_living_recover() {
    let (after, battle, _) = night("sol", &[("hp", 0), ("str", 0)], &[]);
    assert_eq!(told(&after, "Vale"), ["recovers: Hit points 0 -> 22, Strength 0 -> 8 [\"SOL-HEAL-8\"]"]);
    assert_eq!(creature(&battle, "Vale")["values"]["hp"], 22);
    assert_eq!(creature(&battle, "Vale")["values"]["str"], 8);
    assert!(told(&after, "Mo").is_empty(), "an unhurt medic has nothing to recover from");
}

#[test]
fn in_vigor_only_the_unwounded_have_all_durability_again() {
    let (after, battle, _) = night("vigor", &[("durability", 1)], &[]);
    let most = creature(&battle, "Vale")["values"]["durability_max"].as_i64().expect("its most");
    assert_eq!(told(&after, "Vale"), [format!("Durability 1 -> {most} [\"VIG-LIFE-19\"]")]);
    assert_eq!(creature(&battle, "Vale")["values"]["durability"], most);

    let (after, battle, _) = night("vigor", &[("durability", 0), ("health", 9)], &[]);
    assert_eq!(told(&after, "Vale"), ["is Wounded: keeps Durability 0, Health 9 [\"VIG-LIFE-19\"]"]);
    let vale = creature(&battle, "Vale");
    assert_eq!((&vale["values"]["durability"], &vale["values"]["health"]), (&json!(0), &json!(9)));
    assert!(vale["conditions"].to_string().contains("wounded"), "{vale}");
}

#[test]
fn in_essence_energy_comes_back_by_focus_and_hit_points_do_not() {
    let (after, battle, _) = night("essence", &[("hp", 5), ("energy", 0)], &[]);
    let vale = &creature(&battle, "Vale")["values"];
    assert_eq!(vale["hp"], 5);
    let most = vale["energy_max"].as_i64().expect("its most");
    assert_eq!(vale["energy"], most);
    assert_eq!(told(&after, "Vale"), [format!("Focus: Energy 0 -> {most} [\"ESS-ROUND-7\",\"ESS-ENERGY-1\"]")]);
}

/// EDG-REST-2: 1d6 and Strength, with the dice that were forced.
#[test]
fn in_edge_a_rest_gives_dice_back() {
    let (after, battle, _) = night("edge", &[("vp", 4)], &["d6:4"]);
    // 4, the die, and the 2 that a soldier has in Strength.
    let vp = 4 + 4 + 2;
    assert_eq!(told(&after, "Vale"), [format!("rests: VP 4 -> {vp} [\"EDG-REST-1\",\"EDG-REST-2\"]")]);
    assert_eq!(creature(&battle, "Vale")["values"]["vp"], vp);
    let mut session = road(&Folder::new("too-many-dice"), "edge");
    ask(&mut session, json!({ "cmd": "go" }));
    win(&mut session);
    ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(refused(&mut session, json!({ "cmd": "go", "dice": ["d6:4"] })), "forced_dice", "nobody is hurt");
    ask(&mut session, json!({ "cmd": "go" }));
}

/// EDG-REST-3: one level less after a full rest, for who is fed; what is locked stays.
#[test]
fn in_edge_a_full_rest_takes_a_level_of_exhaustion_from_who_is_fed() {
    let folder = Folder::new("exhaustion");
    for (fed, after, told_of) in [("edge = { fed = true }", 1, true), ("edge = { fed = false }", 2, false)] {
        folder.write("road.toml", &ROAD.replace("hours = 8", &format!("hours = 8\n{fed}")));
        let mut session = road(&folder, "edge");
        ask(&mut session, json!({ "cmd": "go" }));
        gm(&mut session, json!({ "set": { "creature": "Vale", "stat": "exhaustion", "value": 2 } }));
        win(&mut session);
        ask(&mut session, json!({ "cmd": "go" }));
        let rested = ask(&mut session, json!({ "cmd": "go" }));
        let told = told(&rested, "Vale");
        assert_eq!(told.contains(&"rests: exhaustion 2 -> 1 [\"EDG-REST-3\"]".to_owned()), told_of, "{told:?}");
        let battle = ask(&mut session, json!({ "cmd": "go" }));
        let vale = creature(&battle, "Vale");
        assert_eq!(vale["conditions"].to_string().contains("sickened"), after == 2, "{vale}");
        assert!(vale["conditions"].to_string().contains("exhausted"), "{vale}");
    }
}

/// EDG-CAMP-1, EDG-CARD-9: a hand goes along, unless a session ends in between.
#[test]
fn in_edge_a_hand_outlasts_a_battle_and_not_a_session() {
    let folder = Folder::new("hand");
    for (ends, held) in [("edge = { fed = true }", true), ("edge = { session_end = true }", false)] {
        folder.write("road.toml", &ROAD.replace("hours = 8", &format!("hours = 8\n{ends}")));
        let mut session = road(&folder, "edge");
        ask(&mut session, json!({ "cmd": "go", "who": ["Vale", "Mo"] }));
        for card in ["E03", "E07"] {
            gm(&mut session, json!({ "rule": { "creature": "Vale", "key": "edge_card", "value": card } }));
        }
        win(&mut session);
        let before = ask(&mut session, json!({ "cmd": "go" }));
        let bearer = ["Vale", "Mo"].into_iter().find(|name| person(&before, name)["carried"]["hand"].is_array());
        let bearer = bearer.expect("the first of the side should carry the hand");
        assert_eq!(person(&before, bearer)["carried"]["hand"], json!(["E03", "E07"]));
        let after = ask(&mut session, json!({ "cmd": "go" }));
        let emptied = told(&after, bearer).contains(&"hands in 2 EDGE cards [\"EDG-CARD-9\"]".to_owned());
        assert_eq!(emptied, !held);
        let battle = ask(&mut session, json!({ "cmd": "go" }));
        let hands = battle["state"]["hands"].to_string();
        assert_eq!(hands.contains("E03") && hands.contains("E07"), held, "{hands}");
    }
}

#[test]
fn in_momentum_vitality_stays_as_it_was() {
    let (after, battle, _) = night("momentum", &[("vitality", 3)], &[]);
    assert!(told(&after, "Vale").is_empty());
    assert_eq!(creature(&battle, "Vale")["values"]["vitality"], 3);
}

/// `docs/campaigns.md` names what outlasts a battle; nothing else does.
#[test]
fn nothing_is_carried_that_the_page_does_not_name() {
    let folder = Folder::new("carried");
    for (ruleset, named) in [
        ("sol", &["cha", "con", "dex", "for", "hp", "str"][..]),
        ("vigor", &["durability", "health"]),
        ("essence", &["energy", "hp"]),
        ("edge", &["kit_uses", "strained", "vp"]),
        ("momentum", &["vitality"]),
    ] {
        let mut session = road(&folder, ruleset);
        ask(&mut session, json!({ "cmd": "go" }));
        win(&mut session);
        let after = ask(&mut session, json!({ "cmd": "go" }));
        let carried = person(&after, "Vale")["carried"].as_object().expect("a table").clone();
        assert_eq!(carried.keys().collect::<Vec<_>>(), named, "{ruleset}");
        let home = person(&after, "Pip");
        assert_eq!((&home["carried"], &home["battles"]), (&json!({}), &json!(0)), "who stayed at home");
    }
}
