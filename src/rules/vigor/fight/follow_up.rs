//! What may follow on an attack: another with the other hand, as part of the same action (VIG-ACT-5). What becomes of it is in
//! `off_hand`.

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
    /// What it has just attacked.
    pub struck: Id,
    /// Whether its player has asked for whatever the other hand can strike, be it a friend or a thing.
    pub at_anything: bool,
}
