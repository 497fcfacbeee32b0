//! A square in words: its ground, how one fares on it, what lies there.

use super::super::board::map::light_at;
use super::super::board::overlay::gravity::words as gravity_words;
use super::Session;
use crate::battle::{Battle, ById, DoorState, Id, Map, edge_name, thing_at, zones_told};
use crate::grid::{Length, Square};
use crate::level::{Door, Light, Terrain};

/// What there is to be said of a square, the name of its ground first; nothing off the map.
pub(in crate::gui) fn words(session: &Session, at: Square) -> Vec<String> {
    let battle = &session.battle;
    let map = battle.world().resource::<Map>();
    let (Some(terrain), Some(cell)) = (map.terrain(at), map.cell(at)) else {
        return Vec::new();
    };
    let long = |length: Length| battle.ruleset().height_words(length);
    let mut out: Vec<String> = edge(session, at).into_iter().collect();
    out.push(terrain.name.clone());
    out.extend(thing_at(battle.world(), at).and_then(|thing| door(battle, thing)));
    out.extend(footing(terrain, long));
    if !terrain.solid && cell.elevation != Length::ZERO {
        let way = if cell.elevation > Length::ZERO { "up" } else { "down" };
        out.push(format!("{} {way}", long(Length(cell.elevation.0.abs()))));
    }
    match light_at(session, at) {
        Some(Light::Dim) => out.push("dim".into()),
        Some(Light::Dark) => out.push("dark".into()),
        _ => {}
    }
    let clear = session.sees_clearly();
    if cell.fog || (clear && battle.ruleset().foggy(session.seen().world(), at)) {
        out.push("fog".into());
    }
    if map.airless(at) {
        out.push("no air".into());
    }
    let gravity = map.gravity(at);
    if gravity != 100 {
        out.push(gravity_words(gravity));
    }
    if let Some(size) = cell.tight {
        out.push(format!("narrow for more than {}", size.word()));
    }
    if cell.exit {
        out.push("a way out".into());
    }
    let zones = zones_told(battle.world()).into_iter().filter(|(_, squares)| squares.contains(&at));
    let names: Vec<String> = zones.map(|(name, _)| name.replace(['_', '-'], " ")).collect();
    out.extend(names.into_iter().filter(|name| !name.eq_ignore_ascii_case(&terrain.name)));
    let litter = battle.ruleset().litter(battle.world());
    let here: Vec<String> = litter.into_iter().filter(|(where_, _)| *where_ == at).map(|(_, name)| name).collect();
    if !here.is_empty() {
        out.push(format!("on the ground: {}", here.join(", ")));
    }
    out
}

/// How a door lies.
fn door(battle: &Battle, thing: Id) -> Option<String> {
    Some(format!("{}, {}", battle.name(thing), state(*battle.world().part::<DoorState>(thing)?)))
}

fn state(door: DoorState) -> &'static str {
    match door.0 {
        Door::Closed => "closed",
        Door::Open => "open",
        Door::Locked => "locked",
    }
}

/// What stands on the side of the square that the mouse is on.
fn edge(session: &Session, at: Square) -> Option<String> {
    let edge = session.edge.filter(|_| session.hover == Some(at))?;
    let world = session.battle.world();
    let thing = world.resource::<Map>().upright(edge).1;
    thing.and_then(|thing| door(&session.battle, thing)).or_else(|| edge_name(world, edge).map(str::to_owned))
}

fn footing(terrain: &Terrain, long: impl Fn(Length) -> String) -> Vec<String> {
    let mut out = Vec::new();
    if terrain.difficult {
        out.push("difficult".into());
    }
    if terrain.water > Length::ZERO {
        out.push(format!("water {} deep", long(terrain.water)));
    }
    if terrain.pit > Length::ZERO {
        out.push(format!("{} deep", long(terrain.pit)));
    }
    if terrain.sheer {
        out.push("sheer".into());
    }
    if let Some(harm) = &terrain.harm {
        out.push(format!("harms: {} {}", harm.dice, harm.kind));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Act, Order};
    use crate::gui::session::Meaning;
    use crate::gui::tests::test_battles::{DUSK, begun};

    #[test]
    fn what_was_dropped_is_named_where_it_lies() {
        let mut session = begun(DUSK, "Rook");
        let who = session.battle.active().expect("somebody acts");
        let at = crate::battle::space(session.battle.world(), who).at;
        assert!(!words(&session, at).iter().any(|word| word.contains("on the ground")));
        let drop = session.offers().iter().find(|offer| offer.action == "drop").cloned().expect("something is held");
        let act = Act { with: drop.with, ..Act::new(who, "drop") };
        session.submit(&Order::Act(act)).expect("it may be dropped");
        let last = words(&session, at).pop().expect("a square has words");
        let name = drop.label.trim_start_matches("Drop ");
        assert_eq!(last, format!("on the ground: {name}"));
    }

    #[test]
    fn it_is_said_how_a_door_lies() {
        const DOOR: &str = r#"
ruleset = "sol"
map = '''
########
#.v+.r.#
########
'''
[legend]
"v" = { creature = "soldier", side = "blue", name = "Vera" }
"r" = { creature = "brute", side = "red", name = "Rook" }
"#;
        let mut session = begun(DOOR, "Vera");
        let at = Square::new(3, 1);
        let said = |session: &Session, word: &str| words(session, at).iter().any(|line| line.ends_with(word));
        assert!(said(&session, ", closed"), "{:?}", words(&session, at));
        let door = thing_at(session.battle.world(), at).expect("a door");
        let Some(Meaning::Act(opens)) = session.obvious(door) else { panic!("it is beside her") };
        session.pick(*opens);
        let order = session.aim.as_ref().and_then(|aim| aim.acts.first().cloned());
        session.submit(&Order::Act(order.expect("it can be opened"))).expect("she may");
        assert!(said(&session, ", open"), "{:?}", words(&session, at));
    }
}
