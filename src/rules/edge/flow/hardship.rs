//! What wears people down between two skirmishes: long marches, hunger, thirst, radiation, weight (EDG-CAMP-2 to EDG-CAMP-4, EDG-RAD,
//! EDG-GRAV).

use super::super::body::check::Check;
use super::super::body::exhaustion::{self, Exhaustion};
use super::super::body::{creature, gravity, radiation, rads};
use super::super::data::gravity::{Acclimatised, Gravity};
use super::super::data::start::Clock;
use super::super::data::{Ability, STAMINA};
use super::camp::{Camp, Camper, Ration};
use crate::battle::*;
use crate::rule;

/// The hours that one can march in a day.
const EASY: i32 = 8;

/// EDG-CAMP-2: each hour beyond those is a save, or a level of exhaustion. Marching strains (EDG-REST-5).
pub(super) fn march(camp: &mut Camp) {
    let hours = camp.link.march_h.min(camp.hours);
    if hours <= 0 {
        return;
    }
    for who in camp.living() {
        camp.set_clock(who.id, |clock| clock.strained = true);
    }
    for beyond in 1..=hours - EASY {
        for who in &camp.living() {
            if camp.points(who.id) <= 0 {
                continue;
            }
            let check = Check::save(&camp.world, who.id, Ability::Strength, STAMINA);
            let what = format!("marches, hour {}", EASY + beyond);
            if !camp.saves(who, check, (14 + beyond, &what), rule!("EDG-CAMP-2")) {
                camp.tires(who, rule!("EDG-CAMP-2"));
            }
        }
    }
}

/// A day, in hours.
const DAY: i32 = 24;

/// EDG-CAMP-3, EDG-CAMP-4: what there is to eat and to drink, day by day.
pub(super) fn hunger(camp: &mut Camp) {
    let (food, water) = (camp.link.food(), camp.link.water());
    for who in camp.living() {
        if camp.link.is_fed() {
            eats(camp, &who);
        } else if food.is_some() || water.is_some() {
            camp.set_clock(who.id, |clock| clock.fed_h = 0);
        }
        match food {
            Some(Ration::None) => starves(camp, &who, 2),
            Some(Ration::Half) => starves(camp, &who, 1),
            Some(Ration::Full) | None => {}
        }
        if let Some(short) = water.filter(|water| *water != Ration::Full) {
            thirsts(camp, &who, short);
        }
    }
}

/// EDG-CAMP-3: after a whole day with enough of both nothing counts any longer, and rest takes away what hunger and thirst have brought.
fn eats(camp: &mut Camp, who: &Camper) {
    let clock = camp.clock(who.id);
    let fed_h = clock.fed_h + camp.hours;
    if fed_h < DAY {
        return camp.set_clock(who.id, |clock| clock.fed_h = fed_h);
    }
    camp.world.put(who.id, Clock { hunger_h: 0, thirst_h: 0, starved: 0, fed_h: DAY, ..clock });
    if clock.starved > 0 {
        let Exhaustion { levels, locked } = camp.world.part::<Exhaustion>(who.id).copied().unwrap_or_default();
        let freed = clock.starved.min(locked);
        camp.world.put(who.id, Exhaustion { levels: levels + freed, locked: locked - freed });
        let text = format!("has eaten and drunk for a day: rest takes away {freed} of its exhaustion");
        camp.tell(who, text, vec![rule!("EDG-CAMP-3")], None);
    } else if clock.hunger_h > 0 {
        camp.tell(who, "has eaten for a day: no day of hunger counts any longer", vec![rule!("EDG-CAMP-3")], None);
    }
}

/// EDG-CAMP-3: an hour without food is `weight` half-hours. As many days as its Strength are free.
fn starves(camp: &mut Camp, who: &Camper, weight: i32) {
    let clock = camp.clock(who.id);
    let hunger_h = clock.hunger_h + weight * camp.hours;
    camp.set_clock(who.id, |clock| clock.hunger_h = hunger_h);
    let free = creature::profile(&camp.world, who.id).strength.max(0);
    let (before, now) = (clock.hunger_h / (2 * DAY), hunger_h / (2 * DAY));
    for day in before + 1..=now {
        if day <= free {
            let text = format!("day {day} of hunger, of {free} that it bears");
            camp.tell(who, text, vec![rule!("EDG-CAMP-3")], None);
        } else {
            wastes(camp, who, &format!("day {day} of hunger"), rule!("EDG-CAMP-3"));
        }
    }
}

/// EDG-CAMP-4: each day with half the water is a save; with less there is none.
fn thirsts(camp: &mut Camp, who: &Camper, short: Ration) {
    let clock = camp.clock(who.id);
    let thirst_h = clock.thirst_h + camp.hours;
    camp.set_clock(who.id, |clock| clock.thirst_h = thirst_h);
    for _ in clock.thirst_h / DAY..thirst_h / DAY {
        let bears = short == Ration::Half && {
            let check = Check::save(&camp.world, who.id, Ability::Strength, STAMINA);
            camp.saves(who, check, (16, "thirsts"), rule!("EDG-CAMP-4"))
        };
        if !bears {
            wastes(camp, who, "a day of thirst", rule!("EDG-CAMP-4"));
        }
    }
}

/// EDG-EXH-9: a level of exhaustion that rest does not take away.
fn wastes(camp: &mut Camp, who: &Camper, why: &str, rule: Rule) {
    let before = exhaustion::level(&camp.world, who.id);
    exhaustion::lock_level(&mut camp.world, who.id, rule.clone());
    camp.set_clock(who.id, |clock| clock.starved += 1);
    let now = exhaustion::level(&camp.world, who.id);
    camp.tell(who, format!("{why}: exhaustion {before} -> {now}"), vec![rule, rule!("EDG-EXH-9")], None);
}

/// EDG-RAD-1: how many rads so many hours bring at a level of exposure.
fn taken_up(level: i32, hours: i32) -> i32 {
    match level {
        ..=0 => 0,
        1 => hours / DAY,
        2 => hours / 8,
        3 => hours,
        4 => hours.saturating_mul(60),
        _ => hours.saturating_mul(600),
    }
}

/// EDG-RAD-1, EDG-RAD-3, EDG-RAD-9: rads that the time brings, or takes away where nothing irradiates.
pub(super) fn irradiates(camp: &mut Camp) {
    for who in camp.living() {
        let before = rads::of(&camp.world, who.id);
        let resists = creature::profile(&camp.world, who.id).radiation_resistance;
        let level = camp.link.radiation - resists;
        let (now, why) = if level > 0 {
            let mut why = vec![rule!("EDG-RAD-1"), rule!("EDG-RAD-2")];
            why.extend((resists > 0).then(|| rule!("EDG-RAD-3")));
            (before.saturating_add(taken_up(level, camp.hours)), why)
        } else {
            ((before - camp.hours / 8).max(0), vec![rule!("EDG-RAD-9")])
        };
        if now != before {
            radiation::set(&mut camp.world, who.id, now, why.clone(), None);
            camp.tell(&who, format!("rads {before} -> {now}"), why, None);
        }
    }
}

/// EDG-GRAV-19: after more days than this without weight normal gravity is as high.
const WEIGHTLESS: i32 = 10;

/// EDG-GRAV-3, EDG-GRAV-6, EDG-GRAV-19: what whole days in the gravity of the place make of them.
pub(super) fn weighs(camp: &mut Camp) {
    let days = camp.hours / DAY;
    for who in camp.living() {
        match gravity::felt(&camp.world, who.id) {
            Gravity::High => bears_weight(camp, &who, days),
            Gravity::Low => gets_used_to_lightness(camp, &who, days),
            Gravity::Zero if days > WEIGHTLESS => {
                gravity::is_weakened(&mut camp.world, who.id, Acclimatised::Weightless);
                camp.tell(&who, format!("is weak after {days} days without weight"), vec![rule!("EDG-GRAV-19")], None);
            }
            _ => {}
        }
    }
}

/// EDG-GRAV-3: each day is a save, until it is used to that.
fn bears_weight(camp: &mut Camp, who: &Camper, days: i32) {
    let against = camp.world.resource::<Map>().gravity_in(space(&camp.world, who.id)) / 10;
    for _ in 0..days {
        if gravity::felt(&camp.world, who.id) != Gravity::High || gravity::is_used_to_weight(&camp.world, who.id) {
            return;
        }
        let check = Check::save(&camp.world, who.id, Ability::Strength, STAMINA);
        if camp.saves(who, check, (against, "a day of high gravity"), rule!("EDG-GRAV-3")) {
            let borne = gravity::bears_a_day(&mut camp.world, who.id);
            camp.tell(who, format!("days of high gravity {} -> {borne}", borne - 1), vec![rule!("EDG-GRAV-3")], None);
        }
    }
}

/// EDG-GRAV-6: after 2d6 + 10 days low gravity is no advantage any more.
fn gets_used_to_lightness(camp: &mut Camp, who: &Camper, days: i32) {
    if creature::profile(&camp.world, who.id).acclimatised == Some(Acclimatised::Low) || days <= WEIGHTLESS {
        return;
    }
    let mut takes = Trace::new("days until it is used to low gravity", 10).by(rule!("EDG-GRAV-6"));
    takes.push(camp.roll(6, "one"));
    takes.push(camp.roll(6, "other"));
    let used = days >= takes.value;
    let text = format!("{} used to low gravity after {} days", if used { "is" } else { "would be" }, takes.value);
    camp.tell(who, text, vec![rule!("EDG-GRAV-6")], Some(takes));
    if used {
        gravity::is_weakened(&mut camp.world, who.id, Acclimatised::Low);
    }
}
