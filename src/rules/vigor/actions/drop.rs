//! Letting a weapon fall, for nothing (VIG-ACT-19).

use super::super::body::hands;
use super::super::fight::gear;
use super::attack;
use super::doer::*;

/// Doing so.
pub(super) struct Dropping;

const KIND: ActionKind = ActionKind {
    family: Some("Gear"),
    groups: &[Group::Free],
    purpose: Purpose::Gear,
    price: Price::Free,
    with: "the weapon",
    ..ActionKind::new("drop", "Drop", "Lets a weapon fall, for nothing.")
};

impl Action for Dropping {
    type Rules = Vigor;
    type Plan = String;
    const KIND: &'static ActionKind = &KIND;

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let held = hands::at_hand(doer.world, doer.id).filter(|with| with.grip() > 0);
        held.map(|with| base.using(&with.key)).collect()
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in hands::at_hand(doer.world, doer.id).filter(|with| with.grip() > 0) {
            let mut offer = KIND.offer();
            offer.label = format!("Drop: {}", with.name);
            offer.with = Some(with.key.clone());
            let act = offer.order(doer.id);
            offer.refusal = menu.judge(|| action::check_with(doer, &Self, &act));
            menu.add(offer);
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<String, Refusal> {
        let with = attack::named(doer, act.with.as_deref())?;
        if with.grip() > 0 {
            Ok(with.key.clone())
        } else {
            Err(Refusal::by(rule!("VIG-ACT-19"), "grown", "That cannot be dropped."))
        }
    }

    fn begin(&self, world: &mut World, id: Id, key: String) {
        let at = space(world, id).at;
        let known = creature::profile(world, id).attacks.iter().find(|with| with.key == key);
        let text = format!("lets its {} fall", known.map_or(key.as_str(), |with| &with.name));
        gear::lose(world, id, &key, at);
        world.note(id, text, rule!("VIG-ACT-19"));
    }
}
