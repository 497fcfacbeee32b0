//! What a step costs and what forbids it: 1.5 m straight, 2 m askew, more over hard ground (EDG-MOVE, EDG-TERR).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{STEP, TurnUsage, conditions::FRIGHTENED};
use super::super::field::reach;
use super::super::ruleset::Edge;
use crate::battle::*;
use crate::grid::Footprint;
use crate::rule;

/// How a creature in the way lets a mover pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// EDG-MOVE-8: no enemy.
    Friend,
    /// EDG-MOVE-9, EDG-MOVE-19: an enemy that cannot stop it.
    Past,
    /// EDG-MOVE-9: an enemy that can.
    No,
}

impl OpenRules for Edge {
    type Passing = Passing;
    /// EDG-GRID-10.
    const CORNERS: Corners = Corners::One;
    const STOPS_ON_OBJECTS: bool = true;
    const BARS: &'static [(&'static str, Rule, &'static str)] = &[
        ("solid", rule!("EDG-GRID-10"), "Something of full height stands there."),
        ("corner", rule!("EDG-GRID-10"), "Something solid stands at the corner."),
        ("steep", rule!("EDG-MOVE-15"), "More than 0.5 m up or down is climbed."),
        ("enemy", rule!("EDG-MOVE-9"), "An enemy stands there."),
        ("forbidden", rule!("EDG-COND-FRI-2"), "It comes no nearer to what frightens it."),
        ("cannot_stop", rule!("EDG-MOVE-11"), "A move may not end in somebody's space."),
    ];
    const SPENT: Rule = rule!("EDG-GRID-2");

    fn words(length: i32) -> String {
        creature::metres(length)
    }

    fn costs() -> Trace {
        Trace::new("half-metres", 0).by(rule!("EDG-MOVE-1"))
    }

    /// EDG-COND-FRI-2: no step of its own brings a frightened creature nearer to what frightens it.
    fn forbids(world: &World, mover: Id, from: Footprint, to: Footprint) -> bool {
        if !world.resource::<Ids>().has_conditions(mover) {
            return false;
        }
        let all = world.part::<Conditions>(mover).map_or(&[][..], |all| &all.0);
        let feared = all.iter().filter(|one| one.key == FRIGHTENED).filter_map(|one| one.source);
        let known = feared.filter(|&id| is_on_map(world, id) && knows(world, side_of(world, mover), id));
        let far = |own: Footprint, id: Id| {
            let (columns, rows) = own.gap(space(world, id));
            reach::apart(columns, rows)
        };
        known.into_iter().any(|id| far(to, id) < far(from, id))
    }

    fn passing(world: &World, mover: Id, other: Id) -> Passing {
        let size = |id: Id| creature::profile(world, id).size as i32;
        let past = || world.the::<TurnUsage>(mover).overrun.contains(&other);
        let free = (size(other) - size(mover)).abs() >= 2 || !creature::conscious(world, other) || past();
        match (creature::hostile(world, mover, other), free) {
            (false, _) => Passing::Friend,
            (true, true) => Passing::Past,
            (true, false) => Passing::No,
        }
    }

    fn price(step: &OpenStep<'_, Passing>, out: &mut impl Reckoning) -> Result<(), OpenBar> {
        let difficult = step.footings().any(|there| there.difficult || there.water.0 > 0);
        let mut hard: Option<(&'static str, Rule, Option<Id>)> =
            difficult.then(|| ("difficult ground", rule!("EDG-TERR-2"), None));
        let clear = STEP[usize::from(step.askew)];
        out.count(if step.askew { "a step askew" } else { "a step" }, clear, rule!("EDG-GRID-3"));
        for (whose, passing) in step.met() {
            let (why, rule) = match passing {
                Passing::No => return Err(OpenBar::Enemy),
                Passing::Past => ("past an enemy", rule!("EDG-MOVE-9")),
                Passing::Friend => ("past a friend", rule!("EDG-MOVE-8")),
            };
            out.note_of(why, rule, whose);
            if hard.is_some() {
                out.note_of("hard ground counts once", rule!("EDG-TERR-3"), whose);
            }
            hard = hard.or(Some(("somebody's space", rule!("EDG-MOVE-10"), Some(whose))));
        }
        if let Some((why, rule, whose)) = hard {
            out.count_of(why, clear, rule, whose);
        }
        if step.walker.crawls {
            out.count("crawling", clear, rule!("EDG-PRONE-6"));
        }
        Ok(())
    }
}
