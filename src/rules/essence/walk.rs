//! Moves: what a step costs, where one gets to, and steps really taken (ESS-MOVE, ESS-TERR, ESS-OCC, ESS-CRAWL, ESS-SQZ).

use bevy::prelude::World;

use super::ground::{Body as Occupant, Ground};
use super::stride::{Priced, Walker, price};
use super::{fall, harm, moves, place, ready, sight, stats::*, strike, who};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square, reach::Steps};
use crate::rule;

/// Why a creature cannot go anywhere by itself, whatever the square.
fn held(world: &World, id: Id) -> Result<(), Refusal> {
    if world.the::<Deeds>(id).halted {
        return Err(Refusal::by(rule!("ESS-MOVE-12"), "move_over", "The Move is over."));
    }
    if let Some(rule) = who::entangled(world, id) {
        return Err(Refusal::by(rule, "entangled", "It is Entangled."));
    }
    let stance = world.the::<Stance>(id);
    if stance.riding.is_some() {
        return Err(Refusal::by(
            rule!("ESS-CMD-8"),
            "riding",
            "It rides: its mount does the moving, or it dismounts.",
        ));
    }
    if stance.climbing {
        return Err(Refusal::by(
            rule!("ESS-CLIMB-1"),
            "climbing",
            "It hangs there: it can only climb.",
        ));
    }
    if stance.fallen > 0 || stance.tumbling {
        return Err(Refusal::by(rule!("ESS-FALL-8"), "falling", "It falls."));
    }
    if who::weightless(world) && who::profile(world, id).flight.is_none() {
        return Err(Refusal::by(
            rule!("ESS-ZG-1"),
            "weightless",
            "It floats: it can only push itself off something.",
        ));
    }
    let swims = moves::water_at(world, id) && !moves::above_water(world, id);
    if swims && !stance.aloft {
        return Err(Refusal::by(
            rule!("ESS-SWIM-1"),
            "swimming",
            "In deep water it has to swim.",
        ));
    }
    if super::cover::buried(world, id) {
        return Err(Refusal::by(
            rule!("ESS-BURROW-1"),
            "buried",
            "Under the ground it can only burrow.",
        ));
    }
    Ok(())
}

/// Feet left of the Move under way, or of the next.
pub fn movement_left(world: &World, id: Id) -> (i32, &'static str) {
    let walker = Walker::of(world, id);
    let next = if walker.actions > 0 { walker.per } else { 0 };
    (if walker.run > 0 { walker.run } else { next }, "ft")
}

/// Every square a Move could get to, by cost; of ways of equal cost the straightest.
pub fn reach(world: &World, id: Id) -> Reach {
    reach_as(world, id, Walker::of(world, id))
}

/// The way of one whole Move to a square, Actions aside: for what was readied (ESS-READY-1).
pub fn path_of_a_move(world: &World, id: Id, to: Square) -> Option<Vec<Square>> {
    let walker = Walker::of(world, id);
    let fresh = Walker {
        run: walker.per,
        actions: 0,
        ..walker
    };
    reach_as(world, id, fresh).path(to)
}

fn reach_as(world: &World, id: Id, start: Walker) -> Reach {
    if held(world, id).is_err() || !who::able(world, id) {
        return Reach::default();
    }
    if start.budget() < LEAST {
        return Reach::default();
    }
    // A step may change the space, too.
    let far = start.farthest() / LEAST + 2 * i32::from(start.space.side) + 2;
    let going = Going(Ground::laid_out(world, id, far));
    Reach::search(world.resource::<Map>().size(), &going, start)
}

/// The least a step costs (ESS-GRID-2).
const LEAST: Feet = 5;

/// How a walker goes over the ground, for the search of where it gets to.
struct Going<'w>(Ground<'w>);

impl Steps for Going<'_> {
    type State = Walker;

    fn place(&self, walker: &Walker) -> Square {
        walker.space.at
    }

    fn paid(&self, walker: &Walker) -> u32 {
        walker.gone as u32
    }

    fn ahead(&self, walker: &Walker) -> impl Iterator<Item = Square> {
        let pays = walker.farthest() >= LEAST;
        walker.space.at.neighbours().into_iter().take_while(move |_| pays)
    }

    fn step(&self, walker: &Walker, to: Square) -> impl IntoIterator<Item = Walker> {
        let priced = price(&self.0, walker, to, false, &mut Sum::default());
        priced.ok().map(|priced| priced.after)
    }

    fn no_worse(&self, one: &Walker, other: &Walker) -> bool {
        one.gone <= other.gone
    }

    fn may_stop(&self, walker: &Walker) -> bool {
        self.0.may_stop(walker.space)
    }

    /// Leaving a narrow place the anchor may lie beside the square named.
    fn pointless(&self, known: &Walker, walker: &Walker, _to: Square) -> bool {
        !walker.squeezing && known.gone <= walker.gone + LEAST
    }
}

/// The next step.
///
/// # Errors
/// The rule that forbids it.
pub fn step(world: &World, id: Id, to: Square) -> Result<Step, Refusal> {
    held(world, id)?;
    let walker = Walker::of(world, id);
    let ground = Ground::beside(world, id);
    told(&ground, &walker, to).map(|(priced, cost)| priced.step(cost))
}

/// A step really meant, with what it costs told in full.
fn told(ground: &Ground, walker: &Walker, to: Square) -> Result<(Priced, Trace), Refusal> {
    let mut cost = Trace::new("movement", 0);
    let priced = price(ground, walker, to, true, &mut cost)?;
    Ok((priced, cost))
}

/// A whole path, worked out without walking it.
///
/// # Errors
/// The first step that is forbidden, or that it may not stop at the end.
pub fn walk(world: &World, id: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
    held(world, id)?;
    let mut walker = Walker::of(world, id);
    let ground = Ground::new(world, id);
    let mut steps = Vec::new();
    for &to in path {
        let (priced, cost) = told(&ground, &walker, to)?;
        walker = priced.after;
        steps.push(priced.step(cost));
    }
    if ground.may_stop(walker.space) {
        Ok(steps)
    } else if walker.space.squares().any(|at| ground.occupant(at) == Occupant::Enemy) {
        Err(Refusal::by(
            rule!("ESS-MOVE-4"),
            "occupied",
            "An Enemy's square can only be passed.",
        ))
    } else {
        Err(Refusal::by(
            rule!("ESS-MOVE-11"),
            "cannot_stop",
            "It may not stop in somebody's square.",
        ))
    }
}

/// ESS-MOVE-5, ESS-HID-8: before a step, somebody in the way.
pub fn before_step(world: &mut World, id: Id, step: &Step) {
    let to = Footprint {
        at: step.to,
        side: step.side,
    };
    let height = who::steps_up(step.height);
    let along = who::along(world, id);
    let met: Vec<Id> = on_map(world)
        .filter(|&other| {
            other != id
                && who::steps_up(world.the::<Position>(other).height) == height
                && !along.contains(&other)
                && super::ride::mount_of(world, other).is_none()
                && who::hostile(world, id, other)
                && space(world, other).overlaps(to)
        })
        .collect();
    let Some(&other) = met.first() else { return };
    if sight::hidden_from(world, other, id) {
        sight::reveal_to(world, other, id, rule!("ESS-HID-8"));
        world.the_mut::<Deeds>(id).halted = true;
        launch(world, Pause);
        return;
    }
    let tried = world.the::<Deeds>(id).passed.contains_key(&other);
    if tried || who::sizes_above(world, id, other).abs() >= 2 {
        return;
    }
    begin_move(world, id);
    let weapon = super::gear::weapons(world, id)
        .into_iter()
        .find(|weapon| weapon.reach_ft.is_some())
        .unwrap_or_else(super::gear::unarmed);
    let at = world.the::<Position>(other).at;
    strike::declare(world, strike::Strike::new(id, weapon, strike::Deed::Passing, other, at));
}

/// Pays for a Move that is to begin, unless one is under way.
pub fn begin_move(world: &mut World, id: Id) {
    if world.the::<Deeds>(id).run > 0 {
        return;
    }
    let per = Walker::of(world, id).per;
    who::pay(world, id, 1, rule!("ESS-MOVE-1"));
    world.the_mut::<Deeds>(id).run = per;
}

/// Takes a step: pays, places, takes along whom it holds.
pub fn take_step(world: &mut World, id: Id, step: &Step) {
    let walker = Walker::of(world, id);
    let found = {
        let ground = Ground::beside(world, id);
        let meant = |to: Square| price(&ground, &walker, to, true, &mut Sum::default());
        let named = meant(step.to).ok().filter(|priced| priced.after.space.at == step.to);
        named.or_else(|| {
            // Leaving a narrow place the anchor may lie beside the square named.
            walker
                .space
                .at
                .neighbours()
                .into_iter()
                .filter_map(|to| meant(to).ok())
                .find(|priced| priced.after.space.at == step.to)
        })
    };
    let Some(priced) = found else { return };
    if priced.starts > 0 {
        let rest = world.the::<Deeds>(id).run;
        if rest > 0 {
            who::note(world, id, "the rest of the last Move is lost", rule!("ESS-TURN-3"));
        }
        let flies = walker.aloft;
        if flies {
            super::fly::end_action(world, id);
        }
        let rule = match (walker.prone, flies) {
            (true, _) => rule!("ESS-CRAWL-1"),
            (_, true) => rule!("ESS-FLY-1"),
            _ => rule!("ESS-MOVE-1"),
        };
        who::pay(world, id, priced.starts, rule);
        if flies {
            let mut deeds = world.the_mut::<Deeds>(id);
            deeds.flew = true;
            deeds.aired = Some(0);
        }
    }
    let after = priced.after;
    world.put(
        id,
        Position {
            at: after.space.at,
            height: after.height,
        },
    );
    grow_to(world, id, after.space.side);
    {
        let mut deeds = world.the_mut::<Deeds>(id);
        deeds.run = if after.prone { 0 } else { after.run };
        if let Some(aired) = &mut deeds.aired {
            *aired += priced.cost;
        }
    }
    {
        let mut stance = world.the_mut::<Stance>(id);
        stance.squeezing = after.squeezing;
        stance.crowded = None;
        stance.heading = after.heading;
    }
    let rides = super::ride::rider_of(world, id);
    for other in who::along(world, id) {
        world.put(
            other,
            Position {
                at: after.space.at,
                height: after.height,
            },
        );
        let rule = if rides == Some(other) {
            rule!("ESS-CMD-8")
        } else {
            rule!("ESS-GRAP-8")
        };
        who::note(world, other, "goes along", rule);
    }
    super::ride::bring_along(world, id);
}

/// After a step: what the square does, and those who waited for it.
pub fn after_step(world: &mut World, id: Id, before: Footprint) {
    let flight = world.resource::<Flights>().top();
    moves::entered(world, id);
    if world.resource::<Flights>().top() == flight {
        place::unfolds(world, id, before);
        ready::stepped(world, id, before);
    }
    if world.the::<Stance>(id).aloft && fall::air_under(world, id) == 0 && is_on_map(world, id) {
        let height = fall::floor_under(world, id).max(world.the::<Position>(id).height);
        lift_to(world, id, height);
    }
}

/// ESS-PRONE-4, ESS-MOVE-1: stands up.
pub fn stand_up(world: &mut World, id: Id) {
    harm::lose(world, id, condition::PRONE, rule!("ESS-PRONE-4"));
    world.tell(
        Event::new(What::Note {
            text: "stands up".into(),
        })
        .actor(id)
        .by(rule!("ESS-MOVE-1")),
    );
    ready::announce(world, id, &Cue::StandsUp);
}
