//! Drifts without weight, which go on by themselves, and what stops them (EDG-GRAV-13, EDG-GRAV-14, EDG-GRAV-20, EDG-GRAV-21).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{creature, gravity, life};
use super::super::data::gravity::{Adrift, Gravity, Heading};
use super::super::data::{DamageType, HalfMetres, SQUARE, STEP, options};
use super::super::field::{reach, sight};
use super::super::fight::harm::{self, Dose, Share};
use super::super::fight::passing;
use super::ground::{self, STOREY};
use super::surface::surface;
use super::{fall, moves};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::grid::{Direction, Square};
use crate::rule;

/// What stops a body that comes into a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// A wall, a thing, the end of the board.
    Solid,
    /// Another body.
    Body(Id),
}

/// The next space on a heading, and what the way there costs. Straight down it ends on the floor.
pub(super) fn next(world: &World, here: Place, heading: Heading) -> Option<(Place, HalfMetres)> {
    Some(match heading {
        Heading::Level(direction) => {
            let (dx, dy) = direction.delta();
            let cost = STEP[usize::from(dx != 0 && dy != 0)];
            (Place { space: here.space.step(direction), ..here }, cost)
        }
        Heading::Up => (Place { height: here.height + STOREY, ..here }, SQUARE),
        Heading::Down => {
            let floor = floor_of(world, here.space);
            if here.height <= floor {
                return None;
            }
            (Place { height: (here.height - STOREY).max(floor), ..here }, SQUARE)
        }
    })
}

/// EDG-GRAV-13: what stands in the way to a place; of bodies those that count.
pub(super) fn stops(world: &World, id: Id, (from, to): (Place, Place), counts: impl Fn(Id) -> bool) -> Option<Stop> {
    let (map, lay) = lay(world);
    let shut = |at: Square| {
        !map.contains(at)
            || map.solid(at)
            || lay.footing.get(at).is_none_or(|there| there.solid || there.height > to.height)
    };
    let sideways = from.space != to.space;
    if to.space.squares().any(shut) || sideways && bars_the_way(world, from.space, to.space.at, to.height) {
        return Some(Stop::Solid);
    }
    let (dx, dy) = (to.space.at.x - from.space.at.x, to.space.at.y - from.space.at.y);
    let corner = |at: Square| shut(at.offset(dx, 0)) || shut(at.offset(0, dy));
    if dx != 0 && dy != 0 && from.space.squares().any(corner) {
        return Some(Stop::Solid);
    }
    let met = on_map(world).find(|&other| {
        let there = Place::of(world, other);
        other != id
            && there.space.overlaps(to.space)
            && !reach::is_clear_of(world, (id, to), (other, there))
            && !creature::is_held_by(world, other, id)
            && !creature::riders_of(world, id).any(|rider| rider == other)
            && counts(other)
    });
    met.map(Stop::Body)
}

/// Why a creature does not stop its drift, if so.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_hold_on(world: &World, id: Id) -> Result<(), Refusal> {
    if world.part::<Adrift>(id).is_none() {
        return Err(Refusal::by(rule!("EDG-GRAV-13"), "still", "It does not drift."));
    }
    if surface(world, id).is_none() {
        return Err(Refusal::by(rule!("EDG-GRAV-13"), "no_surface", "It touches nothing that would stop it."));
    }
    Ok(())
}

/// EDG-GRAV-13: it holds on to what it touches, and drifts no more.
pub(crate) fn hold_on(world: &mut World, id: Id) {
    let Some((what, rule)) = surface(world, id) else { return };
    comes_to_rest(world, id);
    world.tell(Event::note(format!("holds on to {what}")).actor(id).by(rule!("EDG-GRAV-13")).by(rule));
}

/// It drifts no more.
pub(crate) fn comes_to_rest(world: &mut World, id: Id) {
    if let Some(entity) = world.entity_of(id) {
        world.entity_mut(entity).remove::<Adrift>();
    }
}

/// EDG-GRAV-13: what drifts goes on at the start of its turn.
pub(crate) fn turn_starts(world: &mut World, id: Id) {
    let Some(&Adrift { far, .. }) = world.part::<Adrift>(id) else { return };
    if !is_on_map(world, id) {
        return;
    }
    if gravity::only_drifts(world, id) {
        float(world, id, far, false);
    } else {
        comes_to_rest(world, id);
    }
}

/// A creature on its way without weight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Floating {
    /// Who drifts.
    pub mover: Id,
    start: Place,
    /// Where it has come up to now.
    here: Place,
    /// How far it still goes on this turn.
    left: HalfMetres,
    /// Whether it goes by its own push: then enemies whose reach it leaves may strike.
    pushed: bool,
    /// Whether those have been asked for the next step.
    announced: bool,
}

pub(super) fn float(world: &mut World, mover: Id, left: HalfMetres, pushed: bool) {
    let start = Place::of(world, mover);
    launch(world, Floating { mover, start, here: start, left, pushed, announced: false });
}

/// The next space of the drift on top, or its end.
pub(crate) fn float_on(world: &mut World) {
    while let Some((flight, &floating)) = topmost::<Floating>(world) {
        let Floating { mover, here, left, pushed, announced, .. } = floating;
        // One that something has brought elsewhere drifts no farther.
        let goes = is_on_map(world, mover) && Place::of(world, mover) == here && gravity::is_weightless(world, mover);
        let adrift = world.part::<Adrift>(mover).copied().filter(|_| goes);
        let ahead = adrift.and_then(|adrift| next(world, here, adrift.heading));
        let Some((to, cost)) = ahead.filter(|(_, cost)| *cost <= left) else {
            return comes_to_its_end(world, &floating);
        };
        if let Some(stop) = stops(world, mover, (here, to), |_| true) {
            land(world);
            arrives(world, &floating);
            return is_stopped(world, mover, stop);
        }
        let price = Trace::new("half-metres", 0).with(Trace::new("a step of the drift", cost).by(rule!("EDG-GRAV-13")));
        let motion = Motion::Drift;
        if pushed && !announced {
            world.the_mut::<Floating>(flight).announced = true;
            let (at, side, height, how) = (to.space.at, to.space.side, to.height, motion.word().into());
            passing::leaving(world, mover, &Step { to: at, height, side, motion, how, cost: price.clone() });
            if world.resource::<Flights>().top() != Some(flight) {
                return;
            }
        }
        let going = if pushed { MoveKind::ByItself } else { MoveKind::Carried };
        moves::go(world, mover, to, going);
        {
            let mut floating = world.the_mut::<Floating>(flight);
            (floating.here, floating.announced) = (to, false);
            floating.left -= cost;
        }
        let event = Event::step(mover, here.position(), to.position(), motion, motion.word());
        world.tell(event.trace(price).by(rule!("EDG-GRAV-13")));
        gravity::settle(world, mover);
    }
}

/// It has come as far as it comes on this turn; where it has weight again it falls (EDG-GRAV-20).
fn comes_to_its_end(world: &mut World, floating: &Floating) {
    let mover = floating.mover;
    land(world);
    if !is_on_map(world, mover) {
        return;
    }
    arrives(world, floating);
    let landed = matches!(world.part::<Adrift>(mover), Some(Adrift { heading: Heading::Down, .. }))
        && !ground::is_aloft(world, mover);
    if landed {
        comes_to_rest(world, mover);
        world.note(mover, "comes to rest on the floor", rule!("EDG-GRAV-21"));
    }
    if !gravity::is_weightless(world, mover) {
        if world.part::<Adrift>(mover).is_some() {
            comes_to_rest(world, mover);
            world.note(mover, "has weight again", rule!("EDG-GRAV-20"));
        }
        fall::come_down(world, mover);
    }
}

/// What comes of its being where it is now.
fn arrives(world: &mut World, floating: &Floating) {
    let Floating { mover, start, pushed, .. } = *floating;
    if Place::of(world, mover) == start {
        return;
    }
    let arrival = if pushed { Arrival::by_itself(start, Vec::new()) } else { Arrival::carried(start, Vec::new()) };
    let meets = if ground::is_aloft(world, mover) { Meets::Nothing } else { Meets::NewSquares };
    arrive(world, mover, arrival.meeting(meets));
}

/// EDG-GRAV-13, EDG-GRAV-14: something stops it: it takes no harm but what the level says.
fn is_stopped(world: &mut World, mover: Id, stop: Stop) {
    comes_to_rest(world, mover);
    let met = if let Stop::Body(other) = stop { Some(other) } else { None };
    if let Some(other) = met {
        sight::find(world, mover, vec![other]);
    }
    let event = Event::note("is stopped by what is in its way").actor(mover).by(rule!("EDG-GRAV-13"));
    world.tell(event.target(met));
    launch(world, Stopped { mover });
}

/// A drifter that something has stopped, until the harm of that is dealt.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Stopped {
    mover: Id,
}

impl Later for Stopped {
    const STAGE: Stage = Stage::Damage;

    /// EDG-GRAV-14: only the relative speed that a level's event gives does harm.
    fn happen(self, world: &mut World) {
        let Self { mover: id } = self;
        if !is_on_map(world, id) {
            return;
        }
        let Some(dice) = options::impact(world) else {
            return world.note(id, "takes no harm of it", rule!("EDG-GRAV-14"));
        };
        let amount = world.resource_mut::<Dice>().roll(&dice, "impact").by(rule!("EDG-GRAV-14"));
        let dose = Dose { amount, damage_type: DamageType::Kinetic };
        let (parts, how) = harm::protect(world, id, vec![dose], Share::Whole);
        life::suffer(world, id, parts, how, (None, false));
    }
}

/// Where a creature drifts on its next turn, as one side may know it.
pub(crate) fn course(world: &World, id: Id, side: SideId) -> ForcedMovement {
    let mut out = ForcedMovement::default();
    let Some(&Adrift { heading, far }) = world.part::<Adrift>(id) else { return out };
    if !is_on_map(world, id) || !gravity::only_drifts(world, id) {
        return out;
    }
    let mut here = Place::of(world, id);
    let mut way = vec![here.space.at];
    let (mut left, mut ends) = (far, "");
    while let Some((to, cost)) = next(world, here, heading).filter(|(_, cost)| *cost <= left) {
        if stops(world, id, (here, to), |other| side_of(world, other) == side || knows(world, side, other)).is_some() {
            ends = ", then stops";
            break;
        }
        (here, left) = (to, left - cost);
        way.push(here.space.at);
        if gravity::felt_in(world, id, here.space) != Gravity::Zero {
            ends = ", then has weight";
            break;
        }
    }
    let far = creature::metres(far);
    match heading {
        Heading::Level(_) => {
            let label = format!("drifts {far} at the start of its turn{ends}").into();
            out.ways.push(Bound { way, label, carried: true });
        }
        Heading::Up => out.lines.push(format!("drifts {far} up at the start of its turn{ends}")),
        Heading::Down => out.lines.push(format!("drifts {far} down at the start of its turn{ends}")),
    }
    if surface(world, id).is_some() {
        out.lines.push("touches something that it can hold on to".to_owned());
    }
    out
}

/// How a creature drifts, in words.
pub(crate) fn words(adrift: Adrift) -> String {
    let far = creature::metres(adrift.far);
    match adrift.heading {
        Heading::Level(direction) => format!("{far} {} each turn", direction_words(direction)),
        Heading::Up => format!("{far} up each turn"),
        Heading::Down => format!("{far} down each turn"),
    }
}

fn direction_words(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north",
        Direction::NorthEast => "north-east",
        Direction::East => "east",
        Direction::SouthEast => "south-east",
        Direction::South => "south",
        Direction::SouthWest => "south-west",
        Direction::West => "west",
        Direction::NorthWest => "north-west",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::battle::{Act, Battle, ForcedMovement, Order, Place, SideId};
    use crate::grid::Square;

    /// Vale beside a wall, without weight in open space; her turn has begun.
    fn adrift() -> Battle {
        let text = "name = \"Hull\"\nruleset = \"edge\"\nmap = '''\n#Aoooooo#\n#ooooooob\n'''\n\
                    [terrain.space]\nlike = \"floor\"\nname = \"Space\"\nedge = { open = true }\n\
                    [legend]\no = { terrain = \"space\" }\n\
                    A = { creature = \"soldier\", side = \"red\", name = \"Vale\", edge = { strength = 2 } }\n\
                    b = { creature = \"soldier\", side = \"blue\", name = \"Bor\" }\n\
                    [[side]]\nid = \"red\"\nseat = \"human\"\n[[side]]\nid = \"blue\"\nseat = \"human\"\n\
                    [weather]\ngravity = 0\n";
        let (level, _) = crate::rules::read_level(text, "hull").expect("a sound level");
        let ruleset = crate::rules::by_key("edge").expect("edge");
        let level = Arc::new(level);
        let first = |seed| {
            let battle = Battle::new(level.clone(), ruleset, seed).expect("a playable level");
            let id = battle.active().expect("somebody has the turn");
            (battle.name(id) == "Vale").then_some(battle)
        };
        (1..).find_map(first).expect("Vale is quick")
    }

    #[test]
    fn a_drift_is_drawn_where_it_goes_and_stops() {
        let mut battle = adrift();
        let id = battle.active().expect("Vale");
        let course = |battle: &Battle| battle.ruleset().course(battle.world(), id, SideId(0));
        assert_eq!(course(&battle), ForcedMovement::default());
        let mut push = Act::new(id, "push_off");
        push.at = Some(Square::new(3, 0));
        battle.order(&Order::Act(push)).expect("off the wall");
        for at in [5, 7] {
            let mut drawn = course(&battle);
            let way = drawn.ways.pop().expect("it drifts on");
            assert!(way.carried && way.label.starts_with("drifts 3 m"), "{way:?}");
            while battle.active() == Some(id) {
                battle.order(&Order::EndTurn { creature: id }).expect("the turn ends");
            }
            let other = battle.active().expect("Bor");
            battle.order(&Order::EndTurn { creature: other }).expect("the turn ends");
            let here = Place::of(battle.world(), id).space.at;
            assert_eq!((way.way.last(), here), (Some(&here), Square::new(at, 0)));
        }
        let drawn = course(&battle);
        assert!(drawn.ways[0].label.contains("then stops"), "{drawn:?}");
        assert!(drawn.lines.iter().any(|line| line.contains("hold on to")), "{drawn:?}");
    }
}
