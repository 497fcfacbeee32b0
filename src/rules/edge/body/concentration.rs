//! Concentration: what a creature keeps up, one thing at a time (EDG-CONC).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::{HalfMetres, Power};
use super::lasting;
use crate::battle::*;
use crate::rule;

/// What a creature concentrates on.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Focus {
    /// The key of the power.
    pub power: Text,
    /// What people call it.
    pub name: Text,
    /// The condition that it gives.
    pub gives: Text,
    /// EDG-AOE-9: how far around its owner it takes enemies in; 0 where it is for its owner alone.
    pub aura: HalfMetres,
}

/// A creature that has been harmed while it concentrates, until it has made its save (EDG-CONC-4).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Shaken {
    /// Who.
    pub creature: Id,
    /// What it must reach.
    pub against: i32,
}

/// Begins to keep something up; what it kept up before ends first (EDG-CONC-3).
pub(crate) fn begin(world: &mut World, id: Id, power: &Power) {
    end(world, id, rule!("EDG-CONC-3"));
    let focus = Focus {
        power: power.key.clone().into(),
        name: power.name.clone().into(),
        gives: power.gives.clone().into(),
        aura: 2 * power.aura_m,
    };
    let gives = focus.gives.clone();
    let aura = focus.aura > 0;
    world.put(id, focus);
    world.note(id, format!("concentrates on {}", power.name), rule!("EDG-CONC-1"));
    if !aura {
        gain_from(world, id, gives, Some(id), Lasts::UntilEnded, [rule!("EDG-CONC-1")]);
    }
}

/// Ends what a creature keeps up, and all that came of it; whether there was any (EDG-CONC-1).
pub(crate) fn end(world: &mut World, id: Id, rule: Rule) -> bool {
    let Some(focus) = world.part::<Focus>(id).cloned() else { return false };
    let entity = world.entity_of(id).expect("a creature should exist");
    world.entity_mut(entity).remove::<Focus>();
    world.note(id, format!("{} ends", focus.name), rule.clone());
    let of_it = |one: &Condition| one.key == focus.gives && one.source == Some(id);
    let all: Vec<Id> = on_map(world).filter(|&other| world.the::<Conditions>(other).0.iter().any(of_it)).collect();
    for other in all {
        lasting::ends(world, other, &focus.gives, id, &rule);
    }
    true
}

/// EDG-CONC-4 to EDG-CONC-6: harm that has come through shakes its bearer while it concentrates; spent Vitality does not, nor does
/// moving or attacking (EDG-CONC-2).
pub(crate) fn harmed(world: &mut World, id: Id, amount: i32) {
    if world.part::<Focus>(id).is_some() {
        launch(world, Shaken { creature: id, against: (amount / 2).max(13) });
    }
}
