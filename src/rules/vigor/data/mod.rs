//! What a creature is made of and what is known by key. May enter: components, data and how they are read. Never: what they do.

pub(super) mod bestiary;
pub(super) mod conditions;
mod damage;
mod kit;
pub(super) mod ledger;
mod measure;
pub(super) mod moment;
pub(super) mod options;
mod quality;
mod state;
mod stats;

pub(super) use damage::{DamageType, to_health};
pub(super) use kit::*;
pub(super) use measure::*;
pub(super) use quality::Quality;
pub(super) use state::*;
pub(super) use stats::*;
