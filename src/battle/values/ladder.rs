//! Dice that go up and down a ladder of sizes: where they stand by themselves, what has moved them, and whether they burst. A window
//! draws it; nothing here decides.

use super::rule::{Rule, Text};
use serde::{Deserialize, Serialize};

/// Something that moves dice along the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moved {
    /// By how many steps; up above 0.
    pub by: i32,
    /// What it is, for people.
    pub why: Text,
    /// The rule.
    pub rule: Rule,
}

/// How dice came to have as many sides as they have.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ladder {
    /// The sides of a die on each step, lowest first.
    pub steps: Vec<u16>,
    /// The step on which they stand by themselves.
    pub from: u8,
    /// The step on which they are rolled.
    pub to: u8,
    /// How many dice there are, those not counted that bursts bring.
    pub dice: u8,
    /// What has moved them.
    pub moved: Vec<Moved>,
    /// Whether one that shows its highest face is rolled again and adds to itself.
    pub bursts: bool,
}

impl Ladder {
    /// The sides that the dice are rolled with.
    pub fn sides(&self) -> u16 {
        self.steps.get(usize::from(self.to)).copied().unwrap_or_default()
    }

    /// Whether a die that shows a face is rolled again.
    pub fn burst(&self, sides: u16, face: u16) -> bool {
        self.bursts && sides == self.sides() && face == sides
    }
}
