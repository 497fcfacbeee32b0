//! One creature: what it can do now, what it rolls, what keeps it going. May enter: what is asked or changed of one creature.
//! Never: where others stand, how an attack goes.
//!
//! Reading order: `creature` (what it is able to do), `hands` (what they hold), `roll` (its pools of dice), `skill` (checks), `breath` (Vigor), `life` (Durability, Health, Shock,
//! lying down).

pub(super) mod breath;
pub(super) mod creature;
pub(super) mod hands;
pub(super) mod life;
pub(super) mod roll;
pub(super) mod skill;
