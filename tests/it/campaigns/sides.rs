//! A campaign as one of its sides sees it.

use battlemat::referee::protocol::Session;
use serde_json::json;

use super::{Folder, ROAD, ask, refused};

#[test]
fn a_side_sees_its_own_people_and_nothing_of_the_referees() {
    let folder = Folder::new("seated");
    let two = ROAD
        .replace("side = \"crew\"\n\n[[member]]", "side = [\"crew\", \"watch\"]\n\n[[member]]")
        .replace("name = \"Vale\"", "side = \"crew\"\nname = \"Vale\"")
        .replace("name = \"Mo\"", "side = \"crew\"\nname = \"Mo\"")
        .replace("name = \"Pip\"", "side = \"watch\"\nname = \"Pip\"")
        .replace("as = \"red\"", "as = { crew = \"red\", watch = \"blue\" }")
        .replace("takes = { must = [\"Vale\"], up_to = 2 }", "");
    folder.write("road.toml", &two);
    let mut session = Session::default();
    let load =
        json!({ "cmd": "load", "campaign": folder.at("road.toml"), "as": "watch", "others": "random", "seed": 5 });
    let begun = ask(&mut session, load);
    assert_eq!(begun["campaign"]["roster"].as_array().map(Vec::len), Some(1), "{begun}");
    for request in [json!({ "cmd": "save" }), json!({ "cmd": "load", "level": "levels/first-fight.toml" })] {
        assert_eq!(refused(&mut session, request), "not_for_a_side");
    }
    assert_eq!(refused(&mut session, json!({ "cmd": "go", "dice": ["d8:1"] })), "not_for_a_side");
    let battle = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(battle["campaign"]["fought"]["who"], json!(["Pip"]));
    assert!(battle["state"]["seed"].is_null());
    let load = json!({ "cmd": "load", "campaign": folder.at("road.toml"), "as": "red" });
    assert_eq!(refused(&mut Session::default(), load), "no_such_side");
}
