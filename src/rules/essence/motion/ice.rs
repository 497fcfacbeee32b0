//! Thin ice that fire eats (ESS-ICE-3 to ESS-ICE-5).

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::field::terrain;
use super::square_effects;
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::rule;

/// Hit points that ice has lost, by square.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Melted(#[serde(with = "crate::battle::saved_form::pairs")] pub BTreeMap<Square, i32>);

/// ESS-ICE-3: hit points of the ice in a square.
pub(crate) fn hit_points(world: &World, at: Square) -> i32 {
    let lost = world.resource::<Melted>().0.get(&at).copied().unwrap_or(0);
    (8 * terrain::ice(world, at) - lost).max(0)
}

/// ESS-ICE-5: an Area of fire hurts each square of ice in it.
pub(crate) fn melt(world: &mut World, squares: &[Square], amount: &Trace) {
    let mut broken = Vec::new();
    for &at in squares {
        let before = hit_points(world, at);
        if before == 0 {
            continue;
        }
        let mut hurt = amount.clone();
        hurt.push(Trace::becomes("Vulnerable", hurt.value * 2).by(rule!("ESS-ICE-4")));
        hurt.push(Trace::new("Durability", -1).by(rule!("ESS-ICE-3")));
        let taken = hurt.value.max(0);
        *world.resource_mut::<Melted>().0.entry(at).or_default() += taken;
        let after = hit_points(world, at);
        let text = format!("ice at {},{}: {before} -> {after}", at.x, at.y).into();
        let bears = if after > 0 {
            format!("it bears {} Bulk, hurt or not", square_effects::bears(world, at))
        } else {
            "it bears nothing any more".to_owned()
        };
        hurt.terms.push(Trace::note(bears).by(rule!("ESS-ICE-1")));
        let event = Event::new(What::Note { text }).trace(hurt).by(rule!("ESS-ICE-5")).by(rule!("ESS-DMG-2"));
        world.tell(event);
        if after == 0 {
            broken.push(at);
        }
    }
    square_effects::break_ice(world, &broken);
}
