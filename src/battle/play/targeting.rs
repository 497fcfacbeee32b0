//! What stands between an attacker and its targets: found in the stage `Targeting` (`attack`), kept on the attack, read by every stage
//! after that.
//!
//! Something may happen in between: a door opens, a creature steps aside, a screen breaks. All of it takes flight above the attack or
//! comes with an order, so what was found before that is stale. It is found anew before the next stage reads it.

use std::sync::Arc;

use bevy::prelude::*;

use crate::battle::values::{AimInfo, AimLine, Id, Refusal, Shelter, Trace};

/// How a target stands to its attacker. `C` is the ruleset's own finding about cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aimed<C> {
    /// Whom or what the attack is for.
    pub target: Id,
    /// Whether the attack gets there, or why not: no line, too far, nobody there.
    pub line: LineOfEffect,
    /// How far away the target is, in the ruleset's unit of length.
    pub distance: i32,
    /// What hides the target, with its sources.
    pub cover: C,
    /// Who or what is behind whom.
    pub behind: Behind,
}

/// Whether an attack gets to its target, or why not.
pub type LineOfEffect = Result<(), Refusal>;

/// Who or what is behind whom, as far as the ruleset asks for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Behind {
    /// The creatures at the target's back: the attacker itself, or those that flank the target together with it.
    pub at_its_back: Vec<Id>,
    /// The creature or object that the target is behind.
    pub in_front: Option<Id>,
}

/// What a ruleset finds out about cover.
pub trait CoverFound: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// As everybody reads it.
    fn shelter(&self, world: &World) -> Shelter;
    /// The line that shows it on the map.
    fn line(&self) -> Option<AimLine>;
}

impl<C: CoverFound> Aimed<C> {
    /// What is known of an attack before it is made: the distance in words, what counts against the attack, and the dice for it.
    pub fn aim_info(&self, world: &World, distance: String, cover: Trace, pool: Option<Trace>) -> AimInfo {
        let lines = self.cover.line().into_iter().collect();
        AimInfo { distance, cover, pool, leaves: None, shelter: self.cover.shelter(world), lines }
    }
}

/// What stands between an attack in flight and each of its targets. Derived from the board, so it is no part of the state.
#[derive(Component)]
pub struct Targeting<C: CoverFound> {
    found: Option<Found<C>>,
    /// How much had happened by then.
    since: u64,
}

/// A row for each target, in the order in which they are dealt with.
pub(crate) type Found<C> = Arc<[Aimed<C>]>;

impl<C: CoverFound> Default for Targeting<C> {
    /// Nothing has been found yet.
    fn default() -> Self {
        Self { found: None, since: 0 }
    }
}

impl<C: CoverFound> Targeting<C> {
    /// What was found, after so much had happened.
    pub(super) fn new(found: Found<C>, since: u64) -> Self {
        Self { found: Some(found), since }
    }

    /// The rows, if nothing has happened since they were found.
    pub(super) fn rows(&self, now: u64) -> Option<Found<C>> {
        self.found.clone().filter(|_| self.since == now)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{Aimed, CoverFound};

    /// How often what was found before has been read again, in all battles of all tests.
    static READ_AGAIN: AtomicUsize = AtomicUsize::new(0);

    /// Every test that plays a battle holds it: what is read again is what would be found now.
    pub(crate) fn holds<C: CoverFound>(known: &[Aimed<C>], now: &[Aimed<C>]) {
        assert_eq!(known, now, "what stands between has changed, and nothing took flight in between");
        READ_AGAIN.fetch_add(1, Ordering::Relaxed);
    }

    /// How often that was held by now.
    pub(crate) fn read_again() -> usize {
        READ_AGAIN.load(Ordering::Relaxed)
    }
}
