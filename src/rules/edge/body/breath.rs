//! Breath in the course of a fight: counted turn by turn, gone, and drawn again (EDG-SUFF).

use bevy::prelude::World;

use super::super::data::conditions::STABLE;
use super::super::data::{Breathless, Vitality};
use super::{air, creature, life};
use crate::battle::{Event, *};
use crate::rule;

pub(crate) fn plugin(engine: &mut Engine) {
    engine.save::<Breathless>("edge.breathless");
    engine.while_holds(Stage::Environment, has_air_again, breathe);
}

/// EDG-SUFF-1, EDG-SUFF-2: a turn without air is over. A creature's own turns count.
pub(crate) fn turn_ends(world: &mut World, id: Id) {
    let Some((why, rule)) = air::lacks(world, id) else { return };
    let (left, holds) = (air::left(world, id), air::holds(creature::profile(world, id)));
    if left <= 0 {
        return;
    }
    let without = air::without(world, id) + 1;
    world.put(id, Breathless(without));
    let how = Trace::new("rounds of breath", left - 1).with(Trace::note(why).by(rule));
    let row = if without <= holds { rule!("EDG-SUFF-1") } else { rule!("EDG-SUFF-2") };
    world.tell(Event::resource(id, "breath", (left, left - 1)).trace(how).by(row));
}

/// EDG-SUFF-3: a creature whose breath is gone begins its turn at nothing.
pub(crate) fn turn_starts(world: &mut World, id: Id) {
    if !is_on_map(world, id) || air::left(world, id) > 0 || air::lacks(world, id).is_none() {
        return;
    }
    if world.the::<Vitality>(id).0 <= 0 {
        if lose(world, id, STABLE, [rule!("EDG-SUFF-3")]) {
            world.note(id, "dying again", rule!("EDG-SUFF-3"));
        }
        return;
    }
    life::goes_down(world, id, rule!("EDG-SUFF-3"), rule!("EDG-SUFF-4"));
}

/// Whether a creature has something to breathe again, for which it has waited.
fn waits_no_more(world: &World, id: Id) -> bool {
    let waits = air::without(world, id) > 0 || life::is_saved(world, id);
    waits && air::lacks(world, id).is_none()
}

fn has_air_again(world: &World) -> bool {
    on_map(world).any(|id| waits_no_more(world, id))
}

/// EDG-SUFF-6: a breath gives everything back. EDG-SUFF-7: death saves that were made before count now.
fn breathe(world: &mut World) {
    let all: Vec<Id> = on_map(world).filter(|&id| waits_no_more(world, id)).collect();
    for id in all {
        if air::without(world, id) > 0 {
            world.put(id, Breathless::default());
            world.note(id, "breathes again", rule!("EDG-SUFF-6"));
        }
        if life::is_saved(world, id) {
            life::stabilise(world, id, rule!("EDG-SUFF-7"));
        }
    }
}

/// Whether the game master may say that its breath lasts for so many rounds.
///
/// # Errors
/// It breathes where it is, or no breath of it lasts so long.
pub(crate) fn may_set(world: &World, id: Id, left: i32) -> Result<(), Refusal> {
    if air::lacks(world, id).is_none() {
        return Err(Refusal::by(rule!("EDG-SUFF-6"), "air", "It has something to breathe."));
    }
    let most = air::most(creature::profile(world, id));
    if left > most {
        let text = format!("Its breath lasts for {most} rounds at most.");
        return Err(Refusal::by(rule!("EDG-SUFF-1"), "too_long", text));
    }
    Ok(())
}

/// The game master says for how many rounds its breath lasts.
pub(crate) fn set(world: &mut World, id: Id, left: i32) {
    let most = air::most(creature::profile(world, id));
    let before = air::left(world, id);
    let now = left.min(most);
    world.put(id, Breathless(most - now));
    world.tell(Event::resource(id, "breath", (before, now)).by(rule!("EDG-SUFF-1")));
}

/// What ending its turn where it is brings a creature: breath that is held.
pub(crate) fn peril(world: &World, id: Id) -> Option<Text> {
    let (why, _) = air::lacks(world, id)?;
    let left = air::left(world, id);
    Some(
        if left > 0 { format!("{why}: breath for {left} rounds") } else { format!("{why}, and no breath is left") }
            .into(),
    )
}

/// How bad it is to end a turn without air, in thousandths of a life: the less breath is left the worse.
pub(crate) fn dread(world: &World, id: Id) -> u32 {
    1000 / u32::try_from(air::left(world, id).max(1)).unwrap_or(1)
}
