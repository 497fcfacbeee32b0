//! Attacks with what a creature has on its list, at somebody or at a spot (SOL-ATK, SOL-AREA, SOL-KO). How one goes on is in
//! `attack` and `harm`.

use super::super::field::{cover, sight};
use super::super::fight::{attack, reactions, strike};
use super::doer::*;
use super::interact;

/// Attacking.
pub(crate) struct Striking;

/// An attack, and what it is aimed at.
#[derive(Clone)]
pub(crate) struct Blow {
    with: Attack,
    target: Option<Id>,
    at: Option<Square>,
    knock_out: bool,
}

/// Whether it is to knock out.
pub(crate) const KNOCK_OUT: Key = Key {
    key: "knock_out",
    takes: Takes::Flag,
    means: "Knocks out who is at 0 hit points already; `true`, or left away.",
};

/// What an order of it reads like.
pub(crate) const KIND: ActionKind = ActionKind {
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Creature, AimedAt::Object, AimedAt::Burst],
    with: "the attack",
    options: &[KNOCK_OUT],
    readied: true,
    ..ActionKind::new("attack", "Attack", "One attack of its list; those with an area are aimed at a square.")
};

/// The key under which an attack counts as used.
pub(crate) fn used_key(with: &str) -> String {
    format!("{}:{with}", KIND.key)
}

/// SOL-TURN-3, SOL-TURN-4, SOL-ACT-9: the attack actions of a turn; one that is readied is one of them.
pub(crate) fn left(means: &Doer) -> Result<(), Refusal> {
    let extra = means.profile.extra_attacks;
    if means.done.attacks > extra {
        let readied = means.done.ready.as_ref();
        let rule = if readied.is_some_and(|ready| ready.with != interact::KIND.key) {
            rule!("SOL-ACT-9")
        } else if extra > 0 {
            rule!("SOL-TURN-4")
        } else {
            rule!("SOL-TURN-3")
        };
        let message = "No attack action is left on this turn.";
        return Err(Refusal::by(rule, "attack_used", message));
    }
    Ok(())
}

/// Whether an attack could be paid and used now, whatever it is aimed at.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn ready(means: &Doer, with: &Attack) -> Result<(), Refusal> {
    left(means)?;
    let once = (!with.repeatable).then(|| used_key(&with.key));
    means.pay(once.as_deref(), with.cost_dice)?;
    attack::usable(means.world, means.id, with)
}

/// SOL-KO-1, SOL-KO-2.
pub(crate) fn may_knock_out(world: &World, with: &Attack, target: Id) -> Result<(), Refusal> {
    if with.kind != AttackKind::Melee {
        return Err(not_melee());
    }
    let hp = world.part::<Wounds>(target).map(|wounds| wounds.hp);
    if hp != Some(0) || world.part::<Creature>(target).is_none() {
        let message = "Only a creature at 0 hit points can be knocked out.";
        return Err(Refusal::by(rule!("SOL-KO-1"), "not_at_zero", message));
    }
    Ok(())
}

fn not_melee() -> Refusal {
    let message = "Only a melee attack can knock out.";
    Refusal::by(rule!("SOL-KO-2"), "not_melee", message)
}

impl Action for Striking {
    type Rules = Sol;
    type Plan = Blow;
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, means: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in &means.profile.attacks {
            let mut offer = KIND.offer();
            offer.with = Some(with.key.clone());
            offer.label.clone_from(&with.name);
            offer.icon = icon_of(with).into();
            offer.cost = reactions::dice_text(with.cost_dice);
            offer.price = reactions::price(with.cost_dice);
            offer.aim = if with.burst_ft.is_some() { Aim::Square } else { Aim::Thing };
            offer.range = Some(u32::try_from(with.range_ft / 5).unwrap_or(0));
            offer.radius = with.radius();
            offer.refusal = menu.judge(|| ready(means, with));
            offer.help = format!("{} {}, {} ft", with.damage, with.damage_type.name(), with.range_ft);
            menu.add(offer);
        }
    }

    fn orders(&self, means: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let (world, id) = (means.world, means.id);
        let key = base.with.as_deref().unwrap_or_default();
        let usable = creature::attack(world, id, key).filter(|with| ready(means, with).is_ok());
        let Some(with) = usable else { return Vec::new() };
        if with.burst_ft.is_some() {
            let at = |at| base.to(at);
            return spots(world, id, with).into_iter().map(at).collect();
        }
        let only = attack::must_attack(world, id, with);
        let mut out = Vec::new();
        let targets = on_map(world).chain(things(world).filter(|&thing| world.part::<ObjectHealth>(thing).is_some()));
        for target in targets {
            if attack::aims_at(world, id, with, target).is_err()
                || only.as_ref().is_some_and(|only| !only.contains(&target))
            {
                continue;
            }
            let act = base.upon(target);
            out.push(act.clone());
            if may_knock_out(world, with, target).is_ok() {
                out.push(knocking_out(act));
            }
        }
        out
    }

    fn parse(&self, means: &Doer<'_>, act: &Act) -> Result<Blow, Refusal> {
        let (world, id) = (means.world, means.id);
        let key = act.with.as_deref().unwrap_or_default();
        let with = creature::attack(world, id, key)
            .ok_or_else(|| Refusal::new("no_such_attack", format!("It has no attack `{key}`.")))?;
        ready(means, with)?;
        let blow = |target, at| Blow { with: with.clone(), target, at, knock_out: act.flag(KNOCK_OUT.key) };
        if with.burst_ft.is_some() {
            let (None, Some(at)) = (act.target, act.at) else {
                let message = "An area is aimed at a square: give `at`.";
                return Err(Refusal::by(rule!("SOL-AREA-1"), "no_spot", message));
            };
            if act.flag(KNOCK_OUT.key) {
                return Err(not_melee());
            }
            attack::aims_at_spot(world, id, with, at)?;
            return Ok(blow(None, Some(at)));
        }
        let (Some(target), None) = (act.target, act.at) else {
            let message = "Name the target of the attack.";
            return Err(Refusal::by(rule!("SOL-ATK-1"), "no_target", message));
        };
        if world.entity_of(target).is_none() {
            let message = format!("There is nothing with the identity {target}.");
            return Err(Refusal::new("no_such_creature", message));
        }
        attack::aims_at(world, id, with, target)?;
        if let Some(only) = attack::must_attack(world, id, with)
            && !only.contains(&target)
        {
            let message = "Mad: it must attack the nearest creature it sees.";
            return Err(Refusal::by(rule!("SOL-COND-4"), "mad", message));
        }
        match act.options.get(KNOCK_OUT.key) {
            Some(Setting::Flag(true)) => may_knock_out(world, with, target)?,
            Some(Setting::Flag(false)) | None => {}
            Some(_) => return Err(Refusal::new("bad_option", "knock_out is true or false.")),
        }
        Ok(blow(Some(target), None))
    }

    fn begin(&self, world: &mut World, id: Id, blow: Blow) {
        let Blow { with, target, at, knock_out } = blow;
        world.the_mut::<TurnUsage>(id).attacks += 1;
        spend(world, id, &used_key(&with.key), with.cost_dice);
        if world.the::<TurnUsage>(id).attacks > 1 {
            world.note(id, "a further attack action", rule!("SOL-TURN-4"));
        }
        strike::strike(world, id, with, target, at, knock_out, strike::Occasion::Action);
    }

    fn aim(&self, means: &Doer<'_>, _act: &Act, target: Id) -> Option<AimInfo> {
        let (world, id) = (means.world, means.id);
        let found = sight::between(world, cover::origin_of(world, id), target);
        let reasons = found.cover.clone().reasons();
        Some(found.aim_info(world, format!("{} ft", found.distance), reasons, None))
    }
}

/// The same order, meant to knock out.
pub(crate) fn knocking_out(mut act: Act) -> Act {
    act.options.insert(KNOCK_OUT.key.into(), Setting::Flag(true));
    act
}

fn icon_of(attack: &Attack) -> &'static str {
    match (attack.burst_ft, attack.kind, attack.natural) {
        (Some(_), ..) => "burst",
        (None, AttackKind::Melee, natural) => attack.look().blow_icon(natural),
        (None, AttackKind::Ranged, _) => attack.style.icon(),
    }
}

/// The first and the last square that could be in range.
pub(crate) fn spot_in_reach(world: &World, id: Id, with: &Attack) -> (Square, Square) {
    let body = space(world, id);
    let reach = i16::try_from(with.range_ft / 5).unwrap_or(0);
    let (width, height) = world.resource::<Map>().size();
    let far = body.far_corner().offset(reach, reach);
    let last = |far: i16, edge: u16| far.min(i16::try_from(edge).unwrap_or(i16::MAX) - 1);
    (
        Square::new((body.at.x - reach).max(0), (body.at.y - reach).max(0)),
        Square::new(last(far.x, width), last(far.y, height)),
    )
}

/// Every square that an attack with an area can be aimed at.
pub(crate) fn spots(world: &World, id: Id, with: &Attack) -> Vec<Square> {
    let (low, high) = spot_in_reach(world, id, with);
    let mut out = Vec::new();
    for y in low.y..=high.y {
        for x in low.x..=high.x {
            let at = Square::new(x, y);
            if attack::aims_at_spot(world, id, with, at).is_ok() {
                out.push(at);
            }
        }
    }
    out
}
