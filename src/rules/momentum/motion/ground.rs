//! What a step costs and what forbids it: 1 m to any neighbouring square, 2 m over hard ground (MOM-TERR), past whom one gets (MOM-OCC).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::Metres;
use super::super::data::conditions::{DOWN, FRIGHTENED, GRABBED, PRONE, RESTRAINED, STUNNED};
use super::super::field::distance::Extent;
use super::super::fight::ride;
use super::super::ruleset::Momentum;
use crate::battle::*;
use crate::grid::{Footprint, Length};
use crate::level::Terrain;
use crate::rule;

/// How a creature in the way lets a mover pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// MOM-OCC-1: an ally, freely.
    Ally,
    /// MOM-OCC-9: an ally of quite another size.
    Beside,
    /// MOM-OCC-8: an enemy that is Down.
    Down,
    /// MOM-OCC-10: an enemy of quite another size.
    Past,
    /// MOM-OCC-3: an enemy, if a check comes higher than its own.
    Check,
}

/// MOM-OCC-9, MOM-CLIMB-13: whether two creatures can be in one place: they are of quite another size, or one rides the other.
pub(crate) fn may_share(world: &World, one: Id, other: Id) -> bool {
    differ_much(world, one, other) || rides(world, one, other)
}

/// MOM-OCC-9: whether the sizes of two creatures are two categories apart, or more.
fn differ_much(world: &World, one: Id, other: Id) -> bool {
    creature::profile(world, one).size.above(creature::profile(world, other).size).abs() >= 2
}

/// Whether one of two rides the other.
fn rides(world: &World, one: Id, other: Id) -> bool {
    ride::host(world, one) == Some(other) || ride::host(world, other) == Some(one)
}

/// Half of a creature's body, which is as far as a floor may be up or down for a step (MOM-TERR-8).
pub(crate) fn half_a_body(world: &World, id: Id) -> Length {
    Length(creature::profile(world, id).size.tall().0 / 2)
}

/// MOM-TERR-12: whether a creature keeps itself in the air.
pub(crate) fn keeps_aloft(world: &World, id: Id) -> bool {
    let grounded = |key: &&str| has_condition(world, id, key);
    creature::profile(world, id).flies && !GROUNDING.iter().any(grounded)
}

/// What brings a flyer down (MOM-TERR-12).
const GROUNDING: [&str; 5] = [DOWN, STUNNED, RESTRAINED, GRABBED, PRONE];

/// The height of a creature's feet in a space, if it came from this height: on the floor, or above it if it flies (MOM-TERR-12).
pub(crate) fn height_in(world: &World, id: Id, space: Footprint, height: Length) -> Length {
    let floor = floor_of(world, space);
    if keeps_aloft(world, id) { height.max(floor) } else { floor }
}

/// Whether nothing is under the feet of a creature where it is.
pub(crate) fn is_aloft(world: &World, id: Id) -> bool {
    let Placement { space, height, .. } = stand(world, id);
    height > floor_of(world, space)
}

/// MOM-TERR-12: whether of two bodies one is in the air, above or below the other.
pub(crate) fn apart_in_the_air(world: &World, one: Id, other: Id) -> bool {
    Extent::of(world, one).is_clear_of(Extent::of(world, other)) && (is_aloft(world, one) || is_aloft(world, other))
}

/// MOM-TERR-10: whether a creature that is moved passes above another, onto which it then falls, or below one in the air.
pub(crate) fn passes_above(world: &World, moved: Id, other: Id) -> bool {
    let (own, its) = (Extent::of(world, moved), Extent::of(world, other));
    let above = own.is_above(its) && own.low.0 - its.low.0 > half_a_body(world, moved).0;
    above || (its.is_above(own) && is_aloft(world, other))
}

/// MOM-TERR-12: whether a creature that comes to a place passes above or below another: one of the two is in the air.
pub(crate) fn passes_by(world: &World, id: Id, to: Place, other: Id) -> bool {
    let own = Extent::standing(world, id, to.space, to.height);
    own.is_clear_of(Extent::of(world, other)) && (to.height > floor_of(world, to.space) || is_aloft(world, other))
}

/// MOM-TERR-9: whether a creature has no floor within half its body under its feet, and nothing that keeps it up.
pub(crate) fn would_fall(world: &World, id: Id) -> bool {
    let Placement { space, height, .. } = stand(world, id);
    let held = ride::host(world, id).is_some() || keeps_aloft(world, id);
    !held && height.0 - floor_of(world, space).0 > half_a_body(world, id).0
}

/// MOM-TERR-11: whether a body of this height swims in a square: the water is deeper than half of it, and no ice lies on it.
pub(crate) fn is_swum(terrain: &Terrain, tall: Length) -> bool {
    terrain.ice.0 == 0 && terrain.water.0 > tall.0 / 2
}

/// Whole metres begun.
pub(super) fn started(length: i32) -> Metres {
    (length + Length::METRE.0 - 1) / Length::METRE.0
}

/// All squares of a space must fit: nobody squeezes (MOM-OCC-12).
impl OpenRules for Momentum {
    type Passing = Passing;
    /// MOM-TERR-6.
    const CORNERS: Corners = Corners::Both;
    /// MOM-TERR-7.
    const STOPS_ON_OBJECTS: bool = false;
    /// MOM-TERR-8.
    const CLIMBS: bool = true;
    /// MOM-TERR-12.
    const FLIES: bool = true;
    /// MOM-TERR-2.
    const LEAST: [Metres; 2] = [1; 2];
    const BARS: &'static [(&'static str, Rule, &'static str)] = &[
        ("solid", rule!("MOM-TERR-6"), "Something solid stands there."),
        ("corner", rule!("MOM-TERR-6"), "It leads between two solid things."),
        ("steep", rule!("MOM-TERR-7"), "That is too high to step over."),
        ("sheer", rule!("MOM-TERR-8"), "That face is too smooth to climb."),
        ("lies", rule!("MOM-TERR-8"), "It cannot climb while it is Prone."),
        ("gap", rule!("MOM-JUMP-5"), "Nobody walks into a gap."),
        ("forbidden", rule!("MOM-STAT-20"), "It does not step nearer to what it fears."),
        ("cannot_stop", rule!("MOM-OCC-2"), "A move may not end in somebody's space, or on top of something."),
        ("enemy_there", rule!("MOM-OCC-5"), "A move may not end in an enemy's space: it must lead to a square behind."),
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
        let nearer = |id: Id| to.steps(space(world, id)) < from.steps(space(world, id));
        known_sources(world, mover, FRIGHTENED).any(nearer)
    }

    fn passing(world: &World, mover: Id, other: Id) -> Passing {
        match (creature::hostile(world, mover, other), differ_much(world, mover, other)) {
            (false, false) => Passing::Ally,
            (false, true) => Passing::Beside,
            (true, true) => Passing::Past,
            (true, false) if !creature::conscious(world, other) => Passing::Down,
            (true, false) => Passing::Check,
        }
    }

    /// MOM-TERR-11.
    fn swims(terrain: &Terrain, tall: Length) -> bool {
        is_swum(terrain, tall)
    }

    fn taken(passing: Passing) -> OpenBar {
        if matches!(passing, Passing::Check | Passing::Down) { OpenBar::Held } else { OpenBar::Taken }
    }

    fn flown_over(passing: Passing) -> bool {
        !matches!(passing, Passing::Ally | Passing::Beside)
    }

    fn price(step: &OpenStep<'_, Passing>, out: &mut impl Reckoning) -> Result<(), OpenBar> {
        if step.walker.flies {
            Self::price_in_the_air(step, out);
            return Ok(());
        }
        let half = step.walker.tall.0 / 2;
        let mut hard: Option<(&'static str, Rule, Option<Id>)> =
            step.over.then(|| ("over something low", rule!("MOM-TERR-7"), None));
        for (there, terrain, ground) in step.grounds() {
            // MOM-JUMP-6: also where the others of its squares would be firm.
            if terrain.pit.0 > 0 && step.walker.height.0 - there.height.0 > half {
                return Err(OpenBar::Gap);
            }
            if there.object && there.height.0 - ground.0 > half {
                return Err(OpenBar::Steep);
            }
            if there.object {
                hard = Some(("over something low", rule!("MOM-TERR-7"), None));
            } else if there.water.0 > 0 && terrain.ice.0 == 0 {
                let swims = is_swum(terrain, step.walker.tall);
                let words = if swims { "swimming" } else { "through water" };
                hard = hard.or(Some((words, rule!("MOM-TERR-11"), None)));
            } else if there.difficult || terrain.ice.0 > 0 {
                hard = hard.or(Some(("difficult terrain", rule!("MOM-TERR-3"), None)));
            }
        }
        out.count("a step", 1, rule!("MOM-TERR-2"));
        if let Some(rise) = step.climbs {
            let (words, rule) = match (rise.0 > 0, rise.0 > 0 && step.leaves_a_hole()) {
                (_, true) => ("up out of the gap", rule!("MOM-JUMP-5")),
                (true, _) => ("climbing up", rule!("MOM-TERR-8")),
                (false, _) => ("climbing down", rule!("MOM-TERR-8")),
            };
            out.count(words, started(rise.0.abs()), rule);
        }
        let mut several = false;
        let mut harder = |why: &'static str, rule: Rule, whose: Option<Id>| {
            several |= hard.is_some();
            hard = hard.take().or(Some((why, rule, whose)));
        };
        for (whose, passing) in step.met() {
            match passing {
                Passing::Ally => out.note_of("through an ally's space", rule!("MOM-OCC-1"), whose),
                Passing::Beside => out.note_of("its space can be shared", rule!("MOM-OCC-9"), whose),
                Passing::Down => harder("through the space of an enemy that is Down", rule!("MOM-OCC-8"), Some(whose)),
                Passing::Past => {
                    out.note_of("its space can be shared", rule!("MOM-OCC-9"), whose);
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

impl Momentum {
    /// MOM-TERR-12: of the metres along and up the larger number counts, and nothing below.
    fn price_in_the_air(step: &OpenStep<'_, Passing>, out: &mut impl Reckoning) {
        out.count("a step", 1, rule!("MOM-TERR-2"));
        let rise = started((step.height.0 - step.walker.height.0).abs());
        if rise > 1 {
            out.count("farther up or down than along", rise - 1, rule!("MOM-TERR-12"));
        } else {
            out.note("through the air", rule!("MOM-TERR-12"));
        }
        for (whose, passing) in step.met() {
            match passing {
                Passing::Ally => out.note_of("through an ally's space", rule!("MOM-OCC-1"), whose),
                _ => out.note_of("its space can be shared", rule!("MOM-OCC-9"), whose),
            }
        }
    }
}
