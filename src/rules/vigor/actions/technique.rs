//! Techniques: attacks with a weapon in a way that costs Vigor (VIG-ACT-17, VIG-ABIL).

use bevy::prelude::World;

use super::super::data::{Attack, Technique, conditions::WOUNDED};
use super::super::fight::exposed;
use super::super::fight::strike::{self, Occasion, Strike};
use super::super::ruleset::Vigor;
use super::attack;
use super::doer::{Cost, Doer};
use crate::battle::*;
use crate::rule;

/// Using one.
pub struct Using;

const KIND: ActionKind = ActionKind {
    icon: "melee",
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Creature, AimedAt::Object],
    readied: true,
    with: "the technique and the weapon, as in `lunge/sword`",
    ..ActionKind::new(
        "technique",
        "Technique",
        "An attack hand to hand in a way of its own, paid in Vigor.",
    )
};

/// The technique and the weapon that an order names.
fn named<'w>(doer: &Doer<'w>, key: Option<&str>) -> Result<(&'w Technique, &'w Attack), Refusal> {
    let key = key.unwrap_or_default();
    let (technique, with) = key.split_once('/').unwrap_or((key, ""));
    let known = doer.profile.techniques.iter().find(|known| known.key == technique);
    let known = known.ok_or_else(|| Refusal::new("no_such_technique", format!("It knows no `{technique}`.")))?;
    let with = attack::named(doer, Some(with))?;
    if known.light && !with.light {
        return Err(Refusal::by(
            rule!("VIG-ABIL-5"),
            "not_light",
            "It takes a light weapon.",
        ));
    }
    if known.needs_self_wounded && !has_condition(doer.world, doer.id, WOUNDED) {
        return Err(Refusal::by(
            rule!("VIG-ABIL-4"),
            "not_wounded",
            "Only the Wounded can do that.",
        ));
    }
    if with.ranged() {
        return Err(Refusal::new("not_melee", "Techniques are done hand to hand."));
    }
    Ok((known, with))
}

impl Action for Using {
    type Rules = Vigor;
    type Plan = (Strike, bool);

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for technique in &doer.profile.techniques {
            for with in doer
                .profile
                .attacks
                .iter()
                .filter(|with| !with.ranged() && (!technique.light || with.light))
            {
                let mut offer = attack::row(&KIND, with);
                offer.label = format!("{}: {}", technique.name, with.name);
                offer.cost = format!("{}, {} Vigor", offer.cost, technique.vigor);
                offer.family = Some(with.name.clone());
                offer.with = Some(format!("{}/{}", technique.key, with.key));
                let cost = Cost {
                    actions: 1,
                    vigor: technique.vigor,
                    ..Cost::default()
                };
                if technique.opening {
                    offer.exposes = menu.told(|| exposed::to_whom(doer.world, doer.id));
                }
                offer.refusal = menu.judge(|| {
                    Vigor::affords(doer, &cost)?;
                    named(doer, Some(&format!("{}/{}", technique.key, with.key))).map(drop)
                });
                menu.add(offer);
            }
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let Ok((_, with)) = named(doer, base.with.as_deref()) else {
            return Vec::new();
        };
        let at = |target| Act {
            target: Some(target),
            ..base.clone()
        };
        attack::targets(doer, with).into_iter().map(at).collect()
    }

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        let vigor = named(doer, act.with.as_deref()).map_or(0, |(technique, _)| technique.vigor);
        Cost {
            actions: 1,
            vigor,
            ..Cost::default()
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(Strike, bool), Refusal> {
        let (technique, with) = named(doer, act.with.as_deref())?;
        let target = act
            .target
            .ok_or_else(|| Refusal::new("no_target", "Name the target of the attack."))?;
        strike::aims_at(doer.world, doer.id, with, target)?;
        if technique.needs_target_wounded && !has_condition(doer.world, target, WOUNDED) {
            return Err(Refusal::by(
                rule!("VIG-ABIL-4"),
                "not_wounded",
                "It can be done only to the Wounded.",
            ));
        }
        let strike = Strike {
            attacker: doer.id,
            with: with.clone(),
            target,
            occasion: Occasion::Technique(technique.clone()),
        };
        Ok((strike, technique.opening))
    }

    fn begin(&self, world: &mut World, (strike, opening): (Strike, bool)) {
        if opening {
            exposed::declare(world, strike.attacker, exposed::Act::Strike(Box::new(strike)));
        } else {
            strike::declare(world, strike);
        }
    }

    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        if named(doer, act.with.as_deref())?.0.chance {
            return Err(Refusal::by(
                rule!("VIG-REACT-8"),
                "chance",
                "No Chances with reactions.",
            ));
        }
        Ok(())
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<(Strike, bool), Refusal> {
        let target = act.target.or(against);
        self.parse(doer, &Act { target, ..act.clone() })
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        let (technique, with) = named(doer, act.with.as_deref()).ok()?;
        let occasion = Occasion::Technique(technique.clone());
        Some(attack::aim(doer, with, target, occasion))
    }
}
