//! How creatures get about: where to, at what cost, with whom.

use super::random_act::Rng;
use crate::battle::values::{ForcedMovement, Id, MoveKind, Place, Refusal, Rule, SideId, Step};
use crate::grid::reach::Reach;
use crate::grid::{Footprint, Square};
use bevy::prelude::World;

/// How creatures get about: where to, at what cost, with whom.
pub trait Movement {
    /// Every square a move could end in now with its cost, cheapest way first found. Cost in the ruleset's unit.
    fn reach(&self, world: &World, creature: Id) -> Reach;
    /// The squares of the reach in which a move could end before another action begins, where going farther costs one. None where moving
    /// takes no action, or where no other action could begin.
    fn within_one_action(&self, _world: &World, _creature: Id) -> Vec<Square> {
        Vec::new()
    }
    /// What the next step would be and cost, or why not.
    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal>;
    /// Works out a whole path, every step with its cost, without walking it.
    ///
    /// # Errors
    /// The first step that is not legal or cannot be paid, or that the creature may not stop where the path ends.
    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal>;
    /// As [`Movement::walk`], without the steps.
    ///
    /// # Errors
    /// As there.
    fn may_walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<(), Refusal> {
        self.walk(world, creature, path).map(|_| ())
    }
    /// A legal way by lot, towards a square if one is given; `None` where the ruleset cannot tell without [`Movement::reach`].
    fn stroll(&self, _world: &World, _creature: Id, _towards: Option<Square>, _lot: &mut Rng) -> Option<Vec<Square>> {
        None
    }
    /// Pays for a step and places the creature.
    fn take_step(&self, world: &mut World, creature: Id, step: &Step);
    /// Called before a step; may launch interrupts.
    fn before_step(&self, world: &mut World, creature: Id, step: &Step);
    /// Called after a step with the place the creature had before it; may launch interrupts.
    fn after_step(&self, world: &mut World, creature: Id, before: Place);
    /// Whether something keeps a creature from being pushed into a neighbouring space, beside walls, what must be climbed and who stands
    /// there.
    fn stops_push(&self, _world: &World, _creature: Id, _to: Footprint) -> bool {
        false
    }
    /// Whether a thing stops bodies at all; what is not there does not.
    fn is_solid(&self, _world: &World, _thing: Id) -> bool {
        true
    }
    /// How many of the ruleset's units of length are left, and what the unit is called.
    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str);
    /// A length of a creature's way in the ruleset's units, for people. Example: 5 half-metres are "2.5 m".
    fn length(&self, world: &World, creature: Id, length: i32) -> String {
        format!("{length} {}", self.movement_left(world, creature).1)
    }
    /// Who carries a creature along in its own space, as a mount does its rider.
    fn carrier(&self, _world: &World, _creature: Id) -> Option<Id> {
        None
    }
    /// Which creatures go along when a creature changes place, by the bonds that hold directly between the two. It names those it
    /// carries, those it holds and those that hold it, each with the rule.
    fn goes_along(&self, _world: &World, _creature: Id, _going: MoveKind) -> Vec<(Id, Rule)> {
        Vec::new()
    }
    /// Where a creature is bound without an order, as far as a side may know it.
    fn course(&self, _world: &World, _creature: Id, _side: SideId) -> ForcedMovement {
        ForcedMovement::default()
    }
}
