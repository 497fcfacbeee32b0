//! What stands between squares is state like all other: undone, taken back, saved, played again, foretold, told and shown to sides.

use std::sync::Arc;

use battlemat::battle::{
    Act, Battle, ById, DoorState, Event, GmAct, Id, Inventory, Map, Offer, Order, Purpose, Save, SideId, TakeBack,
    What, edge_of,
};
use battlemat::grid::{Edge, Square};
use battlemat::referee::protocol::Session;
use battlemat::referee::replay;
use battlemat::referee::sim::Setup;
use battlemat::rules;
use serde_json::{Value, json};

const HOUSE: &str = "levels/low-wall.toml";

/// Two people and a door between them.
const HALL: &str = "name = \"Hall\"\nruleset = \"sol\"\nplan = '''\n+-+-+-+-+-+\n|. AD. . B|\n+-+-+-+-+-+\n'''\n[legend]\n\
    \"A\" = { creature = \"soldier\", side = \"blue\", name = \"Ada\" }\n\"B\" = { creature = \"soldier\", side = \"red\", name = \"Bo\" }\n\
    [[side]]\nid = \"blue\"\nseat = \"human\"\n[[side]]\nid = \"red\"\nseat = \"human\"\n";

/// Ada's turn in the hall, and how she works the door.
fn hall(ruleset: &str) -> (Battle, Order, Id) {
    let (level, _) = rules::read_level(HALL, "hall").expect("a sound level");
    let ruleset = rules::by_key(ruleset).expect("a ruleset");
    let level = Arc::new(level);
    let at_the_door = |seed| {
        let mut battle = Battle::new(level.clone(), ruleset, seed).expect("a playable level");
        let offers = ruleset.offers(battle.world(), battle.active()?);
        let by_hand = |action: &str| {
            let is_it = |offer: &Offer| offer.purpose == Purpose::Interact && *offer.action == *action;
            offers.iter().any(is_it)
        };
        let works = |order: &Order| match order {
            Order::Act(Act { action, target, .. }) if by_hand(action) => *target,
            _ => None,
        };
        let legal = battle.legal().into_iter().map(|legal| legal.order);
        let mut worked: Vec<(Id, Order)> = legal.filter_map(|order| Some((works(&order)?, order))).collect();
        // A blow that breaks the door is work, too, but not the one that is meant.
        worked.retain(|(_, order)| {
            let forecast = battle.forecast(order).expect("a legal order");
            forecast.branches.iter().all(|branch| branch.targets.is_empty())
        });
        worked.into_iter().next().map(|(door, order)| (battle, order, door))
    };
    (1..100).find_map(at_the_door).expect("Ada is first now and then")
}

/// Done, undone and done again, in a save, from its orders, and taken back.
#[track_caller]
fn check_going_back(battle: &mut Battle, order: &Order, seen: &dyn Fn(&Battle) -> Value) {
    let before = (battle.hash(), seen(battle));
    battle.order(order).expect("a legal order");
    let after = (battle.hash(), seen(battle));
    assert!(before.0 != after.0 && before.1 != after.1);
    assert!(battle.undo());
    assert_eq!((battle.hash(), seen(battle)), before);
    battle.order(order).expect("a legal order");
    assert_eq!((battle.hash(), seen(battle)), after);

    let save = Save::from_json(&battle.save().to_json()).expect("its own save is read");
    let resumed = replay::resume(&save).expect("a save can be taken up");
    assert_eq!((resumed.hash(), seen(&resumed)), after);
    let again = replay::check(&save).expect("a save can be played again");
    assert_eq!((again.hash(), seen(&again)), after);
    let copy = battle.without(&[]);
    assert_eq!((copy.hash(), seen(&copy)), after);

    let back = TakeBack { to: battle.orders().len() - 1, by: None, agreed: Vec::new() };
    battle.order(&Order::TakeBack(back)).expect("an order that is remembered");
    assert_eq!((battle.hash(), seen(battle)), before);
}

#[test]
fn a_door_between_squares_goes_back_to_how_it_was() {
    for ruleset in rules::all() {
        let (mut battle, order, door) = hall(ruleset.key());
        assert!(edge_of(battle.world(), door).is_some());
        let ada = battle.active().expect("Ada has the turn");
        let step = json!({ "move": { "creature": ada, "to": [2, 0] } });
        let step: Order = serde_json::from_value(step).expect("an order");
        // Through the open door one goes.
        let seen = |battle: &Battle| {
            let state = battle.world().part::<DoorState>(door).map(|door| door.0);
            json!([state, battle.check(&step).is_ok()])
        };
        assert_eq!(seen(&battle), json!(["closed", false]), "{}", ruleset.key());
        let before = battle.hash();
        let forecast = format!("{:?}", battle.forecast(&order).expect("a legal order"));
        assert!(forecast.contains("Door"), "{forecast}");
        assert_eq!((battle.hash(), seen(&battle)), (before, json!(["closed", false])));
        check_going_back(&mut battle, &order, &seen);
        battle.order(&order).expect("a legal order");
        assert_eq!(seen(&battle), json!(["open", true]), "{}", ruleset.key());
    }
}

#[test]
fn what_is_torn_down_stands_again_when_that_is_taken_back() {
    for ruleset in rules::all() {
        let setup = Setup::read(HOUSE.as_ref(), Some(ruleset.key())).expect("a shipped level");
        let mut battle = setup.start(7).expect("a shipped level should start");
        // A window and the wall beside it.
        let torn = [3, 4].map(|y| Edge::west(Square::new(4, y)));
        let seen = |battle: &Battle| {
            let map = battle.world().resource::<Map>();
            let here =
                torn.map(|edge| (map.edge_kind(edge).map(|kind| kind.key.clone()), map.upright(edge).1.is_some()));
            json!([here, battle.world().resource::<Inventory>().0.len()])
        };
        let before = seen(&battle);
        assert_eq!(before[0], json!([["window", true], ["wall", false]]));
        let fire = Order::Gm(GmAct::Fire { event: "boiler".into() });
        check_going_back(&mut battle, &fire, &seen);
        battle.order(&fire).expect("an event of the level");
        let nothing = json!([null, false]);
        assert_eq!(seen(&battle)[0], json!([nothing, nothing]));
        assert!(seen(&battle)[1].as_u64() < before[1].as_u64(), "the window is a thing no more");
        let told =
            |event: &Event| matches!(&event.what, What::Edges { edges, collapses: true, .. } if edges[..] == torn);
        let event = battle.events().iter().find(|event| told(event)).expect("it is told");
        for side in [SideId(0), SideId(1)] {
            assert_eq!(event.told_to(side), Some(event));
        }
    }
}

/// Sends a request that must be granted.
#[track_caller]
fn ask(session: &mut Session, request: &Value) -> Value {
    let reply = session.reply(&request.to_string());
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    reply
}

#[test]
fn a_side_calls_doors_by_its_own_numbers() {
    for ruleset in rules::all() {
        let mut session = Session::default();
        let load = json!({ "cmd": "load", "text": HALL, "ruleset": ruleset.key(), "as": "blue", "seed": 3 });
        let state = ask(&mut session, &load)["state"].clone();
        let doors: Vec<&Value> = state["map"]["edges"]
            .as_array()
            .expect("edges stand in the state")
            .iter()
            .filter(|edge| edge["kind"] == "door")
            .collect();
        let [door] = doors[..] else { panic!("one door: {doors:?}") };
        assert_eq!((&door["of"], &door["side"]), (&json!([2, 0]), &json!("west")));
        let number = door["object"].as_u64().expect("it is a thing").to_string();
        let object = &state["objects"][&number];
        // The other side may have been there first.
        assert!(door["door"] == "closed" || door["door"] == "open", "{door}");
        assert_eq!((&object["door"], &object["edge"]["of"]), (&door["door"], &door["of"]), "{state}");
        let square = ask(&mut session, &json!({ "cmd": "square", "at": [1, 0] }))["square"].clone();
        assert_eq!(square["edges"]["east"], *door);
        assert_eq!(square["edges"]["west"], json!(null));
        assert_eq!(square["edges"]["north"]["kind"], "wall");
        assert_eq!(square["edges"]["north"]["object"], json!(null));
    }
}

/// Where nothing ever stands between squares a battle knows no such thing: neither what is hashed of it nor what is saved.
#[test]
fn other_levels_know_nothing_of_it() {
    for path in super::fights::shipped() {
        let setup = Setup::read(&path, None).expect("a shipped level should be sound");
        let battle = setup.start(1).expect("a shipped level should start");
        let has = battle.world().resource::<Map>().edges().is_some();
        assert_eq!(has, path.ends_with("low-wall.toml"), "{}", path.display());
        let saved = battle.save().to_value();
        assert_eq!(saved.to_string().contains("\"edges\":{"), has, "{}", path.display());
    }
}
