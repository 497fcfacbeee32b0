//! The flow of a fight: awareness, initiative, turns.

pub(super) mod continuity;
pub(super) mod turn;
