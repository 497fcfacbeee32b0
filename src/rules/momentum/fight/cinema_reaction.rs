//! Cinematic Reactions: before dice of a creature fall, others are asked whether they answer by a Cinematic (MOM-CINE-2).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::cinematic::Entry;
use super::cinema::{self, Begun};
use super::cinema_price::price;
use super::{asking, prepared};
use crate::battle::*;
use crate::rule;

/// The action, and the question about it.
pub(crate) const REACTION: &str = "cinematic_reaction";
/// The answer for an idea; the others are the keys of what is prepared.
const IDEA: &str = "idea";
/// What stands in an order or a Cinematic for an idea that its player tells the game master.
pub(crate) const AS_TOLD: &str = "as told at the table";

/// The creatures that could answer another's roll by a Cinematic Reaction, the next one last (MOM-CINE-2).
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Chance {
    /// The creature that is about to roll.
    by: Id,
    queue: Vec<Id>,
}

/// What a creature could do as a Reaction now: the prepared Cinematics, then `None` where its player may tell a game master an idea.
pub(crate) fn reactions(world: &World, id: Id) -> Vec<Option<&Entry>> {
    let able = is_on_map(world, id) && creature::drama(world, id).nm > 0 && price(world, id, true, false).is_ok();
    if !able {
        return Vec::new();
    }
    let possible = |entry: &&Entry| entry.reaction && prepared::is_possible(world, id, entry).is_ok();
    let prepared = prepared::entries(world).iter().filter(possible).map(Some);
    prepared.chain(is_presided(world).then_some(None)).collect()
}

/// A Reaction as an answer.
pub(crate) fn choice(reaction: Option<&Entry>) -> Choice {
    let choice = match reaction {
        Some(entry) => Choice::new(entry.key.clone(), entry.name.clone()),
        None => Choice::new(IDEA, "An idea for the game master"),
    };
    choice.by(rule!("MOM-CINE-2"))
}

/// Asks before the dice of a creature fall: all others for which a Cinematic Reaction is prepared. Where a game master answers ideas, it
/// asks the target, too, and everybody whose side wishes to be asked every time.
pub(crate) fn before_the_roll(world: &mut World, by: Id, target: Option<Id>) {
    let wished = |id: Id| world.resource::<Wishes>().of(side_of(world, id), REACTION) == Wish::Every;
    let could = |&id: &Id| {
        let is_asked = |reaction: Option<&Entry>| reaction.is_some() || target == Some(id) || wished(id);
        id != by && reactions(world, id).into_iter().any(is_asked)
    };
    let order = creature::by_initiative(world, on_map(world).filter(could));
    asking::launch_line(world, order, |queue| Chance { by, queue });
}

impl AsksInTurn for Chance {
    type One = Id;

    fn line(&self) -> Option<&[Id]> {
        Some(&self.queue)
    }

    fn line_mut(&mut self) -> Option<&mut Vec<Id>> {
        Some(&mut self.queue)
    }

    fn asking_next(world: &World, flight: Id, &id: &Id) -> Inquiry {
        let by = world.the::<Self>(flight).by;
        let Ok(price) = price(world, id, true, false) else { return Inquiry::Nobody };
        let mut choices: Vec<Choice> =
            reactions(world, id).into_iter().map(|reaction| price.on(choice(reaction))).collect();
        if choices.is_empty() {
            return Inquiry::Nobody;
        }
        choices.push(asking::let_be(rule!("MOM-CINE-2")));
        let names = world.resource::<Names>();
        let prompt = format!("{} is about to roll. A Cinematic Reaction of {}?", names.name(by), names.name(id));
        let decision = Decision::new(world, id, REACTION, prompt, choices).against(Some(by));
        Question::inquiry(decision, [rule!("MOM-CINE-2")])
    }

    fn one_answered(world: &mut World, flight: Id, id: Id, word: &str) {
        let by = world.the::<Self>(flight).by;
        let chosen = reactions(world, id).into_iter().find(|&reaction| *choice(reaction).key == *word);
        let Some(entry) = chosen else { return };
        let target = entry.filter(|entry| !prepared::targets(world, id, entry, Some(by)).is_empty()).map(|_| by);
        let (entry, idea) = (entry.map(|entry| entry.key.clone()), AS_TOLD.to_owned());
        cinema::begin(world, Begun { actor: id, entry, idea, target, reaction: true, invited: Vec::new() });
    }
}
