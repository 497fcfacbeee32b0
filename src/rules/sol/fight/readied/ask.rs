//! What is done with a chance to act: its owner is asked, and takes it or lets it pass.

use bevy::prelude::*;

use super::super::super::actions::interact;
use super::super::super::body::creature;
use super::super::super::data::kind::NONE;
use super::super::super::data::stats::{Answering as Effect, *};
use super::super::answer::takes_effect;
use super::super::reactions::{can_strike, choice, ready_to, spend};
use super::super::{heal, strike};
use super::opening::{Opening, OpeningWith, Openings, waits_for};
use crate::battle::*;
use crate::rule;

/// The question whether a readied thing is done now, and the answer that it is.
const READY: &str = "ready";

/// Whoever has an opening takes it, or lets it pass.
impl AsksInTurn for Openings {
    type One = Opening;

    fn line(&self) -> Option<&[Opening]> {
        Some(&self.queue)
    }

    fn line_mut(&mut self) -> Option<&mut Vec<Opening>> {
        Some(&mut self.queue)
    }

    fn asking_next(world: &World, _flight: Id, opening: &Opening) -> Inquiry {
        let mut choices = opening.choices(world);
        let Some(first) = choices.first() else {
            return Inquiry::Nobody;
        };
        let readied = matches!(opening.with, OpeningWith::Ready(_));
        let kind = if readied { READY.into() } else { first.key.clone() };
        choices.push(Choice::new(NONE, "Let it pass").to(Purpose::Decline));
        let &Opening { owner, against, .. } = opening;
        let enemy = world.resource::<Names>().name(against);
        let name = world.resource::<Names>().name(owner);
        let decision = Decision::new(world, owner, kind, format!("{enemy} gives {name} an opening."), choices)
            .against(Some(against));
        let readied = readied.then(|| rule!("SOL-ACT-6"));
        Question::inquiry(decision, [rule!("SOL-REACT-1")].into_iter().chain(readied))
    }

    fn one_answered(world: &mut World, _flight: Id, opening: Opening, word: &str) {
        if word != NONE {
            take(world, opening, word);
        }
    }
}

impl Opening {
    /// What there is to be chosen; nothing if it is no opening any more.
    fn choices(&self, world: &World) -> Vec<Choice> {
        let &Self { owner, against, .. } = self;
        match &self.with {
            OpeningWith::Reaction(key) => {
                let stats = world.the::<Stats>(owner);
                let reaction = stats.0.reactions.iter().find(|reaction| reaction.key == *key);
                let reaction = reaction.expect("an opening should be on the creature's list");
                let helps = match &reaction.effect {
                    Effect::Attack(key) => can_strike(world, owner, key, against),
                    Effect::Heal(_) => heal::can_heal(world, owner),
                    // There is no attack whose damage it could take something off.
                    Effect::Reduce(_) => false,
                };
                let able = helps && ready_to(world, owner, reaction).is_ok();
                let choice = able.then(|| choice(reaction, reaction.name.clone()).by(rule!("SOL-ACT-13")));
                choice.into_iter().collect()
            }
            OpeningWith::Ready(trigger) if waits_for(world, owner, against, *trigger) => {
                let ready = world.the::<TurnUsage>(owner).ready.as_ref();
                let ready = ready.expect("a waiting creature should have readied");
                match creature::attack(world, owner, &ready.with) {
                    Some(attack) => {
                        let choice = Choice::new(READY, format!("Readied: {}", attack.name));
                        vec![choice.to(Purpose::Harm).by(rule!("SOL-ACT-7"))]
                    }
                    None => interact::choices(world, owner, READY).into_iter().map(|(choice, _)| choice).collect(),
                }
            }
            OpeningWith::Ready(_) => Vec::new(),
        }
    }
}

fn take(world: &mut World, opening: Opening, word: &str) {
    let Opening { owner, against, with } = opening;
    match with {
        OpeningWith::Reaction(key) => {
            let stats = world.the::<Stats>(owner).0.clone();
            let reaction = stats.reactions.iter().find(|reaction| reaction.key == key);
            let reaction = reaction.expect("an opening should be on the creature's list").clone();
            spend(world, owner, &reaction);
            takes_effect(world, owner, &reaction, Some(against), owner);
        }
        OpeningWith::Ready(_) => {
            let ready = world.the_mut::<TurnUsage>(owner).ready.take().expect("a waiting creature should have readied");
            match creature::attack(world, owner, &ready.with).cloned() {
                Some(attack) => {
                    let occasion = strike::Occasion::Readied;
                    strike::strike(world, owner, attack, Some(against), None, false, occasion);
                }
                None => {
                    let things = interact::choices(world, owner, READY);
                    if let Some((_, with)) = things.into_iter().find(|(choice, _)| *choice.key == *word) {
                        interact::handle(world, owner, with);
                    }
                }
            }
        }
    }
}
