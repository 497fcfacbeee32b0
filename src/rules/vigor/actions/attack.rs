//! Attacks with what a creature has on its list (VIG-ACT-4). How one goes on is in `fight`.

use super::super::body::hands;
use super::super::data::{Attack, SQUARE, TurnUsage};
use super::super::field::{reach, to_hit};
use super::super::fight::off_hand;
use super::super::fight::strike::{self, Occasion, Strike};
use super::doer::*;

/// Attacking.
pub(super) struct Attacking;

/// Whether the other hand may strike at whatever it reaches.
pub(super) const OTHER_HAND: Key = Key {
    key: "other_hand",
    takes: Takes::Flag,
    means: "Asks what the other hand strikes then, be it a friend or a thing, and not only about enemies; `true`, or left away.",
};

pub(super) const KIND: ActionKind = ActionKind {
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Creature, AimedAt::Object],
    with: "the attack",
    options: &[OTHER_HAND],
    readied: true,
    ..ActionKind::new("attack", "Attack", "One attack of its list, against Guard.")
};

/// VIG-ACT-4: the attack of a key, if it can be made as hands are.
pub(super) fn named<'w>(doer: &Doer<'w>, key: Option<&str>) -> Result<&'w Attack, Refusal> {
    let known = doer.profile.attacks.iter().find(|with| Some(with.key.as_str()) == key);
    let with = known
        .ok_or_else(|| Refusal::new("no_such_attack", format!("It has no attack `{}`.", key.unwrap_or_default())))?;
    at_hand(doer, with)?;
    Ok(with)
}

/// Whether hands hold a weapon, as far as it takes any.
fn at_hand(doer: &Doer<'_>, with: &Attack) -> Result<(), Refusal> {
    if hands::serves(doer.world, doer.id, with) {
        return Ok(());
    }
    let name = &with.name;
    let message = if hands::has(doer.world, doer.id, &with.key) {
        hands::can_hold(doer.world, doer.id, with.grip())?;
        format!("{name} is not in hand: to draw it takes {}.", words(1))
    } else {
        format!("{name} is out of its hands.")
    };
    Err(Refusal::by(rule!("VIG-ACT-19"), "not_in_hand", message))
}

/// VIG-ACT-8: the same orders, and each once more for a player who wants the other hand to strike at what is no enemy.
pub(super) fn with_the_other_hand(doer: &Doer<'_>, with: &Attack, mut orders: Vec<Act>) -> Vec<Act> {
    if off_hand::could_strike_more(doer.world, doer.id, &with.key) {
        let more: Vec<Act> = orders.clone();
        orders.extend(more.into_iter().map(|mut act| {
            act.options.insert(OTHER_HAND.key.into(), Setting::Flag(true));
            act
        }));
    }
    orders
}

/// An attack is begun, with what was said of the other hand.
pub(super) fn declare(world: &mut World, strike: Strike, other_hand: bool) {
    world.the_mut::<TurnUsage>(strike.attacker).other_hand = other_hand;
    strike::declare(world, strike);
}

/// How far an attack goes without a Challenge, in squares.
pub(super) fn carries(with: &Attack) -> Option<u32> {
    let far = if with.ranged() { with.band() } else { (with.reach_ft / SQUARE).max(1) };
    u32::try_from(far).ok()
}

/// What is known of an attack before it is made.
pub(super) fn aim(doer: &Doer<'_>, with: &Attack, target: Id, occasion: Occasion) -> AimInfo {
    let found = strike::between(doer.world, doer.id, with, target);
    let against = to_hit::against(doer.world, doer.id, with, &found);
    let strike = Strike { attacker: doer.id, with: with.clone(), target, occasion };
    let outlook = strike.outlook(doer.world, found.distance);
    let found = Aimed { cover: to_hit::counts(with, found.cover), ..found };
    found.aim_info(doer.world, format!("{} ft", found.distance * SQUARE), against, Some(outlook))
}

/// A row of the bar for a weapon.
pub(super) fn row(kind: &ActionKind, with: &Attack) -> Offer {
    let mut offer = kind.offer();
    offer.label.clone_from(&with.name);
    offer.icon = if with.ranged() { with.style.icon() } else { with.look().blow_icon(false) }.into();
    offer.cost = words(1);
    offer.range = carries(with);
    offer.help = format!("{}d{} {}", with.damage_value, with.quality.die(), with.damage_type.kind().name);
    offer
}

impl Action for Attacking {
    type Rules = Vigor;
    type Plan = (Strike, bool);
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let cost = Vigor::usual_cost(&KIND);
        for with in &doer.profile.attacks {
            if !hands::has(doer.world, doer.id, &with.key) {
                continue;
            }
            let mut offer = row(&KIND, with);
            if !with.ranged() {
                offer.range = u32::try_from(reach::reach(doer.world, doer.id, with)).ok();
            }
            offer.with = Some(with.key.clone());
            offer.family = Some(with.name.clone());
            offer.leads = true;
            offer.refusal = menu.judge(|| {
                at_hand(doer, with)?;
                Vigor::affords(doer, &cost)
            });
            menu.add(offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let Ok(with) = named(doer, base.with.as_deref()) else {
            return Vec::new();
        };
        let at = |target| base.upon(target);
        let orders = strike::targets(doer.world, doer.id, with).into_iter().map(at).collect();
        with_the_other_hand(doer, with, orders)
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(Strike, bool), Refusal> {
        let with = named(doer, act.with.as_deref())?;
        let target = act.named_target()?;
        strike::aims_at(doer.world, doer.id, with, target)?;
        let strike = Strike { attacker: doer.id, with: with.clone(), target, occasion: Occasion::Action };
        Ok((strike, act.flag(OTHER_HAND.key)))
    }

    fn begin(&self, world: &mut World, _id: Id, (strike, other_hand): (Strike, bool)) {
        declare(world, strike, other_hand);
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<(Strike, bool), Refusal> {
        self.parse(doer, &act.or_upon(against))
    }

    /// VIG-READY-3: an attack of its own.
    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        named(doer, act.with.as_deref()).map(|_| ())
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        let with = named(doer, act.with.as_deref()).ok()?;
        Some(aim(doer, with, target, Occasion::Action))
    }
}
