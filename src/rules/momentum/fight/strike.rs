//! An attack in flight: rolled against Evasion, gone on to the creature in front where it misses, or defended against; then what it
//! moves, then what it does (MOM-ATK-2, MOM-DMG-1).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::roll::{self, Roll, Rolled};
use super::super::body::status::Affliction;
use super::super::data::{
    Attack, Class, Metres, Rider,
    conditions::*,
    moment::{Moment, Only},
};
use super::super::field::cover::View;
use super::super::field::{aim, area, cover, distance, evasion, sight};
use super::harm::{self, Blow, Dose, Wound};
use super::hit_result::{Hit, Struck};
use super::push::Pushes;
use super::sparing::{Marked, Sparing};
use super::{answer, bearing, cinema_reaction, held, ride, rider, teleport, willing};
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::rule;

/// What an attacker says beside what it attacks with and whom (MOM-ATK-2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Said {
    /// The Maneuver that joins the attack.
    pub maneuver: Option<Attack>,
    /// WP put into it beyond its price.
    pub upcast: i32,
    /// Not to kill.
    pub nonlethal: bool,
    /// To kill, also by Holy damage.
    pub kills: bool,
    /// To miss (MOM-ATK-8).
    pub misses: bool,
    /// To be asked whether to miss once it would hit.
    pub asks: bool,
}

/// An attack or Ability in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Strike {
    /// Who attacks.
    pub attacker: Id,
    /// With what.
    pub with: Attack,
    /// A creature or an object; nothing for an area, and for an attack on a square.
    pub target: Option<Id>,
    /// The square that it is aimed at, or that its target stands in.
    pub at: Square,
    /// How many more attacks of a held action follow (MOM-TRIG-2, MOM-TRIG-6); nothing where it was not held.
    pub held: Option<i32>,
    /// What else was said.
    pub said: Said,
    /// The creatures and objects that it has harmed, by Initiative.
    #[serde(default)]
    pub harmed: Vec<Id>,
}

impl Strike {
    /// An attack with nothing else said of it, and not held.
    pub(crate) fn new(attacker: Id, with: Attack, target: Option<Id>, at: Square) -> Self {
        Self { attacker, with, target, at, held: None, said: Said::default(), harmed: Vec::new() }
    }

    /// How a target stands to it: to where it comes from, or to the origin of its area (MOM-COV-6).
    fn aimed(&self, world: &World, target: Id) -> Aimed<cover::Found> {
        between(world, self.attacker, &self.with, Some(self.at), target)
    }

    /// How much Armor it ignores: the most that anything about it does (MOM-ARM-12).
    fn ignores(&self, world: &World) -> i32 {
        let own = creature::profile(world, self.attacker).ignores_armor.points();
        let maneuver = self.said.maneuver.as_ref().map_or(0, |with| with.ignores_armor.points());
        own.max(maneuver).max(self.with.ignores_armor.points())
    }

    /// How far it moves whom it strikes.
    fn moves(&self) -> Metres {
        self.with.moves_m.max(self.said.maneuver.as_ref().map_or(0, |with| with.moves_m))
    }

    /// What strikes a creature or an object, from its dice; one that it goes on to is spared as the first would have been (MOM-NL-6).
    fn blow(&self, world: &World, doses: Vec<Dose>) -> Blow {
        let Said { nonlethal, kills, .. } = self.said;
        Blow { doses, ignores: self.ignores(world), nonlethal, kills, ..Blow::default() }
    }

    /// MOM-DICE-13, MOM-CRIT-1 to MOM-CRIT-5: the dice of a hit, with what a critical one adds.
    fn damage(&self, world: &mut World, critical: bool) -> Vec<Dose> {
        let mut doses = harm::roll_portions(world, &self.with.damage, self.said.upcast);
        if let Some(first) = doses.first_mut().filter(|_| critical) {
            first.amount.push(match self.with.tier {
                0 => Trace::new("critical hit", 6).by(rule!("MOM-CRIT-1")),
                tier => Trace::new("critical hit", 6 + 3 * tier).by(rule!("MOM-CRIT-2")),
            });
        }
        if let Some(maneuver) = &self.said.maneuver {
            let mut more = harm::roll_portions(world, &maneuver.damage, 0);
            // MOM-CRIT-4: without damage of its own it adds to the main part.
            let rule = if more.is_empty() { rule!("MOM-CRIT-4") } else { rule!("MOM-CRIT-3") };
            let extra = Trace::new("critical Maneuver", 3 * maneuver.tier).by(rule);
            let bears = if more.is_empty() { doses.first_mut() } else { more.first_mut() };
            if let Some(bears) = bears.filter(|_| critical) {
                bears.amount.push(extra);
            }
            doses.extend(more);
        }
        doses
    }

    /// What is taken off so as not to kill.
    fn soft(&self, world: &mut World) -> Option<Trace> {
        // MOM-NL-2: a weapon attack with a Maneuver is a weapon attack.
        let dice = u16::try_from(1 + self.with.tier).unwrap_or(1);
        let rule = if self.with.is_ability() { rule!("MOM-NL-2") } else { rule!("MOM-NL-1") };
        self.said.nonlethal.then(|| harm::soften(world, dice, rule))
    }

    /// The Status Effects that ride on it.
    fn riders(&self) -> impl Iterator<Item = Rider> + '_ {
        let maneuver = self.said.maneuver.as_ref().and_then(|with| with.rider);
        self.with.rider.into_iter().chain(maneuver)
    }

    /// MOM-PUSH-1: whom it moves is moved, the first by Initiative first.
    fn move_them(&self, world: &mut World, flight: Id) {
        let moved: Vec<Id> =
            world.the::<Struck>(flight).0.iter().filter(|hit| !hit.blow.saved).map(|hit| hit.target).collect();
        if self.moves() > 0 {
            let metres = self.moves();
            // MOM-PUSH-14: a burst moves away from its middle.
            let centre = (self.with.burst_m > 0).then_some(self.at);
            let rest = moved.iter().rev().copied().collect();
            launch(world, Pushes { by: self.attacker, attack: flight, metres, centre, rest });
        } else if let (true, Some(to)) =
            (self.with.teleports_m > 0, world.part::<teleport::Destination>(flight).copied())
        {
            for target in moved.into_iter().rev() {
                launch(world, teleport::Teleporting { by: self.attacker, target, to: to.0 });
            }
        }
    }
}

/// How a creature or an object stands to one that attacks it: hand to hand, from afar, or by an area around or through a square.
pub(crate) fn between(world: &World, id: Id, with: &Attack, at: Option<Square>, target: Id) -> Aimed<cover::Found> {
    let view = match at.filter(|_| with.is_area()) {
        Some(at) => View::origin(area::origin(world, id, with, at), id),
        None => View::of(world, id).hand_to_hand(with.class == Class::Melee),
    };
    let there = distance::seen_from(world, id, target);
    let found = cover::seen(world, view, (target, there));
    let extent = distance::Extent { space: there, ..distance::Extent::of(world, target) };
    Aimed {
        target,
        line: Ok(()),
        distance: distance::between(world, id, target).min(aim::reaches(world, id, extent)),
        behind: Behind { in_front: found.front.map(|(id, _)| id), ..Behind::default() },
        cover: found,
    }
}

/// Declares an attack; it is paid.
pub(crate) fn declare(world: &mut World, strike: Strike) {
    let radius = u32::try_from(strike.with.burst_m).unwrap_or(0);
    let what = What::Attack { with: strike.with.name.clone().into(), look: strike.with.look(), at: strike.at, radius };
    let event = Event::new(what).actor(strike.attacker).target(strike.target).by(rule!("MOM-ATK-2"));
    let maneuver = strike.said.maneuver.as_ref().map(|_| rule!("MOM-ABIL-4"));
    let upcast = (strike.said.upcast > 0).then_some(rule!("MOM-ABIL-3"));
    let ability = strike.with.is_ability().then_some(rule!("MOM-ABIL-1"));
    let unaimed = (strike.with.class == Class::Effect).then_some(rule!("MOM-DR-1"));
    let event = event
        .by_all(ability)
        .by_all(unaimed)
        .by_all(maneuver)
        .by_all(upcast)
        .by_all(strike.said.nonlethal.then_some(rule!("MOM-NL-1")));
    world.tell(if strike.held.is_some() { event.by(rule!("MOM-TRIG-2")) } else { event });
    crate::battle::declare(world, strike);
}

/// MOM-ATK-6, MOM-ATK-7: the hit bonus, term by term.
fn hit_bonus(world: &World, id: Id, with: &Attack) -> Vec<Trace> {
    let profile = creature::profile(world, id);
    let (first, second) = profile.behind(with);
    let rule = if with.stats.is_some() { rule!("MOM-ATK-6") } else { rule!("MOM-ATK-7") };
    let whole = profile.bonus(second);
    let mut half = Trace::new(format!("half {}", second.name()), whole.div_euclid(2)).by(rule.clone());
    if whole % 2 != 0 {
        half.note(format!("half of {whole}, rounded down"), rule!("MOM-DICE-11"));
    }
    let mut out = vec![Trace::new(first.name(), profile.bonus(first)).by(rule.clone()), half];
    if with.hit_mod != 0 {
        out.push(Trace::new(with.name.clone(), with.hit_mod).by(rule));
    }
    out
}

/// MOM-ATK-12, MOM-ATK-17: an enemy within whose melee range a creature shoots, and who is not behind full cover.
fn hemmed_in(world: &World, id: Id) -> Option<Id> {
    let view = View::of(world, id);
    let near = |&other: &Id| {
        creature::hostile(world, id, other)
            && creature::acts(world, other)
            && distance::between(world, id, other) <= creature::profile(world, other).reach()
            && cover::seen(world, view, (other, space(world, other))).full.is_none()
    };
    // Of two that are near, one of which its side knows is named.
    let known = || known_to(world, id).map(|(other, _)| other).find(|&other| other != id && near(&other));
    let unknown = || on_map(world).find(|&other| other != id && near(&other));
    known().or_else(unknown)
}

/// Everything for and against an attack roll besides what it must reach (MOM-ATK-1, MOM-ATK-16).
fn attack_roll(world: &World, strike: &Strike, target: Option<Id>) -> Roll {
    let Strike { attacker, with, .. } = strike;
    let mut roll = Roll::new(*attacker, with.name.clone());
    for term in hit_bonus(world, *attacker, with) {
        roll.plus(term);
    }
    let holds = |only, one: &Condition| match only {
        Only::Melee => with.class == Class::Melee,
        Only::Source => target.is_some() && one.source == target,
    };
    for (of, on) in target.map(|target| (target, Moment::Attacked)).into_iter().chain([(*attacker, Moment::Attack)]) {
        for (_, effect) in effects().of(world, of, on, holds) {
            roll.give(effect);
        }
    }
    if let Some(target) = target {
        let hidden = world.part::<HiddenFrom>(*attacker).is_some_and(|hidden| hidden.viewers.contains(&target));
        if hidden {
            roll.advantage("the target does not know where it is", rule!("MOM-HIDE-3"));
        }
        if ride::host(world, target) == Some(*attacker) {
            roll.disadvantage("the target is on its back", rule!("MOM-CLIMB-5"));
        }
    } else {
        roll.disadvantage("at a square, on suspicion", rule!("MOM-HIDE-6"));
    }
    if let Some(enemy) = hemmed_in(world, *attacker).filter(|_| with.class == Class::Ranged) {
        let rule = if with.tier > 0 { rule!("MOM-ATK-13") } else { rule!("MOM-ATK-12") };
        if knows(world, side_of(world, *attacker), enemy) {
            let name = world.resource::<Names>().name(enemy);
            roll.disadvantage_of(enemy, format!("within reach of {name}"), rule);
        } else {
            roll.disadvantage(format!("within reach of {SOMETHING}"), rule!("MOM-ATK-17"));
        }
    }
    roll
}

impl Strike {
    /// Holds a roll against one creature after the other until it hits one or there is nobody further in front (MOM-COV-15 to
    /// MOM-COV-18): whom it hits.
    fn find_its_mark(
        &self,
        world: &mut World,
        rolled: &Rolled,
        line: &[Aimed<cover::Found>],
        evasions: Vec<Trace>,
    ) -> Option<Id> {
        for ((tested, between), against) in (1..).zip(line).zip(evasions) {
            let target = between.target;
            let hits = rolled.hits(against.value);
            self.tell(world, rolled, target, (against, hits), tested == 1);
            if hits {
                return Some(target);
            }
            let event = Event::new(What::came(AttackOutcome::Missed)).actor(self.attacker).target(target);
            world.tell(event.by(rule!("MOM-ATK-4")));
            let further = line.get(tested)?;
            let next = further.target;
            if rolled.natural == 1 {
                world.note(self.attacker, "nobody else is hit by it", rule!("MOM-ATK-11"));
                return None;
            }
            let event = if ride::host(world, target) == Some(next) {
                Event::note("carries it: the attack goes on to it").actor(next).by(rule!("MOM-CLIMB-8"))
            } else {
                Event::note("is in front: the attack goes on to it").actor(next).by(rule!("MOM-COV-15"))
            };
            let allied = creature::allied(world, self.attacker, next);
            let event = event.by_all((tested > 1).then_some(rule!("MOM-COV-18")));
            // MOM-COV-21: what carries the target has been tested before what is in front.
            let carried = tested > 1 && ride::host(world, line[tested - 2].target) == Some(target);
            let event = event.by_all(carried.then_some(rule!("MOM-COV-21")));
            let event = event.by_all((next == self.attacker).then_some(rule!("MOM-CLIMB-9")));
            world.tell(event.by_all(allied.then_some(rule!("MOM-COV-19"))));
            if next != self.attacker && further.cover.full.is_some() {
                return None;
            }
        }
        None
    }

    /// Tells a roll against one of them: the first time with all that makes it, after that as the same (MOM-COV-16, MOM-COV-17).
    fn tell(&self, world: &mut World, rolled: &Rolled, target: Id, (against, hits): (Trace, bool), first: bool) {
        let mut total = if first {
            rolled.total.clone()
        } else {
            Trace::new("the same roll", rolled.total.value).by(rule!("MOM-COV-16"))
        };
        let mut term = Trace::note(format!("to reach: {}", against.value)).by(rule!("MOM-ATK-4"));
        term.terms = against.terms;
        total.terms.push(term);
        match rolled.natural {
            20 => total.note("a natural 20 hits", rule!("MOM-ATK-10")),
            1 => total.note("a natural 1 misses", rule!("MOM-ATK-9")),
            _ => {}
        }
        total.verdict = Some(hits);
        let event = Event::number(self.attacker, total).target(target);
        world.tell(if first { event.by(rule!("MOM-DICE-1")) } else { event.by(rule!("MOM-COV-17")) });
    }

    /// MOM-HIDE-6: an attack on a square. Nothing is told of who is there unless it hits.
    fn suspects(&self, world: &mut World, there: &[Aimed<cover::Found>]) -> Option<(Id, bool)> {
        let rolled = attack_roll(world, self, None).roll(world);
        let hit = there.iter().find(|between| {
            let Aimed { target, cover, .. } = between;
            cover.full.is_none() && rolled.hits(evasion::evasion(world, *target, self.with.class, cover).value)
        });
        let hit = hit.map(|between| between.target);
        world.tell(Event::number(self.attacker, rolled.total.clone()).by(rule!("MOM-HIDE-6")));
        if hit.is_none() {
            let event = Event::new(What::came(AttackOutcome::Missed)).actor(self.attacker);
            world.tell(event.by(rule!("MOM-HIDE-6")));
        }
        hit.map(|id| (id, rolled.natural == 20))
    }

    /// MOM-AREA-5, MOM-DMG-3, MOM-CRIT-6: one damage roll, never a critical one; then each makes its Defense Roll, by Initiative. Objects
    /// make none (MOM-DR-5).
    fn unaimed(&self, world: &mut World, flight: Id, between: &[Aimed<cover::Found>]) {
        if self.target.is_none() {
            self.tell_squares(world, between);
        }
        let doses = self.damage(world, false);
        let power = creature::profile(world, self.attacker).power();
        let mut hits = Vec::new();
        for Aimed { target, cover, .. } in between {
            let target = *target;
            let mut blow = self.blow(world, doses.clone());
            if world.part::<Creature>(target).is_none() {
                let event = Event::note("makes no Defense Roll").target(target);
                world.tell(event.by(rule!("MOM-DR-5")).by(rule!("MOM-OBJ-1")));
            } else {
                blow.cover = evasion::defense(world, target, cover);
                if !willing::yields(world, flight, target) {
                    let roll = Roll::defense(world, target, self.with.dr, blow.cover.clone());
                    blow.saved = roll::defends(world, roll, power, rule!("MOM-DR-3"));
                }
            }
            hits.push(Hit::new(target, blow));
        }
        world.put(flight, Struck(hits));
    }

    /// Tells the squares of its area, and what it means that so many stand there.
    fn tell_squares(&self, world: &mut World, all: &[Aimed<cover::Found>]) {
        let squares = area::squares(world, self.attacker, &self.with, self.at);
        let all: Vec<Id> = all.iter().map(|between| between.target).collect();
        let rule = if self.with.burst_m > 0 { rule!("MOM-AREA-1") } else { rule!("MOM-AREA-2") };
        let friends =
            all.iter().any(|&id| creature::is_present(world, id) && creature::allied(world, self.attacker, id));
        let large = |id: Id| space(world, id).squares().filter(|at| squares.contains(at)).count() > 1;
        let large = all.iter().any(|&id| creature::is_present(world, id) && large(id));
        let several = (all.len() > 1).then_some(rule!("MOM-AREA-5"));
        let what = What::Hazard { at: Some(self.at), squares, look: self.with.look() };
        let event = Event::new(what).actor(self.attacker).by(rule);
        let event = event.by_all(large.then_some(rule!("MOM-AREA-3"))).by_all(friends.then_some(rule!("MOM-AREA-4")));
        world.tell(event.by_all(several));
    }
}

impl AttackCourse for Strike {
    type Cover = cover::Found;

    /// The target, and behind whom it stands: an attack that misses one goes on to the creature that carries it, and a shot to the one in
    /// front (MOM-CLIMB-8, MOM-COV-15, MOM-COV-18, MOM-COV-21). An effect goes on to nobody (MOM-COV-20). Of an area all whom it finds; of a
    /// square those who hide in it.
    fn targeting(&self, world: &World) -> Vec<Aimed<cover::Found>> {
        let Some(target) = self.target else {
            let found = if self.with.is_area() {
                let squares = area::squares(world, self.attacker, &self.with, self.at);
                area::caught(world, self.attacker, &self.with, self.at, &squares)
            } else {
                let own = side_of(world, self.attacker);
                strangers(world, own, |id, stand| id != self.attacker && stand.space.contains(self.at))
            };
            return found.into_iter().map(|id| self.aimed(world, id)).collect();
        };
        if !is_there(world, target) {
            return Vec::new();
        }
        let mut line = vec![self.aimed(world, target)];
        if self.with.class == Class::Effect || !creature::is_present(world, target) {
            return line;
        }
        while let Some(last) = line.last() {
            let known = |id: &Id| line.iter().any(|known| known.target == *id);
            let host = ride::host(world, last.target).filter(|id| !known(id));
            let front = last.behind.in_front.filter(|id| !known(id) && self.with.class == Class::Ranged);
            let Some(next) = host.or(front) else { break };
            line.push(self.aimed(world, next));
        }
        line
    }

    /// Asks before any dice: who answers by a Cinematic, who lets it happen (MOM-DR-4), where to it teleports. What is launched last is
    /// asked first.
    fn announce(&self, world: &mut World) {
        let Some((flight, _)) = topmost::<Self>(world) else { return };
        cinema_reaction::before_the_roll(world, self.attacker, self.target);
        if self.with.class != Class::Effect {
            return;
        }
        let mut targets: Vec<Id> = self.targeting(world).into_iter().map(|between| between.target).collect();
        targets.retain(|&id| world.part::<Creature>(id).is_some());
        // What only hurts nobody lets happen, unless its player has to be asked.
        let more = self.moves() > 0 || self.with.teleports_m > 0 || self.with.damage.is_empty();
        targets.retain(|&id| more || creature::profile(world, id).asks_to_fail);
        willing::ask(world, flight, self.attacker, self.with.name.clone(), false, &targets);
        if let (true, Some(target)) = (self.with.teleports_m > 0, self.target) {
            let (attack, by, metres) = (flight, self.attacker, self.with.teleports_m);
            launch(world, teleport::Aiming { attack, by, target, metres });
        }
    }

    /// MOM-TRIG-18: what was answered in between may have made it impossible.
    fn still(&self, world: &World, _between: &[Aimed<cover::Found>]) -> Result<(), Refusal> {
        creature::able(world, self.attacker)?;
        match self.target {
            Some(target) if world.part::<Creature>(target).is_some() => {
                aim::aims_at(world, self.attacker, &self.with, target, space(world, target))
            }
            _ => Ok(()),
        }
    }

    fn fails(self, world: &mut World, why: Refusal) {
        comes_to_nothing(world, self.attacker, self.target, &self.with.name, why, [rule!("MOM-TRIG-18")]);
        if !self.with.is_ability() && self.held.is_none() && is_on_map(world, self.attacker) {
            let mut points = world.the_mut::<super::super::data::Points>(self.attacker);
            points.credits += 1;
        }
    }

    fn roll(self, world: &mut World, flight: Id, between: &[Aimed<cover::Found>]) {
        if self.with.class == Class::Effect {
            return self.unaimed(world, flight, between);
        }
        if self.said.misses {
            let event = Event::new(What::came(AttackOutcome::Missed)).actor(self.attacker).target(self.target);
            return world.tell(event.by(rule!("MOM-ATK-8")));
        }
        let marked = match self.target {
            // MOM-ATK-5: an object is hit without a roll.
            Some(target) if creature::is_object(world, target) => {
                world.tell(Event::note("is hit without a roll").target(target).by(rule!("MOM-ATK-5")));
                Some((target, false))
            }
            Some(target) => {
                let evasion = |one: &Aimed<_>| evasion::evasion(world, one.target, self.with.class, &one.cover);
                let evasions: Vec<Trace> = between.iter().map(evasion).collect();
                let least: Vec<i32> = evasions.iter().map(|evasion| evasion.value).collect();
                // Which of them is hit first, whether critically, and whether the roll ends with the first.
                let class = |natural: u16, total: i32| {
                    let hit = least.iter().zip(1..).find(|&(&least, _)| roll::hits(natural, total, least));
                    let ends = natural == 1 && least.len() > 1;
                    hit.map_or(0, |(_, place)| place) << 2 | u32::from(ends) << 1 | u32::from(natural == 20)
                };
                let rolled = attack_roll(world, &self, Some(target)).roll_for(world, class);
                let critical = rolled.natural == 20;
                self.find_its_mark(world, &rolled, between, evasions).map(|target| (target, critical))
            }
            None => self.suspects(world, between),
        };
        let Some((target, critical)) = marked else { return };
        world.put(flight, Marked { target, critical });
        // MOM-ATK-8: what goes on to an ally, or to the attacker itself, is asked about.
        let friend = creature::is_present(world, target) && !creature::hostile(world, self.attacker, target);
        if self.said.asks || (friend && self.target != Some(target)) {
            launch(world, Sparing { attack: flight, by: self.attacker, target });
        }
    }

    /// The dice of damage fall, and whom it moves is moved, before the damage is summed (MOM-DMG-1).
    fn settle(world: &mut World, flight: Id) {
        let strike = world.the::<Self>(flight).clone();
        if let Some(Marked { target, critical }) = world.part::<Marked>(flight).copied() {
            let doses = strike.damage(world, critical);
            let soft = strike.soft(world);
            let mut blow = Blow { soft, ..strike.blow(world, doses) };
            if creature::is_present(world, target) && strike.with.class != Class::Melee {
                // MOM-ARM-14: half cover and Taking Cover count in the values of Defense Rolls too; hand to hand none does (MOM-COV-10).
                blow.cover = evasion::defense(world, target, &strike.aimed(world, target).cover);
            }
            world.put(flight, Struck(vec![Hit::new(target, blow)]));
        }
        if world.part::<Struck>(flight).is_some() {
            // What is launched last comes first.
            bearing::ask(world, flight, strike.attacker);
            strike.move_them(world, flight);
        }
    }

    fn deal(self, world: &mut World, flight: Id) {
        let Some(Struck(hits)) = world.part::<Struck>(flight).cloned() else {
            return;
        };
        let mut harmed = Vec::new();
        for Hit { target, blow, .. } in &hits {
            let there = is_on_map(world, *target) || aim::is_breakable(world, *target);
            if !there {
                let event = Event::new(What::came(AttackOutcome::Void)).actor(self.attacker).target(*target);
                world.tell(event);
                continue;
            }
            if harm::hurt(world, *target, blow, Some(self.attacker)) {
                harmed.push(*target);
            }
        }
        world.the_mut::<Self>(flight).harmed = harmed;
        // What is launched last comes first: what was kept apart, then Status Effects.
        let riders: Vec<Rider> = self.riders().collect();
        for hit in hits.iter().rev().filter(|hit| !hit.blow.saved) {
            for &rider in riders.iter().rev() {
                let with = Affliction::of(world, self.attacker, rider);
                let resisted = self.with.class != Class::Effect;
                let cover = hit.blow.cover.clone();
                launch(world, rider::Rides { target: hit.target, with, resisted, cover });
            }
        }
        for Hit { target, apart, .. } in hits.into_iter().rev() {
            if let Some(collision) = apart {
                launch(world, Wound::plain(target, vec![collision]));
            }
        }
    }

    /// MOM-ABIL-7: what is held for it comes before the reactions to it. What is launched last comes first.
    fn close(self, world: &mut World) {
        sight::give_away(world, self.attacker);
        // MOM-TRIG-6: a held Attack brings all its attacks at once.
        if let Some(more @ 1..) = self.held {
            launch(world, Repeats(Self { held: Some(more - 1), harmed: Vec::new(), ..self.clone() }));
        }
        let ability = self.with.is_ability();
        answer::harmed(world, self.attacker, &self.harmed, held::answers(world, self.attacker, ability));
        held::attacked(world, self.attacker, ability);
    }
}

/// The next attack of a held action, until it is declared.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Repeats(Strike);

impl Later for Repeats {
    const STAGE: Stage = Stage::Reactions;

    fn happen(self, world: &mut World) {
        let Self(strike) = self;
        let (by, with) = (strike.attacker, &strike.with);
        let aims = |target| aim::aims_at(world, by, with, target, distance::seen_from(world, by, target)).is_ok();
        let can = strike.target.is_some_and(|target| is_there(world, target) && aims(target));
        if !can || creature::able(world, by).is_err() {
            return;
        }
        let event = Event::note("attacks once more").actor(strike.attacker);
        world.tell(event.by(rule!("MOM-TRIG-6")));
        declare(world, strike);
    }
}
