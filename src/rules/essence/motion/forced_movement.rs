//! Where a creature is bound without an order: a flyer's heading, a drift in free fall, a current; and what a flyer pays for height.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::sight;
use super::fly;
use super::slide::{self, Way};
use super::support;
use crate::battle::{Bound, ById, ForcedMovement, Id, SideId, on_map, side_of, space};
use crate::grid::Direction;

/// The course of a creature as one side may know it.
pub(crate) fn course(world: &World, id: Id, side: SideId) -> ForcedMovement {
    let mut out = ForcedMovement::default();
    let stance = world.the::<Stance>(id);
    let at = space(world, id).at;
    if let Some((direction, feet)) = stance.drift.filter(|_| creature::weightless(world)) {
        let label = format!("drifts {feet} ft at the start of its Turn");
        out.ways.push(carried(world, id, side, (direction, feet), label));
    } else if let Some((direction, feet)) = slide::current(world, id) {
        let label = format!("the current takes it {feet} ft");
        out.ways.push(carried(world, id, side, (direction, feet), label));
    }
    if creature::profile(world, id).flight.is_some() && stance.aloft {
        if let Some(heading) = stance.heading {
            out.ways.push(Bound {
                way: vec![at, at.step(heading), at.step(heading).step(heading)],
                label: "heading".into(),
                carried: false,
            });
        }
        flight(world, id, &mut out);
    }
    out
}

/// Where it is carried, as far as the side can tell what is in the way.
fn carried(world: &World, id: Id, side: SideId, (direction, feet): (Direction, Feet), label: String) -> Bound {
    let mut way = vec![space(world, id).at];
    let mut stops = false;
    let mut here = space(world, id);
    for _ in 0..feet / 5 {
        let to = here.step(direction);
        stops = match slide::way_past(world, id, to, &[]) {
            Way::Free => false,
            Way::Hard => true,
            Way::Body => on_map(world).any(|other| {
                other != id
                    && space(world, other).overlaps(to)
                    && (side_of(world, other) == side || sight::known_to(world, side, other))
            }),
        };
        if stops {
            break;
        }
        here = to;
        way.push(here.at);
    }
    Bound { way, label: if stops { format!("{label}, then stops") } else { label }.into(), carried: true }
}

/// What a flyer pays for turning and height, and what it must still do to stay up.
fn flight(world: &World, id: Id, out: &mut ForcedMovement) {
    let lines = &mut out.lines;
    let profile = creature::profile(world, id);
    let turn = world.the::<TurnUsage>(id);
    let air = support::air_under(world, id);
    lines.push(format!("{air} ft of air below"));
    if turn.aired.is_some() {
        lines.push(format!("{} ft of the Fly action left", turn.run));
    }
    let (up, down) = (fly::vertical_cost(world, id, 5).value, fly::vertical_cost(world, id, -10).value);
    lines.push(format!("up 5 ft costs {up} ft, down 10 ft costs {down} ft"));
    if profile.flight != Some(Wings::Plain) {
        return;
    }
    lines.push("each turn by 45 degrees costs 5 ft".into());
    let least = creature::speed(world, id).value;
    match turn.aired {
        Some(aired) if aired < least => {
            let more = least - aired;
            out.warning = Some(format!("falls unless it flies {more} ft more"));
        }
        None if !turn.flew => out.warning = Some("falls unless it flies on its Turn".into()),
        _ => {}
    }
}

/// What tells one way of rising or sinking from another.
pub(crate) fn height_words(world: &World, id: Id, feet: Feet) -> String {
    let cost = fly::vertical_cost(world, id, feet).value;
    let to = support::air_under(world, id) + feet;
    let way = if feet > 0 { "up" } else { "down" };
    format!("{way} {} ft to {to} ft, costs {cost} ft", feet.abs())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::battle::{Act, Battle, ForcedMovement, Id, MoveOrder, Order, Place, SideId};
    use crate::grid::Square;

    /// One creature in a hall, with further lines of the level.
    fn hall(more: &str, own: &str) -> (Battle, Id) {
        let text = format!(
            "name = \"Hall\"\nruleset = \"essence\"\nmap = '''\n##########\n#........#\n#A.......#\n#.......B#\n##########\n'''\n\
             [legend]\n\"A\" = {{ creature = \"soldier\", side = \"blue\", name = \"Ana\", essence = {{ dex = 10, {own} }} }}\n\
             \"B\" = {{ creature = \"soldier\", side = \"red\", name = \"Bor\" }}\n\
             [[side]]\nid = \"blue\"\nseat = \"human\"\n[[side]]\nid = \"red\"\nseat = \"human\"\n{more}"
        );
        let (level, _) = crate::rules::read_level(&text, "hall").expect("a sound level");
        let ruleset = crate::rules::by_key("essence").expect("essence");
        let level = Arc::new(level);
        let first = |seed| {
            let battle = Battle::new(level.clone(), ruleset, seed).expect("a playable level");
            let id = battle.active().expect("somebody has the turn");
            (battle.name(id) == "Ana").then_some((battle, id))
        };
        (1..).find_map(first).expect("Ana is quick")
    }

    fn course(battle: &Battle, id: Id) -> ForcedMovement {
        battle.ruleset().course(battle.world(), id, SideId(0))
    }

    #[test]
    fn a_drift_is_drawn_where_it_goes() {
        let (mut battle, id) = hall("[weather]\ngravity = 0\n", "speed_ft = 15");
        assert_eq!(course(&battle, id), ForcedMovement::default());
        let mut push = Act::new(id, "push_off");
        push.at = Some(Square::new(0, 2));
        battle.order(&Order::Act(push)).expect("off the wall");
        let here = Place::of(battle.world(), id).space.at;
        let drawn = course(&battle, id).ways.pop().expect("it drifts on");
        assert!(drawn.carried && drawn.way.first() == Some(&here));
        let end = *drawn.way.last().expect("an end");
        assert!(end.x > here.x, "{drawn:?}");
        for _ in 0..2 {
            let creature = battle.active().expect("somebody has the turn");
            battle.order(&Order::EndTurn { creature }).expect("a turn can be ended");
        }
        assert_eq!(Place::of(battle.world(), id).space.at, end);
    }

    #[test]
    fn a_flyer_is_told_its_heading_and_what_keeps_it_up() {
        let (mut battle, id) = hall("", "flight = \"plain\"");
        assert_eq!(course(&battle, id), ForcedMovement::default(), "on its feet");
        battle.order(&Order::Act(Act::new(id, "fly"))).expect("it has wings");
        let step = MoveOrder { creature: id, to: None, path: Some(vec![Square::new(2, 2), Square::new(3, 2)]) };
        battle.order(&Order::Move(step)).expect("the air is free");
        let told = course(&battle, id);
        assert_eq!(told.ways[0].way, [3, 4, 5].map(|x| Square::new(x, 2)));
        assert!(!told.ways[0].carried);
        assert_eq!(told.warning.as_deref(), Some("falls unless it flies 20 ft more"));
        assert!(told.lines.iter().any(|line| line == "up 5 ft costs 10 ft, down 10 ft costs 5 ft"), "{:?}", told.lines);
    }
}
