//! What one step costs a creature on its way, and whether it can take it (ESS-MOVE, ESS-TERR, ESS-OCC, ESS-CRAWL, ESS-SQZ).

use bevy::prelude::World;

use super::ground::{Body as Occupant, Ground};
use super::{stats::*, who};
use crate::battle::*;
use crate::grid::{Direction, Footprint, Length, Square};
use crate::rule;

/// A creature on its way: what of it matters for the next step.
#[derive(Clone, Debug)]
pub struct Walker {
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
}

/// A step that can be taken, and the walker after it.
pub struct Priced {
    /// The walker after it.
    pub after: Walker,
    /// What it costs.
    pub cost: Trace,
    /// The way of moving.
    pub how: &'static str,
    /// Actions it starts.
    pub starts: i32,
}

impl Walker {
    /// The creature as it is now.
    pub fn of(world: &World, id: Id) -> Self {
        let stance = world.the::<Stance>(id);
        let prone = who::has(world, id, condition::PRONE);
        let speed = who::speed(world, id).value;
        let per = match (prone, stance.aloft) {
            (true, _) => 5,
            (false, true) => 2 * speed,
            (false, false) => speed,
        };
        let deeds = world.the::<Deeds>(id);
        Self {
            space: space(world, id),
            height: world.the::<Position>(id).height,
            run: deeds.run,
            actions: who::actions_left(world, id),
            begun: false,
            per,
            prone,
            aloft: stance.aloft,
            turns_cost: who::profile(world, id).flight == Some(Wings::Plain),
            heading: stance.heading,
            squeezing: who::squeezing(world, id),
            gone: 0,
        }
    }

    /// The farthest it could get by this order.
    pub fn budget(&self) -> Feet {
        self.run + if self.actions > 0 && !self.begun { self.per } else { 0 }
    }
}

/// Works a step out. `Err` names the rule that forbids it.
pub fn price(ground: &Ground, walker: &Walker, to: Square, attempts: bool, told: bool) -> Result<Priced, Refusal> {
    if walker.space.at.steps_to(to) != 1 {
        return Err(Refusal::new("no_step", "That is not a neighbouring square."));
    }
    let (space, squeezing) = ground.placed(walker.space, walker.squeezing, to)?;
    // Taking the full space again is no step of its own: only the half goes past corners.
    let side = walker.space.side.min(space.side);
    ground.corner(walker.space, Footprint { at: to, side })?;
    let direction = Direction::towards(i32::from(to.x - walker.space.at.x), i32::from(to.y - walker.space.at.y));
    let mut reasons: Vec<(&'static str, Rule)> = Vec::new();
    for at in space.squares().filter(|at| !walker.space.contains(*at)) {
        match ground.occupant(at) {
            Occupant::Nobody => {}
            Occupant::Ally => reasons.push(("through an Ally's square", rule!("ESS-MOVE-3"))),
            Occupant::FarSize => reasons.push(("two Sizes apart", rule!("ESS-OCC-1"))),
            Occupant::Passed(Passage::Slow | Passage::Free) => {
                reasons.push(("one attempt for all its squares", rule!("ESS-MOVE-10")));
            }
            Occupant::Passed(Passage::Barred) => {
                return Err(Refusal::by(rule!("ESS-MOVE-6"), "barred", "It did not get past."));
            }
            Occupant::Enemy if attempts => {
                if walker.budget() < 10 {
                    return Err(Refusal::by(
                        rule!("ESS-MOVE-10"),
                        "too_little",
                        "It takes 10 ft of movement.",
                    ));
                }
                reasons.push(("by a Push attempt", rule!("ESS-MOVE-5")));
            }
            Occupant::Enemy => {
                return Err(Refusal::by(rule!("ESS-MOVE-4"), "occupied", "An Enemy stands there."));
            }
            Occupant::Other => {
                return Err(Refusal::by(rule!("ESS-MOVE-11"), "occupied", "Somebody stands there."));
            }
        }
    }
    let height = ground.height(walker.height, walker.aloft, space)?;
    let (mut cost, how) = if told {
        step_cost(ground, walker, &reasons, squeezing)
    } else {
        (bare_cost(ground, walker), "")
    };
    let mut after = walker.clone();
    if walker.aloft {
        if walker.turns_cost
            && let (Some(heading), Some(direction)) = (walker.heading, direction)
        {
            let turns = (direction as i32 - heading as i32).rem_euclid(8);
            let eighths = turns.min(8 - turns);
            if eighths > 0 {
                cost.push(Trace::new("turning", 5 * eighths).by(rule!("ESS-FLY-2")));
            }
        }
        if walker.turns_cost && walker.heading.is_none() && told {
            cost.terms
                .push(Trace::note("the first heading is free").by(rule!("ESS-FLY-3")));
        }
        after.heading = direction;
    }
    after.space = space;
    after.height = height;
    after.squeezing = squeezing;
    let starts = charge(ground, walker, &mut after, &mut cost)?;
    after.gone += cost.value;
    Ok(Priced {
        after,
        cost,
        how,
        starts,
    })
}

/// What a step costs, without the reasons: for the many steps that are only weighed.
fn bare_cost(ground: &Ground, walker: &Walker) -> Trace {
    let hard = !walker.aloft && !ground.hardships(walker.space, walker.squeezing).is_empty();
    Trace::new("movement", if hard { 10 } else { 5 })
}

/// What a step costs, by the square left (ESS-TERR-2), and how it is called.
fn step_cost(
    ground: &Ground,
    walker: &Walker,
    reasons: &[(&'static str, Rule)],
    squeezing: bool,
) -> (Trace, &'static str) {
    let mut cost = Trace::new("movement", 0);
    cost.push(Trace::new("a step", 5).by(rule!("ESS-GRID-2")));
    cost.terms.push(Trace::note("squares of 5 ft").by(rule!("ESS-GRID-1")));
    if walker.run > 0 && walker.gone == 0 {
        cost.terms
            .push(Trace::note("chosen step by step").by(rule!("ESS-MOVE-2")));
    }
    if walker.aloft {
        cost.terms.push(Trace::note("flying").by(rule!("ESS-FLY-1")));
        if !ground.hardships(walker.space, false).is_empty() {
            let term = Trace::refused("Difficult Terrain", 5, "it flies over whatever lies below");
            cost.terms.push(term.by(rule!("ESS-TERR-5")));
        }
        return (cost, "fly");
    }
    let causes = ground.hardships(walker.space, walker.squeezing);
    if let Some((label, rule)) = causes.first() {
        let mut term = Trace::new(*label, 5).by(rule.clone());
        term.terms
            .push(Trace::note("by the square left").by(rule!("ESS-TERR-2")));
        term.terms.push(Trace::note("counts double").by(rule!("ESS-TERR-1")));
        cost.push(term);
        for (label, rule) in &causes[1..] {
            let again = Trace::refused(*label, 5, "never more than double");
            cost.terms
                .push(again.by(rule!("ESS-TERR-4")).with(Trace::note("too").by(rule.clone())));
        }
        if walker.space.side > 1 {
            cost.terms
                .push(Trace::note("any of its squares").by(rule!("ESS-TERR-3")));
        }
    }
    for (label, rule) in ground.ignored(walker.space).into_iter().chain(reasons.iter().cloned()) {
        cost.terms.push(Trace::note(label).by(rule));
    }
    if walker.space.side > 1 {
        cost.terms
            .push(Trace::note("its whole space moves").by(rule!("ESS-GRID-8")));
        cost.terms
            .push(Trace::note("the space of its Size").by(rule!("ESS-GRID-5")));
    }
    if squeezing {
        cost.terms
            .push(Trace::note("into a space half as wide").by(rule!("ESS-SQZ-1")));
        cost.terms
            .push(Trace::note("with half its footprint").by(rule!("ESS-SQZ-5")));
    }
    let how = match (walker.prone, squeezing) {
        (true, _) => {
            cost.terms.push(Trace::note("crawling").by(rule!("ESS-CRAWL-1")));
            "crawl"
        }
        (false, true) => "squeeze",
        (false, false) => "walk",
    };
    (cost, how)
}

/// Pays from the Move under way, or begins one (ESS-MOVE-1, ESS-TERR-7). The Actions it begins.
fn charge(ground: &Ground, walker: &Walker, after: &mut Walker, cost: &mut Trace) -> Result<i32, Refusal> {
    if walker.run >= cost.value {
        after.run = walker.run - cost.value;
        return Ok(0);
    }
    let short = || {
        let rule = if walker.prone {
            rule!("ESS-CRAWL-2")
        } else {
            rule!("ESS-MOVE-1")
        };
        let left = walker.run;
        Refusal::by(
            rule,
            "speed",
            format!("It costs {} ft; {left} ft are left.", cost.value),
        )
    };
    if walker.begun || walker.per == 0 || (walker.gone > 0 && !ground.may_stop(walker.space)) {
        return Err(short());
    }
    let needs = (cost.value + walker.per - 1) / walker.per;
    if needs > walker.actions {
        return Err(short());
    }
    after.run = needs * walker.per - cost.value;
    after.actions -= needs;
    after.begun = true;
    if needs > 1 {
        cost.terms
            .push(Trace::note("more than one Action").by(rule!("ESS-TERR-7")));
    }
    Ok(needs)
}

impl Priced {
    /// As shared code takes it.
    pub fn step(self) -> Step {
        Step {
            to: self.after.space.at,
            height: self.after.height,
            side: self.after.space.side,
            how: self.how.into(),
            cost: self.cost,
        }
    }
}
