//! The flow of the fight: turns, unions.
pub(super) mod turn;
pub(super) mod union;
