//! Rounds and turns: whose turn it is, in which phase the battle stands, and how it goes on from there.

use super::goals::outcome;
use super::{carriables, latecomers, pauses};
use super::{environment, goals};
use crate::battle::board::{LevelRes, has_condition, is_on_map, on_map};
use crate::battle::engine::{Engine, Flights, Flow, Phase, Roster, between_pieces, creatures, flight};
use crate::battle::ruleset::{Rules, SharedFact};
use crate::battle::values::{
    ById, Condition, Conditions, Event, Id, Ids, Lasts, Outcome, Pause, Stage, Tell, Text, What,
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub(in crate::battle) fn plugin(engine: &mut Engine) {
    engine.entering(Stage::Turn, Phase::Awareness, begin_fight);
    engine.entering(Stage::Turn, Phase::RoundStart, begin_round);
    engine.entering(Stage::Turn, Phase::TurnStart, begin_turn);
    engine.entering(Stage::Turn, Phase::TurnEnd, end_turn);
    engine.entering(Stage::Turn, Phase::RoundEnd, end_round);
    engine.always(Stage::Report, settle_outcome);
    engine.then(Stage::Report, go_on);
}

fn begin_fight(world: &mut World) {
    let event = Event::new(What::FightBegins).citing(world, SharedFact::FightBegins);
    world.tell(event);
    let present: Vec<Id> = on_map(world).collect();
    for id in present {
        carriables::take_up(world, id);
    }
    let opening = world.resource::<LevelRes>().0.opening.clone();
    if let Some(name) = opening {
        let says = What::Says { text: format!("It begins with what {name} does.").into(), portent: false };
        let event = Event::new(says).citing(world, SharedFact::Prologue);
        world.tell(event);
    }
}

fn begin_round(world: &mut World) {
    let mut flow = world.resource_mut::<Flow>();
    flow.settle_places();
    flow.round += 1;
    flow.at = 0;
    let round = flow.round;
    let event = Event::new(What::RoundBegins { round }).citing(world, SharedFact::RoundBegins);
    world.tell(event);
    latecomers::arrive(world, round);
    environment::trigger_round(world, true);
}

/// What the start of the turn that runs has ended, and of whom. It is kept where a ruleset saves it: one whose turns may be put off.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EndedAtStart(pub Vec<(Id, Condition)>);

fn begin_turn(world: &mut World) {
    let Some(active) = world.resource::<Flow>().active() else {
        return;
    };
    let event = Event::new(What::TurnBegins).actor(active).citing(world, SharedFact::TurnBegins);
    world.tell(event);
    let ends = |one: &Condition| one.lasts == Lasts::TurnStart(active);
    if world.contains_resource::<EndedAtStart>() {
        let ended: Vec<(Id, Condition)> = creatures(world)
            .into_iter()
            .filter_map(|id| Some((id, world.part::<Conditions>(id)?)))
            .flat_map(|(id, all)| all.0.iter().filter(|one| ends(one)).map(move |one| (id, one.clone())))
            .collect();
        world.resource_mut::<EndedAtStart>().0 = ended;
    }
    expire(world, |lasts| *lasts == Lasts::TurnStart(active));
}

fn end_turn(world: &mut World) {
    let Some(active) = world.resource::<Flow>().active() else {
        return;
    };
    // What the end of the turn brings about comes first.
    pauses::open(world, Pause::BetweenTurns);
    let event = Event::new(What::TurnEnds).actor(active).citing(world, SharedFact::TurnEnds);
    world.tell(event);
    if world.resource::<Rules>().0.treads().at_turn_end {
        environment::tread(world, active, None);
    }
    expire(world, |lasts| *lasts == Lasts::TurnEnd(active));
}

fn end_round(world: &mut World) {
    let round = world.resource::<Flow>().round;
    expire(world, |lasts| match lasts {
        Lasts::RoundEnd => true,
        Lasts::Rounds(left) => {
            *left = left.saturating_sub(1);
            *left == 0
        }
        _ => false,
    });
    // After all that the end of the round has brought about.
    goals::count_holding(world);
    let event = Event::new(What::RoundEnds { round }).citing(world, SharedFact::RoundEnds);
    world.tell(event);
}

/// Ends every condition whose clock `done` says has run out, creature by creature.
pub fn expire(world: &mut World, done: impl Fn(&mut Lasts) -> bool) {
    let ids = world.resource::<Ids>();
    let roster = world.resource::<Roster>().0.iter().copied();
    let ailing: Vec<Id> = roster.filter(|&id| ids.has_conditions(id)).collect();
    for id in ailing {
        // A condition that goes on as before has not changed: written anew, it would look like a change.
        let goes_on = |condition: &Condition| {
            let mut lasts = condition.lasts;
            !done(&mut lasts) && lasts == condition.lasts
        };
        if world.the::<Conditions>(id).0.iter().all(goes_on) {
            continue;
        }
        let mut ended: Vec<Text> = Vec::new();
        world.change::<Conditions, _>(id, |conditions| {
            conditions.0.retain_mut(|condition| {
                let over = done(&mut condition.lasts);
                if over {
                    ended.push(condition.key.clone());
                }
                !over
            });
        });
        let ruleset = world.resource::<Rules>().0;
        for key in ended {
            // A creature that has the same condition from another source, too, still has it.
            let mut event = if has_condition(world, id, &key) {
                let text = format!("{key} of one source is over, of another it holds");
                Event::note(text).actor(id)
            } else {
                Event::new(What::loses(world, key.clone())).target(id)
            };
            event.rules = ruleset.condition_ends(world, id, &key);
            world.tell(event);
        }
    }
}

/// Tests the end of the fight whenever an attack, an event or anything else that must be resolved completely has been. What was still to
/// come, such as the rest of a move or the next event, comes no more.
fn settle_outcome(world: &mut World) {
    let flow = world.resource::<Flow>();
    if flow.phase == Phase::Over || flow.round == 0 || !between_pieces(world) {
        return;
    }
    carriables::let_go(world);
    if let Some(result) = outcome(world) {
        end_fight(world, result);
    }
}

/// The fight is decided.
pub(crate) fn end_fight(world: &mut World, result: Outcome) {
    let event = Event::new(What::Ends { result: result.clone() }).citing(world, SharedFact::FightEnds);
    world.tell(event);
    flight::land_all(world);
    let mut flow = world.resource_mut::<Flow>();
    flow.outcome = Some(result);
    flow.enter(Phase::Over);
}

/// Goes on to the next phase when nothing is in flight.
fn go_on(world: &mut World) {
    let mut flow = world.resource::<Flow>();
    if world.resource::<Flights>().top().is_some() {
        if flow.fresh {
            world.resource_mut::<Flow>().fresh = false;
        }
        return;
    }
    let gone = flow.active().filter(|&id| flow.phase == Phase::TurnEnd && !is_on_map(world, id));
    if let Some(gone) = gone {
        world.resource_mut::<Flow>().order.retain(|slot| slot.creature != gone);
        flow = world.resource::<Flow>();
    }
    let present = |id: Id| is_on_map(world, id);
    let next = match flow.phase {
        Phase::Awareness => Some((Phase::Initiative, 0)),
        Phase::Initiative => Some((Phase::RoundStart, 0)),
        Phase::RoundStart => Some(next_turn(flow, 0, present)),
        Phase::TurnStart => {
            let active = flow.active().expect("a turn that starts should be somebody's");
            let acts = present(active) && world.resource::<Rules>().0.may_act(world, active);
            Some((if acts { Phase::Acting } else { Phase::TurnEnd }, flow.at))
        }
        Phase::Acting => {
            let active = flow.active().expect("a turn that runs should be somebody's");
            let acts = present(active) && world.resource::<Rules>().0.may_act(world, active);
            (!acts).then_some((Phase::TurnEnd, flow.at))
        }
        // A creature that died or left on its own turn leaves the order when that turn ends, and the next one has moved up.
        Phase::TurnEnd if gone.is_some() => Some(next_turn(flow, flow.at, present)),
        Phase::TurnEnd => Some(next_turn(flow, flow.at + 1, present)),
        Phase::Environment => Some((Phase::Recovery, flow.at)),
        Phase::Recovery => Some((Phase::RoundEnd, flow.at)),
        Phase::RoundEnd => Some((Phase::RoundStart, 0)),
        Phase::Over => None,
    };
    let Some((phase, at)) = next else {
        if flow.fresh {
            world.resource_mut::<Flow>().fresh = false;
        }
        return;
    };
    let mut flow = world.resource_mut::<Flow>();
    flow.at = at;
    flow.enter(phase);
}

fn next_turn(flow: &Flow, from: usize, present: impl Fn(Id) -> bool) -> (Phase, usize) {
    (from..flow.order.len())
        .find(|&at| present(flow.order[at].creature) && flow.order[at].from_round <= flow.round)
        .map_or((Phase::Environment, flow.order.len()), |at| (Phase::TurnStart, at))
}
