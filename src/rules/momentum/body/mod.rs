//! One creature: what it can do now, what it rolls, what keeps it going. May enter: what is asked or changed of one creature.
//! Never: where others stand, how an attack goes.
//!
//! Reading order: `creature` (what it is able to do and to pay), `hands` (what they hold), `roll` (a d20, two with advantage), `life`
//! (Vitality, Down, Bleeding), `status` (Status Effects), `ties` (who hangs together).

pub(super) mod creature;
pub(super) mod hands;
pub(super) mod life;
pub(super) mod roll;
pub(super) mod status;
pub(super) mod ties;
