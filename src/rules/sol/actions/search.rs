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

    fn may(means: &Doer<'_>) -> Result<(), Refusal> {
        means.pay(Some(KIND.key), 1)
    }

    fn done(world: &mut World, id: Id) {
        told(world, id, KIND.label, None, rule!("SOL-ACT-5"));
        spend(world, id, KIND.key, 1);
        launch(world, Searches(id));
    }
}

/// Somebody about to search.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Searches(Id);

impl Later for Searches {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        sight::search(world, self.0);
    }
}
