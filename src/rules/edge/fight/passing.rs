//! Opportunity attacks: enemies may strike at a mover just before it leaves their reach (EDG-RE-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::{Attack, TurnUsage};
use super::super::field::{reach, sight};
use super::contest::{About, Contest};
use super::special::NONE;
use super::strike::{self, Occasion, Strike};
use crate::battle::*;
use crate::rule;

/// The question.
pub(crate) const OPPORTUNITY: &str = "opportunity";

/// What provokes an attack (EDG-RE-3, EDG-RE-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Provokes {
    /// To leave an enemy's reach.
    Leaving,
    /// EDG-PRONE-3: to stand up within it.
    Standing,
    /// EDG-MIN-7: to fail to get past.
    Overrun,
}

/// A creature that gives others an opening.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Passing {
    mover: Id,
    /// Where it stood when it was about to.
    from: Place,
    /// What it is about to do.
    does: Provokes,
    /// Who may still strike, the next one last.
    queue: Vec<Id>,
}

/// Asks all enemies who see the mover and whose reach its step leaves, in the order of turns (EDG-RE-3, EDG-RE-5). Only steps of its own
/// movement come here: nobody strikes at a creature that others move (EDG-RE-4).
pub(crate) fn leaving(world: &mut World, mover: Id, step: &Step) {
    let (from, to) = (Place::of(world, mover), step.place());
    let leaves = |id: Id| {
        // One that it drags along comes with it.
        id != mover
            && !creature::is_held_by(world, id, mover)
            && creature::hostile(world, id, mover)
            && creature::can_react(world, id).is_ok()
            && reach::threatens(world, id, mover, from)
            && !reach::threatens(world, id, mover, to)
            && sight::sees(world, id, mover)
    };
    let mut queue = in_order(world, |id, _| leaves(id));
    if queue.is_empty() {
        return;
    }
    if world.the::<TurnUsage>(mover).disengaged {
        return world.note(mover, "leaves them unstruck", rule!("EDG-ACT-6"));
    }
    queue.reverse();
    launch(world, Passing { mover, from, does: Provokes::Leaving, queue });
}

/// Asks those within whose reach a creature gets up, if they see it (EDG-PRONE-3), or the one that it failed to get past (EDG-MIN-7).
pub(crate) fn provoked(world: &mut World, mover: Id, does: Provokes, whom: Option<Id>) {
    let from = Place::of(world, mover);
    let strikes = |id: Id| {
        creature::hostile(world, id, mover)
            && whom.is_none_or(|whom| whom == id)
            && sight::sees(world, id, mover)
            && creature::can_react(world, id).is_ok()
            && reach::threatens(world, id, mover, from)
    };
    let mut queue = in_order(world, |id, _| strikes(id));
    if queue.is_empty() {
        return;
    }
    if does == Provokes::Standing && world.the::<TurnUsage>(mover).disengaged {
        return world.note(mover, "gets up unstruck", rule!("EDG-ACT-6"));
    }
    queue.reverse();
    launch(world, Passing { mover, from, does, queue });
}

impl Passing {
    /// EDG-RE-7: whether the mover can still go on: if not, nobody else strikes at it.
    fn goes_on(&self, world: &World) -> bool {
        let mover = self.mover;
        let still = creature::conscious(world, mover) && Place::of(world, mover) == self.from;
        let goes = creature::moves(world, mover).is_ok() && creature::speed(world, mover) > 0;
        still && (self.does == Provokes::Overrun || goes)
    }

    /// EDG-RE-6: the contests that may take the place of the blow.
    fn contests(&self, world: &World, id: Id) -> Vec<Contest> {
        let all = [About::Hold, About::Place, About::Grasp].into_iter();
        all.filter_map(|about| Contest::against(world, id, self.mover, about).ok()).collect()
    }

    /// What the next in line may strike with.
    fn ways<'w>(&self, world: &'w World, id: Id) -> impl Iterator<Item = &'w Attack> {
        let (mover, from) = (self.mover, self.from);
        let works = move |with: &&Attack| creature::works(world, id, with).is_ok();
        reach::strikes(world, id).filter(works).filter(move |with| reach::threatens_with(world, id, with, mover, from))
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
        let contest = |contest: Contest| {
            Choice::new(contest.about.key(), contest.about.name())
                .costs("its reaction", Price::Points(1))
                .to(Purpose::Control)
                .by(rule!("EDG-MEL-2"))
        };
        let decline = Choice::new(NONE, "Let it go").to(Purpose::Decline);
        let (mover_name, name) = (cast.name(mover), cast.name(id));
        let prompt = match passing.does {
            Provokes::Leaving => format!("{mover_name} is leaving the reach of {name}."),
            Provokes::Standing => format!("{mover_name} gets up within the reach of {name}."),
            Provokes::Overrun => format!("{mover_name} has not got past {name}."),
        };
        let contests = passing.contests(world, id).into_iter().map(contest);
        let choices = passing.ways(world, id).map(choice).chain(contests).chain([decline]).collect();
        let decision = Decision::new(world, id, OPPORTUNITY, prompt, choices).against(Some(mover));
        let mut why = vec![rule!("EDG-RE-3"), rule!("EDG-REACT-1"), rule!("EDG-SIZE-7")];
        match passing.does {
            Provokes::Leaving => {}
            Provokes::Standing => {
                why[0] = rule!("EDG-PRONE-3");
                why.push(rule!("EDG-PRONE-5"));
            }
            Provokes::Overrun => why[0] = rule!("EDG-MIN-7"),
        }
        if passing.ways(world, id).any(|with| with.reach_bonus_m > 0) {
            why.push(rule!("EDG-SIZE-9"));
        }
        Question::inquiry(decision, why)
    }

    fn one_answered(world: &mut World, flight: Id, id: Id, word: &str) {
        let passing = world.the::<Self>(flight).clone();
        if let Some(contest) = passing.contests(world, id).into_iter().find(|contest| contest.about.key() == word) {
            creature::react(world, id);
            return contest.begin(world);
        }
        let Some(with) = passing.ways(world, id).find(|with| with.key == word).cloned() else {
            return;
        };
        creature::react(world, id);
        strike::declare(world, Strike::new(id, with, passing.mover, Occasion::Opportunity));
    }

    fn passed_over(world: &mut World, flight: Id, _: Id) {
        if !world.the::<Self>(flight).goes_on(world) {
            Self::comes_to_an_end(world, flight);
        }
    }

    /// After the last the step is taken, and the turn goes on (EDG-REACT-3).
    fn after_the_last(world: &mut World, flight: Id) {
        if world.the::<Self>(flight).goes_on(world) {
            land(world);
        } else {
            Self::comes_to_an_end(world, flight);
        }
    }
}

impl Passing {
    /// EDG-RE-7, EDG-RE-9: the mover goes no further, or on from where it was brought in between.
    fn comes_to_an_end(world: &mut World, flight: Id) {
        let Self { mover, does, from, .. } = *world.the::<Self>(flight);
        land(world);
        if !is_on_map(world, mover) {
            return;
        }
        if does == Provokes::Leaving && Place::of(world, mover) != from && creature::conscious(world, mover) {
            world.note(mover, "goes on from where it is", rule!("EDG-RE-9"));
            launch(world, Replan);
        } else {
            world.note(mover, "goes no further", rule!("EDG-RE-7"));
        }
    }
}
