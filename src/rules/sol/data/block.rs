//! What a stat block comes to, and what stat blocks share.

use std::collections::{BTreeMap, BTreeSet};

use super::stats::*;
use crate::grid::Length;

/// A creature as it enters a battle.
#[derive(Clone, Debug)]
pub(crate) struct Mustered {
    /// Its profile.
    pub profile: Profile,
    /// Upright height.
    pub height: Length,
    /// Hit points now.
    pub hp: i32,
    /// Abilities now, in the order of [`Ability::ALL`].
    pub abilities: [i32; 5],
    /// Keys of the weapons in its hands.
    pub held: BTreeSet<String>,
    /// How it holds its body.
    pub posture: Posture,
    /// How far it gives light, in feet.
    pub light_ft: Feet,
    /// Whether it starts in a space too small for it.
    pub squeezing: bool,
}

/// Attacks, actions and reactions that stat blocks share, by key.
pub(super) struct Shared {
    pub(super) attacks: BTreeMap<String, toml::Table>,
    pub(super) actions: BTreeMap<String, toml::Table>,
    pub(super) reactions: BTreeMap<String, toml::Table>,
}
