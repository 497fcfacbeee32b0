//! The game master's overrides that only this ruleset understands (ESS-GM-1).

use bevy::prelude::World;

use super::lexicon::{self, OVERRIDES, STATS};
use super::{bonds, conditions, damage_words, fall, harm, ready, ride, sight, stats::*, walk, who};
use crate::battle::*;
use crate::rule;

/// Whether an override names things this ruleset knows.
///
/// # Errors
/// A refusal that says what is unknown.
pub fn check(world: &World, act: &GmAct) -> Result<(), Refusal> {
    let creature = |id: Id| {
        if world.part::<Stats>(id).is_some() {
            Ok(())
        } else {
            Err(Refusal::new("no_creature", "That is no creature."))
        }
    };
    let amount = |amount: i32| {
        if (0..=10_000).contains(&amount) {
            Ok(())
        } else {
            Err(Refusal::new("bad_value", "Amounts are from 0 to 10000."))
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
            creature(*id)?;
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
            amount: much,
        } => {
            if world.part::<Sturdy>(*id).is_none() {
                creature(*id)?;
            }
            if damage_words::known_damage_type(kind).is_none() {
                return Err(Refusal::new(
                    "no_such_damage",
                    format!("There is no damage type `{kind}`."),
                ));
            }
            amount(*much)
        }
        GmAct::Heal {
            creature: id,
            amount: much,
        } => {
            creature(*id)?;
            amount(*much)
        }
        GmAct::AddCondition {
            creature: id,
            condition,
        }
        | GmAct::RemoveCondition {
            creature: id,
            condition,
        } => {
            creature(*id)?;
            if conditions::known(conditions::own_word(condition)) {
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
            let owner = id.ok_or_else(|| Refusal::new("no_creature", "Name whose trigger has come."))?;
            creature(owner)?;
            if world.the::<Deeds>(owner).ready.is_none() {
                return Err(Refusal::by(
                    rule!("ESS-READY-7"),
                    "nothing_ready",
                    "It has readied nothing.",
                ));
            }
            match value {
                Some(name) if by_name(world, name).is_none() => {
                    Err(Refusal::new("no_such_creature", format!("`{name}` is not on the map.")))
                }
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// The Hit Points an object may be set to.
fn object_hp(value: i32) -> Result<(), Refusal> {
    let bounds = &lexicon::OBJECT_HP.bounds;
    if bounds.contains(&value) {
        return Ok(());
    }
    let (least, most) = (bounds.start(), bounds.end());
    let text = format!("An object's Hit Points are from {least} to {most}; one without any is gone: `remove` it.");
    Err(Refusal::new("bad_value", text))
}

/// What only this ruleset's game masters decide about a creature: that what it waits for has come, and who brought it about.
pub fn own(world: &World, id: Id) -> Vec<OwnOverride> {
    let nobody = (None, "by nobody".to_string());
    let others = on_map(world).filter(|&other| other != id).map(|other| {
        let name = world.resource::<Cast>().name(other).to_string();
        (Some(name.clone()), format!("by {name}"))
    });
    vec![OwnOverride {
        key: OVERRIDES[0].0.into(),
        label: "What it waited for has come".into(),
        values: std::iter::once(nobody).chain(others).collect(),
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
            let kind_of = damage_words::known_damage_type(kind).unwrap_or_default();
            launch(
                world,
                harm::Wound {
                    target: *creature,
                    amount: Trace::new("game master", *amount),
                    kind: kind_of,
                },
            );
            format!("{amount} {kind} to {}", name(world, *creature))
        }
        GmAct::Heal { creature, amount } => {
            harm::heal(
                world,
                *creature,
                Trace::new("game master", *amount),
                vec![rule!("ESS-GM-1")],
            );
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
            let owner = creature.expect("a checked override should name its creature");
            let against = value.as_deref().and_then(|name| by_name(world, name));
            ready::told(world, owner, against);
            format!("what {} waited for has come", name(world, owner))
        }
        _ => String::new(),
    }
}

/// Somebody on the map.
fn by_name(world: &World, name: &str) -> Option<Id> {
    let found = world.resource::<Cast>().find(name);
    found.filter(|&id| is_on_map(world, id))
}

fn set(world: &mut World, id: Id, stat: &str, value: i32) {
    if let Some(mut sturdy) = world.part_mut::<Sturdy>(id) {
        sturdy.hp = value.min(sturdy.hp_max);
        return;
    }
    match stat {
        "hp" => {
            let max = who::profile(world, id).hp_max;
            let before = world.the::<Vitals>(id).hp;
            world.the_mut::<Vitals>(id).hp = value.min(max);
            if before > 0 && value <= 0 {
                harm::incapacitate(world, id);
            }
            if value <= -max {
                harm::die(world, id, rule!("ESS-DEAD-1"));
            }
            harm::wake(world, id);
        }
        "energy" => world.the_mut::<Vitals>(id).energy = value.max(0),
        "actions" => {
            let allowed = who::allowance(world, id).value;
            world.the_mut::<Deeds>(id).used = allowed - value;
        }
        "reactions" => {
            let mut deeds = world.the_mut::<Deeds>(id);
            deeds.reactions = 1 - value;
            deeds.had_turn = true;
        }
        "bleed_penalty" => {
            world.change::<Conditions, _>(id, |all| {
                if let Some(bleeding) = all.0.iter_mut().find(|one| one.key == condition::BLEEDING) {
                    bleeding.amount = value.max(0);
                }
            });
        }
        "altitude" => {
            let at = world.the::<Position>(id).at;
            let ground = world.resource::<Map>().ground(at);
            let height = crate::grid::Length(ground.0 + crate::grid::Length::feet(value).0);
            bonds::go(world, id, Position { at, height }, Going::Placed);
            ride::keep_together(world, id);
            {
                let mut stance = world.the_mut::<Stance>(id);
                stance.fallen = 0;
                stance.leapt = 0;
            }
            fall::check_hold(world, id);
            fall::settle(world, id);
        }
        _ => {
            let speed = who::speed(world, id).value;
            let mut stats = world.the_mut::<Stats>(id);
            let profile = std::sync::Arc::make_mut(&mut stats.0);
            let place = match stat {
                "hp_max" => &mut profile.hp_max,
                "speed" => &mut profile.speed_ft,
                "pd" => &mut profile.pd,
                "md" => &mut profile.md,
                "str" => &mut profile.str,
                "dex" => &mut profile.dex,
                "ess" => &mut profile.ess,
                _ => &mut profile.level,
            };
            *place = if stat == "hp_max" { value.max(1) } else { value };
            walk::speed_changes(world, id, speed);
        }
    }
}

/// Gives a condition by key; false when the key is unknown or it is there already.
pub fn add_condition(world: &mut World, id: Id, word: &str) -> bool {
    if !is_on_map(world, id) {
        return false;
    }
    let rule = rule!("ESS-GM-1");
    let key = match conditions::own_word(word) {
        "unconscious" => {
            harm::knock_out(world, id, rule);
            return true;
        }
        "prone" => {
            harm::fall_prone(world, id, rule);
            return true;
        }
        "hidden" => {
            sight::start_hidden(world, id, false);
            return true;
        }
        "undetected" => {
            sight::start_hidden(world, id, true);
            return true;
        }
        "surprised" => return harm::gain(world, id, condition::SURPRISED, Lasts::RoundEnd, rule),
        "bleeding" => condition::BLEEDING,
        "blinded" => condition::BLINDED,
        "entangled" => condition::ENTANGLED,
        "shaken" => condition::SHAKEN,
        "on_fire" => condition::ON_FIRE,
        "slowed" => condition::SLOWED,
        "stunned" => condition::STUNNED,
        "invisible" => condition::INVISIBLE,
        "flat_footed" => condition::FLAT_FOOTED,
        "destabilised" => condition::DESTABILISED,
        "poisoned" => {
            let damage = "1d4".parse().expect("a die should read");
            poison(world, id, 1, damage, 3);
            return true;
        }
        _ => return false,
    };
    harm::gain(world, id, key, Lasts::UntilEnded, rule)
}

/// Puts Poison into a creature.
pub fn poison(world: &mut World, id: Id, level: i32, damage: crate::dice::Expression, turns: i32) {
    world.the_mut::<Poisons>(id).0.push(Dose { level, damage, turns });
    harm::gain(world, id, condition::POISONED, Lasts::UntilEnded, rule!("ESS-POIS-1"));
}

/// Takes a condition away by key; false when it was not there.
pub fn remove_condition(world: &mut World, id: Id, word: &str) -> bool {
    let key = conditions::own_word(word).to_owned();
    if key == "hidden" || key == "undetected" {
        let there = !world.the::<Hiding>(id).from.is_empty();
        sight::reveal(world, id, &rule!("ESS-GM-1"));
        world.the_mut::<Hiding>(id).undetected = false;
        return there;
    }
    if key == "poisoned" {
        world.the_mut::<Poisons>(id).0.clear();
    }
    let there = world.change::<Conditions, _>(id, |all| all.remove(&key)) == Some(true);
    if there {
        let event = Event::new(What::loses(world, key)).target(id).by(rule!("ESS-GM-1"));
        world.tell(event);
    }
    there
}
