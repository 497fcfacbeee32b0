//! Those whom an exploit puts first in the order (EDG-XPL-11).

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use crate::battle::Id;

/// Those who act first from a round on, the latest last; and those who act last from a round on (EDG-CARD-6).
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Climbers(pub Vec<(Id, u32)>, pub Vec<(Id, u32)>);
