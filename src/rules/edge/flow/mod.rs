//! The flow of the fight: initiative and turns; and what comes between two fights.
pub(super) mod between;
mod camp;
pub(super) mod climbers;
pub(super) mod continuity;
mod hardship;
pub(super) mod put_off;
mod rest;
mod surprise;
pub(super) mod turn;
