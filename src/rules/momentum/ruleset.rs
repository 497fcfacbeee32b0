//! The ruleset, as its actions name it; what it answers stands in `plug.rs`.

/// The ruleset.
pub struct Momentum;
