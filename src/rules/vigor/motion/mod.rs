//! Getting about: what the ground costs, who moves how, steps and moves.
pub(super) mod ground;
pub(super) mod mover;
pub(super) mod moves;
