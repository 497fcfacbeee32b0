//! Moves: what a step costs, where one gets to, and steps really taken (ESS-MOVE, ESS-TERR, ESS-OCC, ESS-CRAWL, ESS-SQZ).

use bevy::prelude::World;

use super::super::body::{brought, obeys, who};
use super::super::data::stats::*;
use super::super::field::ground::{Body as Occupant, Ground};
use super::super::field::sight;
use super::super::field::terrain;
use super::super::fight::{harm, strike, waiting};
use super::stride::{Priced, Walker, price};
use super::{bonds, moves, place, room, support, unbind};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square, reach::Steps};
use crate::rule;

/// Why a creature cannot go anywhere by itself, whatever the square.
fn held(world: &World, id: Id) -> Result<(), Refusal> {
    if world.the::<TurnUsage>(id).halted {
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
    let swims = terrain::water_at(world, id) && !room::above_water(world, id);
    if swims && !stance.aloft {
        return Err(Refusal::by(
            rule!("ESS-SWIM-1"),
            "swimming",
            "In deep water it has to swim.",
        ));
    }
    if super::super::field::cover::buried(world, id) {
        return Err(Refusal::by(
            rule!("ESS-BURROW-1"),
            "buried",
            "Under the ground it can only burrow.",
        ));
    }
    Ok(())
}

/// Feet left of the Move under way, or of the next.
pub(crate) fn movement_left(world: &World, id: Id) -> (i32, &'static str) {
    let walker = Walker::of(world, id);
    let next = if walker.actions > 0 { walker.per } else { 0 };
    (if walker.run > 0 { walker.run } else { next }, "ft")
}

/// Every square a Move could get to, by cost; of ways of equal cost the straightest.
pub(crate) fn reach(world: &World, id: Id) -> Reach {
    reach_as(world, id, Walker::of(world, id))
}

/// Where one whole Move leads, Actions aside: for what was readied (ESS-READY-1).
pub(crate) fn reach_of_a_move(world: &World, id: Id) -> Reach {
    reach_within(world, id, Feet::MAX)
}

/// As [`reach_of_a_move`], at most so far: for what is moved in the course of another action.
pub(crate) fn reach_within(world: &World, id: Id, far: Feet) -> Reach {
    let walker = Walker::of(world, id);
    let fresh = Walker {
        run: walker.per.min(far),
        actions: 0,
        rests: true,
        ..walker
    };
    reach_as(world, id, fresh)
}

/// Sets out by a way, its next square last, that takes no Action besides: at most so far.
pub(crate) fn set_out(world: &mut World, creature: Id, rest: Vec<Square>, far: Feet) {
    let stride = Stride::Ready;
    let order = launch(world, Moving { creature, rest, stride });
    let run = Walker::of(world, creature).per.min(far);
    let mut deeds = world.the_mut::<TurnUsage>(creature);
    deeds.run = run;
    // It is this way and no Move besides.
    deeds.begun_in = Some(order);
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
    let going = OverGround(Ground::laid_out(world, id, far));
    let start = OnItsWay {
        walker: start,
        part: Part::UnderWay,
    };
    Reach::search(world.resource::<Map>().size(), &going, start)
}

/// The least a step costs (ESS-GRID-2).
const LEAST: Feet = 5;

/// How a walker goes over the ground, for the search of where it gets to.
struct OverGround<'w>(Ground<'w>);

/// A walker in a search. A square may be come to within the Move under way, in a new one after all of that, or after a part of it was
/// given up, and each may matter.
#[derive(Clone, Copy)]
struct OnItsWay {
    walker: Walker,
    part: Part,
}

impl OnItsWay {
    /// The walker after a step for which it begins, if it begins one, such a Move.
    fn after(&self, walker: Walker, begins: Part) -> Self {
        let part = if walker.begun == self.walker.begun {
            self.part
        } else {
            begins
        };
        Self { walker, part }
    }
}

impl Steps for OverGround<'_> {
    type State = OnItsWay;

    fn place(&self, one: &OnItsWay) -> Square {
        one.walker.space.at
    }

    fn paid(&self, one: &OnItsWay) -> u32 {
        one.walker.gone as u32
    }

    fn ahead(&self, one: &OnItsWay) -> impl Iterator<Item = Square> {
        let pays = one.walker.farthest() >= LEAST;
        one.walker.space.at.neighbours().into_iter().take_while(move |_| pays)
    }

    fn step(&self, one: &OnItsWay, to: Square) -> impl IntoIterator<Item = OnItsWay> {
        let after = |walker: &Walker, begins: Part| {
            let priced = price(&self.0, walker, to, false, &mut Sum::default());
            priced.ok().map(|priced| one.after(priced.after, begins))
        };
        let anew = one.walker.anew(&self.0);
        let given_up = anew.and_then(|walker| after(&walker, Part::GivenUp));
        after(&one.walker, Part::New).into_iter().chain(given_up)
    }

    fn no_worse(&self, one: &OnItsWay, other: &OnItsWay) -> bool {
        one.part == other.part && one.walker.gone <= other.walker.gone
    }

    fn may_stop(&self, one: &OnItsWay) -> bool {
        self.0.may_stop(one.walker.space)
    }

    /// Leaving a narrow place the anchor may lie beside the square named; and a step that begins a Move is another part of the way.
    fn pointless(&self, known: &OnItsWay, one: &OnItsWay, _to: Square) -> bool {
        let stays = one.walker.begun || one.walker.actions == 0;
        stays && known.part == one.part && !one.walker.squeezing && known.walker.gone <= one.walker.gone + LEAST
    }
}

/// In which part of an order's way a square is come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// In the Move that is under way.
    UnderWay,
    /// In a new Move, once too little was left of that.
    New,
    /// In a new Move for which the rest of that was given up.
    GivenUp,
}

/// A step of a path, and what it costs, told in full.
type Told = (Priced, Trace);

/// Prices a path from where the walker is, with what is left of its Move and at most one new one.
fn straight(ground: &Ground, walker: &Walker, path: &[Square]) -> Result<Vec<Told>, Refusal> {
    let mut walker = *walker;
    let mut out = Vec::new();
    for &to in path {
        let step = told(ground, &walker, to)?;
        walker = step.0.after;
        out.push(step);
    }
    Ok(out)
}

/// As [`straight`]; where that leads nowhere, what is left of the Move is given up on the way, as late as can be. With the place in
/// the path where that is.
fn follow(ground: &Ground, walker: &Walker, path: &[Square]) -> Result<(Vec<Told>, Option<usize>), Refusal> {
    let refusal = match straight(ground, walker, path) {
        Ok(steps) => return Ok((steps, None)),
        Err(refusal) => refusal,
    };
    for at in (0..path.len()).rev() {
        let Ok(mut steps) = straight(ground, walker, &path[..at]) else {
            continue;
        };
        let here = steps.last().map_or(walker, |(step, _)| &step.after);
        let Some(anew) = here.anew(ground) else { continue };
        if let Ok(rest) = straight(ground, &anew, &path[at..]) {
            steps.extend(rest);
            return Ok((steps, Some(at)));
        }
    }
    Err(refusal)
}

/// ESS-TURN-3: gives up the rest of a Move where a new one must begin for the way that was ordered.
fn give_up_rest(world: &mut World, id: Id) {
    let Some(mut path) = topmost::<Moving>(world).map(|(_, moving)| moving.rest.clone()) else {
        return;
    };
    path.reverse();
    let walker = Walker::of(world, id);
    let now = {
        let ground = Ground::new(world, id);
        walker.anew(&ground).is_some() && matches!(follow(&ground, &walker, &path), Ok((_, Some(0))))
    };
    if now {
        world.the_mut::<TurnUsage>(id).run = 0;
        who::note(world, id, "the rest of the last Move is lost", rule!("ESS-TURN-3"));
    }
}

/// ESS-MOVE-10: whether a mover that passes somebody gets out again with what is left of its Move.
pub(crate) fn gets_past(world: &World, id: Id) -> bool {
    let Some((_, moving)) = uppermost::<Moving>(world).filter(|(_, moving)| moving.creature == id) else {
        return true;
    };
    let ground = Ground::new(world, id);
    let mut walker = Walker::of(world, id);
    for &to in moving.rest.iter().rev() {
        let Ok(priced) = price(&ground, &walker, to, true, &mut Sum::default()) else {
            return false;
        };
        walker = priced.after;
        if ground.may_stop(walker.space) {
            return true;
        }
    }
    false
}

/// The next step.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn step(world: &World, id: Id, to: Square) -> Result<Step, Refusal> {
    held(world, id)?;
    let walker = Walker::of(world, id);
    let ground = Ground::beside(world, id);
    told(&ground, &walker, to).map(|(priced, cost)| priced.step(cost))
}

/// A step really meant, with what it costs told in full.
fn told(ground: &Ground, walker: &Walker, to: Square) -> Result<Told, Refusal> {
    let mut cost = Trace::new("movement", 0);
    let priced = price(ground, walker, to, true, &mut cost)?;
    Ok((priced, cost))
}

/// A whole path, worked out without walking it.
///
/// # Errors
/// The first step that is forbidden, or that it may not stop at the end.
pub(crate) fn walk(world: &World, id: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
    held(world, id)?;
    let walker = Walker::of(world, id);
    let ground = Ground::new(world, id);
    let (steps, _) = follow(&ground, &walker, path)?;
    let walker = steps.last().map_or(walker, |(step, _)| step.after);
    if ground.may_stop(walker.space) {
        Ok(steps.into_iter().map(|(step, cost)| step.step(cost)).collect())
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
pub(crate) fn before_step(world: &mut World, id: Id, step: &Step) {
    give_up_rest(world, id);
    let to = step.place().space;
    let height = who::steps_up(step.height);
    let along = who::along(world, id);
    let met: Vec<Id> = on_map(world)
        .filter(|&other| {
            other != id
                && who::steps_up(world.the::<Position>(other).height) == height
                && !along.contains(&other)
                && who::mount_of(world, other).is_none()
                && who::hostile(world, id, other)
                && space(world, other).overlaps(to)
        })
        .collect();
    let Some(&other) = met.first() else { return };
    if sight::hidden_from(world, other, id) {
        sight::reveal_to(world, other, id, rule!("ESS-HID-8"));
        world.the_mut::<TurnUsage>(id).halted = true;
        launch(world, Pause);
        return;
    }
    let tried = world.the::<TurnUsage>(id).passed.contains_key(&other);
    if tried || who::sizes_above(world, id, other).abs() >= 2 {
        return;
    }
    // The attempt is made in a Move that leaves room for it (ESS-MOVE-10).
    let left = world.the::<TurnUsage>(id).run;
    if (1..10).contains(&left) {
        world.the_mut::<TurnUsage>(id).run = 0;
        who::note(world, id, "the rest of the last Move is lost", rule!("ESS-TURN-3"));
    }
    begin_move(world, id);
    let weapon = super::super::body::gear::weapons(world, id)
        .into_iter()
        .find(|weapon| weapon.reach_ft.is_some())
        .unwrap_or_else(super::super::body::gear::unarmed);
    let at = world.the::<Position>(other).at;
    strike::declare(
        world,
        strike::Strike::new(id, weapon, strike::AttackMode::Passing, other, at),
    );
}

/// Pays for a Move that is to begin, unless one is under way.
pub(crate) fn begin_move(world: &mut World, id: Id) {
    if world.the::<TurnUsage>(id).run > 0 {
        return;
    }
    let per = Walker::of(world, id).per;
    obeys::pay(world, id, 1, rule!("ESS-MOVE-1"));
    let order = order_of(world, id);
    let mut deeds = world.the_mut::<TurnUsage>(id);
    deeds.run = per;
    deeds.begun_in = order;
}

/// The order to move that a creature carries out now.
fn order_of(world: &World, id: Id) -> Option<Id> {
    let order = uppermost::<Moving>(world).filter(|(_, moving)| moving.creature == id);
    order.map(|(flight, _)| flight)
}

/// Takes a step: pays, places, takes along whom it holds.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    let walker = Walker::of(world, id);
    let found = {
        let ground = Ground::beside(world, id);
        let meant = |to: Square| price(&ground, &walker, to, true, &mut Sum::default());
        let named = meant(step.to).ok().filter(|priced| priced.after.space.at == step.to);
        let found = named.or_else(|| {
            // Leaving a narrow place the anchor may lie beside the square named.
            walker
                .space
                .at
                .neighbours()
                .into_iter()
                .filter_map(|to| meant(to).ok())
                .find(|priced| priced.after.space.at == step.to)
        });
        found.map(|priced| (!ground.may_stop(priced.after.space), priced))
    };
    let Some((passing, priced)) = found else { return };
    if priced.starts > 0 {
        let rest = world.the::<TurnUsage>(id).run;
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
        obeys::pay(world, id, priced.starts, rule);
        let order = order_of(world, id);
        world.the_mut::<TurnUsage>(id).begun_in = order;
        if flies {
            let mut deeds = world.the_mut::<TurnUsage>(id);
            deeds.flew = true;
            deeds.aired = Some(0);
        }
    }
    let after = priced.after;
    let place = Position {
        at: after.space.at,
        height: after.height,
    };
    bonds::go(world, id, place, Going::ByItself);
    grow_to(world, id, after.space.side);
    unbind::seat(world, id);
    {
        let mut deeds = world.the_mut::<TurnUsage>(id);
        deeds.passing = passing;
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
}

/// After a step: what the square does, and those who waited for it.
pub(crate) fn after_step(world: &mut World, id: Id, before: Footprint) {
    // What is launched last comes first: what the square does, then who waited for the mover, then whoever comes along.
    let along: Vec<(Id, Footprint)> = company(world, id, Going::ByItself)
        .into_iter()
        .map(|(other, _)| {
            let side = world.the::<Body>(other).side;
            (other, Footprint { at: before.at, side })
        })
        .collect();
    room::followed(world, &along);
    let height = world.the::<Position>(id).height;
    brought::went(world, id, Place { space: before, height });
    let flight = world.resource::<Flights>().top();
    moves::entered(world, id);
    if world.resource::<Flights>().top() == flight {
        place::unfolds(world, id, before);
    }
    if world.the::<Stance>(id).aloft && support::air_under(world, id) == 0 && is_on_map(world, id) {
        let at = world.the::<Position>(id).at;
        let height = support::floor_under(world, id).max(world.the::<Position>(id).height);
        bonds::go(world, id, Position { at, height }, Going::ByItself);
    }
}

/// ESS-PRONE-4, ESS-MOVE-1: stands up.
pub(crate) fn stand_up(world: &mut World, id: Id) {
    harm::lose(world, id, condition::PRONE, rule!("ESS-PRONE-4"));
    world.tell(
        Event::new(What::Note {
            text: "stands up".into(),
        })
        .actor(id)
        .by(rule!("ESS-MOVE-1")),
    );
    waiting::announce(world, id, &[Trigger::StandsUp]);
}
