//! Falling: who would fall may Grab; then distance, damage, and how it lands (ESS-FALL rows).

use bevy::prelude::*;

use super::super::body::{arrivals, creature};
use super::super::data::kind;
use super::super::data::stats::*;
use super::super::field::skills;
use super::super::field::terrain;
use super::super::fight::harm;
use super::descent::{Fall, Fell, begin, highest_first, lose_hold, settle, surface};
use super::support::{air_under, floor_under};
use super::unbind::Unheld;
use super::{room, unbind};
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::grid::Length;
use crate::rule;

/// ESS-FALL-7: how far one falls at once.
const AT_ONCE: Feet = 100;

pub(crate) fn let_down(world: &mut World) {
    let Some((_, Unheld(ids))) = topmost::<Unheld>(world) else {
        return;
    };
    let ids = ids.clone();
    land(world);
    let left: Vec<Id> = ids.into_iter().filter(|&id| is_on_map(world, id)).collect();
    for id in highest_first(world, left) {
        let slack = world.the::<Stance>(id).climbing && !creature::able(world, id);
        if slack {
            lose_hold(world, id);
        } else {
            settle(world, id);
        }
    }
}

/// ESS-FALL-8: the rest of a long fall; a pair falls on with whoever has hold of the other.
pub(crate) fn carry_on(world: &mut World, id: Id) {
    let falling = |world: &World, id: Id| world.the::<Stance>(id).fallen > 0 && is_on_map(world, id);
    if !falling(world, id) || creature::grappler_of(world, id).is_some_and(|by| falling(world, by)) {
        return;
    }
    for one in std::iter::once(id).chain(creature::tied(world, id)) {
        if falling(world, one) && creature::weightless(world) {
            comes_to_rest(world, one);
        } else if falling(world, one) {
            let event = Event::note("falls on").actor(one).by(rule!("ESS-FALL-8"));
            world.tell(event.by(rule!("ESS-TURN-5")));
            let leapt = world.the::<Stance>(one).leapt;
            begin(world, one, leapt, None, 0);
        }
    }
}

/// R69: where nothing has weight any more, whoever was falling floats where it is.
fn comes_to_rest(world: &mut World, id: Id) {
    world.the_mut::<Stance>(id).falls_no_more();
    world.note(id, "has no weight, and falls no farther", rule!("ESS-ZG-10"));
}

/// ESS-FLY-7: a flyer that did not fly on its Turn.
pub(crate) fn unflown(world: &mut World, id: Id) {
    let plain = creature::profile(world, id).flight == Some(Wings::Plain);
    if plain && world.the::<Stance>(id).aloft && !world.the::<TurnUsage>(id).flew && !creature::weightless(world) {
        world.note(id, "did not fly on its Turn", rule!("ESS-FLY-7"));
        lose_hold(world, id);
    }
}

/// ESS-FALL-1: who would fall may Grab hold of something, if there is something and it has a Reaction left.
impl Asks for Fall {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let fall = world.the::<Self>(flight);
        let id = fall.creature;
        if fall.asked || creature::weightless(world) {
            return Inquiry::Nothing;
        }
        let (Some(dc), Ok(_)) = (surface(world, id), creature::reactions_left(world, id)) else {
            return Inquiry::Nobody;
        };
        let decision = Decision::new(
            world,
            id,
            kind::GRAB,
            format!("{} would fall. Does it Grab hold?", world.resource::<Names>().name(id)),
            vec![
                Choice::new("grab", "Grab")
                    .costs("1 Reaction", Price::Points(1))
                    .to(Purpose::Move)
                    .by(rule!("ESS-FALL-1")),
                Choice::new("fall", "Fall"),
            ],
        )
        .number(Trace::new("Climb DC", dc));
        let long = (world.the::<Stance>(id).fallen > 0).then(|| rule!("ESS-FALL-12"));
        let rules = [rule!("ESS-FALL-1"), rule!("ESS-REACT-4"), rule!("ESS-REACT-5")];
        Question::inquiry(decision, rules.into_iter().chain(long))
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        world.the_mut::<Self>(flight).asked = true;
        let id = world.the::<Self>(flight).creature;
        if word == "grab" && grab(world, id) {
            end(world, id);
            settle_grapple(world, id);
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        world.the_mut::<Self>(flight).asked = true;
        let id = world.the::<Self>(flight).creature;
        if surface(world, id).is_none() {
            world.note(id, "nothing to Grab within 5 ft", rule!("ESS-FALL-2"));
        } else if let Err((why, rule)) = creature::reactions_left(world, id) {
            world.note(id, format!("no Grab: {why}"), rule);
        }
    }
}

/// ESS-FALL-1, ESS-FALL-2: a Climb check; true when it holds.
fn grab(world: &mut World, id: Id) -> bool {
    let dc = surface(world, id).expect("whoever may Grab should have something to hold on to");
    world.the_mut::<TurnUsage>(id).reactions += 1;
    let own_turn = world.resource::<Flow>().active() == Some(id);
    let mut rolled = skills::check(world, id, Skill::Climb, "Grab");
    let holds = rolled.total.value >= dc;
    rolled.total.verdict = Some(holds);
    let several = creature::profile(world, id).extra_reactions > 0;
    let event = Event::number(id, rolled.total)
        .by_all([rule!("ESS-FALL-1"), rule!("ESS-FALL-2"), rule!("ESS-REACT-7")])
        .by_all(own_turn.then(|| rule!("ESS-REACT-6")))
        .by_all(several.then(|| rule!("ESS-REACT-3")));
    world.tell(event);
    if holds {
        unbind::part(world, id);
        let mut stance = world.the_mut::<Stance>(id);
        stance.climbing = true;
        stance.falls_no_more();
        world.note(id, "hangs on", rule!("ESS-FALL-2"));
        // Nobody climbs Prone (ESS-CLIMB-2).
        harm::lose(world, id, condition::PRONE, rule!("ESS-FALL-2"));
    }
    holds
}

/// ESS-GRAP-19: once both of a grapple have held on or not, it ends if only one has.
fn settle_grapple(world: &mut World, id: Id) {
    let hangs = |world: &World, id: Id| world.the::<Stance>(id).climbing;
    for other in creature::partners(world, id) {
        if !world.the::<Stance>(other).tumbling && hangs(world, id) != hangs(world, other) {
            unbind::dissolve_pair(world, id, other, rule!("ESS-GRAP-19"));
        }
    }
}

/// The fall is over, one way or the other.
fn end(world: &mut World, id: Id) {
    world.the_mut::<Stance>(id).tumbling = false;
    land(world);
}

/// ESS-FALL-7: it comes down, as far as one falls at once.
pub(crate) fn drop(world: &mut World) {
    let Some((flight, fall)) = topmost::<Fall>(world) else {
        return;
    };
    if fall.fell.is_some() {
        return;
    }
    if creature::weightless(world) {
        let id = fall.creature;
        end(world, id);
        return comes_to_rest(world, id);
    }
    if !fall.asked {
        return;
    }
    let fall = fall.clone();
    let id = fall.creature;
    if !is_on_map(world, id) || fall.seated {
        return end(world, id);
    }
    // ESS-FALL-1: the rider would fall as well.
    if !fall.rider_asked
        && let Some(rider) = creature::rider_of(world, id)
    {
        world.the_mut::<Fall>(flight).rider_asked = true;
        begin(world, rider, 0, None, 0);
        return;
    }
    let air = air_under(world, id);
    let now = air.min(fall.caught_after.unwrap_or(AT_ONCE));
    let before = *world.the::<Position>(id);
    let height = if now == air { floor_under(world, id) } else { Length(before.height.0 - Length::feet(now).0) };
    let rider = creature::rider_of(world, id);
    move_with_attached(world, id, Position { at: before.at, height }, MoveKind::Falls);
    let distance = Length::feet(now);
    if now > 0 {
        let event = Event::new(What::Falls { distance }).target(id).by(rule!("ESS-FALL-7"));
        world.tell(event.by_all(fall.caught_after.map(|_| rule!("ESS-TRIP-2"))));
    }
    world.the_mut::<Stance>(id).fallen += now;
    let whole = world.the::<Stance>(id).fallen;
    let goes_on = now < air;
    world.the_mut::<Fall>(flight).fell = Some(Fell { whole, goes_on, rider, from: before.height });
}

/// What the fall does to whoever has come down, or falls on.
pub(crate) fn strike_ground(world: &mut World) {
    let Some((_, fall)) = topmost::<Fall>(world) else {
        return;
    };
    let Some(fell) = fall.fell else { return };
    let fall = fall.clone();
    let (id, rider) = (fall.creature, fell.rider);
    end(world, id);
    settle_grapple(world, id);
    for one in rider.into_iter().chain([id]).filter(|&one| is_on_map(world, one)).collect::<Vec<_>>() {
        let space = space(world, one);
        let height = fell.from;
        arrivals::came(world, one, Place { space, height }, MoveKind::Falls);
    }
    if fell.goes_on {
        if fall.caught_after.is_some() {
            world.the_mut::<Stance>(id).fallen = 0;
        } else {
            world.the_mut::<Stance>(id).leapt = fall.jump;
            world.note(id, "falls on at the start of its next Turn", rule!("ESS-FALL-8"));
        }
        if fall.extra > 0 {
            hit_ground(world, id, 0, fall.extra);
        }
        return;
    }
    world.the_mut::<Stance>(id).falls_no_more();
    world.the_mut::<Stance>(id).folds_wings();
    land_on(world, id, fell.whole, rider, &fall);
}

/// ESS-FALL-5, ESS-FALL-6, ESS-FALL-10, ESS-FALL-11.
fn land_on(world: &mut World, id: Id, whole: Feet, rider: Option<Id>, fall: &Fall) {
    let aside = room::out_of_the_way(world, id, &rule!("ESS-FALL-11"));
    if whole > 0 && !aside {
        environment::tread(world, id, None);
    }
    let water = terrain::water_at(world, id);
    let spared = [(if water { 50 } else { 0 }, rule!("ESS-FALL-5")), (fall.jump, rule!("ESS-FALL-6"))];
    let counted = (whole - spared[0].0 - spared[1].0).max(0);
    let spared: Vec<Rule> = spared.into_iter().filter(|&(feet, _)| feet > 0).map(|(_, rule)| rule).collect();
    if !spared.is_empty() {
        world.tell(Event::note(format!("{counted} ft of the fall count")).actor(id).by_all(spared));
    }
    hit_ground(world, id, counted, fall.extra);
    if let Some(rider) = rider {
        hit_ground(world, rider, counted, 0);
    }
    if !is_on_map(world, id) {
        return;
    }
    if water {
        super::square_effects::entered(world, id);
        world.note(id, "in water nobody lands Prone", rule!("ESS-FALL-10"));
    } else if counted > 0 {
        harm::fall_prone(world, id, rule!("ESS-FALL-10"));
    }
}

/// ESS-FALL-3, ESS-FALL-4, ESS-DMG-3: the dice of the fall, in one instance.
pub(crate) fn hit_ground(world: &mut World, id: Id, counted: Feet, extra: Feet) {
    let (dice, more) = (counted.min(100) / 10, extra / 10);
    if dice + more == 0 {
        return;
    }
    let sides = [0, 4, 6, 8, 10, 12][creature::profile(world, id).size as usize];
    let mut amount = Trace::new("fall", 0);
    for (count, rule) in [(dice, rule!("ESS-FALL-3")), (more, rule!("ESS-TRIP-3"))] {
        if count == 0 {
            continue;
        }
        let term = if sides == 0 {
            Trace::new("Tiny", count)
        } else {
            let dice = Expression::dice(count as u16, sides);
            world.resource_mut::<Dice>().roll(&dice, "fall")
        };
        amount.push(Trace { rule: Some(rule), ..term });
    }
    let whole = (counted > 100).then(|| rule!("ESS-FALL-4"));
    let rules = [rule!("ESS-DMG-3")].into_iter().chain(whole).collect();
    harm::deal(world, None, id, amount, DamageType::Physical, rules);
}
