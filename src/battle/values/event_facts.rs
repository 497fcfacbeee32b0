//! What can be read off an event about the attack or harm that it tells of.

use super::event::What;
use super::outcome::{AttackOutcome, DamagePart, outcome_of};
use super::rule::Text;

impl What {
    /// What came of an attack, where nothing need be said of by what.
    pub fn came(outcome: AttackOutcome) -> Self {
        Self::Outcome { outcome, by: None }
    }

    /// What came of harm made of such parts.
    pub fn came_of(parts: &[DamagePart]) -> Self {
        let (outcome, by) = outcome_of(parts);
        Self::Outcome { outcome, by }
    }

    /// A pool went down by harm made of such parts.
    pub fn damage(parts: Vec<DamagePart>, pool: impl Into<Text>, change: (i32, i32)) -> Self {
        Self::Damage { amount: parts.iter().map(|part| part.amount).sum(), parts, pool: pool.into(), change }
    }
}
