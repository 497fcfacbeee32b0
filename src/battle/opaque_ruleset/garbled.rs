//! Values in which every text means nothing.

use super::super::*;

/// A word that says nothing, the same for the same text.
pub(super) fn word(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("zq{:x}xv", hash_of(&text.to_owned()))
}

pub(super) fn text(text: &mut Text) {
    *text = word(text).into();
}

pub(super) fn string(text: &mut String) {
    *text = word(text);
}

fn refusal(refusal: &mut Refusal) {
    text(&mut refusal.message);
}

/// A number's reckoning.
pub fn trace(trace: &mut Trace) {
    text(&mut trace.label);
    if let Some(why) = &mut trace.refused {
        text(why);
    }
    if let Some(ladder) = &mut trace.ladder {
        ladder.moved.iter_mut().for_each(|moved| text(&mut moved.why));
    }
    trace.terms.iter_mut().for_each(self::trace);
}

/// A fact.
pub fn event(event: &mut Event) {
    if let Some(number) = &mut event.trace {
        trace(number);
    }
    match &mut event.what {
        What::Step { how, .. } => text(how),
        What::Attack { with, .. } => text(with),
        What::Action { name } | What::Resource { name, .. } | What::Part { name } => text(name),
        What::Answered { label, .. } => text(label),
        What::Outcome { by: Some(by), .. } => text(&mut by.name),
        What::Damage { parts, .. } => {
            for part in parts {
                text(&mut part.kind.name);
                part.taken_off.iter_mut().for_each(|one| text(&mut one.by.name));
            }
        }
        What::Ground { becomes, .. } | What::Edges { becomes, .. } => text(becomes),
        What::Says { text: said, .. }
        | What::Override { text: said }
        | What::TakenBack { text: said, .. }
        | What::Note { text: said } => text(said),
        What::Ends { result } => text(&mut result.reason),
        _ => {}
    }
    for version in event.tellings.iter_mut().filter_map(|telling| telling.version.as_mut()) {
        self::event(version);
    }
}

/// An action of a list.
pub fn offer(offer: &mut Offer) {
    string(&mut offer.label);
    string(&mut offer.icon);
    string(&mut offer.cost);
    string(&mut offer.help);
    // Not the word that its members' labels become: being called alike means nothing.
    offer.family = offer.family.as_ref().map(|family| format!("{}j", word(family)));
    if let Some(why) = &mut offer.refusal {
        refusal(why);
    }
}

/// The sheet of a creature or object.
pub fn sheet(sheet: &mut Sheet) {
    for gauge in sheet.gauges.iter_mut().chain(&mut sheet.pips) {
        string(&mut gauge.label);
    }
    for stat in sheet.stats.iter_mut().chain(&mut sheet.gear) {
        string(&mut stat.label);
        string(&mut stat.value);
    }
    for ailment in &mut sheet.ailments {
        string(&mut ailment.label);
        string(&mut ailment.text);
        string(&mut ailment.lasts);
    }
}

/// What is known of an attack before it is made.
pub fn aim(info: &mut AimInfo) {
    string(&mut info.distance);
    string(&mut info.shelter.name);
    trace(&mut info.cover);
    info.pool.iter_mut().for_each(trace);
    if let Some(left) = &mut info.leaves {
        string(&mut left.of.label);
        text(&mut left.brings);
    }
}

pub(super) fn step(step: &mut Step) {
    text(&mut step.how);
    trace(&mut step.cost);
}

/// The question that is open in a battle, if one is.
pub fn question(battle: &mut Battle) {
    let world = &mut battle.engine_mut().world;
    let mut open = world.query::<&mut Decision>();
    for mut decision in open.iter_mut(world) {
        let decision = &mut *decision;
        text(&mut decision.prompt);
        if let Some(number) = &mut decision.number {
            trace(number);
        }
        for choice in &mut decision.choices {
            text(&mut choice.label);
            text(&mut choice.cost);
            if let Some(left) = &mut choice.leaves {
                string(&mut left.of.label);
                text(&mut left.brings);
            }
        }
    }
}

pub(super) fn garbled(mut why: Refusal) -> Refusal {
    refusal(&mut why);
    why
}

/// The events of a battle with their texts made meaningless.
pub fn events(battle: &Battle) -> Vec<Event> {
    let mut events = battle.events().to_vec();
    events.iter_mut().for_each(event);
    events
}
