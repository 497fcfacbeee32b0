//! Identities in what is written down, called by other numbers: those of a side that sits at the table.

use crate::battle::*;

/// The number by which a creature or object is called.
type Call<'a> = dyn Fn(Id) -> Id + 'a;

fn some(id: &mut Option<Id>, call: &Call) {
    *id = id.map(call);
}

/// In a number's reckoning.
pub(super) fn trace(trace: &mut Trace, call: &Call) {
    some(&mut trace.source, call);
    trace.terms.iter_mut().for_each(|term| self::trace(term, call));
}

/// In an event.
pub(super) fn event(event: &mut Event, call: &Call) {
    some(&mut event.actor, call);
    some(&mut event.target, call);
    event.about.iter_mut().for_each(|id| *id = call(*id));
    if let Some(number) = &mut event.trace {
        trace(number, call);
    }
    match &mut event.what {
        What::Order { creatures } => creatures.iter_mut().for_each(|id| *id = call(*id)),
        What::Outcome { by: Some(by), .. } => some(&mut by.source, call),
        What::Damage { parts, .. } => {
            for taken in parts.iter_mut().flat_map(|part| &mut part.taken_off) {
                some(&mut taken.by.source, call);
            }
        }
        _ => {}
    }
}

/// In a question.
pub(super) fn decision(decision: &mut Decision, call: &Call) {
    decision.creature = call(decision.creature);
    some(&mut decision.against, call);
    for choice in &mut decision.choices {
        some(&mut choice.target, call);
    }
    if let Some(number) = &mut decision.number {
        trace(number, call);
    }
}

/// In an order that a side can give.
pub(super) fn order(order: &mut Order, call: &Call) {
    match order {
        Order::Move(MoveOrder { creature, .. }) | Order::EndTurn { creature } => *creature = call(*creature),
        Order::Act(act) => {
            act.creature = call(act.creature);
            some(&mut act.target, call);
        }
        Order::Answer { .. } | Order::Gm(_) | Order::TakeBack(_) | Order::Wish(_) => {}
    }
}

/// In what is known of an attack before it is made.
pub(super) fn aim(aim: &mut AimInfo, call: &Call) {
    trace(&mut aim.cover, call);
    for source in &mut aim.shelter.sources {
        some(&mut source.of, call);
    }
}

/// In a condition.
pub(super) fn condition(condition: &mut Condition, call: &Call) {
    some(&mut condition.source, call);
    match &mut condition.lasts {
        Lasts::TurnStart(id) | Lasts::TurnEnd(id) => *id = call(*id),
        Lasts::UntilEnded | Lasts::RoundEnd | Lasts::Rounds(_) | Lasts::UntilSaved | Lasts::Fight => {}
    }
}
