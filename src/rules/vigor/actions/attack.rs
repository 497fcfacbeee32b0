//! Attacks with what a creature has on its list (VIG-ACT-4). How one goes on is in `fight`.

use bevy::prelude::World;

use super::super::data::{Attack, Fixture, SQUARE};
use super::super::field::{guard, near};
use super::super::fight::gear;
use super::super::fight::strike::{self, Occasion, Strike};
use super::super::ruleset::Vigor;
use super::doer::Doer;
use crate::battle::*;
use crate::rule;

/// Attacking.
pub struct Attacking;

pub(super) const KIND: ActionKind = ActionKind {
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Creature, AimedAt::Object],
    with: "the attack",
    readied: true,
    ..ActionKind::new("attack", "Attack", "One attack of its list, against Guard.")
};

/// The attack of a key.
pub(super) fn named<'w>(doer: &Doer<'w>, key: Option<&str>) -> Result<&'w Attack, Refusal> {
    let known = doer.profile.attacks.iter().find(|with| Some(with.key.as_str()) == key);
    if key.is_some_and(|key| !gear::has(doer.world, doer.id, key)) {
        return Err(Refusal::by(
            rule!("VIG-ACT-19"),
            "not_in_hand",
            "It does not have that in hand.",
        ));
    }
    known.ok_or_else(|| {
        Refusal::new(
            "no_such_attack",
            format!("It has no attack `{}`.", key.unwrap_or_default()),
        )
    })
}

/// Everybody and everything that an attack could be aimed at.
pub(super) fn targets(doer: &Doer<'_>, with: &Attack) -> Vec<Id> {
    let (world, id) = (doer.world, doer.id);
    let breaks = |&thing: &Id| {
        world
            .part::<Fixture>(thing)
            .is_some_and(|fixture| fixture.durability.is_some())
    };
    let all = on_map(world).chain(things(world).filter(breaks));
    all.filter(|&target| strike::aims_at(world, id, with, target).is_ok())
        .collect()
}

/// What is known of an attack before it is made.
pub(super) fn aim(doer: &Doer<'_>, with: &Attack, target: Id, occasion: Occasion) -> AimInfo {
    let (against, found) = guard::against(doer.world, doer.id, with, target);
    let strike = Strike {
        attacker: doer.id,
        with: with.clone(),
        target,
        occasion,
    };
    let line = found.line.map(|(from, to)| AimLine {
        from: (from.x(), from.y()),
        to: (to.x(), to.y()),
        blocked_at: found.source.map(|(_, at)| at),
    });
    AimInfo {
        distance: format!("{} ft", near::distance(doer.world, doer.id, target) * SQUARE),
        shelter: found.shelter(),
        cover: against,
        pool: Some(strike.outlook(doer.world)),
        lines: line.into_iter().collect(),
    }
}

/// A row of the bar for a weapon.
pub(super) fn row(kind: &ActionKind, with: &Attack) -> Offer {
    let mut offer = kind.offer();
    offer.label.clone_from(&with.name);
    offer.icon = if with.ranged() { "ranged" } else { "melee" }.into();
    offer.cost = super::doer::words(1);
    offer.range = u32::try_from(if with.ranged() {
        with.band()
    } else {
        (with.reach_ft / SQUARE).max(1)
    })
    .ok();
    offer.help = format!(
        "{}d{} {}",
        with.damage_value,
        with.quality.die(),
        with.damage_type.kind().name
    );
    offer
}

impl Action for Attacking {
    type Rules = Vigor;
    type Plan = Strike;

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let cost = Vigor::usual_cost(&KIND);
        for with in &doer.profile.attacks {
            if named(doer, Some(&with.key)).is_err() {
                continue;
            }
            let mut offer = row(&KIND, with);
            offer.with = Some(with.key.clone());
            offer.family = Some(with.name.clone());
            offer.leads = true;
            offer.refusal = menu.judge(|| Vigor::affords(doer, &cost));
            menu.add(offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let Ok(with) = named(doer, base.with.as_deref()) else {
            return Vec::new();
        };
        let at = |target| Act {
            target: Some(target),
            ..base.clone()
        };
        targets(doer, with).into_iter().map(at).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Strike, Refusal> {
        let with = named(doer, act.with.as_deref())?;
        let target = act
            .target
            .ok_or_else(|| Refusal::new("no_target", "Name the target of the attack."))?;
        strike::aims_at(doer.world, doer.id, with, target)?;
        Ok(Strike {
            attacker: doer.id,
            with: with.clone(),
            target,
            occasion: Occasion::Action,
        })
    }

    fn begin(&self, world: &mut World, strike: Strike) {
        strike::declare(world, strike);
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<Strike, Refusal> {
        let target = act.target.or(against);
        self.parse(doer, &Act { target, ..act.clone() })
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        let with = named(doer, act.with.as_deref()).ok()?;
        Some(aim(doer, with, target, Occasion::Action))
    }
}
