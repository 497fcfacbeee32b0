//! What a step costs and what forbids it: 1 m to any neighbouring square, 2 m over hard ground (MOM-TERR), past whom one gets (MOM-OCC).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::conditions::FRIGHTENED;
use super::super::fight::ride;
use super::super::ruleset::Momentum;
use crate::battle::*;
use crate::grid::Footprint;
use crate::rule;

/// How somebody who stands in the way lets one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// MOM-OCC-1: an ally, freely.
    Ally,
    /// MOM-OCC-8: an enemy that is Down.
    Down,
    /// MOM-OCC-10: an enemy of quite another size.
    Past,
    /// MOM-OCC-3: an enemy, if a check comes higher than its own.
    Check,
}

/// MOM-OCC-9, MOM-CLIMB-13: whether two creatures can be in one place: they are of quite another size, or one rides the other.
pub(crate) fn may_share(world: &World, one: Id, other: Id) -> bool {
    let apart = creature::profile(world, one).size.above(creature::profile(world, other).size).abs();
    apart >= 2 || rides(world, one, other)
}

/// Whether one of two rides the other.
fn rides(world: &World, one: Id, other: Id) -> bool {
    ride::host(world, one) == Some(other) || ride::host(world, other) == Some(one)
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
        ("forbidden", rule!("MOM-STAT-20"), "It does not step nearer to what it fears."),
        ("cannot_stop", rule!("MOM-OCC-2"), "A move may not end in somebody's space, or on top of something."),
    ];
    const SPENT: Rule = rule!("MOM-TERR-4");

    fn words(length: i32) -> String {
        format!("{length} m")
    }

    fn costs() -> Trace {
        Trace::new("metres", 0).by(rule!("MOM-ROUND-8"))
    }

    fn ignores(world: &World, mover: Id, other: Id) -> bool {
        rides(world, mover, other)
    }

    fn shares(world: &World, mover: Id, other: Id) -> bool {
        may_share(world, mover, other)
    }

    /// MOM-STAT-20: it does not step nearer to what it fears.
    fn forbids(world: &World, mover: Id, from: Footprint, to: Footprint) -> bool {
        if !world.resource::<Ids>().has_conditions(mover) {
            return false;
        }
        let all = world.part::<Conditions>(mover).map_or(&[][..], |all| &all.0);
        let feared = all.iter().filter(|one| one.key == FRIGHTENED).filter_map(|one| one.source);
        let mut known = feared.filter(|&id| is_on_map(world, id) && knows(world, side_of(world, mover), id));
        known.any(|id| to.steps(space(world, id)) < from.steps(space(world, id)))
    }

    fn passing(world: &World, mover: Id, other: Id) -> Passing {
        let apart = creature::profile(world, mover).size.above(creature::profile(world, other).size).abs();
        if !creature::hostile(world, mover, other) {
            Passing::Ally
        } else if apart >= 2 {
            Passing::Past
        } else if !creature::conscious(world, other) {
            Passing::Down
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
                Passing::Down => harder("through the space of an enemy that is Down", rule!("MOM-OCC-8"), Some(whose)),
                Passing::Past => {
                    harder("through an enemy's space, without a check", rule!("MOM-OCC-10"), Some(whose));
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
