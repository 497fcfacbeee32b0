//! A Volley: one roll for everybody in a burst of arrows (ESS-ATK-16). How it is shot is in `volley`.

use super::super::body::gear;
use super::super::fight::volley::{self, Volley};
use super::doer::*;
use super::places;

/// Shooting one.
pub(super) struct Volleying;

const KIND: ActionKind = ActionKind {
    icon: "burst",
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    price: Price::Points(2),
    aimed: &[AimedAt::Burst],
    with: "the weapon",
    ..ActionKind::new("volley", "Volley", "One roll for a 10-ft burst of arrows.")
};

impl Action for Volleying {
    type Rules = Essence;
    type Plan = Volley;
    const KIND: &'static ActionKind = &KIND;

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        doer.profile().volley
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for (place, weapon) in gear::weapons(doer.world, doer.id).into_iter().enumerate() {
            let Some(feet) = weapon.increment_ft.filter(|_| !weapon.thrown) else {
                continue;
            };
            let mut offer = doer.row(&KIND, weapon.key, menu);
            offer.family = Some(weapon.name);
            offer.range = u32::try_from(feet / 5).ok();
            offer.radius = Some(2);
            offer.help = String::new();
            menu.add_beside((shelf::WEAPONS, place), offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        places::around_somebody(doer.world, &base, offer.range.unwrap_or(12))
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Volley, Refusal> {
        volley::of_order(doer.world, act)
    }

    fn begin(&self, world: &mut World, _id: Id, volley: Volley) {
        volley::declare(world, volley);
    }
}
