//! Damage: rolled part by part, halved by a save, less what armour stops, halved or doubled by nature (EDG-DMG-7).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Check, Saved};
use super::super::body::{creature, life};
use super::super::data::{DamageType, Structure, TurnUsage, conditions::BLEEDING, options};
use super::special;
use crate::battle::{Event, Guard, *};
use crate::grid::Square;
use crate::rule;

/// Damage of one type as it comes at a target.
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
    target: Id,
    doses: Vec<Dose>,
    /// EDG-OBJ-4: whether it bursts out, so that those in it make a save.
    bursts: bool,
}

/// Launches harm that no attack does.
pub(crate) fn launch_harm(world: &mut World, hurt: Hurt) {
    let dose =
        |part: HurtPart| Dose { amount: part.amount, damage_type: DamageType::known(&part.kind).unwrap_or_default() };
    let bursts = hurt.origin.is_some();
    let wound = Wound { target: hurt.target, doses: hurt.parts.into_iter().map(dose).collect(), bursts };
    launch(world, wound);
}

/// EDG-OBJ-4: how much of a burst of the level comes at a creature, by its save.
fn share_of_burst(world: &mut World, target: Id) -> Share {
    let Some((ability, key, against)) = options::burst_save(world) else { return Share::Whole };
    let check = Check::save(world, target, ability, key);
    Share::after(special::save(world, check, against, None, rule!("EDG-OBJ-4")))
}

/// EDG-OBJ-2, EDG-OBJ-4: harm of the level comes over squares: what can be broken there is harmed.
pub(crate) fn comes_over(world: &mut World, squares: &[Square], harm: &HurtPart) {
    let hit = |&thing: &Id| {
        world.part::<Structure>(thing).is_some() && squares_about(world, thing).iter().any(|at| squares.contains(at))
    };
    let all: Vec<Id> = things(world).filter(hit).collect();
    let damage_type = DamageType::known(&harm.kind).unwrap_or_default();
    for thing in all {
        let doses = vec![Dose { amount: harm.amount.clone(), damage_type }];
        let (parts, how) = protect(world, thing, doses, Share::Whole);
        batter(world, thing, parts, how);
    }
}

/// EDG-OBJ-2: takes damage off an object; with no points left it is broken.
pub(crate) fn batter(world: &mut World, thing: Id, parts: Vec<DamagePart>, how: Trace) {
    let amount: i32 = parts.iter().map(|part| part.amount).sum();
    let Some(before) = world.part::<Structure>(thing).map(|left| left.now).filter(|_| amount > 0) else { return };
    let now = (before - amount).max(0);
    world.the_mut::<Structure>(thing).now = now;
    let event = Event::new(What::damage(parts, "hp", (before, now))).target(thing).trace(how);
    world.tell(event.by(rule!("EDG-OBJ-2")));
    if now == 0 {
        spawn::wreck(world, thing);
    }
}

/// EDG-OBJ-5: whether ground of a kind harms a creature now. It does the first time on a turn that the creature comes onto it, and at the
/// end of the creature's turn.
pub(crate) fn ground_harms(world: &mut World, creature: Id, kind: usize) -> bool {
    let flow = world.resource::<Flow>();
    if flow.phase == Phase::TurnEnd && flow.active() == Some(creature) {
        return true;
    }
    let mut usage = world.the_mut::<TurnUsage>(creature);
    let first = !usage.trodden.contains(&kind);
    if first {
        usage.trodden.push(kind);
    }
    first
}

/// EDG-COND-BLE-1: at the end of its turn a bleeding creature loses a point.
pub(crate) fn bleed(world: &mut World, id: Id) {
    if has_condition(world, id, BLEEDING) {
        life::bled(world, id);
        let amount = Trace::new("bleeding", 1).by(rule!("EDG-COND-BLE-1"));
        launch(
            world,
            Wound { target: id, doses: vec![Dose { amount, damage_type: DamageType::Biotic }], bursts: false },
        );
    }
}

/// Deals it.
pub(super) fn deal(world: &mut World) {
    let Some((_, wound)) = topmost::<Wound>(world) else {
        return;
    };
    let Wound { target, doses, bursts } = wound.clone();
    land(world);
    if is_on_map(world, target) {
        let share = if bursts { share_of_burst(world, target) } else { Share::Whole };
        let (parts, mut how) = protect(world, target, doses, share);
        if guards(world, target).armour_value() > 0 {
            let note = Trace::note("no attack, but armour counts").by(rule!("EDG-AV-7"));
            how.terms.push(note);
        }
        life::suffer(world, target, parts, how, (None, false));
    }
}

/// How much of the damage as it was rolled comes at a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    /// All of it.
    Whole,
    /// Half, by a save that was made.
    Half,
    /// EDG-SET-16: twice as much, by a save that went from bad to worse.
    Twice,
}

impl Share {
    /// By how a save went.
    pub(super) const fn after(saved: Saved) -> Self {
        match saved {
            Saved { made: true, .. } => Self::Half,
            Saved { worse: true, .. } => Self::Twice,
            _ => Self::Whole,
        }
    }

    const fn of(self, amount: i32) -> i32 {
        match self {
            Self::Whole => amount,
            Self::Half => amount / 2,
            Self::Twice => 2 * amount,
        }
    }
}

/// What is left of damage for a creature, part by part, and how it was reckoned (EDG-DMG-7).
pub(crate) fn protect(world: &World, target: Id, doses: Vec<Dose>, share: Share) -> (Vec<DamagePart>, Trace) {
    let guards = guards(world, target);
    let mut how = Trace::new("damage", 0).by(rule!("EDG-DMG-7"));
    let mut parts: Vec<DamagePart> = Vec::new();
    let armoured = best_for_armour(&guards, &doses, share);
    for (place, dose) in doses.into_iter().enumerate() {
        let mut part = DamagePart::new(dose.damage_type.kind(), dose.amount.value);
        // EDG-DMG-1: never below nothing.
        let mut amount = Trace { value: part.amount, ..dose.amount };
        match share {
            Share::Whole => {}
            Share::Half => {
                let by = Protection::new(Guard::Save, "the save");
                let off = half(part.amount);
                takes(&mut amount, &mut part, off, by, rule!("EDG-DMG-7"));
            }
            Share::Twice => {
                let by = Protection::new(Guard::Vulnerability, "from bad to worse");
                let more = -part.amount;
                takes(&mut amount, &mut part, more, by, rule!("EDG-SET-16"));
            }
        }
        if armoured == Some(place) {
            armour(&guards, target, dose.damage_type, &mut amount, &mut part);
        } else if armoured.is_some() && dose.damage_type.armour(1_000) > 0 {
            let note = Trace::refused("armour", 0, "it counts once").by(rule!("EDG-AV-5"));
            amount.terms.push(note);
        }
        nature(&guards, dose.damage_type, &mut amount, &mut part);
        how.push(amount);
        parts.push(part);
    }
    (parts, how)
}

/// What is taken off by half, rounded so that less is left.
fn half(amount: i32) -> i32 {
    amount - amount / 2
}

fn takes(amount: &mut Trace, part: &mut DamagePart, by: i32, guard: Protection, rule: Rule) {
    let taken = by.min(part.amount);
    if taken != 0 {
        amount.push(Trace::new(guard.name.clone(), -taken).by(rule));
        part.leaves(part.amount - taken, guard);
    }
}

/// What protects a creature or an object.
struct Guards<'w> {
    /// The pieces that stop damage.
    pieces: Vec<(&'w str, i32)>,
    resistances: &'w [DamageType],
    vulnerabilities: &'w [DamageType],
}

impl Guards<'_> {
    /// EDG-AV-6: all that it wears and is, added up.
    fn armour_value(&self) -> i32 {
        self.pieces.iter().map(|piece| piece.1).sum()
    }
}

/// What protects a target: of a creature its armour and its nature, of an object what the level says (EDG-OBJ-2).
fn guards(world: &World, target: Id) -> Guards<'_> {
    match world.part::<Structure>(target) {
        Some(thing) => Guards {
            pieces: if thing.av > 0 { vec![("what it is made of", thing.av)] } else { Vec::new() },
            resistances: &thing.resistances,
            vulnerabilities: &thing.vulnerabilities,
        },
        None => {
            let profile = creature::profile(world, target);
            Guards {
                pieces: profile.armour.iter().map(|piece| (piece.name.as_str(), piece.av)).collect(),
                resistances: &profile.resistances,
                vulnerabilities: &profile.vulnerabilities,
            }
        }
    }
}

/// EDG-AV-1 to EDG-AV-4, EDG-AV-6.
fn armour(guards: &Guards<'_>, id: Id, damage_type: DamageType, amount: &mut Trace, part: &mut DamagePart) {
    let value = guards.armour_value();
    if value == 0 {
        return;
    }
    let counts = damage_type.armour(value);
    let rule = match damage_type {
        DamageType::Kinetic => rule!("EDG-AV-1"),
        DamageType::Energy => rule!("EDG-AV-2"),
        DamageType::Biotic | DamageType::Psychic => {
            let text = Trace::refused("armour", -value, "it passes").by(rule!("EDG-AV-3"));
            return amount.terms.push(text);
        }
    };
    let names: Vec<&str> = guards.pieces.iter().map(|piece| piece.0).collect();
    let by = Protection::new(Guard::Armour, names.join(" and ")).of(id);
    takes(amount, part, counts, by, rule);
    if names.len() > 1 {
        amount.note(format!("{value} in all"), rule!("EDG-AV-6"));
    }
    if part.amount == 0 {
        amount.note("nothing gets through", rule!("EDG-AV-4"));
    }
}

/// EDG-RES-1, EDG-RES-2, EDG-RES-4; several to one type count once (EDG-RES-3).
fn nature(guards: &Guards<'_>, damage_type: DamageType, amount: &mut Trace, part: &mut DamagePart) {
    let resists = guards.resistances.contains(&damage_type);
    match (resists, guards.vulnerabilities.contains(&damage_type)) {
        (false, false) => {}
        (true, true) => amount.note("resistant and vulnerable", rule!("EDG-RES-4")),
        (true, false) => {
            let by = Protection::new(Guard::Resistance, "resistant");
            let off = half(part.amount);
            takes(amount, part, off, by, rule!("EDG-RES-1"));
        }
        (false, true) => {
            let by = Protection::new(Guard::Vulnerability, "vulnerable");
            let more = -part.amount;
            takes(amount, part, more, by, rule!("EDG-RES-2"));
        }
    }
}

/// EDG-AV-5: the dose against which armour leaves least in all; kinetic first.
fn best_for_armour(guards: &Guards<'_>, doses: &[Dose], share: Share) -> Option<usize> {
    let after = |place: usize, dose: &Dose, armoured: usize| {
        let came = share.of(dose.amount.value.max(0));
        let stopped = if place == armoured { dose.damage_type.armour(guards.armour_value()) } else { 0 };
        let left = (came - stopped).max(0);
        let types = |list: &[DamageType]| list.contains(&dose.damage_type);
        match (types(guards.resistances), types(guards.vulnerabilities)) {
            (true, false) => left / 2,
            (false, true) => left * 2,
            _ => left,
        }
    };
    let in_all = |armoured: usize| -> i32 {
        let all = doses.iter().enumerate();
        all.map(|(place, dose)| after(place, dose, armoured)).sum()
    };
    let kinetic_first = |place: &usize| (in_all(*place), doses[*place].damage_type, *place);
    (0..doses.len()).min_by_key(kinetic_first)
}
