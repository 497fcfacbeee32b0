//! The flow of the fight: how it begins, turns, unions, summons that act by themselves.
//!
//! Reading order: `surprise` (before the first round), `script` (what a summon does without a Command), `union`, `turn`.
pub(super) mod continuity;
pub(super) mod script;
pub(super) mod surprise;
pub(super) mod turn;
pub(super) mod union;
