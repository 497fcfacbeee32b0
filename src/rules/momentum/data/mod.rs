//! What a creature is made of and what is known by key. May enter: components, data and how they are read. Never: what they do.

pub(super) mod bestiary;
pub(super) mod cinematic;
pub(super) mod conditions;
mod damage;
pub(super) mod ledger;
mod measure;
pub(super) mod moment;
pub(super) mod options;
mod skills;
mod state;
mod stats;
mod status;

pub(super) use damage::{Category, DamageType};
pub(super) use measure::{Metres, Size};
pub(super) use skills::*;
pub(super) use state::*;
pub(super) use stats::*;
pub(super) use status::*;
