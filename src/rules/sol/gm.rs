//! The game master's overrides that only this ruleset understands (SOL-FLOW-10).

use bevy::prelude::World;

use super::lexicon::{self, OVERRIDES, STATS};
use super::{attack, bestiary, cover, harm, moves, sight, stats::*};
use crate::battle::{Event, *};

/// Whether an override names things this ruleset knows.
///
/// # Errors
/// A refusal that says what is unknown.
pub fn check(world: &World, act: &GmAct) -> Result<(), Refusal> {
    let creature = |id: &Id| {
        if world.part::<Stats>(*id).is_some() {
            Ok(())
        } else {
            Err(Refusal::new("no_creature", "That is no creature."))
        }
    };
    match act {
        GmAct::Set {
            creature: id,
            stat,
            value,
        } => {
            if world.part::<Sturdy>(*id).is_some() && stat == "hp" {
                return object_hp(*value);
            }
            creature(id)?;
            let known = STATS.iter().find(|known| known.key == stat).ok_or_else(|| {
                let known: Vec<&str> = STATS.iter().map(|known| known.key).collect();
                let known = known.join(", ");
                Refusal::new(
                    "no_such_stat",
                    format!("There is no stat `{stat}`; settable are {known}."),
                )
            })?;
            if !known.bounds.contains(value) {
                let (least, most) = (known.bounds.start(), known.bounds.end());
                return Err(Refusal::new(
                    "bad_value",
                    format!("`{stat}` is from {least} to {most}."),
                ));
            }
            Ok(())
        }
        GmAct::Damage {
            creature: id,
            kind,
            amount,
        } => {
            if world.part::<Sturdy>(*id).is_none() {
                creature(id)?;
            }
            if bestiary::known_damage_type(kind).is_none() {
                return Err(Refusal::new(
                    "no_such_damage",
                    format!("There is no damage type `{kind}`."),
                ));
            }
            if !(0..=10_000).contains(amount) {
                return Err(Refusal::new("bad_value", "Amounts are from 0 to 10000."));
            }
            Ok(())
        }
        GmAct::Heal { creature: id, amount } => {
            creature(id)?;
            if !(0..=10_000).contains(amount) {
                return Err(Refusal::new("bad_value", "Amounts are from 0 to 10000."));
            }
            Ok(())
        }
        GmAct::AddCondition {
            creature: id,
            condition,
        }
        | GmAct::RemoveCondition {
            creature: id,
            condition,
        } => {
            creature(id)?;
            if super::conditions::known(condition) {
                Ok(())
            } else {
                Err(Refusal::new(
                    "no_such_condition",
                    format!("There is no condition `{condition}`."),
                ))
            }
        }
        GmAct::Rule {
            key,
            creature: id,
            value,
        } => {
            let [(own, ..)] = OVERRIDES;
            if key != own {
                return Err(Refusal::new(
                    "no_such_rule",
                    format!("`{key}` is no override here; `{own}` is."),
                ));
            }
            creature(
                id.as_ref()
                    .ok_or_else(|| Refusal::new("no_creature", "Name the attacker."))?,
            )?;
            match value.as_deref().and_then(cover::Level::by_word) {
                Some(_) => Ok(()),
                None => Err(Refusal::new(
                    "no_such_cover",
                    "Cover is none, half, three_quarters or full.",
                )),
            }
        }
        _ => Ok(()),
    }
}

/// The hit points an object may be set to.
fn object_hp(value: i32) -> Result<(), Refusal> {
    let bounds = &lexicon::OBJECT_HP.bounds;
    if bounds.contains(&value) {
        return Ok(());
    }
    let (least, most) = (bounds.start(), bounds.end());
    let text = format!("An object's hit points are from {least} to {most}; one without any is gone: `remove` it.");
    Err(Refusal::new("bad_value", text))
}

/// What only this ruleset's game masters decide about a creature: the cover that its next attack meets.
pub fn own() -> Vec<OwnOverride> {
    let words = [
        ("none", "no cover"),
        ("half", "half cover"),
        ("three_quarters", "three-quarters cover"),
        ("full", "full cover"),
    ];
    vec![OwnOverride {
        key: OVERRIDES[0].0.into(),
        label: "Its next attack meets".into(),
        values: words.map(|(word, label)| (Some(word.into()), label.into())).into(),
    }]
}

/// Brings an override about; the sentence that is logged.
pub fn apply(world: &mut World, act: &GmAct) -> String {
    let name = |world: &World, id: Id| world.resource::<Cast>().name(id).to_string();
    match act {
        GmAct::Set { creature, stat, value } => {
            set(world, *creature, stat, *value);
            format!("{}: {stat} is {value}", name(world, *creature))
        }
        GmAct::Damage { creature, amount, kind } => {
            let hurt = Hurt::new(*creature, Trace::new("game master", *amount), kind.clone());
            harm::launch_harm(world, hurt);
            format!("{amount} {kind} to {}", name(world, *creature))
        }
        GmAct::Heal { creature, amount } => {
            harm::heal(world, *creature, Trace::new("game master", *amount));
            format!("{} heals {amount}", name(world, *creature))
        }
        GmAct::AddCondition { creature, condition } => {
            add_condition(world, *creature, condition);
            format!("{} is {condition}", name(world, *creature))
        }
        GmAct::RemoveCondition { creature, condition } => {
            remove_condition(world, *creature, condition);
            format!("{} is no longer {condition}", name(world, *creature))
        }
        GmAct::Rule { creature, value, .. } => {
            let id = creature.expect("a checked override should name its creature");
            let word = value.clone().unwrap_or_default();
            let level = cover::Level::by_word(&word).expect("a checked cover should be known");
            let entity = world.entity_of(id).expect("a checked creature should exist");
            world.entity_mut(entity).insert(attack::CoverSet(level));
            format!("{}'s next attack meets {word} cover", name(world, id))
        }
        _ => String::new(),
    }
}

fn set(world: &mut World, id: Id, stat: &str, value: i32) {
    if let Some(mut sturdy) = world.part_mut::<Sturdy>(id) {
        sturdy.hp = value.min(sturdy.hp_max);
        return;
    }
    let before = world.the::<Wounds>(id).clone();
    match stat {
        "hp" => {
            let max = world.the::<Stats>(id).0.hp_max;
            world.the_mut::<Wounds>(id).hp = value.min(max);
        }
        "pool" => world.the_mut::<Pool>(id).now = value,
        "moved" => world.the_mut::<Done>(id).moved = value,
        "hp_max" => {
            std::sync::Arc::make_mut(&mut world.the_mut::<Stats>(id).0).hp_max = value.max(1);
            let hp = before.hp.min(value.max(1));
            world.the_mut::<Wounds>(id).hp = hp;
        }
        "speed" => std::sync::Arc::make_mut(&mut world.the_mut::<Stats>(id).0).speed_ft = value,
        _ => {
            let ability = Ability::ALL.into_iter().find(|ability| ability.key() == stat);
            let ability = ability.expect("a checked stat should be known");
            world.the_mut::<Wounds>(id).abilities[ability as usize] = value;
            let mut stats = world.the_mut::<Stats>(id);
            if stats.0.abilities[ability as usize] < value {
                std::sync::Arc::make_mut(&mut stats.0).abilities[ability as usize] = value;
            }
            harm::lift_burden(world, id, ability, before.score(ability));
            harm::consequences(world, id, &before);
        }
    }
}

/// Gives a condition by key; false when the key is unknown or it is there already.
pub fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    if !is_on_map(world, id) {
        return false;
    }
    match key {
        condition::UNCONSCIOUS => harm::knock_out(world, id),
        condition::PRONE => moves::fall_prone(world, id, crate::rule!("SOL-COND-2")),
        "hidden" => sight::hide(world, id, false),
        "crouching" => {
            world.the_mut::<Stance>(id).posture = Posture::Crouching;
            moves::settle(world, id);
        }
        "sneaking" => world.the_mut::<Stance>(id).sneaking = true,
        "helped" => world.the_mut::<Pool>(id).helped = true,
        _ if super::conditions::known(key) => {
            let lasts = if key == condition::SURPRISED {
                Lasts::RoundEnd
            } else {
                Lasts::UntilEnded
            };
            if world.change::<Conditions, _>(id, |all| all.add(key.to_string(), lasts)) != Some(true) {
                return false;
            }
            let event = Event::new(What::gains(world, key.to_string())).target(id);
            world.tell(event);
        }
        _ => return false,
    }
    true
}

/// Takes a condition away by key; false when it was not there.
pub fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    let there = match key {
        "hidden" => {
            let there = !world.the::<Hiding>(id).from.is_empty();
            sight::reveal(world, id, crate::rule!("SOL-SEE-9"));
            return there;
        }
        "crouching" | condition::PRONE => {
            let mut stance = world.the_mut::<Stance>(id);
            let there = stance.posture != Posture::Standing;
            stance.posture = Posture::Standing;
            world.change::<Conditions, _>(id, |all| all.remove(condition::PRONE));
            there
        }
        "sneaking" => std::mem::take(&mut world.the_mut::<Stance>(id).sneaking),
        "helped" => std::mem::take(&mut world.the_mut::<Pool>(id).helped),
        _ => world.change::<Conditions, _>(id, |all| all.remove(key)) == Some(true),
    };
    if there {
        world.tell(Event::new(What::loses(world, key.to_string())).target(id));
    }
    there
}
