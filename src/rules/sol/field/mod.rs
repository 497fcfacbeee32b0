//! Where creatures stand to each other: cover, sight, what lies within reach of hands.
//!
//! Reading order: `cover`, `sight`, `items`.

pub mod cover;
pub(super) mod items;
pub(super) mod sight;
