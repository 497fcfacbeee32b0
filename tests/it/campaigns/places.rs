//! Who stands where in a battle, and who goes on from it.

use serde_json::{Value, json};

use super::{Folder, ROAD, YARD, ask, creature, gm, person, refused, road, win};

#[test]
fn members_stand_in_the_places_of_a_level_and_in_its_goals() {
    let folder = Folder::new("places");
    let mut session = road(&folder, "sol");
    let begun = ask(&mut session, json!({ "cmd": "campaign" }));
    assert_eq!(begun["campaign"]["next"]["usual"], json!(["Vale", "Mo"]));
    for (who, code) in [
        (json!(["Mo"]), "must_go"),
        (json!(["Vale", "Mo", "Pip"]), "no_room"),
        (json!(["Vale", "vale"]), "twice"),
        (json!(["Vale", "Nobody"]), "no_such_member"),
    ] {
        assert_eq!(refused(&mut session, json!({ "cmd": "go", "who": who })), code);
    }
    assert_eq!(refused(&mut session, json!({ "cmd": "state" })), "no_battle");
    let battle = ask(&mut session, json!({ "cmd": "go", "who": ["vale", "Pip"] }));
    let names: Vec<&Value> =
        battle["state"]["creatures"].as_object().expect("creatures").values().map(|one| &one["name"]).collect();
    for (name, there) in [("Vale", true), ("Pip", true), ("Ann", false), ("Cob", false), ("Late", true)] {
        assert_eq!(names.contains(&&json!(name)), there, "{name}: {names:?}");
    }
    // The place that a goal speaks of is filled first, and the goal speaks of the one who is there.
    assert_eq!(creature(&battle, "Vale")["at"], json!([0, 2]));
    let stakes = battle["state"]["stakes"].to_string();
    assert!(stakes.contains("Vale") && !stakes.contains("Cob"), "{stakes}");
    let fallen = gm(&mut session, json!({ "remove": { "creature": "Vale" } }));
    assert_eq!(fallen["outcome"]["winners"], json!(["blue"]), "{fallen}");
}

#[test]
fn a_place_of_which_a_level_speaks_has_a_guest_where_nobody_comes() {
    let folder = Folder::new("guests");
    let level = YARD
        .replace("protect = \"Cob\"", "protect = \"Cob\"\n[[goal]]\nside = \"blue\"\nwin = { eliminate = [\"Ann\"] }");
    folder.write("yard.toml", &level);
    let mut session = road(&folder, "sol");
    let battle = ask(&mut session, json!({ "cmd": "go", "who": ["Vale"] }));
    assert_eq!(creature(&battle, "Vale")["at"], json!([0, 0]), "Ann comes before Cob");
    assert_eq!(creature(&battle, "Cob")["at"], json!([0, 2]), "he stays as a guest");
    win(&mut session);
    let after = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(after["campaign"]["roster"].as_array().expect("a roster").len(), 3, "guests go");
    // With the goal's words about Ann alone, nobody stands where Cob would.
    folder.write("yard.toml", &level.replace("protect = \"Cob\"", "protect = \"Ann\""));
    let mut session = road(&folder, "sol");
    let battle = ask(&mut session, json!({ "cmd": "go", "who": ["Vale"] }));
    assert!(!battle["state"]["creatures"].to_string().contains("Cob"));
}

#[test]
fn the_dead_stay_dead_who_fled_comes_back_and_ways_go_by_it() {
    let folder = Folder::new("dead");
    let mut session = road(&folder, "sol");
    ask(&mut session, json!({ "cmd": "go", "who": ["Vale", "Mo"] }));
    // Who is called first to the place that the goal means is Vale; Mo stands on the exit.
    for _ in 0..8 {
        let legal = ask(&mut session, json!({ "cmd": "legal", "purpose": "leave" }));
        if let Some(order) = legal["legal"].as_array().and_then(|legal| legal.first()) {
            let order = order["order"].clone();
            ask(&mut session, json!({ "cmd": "order", "order": order }));
            break;
        }
        ask(&mut session, json!({ "cmd": "order", "order": { "end_turn": true } }));
    }
    win(&mut session);
    let after = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(person(&after, "Mo")["alive"], true);
    assert_eq!(person(&after, "Mo")["can_go"], true);
    ask(&mut session, json!({ "cmd": "go" }));
    ask(&mut session, json!({ "cmd": "go", "who": ["Vale", "Mo"] }));
    let state = ask(&mut session, json!({ "cmd": "state" }));
    assert_eq!(creature(&state, "Mo")["status"], "standing", "who fled comes back");
    gm(&mut session, json!({ "remove": { "creature": "Mo" } }));
    win(&mut session);
    let end = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(person(&end, "Mo")["alive"], false);
    assert_eq!(end["campaign"]["end"]["ending"], "lost", "the first way asks for Mo's death");
    assert_eq!(refused(&mut session, json!({ "cmd": "go" })), "over");
}

#[test]
fn where_nobody_can_go_on_it_is_over() {
    let folder = Folder::new("nobody");
    folder.write(
        "road.toml",
        &ROAD
            .replace(
                "{ to = \"lost\" },\n]\n\n[[battle]]\nid = \"second\"",
                "{ to = \"second\" },\n]\n\n[[battle]]\nid = \"second\"",
            )
            .replace("kind = \"scout\"", "kind = \"scout\"\nvigor = { health = 1 }"),
    );
    let mut session = road(&folder, "vigor");
    ask(&mut session, json!({ "cmd": "go", "who": ["Vale", "Mo"] }));
    for name in ["Mo", "Vale"] {
        gm(&mut session, json!({ "remove": { "creature": name } }));
    }
    let after = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(after["campaign"]["next"]["usual"], json!(["Pip"]), "{after}");
    ask(&mut session, json!({ "cmd": "go" }));
    gm(&mut session, json!({ "remove": { "creature": "Pip" } }));
    let end = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(end["campaign"]["end"]["ending"], json!("lost"), "{end}");
}
