//! Where creatures stand to each other and to what is around them. May enter: distance, lines, cover, ways. Never: dice, damage.
//!
//! Reading order: `near` (distance and reach), `cover` (four lines), `ground` (what a step costs), `moves` (where one gets to).

pub(super) mod cover;
pub(super) mod reach;
