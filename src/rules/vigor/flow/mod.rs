//! The flow of the fight: initiative, turns, what is chosen before it.
pub(super) mod continuity;
pub(super) mod initiative;
pub(super) mod prefight_choices;
pub(super) mod turn;
