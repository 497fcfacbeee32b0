//! Attacks with weapons in flight: declared, rolled, dealt, closed (ESS-ATK-12 is the order of all this).

use std::borrow::Cow;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::stats::*;
use super::super::field::cover::{self, Found};
use super::super::field::odds::{self, Manner, Odds, Rolled};
use super::super::field::{sight, targeting};
use super::attack::{self, TargetRoll};
use super::harm;
use crate::battle::{self, Event, *};
use crate::dice::Dice;
use crate::grid::{Footprint, Square};
use crate::rule;

/// What is done with a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum AttackMode {
    /// Strikes hand to hand.
    Melee,
    /// Shoots.
    Shot,
    /// Throws.
    Thrown,
    /// A Maneuver.
    Maneuver(Maneuver),
    /// The Push attempt by which one passes an Enemy's square.
    Passing,
    /// Pushing itself off somebody in free fall, so many feet far.
    PushingOff(Feet),
}

impl AttackMode {
    /// What its roll is called.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Melee | Self::Shot | Self::Thrown => "to hit",
            Self::Maneuver(maneuver) => maneuver.name(),
            Self::Passing => "Push attempt",
            Self::PushingOff(_) => "Push-off",
        }
    }
}

/// An attack in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Strike {
    /// Who attacks.
    pub attacker: Id,
    /// With what.
    pub weapon: Weapon,
    /// How.
    pub deed: AttackMode,
    /// Upon whom; none on a square that was named, until it turns out who is there.
    pub target: Option<Id>,
    /// The square aimed at.
    pub at: Square,
    /// Whether a square was named, for want of knowing who is there (ESS-HID-4).
    pub guessed: bool,
    /// The thing that Break and Disarm are about.
    pub item: Option<String>,
}

impl Strike {
    /// An attack about to be declared.
    pub(crate) fn new(attacker: Id, weapon: Weapon, deed: AttackMode, target: Id, at: Square) -> Self {
        Self { attacker, weapon, deed, target: Some(target), at, guessed: false, item: None }
    }

    /// How it looks and sounds: what is thrown flies, and only what is meant to hurt shows the colour of its harm.
    pub(crate) fn look(&self) -> Look {
        let look = self.weapon.look();
        match self.deed {
            AttackMode::Melee | AttackMode::Shot => look,
            AttackMode::Thrown => Look::new(Style::Thrown, look.tint),
            AttackMode::Maneuver(_) | AttackMode::Passing | AttackMode::PushingOff(_) => {
                Look { tint: Tint::Plain, ..look }
            }
        }
    }

    /// Tells what came of it. Who was struck at is not told of a square that was guessed.
    pub(crate) fn came(&self, world: &mut World, outcome: AttackOutcome, rule: Option<Rule>) {
        let target = self.target.filter(|_| !self.guessed || outcome.lands());
        attack::came(world, self.attacker, target, outcome, rule);
    }

    /// Whether it goes so far.
    pub(crate) fn reaches(&self, far: Feet) -> bool {
        in_range(&self.weapon, self.deed, far).is_ok()
    }

    /// Everything for and against it upon a target. Who was found in a square that was named is looked at only then.
    pub(crate) fn odds(&self, world: &World, target: Id, between: &[Aimed<Found>]) -> Odds {
        let known = between.iter().find(|known| known.target == target).map(Cow::Borrowed);
        let found = known.unwrap_or_else(|| Cow::Owned(targeting::between(world, self.attacker, target)));
        odds::between(world, self.attacker, self.manner(), &found)
    }

    /// The manner of it.
    pub(crate) fn manner(&self) -> Manner {
        let heavy = self.weapon.class == Class::Heavy;
        match self.deed {
            AttackMode::Shot | AttackMode::Thrown => Manner::Ranged { heavy },
            AttackMode::Melee | AttackMode::Maneuver(_) | AttackMode::Passing | AttackMode::PushingOff(_) => {
                Manner::Melee { heavy }
            }
        }
    }
}

/// Declares an attack. Its Action has been paid.
pub(crate) fn declare(world: &mut World, strike: Strike) {
    let name: Text = match strike.deed {
        AttackMode::Melee | AttackMode::Shot | AttackMode::Thrown => strike.weapon.name.clone().into(),
        deed => deed.label().into(),
    };
    let far = matches!(strike.manner(), Manner::Melee { .. }) && strike.weapon.reach_ft > Some(5);
    let event = Event::new(What::Attack { with: name, look: strike.look(), at: strike.at, radius: 0 })
        .actor(strike.attacker)
        .target(strike.target.filter(|_| !strike.guessed))
        .by(rule!("ESS-ATK-1"))
        .by(rule!("ESS-ATK-12"))
        .by_all(far.then_some(rule!("ESS-GRID-7")))
        .by_all(strike.guessed.then_some(rule!("ESS-HID-4")));
    world.tell(match strike.deed {
        AttackMode::Maneuver(_) => event.by(rule!("ESS-MAN-1")).by(rule!("ESS-MAN-2")),
        AttackMode::Passing => event.by(rule!("ESS-MOVE-5")).by(rule!("ESS-MOVE-9")),
        AttackMode::PushingOff(_) => event.by(rule!("ESS-ZG-7")),
        AttackMode::Shot => event.by(rule!("ESS-RANGE-7")),
        AttackMode::Melee | AttackMode::Thrown => event,
    });
    battle::declare(world, strike);
}

/// ESS-ATK-4, ESS-RANGE-1, ESS-RANGE-2: what is added to the die.
pub(crate) fn attack_terms(world: &World, strike: &Strike, between: &[Aimed<Found>]) -> Vec<Trace> {
    if let Manner::Melee { .. } = strike.manner() {
        return odds::melee_terms(world, strike.attacker, strike.weapon.class, strike.weapon.natural);
    }
    // As far as the square, where one was named, whoever is in it (ESS-HID-5).
    let far = match between {
        [target] if !strike.guessed => target.distance,
        _ => creature::distance_to(world, strike.attacker, strike.at),
    };
    shooting_terms(world, strike.attacker, &strike.weapon, far)
}

/// ESS-RANGE-1, ESS-RANGE-2: Level, stat and range penalty of a shot or throw so far.
pub(crate) fn shooting_terms(world: &World, id: Id, weapon: &Weapon, far: Feet) -> Vec<Trace> {
    let profile = creature::profile(world, id);
    let mut terms = odds::with_level(profile, Trace::new("DEX", profile.dex).by(rule!("ESS-RANGE-1")));
    terms.extend(range_penalty(far, weapon.increment_ft.unwrap_or(5)));
    terms
}

/// ESS-RANGE-2, ESS-RANGE-3.
fn range_penalty(far: Feet, increment: Feet) -> Option<Trace> {
    if far > increment {
        let whole = far / increment;
        let term = Trace::new(format!("{far} ft, increment {increment} ft"), -whole).by(rule!("ESS-RANGE-2"));
        return Some(term.with(Trace::note("rounded down").by(rule!("ESS-RANGE-3"))));
    }
    (far == increment).then(|| Trace::new("exactly one increment", 0).by(rule!("ESS-RANGE-3")))
}

/// ESS-ROLL-1, ESS-ROLL-6, ESS-ROLL-7: whether a total succeeds, and critically. The reasons are laid into the trace.
pub(crate) fn compare(total: &mut Trace, kept: u16, number: i32, against: &'static str) -> (bool, bool) {
    let success = total.value >= number;
    let critical = success && kept == 20;
    let verdict = if success { "reaches" } else { "misses" };
    let mut term = Trace::note(format!("{verdict} {against} {number}")).by(rule!("ESS-ROLL-1"));
    if critical {
        term.note("Critical Success", rule!("ESS-ROLL-6"));
    } else if (kept == 20 && !success) || (kept == 1 && success) {
        term.note("no automatic results", rule!("ESS-ROLL-7"));
    }
    total.terms.push(term);
    total.verdict = Some(success);
    (success, critical)
}

/// ESS-DODGE-2 to ESS-DODGE-4: the next Attack uses a Dodge up, whatever it is.
pub(crate) fn spend_dodge(world: &mut World, target: Id) {
    let Some(mut turn) = world.part_mut::<TurnUsage>(target) else {
        return;
    };
    if turn.dodges > 0 {
        turn.dodges -= 1;
        let left = turn.dodges;
        let event = Event::resource(target, "dodges", (left + 1, left));
        world.tell(event.by_all([rule!("ESS-DODGE-2"), rule!("ESS-DODGE-3"), rule!("ESS-DODGE-4")]));
    }
}

/// What a roll upon one target comes to; it is told with its rules, and uses a Dodge up.
pub(crate) fn meets(
    world: &mut World,
    (attacker, target): (Id, Id),
    mut rolled: Rolled,
    (number, against): (i32, &'static str),
    rules: impl IntoIterator<Item = Rule>,
) -> TargetRoll {
    let found = compare(&mut rolled.total, rolled.kept, number, against);
    world.tell(Event::number(attacker, rolled.total).by_all(rules));
    spend_dodge(world, target);
    TargetRoll::new(target, found)
}

/// ESS-ATK-3, ESS-ATK-6, ESS-ATK-10: the damage of a weapon.
pub(crate) fn damage(world: &mut World, strike: &Strike, critical: bool, feats: bool) -> Trace {
    let profile = world.the::<Stats>(strike.attacker).0.clone();
    let dice = strike.weapon.damage;
    let rolled = world.resource_mut::<Dice>().roll(&dice, "damage");
    let mut amount = Trace::new(strike.weapon.name.clone(), 0);
    for term in rolled.terms {
        amount.push(term);
    }
    if strike.deed == AttackMode::Shot {
        amount.note("shot: dice alone", rule!("ESS-ATK-10"));
    } else {
        let mut term = Trace::new("STR", profile.str).by(rule!("ESS-ATK-10"));
        if profile.dex > profile.str && strike.weapon.class != Class::Heavy {
            term.note("DEX is for the roll alone", rule!("ESS-ATK-6"));
        }
        amount.push(term);
    }
    if profile.bonus_damage != 0 {
        if feats {
            amount.push(Trace::new("feats", profile.bonus_damage).by(rule!("ESS-ATK-10")));
        } else {
            let term = Trace::refused("feats", profile.bonus_damage, "a Maneuver deals no Attack damage");
            amount.push(term.by(rule!("ESS-MAN-3")));
        }
    }
    if critical {
        let rule = if feats { rule!("ESS-ATK-3") } else { rule!("ESS-BREAK-2") };
        harm::double(&mut amount, "Critical Success", rule);
    }
    amount
}

/// ESS-HID-9, ESS-UND-2: an attack shows the attacker to the attacked.
pub(crate) fn exposed(world: &mut World, attacker: Id, target: Option<Id>) {
    if let Some(target) = target.filter(|&target| world.part::<Creature>(target).is_some()) {
        sight::reveal_to(world, attacker, target, rule!("ESS-HID-9"));
    }
    sight::noticed(world, attacker, None);
}

/// ESS-ZG-9: whoever attacks or is hit in free fall without touching something fixed.
pub(crate) fn tumble(world: &mut World, id: Id) {
    if creature::weightless(world)
        && world.part::<TurnUsage>(id).is_some()
        && creature::profile(world, id).flight.is_none()
        && !super::super::motion::square_effects::touches_fixed(world, id)
    {
        harm::gain(world, id, condition::DESTABILISED, rule!("ESS-ZG-9"));
    }
}

/// The square of a target that is nearest to whoever attacks it.
pub(crate) fn nearest_square(world: &World, id: Id, target: Id) -> Square {
    let here = space(world, id);
    let squares = creature::covered(world, target);
    let nearest = squares.into_iter().min_by_key(|&at| (here.steps(Footprint::single(at)), at));
    nearest.expect("what can be attacked should stand somewhere")
}

/// Whether a weapon can be turned upon a target so.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn aims_at(world: &World, id: Id, weapon: &Weapon, deed: AttackMode, target: Id) -> Result<(), Refusal> {
    can_be_attacked(world, id, deed, target)?;
    in_range(weapon, deed, creature::distance(world, id, target))?;
    targeting::line(world, id, target)
}

/// As [`aims_at`], of an attack of which it is known what stands between.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn still_aims_at(
    world: &World,
    id: Id,
    weapon: &Weapon,
    deed: AttackMode,
    between: &Aimed<Found>,
) -> Result<(), Refusal> {
    can_be_attacked(world, id, deed, between.target)?;
    in_range(weapon, deed, between.distance)?;
    between.line.clone()
}

/// Whether it is anything that a weapon could be turned upon so, wherever it is.
fn can_be_attacked(world: &World, id: Id, deed: AttackMode, target: Id) -> Result<(), Refusal> {
    let refuse = |rule: Rule, code: &'static str, message: &'static str| Err(Refusal::by(rule, code, message));
    if target == id {
        return Err(Refusal::new("self", "It cannot attack itself."));
    }
    let creature = world.part::<Creature>(target).is_some();
    if creature && !is_on_map(world, target) {
        return Err(Refusal::new("gone", "That creature is not on the map any more."));
    }
    if !creature && world.part::<ObjectHealth>(target).is_none() {
        return refuse(rule!("ESS-ATK-13"), "indestructible", "That cannot be attacked.");
    }
    if !creature && matches!(deed, AttackMode::Maneuver(_)) {
        return refuse(rule!("ESS-MAN-1"), "no_creature", "Maneuvers are for creatures.");
    }
    if creature && sight::hidden_from(world, target, id) {
        return refuse(rule!("ESS-HID-4"), "hidden", "Name a square: nobody is seen there.");
    }
    Ok(())
}

fn in_range(weapon: &Weapon, deed: AttackMode, far: Feet) -> Result<(), Refusal> {
    if matches!(deed, AttackMode::Shot | AttackMode::Thrown) {
        // No maximum range (ESS-RANGE-4).
        return Ok(());
    }
    let reach = weapon.reach_ft.unwrap_or(0);
    if far > reach {
        let message = format!("{far} ft away; {} reaches {reach} ft.", weapon.name);
        return Err(Refusal::by(rule!("ESS-ATK-9"), "reach", message));
    }
    Ok(())
}

/// ESS-HID-4: whether a square can be attacked in the hope that somebody is there.
///
/// # Errors
/// Out of reach or behind something solid.
pub(crate) fn aims_at_square(
    world: &World,
    id: Id,
    weapon: &Weapon,
    deed: AttackMode,
    at: Square,
) -> Result<(), Refusal> {
    if space(world, id).contains(at) {
        return Err(Refusal::new("self", "It stands there itself."));
    }
    in_range(weapon, deed, creature::distance_to(world, id, at))?;
    if !cover::effect_reaches(world, id, at) {
        let message = "Something solid stands between.";
        return Err(Refusal::by(rule!("ESS-LOE-1"), "no_line", message));
    }
    Ok(())
}
