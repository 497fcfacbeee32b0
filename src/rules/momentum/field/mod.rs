//! Where creatures stand to each other and to what is around them. May enter: lines, cover. Never: damage.
//!
//! Reading order: `cover` (what stands between two), `aim` (whom something can be aimed at), `evasion` (what an attack must reach).

pub(super) mod aim;
pub(super) mod cover;
pub(super) mod evasion;
