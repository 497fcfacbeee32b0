//! Attacks and Abilities with what a creature has on its list (MOM-ACT-1, MOM-ACT-28). How one goes on is in `fight`.

use super::super::data::{Attack, Class, Metres};
use super::super::field::{aim, distance, evasion};
use super::super::fight::strike::{self, Said, Strike};
use super::doer::*;
use crate::grid::Square;

/// Attacking.
pub(super) struct Attacking;

/// A Maneuver that joins a weapon attack.
const MANEUVER: Key =
    Key::new("maneuver", Takes::Own("the key of a Maneuver"), "A Maneuver that joins a weapon attack.");
/// WP beyond the price of an Ability.
const UPCAST: Key = Key::new("upcast", Takes::Number(1..=99), "WP put into an Ability beyond its price: 1d6 each.");
/// Not to kill.
const NONLETHAL: Key =
    Key::new("nonlethal", Takes::Flag, "Not to kill: 1d4 less damage, by an Ability 1d4 more a Tier.");
/// To kill by Holy damage.
const LETHAL: Key = Key::new("lethal", Takes::Flag, "Holy damage is to kill as well.");
/// To miss.
const MISS: Key = Key::new("miss", Takes::Flag, "The attack is to miss.");
/// To be asked.
const ASK_MISS: Key = Key::new("ask_miss", Takes::Flag, "Asks whether to miss once the attack would hit.");

pub(super) const KIND: ActionKind = ActionKind {
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    price: Price::Points(2),
    aimed: &[AimedAt::Creature, AimedAt::Object, AimedAt::Burst, AimedAt::Line],
    with: "the weapon or Ability",
    options: &[MANEUVER, UPCAST, NONLETHAL, LETHAL, MISS, ASK_MISS],
    readied: true,
    ..ActionKind::new("attack", "Attack", "An attack against Evasion, or an effect against a Defense Roll.")
};

/// What an order says beside weapon and target.
///
/// # Errors
/// It has no such Maneuver, or the weapon takes none; or it cannot put so much WP into it.
fn said(doer: &Doer<'_>, with: &Attack, act: &Act) -> Result<Said, Refusal> {
    let maneuver = match act.word(MANEUVER.key) {
        None => None,
        Some(key) => {
            let mut known = doer.profile.attacks.iter().filter(|one| one.class == Class::Maneuver);
            let maneuver = known.find(|one| one.key == key).ok_or_else(|| {
                Refusal::by(rule!("MOM-ABIL-4"), "no_such_maneuver", format!("It has no Maneuver `{key}`."))
            })?;
            if with.is_ability() || with.class == Class::Effect {
                let message = "A Maneuver joins a weapon attack.";
                return Err(Refusal::by(rule!("MOM-ABIL-4"), "no_weapon", message));
            }
            Some(maneuver.clone())
        }
    };
    let upcast = act.number(UPCAST.key).unwrap_or(0);
    let limit = if with.is_ability() { creature::upcast_limit(doer.world, doer.id) } else { 0 };
    if upcast > limit {
        let message = format!("It can put at most {limit} WP more into it.");
        return Err(Refusal::by(rule!("MOM-ABIL-3"), "upcast", message));
    }
    let nonlethal = act.flag(NONLETHAL.key);
    if nonlethal && with.class == Class::Effect {
        return Err(Refusal::by(rule!("MOM-NL-7"), "no_attack", "Only attacks can be made so as not to kill."));
    }
    let (kills, misses, asks) = (act.flag(LETHAL.key), act.flag(MISS.key), act.flag(ASK_MISS.key));
    Ok(Said { maneuver, upcast, nonlethal, kills, misses, asks })
}

impl Attacking {
    fn aimed(doer: &Doer<'_>, act: &Act, held: bool) -> Result<Strike, Refusal> {
        let with = doer.attack(act.with.as_deref())?;
        if !with.is_ordered() {
            return Err(Refusal::new("no_such_attack", format!("{} is no attack by itself.", with.name)));
        }
        hands::wields(doer.world, doer.id, with)?;
        let said = said(doer, with, act)?;
        let held = held.then_some(if with.is_ability() { 0 } else { doer.profile.extra_attacks });
        let strike = |target, at| Strike { held, said, ..Strike::new(doer.id, with.clone(), target, at) };
        if with.is_area() {
            if act.target.is_some() {
                return Err(Refusal::new("no_square", "An area is aimed at a square, not at somebody."));
            }
            let at = act.named_square()?;
            aim::aims_at_square(doer.world, doer.id, with, at)?;
            return Ok(strike(None, at));
        }
        if act.at.is_some() {
            return Err(Refusal::new("no_target", "It is aimed at somebody or something, not at a square."));
        }
        let there = |&target: &Id| is_on_map(doer.world, target) || aim::is_breakable(doer.world, target);
        let target = act.target.filter(there);
        let target = target.ok_or_else(|| Refusal::new("no_target", "Name the target of the attack."))?;
        let there = distance::seen_from(doer.world, doer.id, target);
        aim::aims_at(doer.world, doer.id, with, target, there)?;
        Ok(strike(Some(target), there.at))
    }

    /// What an order takes: the weapon or Ability, the Maneuver that joins it, and what is put in beyond.
    pub(super) fn price(doer: &Doer<'_>, act: &Act) -> Cost {
        let with = doer.attack(act.with.as_deref()).ok();
        let mut cost = Cost::with(&KIND, with);
        if let Some(key) = act.word(MANEUVER.key)
            && let Some(maneuver) = doer.profile.attacks.iter().find(|one| one.key == key)
        {
            cost.wp += maneuver.wp;
        }
        cost.wp += act.number(UPCAST.key).unwrap_or(0).max(0);
        if cost.weapon && creature::points(doer.world, doer.id).credits > 0 {
            cost.ap = 0;
        }
        cost
    }
}

/// The squares from which an area finds an enemy: around each known one, as far as it reaches.
fn squares_about(doer: &Doer<'_>, with: &Attack) -> Vec<Square> {
    let enemies = known_to(doer.world, doer.id).filter(|(id, _)| creature::hostile(doer.world, doer.id, *id));
    let mut out: Vec<Square> = enemies.flat_map(|(_, stand)| stand.space.squares().collect::<Vec<_>>()).collect();
    out.sort_by_key(|at| (at.y, at.x));
    out.dedup();
    out.retain(|&at| aim::aims_at_square(doer.world, doer.id, with, at).is_ok());
    out
}

/// The objects near enough to be struck that can be broken.
fn objects_about(world: &World, id: Id, range: Metres) -> Vec<Id> {
    let near = |&thing: &Id| aim::is_breakable(world, thing) && distance::between(world, id, thing) <= range;
    things(world).filter(near).collect()
}

impl Action for Attacking {
    type Rules = Momentum;
    type Plan = Strike;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-ACT-1"));

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        Self::price(doer, act)
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in doer.profile.attacks.iter().filter(|with| with.is_ordered()) {
            let mut offer = doer.row(&KIND, with, menu);
            offer.icon = match with.class {
                Class::Melee => "melee",
                _ if with.burst_m > 0 => "burst",
                _ => with.style.icon(),
            }
            .into();
            offer.purpose = if with.damage.is_empty() { Purpose::Control } else { Purpose::Harm };
            if with.is_area() {
                offer.aim = Aim::Square;
                offer.radius = u32::try_from(with.burst_m).ok();
            }
            menu.add(offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let Ok(with) = doer.attack(base.with.as_deref()) else { return Vec::new() };
        if with.is_area() {
            return squares_about(doer, with).into_iter().map(|at| base.to(at)).collect();
        }
        let mut out: Vec<Act> = on_map(doer.world).map(|id| base.upon(id)).collect();
        out.extend(objects_about(doer.world, doer.id, with.range_m).into_iter().map(|id| base.upon(id)));
        if !with.is_ability() && with.class != Class::Effect && base.options.is_empty() {
            let maneuvers = doer.profile.attacks.iter().filter(|one| one.class == Class::Maneuver);
            let keys: Vec<&str> = maneuvers.map(|one| one.key.as_str()).collect();
            let enemies: Vec<Act> =
                out.iter().filter(|act| act.target.is_some_and(|id| is_on_map(doer.world, id))).cloned().collect();
            out.extend(enemies.iter().flat_map(|act| keys.iter().map(|key| act.clone().saying(MANEUVER.key, *key))));
        }
        out
    }

    fn orders_with(&self, doer: &Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        let mut orders = Action::candidates(self, doer, offer, base);
        orders.retain(|act| action::check_with(doer, self, act).is_ok());
        orders
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Strike, Refusal> {
        Self::aimed(doer, act, false)
    }

    fn begin(&self, world: &mut World, _id: Id, strike: Strike) {
        strike::declare(world, strike);
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<Strike, Refusal> {
        let with = doer.attack(act.with.as_deref())?;
        let at = act.at.or(against.map(|id| space(doer.world, id).at)).filter(|_| with.is_area());
        let target = act.target.or(against).filter(|_| !with.is_area());
        Self::aimed(doer, &Act { target, at, ..act.clone() }, true)
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        let with = doer.attack(act.with.as_deref()).ok()?;
        let world = doer.world;
        world.part::<Creature>(target).filter(|_| knows(world, side_of(world, doer.id), target))?;
        let found = strike::between(world, doer.id, with, act.at, target);
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

/// Attacking a square on suspicion (MOM-HIDE-6).
pub(super) struct Suspecting;

const SUSPECT: ActionKind = ActionKind {
    groups: &[Group::Attack],
    family: Some("On suspicion"),
    purpose: Purpose::Search,
    icon: "search",
    aimed: &[AimedAt::Square],
    price: KIND.price,
    with: KIND.with,
    ..ActionKind::new(
        "attack_square",
        "On suspicion",
        "Attacks a square in which an enemy may hide, with disadvantage.",
    )
};

impl Action for Suspecting {
    type Rules = Momentum;
    type Plan = Strike;
    const KIND: &'static ActionKind = &SUSPECT;
    const FACTS: Option<Rule> = Some(rule!("MOM-HIDE-6"));

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        Attacking::price(doer, act)
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let aimed = |with: &&Attack| matches!(with.class, Class::Melee | Class::Ranged) && !with.is_area();
        for with in doer.profile.attacks.iter().filter(aimed) {
            let mut offer = doer.row(&SUSPECT, with, menu);
            offer.label = format!("On suspicion: {}", with.name);
            menu.add(offer);
        }
    }

    /// Those around it; farther ones are for players to choose. Whether anybody hides there makes no difference to the list.
    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let world = doer.world;
        let own = space(world, doer.id);
        let around = own.at.neighbours().into_iter();
        around
            .filter(|at| !known_to(world, doer.id).any(|(_, stand)| stand.space.contains(*at)))
            .map(|at| base.to(at))
            .collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Strike, Refusal> {
        let with = doer.attack(act.with.as_deref())?;
        hands::wields(doer.world, doer.id, with)?;
        if !matches!(with.class, Class::Melee | Class::Ranged) {
            return Err(Refusal::by(rule!("MOM-HIDE-6"), "no_attack", "Only an attack can be made on suspicion."));
        }
        let at = act.named_square()?;
        aim::aims_at_square(doer.world, doer.id, with, at)?;
        if known_to(doer.world, doer.id).any(|(id, stand)| id != doer.id && stand.space.contains(at)) {
            return Err(Refusal::by(rule!("MOM-HIDE-6"), "known", "It is known who stands there: attack that."));
        }
        Ok(Strike::new(doer.id, with.clone(), None, at))
    }

    fn begin(&self, world: &mut World, _id: Id, strike: Strike) {
        strike::declare(world, strike);
    }
}
