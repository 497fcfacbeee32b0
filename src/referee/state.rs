//! The whole battle as JSON: who stands where in which state, whose turn it is, what is asked, what the map has become.

use serde_json::{Map as Table, Value, json};

use super::eyes::Eyes;
use super::{names, renumber, view};
use crate::battle::*;
use crate::grid::{Direction, Edge, Square};
use crate::level::{Cell, Goal, Light};

/// Everything there is to know about the battle; nothing is hidden.
pub fn state(battle: &Battle) -> Value {
    state_known_to(&Eyes::all(battle))
}

/// What the viewer knows of the battle. A side is told of nobody unknown to it, and of no question put to others. It is told neither the
/// seed of the dice nor how often others have spoken. Of turns it is told the side, and the creature only of its own: it may not know of
/// another one.
pub fn state_known_to(eyes: &Eyes) -> Value {
    let (battle, side) = (eyes.battle, eyes.side());
    let decision = battle.decision().filter(|decision| side.is_none_or(|side| side == decision.side));
    let flow = battle.flow();
    let level = battle.level();
    let sides: Vec<Value> = level
        .sides
        .iter()
        .map(|side| {
            let (seat, neutral, allies) = (side.seat, side.neutral, &side.allies);
            json!({ "id": side.id, "name": side.name, "seat": seat, "neutral": neutral, "allies": allies })
        })
        .collect();
    let order: Vec<Value> = flow
        .order
        .iter()
        .filter(|slot| is_on_map(battle.world(), slot.creature) && eyes.know(slot.creature))
        .map(|slot| json!({ "creature": eyes.number(slot.creature), "name": battle.name(slot.creature), "score": slot.score }))
        .collect();
    let (stakes, prospects) = ahead(eyes);
    let mut out = json!({
        "level": level.name,
        "ruleset": battle.ruleset().key(),
        "round": flow.round,
        "phase": flow.phase,
        "turn_order": order,
        "active": eyes.active(),
        "side_to_move": battle.side_to_move().map(|side| names::side_id(battle, side)),
        "decision": decision.map(|decision| view::decision(eyes, decision)),
        "outcome": battle.outcome().map(|outcome| view::outcome(battle, outcome)),
        "sides": sides,
        "creatures": people(eyes),
        "objects": objects(eyes),
        "map": map(eyes),
        "stakes": stakes,
        "prospects": prospects,
        "events": view::told(eyes).len(),
    });
    if let Some(wishes) = wishes(eyes) {
        out["wishes"] = wishes;
    }
    if let Some(hands) = hands(eyes) {
        out["hands"] = hands;
    }
    if side.is_none() {
        out["seed"] = json!(battle.seed());
        out["orders"] = json!(battle.orders().len());
        out["hash"] = json!(view::hash(battle.hash()));
    } else {
        out["hash"] = json!(view::hash(hash_of(&out.to_string())));
    }
    out
}

/// What sides wish to be asked about out of turn: a side is told its own wishes, the referee those of each side. Nothing where the ruleset
/// has no action out of turn.
fn wishes(eyes: &Eyes) -> Option<Value> {
    let known = eyes.battle.world().get_resource::<Wishes>()?;
    let own = |side| known.all_of(side).map(|(action, wish)| (action.to_owned(), json!(wish))).collect::<Table<_, _>>();
    Some(match eyes.side() {
        Some(side) => json!(own(side)),
        None => {
            let all = sides(eyes.battle.world());
            let all = all.map(|side| (names::side_id(eyes.battle, side).to_owned(), json!(own(side))));
            json!(all.collect::<Table<_, _>>())
        }
    })
}

/// What sides hold that no other is told of: a side is told its own, the referee that of each. Nothing where nobody holds anything.
fn hands(eyes: &Eyes) -> Option<Value> {
    let (battle, world) = (eyes.battle, eyes.battle.world());
    let of = |side| battle.ruleset().hand(world, side);
    let all = sides(world).filter(|&side| eyes.side().is_none_or(|own| own == side));
    let held = all.map(|side| (names::side_id(battle, side).to_owned(), of(side))).filter(|(_, hand)| !hand.is_empty());
    let held: Table<String, Value> = held.map(|(side, hand)| (side, json!(hand))).collect();
    (!held.is_empty()).then(|| json!(held))
}

/// The hash of the state: of all of it for the referee, of what it knows for a side.
pub fn hash(eyes: &Eyes) -> Value {
    match eyes.side() {
        None => json!(view::hash(eyes.battle.hash())),
        Some(_) => state_known_to(eyes)["hash"].take(),
    }
}

/// Goals with how far they are, and what is announced.
fn ahead(eyes: &Eyes) -> (Vec<Value>, Vec<Value>) {
    let battle = eyes.seen();
    let stakes = stakes(battle.world()).into_iter().map(|one| stake(eyes, one));
    let prospects = prospects(battle.world()).into_iter().map(|prospect| {
        json!({
            "round": prospect.round,
            "when": prospect.when,
            "text": prospect.text,
            "squares": prospect.squares,
        })
    });
    (stakes.collect(), prospects.collect())
}

/// A goal as people read it, and what programs go by: its kind in the level's word, and what belongs to that kind.
fn stake(eyes: &Eyes, stake: Stake) -> Value {
    let Stake { side, text, progress, goal, squares, parts } = stake;
    let battle = eyes.seen();
    let mut out = json!({
        "side": side.map(|side| names::side_id(battle, side)),
        "text": text,
        "progress": progress,
    });
    out["kind"] = json!(match &goal {
        Goal::LastSideStanding { .. } => "last_side_standing",
        Goal::Eliminate { .. } => "eliminate",
        Goal::Hold { .. } => "hold",
        Goal::Escape { .. } => "escape",
        Goal::CarryOut { .. } => "carry_out",
        Goal::Survive { .. } => "survive",
        Goal::Protect { .. } => "protect",
        Goal::AllOf { .. } => "all_of",
        Goal::AnyOf { .. } => "any_of",
    });
    match &goal {
        Goal::LastSideStanding { .. } => {}
        Goal::Eliminate { targets, .. } => out["creatures"] = json!(targets),
        Goal::Hold { zone, rounds, .. } => {
            out["zone"] = json!(zone);
            out["squares"] = json!(squares);
            out["rounds"] = json!(rounds);
        }
        Goal::Escape { who, count, .. } => {
            out["count"] = json!(count);
            out["squares"] = json!(squares);
            if !who.is_empty() {
                out["creatures"] = json!(who);
            }
        }
        Goal::CarryOut { object, .. } => {
            let world = battle.world();
            let carrier = carrier_of(world, object).filter(|&by| is_on_map(world, by));
            out["object"] = json!(object);
            out["carrier"] = json!(carrier.map(|by| eyes.number(by)));
            out["squares"] = json!(squares);
        }
        Goal::Survive { rounds, .. } => out["rounds"] = json!(rounds),
        Goal::Protect { creature, .. } => out["creatures"] = json!([creature]),
        Goal::AllOf { .. } | Goal::AnyOf { .. } => {
            out["parts"] = parts.into_iter().map(|part| self::stake(eyes, part)).collect();
        }
    }
    out
}

fn people(eyes: &Eyes) -> Table<String, Value> {
    creatures(eyes.battle.world())
        .into_iter()
        .filter(|&id| eyes.know(id))
        .map(|id| (eyes.number(id).0.to_string(), person(eyes, id)))
        .collect()
}

/// How a creature is, in a word: `standing`, `down`, `dead`, `fled`, `to_come`.
pub fn status(battle: &Battle, id: Id) -> &'static str {
    let world = battle.world();
    if world.part::<Dead>(id).is_some() {
        "dead"
    } else if world.part::<Fled>(id).is_some() {
        "fled"
    } else if world.part::<OnMap>(id).is_none() {
        "to_come"
    } else if battle.ruleset().standing(world, id) {
        "standing"
    } else {
        "down"
    }
}

/// One creature: where it is, how it is, and its sheet.
pub fn creature(battle: &Battle, id: Id) -> Value {
    person(&Eyes::all(battle), id)
}

fn person(eyes: &Eyes, id: Id) -> Value {
    let battle = eyes.seen();
    let world = battle.world();
    let who = world.the::<Creature>(id);
    let position = world.the::<Position>(id);
    let body = world.the::<Body>(id);
    let conditions: Vec<Value> = world
        .the::<Conditions>(id)
        .0
        .iter()
        .map(|condition| {
            let mut condition = condition.clone();
            renumber::condition(&mut condition, &|id| eyes.number(id));
            serde_json::to_value(condition).expect("a condition should be plain data")
        })
        .collect();
    json!({
        "name": who.name,
        "kind": who.kind,
        "side": names::side_id(battle, who.side),
        "at": position.at,
        "height": position.height,
        "space": body.side,
        "tall": body.tall,
        "light": world.part::<Lamp>(id).map(|lamp| lamp.0),
        "status": status(battle, id),
        "bystander": is_bystander(world, id),
        "arrives": world.part::<Arrives>(id).filter(|arrives| !arrives.waits_for_a_call()).map(|arrives| arrives.round),
        "carries": carried_by(world, id).map(|thing| world.resource::<Names>().name(thing)).collect::<Vec<&str>>(),
        "values": values(battle, id),
        "conditions": conditions,
        "sheet": battle.ruleset().sheet(world, id),
    })
}

/// The sheet's gauges and counters as `key: now` and `key_max: max`, and its other numbers as they are read.
pub fn values(battle: &Battle, id: Id) -> Table<String, Value> {
    let sheet = battle.ruleset().sheet(battle.world(), id);
    let mut out = Table::new();
    for gauge in sheet.gauges.iter().chain(&sheet.pips) {
        out.insert(gauge.key.clone(), json!(gauge.now));
        out.insert(format!("{}_max", gauge.key), json!(gauge.max));
    }
    for stat in &sheet.stats {
        out.entry(stat.key.clone()).or_insert_with(|| json!(stat.value));
    }
    out
}

/// Every object by its number.
pub(super) fn objects(eyes: &Eyes) -> Table<String, Value> {
    let battle = eyes.seen();
    let world = battle.world();
    things(world)
        .map(|id| {
            let thing = world.the::<Thing>(id);
            let mut object = json!({
                "name": thing.name,
                "kind": thing.kind,
                "squares": thing.squares,
                "height": world.part::<GivesCover>(id).and_then(|cover| cover.height),
                "blocks": thing.blocks,
                "difficult": thing.difficult,
                "material": thing.material,
                "door": world.part::<DoorState>(id).map(|door| door.0),
                "light": world.part::<Lamp>(id).map(|lamp| lamp.0),
                "values": values(battle, id),
            });
            if let Some(edge) = edge_of(world, id) {
                object["edge"] = json!(edge);
            }
            (eyes.number(id).0.to_string(), object)
        })
        .collect()
}

/// The map's size, its weather, every square that is not as the level drew it, and what lies about.
fn map(eyes: &Eyes) -> Value {
    let battle = eyes.seen();
    let map = battle.world().resource::<Map>();
    let (width, height) = map.size();
    let mut changed = Vec::new();
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        let at = Square::new(x.cast_signed(), y.cast_signed());
        let drawn = battle.level().board.get(at);
        let as_drawn = |cell: &Cell| light(battle, at) == cell.light && foggy(battle, at) == cell.fog;
        if map.cell(at) != drawn || !drawn.is_some_and(as_drawn) {
            changed.push(square_known_to(eyes, at));
        }
    }
    let mut out = json!({
        "width": width,
        "height": height,
        "weather": map.weather,
        "changed": changed,
        "items": items(battle),
    });
    if let Some(edges) = edges(eyes) {
        out["edges"] = edges;
    }
    out
}

/// What lies about.
pub(super) fn items(battle: &Battle) -> Vec<Value> {
    let items = battle.ruleset().litter(battle.world()).into_iter();
    items.map(|(at, name)| json!({ "at": at, "name": name })).collect()
}

/// What stands between squares, in a level where anything ever does.
pub(super) fn edges(eyes: &Eyes) -> Option<Value> {
    let map = eyes.seen().world().resource::<Map>();
    let standing = map.edges()?.iter().filter(|(_, upright)| upright.0 > 0);
    Some(standing.map(|(edge, _)| upright(eyes, edge)).collect())
}

/// What stands at an edge.
fn upright(eyes: &Eyes, edge: Edge) -> Value {
    let world = eyes.seen().world();
    let map = world.resource::<Map>();
    let EdgeObject(kind, thing) = map.upright(edge);
    let is = map.kind_of_edge(kind);
    let mut out = json!(edge);
    out["kind"] = json!(is.map(|is| &is.key));
    out["object"] = json!(thing.map(|thing| eyes.number(thing)));
    if let Some(door) = thing.and_then(|thing| world.part::<DoorState>(thing)) {
        out["door"] = json!(door.0);
    }
    out
}

/// The light of a square, lamps and fires included.
pub(super) fn light(battle: &Battle, at: Square) -> Light {
    battle.ruleset().light(battle.world(), at)
}

/// Whether fog hangs over a square, that of spells included.
pub(super) fn foggy(battle: &Battle, at: Square) -> bool {
    battle.ruleset().foggy(battle.world(), at)
}

/// One square of the map as it is now, with lamps, fires, fog and what lies there; null off the map.
pub fn square(battle: &Battle, at: Square) -> Value {
    square_known_to(&Eyes::all(battle), at)
}

/// One square of the map as the viewer knows it: a creature that hides from it is not there.
pub fn square_known_to(eyes: &Eyes, at: Square) -> Value {
    let battle = eyes.seen();
    let world = battle.world();
    let map = world.resource::<Map>();
    let (Some(cell), Some(terrain)) = (map.cell(at), map.terrain(at)) else {
        return Value::Null;
    };
    let lying = battle.ruleset().litter(world).into_iter();
    let items: Vec<String> = lying.filter(|&(there, _)| there == at).map(|(_, name)| name).collect();
    let mut out = json!({
        "at": at,
        "terrain": terrain.key,
        "elevation": cell.elevation,
        "light": light(battle, at),
        "fog": foggy(battle, at),
        "exit": cell.exit,
        "creature": creature_at(world, at).map(|id| eyes.number(id)),
        "object": thing_at(world, at).map(|id| eyes.number(id)),
        "items": items,
    });
    if let Some(gravity) = cell.gravity {
        out["gravity"] = json!(gravity);
    }
    if map.airless(at) {
        out["vacuum"] = json!(true);
    }
    if map.edges().is_some() {
        let sides = [
            ("north", Direction::North),
            ("east", Direction::East),
            ("south", Direction::South),
            ("west", Direction::West),
        ];
        let edges = sides.into_iter().filter_map(|(word, direction)| {
            let edge = Edge::of(at, direction)?;
            (map.upright(edge).0 > 0).then(|| (word.to_owned(), upright(eyes, edge)))
        });
        out["edges"] = edges.collect::<Table<String, Value>>().into_iter().collect();
    }
    out
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// A dark hall in which Ana burns, where nobody of the other side knows of her.
    fn hall() -> (Battle, Id) {
        let text = "name = \"Hall\"\nruleset = \"essence\"\nambient = \"dark\"\nmap = '''\n####################\n#A................B#\n####################\n'''\n\
             [legend]\n\"A\" = { creature = \"soldier\", side = \"blue\", name = \"Ana\", essence = { dex = 10, weapons = [\"sword\"] } }\n\
             \"B\" = { creature = \"soldier\", side = \"red\", name = \"Bor\" }\n\
             [[side]]\nid = \"blue\"\nseat = \"human\"\n[[side]]\nid = \"red\"\nseat = \"human\"\n";
        let (level, _) = crate::rules::read_level(text, "hall").expect("a sound level");
        let ruleset = crate::rules::by_key("essence").expect("essence");
        let level = Arc::new(level);
        let first = |seed| {
            let battle = Battle::new(level.clone(), ruleset, seed).expect("a playable level");
            let id = battle.active().expect("somebody has the turn");
            (battle.name(id) == "Ana").then_some((battle, id))
        };
        (1..).find_map(first).expect("Ana is quick")
    }

    #[test]
    fn the_state_knows_fires_and_what_lies_about_and_keeps_who_hides() {
        let (mut battle, ana) = hall();
        let drop = Act { with: Some("sword".into()), ..Act::new(ana, "drop") };
        battle.order(&Order::Act(drop)).expect("it can be dropped");
        let before = state(&battle);
        assert_eq!(before["map"]["changed"], json!([]));
        assert_eq!(before["map"]["items"], json!([{ "at": [1, 1], "name": "Sword" }]));
        for condition in ["on_fire", "hidden"] {
            let condition = condition.to_owned();
            let order = Order::Gm(GmAct::AddCondition { creature: ana, condition });
            battle.order(&order).expect("an override should be accepted");
        }
        let lit = |state: &Value| {
            let changed = state["map"]["changed"].as_array().map_or(0, Vec::len);
            let here = state["map"]["changed"][0]["light"].clone();
            (changed, here)
        };
        let beside = Square::new(2, 1);
        assert_eq!(square(&battle, beside)["light"], json!("bright"));
        let (changed, here) = lit(&state(&battle));
        assert!(changed > 3 && here == json!("bright"), "{changed} {here}");
        let (own, other) = (SideId(0), SideId(1));
        let mut whole = state(&battle);
        let known = state_known_to(&Eyes::of(&battle, Some(own)));
        for key in ["seed", "orders", "hash"] {
            whole.as_object_mut().expect("a state is an object").remove(key);
        }
        let same = |(key, value): (&String, &Value)| known[key] == *value;
        assert!(whole.as_object().expect("a state is an object").iter().all(same));
        assert_eq!(lit(&state_known_to(&Eyes::of(&battle, Some(other)))), (0, Value::Null));
        assert_eq!(square_known_to(&Eyes::of(&battle, Some(other)), beside)["light"], json!("dark"));
        assert_eq!(square_known_to(&Eyes::of(&battle, Some(other)), Square::new(1, 1))["creature"], Value::Null);
    }
}
