//! Attacks with a weapon: struck hand to hand or shot, and thrown (ESS-ATK rows); and what Maneuvers have in common with them.

use super::super::body::gear;
use super::super::field::odds::{self, Manner};
use super::super::field::{sight, targeting};
use super::super::fight::attack_course;
use super::super::fight::strike::{self, AttackMode, Strike};
use super::doer::*;

/// A way of attacking with a weapon.
pub(crate) struct Armed {
    kind: &'static ActionKind,
    /// What it makes of a weapon.
    mode: fn(&Weapon) -> Option<AttackMode>,
}

const fn kind(key: &'static str, label: &'static str, help: &'static str) -> ActionKind {
    ActionKind {
        groups: &[Group::Attack],
        purpose: Purpose::Harm,
        aimed: &[AimedAt::Creature, AimedAt::Object, AimedAt::Square],
        with: "the weapon; `unarmed` if absent",
        readied: true,
        ..ActionKind::new(key, label, help)
    }
}

/// Hand to hand, or shot.
pub(crate) const ATTACK: Armed = Armed {
    kind: &kind("attack", "Attack", "Strikes or shoots with a weapon; a square where nobody is seen can be named."),
    mode: |weapon| match (weapon.reach_ft, weapon.increment_ft) {
        (Some(_), _) => Some(AttackMode::Melee),
        (None, Some(_)) if !weapon.thrown => Some(AttackMode::Shot),
        _ => None,
    },
};

/// Thrown.
pub(crate) const THROW: Armed = Armed {
    kind: &kind("throw", "Throw", "Throws a weapon that can be thrown."),
    mode: |weapon| weapon.thrown.then_some(AttackMode::Thrown),
};

impl Armed {
    /// The word by which an order names it.
    pub(crate) const fn key(&self) -> &'static str {
        self.kind.key
    }

    /// Whether a weapon can be used so at all.
    pub(crate) fn suits(&self, weapon: &Weapon) -> bool {
        (self.mode)(weapon).is_some()
    }
}

impl Action for Armed {
    type Rules = Essence;
    type Plan = Strike;
    const KIND: &'static ActionKind = ATTACK.kind;

    fn kind(&self) -> &'static ActionKind {
        self.kind
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let (world, id) = (doer.world, doer.id);
        for (place, weapon) in gear::weapons(world, id).iter().enumerate() {
            for (icon, feet) in self.ranges(weapon) {
                let mut offer = doer.row(self.kind, &weapon.key, menu);
                if self.kind.key == ATTACK.kind.key {
                    offer.label.clone_from(&weapon.name);
                    offer.leads = true;
                } else {
                    offer.label = format!("{} {}", self.kind.label, weapon.name);
                }
                offer.family = Some(weapon.name.clone());
                offer.icon = icon.into();
                offer.range = u32::try_from(feet / 5).ok();
                let fit = || menu.judge(|| gear::usable(world, id, weapon));
                offer.refusal = offer.refusal.or_else(fit);
                offer.help = format!("{} {}", weapon.damage, weapon.damage_type.name());
                menu.add_beside((shelf::WEAPONS, place), offer);
            }
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let world = doer.world;
        let breakable = things(world).filter(|&thing| world.part::<ObjectHealth>(thing).is_some());
        upon(doer, &base, breakable)
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Strike, Refusal> {
        strike_of(doer, act, self.mode)
    }

    fn begin(&self, world: &mut World, _id: Id, strike: Strike) {
        strike::declare(world, strike);
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        let (world, id) = (doer.world, doer.id);
        let weapon = gear::in_hand(world, id, weapon_key(act))?;
        let deed = (self.mode)(&weapon)?;
        let at = world.the::<Position>(target).at;
        Some(known_of(doer, target, Strike::new(id, weapon, deed, target, at).manner()))
    }

    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        armed(doer, act, self.mode).map(drop)
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<Strike, Refusal> {
        strike_of(doer, &turned_upon(act, against), self.mode)
    }

    fn readied_as(&self, doer: &Doer<'_>, act: &Act) -> Text {
        weapon_name(doer, act)
    }
}

impl Armed {
    /// The icon and the range of each row that a weapon makes for it.
    fn ranges(&self, weapon: &Weapon) -> Vec<(&'static str, Feet)> {
        let flies = if weapon.thrown { Style::Thrown } else { weapon.style };
        let far = weapon.increment_ft.map(|feet| (flies.icon(), 3 * feet));
        if self.kind.key != ATTACK.kind.key {
            return far.filter(|_| weapon.thrown).into_iter().collect();
        }
        let near = weapon.reach_ft.map(|feet| (weapon.look().blow_icon(weapon.natural), feet));
        near.into_iter().chain(far.filter(|_| !weapon.thrown)).collect()
    }
}

fn weapon_key(act: &Act) -> &str {
    act.with.as_deref().unwrap_or("unarmed")
}

/// What people call the weapon of a readied order.
pub(crate) fn weapon_name(doer: &Doer<'_>, act: &Act) -> Text {
    let weapon = gear::in_hand(doer.world, doer.id, weapon_key(act));
    weapon.map_or_else(|| act.action.clone(), |weapon| weapon.name).into()
}

/// The weapon an order names, fit for use, and what it does with it.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn armed(
    doer: &Doer<'_>,
    act: &Act,
    mode: impl Fn(&Weapon) -> Option<AttackMode>,
) -> Result<(Weapon, AttackMode), Refusal> {
    let weapon = gear::ready_to_hand(doer.world, doer.id, weapon_key(act))?;
    let deed = mode(&weapon)
        .ok_or_else(|| Refusal::by(rule!("ESS-ACT-3"), "wrong_weapon", format!("Not with {}.", weapon.name)))?;
    Ok((weapon, deed))
}

/// The attack that an order names, if it can be made.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn strike_of(
    doer: &Doer<'_>,
    act: &Act,
    mode: impl Fn(&Weapon) -> Option<AttackMode>,
) -> Result<Strike, Refusal> {
    let (world, id) = (doer.world, doer.id);
    let (weapon, deed) = armed(doer, act, mode)?;
    let (target, at) = match (act.target, act.at) {
        (Some(target), None) => {
            if world.entity_of(target).is_none() {
                return Err(Refusal::new("no_such_creature", "There is nothing with that identity."));
            }
            strike::aims_at(world, id, &weapon, deed, target)?;
            (Some(target), strike::nearest_square(world, id, target))
        }
        (None, Some(at)) => (None, at),
        _ => {
            let message = "Name one target, or a square.";
            return Err(Refusal::by(rule!("ESS-ATK-12"), "no_target", message));
        }
    };
    let strike = Strike {
        attacker: id,
        weapon,
        deed,
        target,
        at,
        guessed: target.is_none(),
        item: act.word("item").map(ToOwned::to_owned),
    };
    attack_course::legal_besides(world, &strike)?;
    Ok(strike)
}

/// A readied order upon whom it names, or else upon whoever brought its trigger about.
pub(crate) fn turned_upon(act: &Act, against: Option<Id>) -> Act {
    Act { at: None, ..act.or_upon(against) }
}

/// Orders upon everybody it knows of, and upon some things.
pub(crate) fn upon(doer: &Doer<'_>, base: &Act, things: impl Iterator<Item = Id>) -> Vec<Act> {
    let (world, id) = (doer.world, doer.id);
    on_map(world)
        .filter(|&target| target != id && !sight::hidden_from(world, target, id))
        .chain(things)
        .map(|target| base.upon(target))
        .collect()
}

/// What is known of an attack before it is made.
pub(crate) fn known_of(doer: &Doer<'_>, target: Id, manner: Manner) -> AimInfo {
    let (world, id) = (doer.world, doer.id);
    let found = targeting::between(world, id, target);
    let odds = odds::between(world, id, manner, &found);
    let mut trace = Trace::new("odds", 0);
    odds.explain(&mut trace);
    trace.label = match odds.lean() {
        odds::Lean::Plain => "one d20",
        odds::Lean::Adv => "Advantage",
        odds::Lean::Dis => "Disadvantage",
    }
    .into();
    found.aim_info(world, format!("{} ft", found.distance), trace, None)
}
