//! Spells: Energy put into components, and the casting in flight (ESS-SPELL).

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{clock, who};
use super::super::data::bestiary;
use super::super::data::stats::*;
use super::super::field::cover;
use super::super::field::odds::{self, Manner};
use super::super::field::running;
use super::attack::{self, Landing};
use super::strike::{compare, exposed, spend_dodge, tumble};
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
        return Err(Refusal::new(
            "no_such_option",
            format!("{} has no `{name}`.", spell.name),
        ));
    }
    Ok(out)
}

/// ESS-SPELL-1, ESS-SPELL-6: the Spell that is in a wand, as its wielder knows it or, if it does not, as it is commonly known.
pub(crate) fn spell_in<'a>(profile: &'a Profile, wand: &Wand) -> Option<&'a Spell> {
    let mut known = profile.spells.iter().chain(bestiary::shared_spells());
    known.find(|spell| spell.key == wand.spell)
}

/// The Spell and the Energy an order Casts: a known one, or a wand's with its own (ESS-SPELL-6).
///
/// # Errors
/// There is no such Spell, or the Energy is not as it must be.
pub(crate) fn named(world: &World, act: &Act) -> Result<(Spell, BTreeMap<String, i32>, bool), Refusal> {
    let profile = who::profile(world, act.creature);
    let key = act.with.as_deref().unwrap_or_default();
    if let Some(wand) = profile.wands.iter().find(|wand| wand.key == key) {
        let spell = spell_in(profile, wand);
        let spell = spell.ok_or_else(|| Refusal::new("no_such_spell", "Its item holds no Spell that is known."))?;
        if !act.options.is_empty() {
            return Err(Refusal::by(
                rule!("ESS-SPELL-6"),
                "fixed",
                "The item's Energy is fixed.",
            ));
        }
        return Ok((spell.clone(), wand.energy.clone(), true));
    }
    let spell = profile.spells.iter().find(|spell| spell.key == key);
    let spell = spell.ok_or_else(|| Refusal::new("no_such_spell", format!("It knows no Spell `{key}`.")))?;
    let energy = energy_of(spell, act)?;
    Ok((spell.clone(), energy, false))
}

/// As [`named`], if there is enough Energy for it.
///
/// # Errors
/// As [`named`], or that it takes more than is left (ESS-SPELL-4).
pub(crate) fn affordable(world: &World, act: &Act) -> Result<(Spell, BTreeMap<String, i32>, bool), Refusal> {
    let (spell, energy, wand) = named(world, act)?;
    let cost: i32 = energy.values().sum();
    let has = world.the::<Vitals>(act.creature).energy;
    if cost > has {
        let message = format!("It takes {cost} Energy; {has} is left.");
        return Err(Refusal::by(rule!("ESS-SPELL-4"), "energy", message));
    }
    Ok((spell, energy, wand))
}

/// A Spell about to be Cast.
#[derive(Clone)]
pub(crate) struct CastOrder {
    /// By whom.
    pub caster: Id,
    spell: Spell,
    energy: BTreeMap<String, i32>,
    wand: bool,
    target: Option<Id>,
    at: Square,
}

/// The Spell that an order Casts, if it can be Cast so.
///
/// # Errors
/// Energy, Range or Line of Effect.
pub(crate) fn of_order(world: &World, act: &Act) -> Result<CastOrder, Refusal> {
    let (spell, energy, wand) = affordable(world, act)?;
    let caster = act.creature;
    let at = within_range(world, caster, (&spell, &energy), act.target, act.at)?;
    let target = act.target;
    Ok(CastOrder {
        caster,
        spell,
        energy,
        wand,
        target,
        at,
    })
}

/// Whether a Spell that is being Cast can take effect as things stand; its Energy is spent (ESS-SPELL-4, ESS-SPELL-7).
///
/// # Errors
/// Range or Line of Effect.
pub(crate) fn legal(world: &World, casting: &Casting) -> Result<(), Refusal> {
    let spell = (&casting.spell, &casting.energy);
    let at = casting.target.is_none().then_some(casting.at);
    within_range(world, casting.caster, spell, casting.target, at).map(drop)
}

/// ESS-SPELL-7: the square of a target or of an Area's origin, if it is within Range and Line of Effect.
fn within_range(
    world: &World,
    id: Id,
    (spell, energy): (&Spell, &BTreeMap<String, i32>),
    target: Option<Id>,
    at: Option<Square>,
) -> Result<Square, Refusal> {
    let range = spell.range_ft.at(energy.get("range").copied().unwrap_or(0));
    let (there, far, reaches) = match (target, at, has_area(spell)) {
        (Some(target), None, false) => {
            if !is_on_map(world, target) {
                return Err(Refusal::new("gone", "That creature is not on the map."));
            }
            if super::super::field::sight::hidden_from(world, target, id) {
                return Err(Refusal::by(rule!("ESS-HID-4"), "hidden", "Nobody is seen there."));
            }
            (
                world.the::<Position>(target).at,
                who::distance(world, id, target),
                target == id || cover::line_of_effect(world, id, target),
            )
        }
        (None, Some(at), true) => {
            let own = space(world, id).contains(at);
            (
                at,
                who::distance_to_ground(world, id, at),
                own || cover::effect_reaches(world, id, at),
            )
        }
        _ => {
            return Err(Refusal::new(
                "no_target",
                "Name its target, or its square if it has an Area.",
            ));
        }
    };
    if far > range {
        return Err(Refusal::by(
            rule!("ESS-SPELL-7"),
            "range",
            format!("{far} ft away; it reaches {range} ft."),
        ));
    }
    if !reaches {
        return Err(Refusal::by(
            rule!("ESS-SPELL-7"),
            "no_line",
            "Something solid stands between.",
        ));
    }
    Ok(there)
}

/// Whether a Spell is put on a square rather than a creature.
pub(crate) fn has_area(spell: &Spell) -> bool {
    spell.area_ft.is_some() || at_square(spell)
}

/// Whether a Spell without an Area is put on a square rather than a creature.
pub(crate) fn at_square(spell: &Spell) -> bool {
    matches!(spell.effect, SpellEffect::Light(_))
}

/// The radius of its Area in squares.
fn spell_radius(spell: &Spell, energy: &BTreeMap<String, i32>) -> u32 {
    let put = energy.get("area").copied().unwrap_or(0);
    let feet = spell.area_ft.map_or(0, |dial| dial.at(put));
    u32::try_from(feet / 5).unwrap_or(0)
}

/// ESS-SPELL-3, ESS-SPELL-4: pays and lets it take flight.
pub(crate) fn cast(world: &mut World, cast: CastOrder) {
    let CastOrder {
        caster: id,
        spell,
        energy,
        wand,
        target,
        at,
    } = cast;
    let cost: i32 = energy.values().sum();
    let before = world.the::<Vitals>(id).energy;
    world.the_mut::<Vitals>(id).energy = before - cost;
    let event = Event::new(What::Attack {
        with: spell.name.clone().into(),
        look: spell.look(),
        at,
        radius: spell_radius(&spell, &energy),
    });
    world.tell(event.actor(id).target(target).by(rule!("ESS-SPELL-3")));
    let event = Event::resource(id, "energy", (before, before - cost)).by(rule!("ESS-SPELL-4"));
    world.tell(event.by_all(wand.then_some(rule!("ESS-SPELL-6"))));
    let casting = Casting {
        caster: id,
        spell,
        energy,
        target,
        at,
    };
    declare(world, casting);
}

impl AttackCourse for Casting {
    fn announce(&self, world: &mut World) {
        // A Spell that attacks is an Attack as well (ESS-SPELL-8).
        match self.spell.attack {
            Some(_) => waiting::announce_any(world, self.caster, &[Trigger::Casts, Trigger::Attacks]),
            None => waiting::announce(world, self.caster, &Trigger::Casts),
        }
    }

    fn still(&self, world: &World) -> Result<(), Refusal> {
        attack::still_able(world, self.caster)?;
        legal(world, self)
    }

    fn fails(self, world: &mut World, why: Refusal) {
        attack::comes_to_nothing(world, self.caster, self.target, "the Spell", why);
    }

    fn roll(self, world: &mut World, flight: Id) {
        let Some(against) = self.spell.attack else { return };
        let landings = if self.spell.area_ft.is_some() {
            rolls_over_area(world, &self, against)
        } else {
            rolls_to_strike(world, &self, against)
        };
        attack::land_on(world, flight, landings);
    }

    fn deal(self, world: &mut World, flight: Id) {
        let landings = attack::landed(world, flight);
        match (self.spell.attack, self.spell.area_ft) {
            (Some(_), Some(_)) => burst(world, &self, landings),
            (Some(_), None) => dart(world, &self, landings),
            (None, _) => {
                who::note(world, self.caster, "it needs no attack", rule!("ESS-SPELL-5"));
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
    let profile = who::profile(world, caster);
    vec![
        Trace::new("Level", profile.level),
        Trace::new("ESS", profile.ess).by(rule!("ESS-SPELL-1")),
    ]
}

fn defense(against: Against) -> impl Fn(&Profile) -> (i32, &'static str) {
    move |profile| match against {
        Against::Physical => (profile.pd, "Physical Defense"),
        Against::Mental => (profile.md, "Mental Defense"),
    }
}

/// ESS-SPELL-1, ESS-SPELL-2: the roll upon one target.
fn rolls_to_strike(world: &mut World, casting: &Casting, against: Against) -> Vec<Landing> {
    let Some(target) = casting.target else {
        return Vec::new();
    };
    let odds = odds::between(world, casting.caster, target, Manner::Spell);
    let terms = terms(world, casting.caster);
    let mut rolled = odds::roll(world, "Spell Attack", &odds, terms);
    let (number, name) = defense(against)(who::profile(world, target));
    let (success, critical) = compare(&mut rolled.total, rolled.kept, number, name);
    let event = Event::number(casting.caster, rolled.total).by(rule!("ESS-SPELL-2"));
    let unlike = who::has(world, target, condition::PRONE) || who::distance(world, casting.caster, target) <= 5;
    world.tell(event.by_all(unlike.then_some(rule!("ESS-SPELL-8"))));
    spend_dodge(world, target);
    vec![Landing {
        target,
        success,
        critical,
    }]
}

fn dart(world: &mut World, casting: &Casting, landings: Vec<Landing>) {
    for Landing {
        target,
        success,
        critical,
    } in landings
    {
        struck(world, casting, target, success);
        if success {
            take_effect(world, casting, Some(target), critical, None);
            tumble(world, target);
        }
    }
}

/// The squares of its Area.
fn area_of(world: &World, casting: &Casting) -> Vec<Square> {
    area::burst(world, casting.at, casting.value("area"))
}

/// ESS-ATK-14: the one roll upon everybody in its Area.
fn rolls_over_area(world: &mut World, casting: &Casting, against: Against) -> Vec<Landing> {
    let squares = area_of(world, casting);
    world.tell(
        Event::new(What::Hazard {
            at: Some(casting.at),
            squares: squares.clone(),
            look: casting.spell.look(),
        })
        .actor(casting.caster)
        .by(rule!("ESS-AREA-1")),
    );
    let targets = area::caught(world, casting.at, casting.value("area"), &squares);
    let terms = terms(world, casting.caster);
    area::attack(
        world,
        casting.caster,
        &targets,
        casting.at,
        Manner::Spell,
        &terms,
        defense(against),
    )
}

fn burst(world: &mut World, casting: &Casting, landings: Vec<Landing>) {
    let ice = matches!(casting.spell.effect, SpellEffect::Damage(DamageType::Fire));
    let hit = landings.iter().any(|landing| landing.success);
    let amount = (hit || ice).then(|| power(world, casting));
    for Landing {
        target,
        success,
        critical,
    } in landings
    {
        struck(world, casting, target, success);
        if success {
            take_effect(world, casting, Some(target), critical, amount.clone());
            tumble(world, target);
        }
    }
    if let (true, Some(amount)) = (ice, amount) {
        let squares = area_of(world, casting);
        super::super::motion::ice::melt(world, &squares, &amount);
    }
}

/// Tells what came of it for a target; of damage that is told with its amount.
fn struck(world: &mut World, casting: &Casting, target: Id, success: bool) {
    match casting.spell.effect {
        _ if !success => attack::came(world, casting.caster, Some(target), AttackOutcome::Missed, None),
        SpellEffect::Damage(_) => {}
        _ => attack::came(world, casting.caster, Some(target), AttackOutcome::Hit, None),
    }
}

fn power(world: &mut World, casting: &Casting) -> Trace {
    let dice = Expression {
        count: u16::try_from(casting.value("power")).unwrap_or(0),
        sides: 6,
        plus: 0,
    };
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
                let double = amount.value * 2;
                amount.push(Trace::becomes("Critical Success", double).by(rule!("ESS-SPELL-9")));
            }
            harm::deal(
                world,
                Some(casting.caster),
                target,
                amount,
                *kind,
                vec![rule!("ESS-SPELL-2")],
            );
            let ignites = spell.ignites_from.is_some_and(|from| casting.value("power") >= from);
            if ignites
                && !harm::gain(
                    world,
                    target,
                    condition::ON_FIRE,
                    Lasts::UntilEnded,
                    rule!("ESS-FIRE-1"),
                )
            {
                who::note(world, target, "burns already", rule!("ESS-FIRE-4"));
            }
        }
        (SpellEffect::Heal, Some(target)) => {
            let amount = power(world, casting);
            harm::heal(world, target, amount, vec![rule!("ESS-SPELL-5")]);
        }
        (SpellEffect::Shaken, Some(target)) => {
            shake(world, target, casting.value("duration"));
            if critical && spell.critical_stuns {
                harm::gain(
                    world,
                    target,
                    condition::STUNNED,
                    Lasts::UntilEnded,
                    rule!("ESS-SPELL-9"),
                );
                clock::start_once(world, clock::Timed::Condition(target, condition::STUNNED.into()), 1);
            }
        }
        (SpellEffect::Invisible, Some(target)) => {
            harm::gain(
                world,
                target,
                condition::INVISIBLE,
                Lasts::UntilEnded,
                rule!("ESS-INVIS-1"),
            );
            let timed = clock::Timed::Condition(target, condition::INVISIBLE.into());
            clock::start_once(world, timed, casting.value("duration"));
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
    let first = harm::gain(
        world,
        target,
        condition::SHAKEN,
        Lasts::UntilEnded,
        rule!("ESS-SHAKE-1"),
    );
    let duration = clock::Timed::Condition(target, condition::SHAKEN.into());
    clock::start(world, duration.clone(), rounds);
    if !first {
        let left = clock::left(world, &duration).unwrap_or_default();
        let text = "is Shaken for longer";
        let event = Event::note(text).actor(target);
        let event = event.trace(Trace::new("Rounds left", left)).by(rule!("ESS-SHAKE-2"));
        world.tell(event);
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
