//! What an answer would leave of what it is paid with.

use super::rule::Text;
use super::sheet::Gauge;
use serde::{Deserialize, Serialize};

/// What would be left, once it is paid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Left {
    /// The gauge as it would be.
    pub of: Gauge,
    /// What that brings upon the creature that pays, as far as it is certain; empty where it brings nothing.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub brings: Text,
}
