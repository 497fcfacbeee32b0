//! Whether a door stands open, wherever it stands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Door {
    /// Shut; anyone with hands opens it.
    Closed,
    /// Open; it hides nothing.
    Open,
    /// Shut and locked.
    Locked,
}
