//! Moments at which the battle stops by itself, since a side that holds an EDGE card may turn something (EDG-CARD-10). Here is which they
//! are and which sides are asked; what the answers do is in `fate`.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::cards::{self, When};
use crate::battle::*;

/// A moment of an attack in flight, and the sides that may turn it, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Fateful {
    /// Which moment.
    pub when: When,
    /// The attack.
    pub attack: Id,
    /// Who attacks.
    pub attacker: Id,
    /// Whom.
    pub target: Id,
    /// How the roll stands: whether it hits.
    pub hits: bool,
    /// The sides that are still to be asked.
    pub line: Vec<SideId>,
}

impl Fateful {
    /// Whether a side is asked now: it holds a sentence for the moment, which would do something, and wishes to be asked.
    pub(super) fn concerns(&self, world: &World, side: SideId) -> bool {
        let own = side_of(world, self.attacker) == side;
        let at_it = side_of(world, self.target) == side;
        // A side that does not know of the attacker is not asked about its dice.
        let may = match self.when {
            When::BeforeRoll | When::Hit => own,
            _ => own || knows(world, side, self.attacker),
        };
        let foe = creature::hostile(world, self.attacker, self.target);
        let stakes = match self.when {
            When::Rolled if own => foe && !self.hits,
            When::Rolled => at_it && foe && self.hits,
            When::Missed => !own,
            _ => true,
        };
        may && !cards::answers(world, side, self.when).is_empty() && cards::heeds(world, side, stakes)
    }
}

/// Opens a moment, if any side is to be asked at it; whether it did. What comes after it is `fate`'s to bring about.
pub(super) fn open(world: &mut World, fateful: Fateful) -> bool {
    let mut line: Vec<SideId> = sides(world).filter(|&side| fateful.concerns(world, side)).collect();
    if line.is_empty() {
        return false;
    }
    line.reverse();
    launch(world, Fateful { line, ..fateful });
    true
}

/// Those of an area who may burn a card before they save, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Bracing {
    /// Whose effect it is.
    pub by: Id,
    /// The creatures.
    pub line: Vec<Id>,
    /// The most damage that it may do.
    pub most: i32,
}
