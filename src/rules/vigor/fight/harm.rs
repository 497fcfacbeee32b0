//! Damage: dealt by attacks and by everything else, and what it brings with it. What stops it is in `protect` (VIG-DMG).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{creature, life};
use super::super::data::{
    Brings, DamageType, Fixture, Kinetic, Nature, Quality, Resist, SQUARE, Score,
    conditions::{PRONE, PROTECTED},
    options, to_health,
};
use super::super::field::cover::Found;
use super::super::field::{compass, cover, distance};
use super::fire;
use super::protect::{Damage, protect, superior, wear_down};
use super::resist::{self, Resisting};
use super::strike::{self, Strike};
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::rule;

/// Harm that no attack roll does, in flight until it is dealt: of the level, or of an area (VIG-AREA-1, VIG-HAZ-1).
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Wound {
    /// Who suffers.
    pub target: Id,
    /// How much.
    pub amount: Trace,
    /// Of which type.
    pub damage_type: DamageType,
    /// The quality of what does it, where its dice are those of one.
    pub quality: Option<Quality>,
    /// Whether it counts as a weapon: hazards, falls and burning do not (VIG-QUAL-9).
    pub weapon: bool,
    /// Who has brought it about, if somebody has.
    pub by: Option<Id>,
    /// From where it comes, where cover counts.
    pub origin: Option<Square>,
    /// What stood before the target when the harm began. Harm that hits several targets in one go breaks no cover between them: each has
    /// the cover it had then (VIG-COVER-20).
    pub cover: Option<Found>,
    /// Whether it passes Durability by.
    pub to_health: bool,
    /// The check that halves it, until it is made.
    pub resist: Option<Resist>,
    /// Whether it was halved.
    pub halved: bool,
}

impl Wound {
    /// Harm from nowhere in particular.
    pub(crate) fn new(target: Id, amount: Trace, damage_type: DamageType) -> Self {
        Self {
            target,
            amount,
            damage_type,
            quality: None,
            weapon: false,
            by: None,
            origin: None,
            cover: None,
            to_health: false,
            resist: None,
            halved: false,
        }
    }
}

impl Wound {
    /// With the cover that its target has now from where it comes.
    pub(crate) fn behind_cover(self, world: &World) -> Self {
        let cover = self.origin.map(|origin| sheltered(world, origin, self.target));
        Self { cover, ..self }
    }
}

/// The cover that somebody or something has from a square.
fn sheltered(world: &World, origin: Square, target: Id) -> Found {
    cover::from_square(world, origin, &distance::squares_of(world, target), Some(target))
}

/// VIG-AREA-1: the check against what takes in an area.
pub(crate) fn dive() -> Resist {
    Resist::usual(Score::Speed, Brings::All)
}

/// VIG-HAZ-1: the quality of harm of which only the dice are written: they are all those of one rank.
fn quality_of(amount: &Trace) -> Option<Quality> {
    fn sides(term: &Trace, out: &mut Vec<u16>) {
        out.extend(term.dice.iter().map(|die| die.sides));
        term.terms.iter().for_each(|term| sides(term, out));
    }
    let mut thrown = Vec::new();
    sides(amount, &mut thrown);
    let first = *thrown.first()?;
    thrown.iter().all(|&sides| sides == first).then(|| Quality::of_die(first))?
}

/// Launches harm that no attack does.
pub(crate) fn launch_harm(world: &mut World, hurt: Hurt) {
    // The last launched is dealt with first.
    for HurtPart { amount, kind } in hurt.parts.into_iter().rev() {
        let damage_type = DamageType::known(&kind).unwrap_or_default();
        // VIG-HAZ-2: what bursts or comes down can be dived from.
        let dives = hurt.origin.is_some() || hurt.comes_down || &*kind == "impact";
        let mut amount = amount;
        let quality = quality_of(&amount);
        let mut hazard = Trace::note("a hazard").by(rule!("VIG-HAZ-1"));
        hazard.terms.extend(quality.map(|quality| Trace::note(quality.name()).by(rule!("VIG-DMG-2"))));
        amount.terms.push(hazard);
        if dives {
            amount.note("can be dived from", rule!("VIG-HAZ-2"));
        } else {
            amount.note("once on coming in, and once a round", rule!("VIG-HAZ-5"));
        }
        let wound = Wound {
            origin: hurt.origin.filter(|_| !hurt.ignores_cover),
            to_health: to_health(&kind),
            resist: dives.then(dive),
            quality,
            ..Wound::new(hurt.target, amount, damage_type)
        };
        let wound = wound.behind_cover(world);
        launch(world, wound);
    }
}

/// VIG-OBJ-1: what breaks in these squares; of what spreads from a square the farthest first, since what covers it does so before it
/// breaks itself (VIG-COVER-20).
pub(crate) fn things_within(world: &World, squares: &[Square], origin: Option<Square>) -> Vec<Id> {
    let breaks = |&thing: &Id| {
        let fixture = world.part::<Fixture>(thing);
        fixture.is_some_and(|fixture| fixture.durability.is_some())
            && distance::squares_of(world, thing).iter().any(|at| squares.contains(at))
    };
    let far = |thing: &Id| {
        let steps = |at: &Square| origin.map(|origin| origin.steps_to(*at));
        distance::squares_of(world, *thing).iter().filter_map(steps).min()
    };
    let mut out: Vec<Id> = things(world).filter(breaks).collect();
    out.sort_by_key(|thing| std::cmp::Reverse(far(thing)));
    out
}

/// Harm of the level comes over squares: things in it are harmed like everybody, and what burns catches fire (VIG-OBJ-1, VIG-TYPE-13).
pub(crate) fn comes_over(world: &mut World, squares: &[Square], harm: &HurtPart, origin: Option<Square>) {
    let damage_type = DamageType::known(&harm.kind).unwrap_or_default();
    if damage_type == DamageType::Thermal {
        fire::ignite(world, squares);
    }
    for thing in things_within(world, squares, origin).into_iter().rev() {
        let wound =
            Wound { origin, quality: quality_of(&harm.amount), ..Wound::new(thing, harm.amount.clone(), damage_type) };
        launch(world, wound);
    }
}

impl Asks for Wound {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let wound = world.the::<Self>(flight);
        let Some(resist) = &wound.resist else {
            return Inquiry::Nothing;
        };
        let id = wound.target;
        if !is_on_map(world, id) || resist::helpless(world, id, &resist.by).is_some() {
            return Inquiry::Nobody;
        }
        let mut decision = resist::question(world, id, None, &wound.amount.label, resist);
        decision.number = Some(wound.amount.clone());
        Question::inquiry(decision, [rule!("VIG-AREA-1"), rule!("VIG-RES-1")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let Self { target, resist, .. } = world.the::<Self>(flight).clone();
        let halved = resist.is_some_and(|resist| resist::check(world, target, &resist, word));
        let mut wound = world.the_mut::<Self>(flight);
        (wound.resist, wound.halved) = (None, halved);
    }

    fn unasked(world: &mut World, flight: Id) {
        let Self { target, resist, .. } = world.the::<Self>(flight).clone();
        let why = resist.and_then(|resist| resist::helpless(world, target, &resist.by));
        if let Some(rule) = why.filter(|_| is_on_map(world, target)) {
            world.note(target, "cannot get out of its way", rule);
        }
        world.the_mut::<Self>(flight).resist = None;
    }
}

/// Deals it.
pub(super) fn deal(world: &mut World) {
    let Some((_, wound)) = topmost::<Wound>(world).filter(|(_, wound)| wound.resist.is_none()) else {
        return;
    };
    let Wound { target, amount, damage_type, quality, weapon, by, origin, cover, to_health, halved, .. } =
        wound.clone();
    land(world);
    if !is_there(world, target) {
        return;
    }
    let now = || origin.map(|origin| sheltered(world, origin, target));
    let cover = cover.or_else(now).unwrap_or_default();
    if let Some(by) = by {
        strike::uncharm(world, target, by);
    }
    let name = amount.label.clone();
    let mut damage = Damage {
        target,
        amount,
        damage_type,
        kinetic: (damage_type == DamageType::Kinetic).then_some(Kinetic::Impact),
        quality,
        weapon,
        cover,
        to_health,
        halved,
        area: origin.is_some(),
    };
    if to_health {
        damage.amount.note("breathed in, past Durability", rule!("VIG-HAZ-4"));
    }
    let part = protect(world, &mut damage);
    let through = part.amount;
    if through == 0 {
        let event = Event::new(What::came_of(std::slice::from_ref(&part)));
        let event = event.actor(by).target(target).trace(damage.amount.clone());
        world.tell(event.by(rule!("VIG-DMG-10")));
    }
    take(world, damage, part);
    // VIG-ACT-23: felled by what it has set off itself, on its turn.
    let own_doing = by == Some(target) && creature::own_turn(world, target);
    if own_doing && is_on_map(world, target) && !creature::conscious(world, target) {
        creature::forfeit(world, target);
    }
    if damage_type == DamageType::Sonic && through > 0 {
        deafen(world, target, by, name);
    }
}

/// An attack has landed: its damage meets cover and what protects, then its riders follow (VIG-DMG-10, VIG-DMG-11). Whether what it calls upon its
/// target to resist follows, too: superior Durability stops that (VIG-QUAL-8).
pub(crate) fn deal_damage(world: &mut World, strike: &Strike, amount: Trace, cover: Found) -> bool {
    let Strike { attacker, target, ref with, .. } = *strike;
    let mut damage = Damage {
        target,
        amount,
        damage_type: with.damage_type,
        kinetic: with.kind_of_kinetic(),
        quality: Some(with.quality),
        weapon: true,
        cover,
        to_health: with.to_health,
        halved: false,
        area: false,
    };
    let helpless = world.part::<Creature>(target).is_some() && creature::incapacitated(world, target);
    let part = protect(world, &mut damage);
    let through = part.amount;
    let immune = superior(world, target).is_some_and(|rank| with.quality < rank);
    let mut event = Event::new(What::came_of(std::slice::from_ref(&part))).actor(attacker).target(target);
    if through == 0 {
        event = event.trace(damage.amount.clone()).by(rule!("VIG-DMG-10"));
        event = event.by_all(with.knockdown.then_some(rule!("VIG-DMG-11")));
    }
    world.tell(event);
    let squares = distance::squares_of(world, target);
    take(world, damage, part);
    if with.damage_type == DamageType::Thermal && through > 0 {
        fire::ignite(world, &squares);
    }
    if world.part::<Creature>(target).is_none() || !is_on_map(world, target) {
        return false;
    }
    if through > 0 && helpless {
        kill_helpless(world, target);
    }
    if through > 0 && is_on_map(world, target) {
        riders(world, strike, through);
    }
    !immune && is_on_map(world, target)
}

/// VIG-COND-4: whoever is helpless is killed outright by a direct attack that gets through.
fn kill_helpless(world: &mut World, id: Id) {
    let profile = creature::profile(world, id);
    if profile.nature != Nature::Living || !options::is_on(world, "kill_helpless") {
        return;
    }
    if profile.protected || has_condition(world, id, PROTECTED) {
        world.note(id, "is spared", rule!("VIG-GM-1"));
    } else {
        life::die(world, id, rule!("VIG-COND-4"));
    }
}

/// What harm brings with it. Whom it has brought into Shock lies already, and is knocked back like everybody (VIG-DMG-11, VIG-MOVE-11).
fn riders(world: &mut World, strike: &Strike, through: i32) {
    let Strike { attacker, target, ref with, .. } = *strike;
    let hard = (creature::profile(world, target).durability_max() + 1).div_euclid(2);
    if !creature::conscious(world, target) {
        // It has fallen already.
    } else if (with.knockdown || (through >= hard && options::is_on(world, "hard_hit")))
        && creature::withstands(world, target, PRONE)
    {
        // It keeps its feet.
    } else if with.knockdown {
        life::knock_down(world, target, rule!("VIG-PRONE-1"));
    } else if through >= hard && options::is_on(world, "hard_hit") {
        life::knock_down(world, target, rule!("VIG-PRONE-2"));
    } else if through >= hard {
        world.note(target, "stays up, as the level has it", rule!("VIG-GM-2"));
    }
    if with.knockback_ft >= SQUARE {
        let step = compass::direction(compass::offset(space(world, attacker), space(world, target)));
        knock_back(world, target, step, with.knockback_ft / SQUARE);
    }
    if with.damage_type == DamageType::Sonic {
        deafen(world, target, Some(attacker), with.name.clone().into());
    }
}

/// VIG-TYPE-9: Sonic harm stuns and dazes whoever does not resist, wherever it comes from.
fn deafen(world: &mut World, target: Id, source: Option<Id>, name: Text) {
    let hears = world.part::<Creature>(target).is_some() && creature::conscious(world, target);
    if hears && options::is_on(world, "sonic_stuns") {
        let effect = Resisting {
            target,
            source,
            name,
            resist: Resist::usual(Score::Stamina, Brings::Reeling),
            within: 0,
            rule: rule!("VIG-TYPE-9"),
        };
        resist::strike(world, effect);
    }
}

/// VIG-MOVE-11: pushed straight away, until something stops it; nobody is opened by that (VIG-MOVE-12).
pub(crate) fn knock_back(world: &mut World, id: Id, step: (i16, i16), squares: i32) {
    if step == (0, 0) {
        return world.note(id, "is nowhere to be pushed from", rule!("VIG-MOVE-17"));
    }
    let event = Event::note("is knocked back").actor(id);
    let event = event.by(rule!("VIG-MOVE-11")).by(rule!("VIG-MOVE-12")).by(rule!("VIG-MOVE-13"));
    let large = space(world, id).side > 1;
    world.tell(event.by_all(large.then_some(rule!("VIG-MOVE-17"))));
    environment::push(world, id, step, u16::try_from(squares).unwrap_or(1));
}

/// What is left of it takes effect.
fn take(world: &mut World, damage: Damage, part: DamagePart) {
    let Damage { target, amount, to_health, .. } = damage;
    if world.part::<Fixture>(target).is_some() {
        if part.amount == 0 {
            return;
        }
        return wear_down(world, target, part, Some(amount), rule!("VIG-OBJ-1"));
    }
    life::suffer(world, target, life::Blow { trace: amount, part, to_health });
}
