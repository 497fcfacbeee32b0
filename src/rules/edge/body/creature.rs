//! What a creature is able to do now, and who is whose enemy.

use bevy::prelude::World;

use super::super::data::{HalfMetres, Profile, Stats, TurnUsage, conditions::*, moment::Moment};
pub(crate) use crate::battle::sides::hostile;
use crate::battle::{Event, *};
use crate::rule;

/// The profile.
pub(crate) fn profile(world: &World, id: Id) -> &Profile {
    &world.the::<Stats>(id).0
}

/// On the map and conscious.
pub(crate) fn conscious(world: &World, id: Id) -> bool {
    is_on_map(world, id) && !has_condition(world, id, UNCONSCIOUS)
}

/// Why it can do nothing, if so (EDG-COND-UNC-1).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn able(world: &World, id: Id) -> Result<(), Refusal> {
    effects().allow(world, id, Moment::Acts)?;
    if is_on_map(world, id) {
        Ok(())
    } else {
        Err(Refusal::by(rule!("EDG-COND-UNC-1"), "unconscious", "It is unconscious."))
    }
}

/// Whether it may react (EDG-REACT-2).
///
/// # Errors
/// Why not, and the rule.
pub(crate) fn can_react(world: &World, id: Id) -> Result<(), (Text, Rule)> {
    if let Some(effect) = effects().first(world, id, Moment::Reacts) {
        return Err((effect.says.into(), effect.rule.clone()));
    }
    if !is_on_map(world, id) {
        return Err(("unconscious".into(), rule!("EDG-COND-UNC-1")));
    }
    if world.the::<TurnUsage>(id).reacted {
        return Err(("it has reacted since its turn began".into(), rule!("EDG-REACT-2")));
    }
    Ok(())
}

/// Uses its reaction up.
pub(crate) fn react(world: &mut World, id: Id) {
    world.the_mut::<TurnUsage>(id).reacted = true;
    world.tell(Event::resource(id, "reaction", (1, 0)).by(rule!("EDG-REACT-2")));
}

/// EDG-MOVE-1, EDG-ACT-2: how far it may move on its turn in all.
pub(crate) fn allowance(world: &World, id: Id) -> HalfMetres {
    2 * profile(world, id).speed_m * (1 + world.the::<TurnUsage>(id).dashes)
}

/// EDG-MOVE-20: how much of that is left.
pub(crate) fn metres_left(world: &World, id: Id) -> HalfMetres {
    (allowance(world, id) - world.the::<TurnUsage>(id).moved).max(0)
}

/// "4.5 m".
pub(crate) fn metres(halves: HalfMetres) -> String {
    if halves % 2 == 0 { format!("{} m", halves / 2) } else { format!("{}.5 m", halves / 2) }
}
