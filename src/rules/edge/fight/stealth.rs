//! Hiding: a Stealth roll whose total is stored, who notices the one who hides, and what gives it away (EDG-HIDE).

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::super::body::check::{Aim, Check, Settled};
use super::super::body::creature;
use super::super::body::source::Source;
use super::super::data::{
    ALERTNESS, Ability, Degree, HalfMetres, INSPECTION, STEALTH, Stealth, TurnUsage,
    conditions::*,
    options::{self, Pace},
    secrets,
    secrets::Found,
    tables::Setback,
};
use super::super::field::lines::{self, For};
use super::super::field::sight::{self, View};
use super::super::field::{cover, reach};
use super::{setback, special};
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::rule;

pub(super) fn plugin(engine: &mut Engine) {
    engine.while_holds(Stage::Rolls, has_been_loud, roll_anew);
}

/// EDG-HIDE-1, EDG-HIDE-7: whether a creature is in plain view of an observer. In a hiding place it is not where it is seen dimly or
/// stands behind high cover.
fn in_plain_view(world: &World, viewer: Id, id: Id) -> bool {
    let sight = sight::by_senses(world, viewer, id);
    if sight.view == View::Obscured {
        return false;
    }
    let place = space(world, id).squares().all(|at| options::is_hiding_place(world, at));
    let hides = || sight.view == View::Bleared || cover::between(world, viewer, id).degree >= Degree::High;
    !(place && hides())
}

/// The enemies of a creature on the map, in the order of turns.
fn enemies(world: &World, id: Id) -> Vec<Id> {
    in_order(world, |other, _| creature::hostile(world, other, id))
}

/// EDG-HIDE-1: whether a creature can try to hide. It can where its side knows of no enemy, or of one that does not see it in plain view.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_hide(world: &World, id: Id) -> Result<(), Refusal> {
    let own = side_of(world, id);
    let known: Vec<Id> = enemies(world, id).into_iter().filter(|&enemy| knows(world, own, enemy)).collect();
    if !known.is_empty() && known.iter().all(|&enemy| in_plain_view(world, enemy, id)) {
        return Err(Refusal::by(rule!("EDG-HIDE-1"), "seen", "Every enemy sees it."));
    }
    Ok(())
}

/// EDG-HIDE-3, EDG-VIS-2, EDG-HIDE-15: the value by which an observer notices a hider without a roll; nothing where the observer can
/// neither see nor hear it.
fn passive(world: &World, viewer: Id, hider: Id) -> Option<Trace> {
    let mut check = Check::new(world, viewer, Aim::Quality, "Alertness", (Ability::Perception, Some(ALERTNESS)));
    hurries(world, viewer, &mut check);
    if has_condition(world, viewer, UNCONSCIOUS) {
        // EDG-COND-UNC-1: only a sleeper notices anything, and by its ears alone.
        if !has_condition(world, viewer, ASLEEP) || has_condition(world, viewer, DEAFENED) {
            return None;
        }
        let mut total = check.passive();
        total.push(Trace::new("asleep", -5).by(rule!("EDG-HIDE-15")));
        return Some(total);
    }
    let sight = sight::by_senses(world, viewer, hider);
    match sight.view {
        View::Obscured if has_condition(world, viewer, DEAFENED) => return None,
        View::Bleared => {
            check.lean(false, Source::Bleared, "looks into a bleared square", rule!("EDG-VIS-2"));
        }
        _ => {}
    }
    Some(check.passive())
}

/// EDG-CAMP-5: before the fight, one who has travelled fast notices less.
fn hurries(world: &World, viewer: Id, check: &mut Check) {
    let before = world.resource::<Flow>().phase == Phase::Awareness;
    if before && options::pace(world, viewer) == Some(Pace::Fast) {
        check.lean(false, Source::Pace, "travels fast", rule!("EDG-CAMP-5"));
    }
}

/// The total by which a creature hides: what it rolled, or its passive value where a level or the game master hid it.
fn total(world: &World, id: Id) -> i32 {
    let rolled = world.the::<Stealth>(id).total;
    rolled.unwrap_or_else(|| {
        Check::new(world, id, Aim::Quality, "Stealth", (Ability::Dexterity, Some(STEALTH))).passive().value
    })
}

/// EDG-HIDE-3, EDG-HIDE-9: holds one observer against a stored total; whether it notices, told on a trace.
fn compares(world: &World, viewer: Id, hider: Id, total: i32, told: &mut Trace) -> bool {
    let name = world.resource::<Names>().name(viewer).to_owned();
    let (value, terms) = passive(world, viewer, hider).map_or((None, Vec::new()), |passive| {
        let terms = if passive.terms.len() > 1 { passive.terms } else { Vec::new() };
        (Some(passive.value), terms)
    });
    let notices = value.is_some_and(|value| value > total);
    let label = match value {
        Some(value) if notices => format!("{name} notices: {value} against {total}"),
        Some(value) => format!("hidden from {name}: {value} against {total}"),
        None => format!("hidden from {name}, who neither sees nor hears"),
    };
    let mut term = Trace::note(label).by(rule!("EDG-HIDE-3")).of(viewer);
    term.terms = terms.into_iter().map(|term| Trace { source: Some(viewer), ..term }).collect();
    told.terms.push(term);
    notices
}

/// EDG-HIDE-10: half of its speed in this turn, beyond which a creature is heard.
fn softly(world: &World, id: Id) -> HalfMetres {
    creature::speed(world, id) / 2
}

/// A Stealth roll.
fn check(world: &World, id: Id, fast: bool) -> Check {
    let mut check = Check::new(world, id, Aim::Hide, "Stealth", (Ability::Dexterity, Some(STEALTH)));
    if fast {
        check.lean(false, Source::Haste, "faster than half its speed", rule!("EDG-HIDE-10"));
    }
    check
}

/// EDG-ACT-9, EDG-HIDE-2 to EDG-HIDE-4, EDG-HIDE-8, EDG-HIDE-11: hides from those enemies that do not see it in plain view.
pub(crate) fn hide(world: &mut World, id: Id) {
    let fast = world.the::<TurnUsage>(id).moved > softly(world, id);
    let own = side_of(world, id);
    let mut check = check(world, id, fast);
    special::ready(world, &mut check, None);
    let mut rolled = check.roll(world);
    let total = rolled.total.value;
    let told = &mut rolled.total;
    let (mut from, mut compared, mut noticing) = (Vec::new(), Vec::new(), Vec::new());
    for viewer in enemies(world, id) {
        if in_plain_view(world, viewer, id) {
            let text = format!("{} sees it", world.resource::<Names>().name(viewer));
            told.terms.push(Trace::note(text).by(rule!("EDG-HIDE-1")).of(viewer));
            noticing.push(viewer);
            continue;
        }
        if sight::by_senses(world, viewer, id).view < View::Obscured {
            told.terms.push(Trace::note("a hiding place, though it could be seen").by(rule!("EDG-HIDE-1")).of(viewer));
        }
        if has_condition(world, id, INVISIBLE) {
            let mut term = Trace::note("invisible: it may always try").by(rule!("EDG-HIDE-8")).of(viewer);
            term.note("as if it were in the dark", rule!("EDG-COND-INV-1"));
            told.terms.push(term);
        }
        // EDG-HIDE-18: one that perceives nothing now is held against it later.
        let blank = [UNCONSCIOUS, BLINDED].iter().any(|key| has_condition(world, viewer, key));
        let notices = compares(world, viewer, id, total, told);
        if !blank {
            compared.push(viewer);
        }
        if notices { noticing.push(viewer) } else { from.push(viewer) }
    }
    // Of enemies that its side does not know of nothing is said, and its success does not hang on them.
    let tried = |all: &[Id]| all.iter().any(|&viewer| knows(world, own, viewer));
    let succeeds = tried(&from) || !tried(&noticing);
    rolled.settle(succeeds);
    {
        let mut stealth = world.the_mut::<Stealth>(id);
        stealth.aware.extend(noticing.iter().copied());
        if succeeds {
            stealth.total = Some(total);
            stealth.compared = compared.into_iter().collect();
        }
    }
    if succeeds {
        last_seen(world, id, &from);
        hiding::hide(world, id, from, HIDDEN, rule!("EDG-HIDE-4"));
        gain(world, id, HIDDEN, Lasts::UntilEnded, [rule!("EDG-HIDE-4")]);
    }
    let settled = Settled::of(id, Aim::Hide);
    let hides = [rule!("EDG-HIDE-2"), rule!("EDG-HIDE-11"), rule!("EDG-ACT-9")];
    let number = |total| Event::number(id, total).by_all(hides.clone());
    if succeeds {
        world.tell(number(rolled.total));
        special::arise(world, settled, rolled.kept, true);
        return;
    }
    if special::arise(world, settled, rolled.kept, false) == Some(Setback::Certainty) {
        setback::tell_all_but(world, own, &number(rolled.total.clone()));
        world.tell_alone(own, number(believed(rolled.total)));
    } else {
        world.tell(number(rolled.total));
    }
}

/// EDG-SET-15: the roll as the hider's side is told of it where the hider is wrongly certain: nothing of the observers who noticed.
fn believed(mut total: Trace) -> Trace {
    total.verdict = Some(true);
    total.terms.retain(|term| term.part != Part::Note);
    total
}

/// EDG-SURP-2, EDG-SURP-7: a creature hides before the fight begins, where the level puts it. Its total is held against every enemy. An
/// enemy on the alert rolls; one that is placed so that it cannot notice fails.
pub(crate) fn ambush(world: &mut World, id: Id) {
    let mut check = check(world, id, false);
    special::ready(world, &mut check, None);
    let mut told = check.roll(world).total;
    told.note("neither succeeds nor fails", rule!("EDG-CORE-4"));
    let (total, mut from, mut compared) = (told.value, Vec::new(), Vec::new());
    for viewer in enemies(world, id) {
        compared.push(viewer);
        if notices_ambush(world, viewer, total, &mut told, id) {
            world.the_mut::<Stealth>(id).aware.insert(viewer);
        } else {
            from.push(viewer);
        }
    }
    {
        let mut stealth = world.the_mut::<Stealth>(id);
        (stealth.total, stealth.compared) = (Some(total), compared.into_iter().collect());
    }
    if !from.is_empty() {
        hiding::hide(world, id, from, HIDDEN, rule!("EDG-HIDE-4"));
    }
    world.tell(Event::number(id, told).by(rule!("EDG-SURP-2")).by(rule!("EDG-HIDE-2")));
}

/// Whether an enemy notices one who lies in ambush.
fn notices_ambush(world: &mut World, viewer: Id, total: i32, told: &mut Trace, id: Id) -> bool {
    let profile = creature::profile(world, viewer);
    let (alert, unwary) = (profile.alert, profile.unwary);
    if unwary {
        let name = world.resource::<Names>().name(viewer);
        let text = format!("{name} is placed so that it does not notice");
        told.terms.push(Trace::note(text).by(rule!("EDG-SURP-7")).of(viewer));
        return false;
    }
    if !alert || !creature::conscious(world, viewer) {
        return compares(world, viewer, id, total, told);
    }
    let mut check = Check::new(world, viewer, Aim::Quality, "Alertness", (Ability::Perception, Some(ALERTNESS)));
    hurries(world, viewer, &mut check);
    if sight::by_senses(world, viewer, id).view == View::Bleared {
        check.lean(false, Source::Bleared, "looks into a bleared square", rule!("EDG-VIS-2"));
    }
    let mut rolled = check.roll(world).total;
    let notices = rolled.value > total;
    rolled.note(format!("to exceed: {total}"), rule!("EDG-SURP-2"));
    rolled.verdict = Some(notices);
    world.tell(Event::number(viewer, rolled).about(id).by(rule!("EDG-SURP-2")));
    notices
}

/// EDG-HIDE-9: a side that once noticed the hider is told that it hides, and where it was seen last.
fn last_seen(world: &mut World, id: Id, from: &[Id]) {
    let at = space(world, id).at;
    let sides: BTreeSet<SideId> = from.iter().map(|&viewer| side_of(world, viewer)).collect();
    let aware: BTreeSet<SideId> = world.the::<Stealth>(id).aware.iter().map(|&viewer| side_of(world, viewer)).collect();
    // Without a name: an event that names a creature is told only to sides that know of it now.
    let text = format!("An enemy who was noticed hides; last seen on column {}, row {}", at.x, at.y);
    let event = Event::note(text).by(rule!("EDG-HIDE-9"));
    for &side in sides.intersection(&aware) {
        world.tell_alone(side, event.clone());
    }
}

/// EDG-HIDE-5, EDG-HIDE-14, EDG-ACT-13: looks around for those who hide from it: its total must exceed theirs.
pub(crate) fn search(world: &mut World, id: Id, skill: &'static str) {
    // Alertness listens as well.
    let listens = skill == ALERTNESS && !has_condition(world, id, DEAFENED);
    if has_condition(world, id, BLINDED) && !listens {
        return world.note(id, "sees nothing, and finds nothing", rule!("EDG-COND-BLI-1"));
    }
    let own = side_of(world, id);
    let mut check = Check::new(world, id, Aim::Search, "Search", (Ability::Perception, Some(skill)));
    if space(world, id).squares().all(|at| sight::view_of(world, id, at) == View::Bleared) {
        check.lean(false, Source::Bleared, "looks around in a bleared place", rule!("EDG-VIS-2"));
    }
    special::ready(world, &mut check, None);
    let rolled = check.roll(world);
    let (value, kept) = (rolled.total.value, rolled.kept);
    let hidden = hiders(world).into_iter().filter(|&hider| hiding::hides_from(world, hider, id));
    let found: Vec<Id> = hidden.filter(|&hider| value > total(world, hider)).collect();
    let event = Event::number(id, rolled.total).by(rule!("EDG-ACT-13"));
    if options::has_secret_rolls(world) {
        setback::tell_all_but(world, own, &event.by(rule!("EDG-HIDE-14")));
    } else {
        world.tell(event);
    }
    for &hider in &found {
        notices(world, id, hider, rule!("EDG-HIDE-5"));
    }
    let settled = Settled::of(id, Aim::Search);
    let found_any = uncover(world, id, value, skill) || !found.is_empty();
    let setback = special::arise(world, settled, kept, found_any);
    if setback == Some(Setback::Certainty) {
        let certain = Event::note("is certain that nobody hides here").actor(id);
        world.tell_alone(own, certain.by(rule!("EDG-HIDE-14")));
    } else if !found_any {
        world.note(id, "finds nothing", rule!("EDG-HIDE-14"));
    }
}

/// EDG-HIDE-13, EDG-ACT-13: what the level keeps secret within 3 m and in line of sight, by Inspection alone; whether anything was
/// found. It is told to the finder's side alone.
fn uncover(world: &mut World, id: Id, total: i32, skill: &str) -> bool {
    if skill != INSPECTION {
        return false;
    }
    let (side, own) = (side_of(world, id), space(world, id));
    // EDG-VIS-3: beyond touch nothing is found where nothing is seen.
    let found = |at: Square| own.steps(at.into()) <= 1 || sight::view_of(world, id, at) < View::Obscured;
    let near = |at: Square| {
        reach::between_spaces(own, at.into()) <= 6 && lines::lead(world, For::Eyes, own, at.into()) && found(at)
    };
    let known = &world.resource::<Found>().0;
    let told = |one: &secrets::Secret| !one.colours || !sight::is_colourless(world, id, one.square());
    let all = secrets::of_level(world).into_iter().enumerate();
    let new = all.filter(|(place, one)| {
        total >= one.difficulty && near(one.square()) && !known.contains(&(side, *place)) && told(one)
    });
    let new: Vec<_> = new.collect();
    // Told of every search in the dark, whether or not a colour would have told anything.
    if own.squares().any(|at| sight::is_colourless(world, id, at)) {
        let event = Event::note("sees no colours in the dark, only shades of grey").actor(id);
        world.tell_alone(side, event.by(rule!("EDG-SENSE-2")));
    }
    for (place, one) in &new {
        world.resource_mut::<Found>().0.insert((side, *place));
        let text = format!("finds: {}", one.says);
        world.tell_alone(side, Event::note(text).actor(id).by(rule!("EDG-HIDE-13")));
    }
    !new.is_empty()
}

/// EDG-HIDE-6: what a creature does gives it away to everybody.
pub(crate) fn give_away(world: &mut World, id: Id) {
    if !has_condition(world, id, HIDDEN) && world.part::<HiddenFrom>(id).is_some() {
        // EDG-HIDE-16: it was only too far away to be heard, of which its own side knows nothing.
        world.put(id, HiddenFrom::default());
        return forget(world, id);
    }
    hiding::reveal(world, id, None, HIDDEN, rule!("EDG-HIDE-6"));
    forget(world, id);
}

/// One that hides from nobody any more has no total.
fn forget(world: &mut World, id: Id) {
    lose(world, id, HIDDEN, [rule!("EDG-HIDE-6")]);
    let mut stealth = world.the_mut::<Stealth>(id);
    (stealth.total, stealth.compared, stealth.unheard) = (None, BTreeSet::default(), BTreeSet::default());
}

/// Those who hide, in the order of turns.
fn hiders(world: &World) -> Vec<Id> {
    let hides = |id: Id, _| world.part::<HiddenFrom>(id).is_some_and(|hidden| !hidden.viewers.is_empty());
    in_order(world, hides)
}

/// EDG-HIDE-7, EDG-SENSE-3, EDG-SENSE-6: an observer notices a hider that is in plain view of it now, or that another sense finds. Where
/// one creature without a lamp has moved, only pairs with it are gone through; else all are.
pub(crate) fn look_about(world: &mut World, moved: Option<Id>) {
    let lamp = |id: Id| world.part::<Lamp>(id).is_some_and(|lamp| lamp.0.0 > 0);
    let moved = moved.filter(|&id| !lamp(id));
    for hider in hiders(world) {
        let viewers: Vec<Id> = world.the::<HiddenFrom>(hider).viewers.iter().copied().collect();
        for viewer in viewers {
            if !is_on_map(world, viewer) || moved.is_some_and(|id| id != hider && id != viewer) {
                continue;
            }
            if in_plain_view(world, viewer, hider) {
                notices(world, viewer, hider, rule!("EDG-HIDE-7"));
            } else if is_heard_again(world, viewer, hider) {
                notices(world, viewer, hider, rule!("EDG-HIDE-16"));
            } else if let Some((_, rule)) = sight::locates(world, viewer, hider) {
                notices(world, viewer, hider, rule);
            }
        }
    }
}

/// EDG-HIDE-16: within so many half-metres creatures that do not hide are heard.
const HEARING: HalfMetres = 60;

/// Whether an observer hears a creature again that does not hide from it.
fn is_heard_again(world: &World, viewer: Id, other: Id) -> bool {
    let deaf = || [DEAFENED, UNCONSCIOUS].iter().any(|key| has_condition(world, viewer, key));
    let near = || reach::distance(world, viewer, other) <= HEARING;
    world.the::<Stealth>(other).unheard.contains(&viewer) && !deaf() && near()
}

/// EDG-COND-DEA-1, EDG-HIDE-16: a creature that moves without hiding is known by sound. Enemies who do not see it lose track of it where
/// they are deaf, or too far away to hear it.
fn is_lost_track_of(world: &mut World, id: Id) {
    let unseen = |viewer: Id| {
        !hiding::hides_from(world, id, viewer)
            && sight::by_senses(world, viewer, id).view == View::Obscured
            && sight::locates(world, viewer, id).is_none()
    };
    let (mut deaf, mut far) = (Vec::new(), Vec::new());
    for viewer in enemies(world, id) {
        if has_condition(world, viewer, DEAFENED) {
            deaf.push(viewer);
        } else if reach::distance(world, viewer, id) > HEARING {
            far.push(viewer);
        }
    }
    deaf.retain(|&viewer| unseen(viewer));
    far.retain(|&viewer| unseen(viewer));
    if !deaf.is_empty() {
        world.the_mut::<Stealth>(id).unheard.extend(deaf.iter().copied());
        hiding::hide(world, id, deaf, HIDDEN, rule!("EDG-COND-DEA-1"));
    }
    if !far.is_empty() {
        goes_out_of_hearing(world, id, far);
    }
}

/// EDG-HIDE-16: it is out of sight and hearing of enemies. Its own side is told nothing: it may not know of them.
fn goes_out_of_hearing(world: &mut World, id: Id, from: Vec<Id>) {
    let sides: BTreeSet<SideId> = from.iter().map(|&viewer| side_of(world, viewer)).collect();
    let aware: Vec<SideId> = sides.into_iter().filter(|&side| knows(world, side, id)).collect();
    world.the_mut::<Stealth>(id).unheard.extend(from.iter().copied());
    let mut hidden = world.part::<HiddenFrom>(id).cloned().unwrap_or_default();
    hidden.viewers.extend(from);
    world.put(id, hidden);
    let at = space(world, id).at;
    for side in aware.into_iter().filter(|&side| !knows(world, side, id)).collect::<Vec<_>>() {
        // Without a name: an event that names a creature is told only to sides that know of it now.
        let text = format!("An enemy is out of sight and hearing, near column {}, row {}", at.x, at.y);
        world.tell_alone(side, Event::note(text).by(rule!("EDG-HIDE-16")));
    }
}

/// An observer notices a creature that hides from it, for good (EDG-HIDE-9).
pub(crate) fn notices(world: &mut World, viewer: Id, hider: Id, rule: Rule) {
    world.the_mut::<Stealth>(hider).unheard.remove(&viewer);
    world.the_mut::<Stealth>(hider).aware.insert(viewer);
    hiding::notice(world, hider, &[viewer], HIDDEN, rule);
    let hides = world.part::<HiddenFrom>(hider).is_some_and(|hidden| !hidden.viewers.is_empty());
    if !hides && !has_condition(world, hider, HIDDEN) {
        forget(world, hider);
    }
}

/// EDG-HIDE-18: at the start of an observer's turn the totals of those who hide from it are held against it, each but once.
pub(crate) fn turn_starts(world: &mut World, viewer: Id) {
    if [UNCONSCIOUS, BLINDED].iter().any(|key| has_condition(world, viewer, key)) {
        return;
    }
    for hider in hiders(world) {
        let stealth = world.the::<Stealth>(hider);
        let due = stealth.total.is_some() && !stealth.compared.contains(&viewer);
        if !due || !hiding::hides_from(world, hider, viewer) {
            continue;
        }
        let total = total(world, hider);
        let mut told = Trace::note("Stealth").by(rule!("EDG-HIDE-18"));
        let noticed = compares(world, viewer, hider, total, &mut told);
        world.the_mut::<Stealth>(hider).compared.insert(viewer);
        if noticed {
            notices(world, viewer, hider, rule!("EDG-HIDE-18"));
        }
        let text = if noticed { "is noticed by a newcomer" } else { "is not noticed by a newcomer" };
        world.tell(Event::note(text).actor(hider).about(viewer).trace(told).by(rule!("EDG-HIDE-18")));
    }
}

/// EDG-HIDE-18: those who hide from enemies hide from one that comes late, until it has been held against them.
pub(crate) fn arrived(world: &mut World, viewer: Id) {
    let hides = |id: Id, _| creature::hostile(world, viewer, id) && has_condition(world, id, HIDDEN);
    for hider in in_order(world, hides) {
        hiding::hide(world, hider, [viewer], HIDDEN, rule!("EDG-HIDE-18"));
    }
}

/// EDG-HIDE-10: whether the creature on turn has moved too fast for one that hides, and moves no more.
fn has_been_loud(world: &World) -> bool {
    let loud = |id: Id| world.part::<TurnUsage>(id).is_some_and(|usage| usage.loud);
    let active = world.resource::<Flow>().active();
    active.is_some_and(loud) && all_in_flight::<Moving>(world).next().is_none()
}

/// Whether a creature hides from nobody, and is only not heard by some.
fn is_only_unheard(world: &World, id: Id) -> bool {
    let unheard = &world.the::<Stealth>(id).unheard;
    world.part::<HiddenFrom>(id).is_some_and(|hidden| hidden.viewers.iter().all(|viewer| unheard.contains(viewer)))
}

/// EDG-HIDE-10: one that hides has moved: whether it was too fast for that.
pub(crate) fn moved(world: &mut World, id: Id) {
    is_lost_track_of(world, id);
    let usage = world.the::<TurnUsage>(id);
    if has_condition(world, id, HIDDEN)
        && !is_only_unheard(world, id)
        && usage.spare.is_none()
        && usage.moved > softly(world, id)
    {
        world.the_mut::<TurnUsage>(id).loud = true;
    }
}

/// EDG-HIDE-10: it rolls anew, and is held against every observer anew.
fn roll_anew(world: &mut World) {
    let Some(id) = world.resource::<Flow>().active() else { return };
    world.the_mut::<TurnUsage>(id).loud = false;
    if !has_condition(world, id, HIDDEN) || !creature::conscious(world, id) {
        return;
    }
    let mut told = check(world, id, true).roll(world).total;
    told.note("in place of the total before", rule!("EDG-HIDE-10"));
    world.the_mut::<Stealth>(id).total = Some(told.value);
    let hidden = world.part::<HiddenFrom>(id);
    let viewers: Vec<Id> = hidden.map_or_else(Vec::new, |hidden| hidden.viewers.iter().copied().collect());
    let mut noticing = Vec::new();
    for viewer in viewers.into_iter().filter(|&viewer| is_on_map(world, viewer)) {
        if compares(world, viewer, id, told.value, &mut told) {
            noticing.push(viewer);
        }
    }
    for &viewer in &noticing {
        notices(world, viewer, id, rule!("EDG-HIDE-10"));
    }
    world.tell(Event::number(id, told).by(rule!("EDG-HIDE-10")));
}
