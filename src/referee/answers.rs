//! What the referee answers to requests that a side may make as well: to a side, only what it knows.

use serde_json::{Value, json};

use super::eyes::Eyes;
use super::seat::Seat;
use super::{log, names, renumber, state, view};
use crate::ai;
use crate::battle::*;
use crate::level::suggest;

/// What came about from an event on, as the viewer is told it.
pub(super) fn outcome_of_order(eyes: &Eyes, from: usize) -> Value {
    let battle = eyes.battle;
    let own = |decision: &&Decision| eyes.side().is_none_or(|side| side == decision.side);
    let decision = battle.decision().filter(own).map(|decision| view::decision(eyes, decision));
    json!({
        "ok": true,
        "events": view::events(eyes, from),
        "decision": decision,
        "outcome": battle.outcome().map(|outcome| view::outcome(battle, outcome)),
        "active": eyes.active(),
        "hash": state::hash(eyes),
    })
}

/// An event with its reckoning, by the number it has for the viewer.
pub(super) fn explain(eyes: &Eyes, number: usize) -> Result<Value, Refusal> {
    let told = view::told(eyes);
    let Some(&(_, event)) = told.get(number) else {
        let count = told.len();
        return Err(Refusal::new("no_such_event", format!("There is no event {number}; there are {count}.")));
    };
    let lines = log::with_trace(eyes.battle, event);
    Ok(json!({ "ok": true, "event": view::numbered(eyes, number, event), "lines": lines }))
}

/// What is known of an attack before it is made.
pub(super) fn aim(eyes: &Eyes, order: Value) -> Result<Option<AimInfo>, Refusal> {
    let order = names::order_seen(eyes, order)?;
    let seen = eyes.seen();
    seen.lies_on_the_map(&order)?;
    let Order::Act(act) = order else {
        return Ok(None);
    };
    let mut aim = seen.ruleset().aim(seen.world(), &act);
    if let Some(aim) = &mut aim {
        renumber::aim(aim, &|id| eyes.number(id));
    }
    Ok(aim)
}

/// How often orders are played out for the forecasts of a list, unless the client says. Every attack has samples enough with it, even on
/// the largest level that comes with the game.
pub(super) const LEGAL_RUNS: u32 = 30_000;

/// An order that harms gets this many times the share of any other order.
const SHARE_OF_HARM: u32 = 4;

/// Which of the legal orders are asked for.
///
/// # Errors
/// That there is nobody like that, or no such action.
pub(super) fn only(
    eyes: &Eyes,
    creature: Option<Value>,
    action: Option<String>,
    target: Option<Value>,
    purpose: Option<Purpose>,
) -> Result<Only, Refusal> {
    if let Some(action) = &action {
        is_an_action(eyes.battle, action)?;
    }
    Ok(Only {
        creature: creature.map(|who| names::who(eyes, &who)).transpose()?,
        action,
        target: target.map(|who| names::who(eyes, &who)).transpose()?,
        purpose,
    })
}

/// Whether orders of this key can be on the list of anybody at all.
fn is_an_action(battle: &Battle, key: &str) -> Result<(), Refusal> {
    let acts = battle.ruleset().lexicon().acts.into_iter().map(|act| act.action);
    let known: Vec<String> = acts.chain(["move".into(), "end_turn".into()]).collect();
    if known.iter().any(|known| known == key) {
        return Ok(());
    }
    let help = match suggest::nearest(key, &known) {
        Some(near) => format!(" Did you mean `{near}`?"),
        None => format!(" Known are {}.", suggest::list(&known)),
    };
    Err(Refusal::new("no_such_action", format!("There is no action `{key}`.{help}")))
}

/// The legal orders, forecast within so many runs, and what is on the list but cannot be done now, with the reason.
pub(super) fn legal(battle: &mut Battle, seat: Option<(SideId, &Seat)>, only: &Only, runs: Option<u32>) -> Value {
    let creature = only.creature;
    let asked = battle.decision().map(|decision| decision.creature);
    let speakers = asked.map_or_else(|| battle.actors(), |asked| vec![asked]);
    let speaker = creature.filter(|creature| speakers.contains(creature));
    let due = speaker.is_some() || creature.is_none();
    let speaker = speaker.or(asked).or(battle.active());
    let mut list = if due { battle.legal_only(only) } else { Vec::new() };
    if runs.is_some() && asked.is_none() {
        list.sort_by_key(|legal| legal.purpose != Purpose::Harm);
    }
    let eyes = eyes_of(battle, seat);
    let mut orders: Vec<Value> = list.iter().map(|legal| row(&eyes, legal)).collect();
    if let Some(runs) = runs {
        let acts = |place: &usize| matches!(list[*place].order, Order::Act(_));
        let places: Vec<usize> = (0..list.len()).filter(acts).collect();
        let share = |legal: &Legal| if legal.purpose == Purpose::Harm { SHARE_OF_HARM } else { 1 };
        let acts: Vec<(&Order, u32)> = places.iter().map(|&place| (&list[place].order, share(&list[place]))).collect();
        let found = battle.forecast_all(&acts, runs);
        let eyes = eyes_of(battle, seat);
        for (place, found) in places.into_iter().zip(found) {
            orders[place]["forecast"] = match found {
                Ok(found) => view::forecast(&eyes, &found),
                Err(refusal) => view::refusal(&refusal),
            };
        }
    }
    let mut refused = Vec::new();
    if due && battle.decision().is_none() && battle.outcome().is_none() {
        let offers = speaker.map(|id| battle.ruleset().offers(battle.world(), id)).unwrap_or_default();
        for offer in offers {
            let asked_for = only.is_action(&offer.action) && only.is_for(offer.purpose);
            if let Some(refusal) = offer.refusal.as_ref().filter(|_| asked_for) {
                refused.push(json!({
                    "action": offer.action,
                    "with": offer.with,
                    "label": offer.label,
                    "purpose": offer.purpose,
                    "error": view::refusal(refusal),
                }));
            }
        }
    }
    let speaker = speaker.map(|id| eyes_of(battle, seat).number(id));
    json!({ "ok": true, "creature": speaker, "legal": orders, "refused": refused })
}

/// The best plans of who is to speak, with reasons.
pub(super) fn suggest(battle: &mut Battle, seat: Option<(SideId, &Seat)>) -> Result<Value, Refusal> {
    if battle.outcome().is_some() {
        return Err(Refusal::over());
    }
    let found = ai::suggest(battle);
    let eyes = eyes_of(battle, seat);
    let rows = found.into_iter().map(|mut one| {
        renumber::order(&mut one.order, &|id| eyes.number(id));
        json!({ "order": one.order, "label": one.label, "why": one.why })
    });
    let speaker = battle.decision().map(|decision| decision.creature).or(battle.active());
    let speaker = speaker.map(|id| eyes.number(id));
    Ok(json!({ "ok": true, "creature": speaker, "plans": rows.collect::<Vec<Value>>() }))
}

/// A legal order as a row of the list.
pub(super) fn row(eyes: &Eyes, legal: &Legal) -> Value {
    let mut order = legal.order.clone();
    renumber::order(&mut order, &|id| eyes.number(id));
    json!({
        "order": order,
        "label": legal.label,
        "purpose": legal.purpose,
        "cost": legal.cost,
        "price": legal.price,
    })
}

/// The eyes of a side at the table, or the referee's own.
fn eyes_of<'a>(battle: &'a Battle, seat: Option<(SideId, &'a Seat)>) -> Eyes<'a> {
    match seat {
        Some((side, seat)) => Eyes::seated(battle, side, &seat.book),
        None => Eyes::all(battle),
    }
}

pub(super) fn reach(eyes: &Eyes, who: Id) -> Result<Value, Refusal> {
    let battle = eyes.seen();
    let world = battle.world();
    if world.part::<Creature>(who).is_none() || world.part::<OnMap>(who).is_none() {
        return Err(Refusal::new("not_on_map", format!("{} is no creature on the map.", battle.name(who))));
    }
    let (left, unit) = battle.ruleset().movement_left(world, who);
    let squares: Vec<Value> = battle
        .ruleset()
        .reach(world, who)
        .squares
        .iter()
        .map(|reached| json!({ "at": reached.at, "cost": reached.cost, "from": reached.from, "stop": reached.stop }))
        .collect();
    Ok(json!({ "ok": true, "creature": eyes.number(who), "left": left, "unit": unit, "squares": squares }))
}
