//! Where creatures stand to each other: distance, adjacency, lines, cover. May enter: what is asked of places. Never: dice, damage.
//!
//! Reading order: `compass` (directions), `distance`, `barrier` (what squares and edges are to lines and ways), `air` (what
//! hangs in the air), `cover` (what stands in a line), `reach` (adjacency, reach), `sight` (which creatures are seen), `to_hit` (what
//! an attack must beat), `pair_effects` (what of all this is drawn on the board).

pub(super) mod air;
pub(super) mod barrier;
pub(super) mod compass;
pub(super) mod cover;
pub(super) mod distance;
pub(super) mod pair_effects;
pub(super) mod reach;
pub(super) mod sight;
pub(super) mod to_hit;
