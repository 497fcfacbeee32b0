//! Rounds and Turns: surprise, Initiative, what a Turn begins and ends with, Commands, breath.
//!
//! Reading order: `breath`, `command`, `dawn`, `turn`.

pub mod breath;
pub mod command;
pub mod dawn;
pub mod turn;
