//! The requests of a side that sits at the table: of the battle it gets what it knows.

use serde_json::{Value, json};

use super::answers::{LEGAL_RUNS, aim, explain, legal, only, outcome_of_order, reach, row, suggest};
use super::eyes::Eyes;
use super::request::Request;
use super::seat::{self, Others, Seat};
use super::{board, log, names, renumber, state, view};
use crate::battle::*;

/// A request of a side that sits at the table.
pub(super) fn for_a_side(
    battle: &mut Battle,
    side: SideId,
    seat: &mut Seat,
    others: Option<&mut Others>,
    request: Request,
) -> Result<Value, Refusal> {
    let eyes = Eyes::seated(battle, side, &seat.book);
    let own = |named: Option<String>| match named.map(|named| names::side(battle, &named)).transpose()? {
        Some(other) if other != side => Err(Refusal::new(
            "not_for_a_side",
            format!("What {} knows is told to nobody else.", names::side_id(battle, other)),
        )),
        _ => Ok(()),
    };
    let reply = match request {
        Request::Legal { creature, action, target, purpose, forecast, budget } => {
            let only = only(&eyes, creature, action, target, purpose)?;
            let runs = forecast.then(|| budget.unwrap_or(LEGAL_RUNS));
            match seat::has_the_word(battle, side) {
                Ok(()) => legal(battle, Some((side, seat)), &only, runs),
                Err(_) => out_of_turn(battle, side, &eyes, &only),
            }
        }
        Request::Order { order } => {
            let order = seat::order(&eyes, order);
            return give_for(battle, side, seat, others, order);
        }
        Request::Answer { choice } => return give_for(battle, side, seat, others, Ok(Order::Answer { choice })),
        Request::Wait {} => match (seat::has_the_word(battle, side), others) {
            (Err(refusal), _) if battle.outcome().is_some() => return Err(refusal),
            (Err(_), Some(others)) => {
                let from = told_so_far(battle, side);
                return Ok(play_on(battle, side, seat, Some(others), from));
            }
            _ => return Err(seat::nothing_to_wait_for()),
        },
        Request::Check { order } => {
            let mut order = seat::order(&eyes, order)?;
            seat::may_say(battle, side, &order)?;
            battle.check(&order)?;
            renumber::order(&mut order, &|id| eyes.number(id));
            json!({ "ok": true, "order": order })
        }
        Request::Forecast { order, budget } => {
            let order = seat::order(&eyes, order)?;
            seat::may_say(battle, side, &order)?;
            let forecast = battle.forecast_within(&order, budget.unwrap_or(u32::MAX))?;
            json!({ "ok": true, "forecast": view::forecast(&Eyes::seated(battle, side, &seat.book), &forecast) })
        }
        Request::Suggest {} => {
            seat::has_the_word(battle, side)?;
            suggest(battle, Some((side, seat)))?
        }
        Request::Aim { order } => json!({ "ok": true, "aim": aim(&eyes, order)? }),
        Request::Reach { creature } => {
            let none = || Refusal::new("no_turn", "It is the turn of nobody of this side.");
            let active = || eyes.active().and_then(|number| eyes.whose(number)).ok_or_else(none);
            let who = creature.map_or_else(active, |who| names::who(&eyes, &who))?;
            reach(&eyes, who)?
        }
        Request::Square { at, side } => {
            own(side)?;
            json!({ "ok": true, "square": state::square_known_to(&eyes, at) })
        }
        Request::Board { side } => {
            own(side)?;
            json!({ "ok": true, "board": board::board(&eyes) })
        }
        Request::State { side } => {
            own(side)?;
            json!({ "ok": true, "state": state::state_known_to(&eyes) })
        }
        Request::Explain { event } => explain(&eyes, event)?,
        Request::Log { from, traces, side } => {
            own(side)?;
            let told = view::told(&eyes);
            let told = told.iter().skip(from).map(|&(_, event)| event);
            json!({ "ok": true, "lines": log::written(battle, told, traces) })
        }
        Request::Undo {} => {
            seat.undo(battle, side)?;
            let eyes = Eyes::seated(battle, side, &seat.book);
            json!({ "ok": true, "hash": state::hash(&eyes), "state": state::state_known_to(&eyes) })
        }
        Request::Hash {} => json!({ "ok": true, "hash": state::hash(&eyes) }),
        Request::Load { .. }
        | Request::Restore { .. }
        | Request::Save { .. }
        | Request::Dice { .. }
        | Request::Gm { .. }
        | Request::Rule { .. }
        | Request::Campaign {}
        | Request::Go { .. }
        | Request::Help {}
        | Request::Quit {} => unreachable!("requests that no side gets, or everybody, are answered before"),
    };
    Ok(reply)
}

/// An order of a side, and whatever the others do until it has the word again.
fn give_for(
    battle: &mut Battle,
    side: SideId,
    seat: &mut Seat,
    others: Option<&mut Others>,
    order: Result<Order, Refusal>,
) -> Result<Value, Refusal> {
    let order = order?;
    seat::may_say(battle, side, &order)?;
    battle.check(&order)?;
    seat.orders(battle, side);
    let from = told_so_far(battle, side);
    battle.order(&order)?;
    Ok(play_on(battle, side, seat, others, from))
}

/// What a side may order while another side has the word.
fn out_of_turn(battle: &Battle, side: SideId, eyes: &Eyes, only: &Only) -> Value {
    let legal = battle.legal_out_of_turn(side, only);
    let rows: Vec<Value> = legal.iter().map(|legal| row(eyes, legal)).collect();
    json!({ "ok": true, "creature": null, "legal": rows, "refused": [] })
}

/// How many events a side has been told.
fn told_so_far(battle: &Battle, side: SideId) -> usize {
    battle.events().iter().filter(|event| event.told_to(side).is_some()).count()
}

/// Lets the others play, and says what the side was told from an event on.
fn play_on(battle: &mut Battle, side: SideId, seat: &Seat, others: Option<&mut Others>, from: usize) -> Value {
    let waiting = others.is_some_and(|others| others.play(battle, side));
    let mut reply = outcome_of_order(&Eyes::seated(battle, side, &seat.book), from);
    if waiting {
        reply["waiting"] = json!(true);
    }
    reply
}
