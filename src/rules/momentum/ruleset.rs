//! The ruleset, as its actions name it; what it answers stands in the room's `mod.rs`.

/// The ruleset.
pub struct Momentum;
