//! What a creature is made of and what is known by key. May enter: components, data and how they are read. Never: what they do.

pub mod bestiary;
pub mod conditions;
mod damage;
mod kit;
pub mod ledger;
mod measure;
pub mod options;
mod quality;
mod state;
mod stats;

pub use damage::{DamageType, to_health};
pub use kit::*;
pub use measure::*;
pub use quality::Quality;
pub use state::*;
pub use stats::*;
