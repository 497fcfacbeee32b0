//! What outlasts a fight: Vitality, and what is not used up.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Vitality, bestiary};
use crate::battle::{ById, CarriedOver, Creature, Id};

/// What a creature takes out of a fight.
pub(crate) fn carry(world: &World, id: Id) -> CarriedOver {
    let (profile, vitality) = (creature::profile(world, id), world.the::<Vitality>(id).0);
    let kind = &world.the::<Creature>(id).kind;
    let mut carried = CarriedOver::default();
    let usual = bestiary::spawn_creature(kind, None, None).map(|usual| usual.carries).unwrap_or_default();
    if profile.carries != usual {
        carried = carried.listing("carries", profile.carries.iter());
    }
    if vitality > 0 { carried.with("vitality", vitality) } else { carried.unfit("is Down") }
}
