//! The fixed script of summons that no Command reaches (MOM-CMD-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature::{AP, WP};
use super::super::body::{creature, hands};
use super::super::data::Attack;
use super::super::field::{aim, distance};
use super::super::fight::strike::{self, Strike};
use super::super::ruleset::Momentum;
use crate::battle::*;
use crate::grid::{Footprint, Square};
use crate::rule;

/// A summon that acts by its script, until it has done so.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Script {
    id: Id,
    walked: bool,
}

impl Script {
    /// The script of a summon, from its beginning.
    pub(crate) const fn of(id: Id) -> Self {
        Self { id, walked: false }
    }
}

/// The enemies of which its side knows, the nearest first, of those as near the one that stands first on the roster.
fn enemies(world: &World, id: Id) -> Vec<Id> {
    let hostile = |other: &Id| creature::hostile(world, id, *other) && creature::conscious(world, *other);
    let mut all: Vec<Id> = known_to(world, id).map(|(other, _)| other).filter(hostile).collect();
    all.sort_by_key(|&other| (distance::between(world, id, other), other));
    all
}

/// What it attacks with: the first on its list, if it can pay for it.
fn weapon(world: &World, id: Id) -> Option<Attack> {
    let with = creature::profile(world, id).attacks.iter().find(|with| with.is_ordered())?;
    let points = creature::points(world, id);
    let affords = points.ap >= with.ap && points.wp >= with.wp && hands::wields(world, id, with).is_ok();
    affords.then(|| with.clone())
}

/// The attack on the nearest enemy in range.
fn attack(world: &World, id: Id) -> Option<Strike> {
    let with = weapon(world, id)?;
    for other in enemies(world, id) {
        let there = space(world, other);
        let (target, aimed) = if with.is_area() {
            (None, aim::aims_at_square(world, id, &with, there.at))
        } else {
            (Some(other), aim::aims_at(world, id, &with, other, there))
        };
        if aimed.is_ok() {
            return Some(Strike::new(id, with, target, there.at));
        }
    }
    None
}

/// The way towards the nearest enemy, as far as it gets; nothing where it comes no nearer.
fn way(world: &World, id: Id) -> Option<Vec<Square>> {
    let to = space(world, *enemies(world, id).first()?);
    let own = space(world, id);
    let reach = Momentum::gets_to(world, id);
    let far = |at: Square| Footprint { at, ..own }.steps(to);
    let stops = reach.squares.iter().filter(|reached| reached.stop && far(reached.at) < own.steps(to));
    let best = stops.min_by_key(|reached| (far(reached.at), reached.cost, reached.at.y, reached.at.x))?;
    reach.path(best.at)
}

impl Later for Script {
    const STAGE: Stage = Stage::Turn;

    fn happen(self, world: &mut World) {
        let Self { id, walked } = self;
        if !creature::acts(world, id) {
            return;
        }
        if !walked {
            world.note(id, "acts without a Command", rule!("MOM-CMD-3"));
        }
        if let Some(strike) = attack(world, id) {
            creature::change(world, id, AP, -strike.with.ap, [rule!("MOM-CMD-3")]);
            creature::change(world, id, WP, -strike.with.wp, [rule!("MOM-ABIL-2")]);
            return strike::declare(world, strike);
        }
        if let Some(mut rest) = way(world, id).filter(|_| !walked) {
            launch(world, Self { walked: true, ..self });
            rest.reverse();
            launch(world, Moving { creature: id, rest, stride: StepPhase::Ready });
        }
    }
}
