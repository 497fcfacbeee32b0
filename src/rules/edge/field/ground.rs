//! What a step costs and what forbids it: 1.5 m straight, 2 m askew, more over hard ground (EDG-MOVE, EDG-TERR).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::{HalfMetres, STEP, Size};
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
    /// Whether it crawls.
    pub crawls: bool,
    /// How far it may still go.
    pub left: HalfMetres,
    /// How far it has gone.
    pub gone: HalfMetres,
}

/// How somebody who stands in the way lets one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    /// EDG-MOVE-8: no enemy.
    Friend,
    /// EDG-MOVE-9, EDG-MOVE-19: an enemy that cannot stop it.
    Past,
    /// EDG-MOVE-9: an enemy that can.
    No,
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
    Enemy,
    /// Not enough is left for it.
    Spent {
        cost: HalfMetres,
        left: HalfMetres,
    },
}

impl From<Bar> for Refusal {
    fn from(bar: Bar) -> Self {
        match bar {
            Bar::NotNear => Self::new("no_step", "That is not a neighbouring square."),
            Bar::Solid => Self::by(rule!("EDG-GRID-10"), "solid", "Something of full height stands there."),
            Bar::Corner => Self::by(rule!("EDG-GRID-10"), "corner", "Something solid stands at the corner."),
            Bar::Steep => Self::by(rule!("EDG-MOVE-15"), "steep", "More than 0.5 m up or down is climbed."),
            Bar::Enemy => Self::by(rule!("EDG-MOVE-9"), "enemy", "An enemy stands there."),
            Bar::Taken => {
                let message = "A move may not end in somebody's space.";
                Self::by(rule!("EDG-MOVE-11"), "cannot_stop", message)
            }
            Bar::Spent { cost, left } => {
                let message = format!("It costs {}; {} left.", who::metres(cost), who::metres(left));
                Self::by(rule!("EDG-GRID-2"), "spent", message)
            }
        }
    }
}

impl<'w> Ground<'w> {
    /// As one mover finds it.
    pub(crate) fn of(world: &'w World, mover: &Mover) -> Self {
        let others = known_to(world, mover.id).filter(|(id, _)| *id != mover.id);
        let passing = |id: Id| {
            let apart = (who::profile(world, id).size as i32 - mover.size as i32).abs();
            let free = apart >= 2 || !who::conscious(world, id);
            match (who::hostile(world, mover.id, id), free) {
                (false, _) => Passing::Friend,
                (true, true) => Passing::Past,
                (true, false) => Passing::No,
            }
        };
        Self { world, lay: lay(world).1, others: others.map(|(id, stand)| (id, stand.space, passing(id))).collect() }
    }

    fn solid(&self, at: Square) -> bool {
        self.lay.footing.get(at).is_none_or(|there| there.solid)
    }

    /// EDG-MOVE-11: whether a mover may stop in a space.
    pub(crate) fn may_stop(&self, space: Footprint) -> bool {
        !self.others.iter().any(|(_, other, _)| other.overlaps(space)) && !space.squares().any(|at| self.solid(at))
    }

    /// EDG-GRID-10: whether something solid stands beside a step askew.
    fn cuts_a_corner(&self, space: Footprint, (dx, dy): (i16, i16)) -> bool {
        let solid = |at: Square| self.solid(at);
        dx != 0 && dy != 0 && space.squares().any(|at| solid(at.offset(dx, 0)) || solid(at.offset(0, dy)))
    }
}

impl Walking for Ground<'_> {
    type Walker = Mover;
    type Bar = Bar;

    fn place(&self, mover: &Mover) -> Place {
        Place { space: mover.space, height: mover.height }
    }

    fn paid(&self, mover: &Mover) -> HalfMetres {
        mover.gone
    }

    fn motion(&self, mover: &Mover, _after: &Mover) -> Motion {
        if mover.crawls { Motion::Crawl } else { Motion::Walk }
    }

    fn costs(&self) -> Trace {
        Trace::new("half-metres", 0).by(rule!("EDG-MOVE-1"))
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
        let way = (to.x - from.x, to.y - from.y);
        if self.cuts_a_corner(mover.space, way) {
            return Err(Bar::Corner);
        }
        if bars_the_way(self.world, mover.space, to, mover.height) {
            return Err(Bar::Solid);
        }
        let mut hard: Option<(&'static str, Rule, Option<Id>)> = None;
        for at in space.squares() {
            let footing = self.lay.footing.get(at).ok_or(Bar::Solid)?;
            if footing.solid {
                return Err(Bar::Solid);
            }
            if footing.difficult || footing.water.0 > 0 {
                hard = hard.or(Some(("difficult ground", rule!("EDG-TERR-2"), None)));
            }
        }
        let floor = floor_of(self.world, space);
        if (floor.0 - mover.height.0).abs() > Length::METRE.0 / 2 {
            return Err(Bar::Steep);
        }
        let askew = way.0 != 0 && way.1 != 0;
        let clear = STEP[usize::from(askew)];
        out.count(if askew { "a step askew" } else { "a step" }, clear, rule!("EDG-GRID-3"));
        for &(whose, _, passing) in self.others.iter().filter(|(_, other, _)| other.overlaps(space)) {
            let (why, rule) = match passing {
                Passing::No => return Err(Bar::Enemy),
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
        if mover.crawls {
            out.count("crawling", clear, rule!("EDG-PRONE-6"));
        }
        let cost = out.total();
        if cost > mover.left {
            return Err(Bar::Spent { cost, left: mover.left });
        }
        Ok(Mover { space, height: floor, left: mover.left - cost, gone: mover.gone + cost, ..*mover })
    }
}
