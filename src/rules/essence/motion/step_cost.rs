//! What one step costs a creature on its way, and whether it can take it (ESS-MOVE, ESS-TERR, ESS-OCC, ESS-CRAWL, ESS-SQZ).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::ground::{Body as Occupant, Ground};
use crate::battle::*;
use crate::grid::{Direction, Footprint, Length, Square};
use crate::rule;

/// A creature on its way: what of it matters for the next step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walker {
    /// Its space.
    pub space: Footprint,
    /// The height of its feet.
    pub height: Length,
    /// Feet left of the Move under way.
    pub run: Feet,
    /// Actions left.
    pub actions: i32,
    /// Whether this order has begun a Move of its own.
    pub begun: bool,
    /// Whether it is not in the middle of passing somebody.
    pub rests: bool,
    /// Feet an Action is worth.
    pub per: Feet,
    /// Whether it lies Prone.
    pub prone: bool,
    /// Whether it flies.
    pub aloft: bool,
    /// Whether turning costs it.
    pub turns_cost: bool,
    /// Where it flies to.
    pub heading: Option<Direction>,
    /// Whether it squeezes.
    pub squeezing: bool,
    /// Feet gone so far.
    pub gone: Feet,
    /// Whether it has given up what was left of the Move under way to begin a new one.
    pub given_up: bool,
}

/// What a flyer pays for each eighth of a full turn (ESS-FLY-2).
const TURN: Feet = 5;

/// The most that a step costs: one that turns a flyer round (ESS-FLY-2).
const DEAREST: Feet = 5 + 4 * TURN;

impl Walker {
    /// The creature as it is now.
    pub(crate) fn of(world: &World, id: Id) -> Self {
        let stance = world.the::<Stance>(id);
        let prone = has_condition(world, id, condition::PRONE);
        let speed = creature::speed(world, id).value;
        let per = match (prone, stance.aloft) {
            (true, _) => 5,
            (false, true) => 2 * speed,
            (false, false) => speed,
        };
        let turn = world.the::<TurnUsage>(id);
        let order = uppermost::<Moving>(world).filter(|(_, moving)| moving.creature == id);
        Self {
            space: space(world, id),
            height: world.the::<Position>(id).height,
            run: turn.run,
            actions: creature::actions_left(world, id),
            begun: order.is_some_and(|(flight, _)| turn.begun_in == Some(flight)),
            rests: !turn.passing,
            per,
            prone,
            aloft: stance.aloft,
            turns_cost: creature::profile(world, id).flight == Some(Wings::Plain),
            heading: stance.heading,
            squeezing: creature::squeezing(world, id),
            gone: 0,
            given_up: false,
        }
    }

    /// What a step may cost it (ESS-MOVE-1, ESS-TERR-7).
    pub(crate) fn budget(&self) -> Feet {
        self.run + if self.actions > 0 && !self.begun { self.per } else { 0 }
    }

    /// The farthest it could get by this order: what is left of the Move under way, and the Actions that one step may take.
    pub(crate) fn farthest(&self) -> Feet {
        if self.begun || self.per <= 0 {
            return self.run;
        }
        self.run + self.per * self.actions.clamp(0, (DEAREST + self.per - 1) / self.per)
    }

    /// ESS-TURN-3, ESS-MOVE-11: the walker that gives up what is left of the Move under way, to begin a new one with its next
    /// step; none where no Move can end and begin.
    pub(crate) fn anew(&self, ground: &Ground) -> Option<Self> {
        let may_begin = !self.begun && self.actions > 0 && self.per > 0 && self.run > 0 && self.may_end(ground);
        may_begin.then_some(Self { run: 0, given_up: true, ..*self })
    }

    /// In which Move it is on its way: the one under way when it set out, a new one, or one for which that was given up.
    pub(crate) const fn move_of(&self) -> (bool, bool) {
        (self.begun, self.given_up)
    }

    /// ESS-MOVE-11: whether a Move can end where it is, and so another begin.
    pub(crate) fn may_end(&self, ground: &Ground) -> bool {
        (self.rests && self.gone == 0) || ground.may_stop(self.space)
    }
}

/// Works a step out: the walker after it, and what it costs, told term by term. `attempts` says whether an Enemy in the way is tried to be passed.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn price(
    ground: &Ground,
    walker: &Walker,
    to: Square,
    attempts: bool,
    cost: &mut impl Reckoning,
) -> Result<Walker, Refusal> {
    if walker.space.at.steps_to(to) != 1 {
        return Err(Refusal::new("no_step", "That is not a neighbouring square."));
    }
    let (space, squeezing) = ground.placed(walker.space, walker.squeezing, to)?;
    // Taking the full space again is no step of its own: only the half goes past corners.
    let side = walker.space.side.min(space.side);
    ground.corner(walker.space, Footprint { at: to, side })?;
    let over = ground.hurdle(walker.space, Footprint { at: to, side }, walker.height)?;
    let mut tries = false;
    for at in entered(walker.space, space) {
        let begins = || !walker.begun && walker.actions > 0 && walker.per >= 10 && walker.may_end(ground);
        let (rule, code, message) = match ground.occupant(at) {
            Occupant::Nobody | Occupant::Ally | Occupant::FarSize => continue,
            Occupant::Passed(Passage::Slow | Passage::Free) => continue,
            Occupant::Passed(Passage::Barred) => (rule!("ESS-MOVE-6"), "barred", "It did not get past."),
            Occupant::Enemy if attempts && (walker.run >= 10 || begins()) => {
                tries = true;
                continue;
            }
            Occupant::Enemy if attempts => {
                let message = "It takes 10 ft of movement in one Move.";
                (rule!("ESS-MOVE-10"), "too_little", message)
            }
            Occupant::Enemy => (rule!("ESS-MOVE-4"), "occupied", "An Enemy stands there."),
            Occupant::Other => (rule!("ESS-MOVE-11"), "occupied", "Somebody stands there."),
        };
        return Err(Refusal::by(rule, code, message));
    }
    // ESS-MOVE-10: what is left of a Move is given up for one in which the attempt is possible.
    let fresh;
    let walker = if tries && walker.run < 10 {
        fresh = Walker { run: 0, ..*walker };
        &fresh
    } else {
        walker
    };
    let height = ground.height(Place { space: walker.space, height: walker.height }, walker.aloft, space)?;
    let mut after = *walker;
    after.space = space;
    after.height = height;
    after.squeezing = squeezing;
    if walker.aloft {
        after.heading = walker.space.at.towards(to);
    }
    reckon(ground, walker, &after, over, cost);
    charge(ground, walker, &mut after, cost)?;
    Ok(after)
}

/// The squares of a space that are new to whoever comes from another.
fn entered(from: Footprint, to: Footprint) -> impl Iterator<Item = Square> {
    to.squares().filter(move |&at| !from.contains(at))
}

/// What a step of 5 ft (ESS-GRID-1) costs, by the square left (ESS-TERR-2), told term by term: the one place where that is added up.
/// Each step is chosen by itself (ESS-MOVE-2).
fn reckon(ground: &Ground, walker: &Walker, after: &Walker, over: bool, cost: &mut impl Reckoning) {
    cost.count("a step", 5, rule!("ESS-GRID-2"));
    if walker.aloft {
        cost.note("flying", rule!("ESS-FLY-1"));
        cost.remarks(|| {
            ground.hardships(walker.space, false).next().map(|_| {
                let term = Trace::refused("Difficult Terrain", 5, "it flies over whatever lies below");
                term.by(rule!("ESS-TERR-5"))
            })
        });
        turn(walker, after, cost);
        return;
    }
    let over = over.then(|| ("over what stands between", rule!("ESS-EDGE-2")));
    let mut causes = over.into_iter().chain(ground.hardships(walker.space, walker.squeezing));
    if let Some((label, rule)) = causes.next() {
        cost.count_with(label, 5, rule, |terms| {
            terms.push(Trace::note("by the square left").by(rule!("ESS-TERR-2")));
            terms.push(Trace::note("counts double").by(rule!("ESS-TERR-1")));
        });
        cost.remarks(|| {
            causes.map(|(label, rule)| {
                let again = Trace::refused(label, 5, "never more than double");
                again.by(rule!("ESS-TERR-4")).with(Trace::note("too").by(rule))
            })
        });
        if walker.space.side > 1 {
            cost.note("any of its squares", rule!("ESS-TERR-3"));
        }
    }
    cost.remarks(|| {
        let ignored = ground.ignored(walker.space).into_iter();
        let ignored = ignored.map(|(label, rule)| Trace::note(label).by(rule));
        ignored.chain(passed(ground, walker.space, after.space))
    });
    if walker.space.side > 1 {
        cost.note("its whole space moves", rule!("ESS-GRID-8"));
    }
    if after.squeezing {
        cost.note("into a space half as wide", rule!("ESS-SQZ-1"));
        cost.note("with half its footprint", rule!("ESS-SQZ-5"));
    }
    if walker.prone {
        cost.note("crawling", rule!("ESS-CRAWL-1"));
    }
}

/// Through whose squares a step goes; a side that does not know of that one is not told.
fn passed(ground: &Ground, from: Footprint, to: Footprint) -> impl Iterator<Item = Trace> {
    entered(from, to).filter_map(|at| {
        let (label, rule) = match ground.occupant(at) {
            Occupant::Ally => ("through an Ally's square", rule!("ESS-MOVE-3")),
            Occupant::FarSize => ("two Sizes apart", rule!("ESS-OCC-1")),
            Occupant::Enemy => ("by a Push attempt", rule!("ESS-MOVE-5")),
            Occupant::Passed(_) => ("one attempt for all its squares", rule!("ESS-MOVE-10")),
            Occupant::Nobody | Occupant::Other => return None,
        };
        Some(Trace::note(label).by(rule).of(ground.whose(at)?))
    })
}

/// ESS-FLY-2, ESS-FLY-3: what it costs a flyer to turn.
fn turn(walker: &Walker, after: &Walker, cost: &mut impl Reckoning) {
    if !walker.turns_cost {
        return;
    }
    match (walker.heading, after.heading) {
        (Some(heading), Some(direction)) => {
            let turns = (direction as i32 - heading as i32).rem_euclid(8);
            let eighths = turns.min(8 - turns);
            if eighths > 0 {
                cost.count("turning", TURN * eighths, rule!("ESS-FLY-2"));
            }
        }
        (None, _) => cost.note("the first heading is free", rule!("ESS-FLY-3")),
        (Some(_), None) => {}
    }
}

/// Pays from the Move under way, or begins one (ESS-MOVE-1, ESS-TERR-7).
fn charge(ground: &Ground, walker: &Walker, after: &mut Walker, reckoned: &mut impl Reckoning) -> Result<(), Refusal> {
    let cost = reckoned.total();
    after.gone = walker.gone + cost;
    if walker.run >= cost {
        after.run = walker.run - cost;
        return Ok(());
    }
    let short = || {
        let rule = if walker.prone { rule!("ESS-CRAWL-2") } else { rule!("ESS-MOVE-1") };
        let left = walker.run;
        Refusal::by(rule, "speed", format!("It costs {cost} ft; {left} ft are left."))
    };
    if walker.begun || walker.per == 0 || !walker.may_end(ground) {
        return Err(short());
    }
    let needs = (cost + walker.per - 1) / walker.per;
    if needs > walker.actions {
        return Err(short());
    }
    after.run = needs * walker.per - cost;
    after.actions -= needs;
    after.begun = true;
    if needs > 1 {
        reckoned.note("more than one Action", rule!("ESS-TERR-7"));
    }
    Ok(())
}
