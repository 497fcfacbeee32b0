//! Something that is shown for a while, and what it looks like.

use super::throws::Throw;
use crate::battle::{Id, Look, Tint};
use crate::grid::Square;

/// Something that is shown for a while.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Beat {
    /// The event's number.
    pub event: usize,
    /// What is shown.
    pub show: Show,
    /// For how long, in seconds at usual speed.
    pub lasts: f32,
    /// Dice that are thrown when it begins.
    pub(in crate::gui) throws: Option<Throw>,
    /// Whether what rises with the event does so when this begins.
    pub(in crate::gui) floats: bool,
}

impl Beat {
    /// How many events have been told once it is over: what comes of dice not before they lie.
    pub(crate) fn told(&self) -> usize {
        self.event + usize::from(self.show != Show::Roll)
    }
}

/// What is shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Show {
    /// A creature goes from square to square.
    Step {
        /// Who.
        who: Id,
        /// From.
        from: Square,
        /// To.
        to: Square,
    },
    /// A creature turns its weapon on a place.
    Lunge {
        /// Who.
        who: Id,
        /// The square.
        at: Square,
        /// What the weapon does.
        strike: Strike,
    },
    /// A creature or object is hit or mended: it shakes and its bar moves.
    Hit {
        /// Who.
        who: Id,
        /// Points afterwards, and their pool.
        left: i32,
        /// The pool.
        pool: String,
        /// By how much it went up or down.
        change: i32,
    },
    /// Squares flare up.
    Flare {
        /// Which.
        squares: Vec<Square>,
        /// In which colour.
        tint: Tint,
    },
    /// A creature goes down.
    Topple {
        /// Who.
        who: Id,
        /// Whether for good.
        dies: bool,
    },
    /// A creature falls through the air.
    Drop {
        /// Who.
        who: Id,
    },
    /// A creature leaves.
    Fade {
        /// Who.
        who: Id,
    },
    /// Dice tumble.
    Roll,
    /// A new round.
    Round(u32),
    /// A part of what is gone through step by step begins.
    Part,
    /// Nothing happens for a moment, so that eyes can follow whoever speaks next without a person's word.
    Rest,
    /// Nothing moves; what stands there is looked at anew.
    Look,
}

/// What a weapon's work looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Strike {
    /// How the event says it looks and sounds.
    pub look: Look,
    /// How many squares around its middle it takes in.
    pub radius: f32,
    /// Whether it is known by now that it went past or was stopped.
    pub misses: bool,
    /// At whom, when it is not at a square.
    pub target: Option<Id>,
}
