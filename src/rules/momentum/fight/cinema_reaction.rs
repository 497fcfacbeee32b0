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

/// The action, and the question about it; its answers besides the keys of what is prepared.
pub(crate) const REACTION: &str = "cinematic_reaction";
const IDEA: &str = "idea";
const LET_BE: &str = "let_be";

/// The creatures that could answer another's roll by a Cinematic Reaction, the next one last (MOM-CINE-2).
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Chance {
    /// The creature that is about to roll.
    by: Id,
    queue: Vec<Id>,
}

/// What a creature could do as a Reaction now: the prepared Cinematics, and whether its player may tell the game master an idea.
pub(crate) fn reactions(world: &World, id: Id) -> (Vec<Entry>, bool) {
    let able = is_on_map(world, id) && creature::drama(world, id).nm > 0 && price(world, id, true, false).is_ok();
    if !able {
        return (Vec::new(), false);
    }
    let possible = |entry: &&Entry| entry.reaction && prepared::is_possible(world, id, entry).is_ok();
    (prepared::entries(world).iter().filter(possible).cloned().collect(), is_presided(world))
}

/// Asks before the dice of a creature fall: all others for which a Cinematic Reaction is prepared. Where a game master answers ideas, it
/// asks the target, too, and everybody whose side wishes to be asked every time.
pub(crate) fn before_the_roll(world: &mut World, by: Id, target: Option<Id>) {
    let wished = |id: Id| world.resource::<Wishes>().of(side_of(world, id), REACTION) == Wish::Every;
    let could = |&id: &Id| {
        let (prepared, presided) = reactions(world, id);
        id != by && (!prepared.is_empty() || (presided && (target == Some(id) || wished(id))))
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
        let (all, presided) = reactions(world, id);
        let Ok(price) = price(world, id, true, false) else { return Inquiry::Nobody };
        let costly = |choice: Choice| price.on(choice).by(rule!("MOM-CINE-2"));
        let mut choices: Vec<Choice> =
            all.iter().map(|entry| costly(Choice::new(entry.key.clone(), entry.name.clone()))).collect();
        choices.extend(presided.then(|| costly(Choice::new(IDEA, "An idea for the game master"))));
        if choices.is_empty() {
            return Inquiry::Nobody;
        }
        choices.push(Choice::new(LET_BE, "Let it be").to(Purpose::Decline).by(rule!("MOM-CINE-2")));
        let names = world.resource::<Names>();
        let prompt = format!("{} is about to roll. A Cinematic Reaction of {}?", names.name(by), names.name(id));
        let decision = Decision::new(world, id, REACTION, prompt, choices).against(Some(by));
        Question::inquiry(decision, [rule!("MOM-CINE-2")])
    }

    fn one_answered(world: &mut World, flight: Id, id: Id, word: &str) {
        let by = world.the::<Self>(flight).by;
        let entry = reactions(world, id).0.into_iter().find(|entry| entry.key == word);
        if entry.is_none() && word != IDEA {
            return;
        }
        let target =
            entry.as_ref().filter(|entry| !prepared::targets(world, id, entry, Some(by)).is_empty()).map(|_| by);
        let (entry, idea) = (entry.map(|entry| entry.key), "as told at the table".to_owned());
        cinema::begin(world, Begun { actor: id, entry, idea, target, reaction: true, invited: Vec::new() });
    }
}
