//! One creature: what it can do now, what it rolls, what keeps it going. May enter: what is asked or changed of one creature.
//! Never: where others stand, how an attack goes.
//!
//! Reading order: `creature` (what it is able to do), `check` (two dice of twelve, three with advantage), `source` (what
//! leans a check one way), `hands` (what they hold), `lasting` (conditions that end by themselves), `concentration` (what is kept up),
//! `exhaustion`, `load`, `gravity` (what a creature feels where it is), `trauma`, `air` (where there is none), `rads` (what they keep on
//! it), `life` (vitality, dying, lying down), `breath` and `radiation` (turn by turn).

pub(super) mod air;
pub(super) mod breath;
pub(super) mod check;
pub(super) mod concentration;
pub(super) mod creature;
pub(super) mod exhaustion;
pub(super) mod gravity;
pub(super) mod hands;
pub(super) mod lasting;
pub(super) mod life;
pub(super) mod load;
pub(super) mod radiation;
pub(super) mod rads;
pub(super) mod source;
pub(super) mod trauma;
