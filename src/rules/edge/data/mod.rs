//! What a creature is made of and what is known by key. May enter: components, data and how they are read. Never: what they do.

pub(super) mod bestiary;
pub(super) mod cards;
pub(super) mod conditions;
mod damage;
pub(super) mod exposure;
pub(super) mod gravity;
pub(super) mod ledger;
mod measure;
pub(super) mod moment;
mod objects;
pub(super) mod options;
pub(super) mod ready;
pub(super) mod secrets;
mod skills;
pub(super) mod start;
mod state;
mod stats;
pub(super) mod tables;
pub(super) mod task;
pub(super) mod traps;
pub(super) mod traumas;
mod written;

pub(super) use damage::DamageType;
pub(super) use measure::{Band, HalfMetres, SQUARE, STEP, Size};
pub(super) use objects::*;
pub(super) use skills::*;
pub(super) use state::*;
pub(super) use stats::*;
