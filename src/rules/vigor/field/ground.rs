//! The squares around a mover as it finds them: what a step onto them costs, and who stands there (VIG-MOVE).

use bevy::prelude::World;

use super::super::body::who;
use super::super::data::{Barrier, SQUARE, Size};
use super::cover;
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// A creature on its way.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    pub id: Id,
    pub size: Size,
    pub space: Footprint,
    pub height: Length,
    /// VIG-GRID-4: squares of a Move.
    pub per: i32,
    /// Squares left of the Move under way.
    pub run: i32,
    /// Actions left.
    pub actions: i32,
    /// Squares used up, those included that were left over.
    pub gone: i32,
}

/// How somebody who stands in the way lets one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    /// VIG-MOVE-5: an ally.
    Ally,
    /// VIG-MOVE-6: an enemy that cannot stop it.
    Past,
    /// VIG-MOVE-6: an enemy that can.
    No,
}

/// What the mover finds around it.
pub struct Ground<'w> {
    world: &'w World,
    lay: &'w Lay,
    others: Vec<(Footprint, Passing)>,
}

/// Why a step cannot be taken. Made a sentence only for those who ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    NotNear,
    Solid,
    Corner,
    Steep,
    Enemy,
    /// The Move would end where nobody may stop.
    Midway,
    /// Neither squares nor actions are left.
    Spent {
        cost: i32,
    },
}

impl From<Bar> for Refusal {
    fn from(bar: Bar) -> Self {
        match bar {
            Bar::NotNear => Self::new("no_step", "That is not a neighbouring square."),
            Bar::Solid => Self::by(rule!("VIG-MOVE-9"), "solid", "Something solid or tall stands there."),
            Bar::Corner => Self::by(rule!("VIG-GRID-8"), "corner", "Something stands at the corner."),
            Bar::Steep => Self::by(rule!("VIG-FALL-7"), "steep", "From 6 ft on it would be climbed."),
            Bar::Enemy => Self::by(rule!("VIG-MOVE-6"), "enemy", "An enemy stands there."),
            Bar::Midway => Self::by(
                rule!("VIG-MOVE-5"),
                "cannot_stop",
                "The Move would end where it may not stop.",
            ),
            Bar::Spent { cost } => {
                let message = format!("The step costs {cost}; nothing is left for it.");
                Self::by(rule!("VIG-MOVE-1"), "spent", message)
            }
        }
    }
}

impl<'w> Ground<'w> {
    /// As one mover finds it.
    pub fn of(world: &'w World, mover: &Mover) -> Self {
        let others = stands(world).filter(|(id, _)| *id != mover.id);
        let passing = |id: Id| {
            let apart = (who::profile(world, id).size as i32 - mover.size as i32).abs();
            let free = apart >= 2 || !who::conscious(world, id);
            match (who::hostile(world, mover.id, id), free) {
                (false, _) => Passing::Ally,
                (true, true) => Passing::Past,
                (true, false) => Passing::No,
            }
        };
        Self {
            world,
            lay: lay(world).1,
            others: others.map(|(id, stand)| (stand.space, passing(id))).collect(),
        }
    }

    fn barrier(&self, at: Square) -> Barrier {
        match self.lay.footing.get(at) {
            None => Barrier::Tall,
            Some(there) if there.solid => Barrier::Tall,
            Some(_) => cover::barrier_at(self.world, at),
        }
    }

    fn obstacle(&self, at: Square) -> bool {
        matches!(self.barrier(at), Barrier::Low | Barrier::Tall)
    }

    /// Whether a mover may stop in a space (VIG-MOVE-5, VIG-MOVE-6, VIG-MOVE-9).
    pub fn may_stop(&self, space: Footprint) -> bool {
        !self.others.iter().any(|(other, _)| other.overlaps(space)) && !space.squares().any(|at| self.obstacle(at))
    }

    /// Whether an enemy that could stop the mover stands beside it.
    pub fn watched(&self, space: Footprint) -> bool {
        let mut others = self.others.iter();
        others.any(|(other, passing)| *passing == Passing::No && other.steps(space) <= 1)
    }

    /// A step: the mover after it, and its cost told to a reckoning.
    ///
    /// # Errors
    /// What forbids it.
    pub fn step(&self, mover: &Mover, to: Square, out: &mut impl Reckoning) -> Result<Mover, Bar> {
        let from = mover.space.at;
        if !from.touches(to) || from == to {
            return Err(Bar::NotNear);
        }
        let space = Footprint { at: to, ..mover.space };
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if dx != 0 && dy != 0 {
            // Of a large body each square by itself (VIG-GRID-11).
            let cut = |at: Square| self.obstacle(at.offset(dx, 0)) || self.obstacle(at.offset(0, dy));
            if mover.space.squares().any(cut) {
                return Err(Bar::Corner);
            }
        }
        let floor = floor_of(self.world, space);
        let rise = floor.0 - mover.height.0;
        let mut twice: Option<(&'static str, Rule)> = None;
        for at in space.squares() {
            let footing = self.lay.footing.get(at).ok_or(Bar::Solid)?;
            match self.barrier(at) {
                Barrier::Tall => return Err(Bar::Solid),
                Barrier::Low => twice = twice.or(Some(("over a low obstacle", rule!("VIG-MOVE-9")))),
                _ if footing.difficult || footing.water.0 > 0 => {
                    twice = twice.or(Some(("difficult ground", rule!("VIG-MOVE-3"))));
                }
                _ => {}
            }
        }
        if rise.abs() >= Length::feet(SQUARE).0 {
            return Err(Bar::Steep);
        }
        if rise > 0 {
            twice = twice.or(Some(("a step up", rule!("VIG-FALL-7"))));
        }
        for (_, passing) in self.others.iter().filter(|(other, _)| other.overlaps(space)) {
            match passing {
                Passing::No => return Err(Bar::Enemy),
                Passing::Past => twice = twice.or(Some(("past an enemy", rule!("VIG-MOVE-6")))),
                Passing::Ally => out.note("past an ally", rule!("VIG-MOVE-5")),
            }
        }
        out.count("a step", 1, rule!("VIG-GRID-2"));
        if let Some((why, rule)) = &twice {
            out.count(why, 1, rule.clone());
        }
        let cost = 1 + i32::from(twice.is_some());
        self.pay(mover, cost, space, floor, out)
    }

    /// Pays a step out of the Move under way, or out of a new one.
    fn pay(
        &self,
        mover: &Mover,
        cost: i32,
        space: Footprint,
        height: Length,
        out: &mut impl Reckoning,
    ) -> Result<Mover, Bar> {
        let mut after = Mover {
            space,
            height,
            ..*mover
        };
        if mover.run >= cost {
            after.run -= cost;
            after.gone += cost;
            return Ok(after);
        }
        if mover.actions == 0 {
            return Err(Bar::Spent { cost });
        }
        // What is left over is lost with the Move.
        if mover.gone > 0 && !self.may_stop(mover.space) {
            return Err(Bar::Midway);
        }
        out.note("a Move begins", rule!("VIG-ACT-14"));
        if mover.run > 0 {
            out.note("what was left of the last one is lost", rule!("VIG-GRID-4"));
        }
        if mover.per < cost {
            if !self.may_stop(space) {
                return Err(Bar::Midway);
            }
            out.note("a Move makes one step at least", rule!("VIG-MOVE-4"));
        }
        after.actions -= 1;
        after.run = (mover.per - cost).max(0);
        after.gone += mover.run + cost.min(mover.per);
        Ok(after)
    }
}
