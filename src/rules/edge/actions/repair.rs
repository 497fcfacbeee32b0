//! Makes something work again that has stopped working: an action (EDG-SET-3, EDG-SET-7).

use super::super::data::Gear;
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
