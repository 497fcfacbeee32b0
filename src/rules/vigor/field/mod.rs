//! Where creatures stand to each other: distance, adjacency, lines, cover, and where one gets to. May enter: whatever is asked of
//! places. Never: dice, damage.
//!
//! Reading order: `compass` (directions), `near` (distance, adjacency, reach), `cover` (what stands in a line), `sight` (what hangs in the air), `guard` (what an attack must beat), `ground`
//! (the squares as one mover finds them), `moves` (where it gets to), `ties` (what of all this is drawn on the board).

pub mod compass;
pub mod cover;
mod ground;
pub mod guard;
pub mod moves;
pub mod near;
pub mod sight;
pub mod ties;
