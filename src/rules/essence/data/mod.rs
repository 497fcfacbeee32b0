//! What a creature is made of, and what is known by key: stat blocks, weapons, words, the ledger.
//!
//! Reading order: `kind`, `compass`, `damage_words`, `arms`, `stats`, `cue`, `conditions`, `keys`, `bestiary`, `ledger`.

pub mod arms;
pub mod bestiary;
pub mod compass;
pub mod conditions;
pub mod cue;
pub mod damage_words;
pub mod keys;
pub mod kind;
pub mod ledger;
pub mod stats;
