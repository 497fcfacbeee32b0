//! A victory that an event of the level gives.

use crate::battle::values::SideId;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The side that an event lets win.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Awarded(pub Option<SideId>);
