//! A creature on its way: what of it matters for the next step, so that a whole path can be worked out without walking it.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{bestiary, stats::*};
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};
use crate::level::Size;
use crate::rule;

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

/// The mover's state after some steps. Small and plain, since working out where one gets to makes thousands of them.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    pub id: Id,
    pub size: Size,
    /// The edge of its space when it does not squeeze.
    pub full: u8,
    pub tall: Length,
    pub athletics: i32,
    pub no_squeeze: bool,
    pub sneak_free: bool,
    pub hands: bool,
    /// What the turn allows, by [`Mode`]; `None` without that speed.
    limits: [Option<Feet>; 4],
    pub space: Footprint,
    pub height: Length,
    pub posture: Posture,
    pub sneaking: bool,
    pub squeezing: bool,
    /// The square whose face it hangs on.
    pub clings: Option<Square>,
    pub moved: Feet,
    pub jumped: bool,
    /// The last squares walked upright on this turn, the present one last.
    pub run_up: [Option<Square>; 3],
}

impl Mover {
    /// The creature as it is now.
    pub fn of(world: &World, id: Id) -> Self {
        let stand = stand(world, id);
        let who = world.look(id).expect("a mover should exist");
        let stance: &Stance = who.get().expect("a mover should hold its body somehow");
        let done: &TurnUsage = who.get().expect("a mover should have done something or nothing");
        let profile = &who.get::<Stats>().expect("a mover should have a profile").0;
        let wounds: &Wounds = who.get().expect("a mover should have hit points");
        let body: &Body = who.get().expect("a mover should have a body");
        let mut run_up = [None; 3];
        for (place, &square) in run_up.iter_mut().rev().zip(done.run_up.iter().rev()) {
            *place = Some(square);
        }
        let speeds = [Some(profile.speed_ft), profile.climb_ft, profile.magclimb_ft, profile.swim_ft];
        let limits = speeds.map(|speed| {
            let speed = creature::speed_now(wounds, speed?);
            Some(if done.sprinted { speed * 2 } else { speed })
        });
        Self {
            id,
            size: profile.size,
            full: profile.space_squares,
            tall: body.tall,
            athletics: profile.athletics,
            no_squeeze: profile.no_squeeze,
            sneak_free: profile.sneak_free,
            hands: profile.hands && !wounds.lost(Ability::Str),
            limits,
            space: stand.space,
            height: stand.height,
            posture: stance.posture,
            sneaking: stance.sneaking,
            squeezing: stance.squeezing,
            clings: stance.clings.map(|hold| hold.face),
            moved: done.moved,
            jumped: done.jumped,
            run_up,
        }
    }

    /// How much movement the turn allows in this mode (SOL-ACT-3, SOL-ZERO-3).
    pub fn limit(&self, mode: Mode) -> Feet {
        self.limits[mode as usize].unwrap_or(0)
    }

    /// Whether it has a speed of its own for this.
    pub fn has(&self, mode: Mode) -> bool {
        self.limits[mode as usize].is_some()
    }

    /// The edge of its space while it squeezes: that of the next smaller size (SOL-SQZ-5).
    pub fn small(&self) -> u8 {
        bestiary::squeezed(self.size, self.full)
    }

    /// Whether sneaking slows it down (SOL-SNEAK-1, SOL-SNEAK-2).
    pub fn sneaks_slowly(&self) -> bool {
        self.sneaking && !self.sneak_free
    }

    /// How it would climb a face: the speed used, and what a foot counts; `None` when it cannot (CLIMB rows).
    pub fn climbs(&self, sheer: bool, metal: bool) -> Result<(Mode, Feet), Bar> {
        let magnetic = self.has(Mode::Magclimb);
        if sheer && !(magnetic && metal) {
            return Err(Bar::Sheer);
        }
        let (mode, slow) = if magnetic && (metal || !self.has(Mode::Climb)) {
            (Mode::Magclimb, 0)
        } else if self.has(Mode::Climb) {
            (Mode::Climb, 0)
        } else if self.hands {
            (Mode::Walk, 1)
        } else {
            return Err(Bar::NoHands);
        };
        Ok((mode, 1 + slow + i32::from(self.sneaks_slowly())))
    }

    /// Whether so much can still be paid out of the speed used (SOL-MOVE-8).
    pub fn affords(&self, cost: Feet, mode: Mode) -> Result<(), Bar> {
        let limit = self.limit(mode);
        if self.moved + cost <= limit {
            return Ok(());
        }
        Err(Bar::Speed { cost, left: (limit - self.moved).max(0), mode })
    }

    /// How many squares of a run-up it has behind it.
    pub fn run_up_squares(&self) -> u8 {
        match self.run_up {
            [Some(_), Some(_), Some(here)] if here == self.space.at => 2,
            [_, Some(_), Some(here)] if here == self.space.at => 1,
            _ => 0,
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
        let athletics = Length::feet(1).0 * self.athletics;
        Length(self.tall.0 / 2 + if run_up { athletics / 2 } else { athletics / 3 })
    }

    /// Whether it may jump at all (SOL-JUMP-12).
    pub fn may_jump(&self, in_water: bool) -> bool {
        self.posture == Posture::Standing && !self.squeezing && !self.sneaking && self.clings.is_none() && !in_water
    }
}

/// Why a step cannot be taken. Turned into a sentence only for those who ask, since a way is found by trying thousands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// It is not beside the mover's space.
    NotNear,
    /// Something solid stands there.
    Solid,
    /// A diagonal step past a wall.
    Corner,
    /// A wall or the like stands between the squares.
    Edge,
    /// A diagonal step over something between squares, or past its end.
    EdgeEnd,
    /// More than one size too small.
    TooTight,
    /// The creature may not squeeze.
    NoSqueeze,
    /// Its whole space does not go there; it would have to squeeze into a part of it.
    Narrow,
    /// It would squeeze, but it fits.
    Fits,
    /// An enemy stands there.
    Enemy { smaller: bool },
    /// A face that cannot be climbed.
    Sheer,
    /// Climbing starts from standing.
    NotStanding,
    /// It has neither hands nor a climb speed.
    NoHands,
    /// It cannot be paid.
    Speed { cost: Feet, left: Feet, mode: Mode },
}

impl From<Bar> for Refusal {
    fn from(bar: Bar) -> Self {
        match bar {
            Bar::NotNear => Self::new("no_step", "That is not a neighbouring square."),
            Bar::Solid => Self::by(rule!("SOL-MOVE-10"), "solid", "Something solid stands there."),
            Bar::Corner => Self::by(rule!("SOL-MOVE-10"), "corner", "No diagonal step past a wall."),
            Bar::Edge => {
                Self::by(rule!("SOL-EDGE-1"), "between", "Something it cannot get through stands between the squares.")
            }
            Bar::EdgeEnd => Self::by(
                rule!("SOL-EDGE-2"),
                "edge_end",
                "No diagonal step over what stands between squares, nor past its end.",
            ),
            Bar::TooTight => Self::by(rule!("SOL-SQZ-2"), "too_tight", "That space is more than one size too small."),
            Bar::NoSqueeze => Self::by(rule!("SOL-SQZ-8"), "no_squeeze", "It may not squeeze in there."),
            Bar::Narrow => Self::by(
                rule!("SOL-SQZ-5"),
                "narrow",
                "Its whole space does not go there: name the square it squeezes into.",
            ),
            Bar::Fits => Self::by(
                rule!("SOL-SQZ-6"),
                "fits",
                "Its whole space fits there: name the square where that comes to lie.",
            ),
            Bar::Enemy { smaller } => Self::by(
                if smaller { rule!("SOL-OCC-3") } else { rule!("SOL-OCC-2") },
                "enemy",
                "An enemy stands there that is not two sizes larger.",
            ),
            Bar::Sheer => Self::by(rule!("SOL-CLIMB-6"), "sheer", "That face is sheer."),
            Bar::NotStanding => Self::by(rule!("SOL-POST-7"), "not_standing", "Climbing starts only from standing."),
            Bar::NoHands => Self::by(rule!("SOL-CLIMB-5"), "no_hands", "Without hands it needs a climb speed."),
            Bar::Speed { cost, left, mode } => Self::by(
                match (mode, left) {
                    (Mode::Walk, _) => rule!("SOL-MOVE-8"),
                    (_, 0) => rule!("SOL-MOVE-5"),
                    _ => rule!("SOL-MOVE-4"),
                },
                "speed",
                format!("It costs {cost} ft; {left} ft are left."),
            ),
        }
    }
}

/// Whole feet, rounded up.
pub(super) fn feet_up(length: Length) -> Feet {
    (length.0 + Length::feet(1).0 - 1).div_euclid(Length::feet(1).0)
}
