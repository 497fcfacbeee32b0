//! What a step costs and what forbids it: 1 m to any neighbouring square, 2 m over hard ground (MOM-TERR), past whom one gets (MOM-OCC).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::{Metres, Size};
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// Somebody on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub id: Id,
    pub size: Size,
    pub space: Footprint,
    pub height: Length,
    pub prone: bool,
    /// How far it may still go.
    pub left: Metres,
    /// How far it has gone.
    pub gone: Metres,
}

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

/// What the mover finds around it.
pub(crate) struct Ground<'w> {
    world: &'w World,
    lay: &'w Lay,
    others: Vec<(Id, Footprint, Passing)>,
}

/// Why a step cannot be taken. Made a sentence only for those who ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    NotNear,
    Solid,
    Corner,
    Steep,
    /// It may not stop there.
    Taken,
    Spent {
        cost: Metres,
        left: Metres,
    },
}

impl From<Bar> for Refusal {
    fn from(bar: Bar) -> Self {
        match bar {
            Bar::NotNear => Self::new("no_step", "That is not a neighbouring square."),
            Bar::Solid => Self::by(rule!("MOM-TERR-6"), "solid", "Something solid stands there."),
            Bar::Corner => Self::by(rule!("MOM-TERR-6"), "corner", "It leads between two solid things."),
            Bar::Steep => Self::by(rule!("MOM-TERR-7"), "steep", "That is too high to step over."),
            Bar::Taken => {
                let message = "A move may not end in somebody's space, or on top of something.";
                Self::by(rule!("MOM-OCC-2"), "cannot_stop", message)
            }
            Bar::Spent { cost, left } => {
                let message = format!("It costs {cost} m; {left} m left.");
                Self::by(rule!("MOM-TERR-4"), "spent", message)
            }
        }
    }
}

/// How an enemy or ally lets somebody of a size pass.
pub(crate) fn passing(world: &World, mover: Id, other: Id) -> Passing {
    let apart = who::profile(world, mover).size.above(who::profile(world, other).size).abs();
    if !who::hostile(world, mover, other) {
        Passing::Ally
    } else if apart >= 2 || !who::conscious(world, other) {
        Passing::Past
    } else {
        Passing::Check
    }
}

impl<'w> Ground<'w> {
    /// As one mover finds it.
    pub(crate) fn of(world: &'w World, mover: &Mover) -> Self {
        let others = known_to(world, mover.id).filter(|(id, _)| *id != mover.id);
        let others = others.map(|(id, stand)| (id, stand.space, passing(world, mover.id, id)));
        Self { world, lay: lay(world).1, others: others.collect() }
    }

    fn solid(&self, at: Square) -> bool {
        self.lay.footing.get(at).is_none_or(|there| there.solid)
    }

    /// MOM-OCC-2, MOM-OCC-5, MOM-TERR-7: whether a mover may stop in a space.
    pub(crate) fn may_stop(&self, space: Footprint) -> bool {
        let free = |at: Square| self.lay.footing.get(at).is_some_and(|there| !there.solid && !there.object);
        space.squares().all(free) && !self.others.iter().any(|(_, other, _)| other.overlaps(space))
    }

    /// MOM-TERR-6: whether a step askew leads between two solid things.
    fn squeezes(&self, space: Footprint, (dx, dy): (i16, i16)) -> bool {
        let between = |at: Square| self.solid(at.offset(dx, 0)) && self.solid(at.offset(0, dy));
        dx != 0 && dy != 0 && space.squares().any(between)
    }
}

impl Walking for Ground<'_> {
    type Walker = Mover;
    type Bar = Bar;

    fn place(&self, mover: &Mover) -> Place {
        Place { space: mover.space, height: mover.height }
    }

    fn paid(&self, mover: &Mover) -> Metres {
        mover.gone
    }

    fn motion(&self, mover: &Mover, _after: &Mover) -> Motion {
        if mover.prone { Motion::Crawl } else { Motion::Walk }
    }

    fn costs(&self) -> Trace {
        Trace::new("metres", 0).by(rule!("MOM-ROUND-8"))
    }

    fn stop(&self, mover: &Mover) -> Result<(), Bar> {
        self.may_stop(mover.space).then_some(()).ok_or(Bar::Taken)
    }

    fn step(&self, mover: &Mover, to: Square, out: &mut impl Reckoning) -> Result<Mover, Bar> {
        let from = mover.space.at;
        if !from.touches(to) || from == to {
            return Err(Bar::NotNear);
        }
        let space = Footprint { at: to, ..mover.space };
        if self.squeezes(mover.space, (to.x - from.x, to.y - from.y)) {
            return Err(Bar::Corner);
        }
        if bars_the_way(self.world, mover.space, to, mover.height) {
            return Err(Bar::Solid);
        }
        let mut hard: Option<(&'static str, Rule, Option<Id>)> = None;
        for at in space.squares() {
            let footing = self.lay.footing.get(at).filter(|footing| !footing.solid).ok_or(Bar::Solid)?;
            if footing.object {
                hard = Some(("over something low", rule!("MOM-TERR-7"), None));
            } else if footing.difficult || footing.water.0 > 0 {
                hard = hard.or(Some(("difficult terrain", rule!("MOM-TERR-3"), None)));
            }
        }
        let floor = floor_of(self.world, space);
        if 2 * (floor.0 - mover.height.0).abs() > mover.size.tall().0 {
            return Err(Bar::Steep);
        }
        out.count("a step", 1, rule!("MOM-TERR-2"));
        let mut several = false;
        let mut harder = |why: &'static str, rule: Rule, whose: Option<Id>| {
            several |= hard.is_some();
            hard = hard.take().or(Some((why, rule, whose)));
        };
        for &(whose, _, passing) in self.others.iter().filter(|(_, other, _)| other.overlaps(space)) {
            match passing {
                Passing::Ally => out.note_of("through an ally's space", rule!("MOM-OCC-1"), whose),
                Passing::Past => {
                    harder("through an enemy's space, without a check", rule!("MOM-OCC-8"), Some(whose));
                }
                Passing::Check => harder("through an enemy's space", rule!("MOM-OCC-4"), Some(whose)),
            }
        }
        if mover.prone {
            harder("Prone", rule!("MOM-STAT-12"), None);
        }
        if let Some((why, rule, whose)) = hard {
            out.count_of(why, 1, rule, whose);
        }
        if several {
            out.note("what makes it hard counts once", rule!("MOM-TERR-5"));
        }
        let cost = out.total();
        if cost > mover.left {
            return Err(Bar::Spent { cost, left: mover.left });
        }
        Ok(Mover { space, height: floor, left: mover.left - cost, gone: mover.gone + cost, ..*mover })
    }
}
