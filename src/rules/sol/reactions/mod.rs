//! Reactions. May enter: who may answer to what, in which order they are asked, and what their answers set off.
//!
//! Reading order: this file (what any reaction needs), `hit` (the dodge step inside an attack, what answers to damage),
//! `opening` (readied things, steps out of or into reach), `lookout` (whether those who wait have anything new to see).

mod hit;
mod lookout;
mod opening;

pub use hit::Asking;
pub use opening::{Openings, after_attack, after_step, before_step, targets_of};

use bevy::prelude::*;

use super::{attack, harm, stats::*, turn, who};
use crate::battle::*;
use crate::rule;

pub(super) fn plugin(engine: &mut Engine) {
    let lookout = lookout::Lookout::new(&mut engine.world);
    engine.world.insert_resource(lookout);
    engine.in_pieces::<Openings>();
    engine.always(Stage::Environment, opening::look_around);
    engine.asks::<harm::Hit>();
    engine.asks::<Openings>();
}

/// A reaction a creature could use now, or why not.
fn ready_to(world: &World, id: Id, reaction: &Reaction) -> Result<(), (Text, Rule)> {
    if let Some(barred) = who::barred_from_reacting(world, id) {
        return Err(barred);
    }
    let who = world.look(id).expect("whoever reacts should exist");
    let done: &TurnUsage = who.get().expect("a creature should have done something or nothing");
    if !reaction.repeatable && done.reactions.contains(&reaction.key) {
        return Err(("used since its last turn began".into(), rule!("SOL-REACT-4")));
    }
    let pool: &Pool = who.get().expect("a creature should have dice");
    if pool.dice() < reaction.cost_dice {
        return Err(("not enough dice".into(), rule!("SOL-POOL-3")));
    }
    Ok(())
}

fn spend(world: &mut World, who: Id, reaction: &Reaction) {
    turn::pay(world, who, reaction.cost_dice);
    world.the_mut::<TurnUsage>(who).reactions.insert(reaction.key.clone());
}

/// Whether a creature could strike another with one of its attacks now.
fn can_strike(world: &World, who: Id, key: &str, target: Id) -> bool {
    who::awake(world, who)
        && attack::of(world, who, key).is_some_and(|attack| {
            attack::usable(world, who, attack).is_ok() && attack::aims_at(world, who, attack, target).is_ok()
        })
}

/// What so many dice are, counted.
pub fn price(dice: i32) -> Price {
    u8::try_from(dice).map_or(Price::Free, Price::Points)
}

/// "1 die", "2 dice".
pub fn dice_text(dice: i32) -> String {
    if dice == 1 {
        "1 die".into()
    } else {
        format!("{dice} dice")
    }
}
