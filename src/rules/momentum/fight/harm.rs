//! Damage: portion by portion, halved by a Defense Roll, less Armor once, by nature none, half or half as much again (MOM-DMG-1).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::life::Loss;
use super::super::body::{creature, life, roll};
use super::super::data::conditions::DOWN;
use super::super::data::{Category, DamageType, Durability, Portion, Shell, Shown, StatKind, Stats};
use super::held;
use crate::battle::{Event, Guard, *};
use crate::dice::{Dice, Expression};
use crate::rule;

/// Damage of one type, before anything protects the target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Dose {
    /// How much.
    pub amount: Trace,
    /// Of which type.
    pub damage_type: DamageType,
}

impl Dose {
    /// Physical damage.
    pub(crate) const fn physical(amount: Trace) -> Self {
        Self { amount, damage_type: DamageType::Physical }
    }
}

/// Harm that no attack does, in flight until it is dealt.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Wound {
    /// A creature or an object.
    pub target: Id,
    /// How much, all at once.
    pub doses: Vec<Dose>,
    /// How much Armor it ignores.
    #[serde(default)]
    pub ignores: i32,
    /// The most that it can do (MOM-TELE-4).
    #[serde(default)]
    pub most: Option<i32>,
}

impl Wound {
    /// Harm that meets all Armor.
    pub(crate) const fn plain(target: Id, doses: Vec<Dose>) -> Self {
        Self { target, doses, ignores: 0, most: None }
    }

    /// Harm out of the level.
    pub(crate) fn of(hurt: Hurt) -> Self {
        let dose = |part: HurtPart| Dose {
            amount: part.amount,
            damage_type: DamageType::known(&part.kind).unwrap_or_default(),
        };
        Self::plain(hurt.target, hurt.parts.into_iter().map(dose).collect())
    }
}

impl Later for Wound {
    const STAGE: Stage = Stage::Damage;

    fn happen(self, world: &mut World) {
        let Self { target, doses, ignores, most } = self;
        hurt(world, target, &Blow { doses, ignores, most, ..Blow::default() }, None);
    }
}

/// What strikes a creature or an object at once (MOM-DMG-1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Blow {
    /// Damage by type, its main part first.
    pub doses: Vec<Dose>,
    /// What is taken off so as not to kill, as it was rolled (MOM-NL-1, MOM-NL-2).
    #[serde(default)]
    pub soft: Option<Trace>,
    /// Whether a Defense Roll leaves half of it.
    pub saved: bool,
    /// How much Armor it ignores.
    pub ignores: i32,
    /// What cover joins to the target's Defense Rolls, and so to their values (MOM-ARM-14).
    pub cover: Vec<Trace>,
    /// The portion that Armor is taken from, where that was said (MOM-ARM-7).
    pub bearer: Option<u8>,
    /// Whether the attacker chose not to kill (MOM-NL-1).
    pub nonlethal: bool,
    /// Whether the attacker wishes Holy damage to kill (MOM-TYPE-6).
    pub kills: bool,
    /// The most that it can do (MOM-TELE-4).
    pub most: Option<i32>,
}

impl Blow {
    /// What a Defense Roll leaves of a portion.
    fn halved(&self, dose: &Dose) -> i32 {
        dose.amount.value.max(0) / if self.saved { 2 } else { 1 }
    }

    /// The portions that do anything.
    fn portions(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.doses.len()).filter(|&place| self.halved(&self.doses[place]) > 0)
    }

    /// MOM-NL-4, MOM-TYPE-6 to MOM-TYPE-8: why it does not kill a target, if it does not.
    fn spares(&self, world: &World, target: Id, parts: &[DamagePart]) -> Option<Rule> {
        if self.nonlethal {
            return Some(rule!("MOM-NL-5"));
        }
        let some = parts.iter().any(|part| part.amount > 0);
        let all_holy = parts.iter().filter(|part| part.amount > 0).all(is_holy);
        (is_biological(world, target) && some && all_holy && !self.kills).then_some(rule!("MOM-TYPE-6"))
    }
}

fn is_holy(part: &DamagePart) -> bool {
    DamageType::known(&part.kind.key) == Some(DamageType::Holy)
}

fn is_biological(world: &World, id: Id) -> bool {
    world.part::<Stats>(id).is_some_and(|stats| stats.0.biological)
}

/// Deals a blow to a target, for an attacker if there is one; whether any damage got through.
pub(crate) fn hurt(world: &mut World, target: Id, blow: &Blow, by: Option<Id>) -> bool {
    let creature = is_on_map(world, target);
    if !creature && world.part::<Durability>(target).is_none() {
        return false;
    }
    let (parts, how) = protect(world, target, blow);
    let outcome = Event::new(What::came_of(&parts)).actor(by).target(target);
    let outcome = outcome.by_all(by.map(|_| rule!("MOM-ATK-2")));
    let none = parts.iter().all(|part| part.amount == 0);
    if creature {
        show(world, target, &parts);
    }
    if none {
        world.tell(outcome.trace(how));
        return false;
    }
    if by.is_some() {
        world.tell(outcome);
    }
    if creature {
        let spares = blow.spares(world, target, &parts);
        let gets_through = || parts.iter().filter(|part| part.amount > 0);
        if spares.is_none() && gets_through().any(is_holy) {
            let mixed = !gets_through().all(is_holy);
            match (is_biological(world, target), mixed) {
                (false, _) => world.note(target, "does not live: Holy damage kills it", rule!("MOM-TYPE-7")),
                (true, true) => world.note(target, "not all of it is Holy", rule!("MOM-TYPE-8")),
                (true, false) => {}
            }
        }
        let stood = !has_condition(world, target, DOWN);
        life::suffer(world, target, Loss { spares, ..Loss::of(parts, how) });
        if stood && has_condition(world, target, DOWN) {
            held::went_down(world, target);
        }
    } else {
        batter(world, target, parts, how);
    }
    true
}

/// MOM-TYPE-11: how a creature takes a type of damage is known once it has been seen.
fn show(world: &mut World, target: Id, parts: &[DamagePart]) {
    let new = parts.iter().filter(|part| part.came > 0).filter_map(|part| DamageType::known(&part.kind.key));
    let mut shown = world.part::<Shown>(target).cloned().unwrap_or_default();
    let before = shown.0.len();
    shown.0.extend(new);
    if shown.0.len() != before {
        world.put(target, shown);
    }
}

/// MOM-VIT-8: an object is no more when it has nothing left. MOM-OBJ-3: it covers nobody from the next line on.
fn batter(world: &mut World, target: Id, parts: Vec<DamagePart>, how: Trace) {
    let amount: i32 = parts.iter().map(|part| part.amount).sum();
    let before = world.the::<Durability>(target).now;
    let now = (before - amount).max(0);
    world.the_mut::<Durability>(target).now = now;
    let event = Event::new(What::damage(parts, "vitality", (before, now))).target(target);
    world.tell(event.trace(how).by(rule!("MOM-VIT-8")));
    if now == 0 {
        spawn::wreck(world, target);
    }
}

/// Dice of portions; what the upcast adds comes last and joins the first (MOM-ABIL-3, MOM-DICE-13).
pub(crate) fn roll_portions(world: &mut World, portions: &[Portion], upcast: i32) -> Vec<Dose> {
    let mut dice = world.resource_mut::<Dice>();
    let roll = |portion: &Portion| Dose {
        amount: dice.roll(&portion.expression(), "damage"),
        damage_type: portion.damage_type,
    };
    let mut doses: Vec<Dose> = portions.iter().map(roll).collect();
    if let (Some(first), Ok(count @ 1..)) = (doses.first_mut(), u16::try_from(upcast)) {
        let more = world.resource_mut::<Dice>().roll(&Expression::dice(count, 6), "upcast");
        first.amount.push(more.by(rule!("MOM-ABIL-3")));
    }
    doses
}

/// MOM-NL-1, MOM-NL-2: the dice that are taken off so as not to kill.
pub(crate) fn soften(world: &mut World, dice: u16, rule: Rule) -> Trace {
    world.resource_mut::<Dice>().roll(&Expression::dice(dice, 4), "so as not to kill").by(rule)
}

/// Portions in the attacker's order: the chosen one first (MOM-ARM-8, MOM-NL-3).
fn in_order(count: usize, chosen: Option<usize>) -> impl Iterator<Item = usize> {
    chosen.into_iter().chain((0..count).filter(move |&place| Some(place) != chosen))
}

/// MOM-NL-3: what strikes less what is taken off so as not to kill, in the attacker's order, never below nothing.
fn softened(blow: &Blow, chosen: Option<usize>) -> Vec<Dose> {
    let mut doses = blow.doses.clone();
    let Some(soft) = &blow.soft else { return doses };
    let mut left = soft.value;
    for (nth, place) in in_order(doses.len(), chosen).enumerate() {
        let amount = &mut doses[place].amount;
        let taken = left.min(amount.value.max(0));
        left -= taken;
        let mut term = Trace::new("so as not to kill", -taken);
        if nth == 0 {
            (term.terms, term.dice, term.rule) = (soft.terms.clone(), soft.dice.clone(), soft.rule.clone());
        } else {
            term = term.by(rule!("MOM-NL-3"));
        }
        if taken > 0 || nth == 0 {
            amount.push(term);
        }
    }
    doses
}

/// What a creature or an object meets damage with, whatever strikes.
struct Guards<'w> {
    armor: Trace,
    immune: &'w [Category],
    resist: &'w [Category],
    vulnerable: &'w [Category],
}

fn guards(world: &World, target: Id) -> Guards<'_> {
    static NONE: std::sync::LazyLock<Shell> = std::sync::LazyLock::new(Shell::default);
    if let Some(Stats(profile)) = world.part::<Stats>(target) {
        let armor = creature::armor(world, target);
        let (immune, resist, vulnerable) = (&profile.immune, &profile.resist, &profile.vulnerable);
        return Guards { armor, immune, resist, vulnerable };
    }
    let Shell { armor, immune, resist, vulnerable, .. } = world.part::<Shell>(target).unwrap_or(&NONE);
    Guards { armor: Trace::new("Armor", *armor), immune, resist, vulnerable }
}

/// What stops damage of a type: how much of it, what it is, the rule (MOM-ARM-1, MOM-ARM-4, MOM-ARM-5). All other types meet Armor
/// (MOM-ARM-15, MOM-TYPE-5, MOM-TYPE-9).
fn defence(world: &World, target: Id, damage_type: DamageType, cover: &[Trace]) -> (i32, &'static str, Rule) {
    let creature = world.part::<Stats>(target).is_some();
    let value = |stat| if creature { roll::defense_value(world, target, stat, cover) } else { 0 };
    match damage_type {
        DamageType::Poison => (value(StatKind::Con), "Constitution Defense Roll", rule!("MOM-ARM-4")),
        DamageType::Psychic => (value(StatKind::Wil), "Will Defense Roll", rule!("MOM-ARM-5")),
        _ => (guards(world, target).armor.value, "Armor", rule!("MOM-ARM-1")),
    }
}

/// MOM-ARM-12: a value that is positive is ignored down to nothing at most.
fn ignoring(value: i32, ignores: i32) -> i32 {
    if value > 0 { value.saturating_sub(ignores).max(0) } else { value }
}

/// What a defence of a value leaves of each portion, when the chosen one bears it (MOM-ARM-8, MOM-ARM-9).
fn borne(amounts: &[i32], value: i32, chosen: usize) -> Vec<i32> {
    let mut left = amounts.to_vec();
    let mut rest = value;
    for place in in_order(amounts.len(), Some(chosen)).filter(|&place| amounts[place] > 0) {
        let taken = rest.min(left[place]);
        left[place] -= taken;
        rest = if rest < 0 { 0 } else { rest - taken };
    }
    left
}

/// MOM-RES-1 to MOM-RES-5, of each portion after Armor (MOM-RES-4): what nature makes of damage of a type, what it is called, the rule.
fn nature(guards: &Guards<'_>, damage_type: DamageType, amount: i32) -> (i32, Option<(Guard, &'static str, Rule)>) {
    let is = |list: &[Category]| list.iter().any(|one| one.covers(damage_type));
    match (is(guards.immune), is(guards.resist), is(guards.vulnerable)) {
        (true, ..) => (0, Some((Guard::Immunity, "immune", rule!("MOM-RES-2")))),
        (_, true, true) => (amount, Some((Guard::Other, "resistant and vulnerable", rule!("MOM-RES-5")))),
        (_, true, false) => (amount / 2, Some((Guard::Resistance, "resistant", rule!("MOM-RES-1")))),
        (_, false, true) => (amount + amount / 2, Some((Guard::Vulnerability, "vulnerable", rule!("MOM-RES-3")))),
        (_, false, false) => (amount, None),
    }
}

/// Whether a side can know how a creature takes some types of damage: play has shown it, or nature makes nothing of them.
fn natures_known(world: &World, target: Id, doses: &[Dose]) -> bool {
    let guards = guards(world, target);
    let shown = creature::shown(world, target);
    doses.iter().all(|dose| {
        let plain = nature(&guards, dose.damage_type, 1).1.is_none();
        plain || shown.contains(&dose.damage_type)
    })
}

/// The damage of a blow as Armor meets it, and what Armor is.
struct Meeting {
    doses: Vec<Dose>,
    amounts: Vec<i32>,
    due: Vec<usize>,
    values: Vec<(i32, &'static str, Rule)>,
    lowest: Option<(i32, &'static str, Rule)>,
    value: i32,
}

/// MOM-DMG-4: a Defense Roll halves each portion for itself, and one of which nothing is left brings no defence in.
fn meeting(world: &World, target: Id, blow: &Blow, chosen: Option<usize>) -> Meeting {
    let Blow { ignores, cover, .. } = blow;
    let doses = softened(blow, chosen);
    let amounts: Vec<i32> = doses.iter().map(|dose| blow.halved(dose)).collect();
    let due: Vec<usize> = (0..doses.len()).filter(|&place| amounts[place] > 0).collect();
    let values: Vec<_> = due.iter().map(|&place| defence(world, target, doses[place].damage_type, cover)).collect();
    // MOM-ARM-13: each value is ignored before the lowest of them counts.
    let lowest = values.iter().min_by_key(|value| ignoring(value.0, *ignores)).cloned();
    let value = lowest.as_ref().map_or(0, |lowest| ignoring(lowest.0, *ignores));
    Meeting { doses, amounts, due, values, lowest, value }
}

/// What gets through in all, by the portion that bears Armor, the one that leaves most first; nothing is known of it where there is but
/// one portion.
pub(crate) fn bearers(world: &World, target: Id, blow: &Blow) -> Vec<(u8, i32)> {
    let guards = guards(world, target);
    let total = |chosen: usize| -> i32 {
        let Meeting { amounts, value, .. } = meeting(world, target, blow, Some(chosen));
        let left = borne(&amounts, value, chosen);
        left.iter().zip(&blow.doses).map(|(&left, dose)| nature(&guards, dose.damage_type, left).0).sum()
    };
    let mut all: Vec<(u8, i32)> = blow.portions().map(|place| (place as u8, total(place))).collect();
    all.sort_by_key(|&(place, total)| (std::cmp::Reverse(total), place));
    all
}

/// MOM-TYPE-6, MOM-TYPE-8: whether nothing but Holy damage is left when a portion bears Armor, so that the blow spares what lives.
pub(crate) fn leaves_holy(world: &World, target: Id, blow: &Blow, place: u8) -> bool {
    let Meeting { amounts, value, .. } = meeting(world, target, blow, Some(place.into()));
    let left = borne(&amounts, value, place.into());
    let mut through = left.iter().zip(&blow.doses).filter(|(left, _)| **left > 0);
    !blow.nonlethal
        && !blow.kills
        && is_biological(world, target)
        && left.iter().any(|&left| left > 0)
        && through.all(|(_, dose)| dose.damage_type == DamageType::Holy)
}

/// MOM-ARM-7: whether it matters which portion bears Armor, as far as the attacker can know: by how much, or by whether it kills.
pub(crate) fn bearer_matters(world: &World, target: Id, blow: &Blow) -> bool {
    let all = bearers(world, target, blow);
    let spares = |place: u8| leaves_holy(world, target, blow, place);
    all.iter().any(|one| one.1 != all[0].1 || spares(one.0) != spares(all[0].0))
        && natures_known(world, target, &blow.doses)
}

/// What is left of damage for a creature or an object, portion by portion, and how it was reckoned.
pub(crate) fn protect(world: &World, target: Id, blow: &Blow) -> (Vec<DamagePart>, Trace) {
    let mut how = Trace::new("damage", 0).by(rule!("MOM-DMG-1"));
    let said = blow.bearer.map(usize::from).filter(|&place| blow.portions().any(|other| other == place));
    let chosen = said.or_else(|| bearers(world, target, blow).first().map(|&(place, _)| usize::from(place)));
    let Meeting { doses, amounts, due, values, lowest, value } = meeting(world, target, blow, chosen);
    let left = chosen.map_or_else(|| amounts.clone(), |chosen| borne(&amounts, value, chosen));
    let differs = values.iter().any(|one| one.1 != values[0].1);
    let guards = guards(world, target);
    let mut parts = Vec::new();
    for (place, dose) in doses.into_iter().enumerate() {
        let mut part = DamagePart::new(dose.damage_type.kind(), dose.amount.value.max(0));
        let mut amount = Trace { value: part.amount, ..dose.amount };
        let mut leaves = |part: &mut DamagePart, left: i32, by: Protection, rule: Rule| {
            amount.push(Trace::new(by.name.clone(), left - part.amount).by(rule));
            part.leaves(left, by);
        };
        if blow.saved {
            leaves(&mut part, amounts[place], Protection::new(Guard::Save, "the Defense Roll"), rule!("MOM-DR-13"));
        }
        if let Some((_, name, rule)) = lowest.clone().filter(|_| left[place] != part.amount) {
            let rule = if value < 0 { rule!("MOM-ARM-3") } else { rule };
            leaves(&mut part, left[place], Protection::new(Guard::Armour, name).of(target), rule);
        }
        let (after, why) = nature(&guards, dose.damage_type, left[place]);
        if let Some((guard, name, rule)) = why.filter(|_| left[place] > 0) {
            leaves(&mut part, after, Protection::new(guard, name), rule);
        }
        if chosen == Some(place) && lowest.is_some() {
            if value != 0 {
                amount.terms.extend(remarks(&amounts, value, place, due.len() > 1, differs));
            }
            if value < 0 && blow.ignores > 0 {
                amount.terms.push(Trace::note("what is lacking is not ignored").by(rule!("MOM-ARM-11")));
            }
            let armoured = lowest.as_ref().is_some_and(|lowest| lowest.1 == "Armor");
            let of_state = guards.armor.terms.iter().filter(|_| armoured);
            amount.terms.extend(of_state.map(|term| Trace {
                rule: term.rule.clone(),
                ..Trace::note(format!("Armor {:+}: {}", term.value, term.label))
            }));
            let joined = blow.cover.iter().filter(|_| !armoured);
            amount.terms.extend(
                joined.map(|term| Trace::note(format!("{:+} by {}", term.value, term.label)).by(rule!("MOM-ARM-14"))),
            );
        }
        if let Some((full, name, _)) = lowest.as_ref().filter(|lowest| chosen == Some(place) && lowest.0 > value) {
            let rule = match (blow.ignores, *name) {
                (i32::MAX, "Armor") if blow.most.is_some() => rule!("MOM-TELE-3"),
                (i32::MAX, name) if name != "Armor" => rule!("MOM-ARM-10"),
                _ => rule!("MOM-ARM-12"),
            };
            let ignored = Trace::refused(*name, value - full, "ignored").by(rule);
            amount.terms.push(ignored);
        }
        how.push(amount);
        parts.push(part);
    }
    if let Some((most, first)) = blow.most.filter(|&most| how.value > most).zip(parts.first_mut()) {
        how.push(Trace::becomes("at most", most).by(rule!("MOM-TELE-4")));
        first.leaves(most, Protection::new(Guard::Other, "the most it can do"));
    }
    (parts, how)
}

/// What is to be said where a defence stands against several portions.
fn remarks(amounts: &[i32], value: i32, chosen: usize, several: bool, differs: bool) -> Vec<Trace> {
    let mut out = Vec::new();
    if several {
        let once = Trace::note("once for all of it");
        out.push(once.by(if value < 0 { rule!("MOM-ARM-9") } else { rule!("MOM-ARM-2") }));
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
