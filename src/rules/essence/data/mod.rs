//! What a creature is made of, and what is known by key: stat blocks, weapons, words, the ledger.
//!
//! Reading order: `kind`, `compass`, `damage_words`, `arms`, `stats`, `trigger`, `moment`, `conditions`, `keys`, `bestiary`, `ledger`.

pub(super) mod arms;
pub(super) mod bestiary;
pub(super) mod compass;
pub(super) mod conditions;
pub(super) mod damage_words;
pub(super) mod keys;
pub(super) mod kind;
pub(super) mod ledger;
pub(super) mod moment;
pub mod stats;
pub(super) mod trigger;
