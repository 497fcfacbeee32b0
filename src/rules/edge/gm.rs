//! The game master's overrides, as this ruleset brings them about.

use bevy::prelude::World;

use super::body::{life, who};
use super::data::{Vitality, conditions::*};
use super::fight::harm;
use crate::battle::*;
use crate::rule;

/// Brings an override about; the sentence that is logged.
pub fn apply(world: &mut World, act: &GmAct) -> String {
    let name = |world: &World, id: Id| world.resource::<Cast>().name(id).to_string();
    match act {
        GmAct::Set { creature, stat, value } => {
            let most = who::profile(world, *creature).vp_max;
            world.the_mut::<Vitality>(*creature).0 = (*value).min(most);
            settle(world, *creature);
            format!("{}: {stat} is {value}", name(world, *creature))
        }
        GmAct::Damage { creature, amount, kind } => {
            let hurt = Hurt::new(*creature, Trace::new("game master", *amount), kind.clone());
            harm::launch_harm(world, hurt);
            format!("{amount} {kind} to {}", name(world, *creature))
        }
        GmAct::Heal { creature, amount } => {
            life::mend(world, *creature, *amount, rule!("EDG-VP-3"));
            format!("{} gets {amount} back", name(world, *creature))
        }
        GmAct::AddCondition { creature, condition } => {
            add_condition(world, *creature, condition);
            format!("{} is {condition}", name(world, *creature))
        }
        GmAct::RemoveCondition { creature, condition } => {
            remove_condition(world, *creature, condition);
            format!("{} is no longer {condition}", name(world, *creature))
        }
        _ => String::new(),
    }
}

/// Whoever has points again is awake.
fn settle(world: &mut World, id: Id) {
    if world.the::<Vitality>(id).0 > 0 {
        who::lose(world, id, UNCONSCIOUS, rule!("EDG-DEATH-7"));
    }
}

/// Gives a condition by key; false when the key is unknown or it is there already.
pub fn add_condition(world: &mut World, id: Id, key: &str) -> bool {
    match key {
        PRONE if !has_condition(world, id, PRONE) => life::knock_down(world, id, rule!("EDG-COND-PRO-1")),
        DEFENDING => return who::gain(world, id, DEFENDING, Lasts::TurnStart(id), rule!("EDG-ACT-3")),
        ON_GUARD => return who::gain(world, id, ON_GUARD, Lasts::TurnStart(id), rule!("EDG-XPL-2")),
        SICKENED => return who::gain(world, id, SICKENED, Lasts::UntilEnded, rule!("EDG-COND-SIC-1")),
        _ => return false,
    }
    true
}

/// Takes a condition away by key; false when it was not there.
pub fn remove_condition(world: &mut World, id: Id, key: &str) -> bool {
    let given = [PRONE, DEFENDING, ON_GUARD, SICKENED];
    let known = given.into_iter().find(|given| *given == key);
    known.is_some_and(|key| who::lose(world, id, key, rule!("EDG-COND-GEN-1")))
}
