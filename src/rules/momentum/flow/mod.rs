//! The flow of the fight: turns, unions, summons that act by themselves.
//!
//! Reading order: `script` (what a summon does without a Command), `union`, `turn`.
pub(super) mod script;
pub(super) mod turn;
pub(super) mod union;
