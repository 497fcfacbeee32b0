//! Getting about: what the ground costs, steps and moves.
pub(super) mod ground;
pub(super) mod moves;
