//! How the terms count by which plans are weighed, for a creature in the manner that the level names.

use crate::battle::*;
use crate::grid::Footprint;

/// What an attack at a target that a creature is after counts, in hundredths of the same attack at another.
const FAVOUR: i128 = 200;
/// Attacks among which one at such a target is looked for.
const MOST_LOOKED_AT: usize = 6;

/// How the terms of a plan count for a creature. As usual all are 100, and nothing draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    /// What it may lose, in hundredths of what that counts otherwise.
    pub risk: i32,
    /// What its attacks do, likewise.
    pub harm: i32,
    /// What the level's goals say of squares, likewise.
    pub goals: i32,
    /// Where it wants to be, or does not.
    pub pull: Option<Pull>,
    /// The only enemy it has an eye for where it looks for squares.
    pub quarry: Option<Id>,
    /// Targets that it is after.
    pub favoured: Vec<Id>,
}

/// Where a creature wants to be, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pull {
    /// Spaces on the map.
    pub to: Vec<Footprint>,
    /// What each step away from the nearest of them costs, in hundredths of a point of damage; less than nothing where it wants to get away.
    pub step: i32,
    /// Steps that cost nothing, but no more of them than its attacks reach.
    pub free: u32,
    /// Each step beyond so many costs a whole lot more.
    pub leash: Option<u32>,
}

impl Weights {
    /// Those of a creature without a manner.
    pub(super) const USUAL: Self =
        Self { risk: 100, harm: 100, goals: 100, pull: None, quarry: None, favoured: Vec::new() };

    /// Whether a creature without a manner weighs so, too.
    pub(super) fn are_usual(&self) -> bool {
        *self == Self::USUAL
    }

    /// Whether it wants to get away, whatever it could do otherwise.
    pub(super) fn flees(&self) -> bool {
        self.harm == 0
    }

    /// Out of how many attacks the best is taken, where it would be so many otherwise.
    pub(super) fn looks_at(&self, most: usize) -> usize {
        if self.favoured.is_empty() { most } else { most.max(MOST_LOOKED_AT) }
    }

    /// Attacks with what each counts, the best first; of equals the first stays first.
    pub(super) fn weighed(&self, mut attacks: Vec<(i128, Order)>) -> Vec<(i128, Order)> {
        for (value, order) in &mut attacks {
            let favour = if self.favours(order) { FAVOUR } else { 100 };
            *value = *value * i128::from(self.harm) * favour / 10_000;
        }
        attacks.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        attacks
    }

    /// Whether an order is an act at a target that it is after.
    pub(super) fn favours(&self, order: &Order) -> bool {
        matches!(order, Order::Act(Act { target: Some(target), .. }) if self.favoured.contains(target))
    }

    /// What it may lose, as it counts that.
    pub(super) fn risked(&self, loss: i128) -> i128 {
        loss * i128::from(self.risk) / 100
    }
}
