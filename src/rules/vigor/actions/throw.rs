//! Throwing a weapon that is meant for the hand (VIG-ATK-14, VIG-ATK-18).

use super::super::body::hands;
use super::super::data::{Attack, Class};
use super::super::fight::strike::{self, Occasion, Strike};
use super::attack;
use super::doer::*;

/// Doing so.
pub(super) struct Throwing;

pub(super) const KIND: ActionKind = ActionKind {
    icon: "throw",
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Creature, AimedAt::Object],
    with: "the weapon",
    options: &[attack::OTHER_HAND],
    readied: true,
    ..ActionKind::new("throw", "Throw", "Throws a weapon; it lies where it was thrown to.")
};

fn named(doer: &Doer<'_>, act: &Act) -> Result<Attack, Refusal> {
    let with = attack::named(doer, act.with.as_deref())?;
    if with.thrown_ft > 0 {
        Ok(with.thrown())
    } else {
        let message = if with.class == Class::Thrown {
            format!("To attack with {} is to throw it: order `{}`.", with.name, attack::KIND.key)
        } else {
            format!("{} is not for throwing.", with.name)
        };
        Err(Refusal::by(rule!("VIG-ATK-14"), "not_thrown", message))
    }
}

impl Action for Throwing {
    type Rules = Vigor;
    type Plan = (Strike, bool);
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let cost = Vigor::usual_cost(&KIND);
        for with in doer.profile.attacks.iter().filter(|with| with.thrown_ft > 0) {
            if !hands::has(doer.world, doer.id, &with.key) {
                continue;
            }
            let mut offer = attack::row(&KIND, &with.thrown());
            offer.label = format!("Throw: {}", with.name);
            offer.family = Some(with.name.clone());
            offer.with = Some(with.key.clone());
            offer.refusal = menu.judge(|| {
                attack::named(doer, Some(&with.key))?;
                Vigor::affords(doer, &cost)
            });
            menu.add(offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let Ok(with) = named(doer, &base) else {
            return Vec::new();
        };
        let at = |target| base.upon(target);
        let orders = strike::targets(doer.world, doer.id, &with).into_iter().map(at).collect();
        attack::with_the_other_hand(doer, &with, orders)
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(Strike, bool), Refusal> {
        let with = named(doer, act)?;
        let target = act.named_target()?;
        strike::aims_at(doer.world, doer.id, &with, target)?;
        let strike = Strike { attacker: doer.id, with, target, occasion: Occasion::Action };
        Ok((strike, act.flag(attack::OTHER_HAND.key)))
    }

    fn begin(&self, world: &mut World, _id: Id, (strike, other_hand): (Strike, bool)) {
        attack::declare(world, strike, other_hand);
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<(Strike, bool), Refusal> {
        self.parse(doer, &act.or_upon(against))
    }

    /// VIG-READY-3: something of its own to throw.
    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        named(doer, act).map(|_| ())
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        Some(attack::aim(doer, &named(doer, act).ok()?, target, Occasion::Action))
    }
}
