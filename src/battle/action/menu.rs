//! The list of what a creature can do, while it is put together; and what an order from the list has been understood as.

use crate::battle::values::{Group, Offer, Refusal};

/// The list of what a creature can do, while it is put together.
pub struct Menu<'a> {
    /// The groups that are asked for.
    pub groups: &'a [Group],
    /// Whether it is asked what stands against each row; where not, only what there is to do counts.
    pub judged: bool,
    rows: Vec<((usize, usize), Offer)>,
}

impl<'a> Menu<'a> {
    /// An empty list.
    pub fn new(groups: &'a [Group], judged: bool) -> Self {
        Self { groups, judged, rows: Vec::new() }
    }

    /// Adds a row below those of the kinds before.
    pub fn add(&mut self, offer: Offer) {
        self.add_beside((usize::MAX, 0), offer);
    }

    /// Adds a row beside those of other kinds with the same place, as everything that is done with one weapon stands together. Rows
    /// without a place come below.
    pub fn add_beside(&mut self, place: (usize, usize), offer: Offer) {
        if self.groups.contains(&offer.group) {
            self.rows.push((place, offer));
        }
    }

    /// What stands against a row, if that is asked.
    pub fn judge(&self, why: impl FnOnce() -> Result<(), Refusal>) -> Option<Refusal> {
        if self.judged { why().err() } else { None }
    }

    /// What else a reader of the list is told about a row, as [`Menu::judge`].
    pub fn told<T: Default>(&self, what: impl FnOnce() -> T) -> T {
        if self.judged { what() } else { T::default() }
    }

    pub(super) fn into_offers(mut self) -> Vec<Offer> {
        self.rows.sort_by_key(|(place, _)| *place);
        self.rows.into_iter().map(|(_, offer)| offer).collect()
    }
}
