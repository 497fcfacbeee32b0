//! What a step costs and what forbids it: 1 m to any neighbouring square, 2 m over hard ground (MOM-TERR), past whom one gets (MOM-OCC).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::ruleset::Momentum;
use crate::battle::*;
use crate::rule;

/// How somebody who stands in the way lets one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// MOM-OCC-1: an ally, freely.
    Ally,
    /// MOM-OCC-8, MOM-OCC-10: an enemy that is Down or of quite another size.
    Past,
    /// MOM-OCC-3: an enemy, if a check comes higher than its own.
    Check,
}

impl OpenRules for Momentum {
    type Passing = Passing;
    /// MOM-TERR-6.
    const CORNERS: Corners = Corners::Both;
    /// MOM-TERR-7.
    const STOPS_ON_OBJECTS: bool = false;
    const BARS: &'static [(&'static str, Rule, &'static str)] = &[
        ("solid", rule!("MOM-TERR-6"), "Something solid stands there."),
        ("corner", rule!("MOM-TERR-6"), "It leads between two solid things."),
        ("steep", rule!("MOM-TERR-7"), "That is too high to step over."),
        ("cannot_stop", rule!("MOM-OCC-2"), "A move may not end in somebody's space, or on top of something."),
    ];
    const SPENT: Rule = rule!("MOM-TERR-4");

    fn words(length: i32) -> String {
        format!("{length} m")
    }

    fn costs() -> Trace {
        Trace::new("metres", 0).by(rule!("MOM-ROUND-8"))
    }

    fn passing(world: &World, mover: Id, other: Id) -> Passing {
        let apart = creature::profile(world, mover).size.above(creature::profile(world, other).size).abs();
        if !creature::hostile(world, mover, other) {
            Passing::Ally
        } else if apart >= 2 || !creature::conscious(world, other) {
            Passing::Past
        } else {
            Passing::Check
        }
    }

    fn price(step: &OpenStep<'_, Passing>, out: &mut impl Reckoning) -> Result<(), OpenBar> {
        let mut hard: Option<(&'static str, Rule, Option<Id>)> = None;
        for there in step.footings() {
            if there.object {
                hard = Some(("over something low", rule!("MOM-TERR-7"), None));
            } else if there.difficult || there.water.0 > 0 {
                hard = hard.or(Some(("difficult terrain", rule!("MOM-TERR-3"), None)));
            }
        }
        out.count("a step", 1, rule!("MOM-TERR-2"));
        let mut several = false;
        let mut harder = |why: &'static str, rule: Rule, whose: Option<Id>| {
            several |= hard.is_some();
            hard = hard.take().or(Some((why, rule, whose)));
        };
        for (whose, passing) in step.met() {
            match passing {
                Passing::Ally => out.note_of("through an ally's space", rule!("MOM-OCC-1"), whose),
                Passing::Past => {
                    harder("through an enemy's space, without a check", rule!("MOM-OCC-8"), Some(whose));
                }
                Passing::Check => harder("through an enemy's space", rule!("MOM-OCC-4"), Some(whose)),
            }
        }
        if step.walker.crawls {
            harder("Prone", rule!("MOM-STAT-12"), None);
        }
        if let Some((why, rule, whose)) = hard {
            out.count_of(why, 1, rule, whose);
        }
        if several {
            out.note("what makes it hard counts once", rule!("MOM-TERR-5"));
        }
        Ok(())
    }
}
