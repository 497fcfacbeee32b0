//! Attacks with what a creature has on its list (EDG-ACT-1), and with the other hand (EDG-TWF). How one goes on is in `fight`.

use super::super::body::hands::{self, Handling, May};
use super::super::body::{exhaustion, life};
use super::super::data::{Attack, Class, TurnUsage, Vitality};
use super::super::fight::aiming;
use super::super::fight::cards;
use super::super::fight::strike::{self, Occasion, Said, Strike};
use super::doer::*;

/// Attacking.
pub(super) struct Attacking;

/// A card for the roll.
const BURN: Key = Key::new("burn", Takes::Text, "An EDGE card of its side, burned for advantage on the roll.");
/// Not to kill.
const SPARE: Key = Key::new("spare", Takes::Flag, "One who falls by it is unconscious and stable, not dead or dying.");

pub(super) const KIND: ActionKind = ActionKind {
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Creature],
    with: "the attack",
    options: &[TENACITY, BURN, SPARE],
    exertion: Some(life::TENACITY),
    readied: true,
    ..ActionKind::new("attack", "Attack", "One attack of its list, against Defense.")
};

/// What an attack, or what takes its place, costs: nothing more while the Attack action has attacks left (EDG-ACT-1, EDG-MEL-2).
pub(super) fn price(doer: &Doer<'_>) -> Cost {
    if doer.world.the::<TurnUsage>(doer.id).attacks > 0 { Cost::Attack } else { Cost::Attacks }
}

/// An attack, what the hands do first, and the card that is burned for it.
type Armed = (Strike, Vec<Handling>, Option<Text>);

/// EDG-TURN-7: what the hands do first so that an attack of the Attack action can be made.
pub(super) fn handling(doer: &Doer<'_>, with: &Attack) -> Result<Vec<Handling>, Refusal> {
    let usage = doer.world.the::<TurnUsage>(doer.id);
    doer.makes_ready(with, usage.attacks == 0 || !usage.drew)
}

/// The same for any occasion. The weapon of the other hand is held already (EDG-TWF-1); a readied one may be drawn (EDG-ACT-15).
fn handling_on(doer: &Doer<'_>, with: &Attack, occasion: Occasion) -> Result<Vec<Handling>, Refusal> {
    let may = match occasion {
        Occasion::OffHand => May::default(),
        Occasion::Readied => May { draw: true, ..May::default() },
        _ => return handling(doer, with),
    };
    hands::makes_ready(doer.world, doer.id, with, may)
}

/// What an order names that is aimed at one target.
pub(super) fn aimed<'w>(doer: &Doer<'w>, act: &Act) -> Result<&'w Attack, Refusal> {
    let with = doer.attack(act.with.as_deref())?;
    if with.is_aimed() { Ok(with) } else { Err(Refusal::new("no_target", "It is aimed at a square.")) }
}

/// EDG-TWF-1: whether it can be one of the two weapons of an attacker who strikes with both hands.
const fn goes_with_another(with: &Attack) -> bool {
    with.light && with.hands == 1
}

fn strike(doer: &Doer<'_>, act: &Act, occasion: Occasion) -> Result<Armed, Refusal> {
    let with = aimed(doer, act)?;
    let target = act.named_target()?;
    aiming::aims_at(doer.world, doer.id, with, target)?;
    let said = said(act);
    life::can_pay(doer.world, doer.id, life::TENACITY.points * said.tenacity)?;
    let handling = handling_on(doer, with, occasion)?;
    let burns = act.word(BURN.key);
    if let Some(key) = burns {
        cards::may_use(doer.world, side_of(doer.world, doer.id), key)?;
    }
    let strike = Strike { said, ..Strike::new(doer.id, with.clone(), target, occasion) };
    Ok((strike, handling, burns.map(|key| key.to_uppercase().into())))
}

fn aim_info(doer: &Doer<'_>, act: &Act, target: Id, occasion: Occasion) -> Option<AimInfo> {
    let with = doer.attack(act.with.as_deref()).ok()?;
    doer.world.part::<Creature>(target).filter(|_| knows(doer.world, side_of(doer.world, doer.id), target))?;
    let found = aiming::between(doer.world, doer.id, with, target);
    let against = aiming::difficulty(doer.world, doer.id, with, &found);
    let said = said(act);
    let strike = Strike { said, ..Strike::new(doer.id, with.clone(), target, occasion) };
    let pool = strike::foreseen(doer.world, &strike);
    let info = found.aim_info(doer.world, creature::metres(found.distance), against, Some(pool));
    Some(AimInfo { leaves: (said.tenacity > 0).then(|| left(doer, life::TENACITY.points * said.tenacity)), ..info })
}

/// What an order says beside weapon and target.
fn said(act: &Act) -> Said {
    Said { tenacity: act.number(TENACITY.key).unwrap_or(0), spares: act.flag(SPARE.key) }
}

/// What so many points would leave of a creature's Vitality.
fn left(doer: &Doer<'_>, points: i32) -> Left {
    let now = doer.world.the::<Vitality>(doer.id).0;
    let most = exhaustion::vp_max(doer.world, doer.id);
    Left { of: Gauge::new("vp", Measure::Health, "Vitality", (now - points).max(0), most), brings: "".into() }
}

fn row(doer: &Doer<'_>, with: &Attack, occasion: Occasion, menu: &Menu<'_>) -> Offer {
    let (kind, cost) = match occasion {
        Occasion::OffHand => (&OFF_HAND, Cost::OtherHand),
        _ => (&KIND, price(doer)),
    };
    let mut offer = doer.row(kind, with, doer.range(with), cost, menu);
    offer.icon = if with.class == Class::Ranged { with.style.icon() } else { "melee" }.into();
    let stands_against = || {
        creature::works(doer.world, doer.id, with)?;
        handling_on(doer, with, occasion).map(drop)
    };
    offer.refusal = offer.refusal.or_else(|| menu.judge(stands_against));
    offer
}

impl Action for Attacking {
    type Rules = Edge;
    type Plan = Armed;
    const KIND: &'static ActionKind = &KIND;

    fn cost(&self, doer: &Doer<'_>, _act: &Act) -> Cost {
        price(doer)
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in doer.profile.attacks.iter().filter(|with| with.is_aimed()) {
            let offer = row(doer, with, Occasion::Action, menu);
            menu.add(offer);
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Armed, Refusal> {
        strike(doer, act, Occasion::Action)
    }

    fn begin(&self, world: &mut World, id: Id, (strike, handling, burns): Armed) {
        hands::handle(world, id, &handling);
        if let Some(key) = burns {
            cards::burns(world, id, &key, id);
        }
        // EDG-TWF-1: with what the other hand may follow.
        let light = goes_with_another(&strike.with).then(|| strike.with.key.clone().into());
        let mut usage = world.the_mut::<TurnUsage>(id);
        usage.light = light.or(usage.light.take());
        strike::declare(world, strike);
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        aim_info(doer, act, target, Occasion::Action)
    }

    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        handling_on(doer, aimed(doer, act)?, Occasion::Readied).map(drop)
    }

    /// EDG-ACT-15: all attacks of the action, upon the same target.
    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<Armed, Refusal> {
        let (strike, handling, burns) = strike(doer, &act.or_upon(against), Occasion::Readied)?;
        Ok((Strike { more: doer.profile.extra_attacks, ..strike }, handling, burns))
    }

    fn release(&self, world: &mut World, id: Id, (strike, handling, _): Armed) {
        hands::handle(world, id, &handling);
        strike::declare(world, strike);
    }

    fn readied_as(&self, doer: &Doer<'_>, act: &Act) -> Text {
        doer.attack(act.with.as_deref()).map_or_else(|_| act.action.clone().into(), |with| with.name.clone().into())
    }
}

/// Attacking with the other hand.
pub(super) struct OffHand;

const OFF_HAND: ActionKind = ActionKind {
    groups: &[Group::Attack],
    family: Some("Other hand"),
    readied: false,
    ..ActionKind {
        key: "off_hand",
        label: "Other hand",
        help: "Once it has attacked with a light weapon: another with a light weapon in the other hand.",
        ..KIND
    }
};

impl Action for OffHand {
    type Rules = Edge;
    type Plan = Armed;
    const KIND: &'static ActionKind = &OFF_HAND;

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        doer.profile.attacks.iter().filter(|with| goes_with_another(with)).count() > 1
    }

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::OtherHand
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in doer.profile.attacks.iter().filter(|with| goes_with_another(with)) {
            let mut offer = row(doer, with, Occasion::OffHand, menu);
            offer.label = format!("Other hand: {}", with.name);
            offer.refusal = offer.refusal.or_else(|| menu.judge(|| follows(doer, with)));
            menu.add(offer);
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Armed, Refusal> {
        let armed = strike(doer, act, Occasion::OffHand)?;
        follows(doer, &armed.0.with)?;
        Ok(armed)
    }

    fn begin(&self, world: &mut World, id: Id, (strike, _, burns): Armed) {
        if let Some(key) = burns {
            cards::burns(world, id, &key, id);
        }
        strike::declare(world, strike);
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        aim_info(doer, act, target, Occasion::OffHand)
    }
}

/// EDG-TWF-1: whether a light weapon may follow with the other hand.
fn follows(doer: &Doer<'_>, with: &Attack) -> Result<(), Refusal> {
    let first = doer.world.the::<TurnUsage>(doer.id).light.clone();
    let other = first.is_some_and(|first| *first != *with.key);
    if !(other && goes_with_another(with)) {
        let message = "First an attack with another light weapon.";
        return Err(Refusal::by(rule!("EDG-TWF-1"), "no_light_weapon", message));
    }
    Ok(())
}
