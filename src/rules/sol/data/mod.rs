//! What a creature is made of, and what is known by key: stat blocks, keys of levels, words, the ledger.
//!
//! Reading order: `kind`, `damage_words`, `reaction_index`, `stats`, `conditions`, `keys`, `values`, `entries`, `block`, `overrides`, `bestiary`,
//! `ledger`.

pub(super) mod bestiary;
mod block;
pub(super) mod conditions;
pub(super) mod damage_words;
mod entries;
pub(super) mod keys;
pub(super) mod kind;
pub(super) mod ledger;
mod overrides;
pub(super) mod reaction_index;
pub mod stats;
mod values;
