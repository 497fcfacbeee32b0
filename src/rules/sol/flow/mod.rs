//! The flow of a fight: awareness, initiative, turns.

pub mod turn;
