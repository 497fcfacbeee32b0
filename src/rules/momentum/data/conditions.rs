//! What can be the matter with a creature, in words.

use std::sync::LazyLock;

use crate::rules::book::Words;

/// Everything a sheet may show.
pub static ALL: LazyLock<Words> =
    LazyLock::new(|| Words::read(include_str!("../../../../assets/rulesets/momentum/conditions.toml")));

/// Lying on the ground.
pub const PRONE: &str = "prone";
/// Attacks against it are hard.
pub const DEFENDING: &str = "defending";
/// Making the most of half cover.
pub const IN_COVER: &str = "in_cover";
/// Losing Vitality at each of its slots.
pub const BLEEDING: &str = "bleeding";
/// Below 1 Vitality.
pub const DOWN: &str = "down";
/// Did not see the fight coming: it acts last in the first round.
pub const SURPRISED: &str = "surprised";
