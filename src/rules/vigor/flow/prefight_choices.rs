//! What owners decide before the order is rolled, of creatures that the level leaves to them: which way they watch, and whether they take
//! part (VIG-AMB-6, VIG-INIT-5). Whoever stayed out is asked again at the end of each round.

use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::{Heading, Profile, Stats};
use super::initiative;
use crate::battle::*;
use crate::rule;

/// The question which way somebody watches.
pub(crate) const WATCH: &str = "watch";
/// The question whether somebody takes part.
pub(crate) const TAKE_PART: &str = "take_part";
/// The answer that watches no way, stays out, or waits longer.
pub(crate) const NO: &str = "none";
/// The answer that takes part.
pub(crate) const YES: &str = "joins";

/// What one creature's owner may decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Wish {
    /// Which way it watches.
    Watch(Id),
    /// Whether it takes part from the start.
    TakePart(Id),
    /// Whether it joins, after it stayed out.
    Join(Id),
}

/// What is still to be asked, the last first.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Wishes(Vec<Wish>);

/// Before the order is rolled: creature by creature, as on the roster.
pub(crate) fn before_the_order(world: &mut World) {
    let open = |id: Id| {
        let profile = creature::profile(world, id);
        let watch = profile.may_watch.then_some(Wish::Watch(id));
        let part = profile.may_stay_out.then_some(Wish::TakePart(id));
        watch.into_iter().chain(part)
    };
    let mut wishes: Vec<Wish> = on_map(world).flat_map(open).collect();
    wishes.reverse();
    ask(world, wishes);
}

/// VIG-INIT-5: at the end of a round, those who stayed out and could act.
pub(crate) fn after_the_round(world: &mut World) {
    let flow = world.resource::<Flow>();
    let outside = |&id: &Id| {
        creature::profile(world, id).may_stay_out && flow.place(id).is_none() && creature::conscious(world, id)
    };
    let mut wishes: Vec<Wish> = on_map(world).filter(outside).map(Wish::Join).collect();
    wishes.reverse();
    ask(world, wishes);
}

/// VIG-INIT-5: somebody takes part from the start by the game master's word, and is not asked about it any more; whether the order is
/// still to be rolled.
pub(crate) fn join_before_the_order(world: &mut World, id: Id) -> bool {
    if world.resource::<Flow>().round > 0 {
        return false;
    }
    write(world, id, |profile| profile.stays_out = false);
    if let Some((flight, _)) = topmost::<Wishes>(world) {
        world.the_mut::<Wishes>(flight).0.retain(|wish| *wish != Wish::TakePart(id));
    }
    true
}

fn ask(world: &mut World, wishes: Vec<Wish>) {
    if !wishes.is_empty() {
        launch(world, Wishes(wishes));
    }
}

impl Asks for Wishes {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let Some(&wish) = world.the::<Self>(flight).0.last() else {
            return Inquiry::Nobody;
        };
        let outside = |id: Id| is_on_map(world, id) && world.resource::<Flow>().place(id).is_none();
        match wish {
            Wish::Watch(id) if is_on_map(world, id) => Question::inquiry(watch(world, id), [rule!("VIG-AMB-6")]),
            Wish::TakePart(id) if outside(id) => {
                Question::inquiry(part(world, id, ["Rolls initiative", "Stays out"]), [rule!("VIG-INIT-5")])
            }
            Wish::Join(id) if outside(id) => {
                Question::inquiry(part(world, id, ["Joins", "Stays out"]), [rule!("VIG-INIT-5")])
            }
            _ => Inquiry::Nobody,
        }
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        match world.the_mut::<Self>(flight).0.pop() {
            Some(Wish::Watch(id)) => {
                let heading = Heading::ALL.into_iter().find(|heading| heading.key() == word);
                write(world, id, |profile| profile.over_watch = heading);
                let text = heading.map_or("watches no way", |_| "watches one way");
                world.note(id, text, rule!("VIG-AMB-6"));
            }
            Some(Wish::TakePart(id)) => {
                write(world, id, |profile| profile.stays_out = word == NO);
                let text = if word == NO { "stays out" } else { "takes part" };
                world.note(id, text, rule!("VIG-INIT-5"));
            }
            Some(Wish::Join(id)) if word == YES => {
                launch(world, Joining(id));
            }
            _ => {}
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        if world.the_mut::<Self>(flight).0.pop().is_none() {
            land(world);
        }
    }
}

/// Somebody who stayed out joins (VIG-INIT-5).
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Joining(Id);

impl Later for Joining {
    const STAGE: Stage = Stage::Turn;

    fn happen(self, world: &mut World) {
        initiative::arrive(world, self.0);
    }
}

/// VIG-AMB-6: one of eight directions, or none.
fn watch(world: &World, id: Id) -> Decision {
    let way = |heading: Heading| Choice::new(heading.key(), heading.name()).to(Purpose::Other).by(rule!("VIG-AMB-6"));
    let none = Choice::new(NO, "No way").to(Purpose::Decline).by(rule!("VIG-AMB-6"));
    let prompt = format!(
        "From which direction does {} expect an attack? From any other it would be Ambushed.",
        world.resource::<Names>().name(id)
    );
    let choices = Heading::ALL.into_iter().map(way).chain([none]).collect();
    Decision::new(world, id, WATCH, prompt, choices)
}

/// VIG-INIT-5: whether somebody takes part; labels of yes and no.
fn part(world: &World, id: Id, [yes, no]: [&'static str; 2]) -> Decision {
    let prompt = format!("Does {} take part in the fight?", world.resource::<Names>().name(id));
    let yes = Choice::new(YES, yes).to(Purpose::Other).by(rule!("VIG-INIT-5"));
    let no = Choice::new(NO, no).to(Purpose::Decline).by(rule!("VIG-INIT-5"));
    Decision::new(world, id, TAKE_PART, prompt, vec![yes, no])
}

fn write(world: &mut World, id: Id, change: impl FnOnce(&mut Profile)) {
    change(Arc::make_mut(&mut world.the_mut::<Stats>(id).0));
}
