//! How a ruleset gets into a battle: what it keeps, its systems, what it makes of a level's creatures and objects.

use crate::battle::engine::Engine;
use crate::battle::values::Id;
use crate::level;
use bevy::prelude::World;

/// How a ruleset gets into a battle.
pub trait Setup {
    /// Registers the components to save and adds systems to the stages.
    fn install(&self, engine: &mut Engine);
    /// Gives a creature its stats from the bestiary and the level's overrides. Errors are sentences for the author.
    fn spawn_creature(&self, world: &mut World, creature: Id, spec: &level::Creature) -> Result<(), String>;
    /// Gives an object what the ruleset needs of it.
    fn spawn_object(&self, world: &mut World, object: Id, spec: &level::Object) -> Result<(), String>;
    /// Called once when everything stands on the map, before the first pass.
    fn prepare(&self, world: &mut World);
}
