//! Maneuvers: opposed rolls and what winning them does (ESS-MAN, ESS-BREAK, ESS-FEINT, ESS-DISARM, ESS-TRIP).

use bevy::prelude::*;

use super::super::body::{controller, creature, gear};
use super::super::data::kind;
use super::super::data::stats::*;
use super::super::field::cover::Found;
use super::super::field::odds::{self, Rolled};
use super::super::motion::drift;
use super::super::motion::{descent, fall, support, walk};
use super::attack::TargetRoll;
use super::strike::{AttackMode, Strike, attack_terms, compare, damage, nearest_square, spend_dodge, tumble};
use super::{grapple, guess, harm, shove};
use crate::battle::{Answer, Event, *};
use crate::rule;

/// Whether a Maneuver can be tried at all, and upon whom it is aimed (nothing is asked of a square where nobody is seen).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn possible(world: &World, strike: &Strike) -> Result<(), Refusal> {
    let id = strike.attacker;
    let refuse = |rule: Rule, message: &'static str| Err(Refusal::by(rule, "impossible", message));
    let AttackMode::Maneuver(maneuver) = strike.deed else {
        return Ok(());
    };
    if maneuver == Maneuver::Grapple {
        grapple::possible(world, id)?;
        if in_another_grapple(world, strike) {
            return refuse(rule!("ESS-GRAP-2"), "It is in a grapple already.");
        }
    }
    let Some(target) = strike.target else {
        return Ok(());
    };
    let rule = match maneuver {
        Maneuver::Grapple if !creature::grapples(world, target, id) => return grapple::check_way(world, id, target),
        Maneuver::Break => rule!("ESS-BREAK-3"),
        Maneuver::Disarm => rule!("ESS-DISARM-4"),
        _ => return Ok(()),
    };
    let carried = gear::carried(world, target);
    let named = strike.item.as_ref();
    if named.map_or(carried.is_empty(), |word| !carried.contains(word)) {
        return refuse(rule, "It carries no such thing.");
    }
    Ok(())
}

/// Whether it is in a grapple other than that which it would turn round (R33). Others may hold the target too (ESS-GRAP-1).
fn in_another_grapple(world: &World, strike: &Strike) -> bool {
    let id = strike.attacker;
    let meant = |other: Id| match strike.target {
        Some(target) => target == other,
        None => space(world, other).contains(strike.at),
    };
    let turned_round = |&other: &Id| creature::grapples(world, other, id) && meant(other);
    creature::in_grapple(world, id) && !creature::partners(world, id).iter().any(turned_round)
}

/// ESS-MAN-7: an Ally may let it succeed.
pub(crate) fn asks_to_yield(world: &World, flight: Id, strike: &Strike) -> Option<Question> {
    let target = strike.target?;
    let what = match strike.deed {
        AttackMode::Maneuver(Maneuver::Feint) => return None,
        AttackMode::Maneuver(maneuver) => maneuver.name(),
        AttackMode::PushingOff(_) => "push-off",
        _ => return None,
    };
    let willing = creature::friendly(world, strike.attacker, target) && creature::able(world, target);
    if !willing || world.part::<Answer>(flight).is_some() {
        return None;
    }
    let name = world.resource::<Names>().name(target).to_owned();
    let decision = Decision::new(
        world,
        target,
        kind::YIELD,
        format!("Does {name} let the {what} succeed?"),
        vec![Choice::new("yield", "Let it succeed").by(rule!("ESS-MAN-7")), Choice::new("oppose", "Oppose it")],
    );
    Some(Question { decision: decision.against(Some(strike.attacker)), rules: vec![rule!("ESS-MAN-7")] })
}

/// ESS-ROLL-8, ESS-MAN-4 to ESS-MAN-6: rolls against each other.
pub(crate) fn rolls_against(
    world: &mut World,
    flight: Id,
    strike: &Strike,
    between: &[Aimed<Found>],
) -> Option<TargetRoll> {
    let Some(target) = strike.target.filter(|_| !guess::is_blind(world, strike)) else {
        return contest_blindly(world, strike, between);
    };
    let yields = world.part::<Answer>(flight).is_some_and(|answer| answer.0 == "yield");
    if !yields {
        return Some(TargetRoll::new(target, contest(world, strike, target, between)));
    }
    world.note(target, "lets it succeed", rule!("ESS-MAN-7"));
    spend_dodge(world, target);
    Some(TargetRoll::new(target, (true, false)))
}

/// What comes of the rolls.
pub(crate) fn succeeds(world: &mut World, strike: &Strike, landing: TargetRoll) {
    let TargetRoll { target, success, critical } = landing;
    let outcome = if success { AttackOutcome::Hit } else { AttackOutcome::Missed };
    strike.came(world, outcome, None);
    if let AttackMode::PushingOff(far) = strike.deed {
        return drift::push_off_creature(world, strike.attacker, target, far, success);
    }
    let AttackMode::Maneuver(maneuver) = strike.deed else {
        passage(world, strike.attacker, target, success, critical);
        return;
    };
    if !success {
        return;
    }
    if creature::grapples(world, target, strike.attacker) {
        match maneuver {
            Maneuver::Push => return shove::break_free(world, strike.attacker, target, critical),
            Maneuver::Grapple => return grapple::reverse(world, strike.attacker, target, &strike.weapon, critical),
            _ => world.note(target, "the grapple holds", rule!("ESS-GRAP-11")),
        }
    }
    match maneuver {
        Maneuver::Break => break_item(world, strike, target, critical),
        Maneuver::Push => shove::begin(world, strike.attacker, target, critical),
        Maneuver::Disarm => disarm(world, strike, target, critical),
        Maneuver::Trip => trip(world, target, critical),
        Maneuver::Grapple => {
            let hold = grapple::TakesHold { grappler: strike.attacker, target, with: strike.weapon.clone(), critical };
            launch(world, hold);
        }
        Maneuver::Feint => {}
    }
}

/// ESS-MAN-5, ESS-MAN-6: the roll of one who opposes, if it can.
fn opposes(world: &mut World, target: Id) -> Option<Rolled> {
    if !creature::able(world, target) {
        return None;
    }
    let (odds, terms) = (odds::opposing(world, target), odds::opposing_terms(world, target));
    let mut rolled = odds::roll(world, "opposes", &odds, terms);
    rolled.total.rule = Some(rule!("ESS-MAN-5"));
    Some(rolled)
}

/// The two rolls; success and critical of the initiator's.
fn contest(world: &mut World, strike: &Strike, target: Id, between: &[Aimed<Found>]) -> (bool, bool) {
    let (odds, terms) = (strike.odds(world, target, between), attack_terms(world, strike, between));
    let Rolled { kept, total: mut own } = odds::roll(world, strike.deed.label(), &odds, terms);
    own.rule = Some(rule!("ESS-MAN-4"));
    let Some(theirs) = opposes(world, target) else {
        own.terms.push(odds::helpless());
        world.tell(Event::number(strike.attacker, own));
        spend_dodge(world, target);
        return (true, kept == 20);
    };
    let (success, critical) = compare(&mut own, kept, theirs.total.value, "the opposing");
    if critical || theirs.kept == 20 {
        own.note("only the initiator can be critical", rule!("ESS-ROLL-9"));
    }
    if creature::sizes_above(world, target, strike.attacker) > 0 {
        own.note("Size does not matter", rule!("ESS-MAN-8"));
    }
    world.tell(Event::number(strike.attacker, own).by(rule!("ESS-ROLL-10")));
    world.tell(Event::number(target, theirs.total));
    spend_dodge(world, target);
    (success, critical)
}

/// The two rolls, when its maker sees nobody in the square it named; its own says nothing of the other unless it succeeds.
fn contest_blindly(world: &mut World, strike: &Strike, between: &[Aimed<Found>]) -> Option<TargetRoll> {
    let mut theirs = None;
    let terms = attack_terms(world, strike, between);
    let found = guess::roll(world, strike, &terms, |world, target| {
        let rolled = opposes(world, target)?;
        let value = rolled.total.value;
        theirs = Some((target, rolled.total));
        Some((value, "the opposing"))
    });
    if let Some((target, total)) = theirs {
        world.tell(Event::number(target, total));
    }
    found
}

/// ESS-MOVE-6 to ESS-MOVE-8: what a Push attempt in passing comes to.
fn passage(world: &mut World, mover: Id, target: Id, success: bool, critical: bool) {
    let (passage, text, rule) = match (success, critical) {
        (false, _) => (Passage::Barred, "does not get past", rule!("ESS-MOVE-6")),
        (true, false) => (Passage::Slow, "may squeeze past", rule!("ESS-MOVE-7")),
        (true, true) => (Passage::Free, "slips past", rule!("ESS-MOVE-8")),
    };
    world.the_mut::<TurnUsage>(mover).passed.insert(target, passage);
    world.note(mover, text, rule);
    if !success || !walk::gets_past(world, mover, target) {
        if success {
            world.note(mover, "too little is left to get out again", rule!("ESS-MOVE-10"));
        }
        let mut turn = world.the_mut::<TurnUsage>(mover);
        turn.passed.insert(target, Passage::Barred);
        turn.run = 0;
    }
}

/// ESS-FEINT-1, ESS-FEINT-2: against Mental Defense, not opposed.
pub(crate) fn deceives(world: &mut World, strike: &Strike, TargetRoll { target, critical, .. }: TargetRoll) {
    strike.came(world, AttackOutcome::Hit, None);
    let turn = controller::turn_of(world, strike.attacker);
    let (source, lasts, rule) = if critical {
        (None, Lasts::TurnStart(turn), rule!("ESS-FEINT-2"))
    } else {
        (Some(strike.attacker), Lasts::TurnEnd(turn), rule!("ESS-FEINT-1"))
    };
    gain_from(world, target, condition::FLAT_FOOTED, source, lasts, [rule]);
}

/// The thing a Break or Disarm is about: the one named, or the first carried.
fn item_of(world: &World, strike: &Strike, target: Id) -> Option<String> {
    let carried = gear::carried(world, target);
    let named = strike.item.clone().filter(|item| carried.contains(item));
    named.or_else(|| carried.into_iter().next())
}

/// ESS-BREAK-1 to ESS-BREAK-3.
fn break_item(world: &mut World, strike: &Strike, target: Id, critical: bool) {
    let Some(key) = item_of(world, strike, target) else {
        return;
    };
    let mut amount = damage(world, strike, critical, false);
    let gear = &world.the::<Gear>(target).0;
    let place = gear.iter().position(|item| item.weapon.key == key);
    let place = place.expect("an item that is carried should be among the gear");
    let item = gear[place].clone();
    let rest = (amount.value - item.weapon.durability()).max(0);
    amount.push(Trace::becomes("Durability", rest).by(rule!("ESS-DMG-2")));
    let after = (item.hp - rest).max(0);
    world.the_mut::<Gear>(target).0[place].hp = after;
    let hurt = after != item.hp;
    let told = if hurt {
        Event::resource(target, item.weapon.name.clone(), (item.hp, after))
    } else {
        Event::note(format!("{} withstands it", item.weapon.name)).actor(target)
    };
    let event = told.trace(amount).by(rule!("ESS-BREAK-1")).by(rule!("ESS-BREAK-3"));
    world.tell(event.by_all(critical.then_some(rule!("ESS-BREAK-2"))));
    if !hurt {
        return;
    }
    let (what, rule) = if after == 0 {
        world.the_mut::<Gear>(target).0.remove(place);
        ("Destroyed", rule!("ESS-OBJ-1"))
    } else {
        ("damaged", rule!("ESS-BREAK-1"))
    };
    let text = format!("{} is {what}", item.weapon.name);
    let event = Event::note(text).actor(target).target(target);
    world.tell(event.by(rule));
}

/// ESS-DISARM-1 to ESS-DISARM-4: dropped, or on a critical flung or taken.
fn disarm(world: &mut World, strike: &Strike, target: Id, critical: bool) {
    let Some(key) = item_of(world, strike, target) else {
        return;
    };
    let lands = nearest_square(world, strike.attacker, target);
    if !critical {
        let rules = vec![rule!("ESS-DISARM-1"), rule!("ESS-DISARM-2")];
        gear::strike_down(world, target, &key, lands, rules);
        return;
    }
    let by = strike.attacker;
    launch(world, shove::Torn { by, target, key, lands });
}

/// ESS-TRIP-1 to ESS-TRIP-4, ESS-ZG-10.
fn trip(world: &mut World, target: Id, critical: bool) {
    if creature::weightless(world) {
        world.note(target, "nothing falls here", rule!("ESS-ZG-10"));
        harm::gain(world, target, condition::DESTABILISED, rule!("ESS-ZG-10"));
        return;
    }
    let extra = if critical { 10 } else { 0 };
    if world.the::<Stance>(target).aloft && support::air_under(world, target) > 0 {
        world.note(target, "is tripped in the air", rule!("ESS-TRIP-2"));
        descent::settle_with(world, target, 0, Some(50), extra);
        return;
    }
    if has_condition(world, target, condition::PRONE) {
        world.note(target, "lies Prone already", rule!("ESS-TRIP-4"));
    }
    harm::fall_prone(world, target, rule!("ESS-TRIP-1"));
    if extra > 0 && !world.the::<Stance>(target).tumbling {
        fall::hit_ground(world, target, 0, extra);
    }
    tumble(world, target);
}
