//! An attack in flight: rolled against Evasion, gone on to whoever stands in front where it misses, or defended against; then what it
//! moves, then what it does (MOM-ATK-2, MOM-DMG-1).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::roll::{Roll, Rolled, defends};
use super::super::body::{creature, life};
use super::super::data::{
    Attack, Class,
    conditions::*,
    moment::{Moment, Only},
};
use super::super::field::{cover, evasion};
use super::harm::{self, Dose, Wound};
use super::held;
use super::hit_result::Struck;
use super::push;
use super::push::Push;
use crate::battle::{Event, *};
use crate::rule;

/// An attack or Ability in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Strike {
    /// Who attacks.
    pub attacker: Id,
    /// With what.
    pub with: Attack,
    /// Whom.
    pub target: Id,
    /// Whether it was held (MOM-TRIG-2).
    pub held: bool,
}

impl Strike {
    fn event(&self, what: What) -> Event {
        Event::new(what).actor(self.attacker).target(self.target)
    }

    fn strikes(self, world: &mut World, flight: Id, target: Id, doses: Vec<Dose>, saved: bool) {
        let Self { attacker, with, .. } = self;
        let struck = Struck { target, doses, saved, ignores: with.ignores_armor, apart: None };
        world.put(flight, struck);
        let (own, from) = (space(world, attacker), space(world, target));
        if with.moves_m > 0 && !saved {
            let shoved = Push {
                by: attacker,
                target,
                from,
                step: push::away(own, from),
                metres: with.moves_m,
                attack: Some(flight),
            };
            shoved.launch(world, rule!("MOM-PUSH-1"));
        }
    }
}

/// What stands between somebody and a creature that it attacks. Whether it can be aimed there is asked with the order alone.
pub(crate) fn between(world: &World, id: Id, target: Id) -> Aimed<cover::Found> {
    let (own, there) = (space(world, id), space(world, target));
    let found = cover::between(world, (id, own), (target, there));
    Aimed {
        target,
        line: Ok(()),
        distance: own.steps(there),
        behind: Behind { in_front: found.front.map(|(id, _)| id), ..Behind::default() },
        cover: found,
    }
}

/// Declares an attack; it is paid.
pub(crate) fn declare(world: &mut World, strike: Strike) {
    let what = What::Attack {
        with: strike.with.name.clone().into(),
        look: strike.with.look(),
        at: space(world, strike.target).at,
        radius: 0,
    };
    let event = strike.event(what).by(rule!("MOM-ATK-2"));
    world.tell(if strike.held { event.by(rule!("MOM-TRIG-2")) } else { event });
    crate::battle::declare(world, strike);
}

/// MOM-ATK-6, MOM-ATK-7: the hit bonus, term by term.
fn hit_bonus(world: &World, id: Id, with: &Attack) -> Vec<Trace> {
    let profile = creature::profile(world, id);
    let own = (profile.primary, profile.secondary);
    let (first, second) = with.stats.unwrap_or(own);
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

/// MOM-ATK-12, MOM-ATK-17: an enemy within whose melee range somebody shoots, and who is not behind full cover.
fn hemmed_in(world: &World, id: Id) -> Option<Id> {
    let own = space(world, id);
    let near = |&other: &Id| {
        let space = space(world, other);
        creature::hostile(world, id, other)
            && creature::conscious(world, other)
            && own.steps(space) <= creature::profile(world, other).reach()
            && cover::between(world, (id, own), (other, space)).full.is_none()
    };
    // Of two that are near, one of which its side knows is named.
    let known = || known_to(world, id).map(|(other, _)| other).find(|&other| other != id && near(&other));
    let unknown = || on_map(world).find(|&other| other != id && near(&other));
    known().or_else(unknown)
}

/// Everything for and against an attack roll besides what it must reach (MOM-ATK-16).
fn attack_roll(world: &World, strike: &Strike) -> Roll {
    let Strike { attacker, with, target, .. } = strike;
    let mut roll = Roll::new(*attacker, with.name.clone());
    for term in hit_bonus(world, *attacker, with) {
        roll.plus(term);
    }
    let holds = |only, _: &Condition| match only {
        Only::Melee => with.class == Class::Melee,
    };
    for (of, on) in [(*target, Moment::Attacked), (*attacker, Moment::Attack)] {
        for (_, effect) in effects().of(world, of, on, holds) {
            roll.give(effect);
        }
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
    fn find_its_mark(&self, world: &mut World, rolled: &Rolled, line: &[Aimed<cover::Found>]) -> Option<Id> {
        for (tested, between) in (1..).zip(line) {
            let target = between.target;
            let against = evasion::evasion(world, target, self.with.class, &between.cover);
            let hits = match rolled.natural {
                20 => true,
                1 => false,
                _ => rolled.total.value >= against.value,
            };
            self.tell(world, rolled, target, (against, hits));
            if hits {
                return Some(target);
            }
            let event = Event::new(What::came(AttackOutcome::Missed)).actor(self.attacker).target(target);
            world.tell(event.by(rule!("MOM-ATK-4")));
            let front = line.get(tested)?;
            if rolled.natural == 1 {
                world.note(self.attacker, "nobody else is hit by it", rule!("MOM-ATK-11"));
                return None;
            }
            let allied = creature::allied(world, self.attacker, front.target);
            let event = Event::note("is in front: the attack goes on to it").actor(front.target);
            let event = event.by(rule!("MOM-COV-15"));
            let event = event.by_all((tested > 1).then_some(rule!("MOM-COV-18")));
            world.tell(event.by_all(allied.then_some(rule!("MOM-COV-19"))));
            if front.cover.full.is_some() {
                return None;
            }
        }
        None
    }

    /// Tells a roll against one of them: the first time with all that makes it, after that as the same (MOM-COV-16, MOM-COV-17).
    fn tell(&self, world: &mut World, rolled: &Rolled, target: Id, (against, hits): (Trace, bool)) {
        let first = target == self.target;
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
}

impl AttackCourse for Strike {
    type Cover = cover::Found;

    /// The target, and behind whom it stands: a shot that misses one goes on to the one in front (MOM-COV-15, MOM-COV-18).
    fn targeting(&self, world: &World) -> Vec<Aimed<cover::Found>> {
        let mut line = vec![between(world, self.attacker, self.target)];
        while self.with.class == Class::Ranged
            && let Some(front) = line.last().and_then(|last| last.behind.in_front)
            && line.iter().all(|known| known.target != front)
        {
            line.push(between(world, self.attacker, front));
        }
        line
    }

    fn roll(self, world: &mut World, flight: Id, between: &[Aimed<cover::Found>]) {
        if self.with.class == Class::Effect {
            // MOM-DICE-13: the damage first.
            let doses = harm::roll_damage(world, &self.with, false);
            let terms = evasion::defense(world, self.target, &between[0].cover);
            let power = creature::profile(world, self.attacker).power();
            let roll = Roll::defense(world, self.target, self.with.dr, terms);
            let saved = defends(world, roll, power, rule!("MOM-DR-3"));
            let target = self.target;
            return self.strikes(world, flight, target, doses, saved);
        }
        let rolled = attack_roll(world, &self).roll(world);
        if let Some(target) = self.find_its_mark(world, &rolled, between) {
            let doses = harm::roll_damage(world, &self.with, rolled.natural == 20);
            self.strikes(world, flight, target, doses, false);
        }
    }

    fn deal(self, world: &mut World, flight: Id) {
        let Some(struck) = world.part::<Struck>(flight).cloned() else {
            return;
        };
        let Struck { target, doses, saved, ignores, apart } = struck;
        if !is_on_map(world, target) {
            return world.tell(self.event(What::came(AttackOutcome::Void)));
        }
        let (parts, how) = harm::protect(world, target, doses, saved, ignores);
        let event = Event::new(What::came_of(&parts)).actor(self.attacker).target(target);
        world.tell(event.by(rule!("MOM-ATK-2")));
        life::suffer(world, target, parts, how);
        if let Some(collision) = apart {
            let doses = vec![collision];
            launch(world, Wound { target, doses });
        }
    }

    fn close(self, world: &mut World) {
        held::give_away(world, self.attacker);
        held::attacked(world, self.attacker);
    }
}
