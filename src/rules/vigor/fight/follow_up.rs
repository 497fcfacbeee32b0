//! What may follow on an attack: another with the other hand, as part of the same action (VIG-ACT-5); somebody who is held now
//! (VIG-ACT-23). What becomes of them is in `off_hand` and `openings`.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use crate::battle::{Id, Text};

/// Somebody who may strike with the other hand now.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Another {
    /// Who.
    pub attacker: Id,
    /// The weapon that its other hand does not hold.
    pub main: Text,
}

/// Somebody who has just come to be held.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Seized(pub Id);
