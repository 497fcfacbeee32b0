//! Moves: what a step costs, where one gets to, and steps really taken (ESS-MOVE, ESS-TERR, ESS-OCC, ESS-CRAWL, ESS-SQZ).

use std::collections::BTreeMap;

use bevy::prelude::World;

use super::ground::{Body as Occupant, Ground};
use super::{fall, harm, moves, ready, sight, stats::*, strike, who};
use crate::battle::{Event, *};
use crate::grid::{Direction, Footprint, Length, Square};
use crate::rule;

/// A creature on its way: what of it matters for the next step.
#[derive(Clone, Debug)]
pub struct Walker {
    space: Footprint,
    height: Length,
    /// Feet left of the Move under way.
    run: Feet,
    /// Actions left.
    actions: i32,
    /// Whether this order has begun a Move of its own.
    begun: bool,
    /// Feet an Action is worth.
    per: Feet,
    prone: bool,
    aloft: bool,
    turns_cost: bool,
    heading: Option<Direction>,
    squeezing: bool,
    /// Feet gone so far.
    gone: Feet,
}

/// A step that can be taken, and the walker after it.
pub struct Priced {
    after: Walker,
    cost: Trace,
    how: &'static str,
    /// Actions it starts.
    starts: i32,
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
            squeezing: stance.squeezing,
            gone: 0,
        }
    }

    /// The farthest it could get by this order.
    fn budget(&self) -> Feet {
        self.run + if self.actions > 0 && !self.begun { self.per } else { 0 }
    }
}

/// Why a creature cannot go anywhere by itself, whatever the square.
fn held(world: &World, id: Id) -> Result<(), Refusal> {
    if world.the::<Deeds>(id).halted {
        return Err(Refusal::by(rule!("ESS-MOVE-12"), "move_over", "The Move is over."));
    }
    if let Some(rule) = who::entangled(world, id) {
        return Err(Refusal::by(rule, "entangled", "It is Entangled."));
    }
    let stance = world.the::<Stance>(id);
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
        return Err(Refusal::by(rule!("ESS-BURROW-4"), "buried", "It is under the ground."));
    }
    Ok(())
}

/// Works a step out. `Err` names the rule that forbids it.
fn price(ground: &Ground, walker: &Walker, to: Square, attempts: bool, told: bool) -> Result<Priced, Refusal> {
    if walker.space.at.steps_to(to) != 1 {
        return Err(Refusal::new("no_step", "That is not a neighbouring square."));
    }
    let (space, squeezing) = ground.placed(walker.space, walker.squeezing, to)?;
    ground.corner(walker.space, space)?;
    let direction = Direction::towards(i32::from(to.x - walker.space.at.x), i32::from(to.y - walker.space.at.y));
    let mut reasons: Vec<(&'static str, Rule)> = Vec::new();
    for at in space.squares().filter(|at| !walker.space.contains(*at)) {
        match ground.occupant(at) {
            Occupant::Nobody => {}
            Occupant::Ally => reasons.push(("through an Ally's square", rule!("ESS-MOVE-3"))),
            Occupant::FarSize => reasons.push(("two Sizes apart", rule!("ESS-OCC-1"))),
            Occupant::Passed(Passage::Slow | Passage::Free) => {}
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
        cost.terms
            .push(Trace::note("over whatever lies below").by(rule!("ESS-TERR-5")));
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

/// Feet left of the Move under way, or of the next.
pub fn movement_left(world: &World, id: Id) -> (i32, &'static str) {
    let walker = Walker::of(world, id);
    let next = if walker.actions > 0 { walker.per } else { 0 };
    (if walker.run > 0 { walker.run } else { next }, "ft")
}

/// Every square a Move could get to, by cost; equal costs in reading order.
pub fn reach(world: &World, id: Id) -> Reach {
    if held(world, id).is_err() || !who::able(world, id) {
        return Reach::default();
    }
    let start = Walker::of(world, id);
    if start.budget() < 5 {
        return Reach::default();
    }
    let ground = Ground::new(world, id);
    let home = start.space.at;
    let mut best: BTreeMap<Square, (Walker, Square, u32)> = BTreeMap::new();
    let mut ways = vec![Way { at: home, before: 0 }];
    let mut buckets: Vec<Vec<Square>> = vec![vec![home]];
    best.insert(home, (start, home, 0));
    let mut cost = 0;
    while cost < buckets.len() {
        let mut here = std::mem::take(&mut buckets[cost]);
        here.sort_unstable();
        here.dedup();
        for at in here {
            let (walker, _, way) = best[&at].clone();
            if (walker.gone / 5) as usize != cost {
                continue;
            }
            for to in walker.space.at.neighbours() {
                let Ok(Priced { after, .. }) = price(&ground, &walker, to, false, false) else {
                    continue;
                };
                let place = after.space.at;
                if best.get(&place).is_none_or(|(known, ..)| after.gone < known.gone) {
                    let total = (after.gone / 5) as usize;
                    if buckets.len() <= total {
                        buckets.resize_with(total + 1, Vec::new);
                    }
                    buckets[total].push(place);
                    let next = u32::try_from(ways.len()).expect("fewer ways than numbers");
                    ways.push(Way { at: place, before: way });
                    best.insert(place, (after, walker.space.at, next));
                }
            }
        }
        cost += 1;
    }
    let squares = best
        .into_iter()
        .filter(|(at, _)| *at != home)
        .map(|(at, (walker, from, way))| Reached {
            at,
            cost: walker.gone,
            from,
            stop: ground.may_stop(walker.space),
            way,
        })
        .collect();
    Reach { squares, ways }
}

/// The next step.
///
/// # Errors
/// The rule that forbids it.
pub fn step(world: &World, id: Id, to: Square) -> Result<Step, Refusal> {
    held(world, id)?;
    let walker = Walker::of(world, id);
    let ground = Ground::new(world, id);
    price(&ground, &walker, to, true, true).map(Priced::step)
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
        let priced = price(&ground, &walker, to, true, true)?;
        walker = priced.after.clone();
        steps.push(priced.step());
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

impl Priced {
    fn step(self) -> Step {
        Step {
            to: self.after.space.at,
            height: self.after.height,
            side: self.after.space.side,
            how: self.how.into(),
            cost: self.cost,
        }
    }
}

/// ESS-MOVE-5, ESS-HID-8: before a step, somebody in the way.
pub fn before_step(world: &mut World, id: Id, step: &Step) {
    let to = Footprint {
        at: step.to,
        side: step.side,
    };
    let height = who::steps_up(step.height);
    let met: Vec<Id> = on_map(world)
        .filter(|&other| {
            other != id
                && who::steps_up(world.the::<Position>(other).height) == height
                && who::partner(world, id) != Some(other)
                && who::hostile(world, id, other)
                && space(world, other).overlaps(to)
        })
        .collect();
    let Some(&other) = met.first() else { return };
    if sight::hidden_from(world, other, id) {
        sight::reveal_to(world, other, id, rule!("ESS-HID-8"));
        world.the_mut::<Deeds>(id).halted = true;
        launch(world, super::Pause);
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
fn begin_move(world: &mut World, id: Id) {
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
        let ground = Ground::new(world, id);
        let named = price(&ground, &walker, step.to, true, true)
            .ok()
            .filter(|priced| priced.after.space.at == step.to);
        named.or_else(|| {
            // Leaving a narrow place the anchor may lie beside the square named.
            walker
                .space
                .at
                .neighbours()
                .into_iter()
                .filter_map(|to| price(&ground, &walker, to, true, true).ok())
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
    *world.the_mut::<Position>(id) = Position {
        at: after.space.at,
        height: after.height,
    };
    world.the_mut::<Body>(id).side = after.space.side;
    {
        let mut deeds = world.the_mut::<Deeds>(id);
        deeds.run = if after.prone { 0 } else { after.run };
        if let Some(aired) = &mut deeds.aired {
            *aired += priced.cost.value;
        }
    }
    {
        let mut stance = world.the_mut::<Stance>(id);
        stance.squeezing = after.squeezing;
        stance.heading = after.heading;
    }
    if let Some(other) = who::partner(world, id) {
        *world.the_mut::<Position>(other) = Position {
            at: after.space.at,
            height: after.height,
        };
        who::note(world, other, "goes along", rule!("ESS-GRAP-8"));
    }
}

/// After a step: what the square does, and those who waited for it.
pub fn after_step(world: &mut World, id: Id, before: Footprint) {
    let flight = world.resource::<Flights>().top();
    moves::entered(world, id);
    if world.resource::<Flights>().top() == flight {
        ready::stepped(world, id, before);
    }
    if world.the::<Stance>(id).aloft && fall::air_under(world, id) == 0 && world.part::<OnMap>(id).is_some() {
        let height = fall::floor_under(world, id).max(world.the::<Position>(id).height);
        world.the_mut::<Position>(id).height = height;
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
    ready::announce(world, id, Cue::StandsUp);
}
