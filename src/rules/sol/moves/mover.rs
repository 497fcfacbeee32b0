//! A creature on its way: what of it matters for the next step, so that a whole path can be worked out without walking it.

use std::sync::Arc;

use bevy::prelude::World;

use super::super::stats::*;
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};

/// The speed that a step draws on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Walking, crawling.
    Walk,
    /// Up and down faces with a climb speed.
    Climb,
    /// Magnetic climbing.
    Magclimb,
    /// In deep water with a swim speed.
    Swim,
}

/// The mover's state after some steps.
#[derive(Clone, Debug)]
pub struct Mover {
    pub id: Id,
    pub profile: Arc<Profile>,
    pub space: Footprint,
    pub height: Length,
    pub tall: Length,
    pub posture: Posture,
    pub sneaking: bool,
    pub squeezing: bool,
    pub climbing: bool,
    pub moved: Feet,
    pub jumped: bool,
    pub sprinted: bool,
    pub slowed: bool,
    pub hands: bool,
    /// The last squares walked upright on this turn, the present one last.
    pub run_up: [Option<Square>; 3],
}

impl Mover {
    /// The creature as it is now.
    pub fn of(world: &World, id: Id) -> Self {
        let stance = world.the::<Stance>(id);
        let done = world.the::<Done>(id);
        let stats = world.the::<Stats>(id);
        let wounds = world.the::<Wounds>(id);
        let body = world.the::<Body>(id);
        let position = world.the::<Position>(id);
        let mut run_up = [None; 3];
        for (place, &square) in run_up.iter_mut().rev().zip(done.run_up.iter().rev()) {
            *place = Some(square);
        }
        Self {
            id,
            profile: stats.0.clone(),
            space: Footprint {
                at: position.at,
                side: body.side,
            },
            height: position.height,
            tall: body.tall,
            posture: stance.posture,
            sneaking: stance.sneaking,
            squeezing: stance.squeezing,
            climbing: stance.climbing,
            moved: done.moved,
            jumped: done.jumped,
            sprinted: done.sprinted,
            slowed: wounds.lost(Ability::Dex),
            hands: stats.0.hands && !wounds.lost(Ability::Str),
            run_up,
        }
    }

    /// How much movement the turn allows in this mode (SOL-ACT-3, SOL-ZERO-3).
    pub fn limit(&self, mode: Mode) -> Feet {
        let speed = match mode {
            Mode::Walk => self.profile.speed_ft,
            Mode::Climb => self.profile.climb_ft.unwrap_or(0),
            Mode::Magclimb => self.profile.magclimb_ft.unwrap_or(0),
            Mode::Swim => self.profile.swim_ft.unwrap_or(0),
        };
        let speed = if self.slowed { speed.min(5) } else { speed };
        if self.sprinted { speed * 2 } else { speed }
    }

    /// The edge of its space when it does not squeeze.
    pub fn full_side(&self) -> u8 {
        if self.squeezing && self.profile.size >= crate::level::Size::Large {
            self.space.side + 1
        } else {
            self.space.side
        }
    }

    /// A quarter of its body height: what it steps over without climbing (SOL-CLIMB-7).
    pub fn stride(&self) -> Length {
        Length(self.tall.0 / 4)
    }

    /// Whether the last two squares were walked upright, in a straight line when asked (SOL-JUMP-7).
    pub fn has_run_up(&self, straight: Option<(i16, i16)>) -> bool {
        let [Some(a), Some(b), Some(c)] = self.run_up else {
            return false;
        };
        if c != self.space.at {
            return false;
        }
        straight.is_none_or(|delta| (b.x - a.x, b.y - a.y) == delta && (c.x - b.x, c.y - b.y) == delta)
    }

    /// How high it can jump (SOL-JUMP-4, SOL-JUMP-5).
    pub fn jump_height(&self, run_up: bool) -> Length {
        let athletics = Length::feet(1).0 * self.profile.athletics;
        Length(self.tall.0 / 2 + if run_up { athletics / 2 } else { athletics / 3 })
    }

    /// Whether it may jump at all (SOL-JUMP-12).
    pub fn may_jump(&self, in_water: bool) -> bool {
        self.posture == Posture::Standing && !self.squeezing && !self.sneaking && !self.climbing && !in_water
    }
}

/// Whole feet, rounded up.
pub fn feet_up(length: Length) -> Feet {
    (length.0 + Length::feet(1).0 - 1).div_euclid(Length::feet(1).0)
}
