//! Where creatures stand to each other: distance, adjacency, lines, cover, and where one gets to. May enter: whatever is asked of
//! places. Never: dice, damage.
//!
//! Reading order: `compass` (directions), `apart` (distance), `barrier` (what squares and edges are to lines and ways), `air` (what
//! hangs in the air), `cover` (what stands in a line), `near` (adjacency, reach), `sight` (who is seen), `guard` (what an attack must
//! beat), `mover` (who goes), `ground` (the squares as one mover finds them), `moves` (where it gets to), `ties` (what of all this is
//! drawn on the board).

pub(super) mod air;
pub(super) mod barrier;
pub(super) mod compass;
pub(super) mod cover;
pub(super) mod distance;
pub(super) mod pair_effects;
pub(super) mod reach;
pub(super) mod sight;
pub(super) mod to_hit;
