//! Unions: allies who have their turn together this round (MOM-UNION).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{HeldActions, Timing, options};
use crate::battle::{Event, *};
use crate::rule;

/// The question, and its answers besides that all act alone.
const UNION: &str = "union";
pub(crate) const AS_BEFORE: &str = "as_last_round";
pub(crate) const TOGETHER: &str = "together";

/// Whether the level plays with unions.
pub(crate) fn played(world: &World) -> bool {
    options::written(world, "unions").and_then(toml::Value::as_bool) != Some(false)
}

/// MOM-UNION-10, MOM-UNION-11: those of a side who can agree to a union.
fn free(world: &World, side: SideId) -> Vec<Id> {
    let alone = |&id: &Id| {
        let own = side_of(world, id) == side && creature::conscious(world, id);
        own && world.the::<Timing>(id).union.is_none()
    };
    on_map(world).filter(alone).collect()
}

/// The unions of a side that an answer stands for: those of the round before, or one of all.
pub(crate) fn whole(world: &World, side: SideId, word: &str) -> Vec<Vec<Id>> {
    let free = free(world, side);
    let mut unions: Vec<Vec<Id>> = if word == AS_BEFORE {
        let mut leaders: Vec<Id> = free.iter().filter_map(|&id| world.the::<Timing>(id).before).collect();
        leaders.sort_unstable();
        leaders.dedup();
        let of =
            |leader: Id| free.iter().copied().filter(|&id| world.the::<Timing>(id).before == Some(leader)).collect();
        leaders.into_iter().map(of).collect()
    } else {
        vec![free]
    };
    unions.retain(|union| union.len() > 1);
    unions
}

/// MOM-UNION-1: all of these act together this round.
pub(crate) fn unite(world: &mut World, members: &[Id]) {
    // MOM-INIT-9: a union stands in the place of its member that stands first on the roster.
    let Some(&leader) = members.iter().min() else {
        return;
    };
    for &member in members {
        world.the_mut::<Timing>(member).union = Some(leader);
    }
    for &member in members {
        let with = members.iter().copied().find(|&id| id != member);
        let event = Event::note("acts as a union with others").actor(member).target(with);
        world.tell(event.by(rule!("MOM-UNION-1")));
    }
}

/// Whether the unions of this round can matter to a side: it had one in the round before, or the first round begins.
pub(crate) fn matters(world: &World, id: Id) -> bool {
    let side = side_of(world, id);
    world.resource::<Flow>().round <= 1 || !whole(world, side, AS_BEFORE).is_empty()
}

/// How a side is asked about its unions: as in the round before, all together, or by orders that name each other.
pub(crate) fn asked(world: &World, id: Id, order: impl Fn(&str) -> Act) -> PauseWords {
    let side = side_of(world, id);
    let way = |word: &'static str, label: &'static str| {
        let choice = Choice::new(word, label).by(rule!("MOM-UNION-1"));
        (!whole(world, side, word).is_empty()).then(|| (choice, order(word)))
    };
    PauseWords {
        kind: UNION.into(),
        prompt: "Who acts as a union this round?".into(),
        ways: [way(AS_BEFORE, "As last round"), way(TOGETHER, "All together")].into_iter().flatten().collect(),
        go_on: "Nobody else".into(),
        rules: vec![rule!("MOM-UNION-1")],
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

/// MOM-UNION-11, MOM-VIT-13: a creature that leaves the map loses what it held. The others of its union go on without it.
pub(crate) fn leaves(world: &mut World, id: Id) {
    world.the_mut::<HeldActions>(id).0.clear();
    let mut others = creature::sharing(world, id);
    others.retain(|&other| other != id);
    world.the_mut::<Timing>(id).union = None;
    let Some(&leader) = others.iter().min() else {
        return;
    };
    // MOM-UNION-9: the place of the union stays what it is.
    let event = others
        .iter()
        .fold(Event::note("is out of its union; the others go on").actor(id), |event, &other| event.about(other));
    world.tell(event.by(rule!("MOM-UNION-9")).by(rule!("MOM-UNION-11")));
    for &other in &others {
        world.the_mut::<Timing>(other).union = Some(leader);
    }
    for slot in &mut world.resource_mut::<Flow>().order {
        if slot.creature == id {
            slot.creature = leader;
        }
    }
}
