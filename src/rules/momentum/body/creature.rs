//! What a creature is able to do and to pay now, and who is whose enemy.

use std::collections::BTreeSet;

use bevy::prelude::World;
use toml::Value;

use super::super::data::{
    DamageType, Drama, Held, Points, Profile, Shown, Stats, Timing, conditions::*, moment::Moment, options,
};
pub(crate) use crate::battle::sides::{allied, hostile};
use crate::battle::*;
use crate::rule;

/// The profile.
pub(crate) fn profile(world: &World, id: Id) -> &Profile {
    &world.the::<Stats>(id).0
}

/// MOM-TYPE-11: the types of damage of which all may know how a creature takes them: those that play has shown, or all where the level
/// says so.
pub(crate) fn shown(world: &World, id: Id) -> BTreeSet<DamageType> {
    if options::written(world, "open_stats").and_then(Value::as_bool) == Some(true) {
        return DamageType::ALL.iter().map(|&(damage, ..)| damage).collect();
    }
    world.part::<Shown>(id).map(|shown| shown.0.clone()).unwrap_or_default()
}

/// What it has to pay with.
pub(crate) fn points(world: &World, id: Id) -> Points {
    *world.the::<Points>(id)
}

/// On the map, and not Down.
pub(crate) fn conscious(world: &World, id: Id) -> bool {
    is_on_map(world, id) && !has_condition(world, id, DOWN)
}

/// Why it can do nothing, if so.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn able(world: &World, id: Id) -> Result<(), Refusal> {
    effects().allow(world, id, Moment::Acts)?;
    if is_on_map(world, id) { Ok(()) } else { Err(Refusal::by(rule!("MOM-VIT-3"), "down", "It is Down.")) }
}

/// Whether it can be given orders: not Down, not Stunned.
pub(crate) fn acts(world: &World, id: Id) -> bool {
    able(world, id).is_ok()
}

/// Whether something is a creature, and on the map.
pub(crate) fn is_present(world: &World, id: Id) -> bool {
    world.part::<Creature>(id).is_some() && is_on_map(world, id)
}

/// Whether something is an object: no creature, or a creature that counts as a thing (MOM-OBJ-2).
pub(crate) fn is_object(world: &World, id: Id) -> bool {
    world.part::<Creature>(id).is_none() || profile(world, id).object
}

/// Whether a creature has a condition that another brought about.
pub(crate) fn has_from(world: &World, id: Id, key: &str, source: Id) -> bool {
    let all = world.part::<Conditions>(id).map_or(&[][..], |all| &all.0);
    all.iter().any(|one| one.key == key && one.source == Some(source))
}

/// MOM-ROUND-9: whether it can spend so many Reaction Points.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn reacts(world: &World, id: Id, rp: i32) -> Result<(), Refusal> {
    effects().allow(world, id, Moment::Reacts)?;
    if acts_by_script(world, id) {
        return Err(Refusal::by(rule!("MOM-CMD-3"), "no_command", "Without a Command it does not react."));
    }
    let left = points(world, id).rp;
    if !is_on_map(world, id) || left < rp {
        return Err(Refusal::by(rule!("MOM-ROUND-9"), "spent", format!("It takes {rp} RP; {left} left.")));
    }
    Ok(())
}

/// Whether it can spend any Reaction Points, or any Action Points on its turn.
pub(crate) fn reacts_or_acts(world: &World, id: Id, reaction: bool) -> bool {
    if reaction {
        return reacts(world, id, 0).is_ok();
    }
    able(world, id).is_ok() && effects().allow(world, id, Moment::Spends).is_ok()
}

/// MOM-ROUND-7, MOM-STAT-16: how far it walks for nothing; never less than not at all.
pub(crate) fn basic_movement(world: &World, id: Id) -> i32 {
    effects().number(world, id, Moment::Movement, profile(world, id).basic_movement).max(0)
}

/// MOM-STAT-16: the rule by which it walks less far than usual, if it does.
pub(crate) fn slowed(world: &World, id: Id) -> Option<Rule> {
    (basic_movement(world, id) != profile(world, id).basic_movement).then_some(rule!("MOM-STAT-16"))
}

/// MOM-ABIL-3: how much WP it can put into an Ability beyond its price.
pub(crate) fn upcast_limit(world: &World, id: Id) -> i32 {
    profile(world, id).upcast_limit + drama(world, id).upcast
}

/// Its Narrative Momentum, and what goes by it.
pub(crate) fn drama(world: &World, id: Id) -> Drama {
    *world.the::<Drama>(id)
}

/// Whose summon it is, if that creature is in the fight.
pub(crate) fn summoner(world: &World, id: Id) -> Option<Id> {
    let name = profile(world, id).summoner.as_deref()?;
    world.resource::<Names>().find(name).filter(|&other| world.part::<Creature>(other).is_some())
}

/// MOM-CMD-2: why it takes no orders of its summoner, if it is a summon.
fn out_of_control(world: &World, id: Id) -> Option<&'static str> {
    if profile(world, id).uncontrollable {
        return Some("it cannot be controlled");
    }
    let ailing = [(FRIGHTENED, "it is Frightened"), (STUNNED, "it is Stunned")];
    ailing.into_iter().find(|(key, _)| has_condition(world, id, key)).map(|(_, why)| why)
}

/// MOM-CMD-1, MOM-CMD-2: whether a Command reaches a summon.
///
/// # Errors
/// What makes it lose control.
pub(crate) fn can_be_commanded(world: &World, id: Id) -> Result<(), Refusal> {
    out_of_control(world, id)
        .map_or(Ok(()), |why| Err(Refusal::by(rule!("MOM-CMD-2"), "out_of_control", format!("No Command: {why}."))))
}

/// MOM-CMD-3: whether it is a summon that follows its fixed script: without a Command, or out of control.
pub(crate) fn acts_by_script(world: &World, id: Id) -> bool {
    profile(world, id).summoner.is_some()
        && (!has_condition(world, id, COMMANDED) || out_of_control(world, id).is_some())
}

/// Its Armor as things stand, with what changes it (MOM-ARM-1, MOM-STAT-15).
pub(crate) fn armor(world: &World, id: Id) -> Trace {
    let mut out = Trace::new("Armor", profile(world, id).armor());
    effects().add_to(&mut out, world, id, Moment::Armor);
    out
}

/// MOM-INIT-8: creatures by the Initiative that was read at the start of the round. Those with the same stand as on the roster.
pub(crate) fn by_initiative(world: &World, ids: impl Iterator<Item = Id>) -> Vec<Id> {
    let mut ids: Vec<Id> = ids.collect();
    ids.sort_by_key(|&id| (-world.the::<Timing>(id).initiative, id));
    ids
}

/// MOM-UNION-3: everybody on the map who has its turn together with a creature, itself too, by Initiative.
pub(crate) fn sharing(world: &World, id: Id) -> Vec<Id> {
    let Some(union) = world.the::<Timing>(id).union else {
        return is_on_map(world, id).then_some(id).into_iter().collect();
    };
    let shares = |other: &Id| world.the::<Timing>(*other).union == Some(union);
    by_initiative(world, on_map(world).filter(shares))
}

/// Has so much more or less of something to pay with.
pub(crate) fn change(world: &mut World, id: Id, name: &'static str, by: i32, rules: impl IntoIterator<Item = Rule>) {
    if by < 0 && (name == AP || name == RP) {
        let mut drama = world.the_mut::<Drama>(id);
        drama.ap_used |= name == AP;
        drama.rp_used |= name == RP;
    }
    let mut points = world.the_mut::<Points>(id);
    let pool = match name {
        AP => &mut points.ap,
        RP => &mut points.rp,
        WP => &mut points.wp,
        _ => &mut points.metres,
    };
    let before = *pool;
    *pool += by;
    points.begun |= by < 0 && name != RP;
    let mut event = Event::resource(id, name, (before, before + by));
    event.rules = rules.into_iter().collect();
    if name == RP && by < 0 {
        event.rules.extend(reaction_rules(world, id));
    }
    if by != 0 {
        world.tell(event);
    }
}

/// What else a reaction rests on: that a held turn keeps it (MOM-HOLD-10), that surprise does not forbid it (MOM-SURP-7), and that it may
/// come in the creature's own turn (MOM-ROUND-10).
fn reaction_rules(world: &World, id: Id) -> Vec<Rule> {
    let own = world.resource::<Flow>().active().is_some_and(|active| sharing(world, active).contains(&id));
    let holds = world.the::<Timing>(id).held == Held::Waits;
    let surprised = has_condition(world, id, SURPRISED);
    let rules = [
        holds.then(|| rule!("MOM-HOLD-10")),
        surprised.then(|| rule!("MOM-SURP-7")),
        own.then(|| rule!("MOM-ROUND-10")),
    ];
    rules.into_iter().flatten().collect()
}

/// Action Points.
pub(crate) const AP: &str = "AP";
/// Reaction Points.
pub(crate) const RP: &str = "RP";
/// What Abilities take.
pub(crate) const WP: &str = "WP";
/// What Cinematics take.
pub(crate) const NM: &str = "NM";
/// Metres of movement.
pub(crate) const METRES: &str = "m";

/// Whether its player gives it orders on its turn: it is able, and no summon that follows its script (MOM-CMD-3).
pub(crate) fn takes_orders(world: &World, id: Id) -> bool {
    acts(world, id) && !acts_by_script(world, id)
}

/// MOM-UNION-11: the others of a union go on.
pub(crate) fn may_act(world: &World, creature: Id) -> bool {
    // MOM-CMD-3: a summon that walks by its script goes on.
    let walks = || uppermost::<Moving>(world).is_some_and(|(_, moving)| moving.creature == creature);
    sharing(world, creature).iter().any(|&id| takes_orders(world, id)) || (acts(world, creature) && walks())
}

/// MOM-UNION-3.
pub(crate) fn also_acts(world: &World, active: Id) -> Vec<Id> {
    let mut others = sharing(world, active);
    others.retain(|&id| id != active && takes_orders(world, id));
    others
}
