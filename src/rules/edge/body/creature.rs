//! What a creature is able to do now, and who is whose enemy.

use bevy::prelude::World;

use super::super::data::gravity::Gravity;
use super::super::data::start::Psi;
use super::super::data::{Attack, Gear, HalfMetres, Profile, Rider, Stats, TurnUsage, conditions::*, moment::Moment};
use super::{gravity, trauma};
pub(crate) use crate::battle::sides::hostile;
use crate::battle::{Event, *};
use crate::grid::Footprint;
use crate::rule;

/// EDG-GRAV-7: what low gravity adds to a speed.
const LIGHT: HalfMetres = 6;

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
    let hindered = has_condition(world, id, HINDERED);
    let mut usage = world.the_mut::<TurnUsage>(id);
    usage.reacted = true;
    usage.winded = usage.winded || hindered;
    world.tell(Event::resource(id, "reaction", (1, 0)).by(rule!("EDG-REACT-2")));
}

/// Why it does not move by itself, if so. To be unable to act is no reason (EDG-COND-INC-1).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn moves(world: &World, id: Id) -> Result<(), Refusal> {
    effects().allow(world, id, Moment::Moves)?;
    if is_on_map(world, id) { Ok(()) } else { Err(Refusal::by(rule!("EDG-COND-UNC-1"), "gone", "It is not there.")) }
}

/// The ways of moving for which a creature may have a speed of its own (EDG-MOVE-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// On foot; of one that only flies, through the air.
    Usual,
    Air,
    Water,
    Face,
}

/// How far it gets in a turn in one way, in metres, before anything changes that; 0 where it has no speed for it.
fn own_speed(profile: &Profile, way: Way) -> i32 {
    match way {
        Way::Usual if profile.speed_m == 0 => profile.fly_m,
        Way::Usual => profile.speed_m,
        Way::Air => profile.fly_m,
        Way::Water => profile.swim_m,
        Way::Face => profile.climb_m,
    }
}

/// EDG-GRID-15: its speed, with everything that changes it.
pub(crate) fn speed(world: &World, id: Id) -> HalfMetres {
    speed_by(world, id, Way::Usual)
}

/// The same in one way of moving (EDG-MOVE-5).
fn speed_by(world: &World, id: Id, way: Way) -> HalfMetres {
    speed_in(world, id, way, space(world, id))
}

/// The same as gravity in a space would have it (EDG-GRAV-7, EDG-GRAV-20).
fn speed_in(world: &World, id: Id, way: Way, there: Footprint) -> HalfMetres {
    let light = if gravity::felt_in(world, id, there) == Gravity::Low { LIGHT } else { 0 };
    let whole = 2 * own_speed(profile(world, id), way) + light;
    let (hindered, restrained) = gravity::slowed_in(world, id, there);
    // What gravity may bring of these is told by the space.
    let others = effects().at(world, id, Moment::Speed).filter(|(one, _)| one.key != HINDERED && one.key != RESTRAINED);
    let speed = others.fold(trauma::limps(world, id, whole), |speed, (one, effect)| effect.number(one, speed)).max(0);
    let speed = if hindered { speed / 2 } else { speed };
    let speed = if restrained { 0 } else { speed };
    let speed = trauma::drags(world, id, whole, speed);
    // EDG-GRAP-5: what it drags, unless that is two or more sizes smaller.
    let heavy = |&held: &Id| profile(world, id).size as i32 - (profile(world, held).size as i32) < 2;
    if held_by(world, id).iter().any(heavy) { speed / 2 } else { speed }
}

/// EDG-MOVE-1, EDG-ACT-2: how far it may move on its turn in all.
pub(crate) fn allowance(world: &World, id: Id) -> HalfMetres {
    speed(world, id) * (1 + world.the::<TurnUsage>(id).dashes)
}

/// EDG-MOVE-20, EDG-GRAV-20: how much more it may move on its turn in all once it has come from one space into another.
pub(crate) fn gains_by_gravity(world: &World, id: Id, (from, to): (Footprint, Footprint)) -> HalfMetres {
    let usage = world.the::<TurnUsage>(id);
    if usage.spare.is_some() {
        return 0;
    }
    let speed = |space: Footprint| speed_in(world, id, Way::Usual, space);
    (speed(to) - speed(from)) * (1 + usage.dashes)
}

/// EDG-GRAV-11: why it does not walk, climb or jump though it could move, if so.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn walks(world: &World, id: Id) -> Result<(), Refusal> {
    moves(world, id)?;
    if gravity::only_drifts(world, id) {
        return Err(Refusal::by(rule!("EDG-GRAV-11"), "weightless", "Without weight it only pushes itself off."));
    }
    Ok(())
}

/// EDG-MOVE-5: how much farther than on foot it may move in one way; nothing where it has no speed of its own for that.
pub(crate) fn farther(world: &World, id: Id, way: Way) -> Option<HalfMetres> {
    if own_speed(profile(world, id), way) == 0 {
        return None;
    }
    let usage = world.the::<TurnUsage>(id);
    let more = (speed_by(world, id, way) - speed(world, id)) * (1 + usage.dashes);
    Some(if usage.spare.is_some() { 0 } else { more })
}

/// EDG-MOVE-5: how much of its movement on foot is left; below nothing where it has gone farther in another way.
pub(crate) fn metres_to_go(world: &World, id: Id) -> HalfMetres {
    let usage = world.the::<TurnUsage>(id);
    usage.spare.unwrap_or_else(|| allowance(world, id) - usage.moved)
}

/// EDG-MOVE-20: how much of that is left, between attacks and in whatever way it goes (EDG-MOVE-3, EDG-MOVE-4). While it moves by an
/// exploit, how much of that is (EDG-XPL-13).
pub(crate) fn metres_left(world: &World, id: Id) -> HalfMetres {
    metres_to_go(world, id).max(0)
}

/// Takes metres off what is left.
pub(crate) fn spend(world: &mut World, id: Id, halves: HalfMetres) {
    let mut usage = world.the_mut::<TurnUsage>(id);
    match &mut usage.spare {
        Some(spare) => *spare -= halves,
        None => usage.moved += halves,
    }
}

/// Whom a creature holds.
pub(crate) fn held_by(world: &World, holder: Id) -> Vec<Id> {
    let ids = world.resource::<Ids>();
    let held = |&id: &Id| ids.has_conditions(id) && is_held_by(world, id, holder);
    on_map(world).filter(held).collect()
}

/// Whether a creature is in another's grasp.
pub(crate) fn is_held_by(world: &World, id: Id, holder: Id) -> bool {
    world.the::<Conditions>(id).0.iter().any(|one| one.key == GRAPPLED && one.source == Some(holder))
}

/// Those who hold a creature.
pub(crate) fn holders(world: &World, id: Id) -> Vec<Id> {
    let all = world.the::<Conditions>(id).0.iter().filter(|one| one.key == GRAPPLED);
    all.filter_map(|one| one.source).collect()
}

/// EDG-SET-3, EDG-SET-7, EDG-SET-20: whether something that a creature carries works.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn works(world: &World, id: Id, with: &Attack) -> Result<(), Refusal> {
    let gear = world.the::<Gear>(id);
    trauma::can_hold(world, id, with.hands)?;
    let named = |list: &[Text]| list.iter().any(|key| **key == *with.key);
    if named(&gear.broken) {
        return Err(Refusal::by(rule!("EDG-SET-20"), "broken", "It is broken."));
    }
    if named(&gear.stuck) {
        return Err(Refusal::by(rule!("EDG-SET-3"), "stuck", "It takes an action to be used again."));
    }
    if with.psi > 0 && world.part::<Psi>(id).is_none_or(|left| left.0 < with.psi) {
        return Err(Refusal::by(rule!("EDG-REST-7"), "psi", "It has too few psi points left."));
    }
    Ok(())
}

/// Pays the psi points that a use of something takes.
pub(crate) fn pay_psi(world: &mut World, id: Id, with: &Attack) {
    if let Some(Psi(left)) = world.part::<Psi>(id).copied().filter(|_| with.psi > 0) {
        world.put(id, Psi(left - with.psi));
        world.tell(Event::resource(id, "psi", (left, left - with.psi)).by(rule!("EDG-REST-7")));
    }
}

/// "4.5 m".
pub(crate) fn metres(halves: HalfMetres) -> String {
    if halves % 2 == 0 { format!("{} m", halves / 2) } else { format!("{}.5 m", halves / 2) }
}

/// Whether a creature's side knows of another creature on the map.
pub(crate) fn knows_of(world: &World, id: Id, other: Id) -> bool {
    other != id && known_to(world, id).any(|(known, _)| known == other)
}

/// EDG-ATK-14: the creature on which another one rides: the mount in whose space it is.
pub(crate) fn mount_of(world: &World, id: Id) -> Option<Id> {
    let mount = world.part::<Rider>(id)?.0;
    let together = is_on_map(world, id) && is_on_map(world, mount);
    (together && space(world, id).overlaps(space(world, mount))).then_some(mount)
}

/// Those who ride on a creature.
pub(crate) fn riders_of(world: &World, mount: Id) -> impl Iterator<Item = Id> {
    on_map(world).filter(move |&id| mount_of(world, id) == Some(mount))
}

/// EDG-ATK-14: whether one of two creatures rides on the other.
pub(crate) fn ride_together(world: &World, one: Id, other: Id) -> bool {
    mount_of(world, one) == Some(other) || mount_of(world, other) == Some(one)
}
