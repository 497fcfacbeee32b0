//! Unions: allies who have their turn together this round (MOM-UNION).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::{HeldActions, Timing};
use crate::battle::{Event, *};
use crate::rule;

/// The question, and the answer that ends it.
pub(crate) const UNION: &str = "union";
pub(crate) const NONE: &str = "none";

/// The sides that are still asked about this round's unions, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Uniting(Vec<SideId>);

/// Asks every side, unless the level plays without (MOM-UNION-1).
pub(crate) fn offer(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    let written = level.rules.get("momentum").and_then(|table| table.get("unions")?.as_bool());
    if written != Some(false) {
        let count = u8::try_from(level.sides.len()).unwrap_or(u8::MAX);
        launch(world, Uniting((0..count).rev().map(SideId).collect()));
    }
}

/// MOM-UNION-2: the Initiative by which a creature acts: its own, or that of all members, divided by their number.
pub(crate) fn initiative(world: &World, id: Id) -> Trace {
    let members = creature::sharing(world, id);
    let mut out = Trace::new("Initiative", 0).by(rule!("MOM-UNION-2"));
    for &member in &members {
        let name = world.resource::<Names>().name(member).to_owned();
        out.push(Trace::new(name, world.the::<Timing>(member).initiative).of(member));
    }
    if members.len() > 1 {
        let count = i32::try_from(members.len()).unwrap_or(i32::MAX);
        out.push(Trace::becomes(format!("divided by {count}"), out.value.div_euclid(count)));
    }
    out
}

/// Two who could act together, or one who could join others: the words for it, who, and in whose place.
fn ways(world: &World, side: SideId) -> Vec<(String, [Id; 2])> {
    let name = |id: Id| world.resource::<Names>().name(id);
    let of_side = |&id: &Id| side_of(world, id) == side && creature::conscious(world, id);
    let all: Vec<Id> = on_map(world).filter(of_side).collect();
    let union = |id: Id| world.the::<Timing>(id).union;
    let mut out = Vec::new();
    for (place, &one) in all.iter().enumerate() {
        for &other in &all[place + 1..] {
            if union(one).is_none() && union(other).is_none() {
                out.push((format!("{} and {}", name(one), name(other)), [one, other]));
            }
        }
        for &leader in all.iter().filter(|&&id| union(id) == Some(id)) {
            if union(one).is_none() {
                out.push((format!("{} joins {}", name(one), name(leader)), [one, leader]));
            }
        }
    }
    out
}

impl Asks for Uniting {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let Some(&side) = world.the::<Self>(flight).0.last() else {
            return Inquiry::Nobody;
        };
        let ways = ways(world, side);
        let Some(&(_, [first, _])) = ways.first() else {
            return Inquiry::Nobody;
        };
        let choice = |(words, _): &(String, _)| Choice::new(words.clone(), words.clone()).by(rule!("MOM-UNION-1"));
        let none = Choice::new(NONE, "Everybody else acts alone").to(Purpose::Decline);
        let choices = ways.iter().map(choice).chain([none]).collect();
        let decision = Decision::new(world, first, UNION, "Who acts as a union this round?", choices);
        Question::inquiry(decision, [rule!("MOM-UNION-1")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let side = world.the::<Self>(flight).0.last().copied().expect("a side should have been asked");
        let chosen = ways(world, side).into_iter().find(|(words, _)| words == word);
        let Some((_, [one, other])) = chosen else {
            world.the_mut::<Self>(flight).0.pop();
            return;
        };
        // MOM-INIT-9: a union stands in the place of its member that stands first on the roster.
        let leader = one.min(other);
        let mut members = creature::sharing(world, other);
        members.push(one);
        for &member in &members {
            world.the_mut::<Timing>(member).union = Some(leader);
        }
        for &member in &members {
            let with = members.iter().copied().find(|&id| id != member);
            let event = Event::note("acts as a union with others").actor(member).target(with);
            world.tell(event.by(rule!("MOM-UNION-1")));
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        if world.the_mut::<Self>(flight).0.pop().is_none() {
            land(world);
        }
    }
}

/// MOM-UNION-11, MOM-VIT-13: whoever leaves the map holds nothing any more; those it acted with go on without it.
pub(crate) fn leaves(world: &mut World, id: Id) {
    world.the_mut::<HeldActions>(id).0.clear();
    let mut others = creature::sharing(world, id);
    others.retain(|&other| other != id);
    world.the_mut::<Timing>(id).union = None;
    let Some(&leader) = others.iter().min() else {
        return;
    };
    for &other in &others {
        world.the_mut::<Timing>(other).union = Some(leader);
    }
    for slot in &mut world.resource_mut::<Flow>().order {
        if slot.creature == id {
            slot.creature = leader;
        }
    }
}
