//! Attacks with what a creature has on its list (EDG-ACT-1). How one goes on is in `fight`.

use super::super::data::Class;
use super::super::field::reach;
use super::super::fight::strike::{self, Occasion, Strike};
use super::doer::*;

/// Attacking.
pub(super) struct Attacking;

const KIND: ActionKind = ActionKind {
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Creature],
    with: "the attack",
    ..ActionKind::new("attack", "Attack", "One attack of its list, against Defense.")
};

impl Action for Attacking {
    type Rules = Edge;
    type Plan = Strike;
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in doer.profile.attacks.iter().filter(|with| with.class != Class::Cone) {
            let ranged = with.class == Class::Ranged;
            let reach = if ranged { with.band.limit().min(400) } else { reach::reach(doer.world, doer.id, Some(with)) };
            let mut offer = doer.row(&KIND, with, reach, menu);
            offer.icon = if ranged { with.style.icon() } else { "melee" }.into();
            menu.add(offer);
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Strike, Refusal> {
        let with = doer.attack(act.with.as_deref())?;
        if with.class == Class::Cone {
            return Err(Refusal::new("no_target", "It is aimed at a square."));
        }
        let target = act.named_target()?;
        strike::aims_at(doer.world, doer.id, with, target)?;
        Ok(Strike { attacker: doer.id, with: with.clone(), target, occasion: Occasion::Action })
    }

    fn begin(&self, world: &mut World, _id: Id, strike: Strike) {
        strike::declare(world, strike);
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        let with = doer.attack(act.with.as_deref()).ok()?;
        doer.world.part::<Creature>(target).filter(|_| knows(doer.world, side_of(doer.world, doer.id), target))?;
        let found = strike::between(doer.world, doer.id, with, target);
        let against = strike::difficulty(doer.world, with, &found);
        Some(found.aim_info(doer.world, creature::metres(found.distance), against, None))
    }
}
