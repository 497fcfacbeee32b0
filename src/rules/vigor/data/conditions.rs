//! What can be the matter with a creature, in words.

use std::sync::LazyLock;

use crate::rules::book::Words;

/// Everything a sheet may show.
pub static ALL: LazyLock<Words> =
    LazyLock::new(|| Words::read(include_str!("../../../../assets/rulesets/vigor/conditions.toml")));

/// Lying on the ground.
pub const PRONE: &str = "prone";
/// Out of breath.
pub const WINDED: &str = "winded";
/// Without Durability.
pub const WOUNDED: &str = "wounded";
/// Ready for the next blow.
pub const DEFENDING: &str = "defending";
/// Its head swims: a Challenge on its action rolls.
pub const DAZED: &str = "dazed";
/// Its courage fails: likewise.
pub const SHAKEN: &str = "shaken";
/// An action fewer on its next turn.
pub const STUNNED: &str = "stunned";
/// Caught unsuspecting: one action in the first round.
pub const AMBUSHED: &str = "ambushed";
/// Knows of nothing.
pub const UNCONSCIOUS: &str = "unconscious";
/// On death's door; its amount is the rounds left.
pub const SHOCK: &str = "shock";
/// Held in bonds.
pub const BOUND: &str = "bound";
/// Held by somebody.
pub const PINNED: &str = "pinned";
/// Cannot attack whoever charmed it.
pub const CHARMED: &str = "charmed";
/// Not known to enemies.
pub const HIDDEN: &str = "hidden";
/// Lends it Durability of a quality; its amount is the quality.
pub const WARD: &str = "ward";
/// Lends it an Armor Rank; its amount is the place of what lends it among its spells, from 1.
pub const SHIELDED: &str = "shielded";
/// Spared by the game master from being killed outright.
pub const PROTECTED: &str = "protected";
