//! One creature: what it can do now, what it rolls, what keeps it going. May enter: whatever is asked or changed of one creature.
//! Never: where others stand, how an attack goes.
//!
//! Reading order: `who` (what it is able to do), `hands` (what they hold), `roll` (its pools of dice), `skill` (checks), `breath` (Vigor), `life` (Durability, Health, Shock,
//! lying down).

pub mod breath;
pub mod hands;
pub mod life;
pub mod roll;
pub mod skill;
pub mod who;
