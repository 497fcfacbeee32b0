//! Damage: portion by portion, halved by a Defense Roll, less Armor once, by nature none, half or half as much again (MOM-DMG-1).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{creature, life, roll};
use super::super::data::{Attack, DamageType, Durability, StatKind};
use crate::battle::{Event, Guard, *};
use crate::dice::Dice;
use crate::rule;

/// Damage of one type as it comes at somebody.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Dose {
    /// How much.
    pub amount: Trace,
    /// Of which type.
    pub damage_type: DamageType,
}

/// Harm that no attack does, in flight until it is dealt.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Wound {
    /// A creature or an object.
    pub target: Id,
    /// How much, all at once.
    pub doses: Vec<Dose>,
}

impl Wound {
    /// Harm out of the level.
    pub(crate) fn of(hurt: Hurt) -> Self {
        let dose = |part: HurtPart| Dose {
            amount: part.amount,
            damage_type: DamageType::known(&part.kind).unwrap_or_default(),
        };
        Self { target: hurt.target, doses: hurt.parts.into_iter().map(dose).collect() }
    }
}

impl Later for Wound {
    const STAGE: Stage = Stage::Damage;

    fn happen(self, world: &mut World) {
        let Self { target, doses } = self;
        if is_on_map(world, target) {
            let (parts, how) = protect(world, target, doses, false, 0);
            if parts.iter().all(|part| part.amount == 0) {
                return world.tell(Event::new(What::came_of(&parts)).target(target).trace(how));
            }
            life::suffer(world, target, parts, how);
        } else if world.part::<Durability>(target).is_some() {
            batter(world, target, doses);
        }
    }
}

/// MOM-VIT-8: an object takes all of it, and is no more when it has nothing left.
fn batter(world: &mut World, target: Id, doses: Vec<Dose>) {
    let mut how = Trace::new("damage", 0);
    let part = |dose: &Dose| DamagePart::new(dose.damage_type.kind(), dose.amount.value);
    let parts: Vec<DamagePart> = doses.iter().map(part).collect();
    for dose in doses {
        how.push(dose.amount);
    }
    let before = world.the::<Durability>(target).now;
    let now = (before - how.value.max(0)).max(0);
    world.the_mut::<Durability>(target).now = now;
    let event = Event::new(What::damage(parts, "vitality", (before, now))).target(target);
    world.tell(event.trace(how).by(rule!("MOM-VIT-8")));
    if now == 0 {
        spawn::wreck(world, target);
    }
}

/// The dice of an attack, portion by portion; a critical hit adds fixed numbers to its main one (MOM-CRIT-1 to MOM-CRIT-5).
pub(crate) fn roll_damage(world: &mut World, with: &Attack, critical: bool) -> Vec<Dose> {
    let mut dice = world.resource_mut::<Dice>();
    let roll = |portion: &super::super::data::Portion| Dose {
        amount: dice.roll(&portion.expression(), "damage"),
        damage_type: portion.damage_type,
    };
    let mut doses: Vec<Dose> = with.damage.iter().map(roll).collect();
    if let Some(first) = doses.first_mut().filter(|_| critical) {
        first.amount.push(match with.tier {
            0 => Trace::new("critical hit", 6).by(rule!("MOM-CRIT-1")),
            tier => Trace::new("critical hit", 6 + 3 * tier).by(rule!("MOM-CRIT-2")),
        });
    }
    doses
}

/// What stops damage of a type: how much of it, what it is, the rule (MOM-ARM-1, MOM-ARM-4, MOM-ARM-5).
fn defence(world: &World, target: Id, damage_type: DamageType) -> (i32, &'static str, Rule) {
    let value = |stat| roll::defense_value(world, target, stat);
    match damage_type {
        DamageType::Poison => (value(StatKind::Con), "Constitution Defense Roll", rule!("MOM-ARM-4")),
        DamageType::Psychic => (value(StatKind::Wil), "Will Defense Roll", rule!("MOM-ARM-5")),
        _ => (creature::profile(world, target).armor(), "Armor", rule!("MOM-ARM-1")),
    }
}

/// MOM-ARM-12: a value that is positive is ignored down to nothing at most.
fn ignoring(value: i32, ignores: i32) -> i32 {
    if value > 0 { (value - ignores).max(0) } else { value }
}

/// What a defence of a value leaves of each portion, when the chosen one bears it (MOM-ARM-8, MOM-ARM-9).
fn borne(amounts: &[i32], value: i32, chosen: usize) -> Vec<i32> {
    let mut left = amounts.to_vec();
    let mut rest = value;
    let others = (0..left.len()).filter(|&place| place != chosen);
    for place in [chosen].into_iter().chain(others).filter(|&place| amounts[place] > 0) {
        let taken = rest.min(left[place]);
        left[place] -= taken;
        rest = if rest < 0 { 0 } else { rest - taken };
    }
    left
}

/// MOM-RES-1 to MOM-RES-5: what nature makes of damage of a type, what it is called, the rule.
fn nature(
    world: &World,
    target: Id,
    damage_type: DamageType,
    amount: i32,
) -> (i32, Option<(Guard, &'static str, Rule)>) {
    let profile = creature::profile(world, target);
    let is = |list: &[super::super::data::Category]| list.iter().any(|one| one.covers(damage_type));
    match (is(&profile.immune), is(&profile.resist), is(&profile.vulnerable)) {
        (true, ..) => (0, Some((Guard::Immunity, "immune", rule!("MOM-RES-2")))),
        (_, true, true) => (amount, Some((Guard::Other, "resistant and vulnerable", rule!("MOM-RES-5")))),
        (_, true, false) => (amount / 2, Some((Guard::Resistance, "resistant", rule!("MOM-RES-1")))),
        (_, false, true) => (amount + amount / 2, Some((Guard::Vulnerability, "vulnerable", rule!("MOM-RES-3")))),
        (_, false, false) => (amount, None),
    }
}

/// What is left of damage for somebody, portion by portion, and how it was reckoned.
pub(crate) fn protect(
    world: &World,
    target: Id,
    doses: Vec<Dose>,
    saved: bool,
    ignores: i32,
) -> (Vec<DamagePart>, Trace) {
    let mut how = Trace::new("damage", 0).by(rule!("MOM-DMG-1"));
    let amounts: Vec<i32> = doses.iter().map(|dose| dose.amount.value.max(0) / if saved { 2 } else { 1 }).collect();
    // MOM-ARM-13: each value is ignored before the lowest of them counts.
    let due: Vec<usize> = (0..doses.len()).filter(|&place| amounts[place] > 0).collect();
    let values: Vec<_> = due.iter().map(|&place| defence(world, target, doses[place].damage_type)).collect();
    let lowest = values.iter().min_by_key(|value| ignoring(value.0, ignores)).cloned();
    let value = lowest.as_ref().map_or(0, |lowest| ignoring(lowest.0, ignores));
    let total = |chosen: usize| -> i32 {
        let left = borne(&amounts, value, chosen);
        let after = left.iter().zip(&doses).map(|(&left, dose)| nature(world, target, dose.damage_type, left).0);
        after.sum()
    };
    let chosen = due.iter().copied().max_by_key(|&place| (total(place), std::cmp::Reverse(place)));
    let left = chosen.map_or_else(|| amounts.clone(), |chosen| borne(&amounts, value, chosen));
    let differs = values.iter().any(|one| one.1 != values[0].1);
    let mut parts = Vec::new();
    for (place, dose) in doses.into_iter().enumerate() {
        let mut part = DamagePart::new(dose.damage_type.kind(), dose.amount.value);
        let mut amount = Trace { value: part.amount, ..dose.amount };
        let mut leaves = |part: &mut DamagePart, left: i32, by: Protection, rule: Rule| {
            amount.push(Trace::new(by.name.clone(), left - part.amount).by(rule));
            part.leaves(left, by);
        };
        if saved {
            leaves(&mut part, amounts[place], Protection::new(Guard::Save, "the Defense Roll"), rule!("MOM-DR-13"));
        }
        if let Some((_, name, rule)) = lowest.clone().filter(|_| left[place] != part.amount) {
            let rule = if value < 0 { rule!("MOM-ARM-3") } else { rule };
            leaves(&mut part, left[place], Protection::new(Guard::Armour, name).of(target), rule);
        }
        let (after, why) = nature(world, target, dose.damage_type, left[place]);
        if let Some((guard, name, rule)) = why.filter(|_| left[place] > 0) {
            leaves(&mut part, after, Protection::new(guard, name), rule);
        }
        if chosen == Some(place) && value != 0 {
            amount.terms.extend(remarks(&amounts, value, place, due.len() > 1, differs));
        }
        if let Some((full, name, _)) = lowest.as_ref().filter(|lowest| chosen == Some(place) && lowest.0 > value) {
            let ignored = Trace::refused(*name, value - full, "ignored").by(rule!("MOM-ARM-12"));
            amount.terms.push(ignored);
        }
        how.push(amount);
        parts.push(part);
    }
    (parts, how)
}

/// What is to be said where a defence stands against several portions.
fn remarks(amounts: &[i32], value: i32, chosen: usize, several: bool, differs: bool) -> Vec<Trace> {
    let mut out = Vec::new();
    if several {
        out.push(Trace::note("once for all of it").by(rule!("MOM-ARM-2")));
        out.push(Trace::note("off the part that leaves most").by(rule!("MOM-ARM-7")));
    }
    if differs {
        out.push(Trace::note("the lowest defence counts").by(rule!("MOM-ARM-6")));
    }
    if value > amounts[chosen] && several {
        out.push(Trace::note("what is left of it goes on to the next").by(rule!("MOM-ARM-8")));
    }
    if amounts[chosen] <= value && !several {
        out.push(Trace::note("nothing gets through").by(rule!("MOM-DMG-2")));
    }
    out
}
