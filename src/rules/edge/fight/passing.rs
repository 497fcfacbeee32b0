//! Opportunity attacks: whoever is about to leave an enemy's reach may be struck at just before it does (EDG-RE-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::{Attack, TurnUsage};
use super::super::field::reach;
use super::exploit::NONE;
use super::strike::{self, Occasion, Strike};
use crate::battle::*;
use crate::rule;

/// The question.
pub(crate) const OPPORTUNITY: &str = "opportunity";

/// Somebody about to leave the reach of others.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Passing {
    mover: Id,
    /// Where it stood when it was about to.
    from: Place,
    /// Who may still strike, the next one last.
    queue: Vec<Id>,
}

/// Asks everybody whose reach a step leaves, in the order of turns (EDG-RE-3, EDG-RE-5).
pub(crate) fn leaving(world: &mut World, mover: Id, step: &Step) {
    let usage = world.the::<TurnUsage>(mover);
    let (from, to) = (Place::of(world, mover), step.place());
    let leaves = |id: Id| {
        id != mover
            && creature::hostile(world, id, mover)
            && knows(world, side_of(world, id), mover)
            && creature::can_react(world, id).is_ok()
            && reach::threatens(world, id, mover, from)
            && !reach::threatens(world, id, mover, to)
    };
    let disengaged = usage.disengaged;
    let mut queue = in_order(world, |id, _| leaves(id));
    if queue.is_empty() {
        return;
    }
    if disengaged {
        return world.note(mover, "leaves them unstruck", rule!("EDG-ACT-6"));
    }
    queue.reverse();
    launch(world, Passing { mover, from, queue });
}

impl Passing {
    /// EDG-RE-7: whether it is still about to: whoever can go on no longer is struck at by nobody else.
    fn goes_on(&self, world: &World) -> bool {
        creature::conscious(world, self.mover) && Place::of(world, self.mover) == self.from
    }

    /// What the next in line may strike with.
    fn ways<'w>(&self, world: &'w World, id: Id) -> impl Iterator<Item = &'w Attack> {
        let (mover, from) = (self.mover, self.from);
        reach::strikes(world, id).filter(move |with| reach::threatens_with(world, id, with, mover, from))
    }
}

impl AsksInTurn for Passing {
    type One = Id;

    fn line(&self) -> Option<&[Id]> {
        Some(&self.queue)
    }

    fn line_mut(&mut self) -> Option<&mut Vec<Id>> {
        Some(&mut self.queue)
    }

    fn asking_next(world: &World, flight: Id, &id: &Id) -> Inquiry {
        let passing = world.the::<Self>(flight);
        let mover = passing.mover;
        if !passing.goes_on(world) || creature::can_react(world, id).is_err() {
            return Inquiry::Nobody;
        }
        let cast = world.resource::<Names>();
        let choice = |with: &Attack| {
            Choice::new(with.key.clone(), with.name.clone())
                .costs("its reaction", Price::Points(1))
                .to(Purpose::Harm)
                .by(rule!("EDG-RE-6"))
        };
        let decline = Choice::new(NONE, "Let it go").to(Purpose::Decline);
        let prompt = format!("{} is leaving the reach of {}.", cast.name(mover), cast.name(id));
        let choices = passing.ways(world, id).map(choice).chain([decline]).collect();
        let decision = Decision::new(world, id, OPPORTUNITY, prompt, choices).against(Some(mover));
        let mut why = vec![rule!("EDG-RE-3"), rule!("EDG-REACT-1"), rule!("EDG-SIZE-7")];
        if passing.ways(world, id).any(|with| with.reach_bonus_m > 0) {
            why.push(rule!("EDG-SIZE-9"));
        }
        Question::inquiry(decision, why)
    }

    fn one_answered(world: &mut World, flight: Id, id: Id, word: &str) {
        let passing = world.the::<Self>(flight).clone();
        let Some(with) = passing.ways(world, id).find(|with| with.key == word).cloned() else {
            return;
        };
        creature::react(world, id);
        strike::declare(world, Strike { attacker: id, with, target: passing.mover, occasion: Occasion::Opportunity });
    }

    /// After the last the step is taken.
    fn passed_over(world: &mut World, flight: Id, _: Id) {
        let passing = world.the::<Self>(flight);
        let mover = passing.mover;
        if passing.goes_on(world) {
            return;
        }
        land(world);
        if is_on_map(world, mover) {
            world.note(mover, "goes no further", rule!("EDG-RE-7"));
        }
    }
}
