//! What went wrong before the start screen showed, for it to tell.

use bevy::prelude::*;

/// Why the last attempt to start or resume came to nothing; empty when it did not.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::gui) struct StartTrouble(pub Vec<String>);
