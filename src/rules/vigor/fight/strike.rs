//! An attack in flight: rolled against Guard, defended against if it would land, dealt (VIG-ATK-8).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::roll::{Pool, of_score};
use super::super::body::{breath, who};
use super::super::data::{Attack, Class, Fixture, Score, Technique, conditions::PRONE};
use super::super::field::{cover, guard, near, sight};
use super::{defence, harm};
use crate::battle::{Event, *};
use crate::rule;

/// Where an attack comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Occasion {
    /// The Attack action.
    Action,
    /// A technique.
    Technique(Technique),
    /// An opening that was taken.
    Opening,
}

/// An attack in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strike {
    /// Who attacks.
    pub attacker: Id,
    /// With what.
    pub with: Attack,
    /// Whom or what.
    pub target: Id,
    /// Where it comes from.
    pub occasion: Occasion,
}

/// What the dice of an attack said, on the attack until it is over.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rolled {
    /// The roll, with what it had to beat.
    pub total: Trace,
    /// Whether it lands as things stand.
    pub lands: bool,
}

impl Strike {
    /// VIG-ATK-1, VIG-ATK-3: the score whose dice join the attack.
    fn score(&self) -> (Score, Rule) {
        match &self.occasion {
            Occasion::Technique(technique) => (technique.score, rule!("VIG-ATK-3")),
            _ => (Score::Agility, rule!("VIG-ATK-1")),
        }
    }

    fn charges(&self) -> (Text, i32) {
        match &self.occasion {
            Occasion::Technique(technique) => (technique.name.clone().into(), technique.charges),
            _ => ("".into(), 0),
        }
    }

    fn outcome(&self, what: What) -> Event {
        Event::new(what).actor(self.attacker).target(self.target)
    }
}

/// Declares an attack; it is paid.
pub fn declare(world: &mut World, strike: Strike) {
    let at = near::squares_of(world, strike.target)
        .first()
        .copied()
        .unwrap_or_default();
    let what = What::Attack {
        with: strike.with.name.clone().into(),
        look: strike.with.look(),
        at,
        radius: 0,
    };
    let event = Event::new(what)
        .actor(strike.attacker)
        .target(strike.target)
        .by(rule!("VIG-ATK-8"));
    world.tell(match &strike.occasion {
        Occasion::Action => event.by(rule!("VIG-ACT-4")),
        Occasion::Technique(_) => event.by(rule!("VIG-ACT-17")),
        Occasion::Opening => event.by(rule!("VIG-OPEN-2")).by(rule!("VIG-OPEN-7")),
    });
    crate::battle::declare(world, strike);
}

/// VIG-ATK-13: Challenges for the distance; nothing where it is too far.
fn band(world: &World, attacker: Id, with: &Attack, target: Id) -> Option<i32> {
    if !with.class.ranged() {
        return Some(0);
    }
    let far = near::distance(world, attacker, target);
    let band = with.band().max(1);
    let challenges = (far - 1).max(0) / band;
    let most = if with.class == Class::Thrown { 0 } else { 2 };
    (challenges <= most).then_some(challenges)
}

/// VIG-ATK-12: whether somebody can attack a creature or object with this.
///
/// # Errors
/// The rule that stands against it.
pub fn aims_at(world: &World, id: Id, with: &Attack, target: Id) -> Result<(), Refusal> {
    if target == id {
        return Err(Refusal::new("self", "It cannot attack itself."));
    }
    if !is_on_map(world, target)
        && world
            .part::<Fixture>(target)
            .is_none_or(|fixture| fixture.durability.is_none())
    {
        return Err(Refusal::by(rule!("VIG-ATK-12"), "gone", "There is nothing to attack."));
    }
    if !with.class.ranged() {
        return near::reaches(world, id, with, target);
    }
    if band(world, id, with, target).is_none() {
        return Err(Refusal::by(rule!("VIG-ATK-13"), "range", "That is too far away."));
    }
    if let Some(haze) = sight::haze(world)
        && near::distance(world, id, target) > haze.limit.0
    {
        return Err(Refusal::by(
            haze.limit.1,
            "visibility",
            "Nothing can be made out there.",
        ));
    }
    if cover::between(world, id, target).blocked {
        return Err(Refusal::by(rule!("VIG-COVER-3"), "no_line", "No line leads there."));
    }
    Ok(())
}

impl AttackCourse for Strike {
    /// VIG-ACT-23, VIG-ACT-24: looked at again after whatever came between.
    fn still(&self, world: &World) -> Result<(), Refusal> {
        if !who::conscious(world, self.attacker) {
            return Err(Refusal::by(
                rule!("VIG-ACT-23"),
                "unable",
                "Whoever attacks can do nothing more.",
            ));
        }
        aims_at(world, self.attacker, &self.with, self.target).map_err(|why| Refusal {
            rule: Some(rule!("VIG-ACT-24")),
            ..why
        })
    }

    fn fails(self, world: &mut World, why: Refusal) {
        let text = format!("{} comes to nothing: {}", self.with.name, why.message);
        let mut event = self.outcome(What::Note { text: text.into() });
        event.rules.extend(why.rule);
        world.tell(event);
        world.tell(self.outcome(What::came(AttackOutcome::Void)));
        breath::catch(world, self.attacker);
    }

    fn roll(self, world: &mut World, flight: Id) {
        let (against, _) = guard::against(world, self.attacker, &self.with, self.target);
        let (score, rule) = self.score();
        let (from, dice) = of_score(world, self.attacker, score);
        let (technique, charges) = self.charges();
        let far = band(world, self.attacker, &self.with, self.target).unwrap_or(0);
        let mut pool = Pool::action(self.attacker, self.with.name.clone())
            .dice(from, dice, rule)
            .dice("talents", self.with.talent, rule!("VIG-ROLL-11"))
            .steps(technique, charges, rule!("VIG-ROLL-8"))
            .steps("the distance", -far, rule!("VIG-ATK-13"));
        let prone = has_condition(world, self.target, PRONE);
        if prone && self.with.class.ranged() {
            pool = pool.steps("a target on the ground", -1, rule!("VIG-PRONE-7"));
        }
        let mut total = pool.roll(world);
        let gap = near::distance(world, self.attacker, self.target);
        let own_reach = who::profile(world, self.attacker).size.reach();
        if prone && !self.with.class.ranged() {
            total.push(Trace::note("on the ground, hand to hand").by(rule!("VIG-ATK-10")));
        }
        if self.with.class.ranged() && gap <= 1 {
            total.push(Trace::note("no harder beside enemies").by(rule!("VIG-ATK-11")));
        } else if !self.with.class.ranged() && gap > own_reach {
            total.push(Trace::note("as far as its weapon reaches").by(rule!("VIG-GRID-7")));
        }
        let lands = total.value > against.value;
        let rule = if lands { rule!("VIG-ATK-4") } else { rule!("VIG-ROLL-2") };
        total.verdict = Some(lands);
        let mut beaten = Trace::note(format!("to beat: {}", against.value)).by(rule);
        if against.terms.len() > 1 {
            beaten
                .terms
                .push(Trace::note("Guard first, the rest after it").by(rule!("VIG-ATK-6")));
        }
        beaten.terms.extend(against.terms);
        total.push(beaten);
        world.tell(self.outcome(What::Number).trace(total.clone()));
        if !lands {
            let event = self.outcome(What::came(AttackOutcome::Missed));
            world.tell(event.by(rule!("VIG-ROLL-2")).by(rule!("VIG-REACT-12")));
        }
        let entity = world.entity_of(flight).expect("an attack in flight should exist");
        world.entity_mut(entity).insert(Rolled { total, lands });
        if lands && world.part::<Creature>(self.target).is_some() {
            defence::offer(world, flight, &self);
        }
    }

    /// VIG-DMG-1, VIG-DMG-3, VIG-DMG-4: what lands does damage.
    fn deal(self, world: &mut World, flight: Id) {
        if !world.the::<Rolled>(flight).lands {
            return;
        }
        if !is_there(world, self.target) {
            return world.tell(self.outcome(What::came(AttackOutcome::Void)));
        }
        let plain = (self.with.damage_value, self.with.quality.die());
        let (technique, charges) = self.charges();
        let mut pool = Pool::effect(self.attacker, "damage", plain);
        pool = if self.with.class.by_strength() {
            let (from, dice) = of_score(world, self.attacker, Score::Strength);
            pool.dice(from, dice, rule!("VIG-DMG-3"))
        } else {
            pool.dice("skill", self.with.skill, rule!("VIG-DMG-4"))
        };
        // VIG-ROLL-12: only what says so counts for the effect.
        let mut amount = pool.steps(technique, charges, rule!("VIG-ROLL-12")).roll(world);
        amount
            .terms
            .push(Trace::note(self.with.quality.name()).by(rule!("VIG-DMG-2")));
        let of_its_kind = match self.with.class {
            Class::Unarmed => Some(rule!("VIG-DMG-7")),
            Class::Natural => Some(rule!("VIG-DMG-8")),
            _ => None,
        };
        amount
            .terms
            .extend(of_its_kind.map(|rule| Trace::note("its body's own").by(rule)));
        let alone = |label, rule| Trace::refused(label, 0, "the attack's alone").by(rule);
        if band(world, self.attacker, &self.with, self.target).unwrap_or(0) > 0 {
            amount.push(alone("Challenges by the distance", rule!("VIG-ROLL-14")));
        }
        if self.with.class.ranged() && has_condition(world, self.target, PRONE) {
            amount.push(alone("a Challenge by a target on the ground", rule!("VIG-ATK-9")));
        }
        harm::strike_home(world, &self, amount);
    }

    fn close(self, world: &mut World) {
        breath::catch(world, self.attacker);
    }
}
