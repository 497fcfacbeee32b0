//! Getting about: steps and their cost, walking, flying, digging, drifting, falling, riding, coming to stand somewhere.
//!
//! Reading order: `stride`, `moves`, `slide`, `carry`, `walk`, `fly`, `drift`, `course`, `burrow`, `ice`, `support`, `fall`, `bonds`, `ride`, `place`.

pub mod bonds;
pub mod burrow;
pub mod carry;
pub mod course;
pub mod drift;
pub mod fall;
pub mod fly;
pub mod ice;
pub mod moves;
pub mod place;
pub mod ride;
pub mod slide;
pub mod stride;
pub mod support;
pub mod walk;
