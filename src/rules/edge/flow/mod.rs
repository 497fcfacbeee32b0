//! The flow of the fight: initiative and turns.
pub(super) mod climbers;
pub(super) mod continuity;
mod surprise;
pub(super) mod turn;
