//! Attacks and Abilities with what a creature has on its list (MOM-ACT-1, MOM-ACT-28). How one goes on is in `fight`.

use super::super::data::Class;
use super::super::field::{aim, evasion};
use super::super::fight::strike::{self, Strike};
use super::doer::*;

/// Attacking.
pub(super) struct Attacking;

pub(super) const KIND: ActionKind = ActionKind {
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    price: Price::Points(2),
    aimed: &[AimedAt::Creature],
    with: "the weapon or Ability",
    readied: true,
    ..ActionKind::new("attack", "Attack", "An attack against Evasion, or an effect against a Defense Roll.")
};

impl Attacking {
    fn aimed(doer: &Doer<'_>, act: &Act, held: bool) -> Result<Strike, Refusal> {
        let with = doer.attack(act.with.as_deref())?;
        let target = act
            .target
            .filter(|&target| is_on_map(doer.world, target))
            .ok_or_else(|| Refusal::new("no_target", "Name the target of the attack."))?;
        aim::aims_at(doer.world, doer.id, with, target, space(doer.world, target))?;
        Ok(Strike { attacker: doer.id, with: with.clone(), target, held })
    }
}

impl Action for Attacking {
    type Rules = Momentum;
    type Plan = Strike;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-1"));

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        Cost::with(&KIND, doer.attack(act.with.as_deref()).ok())
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in &doer.profile.attacks {
            let mut offer = doer.row(&KIND, with, menu);
            offer.icon = match with.class {
                Class::Melee => "melee",
                _ => with.style.icon(),
            }
            .into();
            menu.add(offer);
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Strike, Refusal> {
        Self::aimed(doer, act, false)
    }

    fn begin(&self, world: &mut World, _id: Id, strike: Strike) {
        strike::declare(world, strike);
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<Strike, Refusal> {
        let target = against;
        Self::aimed(doer, &Act { target, ..act.clone() }, true)
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        let with = doer.attack(act.with.as_deref()).ok()?;
        let world = doer.world;
        world.part::<Creature>(target).filter(|_| knows(world, side_of(world, doer.id), target))?;
        let found = strike::between(world, doer.id, target);
        let mut cover = Trace::new("to reach", 0);
        if with.class == Class::Effect {
            for term in evasion::defense(world, target, &found.cover) {
                cover.push(term);
            }
        } else {
            cover = evasion::evasion(world, target, with.class, &found.cover);
        }
        Some(found.aim_info(world, format!("{} m", found.distance), cover, None))
    }
}
