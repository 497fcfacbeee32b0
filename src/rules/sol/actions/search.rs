//! Search: a roll against those who hide (SOL-ACT-5).

use super::super::field::sight;
use super::doer::*;

/// Doing so.
pub(super) struct Search;

const KIND: ActionKind = ActionKind {
    purpose: Purpose::Search,
    ..ActionKind::new("search", "Search", "d8 + Perception against those who hide.")
};

impl Solo for Search {
    type Rules = Sol;
    const KIND: &'static ActionKind = &KIND;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "sol.searches", search);

    fn may(means: &Doer<'_>) -> Result<(), Refusal> {
        means.pay(Some(KIND.key), 1)
    }

    fn done(world: &mut World, id: Id) {
        told(world, id, KIND.label, None, rule!("SOL-ACT-5"));
        spend(world, id, KIND.key, 1);
        Self::defer(world, id, ());
    }
}

/// The roll.
fn search(world: &mut World, id: Id, (): ()) {
    sight::search(world, id);
}
