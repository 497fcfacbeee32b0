//! Where creatures stand to each other and to what is around them. May enter: distance, lines, cover. Never: dice, damage.
//!
//! Reading order: `reach` (distance and reach), `lines` (what stops them), `cover` (four lines), `light`, `sight` (who sees whom),
//! `melee` (who fights whom hand to hand), `shunned` (places that harm those who stay).

pub(super) mod cover;
pub(super) mod light;
pub(super) mod lines;
pub(super) mod melee;
pub(super) mod reach;
pub(super) mod shunned;
pub(super) mod sight;
