//! A roll that a game master demands. It waits for the stage of rolls, then the ruleset rolls and tells what came of it.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::board::is_on_map;
use crate::battle::engine::Later;
use crate::battle::ruleset::Rules;
use crate::battle::values::{Id, Rule, Stage, Tell};

/// A roll that a game master demands, until its dice fall. A ruleset that knows such rolls registers it.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Demanded {
    pub(super) creature: Id,
    pub(super) roll: String,
    pub(super) against: i32,
    pub(super) called: String,
}

impl Later for Demanded {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self { creature, roll, against, called } = self;
        if is_on_map(world, creature) {
            let ruleset = world.resource::<Rules>().0;
            ruleset.demand(world, creature, &roll, against, &called);
        }
    }
}

/// Tells whether a roll that was demanded succeeded, in the game master's words if there are any.
pub fn tell_demanded(world: &mut World, creature: Id, called: &str, success: bool, rule: Rule) {
    let came = if success { "success" } else { "failure" };
    let text = if called.is_empty() { came.to_owned() } else { format!("{called}: {came}") };
    world.note(creature, text, rule);
}
