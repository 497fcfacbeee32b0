//! What any reaction needs: whether it can be used now, its price, whether it could strike somebody.

use bevy::prelude::*;

use super::super::body::{creature, pool};
use super::super::data::stats::*;
use super::attack;
use crate::battle::*;
use crate::rule;

/// A reaction a creature could use now, or why not.
pub(crate) fn ready_to(world: &World, id: Id, reaction: &Reaction) -> Result<(), (Text, Rule)> {
    if let Some(barred) = creature::barred_from_reacting(world, id) {
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

/// Pays for a reaction, which is used then.
pub(crate) fn spend(world: &mut World, who: Id, reaction: &Reaction) {
    pool::pay(world, who, reaction.cost_dice);
    world.the_mut::<TurnUsage>(who).reactions.insert(reaction.key.clone());
}

/// The choice to use one.
pub(super) fn choice(reaction: &Reaction, label: String) -> Choice {
    Choice::new(reaction.key.clone(), label)
        .costs(dice_text(reaction.cost_dice), price(reaction.cost_dice))
        .to(reaction.purpose())
}

/// Whether a creature could strike another with one of its attacks now.
pub(crate) fn can_strike(world: &World, who: Id, key: &str, target: Id) -> bool {
    creature::awake(world, who)
        && creature::attack(world, who, key).is_some_and(|attack| {
            attack::usable(world, who, attack).is_ok() && attack::aims_at(world, who, attack, target).is_ok()
        })
}

/// What so many dice are, counted.
pub(crate) fn price(dice: i32) -> Price {
    u8::try_from(dice).map_or(Price::Free, Price::Points)
}

/// "1 die", "2 dice".
pub(crate) fn dice_text(dice: i32) -> String {
    if dice == 1 { "1 die".into() } else { format!("{dice} dice") }
}
