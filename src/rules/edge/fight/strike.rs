//! An attack in flight: dodged or not, rolled against Defense, exploited, dealt (EDG-ATK-2).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Check, save};
use super::super::body::{creature, life};
use super::super::data::{
    Ability, Attack, Band, Class, Degree, STAMINA, TurnUsage,
    conditions::*,
    moment::{Moment, Only},
};
use super::super::field::{cover, reach};
use super::dodge::{self, Dodged};
use super::exploit::{self, Exploit, Outcome};
use super::harm::{self, Dose};
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::rule;

/// Where an attack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Occasion {
    /// The Attack action.
    Action,
    /// EDG-RE-3: somebody leaves its reach.
    Opportunity,
}

/// An attack in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Strike {
    /// Who attacks.
    pub attacker: Id,
    /// With what.
    pub with: Attack,
    /// Whom.
    pub target: Id,
    /// Where it comes from.
    pub occasion: Occasion,
}

impl Strike {
    fn event(&self, what: What) -> Event {
        Event::new(what).actor(self.attacker).target(self.target)
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
    let event = strike.event(what).by(rule!("EDG-ATK-2"));
    world.tell(match strike.occasion {
        Occasion::Action => event.by(rule!("EDG-ACT-1")),
        Occasion::Opportunity => event.by(rule!("EDG-RE-3")),
    });
    crate::battle::declare(world, strike);
}

/// EDG-ATK-1, EDG-MEL-1, EDG-RNG-1, EDG-RNG-4: whether somebody can attack a creature with this.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn aims_at(world: &World, id: Id, with: &Attack, target: Id) -> Result<(), Refusal> {
    gets_to(world, id, with, target, || cover::between(world, id, target).degree)
}

/// What stands between an attacker and a target, for an attack with this.
pub(crate) fn between(world: &World, id: Id, with: &Attack, target: Id) -> Aimed<cover::Found> {
    let found = cover::between(world, id, target);
    Aimed {
        target,
        line: gets_to(world, id, with, target, || found.degree),
        distance: reach::distance(world, id, target),
        behind: Behind { in_front: found.source.and_then(|(of, _)| of), ..Behind::default() },
        cover: found,
    }
}

/// As [`aims_at`], where it is known what stands between.
fn gets_to(world: &World, id: Id, with: &Attack, target: Id, degree: impl FnOnce() -> Degree) -> Result<(), Refusal> {
    if target == id {
        return Err(Refusal::new("self", "It cannot attack itself."));
    }
    if !is_on_map(world, target) || !knows(world, side_of(world, id), target) {
        return Err(Refusal::by(rule!("EDG-ATK-1"), "gone", "There is nobody to attack."));
    }
    if with.class == Class::Melee {
        return if reach::reaches(world, id, with, target) {
            Ok(())
        } else {
            let reach = creature::metres(reach::reach(world, id, Some(with)));
            let message = format!("Out of reach ({reach}).");
            Err(Refusal::by(rule!("EDG-MEL-1"), "range", message))
        };
    }
    let band = Band::of(reach::distance(world, id, target));
    if band > with.band.next().unwrap_or(with.band) {
        return Err(Refusal::by(rule!("EDG-RNG-4"), "range", "That is too far away."));
    }
    if degree() == Degree::Total {
        return Err(Refusal::by(rule!("EDG-RNG-1"), "no_line", "No line leads there."));
    }
    Ok(())
}

/// EDG-ATK-5, EDG-ATK-7 to EDG-ATK-10: what an attack must reach, with its reasons.
pub(crate) fn difficulty(world: &World, with: &Attack, between: &Aimed<cover::Found>) -> Trace {
    let Aimed { target, distance, ref cover, .. } = *between;
    let defense = creature::profile(world, target).defense();
    let mut out = Trace::new("to reach", 0).by(rule!("EDG-ATK-10"));
    out.push(Trace::new("Defense", defense).by(rule!("EDG-ATK-5")));
    effects().add_to(&mut out, world, target, Moment::Defense);
    let band = Band::of(distance);
    if with.class == Class::Melee {
        out.push(Trace::note("hand to hand, however far").by(rule!("EDG-ATK-7")));
    } else {
        out.push(Trace::new(format!("{} range", band.name()), band.harder()).by(rule!("EDG-ATK-8")));
    }
    if let Some((name, rule)) = cover.named() {
        let mut term = Trace::new(name, cover.degree.bonus()).by(rule);
        term.source = between.behind.in_front;
        let why = cover.why.clone();
        term.terms.extend(why.map(|why| Trace::note("what the lines cross").by(why)));
        if with.class == Class::Melee {
            term.note("hand to hand as well", rule!("EDG-COV-13"));
        }
        out.push(term);
    }
    out
}

/// Everything for and against an attack roll besides what it must reach.
fn check(world: &World, strike: &Strike, far: i32, dodged: bool) -> Check {
    let Strike { attacker, with, target, .. } = strike;
    let (attacker, target) = (*attacker, *target);
    let melee = with.class == Class::Melee;
    let mut check = Check::new(world, attacker, with.name.clone(), Ability::Combat, Some(&with.skill));
    if aims(world, attacker, target) {
        check.plus("aimed", 1, rule!("EDG-MIN-1"));
    }
    let near = || reach::threatens(world, attacker, target, Place::of(world, target));
    let holds = |only, _: &Condition| match only {
        Only::Melee => melee,
        Only::Near => near(),
        Only::Far => !near(),
        Only::Dexterity => false,
    };
    for (of, on) in [(attacker, Moment::Attack), (target, Moment::Attacked)] {
        for (_, effect) in effects().of(world, of, on, holds) {
            check.give(effect);
        }
    }
    if dodged {
        check.disadvantage("the target dodges", rule!("EDG-RE-1"));
    }
    if !melee {
        if Band::of(far) > with.band {
            check.disadvantage("beyond its range", rule!("EDG-RNG-3"));
        }
        if let Some(enemy) = reach::hemmed_in(world, attacker) {
            let known = knows(world, side_of(world, attacker), enemy);
            let unseen = "something unseen within whose reach it shoots";
            let why = if known { "an enemy within whose reach it shoots" } else { unseen };
            check.disadvantage(why, rule!("EDG-RNG-5"));
        }
    }
    check
}

fn aims(world: &World, attacker: Id, target: Id) -> bool {
    let aim = world.the::<TurnUsage>(attacker).aim;
    aim.is_some_and(|aim| aim.at == target)
}

impl AttackCourse for Strike {
    type Cover = cover::Found;

    fn targeting(&self, world: &World) -> Vec<Aimed<cover::Found>> {
        vec![between(world, self.attacker, &self.with, self.target)]
    }

    fn announce(&self, world: &mut World) {
        let flight = world.resource::<Flights>().top();
        if let Some(flight) = flight.filter(|_| self.with.class == Class::Melee) {
            dodge::offer(world, flight, self.attacker, self.target);
        }
    }

    fn still(&self, world: &World, between: &[Aimed<cover::Found>]) -> Result<(), Refusal> {
        creature::able(world, self.attacker)?;
        between[0].line.clone()
    }

    fn fails(self, world: &mut World, why: Refusal) {
        comes_to_nothing(world, self.attacker, Some(self.target), &self.with.name, why, []);
    }

    fn roll(self, world: &mut World, flight: Id, between: &[Aimed<cover::Found>]) {
        let [between] = between else { return };
        let dodged = world.part::<Dodged>(flight).is_some();
        let against = difficulty(world, &self.with, between);
        let mut rolled = check(world, &self, between.distance, dodged).roll(world);
        if aims(world, self.attacker, self.target) {
            world.the_mut::<TurnUsage>(self.attacker).aim = None;
        }
        let hits = rolled.against(against);
        if rolled.cancels() {
            rolled.total.note("a 1 and a 12 cancel", rule!("EDG-SPEC-6"));
        }
        let exploit = rolled.exploit().filter(|_| hits);
        world.tell(self.event(What::Number).trace(rolled.total).by(rule!("EDG-ATK-3")));
        if !hits {
            let outcome = if dodged {
                let by = Some(Protection::new(Guard::Dodge, "Dodge").of(self.target));
                let outcome = AttackOutcome::Dodged;
                What::Outcome { outcome, by }
            } else {
                What::came(AttackOutcome::Missed)
            };
            world.tell(self.event(outcome).by(rule!("EDG-CORE-2")));
        }
        world.put(flight, Outcome { hits, exploit: None });
        if let Some((rank, _)) = exploit {
            exploit::offer(world, flight, (self.attacker, self.target), rank);
        }
    }

    /// EDG-DMG-1 to EDG-DMG-3, EDG-XPL-12: what hits does damage.
    fn deal(self, world: &mut World, flight: Id) {
        let Outcome { hits, exploit } = *world.the::<Outcome>(flight);
        if !hits {
            return;
        }
        if !is_on_map(world, self.target) {
            return world.tell(self.event(What::came(AttackOutcome::Void)));
        }
        let effective = exploit == Some(Exploit::EffectiveStrike);
        let mut doses = roll_damage(world, &self.with);
        let profile = creature::profile(world, self.attacker);
        let (more, rule, name) = if self.with.class == Class::Melee {
            (profile.strength, rule!("EDG-DMG-2"), Ability::Strength.name())
        } else {
            (profile.perception, rule!("EDG-DMG-3"), Ability::Perception.name())
        };
        if let Some(first) = doses.first_mut() {
            first.amount.push(Trace::new(name, more).by(rule));
            if effective {
                let die = Expression::dice(1, 6);
                let mut die = world.resource_mut::<Dice>().roll(&die, "effective strike");
                die.note("of its type, stopped with it", rule!("EDG-XPL-12"));
                first.amount.push(die.by(rule!("EDG-XPL-5")));
            }
        }
        let (parts, how) = harm::protect(world, self.target, doses, false);
        world.tell(self.event(What::came_of(&parts)).by(rule!("EDG-ATK-2")));
        life::suffer(world, self.target, parts, how);
        if effective && creature::conscious(world, self.target) {
            let check = Check::new(world, self.target, STAMINA.1, Ability::Strength, Some(STAMINA.0));
            if !save(world, check, 17, rule!("EDG-XPL-5")) {
                let lasts = Lasts::TurnStart(self.attacker);
                gain(world, self.target, SICKENED, lasts, [rule!("EDG-XPL-5")]);
            }
        }
    }

    /// EDG-HIDE-6: an attack gives its attacker away, hit or miss.
    fn close(self, world: &mut World) {
        hiding::reveal(world, self.attacker, None, HIDDEN, rule!("EDG-HIDE-6"));
    }
}

/// EDG-DMG-1: the dice of an attack, type by type.
pub(crate) fn roll_damage(world: &mut World, with: &Attack) -> Vec<Dose> {
    let mut dice = world.resource_mut::<Dice>();
    let roll = |part: &super::super::data::DamageDice| Dose {
        amount: dice.roll(&part.expression(), "damage").by(rule!("EDG-DMG-1")),
        damage_type: part.damage_type,
    };
    with.damage.iter().map(roll).collect()
}
