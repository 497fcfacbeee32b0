//! The Volley feat: one roll for everybody in a burst of arrows (ESS-ATK-16).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::odds::Manner;
use super::{area, cover, declared, gear, harm, stats::*, strike, who};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::grid::Square;
use crate::rule;

/// A Volley in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Volley {
    /// Who shoots.
    pub shooter: Id,
    /// With what.
    pub weapon: Weapon,
    /// The square whose north-west corner is the middle.
    pub at: Square,
}

const RADIUS: Feet = 10;

fn squares_of(feet: Feet) -> u32 {
    u32::try_from(feet / 5).unwrap_or(0)
}

fn weapon(world: &World, act: &Act) -> Option<Weapon> {
    let weapon = gear::in_hand(world, act.creature, act.with.as_deref()?)?;
    (weapon.increment_ft.is_some() && !weapon.thrown).then_some(weapon)
}

/// The Volley that an order shoots, if it can be shot so.
///
/// # Errors
/// The rule that stands against it.
pub fn of_order(world: &World, act: &Act) -> Result<Volley, Refusal> {
    let refused = |message: &'static str| Err(Refusal::by(rule!("ESS-ATK-16"), "impossible", message));
    if !who::profile(world, act.creature).volley {
        return refused("It has not learnt that.");
    }
    let Some(weapon) = weapon(world, act) else {
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
pub fn legal(world: &World, volley: &Volley) -> Result<(), Refusal> {
    gear::ready_to_hand(world, volley.shooter, &volley.weapon.key)?;
    if !world.resource::<Map>().contains(volley.at) || !cover::effect_reaches(world, volley.shooter, volley.at) {
        let message = "Something solid stands between.";
        return Err(Refusal::by(rule!("ESS-ATK-16"), "impossible", message));
    }
    Ok(())
}

/// Declares it. Its Actions have been paid.
pub fn declare(world: &mut World, volley: Volley) {
    let Volley { shooter, weapon, at } = &volley;
    let event = Event::new(What::Attack {
        with: "Volley".into(),
        look: weapon.look(),
        at: *at,
        radius: squares_of(RADIUS),
    });
    world.tell(event.actor(*shooter).by(rule!("ESS-ATK-16")));
    declared::declare(world, volley, &[Cue::Attacks]);
}

/// Shoots it.
pub(super) fn resolve(world: &mut World) {
    let Some((flight, volley)) = topmost::<Volley>(world) else {
        return;
    };
    let Volley {
        shooter: id,
        weapon,
        at,
    } = volley.clone();
    if !declared::may_begin(world, flight) {
        return;
    }
    land(world);
    let squares = area::burst(world, at, RADIUS);
    let targets = area::caught(world, &squares);
    let profile = who::profile(world, id);
    let mut terms = vec![
        Trace::new("Level", profile.level),
        Trace::new("DEX", profile.dex).by(rule!("ESS-RANGE-1")),
    ];
    let far = who::distance_to(world, id, at);
    terms.extend(strike::range_penalty(far, weapon.increment_ft.unwrap_or(5)));
    let bonus = profile.bonus_damage;
    let heavy = weapon.class == Class::Heavy;
    let manner = Manner::Ranged { heavy };
    let defense = |profile: &Profile| (profile.pd, "Physical Defense");
    let results = area::attack(world, id, &targets, at, manner, &terms, defense);
    let struck = results.iter().any(|(_, success, _)| *success);
    let rolled = struck.then(|| {
        let mut amount = world.resource_mut::<Dice>().roll(&weapon.damage, "damage");
        if bonus != 0 {
            amount.push(Trace::new("feats", bonus).by(rule!("ESS-ATK-10")));
        }
        amount
    });
    for (target, success, critical) in results {
        let Some(mut amount) = rolled.clone().filter(|_| success) else {
            area::missed(world, id, target);
            continue;
        };
        if critical {
            let double = amount.value * 2;
            amount.push(Trace::becomes("Critical Success", double).by(rule!("ESS-ATK-3")));
        }
        let rules = vec![rule!("ESS-ATK-14")];
        harm::deal(world, Some(id), target, amount, weapon.damage_type, rules);
        strike::tumble(world, target);
    }
    strike::exposed(world, id, None);
    strike::tumble(world, id);
}
