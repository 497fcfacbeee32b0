//! What wins a battle: the level's goals, and the ruleset's word on who still stands.

use super::awarded::Awarded;
use super::carriables::carried_out_by;
use super::follow_ups::brings_somebody;
use bevy::prelude::*;

use crate::battle::board::{LevelRes, at_odds, is_bystander, is_on_map, on_map, side_of, win_together};
use crate::battle::engine::{Flow, Phase, Roster, creatures};
use crate::battle::ruleset::{Rules, Ruleset, sides};
use crate::battle::values::{
    Arrives, Body, ById, Dead, Fled, Id, Ids, Names, OnMap, Outcome, Position, SideId, footprint,
};
use crate::level::{Goal, Level, counted};

/// The reason of a fight's end after which rounds would go by for ever without an act.
pub(super) const NOBODY_ACTS: &str = "Nobody who is left will act again";

/// The result, if there is one now. Asked when nothing is in flight.
pub fn outcome(world: &World) -> Option<Outcome> {
    let level = &world.resource::<LevelRes>().0;
    let ruleset = world.resource::<Rules>().0;
    let standing = standing(world, level, ruleset);
    // What the level says of winning comes first: who leaves by an exit as the last of a side has got away.
    if let Some(outcome) = decided(world, level, ruleset, &standing) {
        return Some(outcome);
    }
    last_standing(world, level, &standing).map(|(outcome, _)| outcome)
}

/// What kind of end a decided battle came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// The level says so: a goal was reached or missed, or an event let a side win.
    Goal,
    /// No side is left that stands against another, and none of those that are gone got away.
    Down,
    /// No side is left that stands against another, and creatures of one that is gone got away.
    Fled,
    /// Nobody who is left will act again.
    Idle,
}

/// The kind of end that a decided battle came to, read from its last state.
pub fn ending(world: &World) -> Option<Ending> {
    let outcome = world.resource::<Flow>().outcome.as_ref()?;
    if &*outcome.reason == NOBODY_ACTS {
        return Some(Ending::Idle);
    }
    let level = &world.resource::<LevelRes>().0;
    let standing = standing(world, level, world.resource::<Rules>().0);
    let last = last_standing(world, level, &standing).filter(|(last, _)| last == outcome);
    Some(last.map_or(Ending::Goal, |(_, got_away)| if got_away { Ending::Fled } else { Ending::Down }))
}

/// The result where no side stands against another, and whether a side that is gone got away.
fn last_standing(world: &World, level: &Level, standing: &[SideId]) -> Option<(Outcome, bool)> {
    let name = |side: SideId| level.sides[side.0 as usize].name.clone();
    let fights_on = |&one: &SideId| standing.iter().any(|&other| at_odds(world, one, other));
    if standing.iter().any(fights_on) || brings_somebody(world) {
        return None;
    }
    let fled: Vec<String> = sides(world)
        .filter(|side| !level.sides[side.0 as usize].neutral && !standing.contains(side))
        .filter(|&side| fled(world, side) > 0)
        .map(name)
        .collect();
    let holders: Vec<String> = standing.iter().map(|&side| name(side)).collect();
    let mut reason = match &holders[..] {
        [] => "Nobody stands".to_string(),
        holders => format!("{} win", holders.join(" and ")),
    };
    if !fled.is_empty() {
        reason = format!("{reason}, {} fled", fled.join(" and "));
    }
    // Who fights beside the last to stand wins with them, fallen or not.
    let with_all = |side: &SideId| standing.iter().all(|&other| win_together(world, other, *side));
    let winners = if standing.is_empty() { Vec::new() } else { sides(world).filter(with_all).collect() };
    Some((Outcome { winners, reason: reason.into() }, !fled.is_empty()))
}

/// A side and those that win with it, by their place in the level.
fn allies_of(world: &World, side: SideId) -> Vec<SideId> {
    sides(world).filter(|&other| win_together(world, side, other)).collect()
}

/// What an event or a goal of the level has decided, while these sides stand.
fn decided(world: &World, level: &Level, ruleset: &dyn Ruleset, standing: &[SideId]) -> Option<Outcome> {
    let name = |side: SideId| level.sides[side.0 as usize].name.clone();
    if let Some(side) = world.resource::<Awarded>().0 {
        let reason = format!("{} won", name(side));
        return Some(Outcome { winners: allies_of(world, side), reason: reason.into() });
    }
    for goal in &level.goals {
        let Some(side) = goal.side().and_then(|id| side_by_id(level, id)) else {
            continue;
        };
        if let Goal::Protect { creature, .. } = goal {
            if fallen(world, ruleset, creature) {
                let winners = standing.iter().copied().filter(|&other| !win_together(world, side, other)).collect();
                let reason = format!("{creature}, whom {} had to keep safe, has fallen", name(side));
                return Some(Outcome { winners, reason: reason.into() });
            }
            continue;
        }
        if let Goal::Survive { .. } = goal
            && world.resource::<Flow>().phase != Phase::RoundEnd
        {
            continue;
        }
        if let Some(reason) = reached(world, side, goal, standing) {
            let reason = format!("{} won: {reason}", name(side));
            return Some(Outcome { winners: allies_of(world, side), reason: reason.into() });
        }
    }
    None
}

pub(in crate::battle) fn side_by_id(level: &Level, id: &str) -> Option<SideId> {
    level.sides.iter().position(|side| side.id == id).and_then(|i| u8::try_from(i).ok()).map(SideId)
}

fn members(world: &World, side: SideId) -> impl Iterator<Item = Id> + '_ {
    let ids = world.resource::<Ids>();
    world.resource::<Roster>().0.iter().copied().filter(move |&id| ids.is_of(id, side))
}

/// The sides that are not neutral and have a creature that stands, or is still to come.
pub(in crate::battle) fn standing(world: &World, level: &Level, ruleset: &dyn Ruleset) -> Vec<SideId> {
    let (ids, roster) = (world.resource::<Ids>(), &world.resource::<Roster>().0);
    let counts = |id: Id| {
        if is_bystander(world, id) {
            return false;
        }
        if ids.is_present(id) { ruleset.fights(world, id) } else { comes(world, ruleset, id) }
    };
    let sides = level.sides.iter().zip(0..).filter(|(side, _)| !side.neutral);
    let sides = sides.map(|(_, index)| SideId(index));
    sides.filter(|&side| roster.iter().any(|&id| ids.is_of(id, side) && counts(id))).collect()
}

/// Whether a creature is still to come. An overdue creature finds no place; if no creature is left that could make room, it never will.
fn comes(world: &World, ruleset: &dyn Ruleset, id: Id) -> bool {
    let later = |arrives: &Arrives| arrives.round > world.resource::<Flow>().round;
    // One that waits for a call may never come.
    let arrives = world.part::<Arrives>(id).filter(|arrives| !arrives.waits_for_a_call());
    arrives.is_some_and(|arrives| later(arrives) || on_map(world).any(|other| ruleset.may_act(world, other)))
}

/// Whether the creature of this name has died or cannot fight any more; who got away has not fallen.
pub(in crate::battle) fn fallen(world: &World, ruleset: &dyn Ruleset, name: &str) -> bool {
    let cast = world.resource::<Names>();
    let mut roster = world.resource::<Roster>().0.iter().copied();
    let Some(id) = roster.find(|&id| cast.name(id) == name) else {
        return false;
    };
    let who = world.look(id).expect("a creature should exist");
    who.contains::<Dead>() || (who.contains::<OnMap>() && !ruleset.standing(world, id))
}

/// How many of a side got away.
pub(in crate::battle) fn fled(world: &World, side: SideId) -> u32 {
    let away = members(world, side).filter(|&id| world.part::<Fled>(id).is_some());
    u32::try_from(away.count()).expect("a side should be small")
}

/// Whether the creature of this name got away.
pub(in crate::battle) fn got_away(world: &World, name: &str) -> bool {
    let cast = world.resource::<Names>();
    let mut roster = world.resource::<Roster>().0.iter().copied();
    roster.any(|id| cast.name(id) == name && world.part::<Fled>(id).is_some())
}

/// Why a side has reached a goal, if it has; `standing` are the sides that still stand.
pub(in crate::battle) fn reached(world: &World, side: SideId, goal: &Goal, standing: &[SideId]) -> Option<String> {
    match goal {
        Goal::LastSideStanding { .. } | Goal::Protect { .. } => None,
        Goal::Eliminate { targets, .. } => {
            let ruleset = world.resource::<Rules>().0;
            let done = !targets.is_empty() && targets.iter().all(|name| fallen(world, ruleset, name));
            done.then(|| format!("{} fallen", targets.join(", ")))
        }
        Goal::Hold { zone, rounds, .. } => {
            let held = world.resource::<Holding>().0.iter();
            let held = held.filter(|((holder, held), _)| *holder == side && held == zone);
            let held = held.map(|(_, &count)| count).next();
            (held.unwrap_or(0) >= *rounds).then(|| format!("{zone} held for {}", counted(*rounds, "round")))
        }
        Goal::Escape { who, count, .. } if who.is_empty() => {
            let out = fled(world, side);
            (out >= *count).then(|| format!("{out} got away"))
        }
        Goal::Escape { who, count, .. } => {
            let out: Vec<&str> = who.iter().map(String::as_str).filter(|name| got_away(world, name)).collect();
            (out.len() >= *count as usize).then(|| format!("{} got away", out.join(", ")))
        }
        Goal::CarryOut { object, .. } => {
            (carried_out_by(world, object) == Some(side)).then(|| format!("{object} carried out"))
        }
        Goal::Survive { rounds, .. } => {
            let flow = world.resource::<Flow>();
            let over = flow.round > *rounds || (flow.phase == Phase::RoundEnd && flow.round == *rounds);
            (over && standing.contains(&side)).then(|| format!("survived {}", counted(*rounds, "round")))
        }
        Goal::AllOf { parts, .. } => {
            let reasons: Option<Vec<String>> = parts.iter().map(|part| reached(world, side, part, standing)).collect();
            reasons.map(|reasons| reasons.join(" and "))
        }
        Goal::AnyOf { parts, .. } => parts.iter().find_map(|part| reached(world, side, part, standing)),
    }
}

/// For how many ends of a round in a row a side alone has stood in a zone.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Holding(
    #[serde(with = "crate::battle::values::saved_form::pairs")] pub std::collections::BTreeMap<(SideId, String), u32>,
);

/// Counts holding sides; called at each end of a round.
pub(in crate::battle) fn count_holding(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    let ruleset = world.resource::<Rules>().0;
    let mut counted: Vec<(&str, &str)> = Vec::new();
    for goal in level.goals.iter().flat_map(Goal::leaves) {
        let Goal::Hold { side, zone, .. } = goal else { continue };
        if counted.contains(&(side, zone)) {
            // Two goals may ask for the same zone for more rounds and for fewer.
            continue;
        }
        counted.push((side, zone));
        let Some(side) = side_by_id(&level, side) else { continue };
        let Some(squares) = level.zones.get(zone) else { continue };
        let inside: Vec<SideId> = creatures(world)
            .into_iter()
            .filter(|&id| is_on_map(world, id) && ruleset.standing(world, id))
            .filter(|&id| {
                let space = footprint(world.the::<Position>(id), world.the::<Body>(id));
                squares.iter().any(|&square| space.contains(square))
            })
            .filter(|&id| !is_bystander(world, id) || side_of(world, id) == side)
            .map(|id| side_of(world, id))
            .collect();
        let alone = inside.contains(&side) && !inside.iter().any(|&other| at_odds(world, side, other));
        let mut holding = world.resource_mut::<Holding>();
        let count = holding.0.entry((side, zone.clone())).or_default();
        *count = if alone { *count + 1 } else { 0 };
    }
}
