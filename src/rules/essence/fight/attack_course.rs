//! How an attack or a Maneuver goes on: whether it is still legal, rolled, dealt, closed (ESS-ATK).

use super::super::body::{creature, gear};
use super::super::data::stats::*;
use super::super::field::{cover::Found, odds, targeting};
use super::super::motion::drift;
use super::attack::{self, TargetRoll, TargetRolls};
use super::strike::{
    AttackMode, Strike, aims_at_square, attack_terms, damage, exposed, meets, nearest_square, still_aims_at, tumble,
};
use super::{guess, harm, maneuver, waiting};
use crate::battle::*;
use crate::rule;

impl AttackCourse for Strike {
    type Cover = Found;

    /// Of a square that was named it turns out with the dice who is there.
    fn targeting(&self, world: &World) -> Vec<Aimed<Found>> {
        let target = self.target.filter(|_| !self.guessed);
        target.map(|target| targeting::between(world, self.attacker, target)).into_iter().collect()
    }

    fn announce(&self, world: &mut World) {
        waiting::announce(world, self.attacker, &[Trigger::Attacks]);
    }

    fn still(&self, world: &World, between: &[Aimed<Found>]) -> Result<(), Refusal> {
        attack::still_able(world, self.attacker)?;
        legal(world, self, between)
    }

    fn fails(self, world: &mut World, why: Refusal) {
        attack::comes_to_nothing(world, self.attacker, self.target, "the attack", why);
        if self.deed == AttackMode::Passing {
            // The Move goes on, if it can: its next step is looked at anew.
            launch(world, Replan);
        }
    }

    fn choice(&self, world: &World, flight: Id) -> Option<Question> {
        maneuver::asks_to_yield(world, flight, self)
    }

    fn roll(mut self, world: &mut World, flight: Id, between: &[Aimed<Found>]) {
        match self.target {
            _ if self.guessed => self.target = guess::found(world, &self),
            Some(target) => self.at = nearest_square(world, self.attacker, target),
            None => {}
        }
        *world.the_mut::<Strike>(flight) = self.clone();
        let landing = match self.deed {
            AttackMode::Melee | AttackMode::Shot | AttackMode::Thrown | AttackMode::Maneuver(Maneuver::Feint) => {
                rolls(world, &self, between)
            }
            AttackMode::Maneuver(_) | AttackMode::Passing | AttackMode::PushingOff(_) => {
                maneuver::rolls_against(world, flight, &self, between)
            }
        };
        world.put(flight, TargetRolls(landing.into_iter().collect()));
    }

    fn deal(self, world: &mut World, flight: Id) {
        for landing in attack::landed(world, flight) {
            match self.deed {
                AttackMode::Melee | AttackMode::Shot | AttackMode::Thrown => hits(world, &self, landing),
                AttackMode::Maneuver(Maneuver::Feint) => maneuver::deceives(world, &self, landing),
                AttackMode::Maneuver(_) | AttackMode::Passing | AttackMode::PushingOff(_) => {
                    maneuver::succeeds(world, &self, landing);
                }
            }
        }
    }

    /// What follows on every attack: the attacker is found, the thrown weapon lies there, the weightless tumble.
    fn close(self, world: &mut World) {
        if self.deed == AttackMode::Thrown {
            let key = &self.weapon.key;
            gear::drop_item(world, self.attacker, key, self.at, rule!("ESS-RANGE-8"));
        }
        exposed(world, self.attacker, self.target);
        tumble(world, self.attacker);
    }
}

/// The number an attack for damage has to reach.
fn defense(world: &World, target: Id) -> (i32, &'static str) {
    match world.part::<Stats>(target) {
        Some(stats) => (stats.0.pd, "Physical Defense"),
        None => (10, "an object's defense"),
    }
}

/// ESS-ATK-1 to ESS-ATK-3: the damage of an attack that has hit.
fn hits(world: &mut World, strike: &Strike, TargetRoll { target, critical, .. }: TargetRoll) {
    let amount = damage(world, strike, critical, true);
    let (by, kind) = (Some(strike.attacker), strike.weapon.damage_type);
    harm::deal(world, by, target, amount, kind, vec![rule!("ESS-ATK-2")]);
    tumble(world, target);
}

/// Whom it hits or deceives, and whether critically.
fn rolls(world: &mut World, strike: &Strike, between: &[Aimed<Found>]) -> Option<TargetRoll> {
    let deceives = strike.deed == AttackMode::Maneuver(Maneuver::Feint);
    let number = |world: &World, target| {
        if deceives { (creature::profile(world, target).md, "Mental Defense") } else { defense(world, target) }
    };
    let terms = attack_terms(world, strike, between);
    let Some(target) = strike.target.filter(|_| !guess::is_blind(world, strike)) else {
        return guess::roll(world, strike, &terms, |world, target| Some(number(world, target)));
    };
    let odds = strike.odds(world, target, between);
    let rolled = odds::roll(world, strike.deed.label(), &odds, terms);
    let number = number(world, target);
    let rule = deceives.then_some(rule!("ESS-FEINT-1"));
    let landing = meets(world, (strike.attacker, target), rolled, number, rule);
    if !landing.success {
        let rule = (!deceives).then_some(rule!("ESS-ROLL-1"));
        strike.came(world, AttackOutcome::Missed, rule);
        return None;
    }
    Some(landing)
}

/// Whether an attack can be made as things stand: with this weapon, upon this target or square (ESS-ACT-3).
///
/// # Errors
/// The rule that stands against it.
fn legal(world: &World, strike: &Strike, between: &[Aimed<Found>]) -> Result<(), Refusal> {
    let id = strike.attacker;
    let gone = || Refusal::new("gone", "That creature is not there any more.");
    match (strike.deed, strike.target) {
        (AttackMode::Passing, target) => {
            let there =
                target.is_some_and(|target| is_on_map(world, target) && world.the::<Position>(target).at == strike.at);
            if world.the::<TurnUsage>(id).halted {
                return Err(Refusal::by(rule!("ESS-MOVE-12"), "move_over", "The Move is over."));
            }
            return if there { Ok(()) } else { Err(gone()) };
        }
        (AttackMode::PushingOff(_), target) => {
            let (_, hold) = drift::push_off_way(world, id, strike.at)?;
            let same = matches!((hold, target), (drift::Hold::Creature(there), Some(target)) if there == target);
            return if same { Ok(()) } else { Err(gone()) };
        }
        _ => {}
    }
    let weapon = gear::ready_to_hand(world, id, &strike.weapon.key)?;
    match between {
        _ if strike.guessed => aims_at_square(world, id, &weapon, strike.deed, strike.at)?,
        [target] => still_aims_at(world, id, &weapon, strike.deed, target)?,
        _ => return Err(gone()),
    }
    maneuver::possible(world, strike)
}

/// As [`legal`], of one with a weapon that is ready to hand, upon a target that it can be turned upon.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn legal_besides(world: &World, strike: &Strike) -> Result<(), Refusal> {
    if strike.guessed {
        aims_at_square(world, strike.attacker, &strike.weapon, strike.deed, strike.at)?;
    }
    maneuver::possible(world, strike)
}
