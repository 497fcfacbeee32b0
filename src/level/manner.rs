//! The manners in which the computer fights with a side or a creature.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the computer fights with a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// It weighs less what it may lose.
    Bold,
    /// It weighs more what it may lose.
    Careful,
    /// It stays near where it started, and attacks what comes within its reach.
    Guard,
    /// It goes for one enemy, whatever cover there is and whatever else is to be won.
    Hunter,
    /// It withdraws once it has lost more than half of its health.
    Coward,
    /// It stays near the ally who is worth most, and strikes at those who come near that ally.
    Protector,
}
