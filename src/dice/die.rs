//! One die.

use serde::{Deserialize, Serialize};

/// A die that was rolled.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Die {
    /// Number of sides.
    pub sides: u16,
    /// The face it shows, from 1.
    pub face: u16,
    /// The so-manieth die of the battle, counted from 1; 0 for one that no battle has rolled. By it one throw is told from another
    /// with the same faces, however often a trace of it is carried along.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub number: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "asked so by serde")]
fn is_nothing(number: &u64) -> bool {
    *number == 0
}

impl Die {
    /// A die that shows a face, of no battle.
    pub const fn new(sides: u16, face: u16) -> Self {
        Self { sides, face, number: 0 }
    }
}

/// Two dice are the same when they show the same; when they were rolled is no part of what was rolled.
impl PartialEq for Die {
    fn eq(&self, other: &Self) -> bool {
        (self.sides, self.face) == (other.sides, other.face)
    }
}

impl Eq for Die {}

impl std::hash::Hash for Die {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.sides, self.face).hash(state);
    }
}

impl std::fmt::Display for Die {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "d{}:{}", self.sides, self.face)
    }
}
