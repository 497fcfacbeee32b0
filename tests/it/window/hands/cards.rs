//! A hand of cards at a table that two people share: behind the curtain, opened and played by the mouse.

use serde_json::Value;

use super::habits::desk;

/// Two who fight, each side with a card.
const DEALT: &str = r#"
name = "The Deal"
ruleset = "edge"
map = '''
##########
#........#
#.a....r.#
#........#
##########
'''
[legend]
"a" = { creature = "soldier", side = "blue", name = "Ada", edge = { hand = ["E03"] } }
"r" = { creature = "soldier", side = "red", name = "Rook", edge = { hand = ["E05"] } }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

/// The card that can be burned, as the window names it.
fn burnt(probe: &Value) -> Option<String> {
    let spots = probe["spots"].as_object()?;
    spots.keys().find(|name| name.starts_with("hand ") && name.ends_with("-burn")).cloned()
}

#[test]
fn a_hand_is_opened_behind_the_curtain_and_a_card_is_burned_out_of_it() {
    let Some(desk) = desk("cards", &[("dealt.toml", DEALT)]) else { return };
    let hands = &desk.hands;
    let begun = hands.wait("a turn", |probe| probe["idle"] == true && !probe["actor"].is_null());
    hands.button("window Hand");
    hands.wait("the curtain", |probe| probe["covered"] == true && burnt(probe).is_none());
    hands.button("show the table");
    let open = hands.wait("the hand", |probe| probe["covered"] == false && burnt(probe).is_some());
    let (card, other) = if begun["actor"] == "Ada" { ("E03", "E05") } else { ("E05", "E03") };
    let shown = open["spots"].to_string();
    assert!(shown.contains(card) && !shown.contains(other), "a side sees its own hand alone: {shown}");
    hands.click_at_rest(&burnt(&open).expect("it was there"));
    hands.wait("an aim", |probe| !probe["aim"].is_null() && burnt(probe).is_none());
    hands.button("confirm");
    hands.wait("a card burned", |probe| probe["orders"].as_u64() > begun["orders"].as_u64() && probe["aim"].is_null());
    desk.clear();
}
