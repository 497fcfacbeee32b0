//! The flow of a fight: surprise, Initiative, the start and the end of a Turn, delaying.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::clock::{self, Timed};
use super::super::body::{controller, creature};
use super::super::data::kind;
use super::super::data::stats::*;
use super::super::field::{running, sight};
use super::super::fight::harm;
use super::super::motion::fall;
use super::super::motion::{burrow, fly};
use super::{breath, command, turn_start};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::rule;

/// Those who delay, asked one after another at the end of somebody's Turn, next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Entering(pub Vec<Id>);

/// Who takes a delayed Turn now, start effects aside.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Entered(pub Option<Id>);

/// ESS-SURP-1, ESS-SURP-2: those to whom every Enemy is Undetected are surprised, and those the level names.
pub(crate) fn settle_awareness(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    for id in level_start::named(world, &level.start_hidden) {
        let undetected = world.the::<Hiding>(id).undetected;
        sight::start_hidden(world, id, undetected || level.surprised.is_empty());
    }
    for id in on_map(world).collect::<Vec<_>>() {
        let viewers = level_start::hidden_from(world, "essence", id).into_iter().collect();
        sight::hide_from(world, id, viewers, &rule!("ESS-HID-1"));
    }
    let unseen: Vec<Id> = on_map(world)
        .filter(|&id| world.the::<Hiding>(id).undetected && world.the::<Hiding>(id).from.is_empty())
        .collect();
    for id in unseen {
        sight::start_hidden(world, id, true);
    }
    let unaware = |id: Id| {
        let mut enemies = on_map(world).filter(|&other| creature::hostile(world, id, other)).peekable();
        enemies.peek().is_some()
            && enemies.all(|enemy| world.the::<Hiding>(enemy).undetected && sight::hidden_from(world, enemy, id))
    };
    let mut surprised: Vec<Id> = on_map(world).filter(|&id| unaware(id)).collect();
    for id in level_start::named(world, &level.surprised) {
        if !surprised.contains(&id) {
            surprised.push(id);
        }
    }
    for id in on_map(world).collect::<Vec<_>>() {
        let ambushed = on_map(world).any(|enemy| sight::hidden_from(world, enemy, id));
        if ambushed && !surprised.contains(&id) {
            world.note(id, "has noticed an Enemy", rule!("ESS-SURP-2"));
        }
    }
    for id in surprised {
        harm::gain(world, id, condition::SURPRISED, rule!("ESS-SURP-1"));
    }
}

pub(super) fn initiative(world: &mut World, id: Id) -> i32 {
    let bonus = creature::profile(world, id).initiative;
    let die = world.resource_mut::<Dice>().term(20, "Initiative die", rule!("ESS-ROUND-1"));
    let trace = Trace::new("Initiative", 0).with(die).with(Trace::new("DEX", bonus));
    let score = trace.value;
    world.tell(Event::new(What::Ranked { score }).actor(id).trace(trace));
    score
}

pub(crate) fn roll_initiative(world: &mut World) {
    let (bound, ids): (Vec<Id>, Vec<Id>) = on_map(world).partition(|&id| controller::bound(world, id));
    for id in bound {
        world.note(id, "has no Initiative of its own", rule!("ESS-CMD-5"));
    }
    let ranked = ids.into_iter().map(|creature| Ranked { creature, score: initiative(world, creature), ties: [0, 0] });
    let ranked = ranked.collect();
    // ESS-ROUND-2: an extra d20 between the tied, again while they are tied.
    initiative::rank(world, ranked, |world, tied| {
        initiative::roll_off(world, tied, 20, |_| rule!("ESS-ROUND-2"));
    });
    let event = initiative::ordered(world);
    world.tell(event.by(rule!("ESS-ROUND-1")));
}

pub(crate) fn start_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else {
        return;
    };
    if !is_on_map(world, id) {
        return;
    }
    let entered = world.resource_mut::<Entered>().0.take() == Some(id);
    let old = world.the::<TurnUsage>(id).clone();
    if entered {
        // Its start effects struck at the place it left (ESS-TURN-10).
        let mut turn = world.the_mut::<TurnUsage>(id);
        turn.delaying = false;
        turn.used = 0;
        world.note(id, "takes its delayed Turn", rule!("ESS-TURN-10"));
        return;
    }
    if old.delaying {
        world.note(id, "the delayed Turn is forfeit", rule!("ESS-TURN-11"));
        run_out(world, id);
    }
    clock::slot_comes(world, id);
    if old.ready.is_some() {
        world.note(id, "what it had readied lapses", rule!("ESS-READY-2"));
    }
    if old.dodges > 0 {
        world.note(id, "its Dodge ends", rule!("ESS-DODGE-5"));
    }
    let from = world.the::<Position>(id).at;
    *world.the_mut::<TurnUsage>(id) =
        TurnUsage { had_turn: !creature::surprised(world, id), from, ..TurnUsage::default() };
    let actions = creature::allowance(world, id);
    let change = (0, actions.value);
    let event = Event::resource(id, "actions", change).trace(actions);
    let held = creature::surprised(world, id).then_some([rule!("ESS-SURP-3"), rule!("ESS-SURP-4")]);
    let rules = [rule!("ESS-TURN-1"), rule!("ESS-REACT-1")];
    world.tell(event.by_all(rules).by_all(held.into_iter().flatten()));
    command::turn_starts(world, id);
    turn_start::begin(world, id);
}

pub(crate) fn end_turn(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else {
        return;
    };
    if is_on_map(world, id) {
        if world.the::<TurnUsage>(id).delaying {
            // A Turn that is put off is not the end of one, so nobody enters after it.
            world.note(id, "delays", rule!("ESS-TURN-7"));
            return;
        }
        finish_turn(world, id);
    } else {
        run_out(world, id);
    }
    let mut waiting: Vec<(usize, Id)> = {
        let flow = world.resource::<Flow>();
        let next = flow.order.get(flow.at + 1).map(|slot| slot.creature);
        let round_ends = flow.at + 1 >= flow.order.len();
        let first = flow.order.first().map(|slot| slot.creature).filter(|_| round_ends);
        on_map(world)
            .filter(|&other| other != id && world.the::<TurnUsage>(other).delaying)
            .filter(|&other| Some(other) != next && Some(other) != first)
            .filter_map(|other| Some((flow.place(other)?, other)))
            .collect()
    };
    // ESS-TURN-13: the higher original place is asked first, so it stands last.
    waiting.sort_by(|a, b| b.cmp(a));
    if !waiting.is_empty() {
        launch(world, Entering(waiting.into_iter().map(|(_, id)| id).collect()));
    }
}

fn finish_turn(world: &mut World, id: Id) {
    let left = creature::actions_left(world, id);
    if left > 0 && creature::able(world, id) {
        world.note(id, "its unused Actions are lost", rule!("ESS-TURN-4"));
    }
    fly::end_action(world, id);
    world.the_mut::<TurnUsage>(id).ends_moves();
    breath::turn_ends(world, id);
    if is_on_map(world, id) {
        sight::turn_ends(world, id);
        fall::unflown(world, id);
    }
    command::turn_ends(world, id);
    run_out(world, id);
}

/// ESS-TURN-9, ESS-TURN-13: those who delay are asked whether they enter now.
impl Asks for Entering {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let Some(&id) = world.the::<Self>(flight).0.last() else {
            return Inquiry::Nobody;
        };
        let decision = Decision::new(
            world,
            id,
            kind::ENTER,
            format!("Does {} take its delayed Turn now?", world.resource::<Names>().name(id)),
            vec![
                Choice::new("enter", "Take the Turn now").by(rule!("ESS-TURN-9")),
                Choice::new("wait", "Wait").to(Purpose::Wait),
            ],
        );
        Question::inquiry(decision, [rule!("ESS-TURN-13")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let asked = world.the_mut::<Self>(flight).0.pop();
        if let Some(id) = asked.filter(|_| word == "enter") {
            enter(world, id);
            land(world);
        }
    }
}

/// ESS-TURN-9: the new place is right after the Turn that just ended, for good.
fn enter(world: &mut World, id: Id) {
    {
        let mut flow = world.resource_mut::<Flow>();
        let Some(place) = flow.place(id) else { return };
        let score = flow.order[flow.at].score;
        let mut slot = flow.order.remove(place);
        if place <= flow.at {
            flow.at -= 1;
        }
        slot.score = score;
        let next = flow.at + 1;
        flow.order.insert(next, slot);
    }
    world.resource_mut::<Entered>().0 = Some(id);
    world.note(id, "enters here for the rest of the fight", rule!("ESS-TURN-9"));
}

/// ESS-TURN-7: puts the Turn off.
pub(crate) fn delay(world: &mut World, id: Id) {
    world.the_mut::<TurnUsage>(id).delaying = true;
    let name = "Delay".into();
    let event = Event::new(What::Action { name }).actor(id);
    world.tell(event.by_all([rule!("ESS-TURN-7"), rule!("ESS-TURN-8"), rule!("ESS-ROUND-5")]));
    world.resource_mut::<Flow>().enter(Phase::TurnEnd);
}

/// Somebody has had a Turn (or passed, or forfeited it): what lasted until then is over.
fn run_out(world: &mut World, id: Id) {
    for what in clock::turn_ended(world, id) {
        match what {
            Timed::Condition(id, key) => {
                lose(world, id, key, [rule!("ESS-ROUND-4"), rule!("ESS-ROUND-6")]);
            }
            Timed::Spell(number) => running::ends(world, number),
            Timed::Tunnel(at, deep) => burrow::collapse(world, at, deep),
        }
    }
}

/// ESS-ROUND-8: a latecomer rolls on arrival; its slot comes when the count gets there.
pub(crate) fn arrive(world: &mut World, id: Id) {
    if world.resource::<Flow>().place(id).is_some() || controller::bound(world, id) {
        return;
    }
    let score = initiative(world, id);
    let mut flow = world.resource_mut::<Flow>();
    let round = flow.round;
    let count = flow.active().and_then(|active| flow.place(active)).map(|at| flow.order[at].score);
    let from_round = if count.is_none_or(|count| score < count) { round } else { round + 1 };
    flow.insert(id, score, from_round);
    world.note(id, "joins the order", rule!("ESS-ROUND-8"));
}
