//! Getting about: what the ground costs, steps and moves.
//!
//! Reading order: `ground` (what a step costs), `room` (where a creature goes that may not stop where it is), `fall` (which one comes
//! down, and on whom), `moves` (where a mover gets to, past which creatures), `jump` (a leap), `fly` (a flight to a height).
pub(super) mod fall;
pub(super) mod fly;
pub(super) mod ground;
pub(super) mod jump;
pub(super) mod moves;
pub(super) mod room;
