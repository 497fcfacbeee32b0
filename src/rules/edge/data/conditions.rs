//! What can be the matter with a creature, in words.

use std::sync::LazyLock;

use super::ledger::DATA;
use crate::rules::book::Words;

/// Everything a sheet may show.
pub(crate) static ALL: &LazyLock<Words> = &DATA.conditions;

/// Lying on the ground.
pub(crate) const PRONE: &str = "prone";
/// Minding nothing but its own skin.
pub(crate) const DEFENDING: &str = "defending";
/// Warned by its own success.
pub(crate) const ON_GUARD: &str = "on_guard";
/// Ill: nothing comes easy.
pub(crate) const SICKENED: &str = "sickened";
/// Knows of nothing.
pub(crate) const UNCONSCIOUS: &str = "unconscious";
/// Known to no enemy that it hides from.
pub(crate) const HIDDEN: &str = "hidden";
