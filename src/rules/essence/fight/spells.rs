//! Spells: Energy put into components, and the casting in flight (ESS-SPELL).

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{clock, creature};
use super::super::data::bestiary;
use super::super::data::stats::*;
use super::super::field::cover::{self, Found};
use super::super::field::odds::{self, Manner};
use super::super::field::running;
use super::super::field::{sight, targeting};
use super::attack::{self, TargetRoll, TargetRolls};
use super::strike::{exposed, meets, tumble};
use super::{area, harm, waiting};
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::grid::Square;
use crate::rule;

/// A Spell being Cast.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Casting {
    /// Who.
    pub caster: Id,
    /// What.
    pub spell: Spell,
    /// Energy by component.
    pub energy: BTreeMap<String, i32>,
    /// Upon whom.
    pub target: Option<Id>,
    /// Where.
    pub at: Square,
}

impl Casting {
    /// What its Energy makes of a component.
    pub(crate) fn value(&self, dial: &str) -> i32 {
        let energy = self.energy.get(dial).copied().unwrap_or(0);
        self.spell.dial(dial).map_or(0, |dial| dial.at(energy))
    }

    /// The Energy in all of it.
    pub(crate) fn cost(&self) -> i32 {
        self.energy.values().sum()
    }
}

/// The Energy an order puts into each component; what it does not name gets the least.
///
/// # Errors
/// A component that the Spell does not have, or Energy it may not get (ESS-SPELL-3, R22).
pub(crate) fn energy_of(spell: &Spell, act: &Act) -> Result<BTreeMap<String, i32>, Refusal> {
    let mut out = BTreeMap::new();
    for name in DIALS {
        let Some(dial) = spell.dial(name) else { continue };
        let given = match act.options.get(name) {
            Some(Setting::Number(energy)) => *energy,
            Some(_) => return Err(Refusal::new("bad_option", format!("`{name}` is a number of Energy."))),
            None => dial.least,
        };
        if given < dial.least || given > dial.most.max(dial.least) {
            let message = format!("{name} takes {} to {} Energy.", dial.least, dial.most.max(dial.least));
            return Err(Refusal::by(rule!("ESS-SPELL-3"), "energy", message));
        }
        out.insert(name.to_owned(), given);
    }
    if let Some(name) = act.options.keys().find(|name| !out.contains_key(name.as_str())) {
        let message = format!("{} has no `{name}`.", spell.name);
        return Err(Refusal::new("no_such_option", message));
    }
    Ok(out)
}

/// ESS-SPELL-1, ESS-SPELL-6: the Spell that is in a wand, as its wielder knows it or, if it does not, as it is commonly known.
pub(crate) fn spell_in<'a>(profile: &'a Profile, wand: &Wand) -> Option<&'a Spell> {
    let mut known = profile.spells.iter().chain(bestiary::shared_spells());
    known.find(|spell| spell.key == wand.spell)
}

/// A Spell about to be Cast.
#[derive(Clone)]
pub(crate) struct CastOrder {
    /// As it will be in flight.
    pub casting: Casting,
    wand: bool,
}

/// The Spell and the Energy an order Casts: a known one, or a wand's with its own (ESS-SPELL-6).
///
/// # Errors
/// There is no such Spell, or the Energy is not as it must be.
pub(crate) fn named(world: &World, act: &Act) -> Result<CastOrder, Refusal> {
    let profile = creature::profile(world, act.creature);
    let key = act.with.as_deref().unwrap_or_default();
    let wand = profile.wands.iter().find(|wand| wand.key == key);
    let (spell, energy) = if let Some(wand) = wand {
        let spell = spell_in(profile, wand);
        let spell = spell.ok_or_else(|| Refusal::new("no_such_spell", "Its item holds no Spell that is known."))?;
        if !act.options.is_empty() {
            let message = "The item's Energy is fixed.";
            return Err(Refusal::by(rule!("ESS-SPELL-6"), "fixed", message));
        }
        (spell, wand.energy.clone())
    } else {
        let spell = profile.spells.iter().find(|spell| spell.key == key);
        let spell = spell.ok_or_else(|| Refusal::new("no_such_spell", format!("It knows no Spell `{key}`.")))?;
        (spell, energy_of(spell, act)?)
    };
    let there = || Some(world.part::<Position>(act.target?)?.at);
    let casting = Casting {
        caster: act.creature,
        spell: spell.clone(),
        energy,
        target: act.target,
        // Who is nowhere is refused as gone.
        at: act.at.or_else(there).unwrap_or_default(),
    };
    let wand = wand.is_some();
    Ok(CastOrder { casting, wand })
}

/// As [`named`], if there is enough Energy for it.
///
/// # Errors
/// As [`named`], or that it takes more than is left (ESS-SPELL-4).
pub(crate) fn affordable(world: &World, act: &Act) -> Result<CastOrder, Refusal> {
    let order = named(world, act)?;
    let cost = order.casting.cost();
    let has = world.the::<Vitals>(act.creature).energy;
    if cost > has {
        let message = format!("It takes {cost} Energy; {has} is left.");
        return Err(Refusal::by(rule!("ESS-SPELL-4"), "energy", message));
    }
    Ok(order)
}

/// The Spell that an order Casts, if it can be Cast so.
///
/// # Errors
/// Energy, Range or Line of Effect.
pub(crate) fn of_order(world: &World, act: &Act) -> Result<CastOrder, Refusal> {
    let order = affordable(world, act)?;
    let area = has_area(&order.casting.spell);
    if (act.target.is_some(), act.at.is_some()) != (!area, area) {
        let message = "Name its target, or its square if it has an Area.";
        return Err(Refusal::new("no_target", message));
    }
    let way = order.casting.target.map(|target| targeting::way(world, act.creature, target));
    legal(world, &order.casting, way.as_ref())?;
    Ok(order)
}

/// ESS-SPELL-7: whether a Spell that is being Cast can take effect as things stand, by Range and Line of Effect. Its Energy is spent
/// (ESS-SPELL-4).
///
/// # Errors
/// The rule that stands against it.
fn legal(world: &World, casting: &Casting, way: Option<&Aimed<Found>>) -> Result<(), Refusal> {
    let (id, at) = (casting.caster, casting.at);
    let (far, reaches) = if let Some((target, way)) = casting.target.zip(way) {
        if !is_on_map(world, target) {
            return Err(Refusal::new("gone", "That creature is not on the map."));
        }
        if sight::hidden_from(world, target, id) {
            return Err(Refusal::by(rule!("ESS-HID-4"), "hidden", "Nobody is seen there."));
        }
        (way.distance, target == id || way.line.is_ok())
    } else {
        let reaches = space(world, id).contains(at) || cover::effect_reaches(world, id, at);
        (creature::distance_to_ground(world, id, at), reaches)
    };
    let range = casting.value("range");
    if far > range {
        let message = format!("{far} ft away; it reaches {range} ft.");
        return Err(Refusal::by(rule!("ESS-SPELL-7"), "range", message));
    }
    if !reaches {
        let message = "Something solid stands between.";
        return Err(Refusal::by(rule!("ESS-SPELL-7"), "no_line", message));
    }
    Ok(())
}

/// Whether a Spell is put on a square rather than a creature.
pub(crate) fn has_area(spell: &Spell) -> bool {
    spell.area_ft.is_some() || matches!(spell.effect, SpellEffect::Light(_))
}

/// ESS-SPELL-3, ESS-SPELL-4: pays and lets it take flight.
pub(crate) fn cast(world: &mut World, CastOrder { casting, wand }: CastOrder) {
    let id = casting.caster;
    let before = world.the::<Vitals>(id).energy;
    let after = before - casting.cost();
    world.the_mut::<Vitals>(id).energy = after;
    let event = Event::new(What::Attack {
        with: casting.spell.name.clone().into(),
        look: casting.spell.look(),
        at: casting.at,
        radius: u32::try_from(casting.value("area") / 5).unwrap_or(0),
    });
    world.tell(event.actor(id).target(casting.target).by(rule!("ESS-SPELL-3")));
    let event = Event::resource(id, "energy", (before, after)).by(rule!("ESS-SPELL-4"));
    world.tell(event.by_all(wand.then_some(rule!("ESS-SPELL-6"))));
    declare(world, casting);
}

impl AttackCourse for Casting {
    type Cover = Found;

    fn targeting(&self, world: &World) -> Vec<Aimed<Found>> {
        match (self.target, self.spell.attack) {
            (Some(target), Some(_)) => vec![targeting::between(world, self.caster, target)],
            (Some(target), None) => vec![targeting::way(world, self.caster, target)],
            (None, Some(_)) => {
                let targets = area::caught(world, self.at, self.value("area"), &area_of(world, self));
                area::between(world, self.caster, self.at, targets)
            }
            (None, None) => Vec::new(),
        }
    }

    fn announce(&self, world: &mut World) {
        // A Spell that attacks is an Attack as well (ESS-SPELL-8).
        let turn: &[Trigger] = match self.spell.attack {
            Some(_) => &[Trigger::Casts, Trigger::Attacks],
            None => &[Trigger::Casts],
        };
        waiting::announce(world, self.caster, turn);
    }

    fn still(&self, world: &World, between: &[Aimed<Found>]) -> Result<(), Refusal> {
        attack::still_able(world, self.caster)?;
        legal(world, self, between.first())
    }

    fn fails(self, world: &mut World, why: Refusal) {
        attack::comes_to_nothing(world, self.caster, self.target, "the Spell", why);
    }

    fn roll(self, world: &mut World, flight: Id, between: &[Aimed<Found>]) {
        let Some(against) = self.spell.attack else { return };
        let landings = if self.spell.area_ft.is_some() {
            rolls_over_area(world, &self, against, between)
        } else {
            rolls_to_strike(world, &self, against, between)
        };
        world.put(flight, TargetRolls(landings));
    }

    fn deal(self, world: &mut World, flight: Id) {
        let landings = attack::landed(world, flight);
        match (self.spell.attack, self.spell.area_ft) {
            (Some(_), Some(_)) => burst(world, &self, &landings),
            (Some(_), None) => strikes(world, &self, &landings, None),
            (None, _) => {
                world.note(self.caster, "it needs no attack", rule!("ESS-SPELL-5"));
                if self.target.is_some() {
                    attack::came(world, self.caster, self.target, AttackOutcome::Hit, None);
                }
                take_effect(world, &self, self.target, false, None);
            }
        }
    }

    fn close(self, world: &mut World) {
        exposed(world, self.caster, self.target);
        if self.spell.attack.is_some() {
            tumble(world, self.caster);
        }
    }
}

/// ESS-SPELL-1.
fn terms(world: &World, caster: Id) -> Vec<Trace> {
    let profile = creature::profile(world, caster);
    odds::with_level(profile, Trace::new("ESS", profile.ess).by(rule!("ESS-SPELL-1")))
}

fn defense(against: Against) -> impl Fn(&Profile) -> (i32, &'static str) {
    move |profile| match against {
        Against::Physical => (profile.pd, "Physical Defense"),
        Against::Mental => (profile.md, "Mental Defense"),
    }
}

/// ESS-SPELL-1, ESS-SPELL-2: the roll upon one target.
fn rolls_to_strike(
    world: &mut World,
    casting: &Casting,
    against: Against,
    between: &[Aimed<Found>],
) -> Vec<TargetRoll> {
    let [between] = between else {
        return Vec::new();
    };
    let target = between.target;
    let odds = odds::between(world, casting.caster, Manner::Spell, between);
    let terms = terms(world, casting.caster);
    let rolled = odds::roll(world, "Spell Attack", &odds, terms);
    let number = defense(against)(creature::profile(world, target));
    let near_or_prone = has_condition(world, target, condition::PRONE) || between.distance <= 5;
    let rules = [rule!("ESS-SPELL-2")].into_iter().chain(near_or_prone.then_some(rule!("ESS-SPELL-8")));
    vec![meets(world, (casting.caster, target), rolled, number, rules)]
}

/// The squares of its Area.
fn area_of(world: &World, casting: &Casting) -> Vec<Square> {
    area::burst(world, casting.at, casting.value("area"))
}

/// ESS-ATK-14: the one roll upon everybody in its Area.
fn rolls_over_area(
    world: &mut World,
    casting: &Casting,
    against: Against,
    between: &[Aimed<Found>],
) -> Vec<TargetRoll> {
    let squares = area_of(world, casting);
    let event = Event::new(What::Hazard { at: Some(casting.at), squares, look: casting.spell.look() });
    world.tell(event.actor(casting.caster).by(rule!("ESS-AREA-1")));
    let terms = terms(world, casting.caster);
    area::attack(world, casting.caster, between, Manner::Spell, &terms, defense(against))
}

fn burst(world: &mut World, casting: &Casting, landings: &[TargetRoll]) {
    let ice = matches!(casting.spell.effect, SpellEffect::Damage(DamageType::Fire));
    let hit = landings.iter().any(|landing| landing.success);
    let amount = (hit || ice).then(|| power(world, casting));
    strikes(world, casting, landings, amount.as_ref());
    if let (true, Some(amount)) = (ice, amount) {
        let squares = area_of(world, casting);
        super::super::motion::ice::melt(world, &squares, &amount);
    }
}

/// What it does to each target: one amount for all, where it was rolled before. Of damage that is told which came of it.
fn strikes(world: &mut World, casting: &Casting, landings: &[TargetRoll], rolled: Option<&Trace>) {
    for landing in landings {
        let target = Some(landing.target);
        if !landing.success {
            attack::came(world, casting.caster, target, AttackOutcome::Missed, None);
            continue;
        }
        if !matches!(casting.spell.effect, SpellEffect::Damage(_)) {
            attack::came(world, casting.caster, target, AttackOutcome::Hit, None);
        }
        take_effect(world, casting, target, landing.critical, rolled.cloned());
        tumble(world, landing.target);
    }
}

fn power(world: &mut World, casting: &Casting) -> Trace {
    let dice = Expression::dice(u16::try_from(casting.value("power")).unwrap_or(0), 6);
    let mut amount = world.resource_mut::<Dice>().roll(&dice, "power");
    amount.label = casting.spell.name.clone().into();
    amount
}

/// ESS-SPELL-5, ESS-SPELL-9: what the Spell does to a target.
fn take_effect(world: &mut World, casting: &Casting, target: Option<Id>, critical: bool, rolled: Option<Trace>) {
    let spell = &casting.spell;
    match (&spell.effect, target) {
        (SpellEffect::Damage(kind), Some(target)) => {
            let mut amount = rolled.unwrap_or_else(|| power(world, casting));
            if critical && spell.critical_doubles {
                harm::double(&mut amount, "Critical Success", rule!("ESS-SPELL-9"));
            }
            let rules = vec![rule!("ESS-SPELL-2")];
            harm::deal(world, Some(casting.caster), target, amount, *kind, rules);
            let ignites = spell.ignites_from.is_some_and(|from| casting.value("power") >= from);
            if ignites && !harm::gain(world, target, condition::ON_FIRE, rule!("ESS-FIRE-1")) {
                world.note(target, "burns already", rule!("ESS-FIRE-4"));
            }
        }
        (SpellEffect::Heal, Some(target)) => {
            let amount = power(world, casting);
            harm::heal(world, target, amount, vec![rule!("ESS-SPELL-5")]);
        }
        (SpellEffect::Shaken, Some(target)) => {
            shake(world, target, casting.value("duration"));
            if critical && spell.critical_stuns {
                harm::gain_for(world, target, condition::STUNNED, 1, rule!("ESS-SPELL-9"));
            }
        }
        (SpellEffect::Invisible, Some(target)) => {
            let rounds = casting.value("duration");
            harm::gain_for(world, target, condition::INVISIBLE, rounds, rule!("ESS-INVIS-1"));
        }
        (SpellEffect::Fog, _) => {
            let squares = area_of(world, casting);
            run_on(world, casting, squares);
        }
        (SpellEffect::Light(_), _) => run_on(world, casting, vec![casting.at]),
        (_, None) => {}
    }
}

/// ESS-SHAKE-1, ESS-SHAKE-2: a further instance adds its Duration.
pub(crate) fn shake(world: &mut World, target: Id, rounds: i32) {
    let first = harm::gain(world, target, condition::SHAKEN, rule!("ESS-SHAKE-1"));
    let duration = clock::Timed::Condition(target, condition::SHAKEN.into());
    clock::start(world, duration.clone(), rounds);
    if !first {
        let left = clock::left(world, &duration).unwrap_or_default();
        let event = Event::note("is Shaken for longer").actor(target).by(rule!("ESS-SHAKE-2"));
        world.tell(event.trace(Trace::new("Rounds left", left)));
    }
}

/// A Spell goes on in these squares.
fn run_on(world: &mut World, casting: &Casting, squares: Vec<Square>) {
    let spell = running::Running {
        number: 0,
        caster: casting.caster,
        spell: casting.spell.clone(),
        squares,
        target: casting.target,
        since: (0, None),
    };
    running::run(world, spell, casting.value("duration"));
}
