//! What a creature is made of and what is known by key. May enter: components, data and how they are read. Never: what they do.

pub mod bestiary;
pub mod conditions;
mod damage;
pub mod ledger;
mod quality;
mod stats;

pub use damage::{DamageType, known};
pub use quality::Quality;
pub use stats::*;
