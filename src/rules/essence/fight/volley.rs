//! The Volley feat: one roll for everybody in a burst of arrows (ESS-ATK-16).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{creature, gear};
use super::super::data::stats::*;
use super::super::field::cover::{self, Found};
use super::super::field::odds::Manner;
use super::attack::{self, TargetRolls};
use super::{area, harm, strike, waiting};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::grid::Square;
use crate::rule;

/// A Volley in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Volley {
    /// Who shoots.
    pub shooter: Id,
    /// With what.
    pub weapon: Weapon,
    /// The square whose north-west corner is the middle.
    pub at: Square,
}

const RADIUS: Feet = 10;

/// The Volley that an order shoots, if it can be shot so.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn of_order(world: &World, act: &Act) -> Result<Volley, Refusal> {
    let refused = |message: &'static str| Err(Refusal::by(rule!("ESS-ATK-16"), "impossible", message));
    if !creature::profile(world, act.creature).volley {
        return refused("It has not learnt that.");
    }
    let weapon = act.with.as_deref().and_then(|key| gear::in_hand(world, act.creature, key));
    let Some(weapon) = weapon.filter(|weapon| weapon.increment_ft.is_some() && !weapon.thrown) else {
        return refused("It takes a ranged weapon in hand.");
    };
    let Some(at) = act.at else {
        return refused("Name the square whose north-west corner is the middle.");
    };
    let shooter = act.creature;
    let volley = Volley { shooter, weapon, at };
    legal(world, &volley)?;
    Ok(volley)
}

/// Whether it can be shot as things stand.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn legal(world: &World, volley: &Volley) -> Result<(), Refusal> {
    gear::ready_to_hand(world, volley.shooter, &volley.weapon.key)?;
    if !world.resource::<Map>().contains(volley.at) || !cover::effect_reaches(world, volley.shooter, volley.at) {
        let message = "Something solid stands between.";
        return Err(Refusal::by(rule!("ESS-ATK-16"), "impossible", message));
    }
    Ok(())
}

/// Declares it. Its Actions have been paid.
pub(crate) fn declare(world: &mut World, volley: Volley) {
    let Volley { shooter, weapon, at } = &volley;
    let event =
        Event::new(What::Attack { with: "Volley".into(), look: weapon.look(), at: *at, radius: RADIUS as u32 / 5 });
    world.tell(event.actor(*shooter).by(rule!("ESS-ATK-16")));
    crate::battle::declare(world, volley);
}

impl AttackCourse for Volley {
    type Cover = Found;

    fn targeting(&self, world: &World) -> Vec<Aimed<Found>> {
        let squares = area::burst(world, self.at, RADIUS);
        let targets = area::caught(world, self.at, RADIUS, &squares);
        area::between(world, self.shooter, self.at, targets)
    }

    fn announce(&self, world: &mut World) {
        waiting::announce(world, self.shooter, &[Trigger::Attacks]);
    }

    fn still(&self, world: &World, _between: &[Aimed<Found>]) -> Result<(), Refusal> {
        attack::still_able(world, self.shooter)?;
        legal(world, self)
    }

    fn fails(self, world: &mut World, why: Refusal) {
        attack::comes_to_nothing(world, self.shooter, None, "the Volley", why);
    }

    fn roll(self, world: &mut World, flight: Id, between: &[Aimed<Found>]) {
        let id = self.shooter;
        let far = creature::distance_to_ground(world, id, self.at);
        let terms = strike::shooting_terms(world, id, &self.weapon, far);
        let heavy = self.weapon.class == Class::Heavy;
        let manner = Manner::Ranged { heavy };
        let defense = |profile: &Profile| (profile.pd, "Physical Defense");
        let landings = area::attack(world, id, between, manner, &terms, defense);
        world.put(flight, TargetRolls(landings));
    }

    fn deal(self, world: &mut World, flight: Id) {
        let id = self.shooter;
        let bonus = creature::profile(world, id).bonus_damage;
        let landings = attack::landed(world, flight);
        let rolled = landings.iter().any(|landing| landing.success).then(|| {
            let mut amount = world.resource_mut::<Dice>().roll(&self.weapon.damage, "damage");
            if bonus != 0 {
                amount.push(Trace::new("feats", bonus).by(rule!("ESS-ATK-10")));
            }
            amount
        });
        for landing in landings {
            let target = landing.target;
            let Some(mut amount) = rolled.clone().filter(|_| landing.success) else {
                let rule = Some(rule!("ESS-ROLL-1"));
                attack::came(world, id, Some(target), AttackOutcome::Missed, rule);
                continue;
            };
            if landing.critical {
                harm::double(&mut amount, "Critical Success", rule!("ESS-ATK-3"));
            }
            let rules = vec![rule!("ESS-ATK-14")];
            harm::deal(world, Some(id), target, amount, self.weapon.damage_type, rules);
            strike::tumble(world, target);
        }
    }

    fn close(self, world: &mut World) {
        strike::exposed(world, self.shooter, None);
        strike::tumble(world, self.shooter);
    }
}
