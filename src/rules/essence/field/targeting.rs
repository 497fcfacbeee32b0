//! What stands between an attacker and a target: the line, the distance, Cover, and with whom the attacker flanks it.

use bevy::prelude::World;

use super::super::body::creature;
use super::cover::{self, Found};
use super::flank;
use crate::battle::*;
use crate::rule;

/// ESS-LOE-1, ESS-COVER-4, ESS-BURROW-3: whether an unobstructed line leads to a creature or object.
///
/// # Errors
/// What stands in it.
pub fn line(world: &World, attacker: Id, target: Id) -> LineOfEffect {
    if cover::line_of_effect(world, attacker, target) {
        return Ok(());
    }
    let (rule, message) = if cover::buried(world, attacker) || cover::buried(world, target) {
        (rule!("ESS-BURROW-3"), "Earth lies between.")
    } else {
        (rule!("ESS-COVER-4"), "Something solid stands between.")
    };
    Err(Refusal::by(rule, "no_line", message))
}

/// The line and the distance alone, for what needs no attack roll. What is not there any more is nowhere.
pub fn way(world: &World, attacker: Id, target: Id) -> Aimed<Found> {
    let there = world.part::<Position>(target).is_some();
    let gone = || Err(Refusal::new("gone", "That creature is not on the map any more."));
    Aimed {
        target,
        line: if there { line(world, attacker, target) } else { gone() },
        distance: if there { creature::distance(world, attacker, target) } else { i32::MAX },
        cover: Found::default(),
        behind: Behind::default(),
    }
}

/// All that stands between the two of them.
pub fn between(world: &World, attacker: Id, target: Id) -> Aimed<Found> {
    let way = way(world, attacker, target);
    if world.part::<Position>(target).is_none() {
        return way;
    }
    let cover = cover::from_creature(world, attacker, target);
    Aimed { cover, behind: behind(world, attacker, target), ..way }
}

/// ESS-FLANK-1: with whom the attacker flanks a creature.
pub fn behind(world: &World, attacker: Id, target: Id) -> Behind {
    let creature = world.part::<Creature>(target).is_some();
    let at_its_back = if creature { flank::partners(world, attacker, target) } else { Vec::new() };
    Behind { at_its_back, in_front: None }
}
