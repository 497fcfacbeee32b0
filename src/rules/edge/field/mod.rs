//! Where creatures stand to each other and to what is around them. May enter: distance, lines, cover. Never: dice, damage.
//!
//! Reading order: `reach` (distance and reach), `cover` (four lines).

pub(super) mod cover;
pub(super) mod reach;
pub(super) mod sight;
