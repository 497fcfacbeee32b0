//! Getting about: what the ground costs, steps and moves.
//!
//! Reading order: `ground` (what a step costs), `moves` (where a mover gets to, past which creatures).
pub(super) mod ground;
pub(super) mod moves;
