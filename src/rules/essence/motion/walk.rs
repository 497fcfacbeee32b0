//! Moves: what a step costs, where one gets to, and steps really taken (ESS-MOVE, ESS-TERR, ESS-OCC, ESS-CRAWL, ESS-SQZ).

use bevy::prelude::World;

use super::super::body::{controller, creature, gear};
use super::super::data::stats::*;
use super::super::field::ground::{Body as Occupant, Ground};
use super::super::field::{cover, sight};
use super::super::fight::{harm, strike, waiting};
use super::step_cost::{Walker, price};
use super::{bonds, chosen_place, fly, room, slide, square_effects, support, unbind};
use crate::battle::*;
use crate::grid::{Footprint, Square};
use crate::rule;

/// Why a creature cannot go anywhere by itself, whatever the square.
fn held(world: &World, id: Id) -> Result<(), Refusal> {
    let halted = world.the::<TurnUsage>(id).halted;
    let stance = world.the::<Stance>(id);
    let floats = creature::weightless(world) && creature::profile(world, id).flight.is_none();
    let (rule, code, message) = match creature::entangled(world, id) {
        _ if halted => (rule!("ESS-MOVE-12"), "move_over", "The Move is over."),
        Some(rule) => (rule, "entangled", "It is Entangled."),
        None if stance.riding.is_some() => {
            let message = "It rides: its mount does the moving, or it dismounts.";
            (rule!("ESS-CMD-8"), "riding", message)
        }
        None if stance.climbing => (rule!("ESS-CLIMB-1"), "climbing", "It hangs there: it can only climb."),
        None if stance.fallen > 0 || stance.tumbling => (rule!("ESS-FALL-8"), "falling", "It falls."),
        None if floats => {
            let message = "It floats: it can only push itself off something.";
            (rule!("ESS-ZG-1"), "weightless", message)
        }
        None if slide::in_water(world, id) => (rule!("ESS-SWIM-1"), "swimming", "In deep water it has to swim."),
        None if cover::buried(world, id) => (rule!("ESS-BURROW-1"), "buried", "Under the ground it can only burrow."),
        None => return Ok(()),
    };
    Err(Refusal::by(rule, code, message))
}

/// Feet left of the Move under way, or of the next.
pub(crate) fn movement_left(world: &World, id: Id) -> (i32, &'static str) {
    let walker = Walker::of(world, id);
    let next = if walker.actions > 0 { walker.per } else { 0 };
    (if walker.run > 0 { walker.run } else { next }, "ft")
}

/// Where one whole Move leads, Actions aside: for what was readied (ESS-READY-1).
pub(crate) fn reach_of_a_move(world: &World, id: Id) -> Reach {
    reach_within(world, id, Feet::MAX)
}

/// As [`reach_of_a_move`], at most so far: for what is moved in the course of another action.
pub(crate) fn reach_within(world: &World, id: Id, far: Feet) -> Reach {
    let walker = Walker::of(world, id);
    let fresh = Walker { run: walker.per.min(far), actions: 0, rests: true, ..walker };
    reach_as(world, id, fresh)
}

/// Sets out by a way, its next square last, that takes no Action besides: at most so far.
pub(crate) fn set_out(world: &mut World, creature: Id, rest: Vec<Square>, far: Feet) {
    let stride = StepPhase::Ready;
    let order = launch(world, Moving { creature, rest, stride });
    let run = Walker::of(world, creature).per.min(far);
    let mut turn = world.the_mut::<TurnUsage>(creature);
    turn.run = run;
    // It is this way and no Move besides.
    turn.begun_in = Some(order);
}

fn reach_as(world: &World, id: Id, start: Walker) -> Reach {
    if held(world, id).is_err() || !creature::able(world, id) || start.budget() < LEAST {
        return Reach::default();
    }
    // A step may change the space, too.
    let far = start.farthest() / LEAST + 2 * i32::from(start.space.side) + 2;
    Ground::laid_out(world, id, far).reach(world, id, start)
}

/// The least a step costs (ESS-GRID-2).
const LEAST: Feet = 5;

impl Walking for Ground<'_> {
    type Walker = Walker;
    type Bar = Refusal;

    fn place(&self, walker: &Walker) -> Place {
        let &Walker { space, height, .. } = walker;
        Place { space, height }
    }

    fn paid(&self, walker: &Walker) -> Feet {
        walker.gone
    }

    fn motion(&self, _from: &Walker, after: &Walker) -> Motion {
        match () {
            () if after.aloft => Motion::Fly,
            () if after.prone => Motion::Crawl,
            () if after.squeezing => Motion::Squeeze,
            () => Motion::Walk,
        }
    }

    fn costs(&self) -> Trace {
        Trace::new("movement", 0)
    }

    fn step(&self, walker: &Walker, to: Square, out: &mut impl Reckoning) -> Result<Walker, Refusal> {
        price(self, walker, to, true, out)
    }

    fn stop(&self, walker: &Walker) -> Result<(), Refusal> {
        let enemy = |at: Square| self.occupant(at) == Occupant::Enemy;
        let (rule, code, message) = match () {
            () if self.may_stop(walker.space) => return Ok(()),
            () if self.squeezes_for_nothing(walker.space) => {
                (rule!("ESS-SQZ-5"), "cannot_stop", "It squeezes only where all of it has no room.")
            }
            () if walker.space.squares().any(enemy) => {
                (rule!("ESS-MOVE-4"), "occupied", "An Enemy's square can only be passed.")
            }
            () => (rule!("ESS-MOVE-11"), "cannot_stop", "It may not stop in somebody's square."),
        };
        Err(Refusal::by(rule, code, message))
    }

    fn ahead(&self, walker: &Walker) -> impl Iterator<Item = Square> {
        let pays = walker.farthest() >= LEAST;
        walker.space.at.neighbours().into_iter().take_while(move |_| pays)
    }

    /// With what is left of the Move under way, or in a new one for which that is given up.
    fn steps(&self, walker: &Walker, to: Square) -> impl IntoIterator<Item = Walker> {
        let after = |walker: &Walker| price(self, walker, to, false, &mut Sum::default()).ok();
        let given_up = walker.anew(self).and_then(|walker| after(&walker));
        after(walker).into_iter().chain(given_up)
    }

    /// A square may be come to within the Move under way, in a new one after all of that, or after a part of it was given up, and each may
    /// matter.
    fn no_worse(&self, one: &Walker, other: &Walker) -> bool {
        one.move_of() == other.move_of() && one.gone <= other.gone
    }

    /// Leaving a narrow place the anchor may lie beside the square named; and a step that begins a Move is another part of the way.
    fn pointless(&self, known: &Walker, one: &Walker, _to: Square) -> bool {
        let stays = one.begun || one.actions == 0;
        stays && known.move_of() == one.move_of() && !one.squeezing && known.gone <= one.gone + LEAST
    }
}

/// A walker at the end of a way, the steps of it, and the place in the path where the rest of a Move is given up, if it is.
type Followed = (Walker, Vec<Step>, Option<usize>);

/// Follows a path with what is left of the Move under way and at most one new one; where that leads nowhere, what is left of the Move is
/// given up on the way, as late as can be.
fn follow(ground: &Ground, walker: &Walker, path: &[Square]) -> Result<Followed, Refusal> {
    let refusal = match ground.go(*walker, path) {
        Ok((after, steps)) => return Ok((after, steps, None)),
        Err(refusal) => refusal,
    };
    for at in (0..path.len()).rev() {
        let Ok((here, mut steps)) = ground.go(*walker, &path[..at]) else {
            continue;
        };
        let Some(anew) = here.anew(ground) else { continue };
        if let Ok((after, rest)) = ground.go(anew, &path[at..]) {
            steps.extend(rest);
            return Ok((after, steps, Some(at)));
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
        walker.anew(&ground).is_some() && matches!(follow(&ground, &walker, &path), Ok((.., Some(0))))
    };
    if now {
        world.the_mut::<TurnUsage>(id).run = 0;
        world.note(id, "the rest of the last Move is lost", rule!("ESS-TURN-3"));
    }
}

/// ESS-MOVE-10: whether a mover that passes another creature gets out again with what is left of its Move. It may not have known of the other when
/// it set out, so the other's space is no place to stop in, whatever the mover's side knows of it.
pub(crate) fn gets_past(world: &World, id: Id, other: Id) -> bool {
    let Some((_, moving)) = uppermost::<Moving>(world).filter(|(_, moving)| moving.creature == id) else {
        return true;
    };
    let ground = Ground::new(world, id);
    let taken = space(world, other);
    let mut walker = Walker::of(world, id);
    for &to in moving.rest.iter().rev() {
        let Ok(after) = ground.step(&walker, to, &mut Sum::default()) else {
            return false;
        };
        walker = after;
        if ground.may_stop(walker.space) && !walker.space.overlaps(taken) {
            return true;
        }
    }
    false
}

/// Pays for a Move that is to begin, unless one is under way.
pub(crate) fn begin_move(world: &mut World, id: Id) {
    if world.the::<TurnUsage>(id).run > 0 {
        return;
    }
    let per = Walker::of(world, id).per;
    controller::pay(world, id, 1, rule!("ESS-MOVE-1"));
    let order = order_of(world, id);
    let mut turn = world.the_mut::<TurnUsage>(id);
    turn.run = per;
    turn.begun_in = order;
}

/// The order to move that a creature carries out now.
fn order_of(world: &World, id: Id) -> Option<Id> {
    let order = uppermost::<Moving>(world).filter(|(_, moving)| moving.creature == id);
    order.map(|(flight, _)| flight)
}

/// Every square a Move could get to, by cost; of ways of equal cost the least harmful, and of these the straightest.
pub(crate) fn reach(world: &World, id: Id) -> Reach {
    reach_as(world, id, Walker::of(world, id))
}

/// ESS-MOVE-1: where it can go with the Move under way, or with the next one, before one more Action begins; nothing where none could.
pub(crate) fn within_one_action(world: &World, id: Id) -> Vec<Square> {
    let walker = Walker::of(world, id);
    let actions = match (walker.run > 0, walker.actions) {
        (true, 0) | (false, 0 | 1) => return Vec::new(),
        (true, _) => 0,
        (false, _) => 1,
    };
    let found = reach_as(world, id, Walker { actions, ..walker });
    found.squares.iter().filter(|there| there.stop).map(|there| there.at).collect()
}

/// The next step.
pub(crate) fn step(world: &World, id: Id, to: Square) -> Result<Step, Refusal> {
    held(world, id)?;
    let next = Ground::beside(world, id).next(&Walker::of(world, id), to)?;
    Ok(next.1)
}

/// A whole path, worked out without walking it.
pub(crate) fn walk(world: &World, id: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
    held(world, id)?;
    let ground = Ground::new(world, id);
    let (walker, steps, _) = follow(&ground, &Walker::of(world, id), path)?;
    ground.stop(&walker)?;
    Ok(steps)
}

/// Takes a step: pays, places, takes along whom it holds.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    let walker = Walker::of(world, id);
    let found = {
        let ground = Ground::beside(world, id);
        let meant = |to: Square| ground.step(&walker, to, &mut Sum::default()).ok();
        // Leaving a narrow place the anchor may lie beside the square named.
        let named = [step.to].into_iter().chain(walker.space.at.neighbours());
        let found = named.filter_map(meant).find(|after| after.space.at == step.to);
        found.map(|after| (!ground.may_stop(after.space), after))
    };
    let Some((passing, after)) = found else { return };
    let starts = walker.actions - after.actions;
    if starts > 0 {
        let rest = world.the::<TurnUsage>(id).run;
        if rest > 0 {
            world.note(id, "the rest of the last Move is lost", rule!("ESS-TURN-3"));
        }
        let flies = walker.aloft;
        if flies {
            fly::end_action(world, id);
        }
        let rule = match (walker.prone, flies) {
            (true, _) => rule!("ESS-CRAWL-1"),
            (_, true) => rule!("ESS-FLY-1"),
            _ => rule!("ESS-MOVE-1"),
        };
        controller::pay(world, id, starts, rule);
        let order = order_of(world, id);
        let mut turn = world.the_mut::<TurnUsage>(id);
        turn.begun_in = order;
        if flies {
            turn.flew = true;
            turn.aired = Some(0);
        }
    }
    let Walker { space, height, .. } = after;
    bonds::go(world, id, Place { space, height }.position(), MoveKind::ByItself);
    grow_to(world, id, after.space.side);
    unbind::seat(world, id);
    {
        let mut turn = world.the_mut::<TurnUsage>(id);
        turn.passing = passing;
        turn.run = if after.prone { 0 } else { after.run };
        if let Some(aired) = &mut turn.aired {
            *aired += after.gone;
        }
    }
    {
        let mut stance = world.the_mut::<Stance>(id);
        stance.squeezing = after.squeezing;
        stance.crowded = None;
        stance.heading = after.heading;
    }
}

/// ESS-MOVE-5, ESS-HID-8: before a step, somebody in the way.
pub(crate) fn before_step(world: &mut World, id: Id, step: &Step) {
    give_up_rest(world, id);
    let meets = |other: &Id| creature::mount_of(world, *other).is_none() && creature::hostile(world, id, *other);
    let met = room::others_in(world, id, step.place()).find(meets);
    let Some(other) = met else { return };
    if sight::hidden_from(world, other, id) {
        sight::reveal_to(world, other, id, rule!("ESS-HID-8"));
        world.the_mut::<TurnUsage>(id).halted = true;
        launch(world, Replan);
        return;
    }
    let tried = world.the::<TurnUsage>(id).passed.contains_key(&other);
    if tried || creature::sizes_above(world, id, other).abs() >= 2 {
        return;
    }
    // The attempt is made in a Move that leaves room for it (ESS-MOVE-10).
    let left = world.the::<TurnUsage>(id).run;
    if (1..10).contains(&left) {
        world.the_mut::<TurnUsage>(id).run = 0;
        world.note(id, "the rest of the last Move is lost", rule!("ESS-TURN-3"));
    }
    begin_move(world, id);
    let weapon = gear::near_weapon(world, id);
    let at = world.the::<Position>(other).at;
    strike::declare(world, strike::Strike::new(id, weapon, strike::AttackMode::Passing, other, at));
}

/// After a step: what the square does, and those who waited for it.
pub(crate) fn after_step(world: &mut World, id: Id, before: Place) {
    let at = before.space.at;
    let was = |(other, _)| (other, Footprint { at, ..space(world, other) });
    let along: Vec<(Id, Footprint)> = company(world, id, MoveKind::ByItself).into_iter().map(was).collect();
    arrive(world, id, Arrival::by_itself(before, along).meeting(Meets::NoMore));
    let flight = world.resource::<Flights>().top();
    square_effects::entered(world, id);
    if world.resource::<Flights>().top() == flight {
        chosen_place::unfolds(world, id, before.space);
    }
    if world.the::<Stance>(id).aloft && support::air_under(world, id) == 0 && is_on_map(world, id) {
        let at = world.the::<Position>(id).at;
        let height = support::floor_under(world, id).max(world.the::<Position>(id).height);
        bonds::go(world, id, Position { at, height }, MoveKind::ByItself);
    }
}

/// ESS-PRONE-4, ESS-MOVE-1: stands up.
pub(crate) fn stand_up(world: &mut World, id: Id) {
    harm::lose(world, id, condition::PRONE, rule!("ESS-PRONE-4"));
    world.note(id, "stands up", rule!("ESS-MOVE-1"));
    waiting::announce(world, id, &[Trigger::StandsUp]);
}
