//! What a creature is made of, and what is known by key: stat blocks, keys of levels, words, the ledger.
//!
//! Reading order: `kind`, `damage_words`, `vigil`, `stats`, `conditions`, `keys`, `values`, `entries`, `block`, `overrides`, `bestiary`,
//! `ledger`.

pub mod bestiary;
mod block;
pub mod conditions;
pub mod damage_words;
mod entries;
pub mod keys;
pub mod kind;
pub mod ledger;
mod overrides;
pub mod stats;
mod values;
pub mod vigil;
