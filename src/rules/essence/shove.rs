//! Pushing: square by square, the pusher following; and flinging what was torn away (ESS-PUSH, ESS-GRAP-12, ESS-DISARM-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::drift::{self, Way};
use super::{gear, grapple, harm, moves, place, ready, stats::*, who};
use crate::battle::{Answer, Event, *};
use crate::dice::{Dice, Expression};
use crate::grid::{Direction, Point, Square};
use crate::rule;

/// A push in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shove {
    /// Who pushes.
    pub pusher: Id,
    /// Who is pushed.
    pub target: Id,
    /// Which way, once it is settled.
    pub direction: Option<Direction>,
    /// Feet still to go, once they are settled.
    pub left: Option<Feet>,
    /// Feet the pusher may still follow.
    pub follow: Feet,
    /// Whether the first step needs no following, out of a shared space.
    pub free: bool,
    /// Whether it is critical, and the pusher chooses how far.
    pub critical: bool,
}

/// A thing torn from somebody's hands, about to land somewhere.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Torn {
    /// Who tore it away.
    pub by: Id,
    /// From whom.
    pub target: Id,
    /// Its key.
    pub key: String,
    /// Where it lands if it only falls.
    pub lands: Square,
}

/// ESS-PUSH-1 to ESS-PUSH-4, ESS-PUSH-7, ESS-PUSH-10: begins a push.
pub fn begin(world: &mut World, pusher: Id, target: Id, critical: bool) {
    let follow = if who::entangled(world, pusher).is_some() {
        0
    } else if who::has(world, pusher, condition::PRONE) {
        5
    } else {
        who::speed(world, pusher).value
    };
    if follow == 0 {
        who::note(
            world,
            pusher,
            "cannot follow, so it does not push",
            rule!("ESS-PUSH-10"),
        );
        return;
    }
    let (from, to) = (
        Point::centre_of(space(world, pusher)),
        Point::centre_of(space(world, target)),
    );
    let direction = Direction::towards(to.x() - from.x(), to.y() - from.y());
    if let Some(direction) = direction {
        let word = super::maneuver::WORDS[direction as usize].replace('_', "-");
        who::note(world, pusher, format!("pushes to the {word}"), rule!("ESS-PUSH-7"));
    }
    let shove = Shove {
        pusher,
        target,
        direction,
        left: (!critical).then_some(5),
        follow,
        free: false,
        critical,
    };
    launch(world, shove);
}

/// ESS-GRAP-12: a Push out of a grapple.
pub fn break_free(world: &mut World, pusher: Id, grappler: Id, critical: bool) {
    who::note(world, pusher, "breaks the grapple", rule!("ESS-GRAP-11"));
    grapple::unlink(world, pusher, grappler, &rule!("ESS-GRAP-12"));
    let follow = who::speed(world, pusher).value;
    let shove = Shove {
        pusher,
        target: grappler,
        direction: None,
        left: (!critical).then_some(5),
        follow,
        free: true,
        critical,
    };
    launch(world, shove);
}

fn question(
    world: &World,
    shove: &Shove,
    (kind, asks): (&'static str, &'static str),
    choices: Vec<Choice>,
) -> Decision {
    Decision {
        side: side_of(world, shove.pusher),
        creature: shove.pusher,
        kind: kind.into(),
        prompt: format!(
            "{} pushes {}. {asks}",
            world.resource::<Cast>().name(shove.pusher),
            world.resource::<Cast>().name(shove.target)
        )
        .into(),
        number: None,
        against: Some(shove.target),
        choices,
    }
}

/// ESS-PUSH-2, ESS-PUSH-7: how far, and out of a shared space which way.
pub(super) fn ask(world: &mut World) {
    let Some((flight, shove)) = topmost::<Shove>(world) else {
        return;
    };
    if world.part::<Decision>(flight).is_some() {
        return;
    }
    let mut shove = shove.clone();
    let entity = world.entity_of(flight).expect("what is in flight should exist");
    if let Some(Answer(word)) = world.entity_mut(entity).take::<Answer>() {
        match word.parse() {
            Ok(feet) => shove.left = Some(feet),
            Err(_) => {
                let at = super::maneuver::WORDS.iter().position(|known| *known == word);
                shove.direction = at.map(|at| Direction::ALL[at]);
            }
        }
        *world.the_mut::<Shove>(flight) = shove.clone();
    }
    let decision = if shove.direction.is_none() {
        let here = space(world, shove.target);
        let way = |(&word, &direction): (&&'static str, &Direction)| {
            let choice = Choice::new(word, format!("To the {}", word.replace('_', "-")));
            choice.at(here.step(direction).at).by(rule!("ESS-PUSH-7"))
        };
        let choices = super::maneuver::WORDS.iter().zip(&Direction::ALL).map(way).collect();
        question(world, &shove, ("push_direction", "Which way?"), choices)
    } else if shove.left.is_none() {
        let choices = [("15", "15 ft"), ("10", "10 ft"), ("5", "5 ft")]
            .map(|(key, label)| Choice::new(key, label).by(rule!("ESS-PUSH-2")));
        question(world, &shove, ("push_distance", "How far?"), choices.to_vec())
    } else {
        return;
    };
    let kind = decision.kind.clone();
    let side = decision.side;
    world.tell(
        Event::new(What::Asked { side, kind })
            .target(shove.pusher)
            .by(rule!("ESS-PUSH-2")),
    );
    let entity = world.entity_of(flight).expect("what is in flight should exist");
    world.entity_mut(entity).insert(decision);
}

/// One 5-ft step of a push, or its end.
pub(super) fn advance(world: &mut World) {
    let Some((flight, shove)) = topmost::<Shove>(world) else {
        return;
    };
    let shove = shove.clone();
    let (Some(direction), Some(left)) = (shove.direction, shove.left) else {
        return;
    };
    let gone = [shove.pusher, shove.target].iter().any(|&id| !is_on_map(world, id));
    let standing = !world.the::<Stance>(shove.target).tumbling;
    if left == 0 || gone || !standing {
        land(world);
        return;
    }
    let step_cost = follow_cost(world, &shove);
    if !shove.free && step_cost > shove.follow {
        let text = "cannot follow further".into();
        let event = Event::new(What::Note { text })
            .actor(shove.pusher)
            .by(rule!("ESS-PUSH-4"));
        let event = if step_cost > 5 {
            event.by(rule!("ESS-TERR-2"))
        } else {
            event
        };
        world.tell(event);
        land(world);
        return;
    }
    let before = *world.the::<Position>(shove.target);
    let entangled = who::entangled(world, shove.target).is_some();
    let rule = if shove.free {
        rule!("ESS-GRAP-12")
    } else {
        rule!("ESS-PUSH-1")
    };
    {
        let mut shove = world.the_mut::<Shove>(flight);
        shove.left = Some(left - 5);
        if !shove.free {
            shove.follow -= step_cost;
        }
        shove.free = false;
    }
    let here = space(world, shove.target);
    let past = shove.free.then_some(shove.pusher);
    match drift::way_past(world, shove.target, here.step(direction), past) {
        Way::Hard => {
            land(world);
            crash(world, &shove, left);
            return;
        }
        Way::Body => {
            who::note(world, shove.target, "somebody is in the way", rule!("ESS-PUSH-8"));
            land(world);
            return;
        }
        Way::Free => {}
    }
    if entangled {
        who::note(world, shove.target, "can be pushed all the same", rule!("ESS-PUSH-11"));
    }
    if who::partner(world, shove.target) == Some(shove.pusher) {
        put_at(world, shove.target, before.at);
    }
    let top = world.resource::<Flights>().top();
    drift::slide_past(world, shove.target, direction, "pushed", rule.clone(), past);
    if shove.free {
        clear_of(world, &shove, direction, &rule);
    }
    who::note(world, shove.target, "enters what lies there", rule!("ESS-PUSH-9"));
    follow(world, &shove, before);
    if world.resource::<Flights>().top() == top {
        ready::shoved(world, shove.target, here);
    }
    if shove.free {
        place::freed(world, shove.pusher, shove.target, here);
    }
}

/// ESS-GRAP-12: a grappler that is not larger lands beside the pusher's space, however wide that is.
fn clear_of(world: &mut World, shove: &Shove, direction: Direction, rule: &Rule) {
    let (pusher, target) = (shove.pusher, shove.target);
    let inside = |world: &World| space(world, target).overlaps(space(world, pusher));
    while who::sizes_above(world, target, pusher) <= 0
        && inside(world)
        && is_on_map(world, target)
        && drift::slide_past(world, target, direction, "pushed", rule.clone(), Some(pusher)) == Way::Free
    {}
    if who::sizes_above(world, target, pusher) <= 0 {
        place::beside(world, target, pusher);
    }
}

/// ESS-PUSH-3, R29: the pusher comes after, into the square next to the target that is nearest.
fn follow(world: &mut World, shove: &Shove, left_behind: Position) {
    let (pusher, target) = (shove.pusher, shove.target);
    if shove.free || who::distance(world, pusher, target) <= 5 {
        return;
    }
    let here = space(world, pusher);
    let there = space(world, target);
    let best = here.at.neighbours().into_iter().filter(|&at| {
        let to = crate::grid::Footprint { at, side: here.side };
        drift::way(world, pusher, to) == Way::Free && !to.overlaps(there)
    });
    let best = best.min_by_key(|&at| {
        let to = crate::grid::Footprint { at, side: here.side };
        (to.steps(there), at != left_behind.at, at)
    });
    let Some(at) = best else { return };
    let before = *world.the::<Position>(pusher);
    let cost = follow_cost(world, shove);
    drift::carry(world, pusher, at);
    let mut event = Event::new(What::Step {
        from: before.at,
        to: at,
        height: (before.height, before.height),
        how: "follows".into(),
    })
    .actor(pusher)
    .by(rule!("ESS-PUSH-3"));
    if cost > 5 {
        // By the square that the pusher leaves.
        event = event.by(rule!("ESS-TERR-2"));
    }
    world.tell(event);
    environment::entered(world, pusher);
    moves::entered(world, pusher);
}

fn follow_cost(world: &World, shove: &Shove) -> Feet {
    if moves::difficult_under(world, shove.pusher) {
        10
    } else {
        5
    }
}

/// ESS-PUSH-5, ESS-PUSH-6: into something hard.
fn crash(world: &mut World, shove: &Shove, left: Feet) {
    let dice = Expression {
        count: (left / 5) as u16,
        sides: 6,
        plus: 0,
    };
    let mut amount = world.resource_mut::<Dice>().roll(&dice, "against something hard");
    amount.rule = Some(rule!("ESS-PUSH-5"));
    let rules = vec![rule!("ESS-PUSH-5"), rule!("ESS-PUSH-6")];
    harm::deal(world, shove.target, amount, DamageType::Physical, rules);
    harm::fall_prone(world, shove.target, rule!("ESS-PUSH-5"));
}

/// ESS-DISARM-3: where a thing flung one way comes down.
pub fn flung(world: &World, from: Square, direction: Direction) -> Square {
    let mut lands = from;
    for _ in 0..2 {
        let next = lands.step(direction);
        if super::cover::Sightlines::new(world).total(next) {
            break;
        }
        lands = next;
    }
    lands
}

/// ESS-DISARM-3: taken, flung two squares as far as no wall stops it, or dropped.
pub(super) fn fling(world: &mut World) {
    let Some((flight, torn)) = topmost::<Torn>(world) else {
        return;
    };
    let torn = torn.clone();
    let Some(Answer(word)) = world.part::<Answer>(flight).cloned() else {
        return;
    };
    land(world);
    if word == "take" {
        let Some(mut item) = gear::take_out(world, torn.target, &torn.key) else {
            return;
        };
        item.held = true;
        who::note(
            world,
            torn.by,
            format!("takes {}", item.weapon.name),
            rule!("ESS-DISARM-3"),
        );
        world.the_mut::<Gear>(torn.by).0.push(item);
        return;
    }
    let at = super::maneuver::WORDS.iter().position(|known| *known == word);
    let lands = at.map_or(torn.lands, |at| flung(world, torn.lands, Direction::ALL[at]));
    gear::drop_item(world, torn.target, &torn.key, lands, rule!("ESS-DISARM-3"));
}
