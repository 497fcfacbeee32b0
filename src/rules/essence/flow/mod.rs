//! Rounds and Turns: surprise, Initiative, what a Turn begins and ends with, Commands, breath.
//!
//! Reading order: `breath`, `command`, `turn_start`, `turn`.

pub(super) mod breath;
pub(super) mod command;
pub(super) mod continuity;
pub(super) mod turn;
pub(super) mod turn_start;
