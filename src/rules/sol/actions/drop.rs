//! Dropping what is held into the own square (SOL-ACT-14).

use super::super::field::items;
use super::doer::*;

/// Doing so.
pub(super) struct Drop;

/// What an order of it reads like.
pub(super) const KIND: ActionKind = ActionKind {
    groups: &[Group::Free],
    family: Some("Posture"),
    purpose: Purpose::Gear,
    price: Price::Free,
    with: "what it holds",
    ..ActionKind::new("drop", "Drop", "It falls into the own square.")
};

impl Action for Drop {
    type Rules = Sol;
    /// The key of the thing.
    type Plan = String;
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, means: &Doer<'_>, menu: &mut Menu<'_>) {
        for key in &means.world.the::<Held>(means.id).0 {
            let attack = creature::attack(means.world, means.id, key);
            let name = attack.map_or(key, |attack| &attack.name);
            let mut offer = row(&KIND);
            offer.label = format!("{} {name}", KIND.label);
            offer.with = Some(key.to_owned());
            menu.add(offer);
        }
    }

    fn parse(&self, means: &Doer<'_>, act: &Act) -> Result<String, Refusal> {
        let held = &means.world.the::<Held>(means.id).0;
        let key = act.with.clone().filter(|key| held.contains(key));
        let refusal = || Refusal::by(rule!("SOL-ACT-14"), "not_held", "It does not hold that.");
        key.ok_or_else(refusal)
    }

    fn begin(&self, world: &mut World, id: Id, key: String) {
        items::drop_item(world, id, &key, rule!("SOL-ACT-14"));
    }
}
