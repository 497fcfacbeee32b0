//! Sneaking, and not any longer (SOL-ACT-14).

use super::doer::*;

/// Beginning to, or ceasing.
pub(super) struct Sneak;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Free],
    family: Some("Posture"),
    purpose: Purpose::Move,
    price: Price::Free,
    ..ActionKind::new("sneak", "Sneak", "Keeps the hidden hidden; every step costs double.")
};

impl Action for Sneak {
    type Rules = Sol;
    type Plan = ();
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, means: &Doer<'_>, menu: &mut Menu<'_>) {
        let mut offer = row(&KIND);
        if means.world.the::<Stance>(means.id).sneaking {
            offer.label = "Stop sneaking".into();
        }
        menu.add(offer);
    }

    fn parse(&self, _means: &Doer<'_>, _act: &Act) -> Result<(), Refusal> {
        Ok(())
    }

    fn begin(&self, world: &mut World, id: Id, (): ()) {
        let mut stance = world.the_mut::<Stance>(id);
        stance.sneaking = !stance.sneaking;
        let text = if stance.sneaking { "sneaks from here on" } else { "sneaks no longer" };
        world.note(id, text, rule!("SOL-ACT-14"));
    }
}
