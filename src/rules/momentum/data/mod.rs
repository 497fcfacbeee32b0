//! What a creature is made of and what is known by key. May enter: components, data and how they are read. Never: what they do.

pub mod bestiary;
pub mod conditions;
mod damage;
pub mod ledger;
mod measure;
mod state;
mod stats;

pub use damage::{Category, DamageType};
pub use measure::{Metres, Size};
pub use state::*;
pub use stats::*;
