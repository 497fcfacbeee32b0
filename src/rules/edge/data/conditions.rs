//! What can be the matter with a creature, in words.

use std::sync::LazyLock;

use super::ledger::DATA;
use super::moment::Moment;
use crate::battle::Rule;
use crate::rule;
use crate::rules::book::Words;
use crate::rules::effects::Effects;

/// Everything a sheet may show.
pub(crate) static ALL: &LazyLock<Words<Moment>> = &DATA.conditions;

/// What they do, as far as rows say so.
pub(crate) fn effects() -> &'static Effects<Moment> {
    ALL.effects()
}

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

/// The rules by which a condition ends.
pub(crate) fn rules_of_end(key: &str) -> Vec<Rule> {
    match key {
        DEFENDING => vec![rule!("EDG-ACT-3")],
        ON_GUARD => vec![rule!("EDG-XPL-2")],
        SICKENED => vec![rule!("EDG-DUR-3")],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_and_every_row_cites_a_rule_that_exists() {
        ALL.cite(DATA.rows());
    }
}
