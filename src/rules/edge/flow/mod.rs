//! The flow of the fight: initiative and turns.
pub(super) mod turn;
