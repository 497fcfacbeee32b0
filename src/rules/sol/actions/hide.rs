//! Hide: a roll against every enemy's passive perception (SOL-ACT-4).

use super::super::field::sight;
use super::doer::*;

/// Doing so.
pub(super) struct Hide;

const KIND: ActionKind = ActionKind {
    purpose: Purpose::Hide,
    ..ActionKind::new("hide", "Hide", "d8 + Stealth against every enemy's passive perception.")
};

impl Solo for Hide {
    type Rules = Sol;
    const KIND: &'static ActionKind = &KIND;

    fn may(means: &Doer<'_>) -> Result<(), Refusal> {
        means.pay(Some(KIND.key), 1)
    }

    fn done(world: &mut World, id: Id) {
        told(world, id, KIND.label, None, rule!("SOL-ACT-4"));
        spend(world, id, KIND.key, 1);
        launch(world, Hides(id));
    }
}

/// Somebody about to hide.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Hides(Id);

impl Later for Hides {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        sight::hide(world, self.0, false);
    }
}
