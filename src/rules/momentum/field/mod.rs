//! Where creatures stand to each other and to what is around them. May enter: lines, cover. Never: damage.
//!
//! Reading order: `distance` (how far), `cover` (what stands between two), `aim` (whom something can be aimed at), `area` (whom a burst
//! or a line finds), `sight` (who sees whom), `evasion` (what an attack must reach).

pub(super) mod aim;
pub(super) mod area;
pub(super) mod cover;
pub(super) mod distance;
pub(super) mod evasion;
pub(super) mod sight;
