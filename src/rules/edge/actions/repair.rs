//! Makes something work again that has stopped working: an action (EDG-SET-3, EDG-SET-7).

use super::super::data::{Faulty, Gear};
use super::super::field::reach;
use super::doer::*;

/// Doing so.
pub(super) struct Repairing;

impl Action for Repairing {
    type Rules = Edge;
    type Plan = Text;
    const KIND: &'static ActionKind = &ActionKind {
        icon: super::interact::KIND.icon,
        purpose: Purpose::Gear,
        with: "what has stopped working",
        ..ActionKind::new("repair", "Get it working", "Makes something work again that has stopped working.")
    };

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        !doer.world.the::<Gear>(doer.id).stuck.is_empty()
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for key in &doer.world.the::<Gear>(doer.id).stuck {
            let Some(with) = doer.profile.attacks.iter().find(|with| *with.key == **key) else { continue };
            let mut offer = doer.offer(Self::KIND, Cost::Action, menu);
            offer.with = Some(with.key.clone());
            offer.label = format!("Get the {} working", with.name.to_lowercase());
            menu.add(offer);
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Text, Refusal> {
        let gear = doer.world.the::<Gear>(doer.id);
        let stuck = gear.stuck.iter().find(|key| act.with.as_deref() == Some(&***key));
        stuck
            .cloned()
            .ok_or_else(|| Refusal::by(rule!("EDG-SET-3"), "works", "Nothing of the kind has stopped working."))
    }

    fn begin(&self, world: &mut World, id: Id, key: Text) {
        world.the_mut::<Gear>(id).stuck.retain(|stuck| *stuck != key);
        world.tell(Event::note("makes it work again").actor(id).by(rule!("EDG-SET-3")).by(rule!("EDG-SET-7")));
    }
}

/// Doing so with a door or a device.
pub(super) struct Restarting;

/// The things to hand that have stopped working.
fn near(world: &World, id: Id) -> impl Iterator<Item = Id> + '_ {
    things(world).filter(move |&thing| world.part::<Faulty>(thing).is_some() && reach::to_hand(world, id, thing))
}

impl Action for Restarting {
    type Rules = Edge;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        icon: super::interact::KIND.icon,
        purpose: Purpose::Interact,
        aimed: &[AimedAt::Object],
        range: 1,
        ..ActionKind::new(
            "restart",
            "Get a thing working",
            "Makes a door or a device beside it work again that has stopped working.",
        )
    };

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        near(doer.world, doer.id).next().is_some()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        near(doer.world, doer.id).map(|thing| base.upon(thing)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let thing = act.target.filter(|&thing| near(doer.world, doer.id).any(|one| one == thing));
        let message = "Nothing of the kind beside it has stopped working.";
        thing.ok_or_else(|| Refusal::by(rule!("EDG-SET-3"), "works", message))
    }

    fn begin(&self, world: &mut World, id: Id, thing: Id) {
        if let Some(entity) = world.entity_of(thing) {
            world.entity_mut(entity).remove::<Faulty>();
        }
        world.tell(Event::note("makes it work again").actor(id).target(thing).by(rule!("EDG-SET-3")));
    }
}
