//! Getting about: what the ground costs, steps and moves, what is no ordinary step, jumps, flights, falls.
//!
//! Reading order: `ground` (what a step costs), `moves` (where a mover gets to), `room` (who stands where others are), `fall`, `pace` (a
//! climb that ends on the face, a step off an edge, a blink), `jump`, `fly`, `surface`, `drift` and `push` (without weight), `hold` (what
//! keeps a creature up, and its end).
pub(super) mod drift;
pub(super) mod fall;
pub(super) mod fly;
pub(super) mod ground;
pub(super) mod hold;
pub(super) mod jump;
pub(super) mod moves;
pub(super) mod pace;
pub(super) mod push;
pub(super) mod room;
mod surface;
