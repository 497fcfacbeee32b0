//! Getting about: what the ground costs, who moves how, steps and moves.
//!
//! Reading order: `mover` (the mover on its way), `ground` (the squares as one mover finds them), `moves` (where it gets to).
pub(super) mod ground;
pub(super) mod mover;
pub(super) mod moves;
