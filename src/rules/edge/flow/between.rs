//! The time between two skirmishes: what an author says of it, who goes through it, and what is told (EDG-REST-1, EDG-CAMP).
//!
//! It is reckoned on open ground on which nothing runs, by the same checks and changes as in a skirmish.

use bevy::prelude::World;

use super::super::body::{gravity, life, trauma};
use super::super::data::conditions::{BLEEDING, STABLE};
use super::super::data::{Gear, MEDICINE, Vitality, bestiary, traumas};
use super::super::ruleset::Edge;
use super::camp::{CARE, Camp, Camper, RECUPERATE, WATCH, Written};
use super::continuity;
use super::{hardship, rest};
use crate::battle::*;
use crate::dice::Dice;
use crate::level;
use crate::rule;

/// Goes through the time between two skirmishes, with everybody who is alive.
pub(crate) fn pass(people: &mut [Traveller], link: &Interlude, dice: &mut Dice) -> Vec<LinkNote> {
    let written: Written = toml::Value::Table(link.own.clone()).try_into().unwrap_or_default();
    let ended: Vec<LinkNote> =
        people.iter_mut().filter(|_| written.session_end).filter_map(continuity::hands_in).collect();
    let brought = people.iter().map(|one| {
        let mut who = one.who.clone();
        Edge.bring(&mut who, one.carried, Edge.key());
        who
    });
    let brought: Vec<level::Creature> = brought.collect();
    let Ok(mut world) = camp(&brought, &Edge) else { return Vec::new() };
    world.insert_resource(std::mem::replace(dice, Dice::new(0)));
    world.resource_mut::<Map>().weather.gravity = written.gravity;
    gravity::settle_all(&mut world);
    let mut camp = pitched(world, people, (link, written), ended);
    for who in camp.all.clone() {
        stops_bleeding(&mut camp, &who);
    }
    for place in 0..camp.all.len() {
        comes_to(&mut camp, place);
    }
    hardship::march(&mut camp);
    hardship::hunger(&mut camp);
    hardship::irradiates(&mut camp);
    hardship::weighs(&mut camp);
    rest::take(&mut camp);
    if camp.link.surgery {
        for who in camp.living() {
            is_mended(&mut camp, &who);
        }
    }
    for (one, who) in people.iter_mut().zip(&camp.all) {
        *one.carried = continuity::after(one.carried, continuity::state(&camp.world, who.id));
        one.dies = !is_on_map(&camp.world, who.id);
        if who.choice.as_deref() == Some(WATCH) {
            one.carried.keys.insert("alert".to_owned(), true.into());
        }
    }
    if let Some(rolled) = camp.world.remove_resource::<Dice>() {
        *dice = rolled;
    }
    camp.told
}

/// Everybody on the ground, in the order of the roster.
fn pitched(world: World, people: &[Traveller], (link, written): (&Interlude, Written), told: Vec<LinkNote>) -> Camp {
    let camper = |one: &Traveller| {
        let id = world.resource::<Names>().find(&one.who.name)?;
        Some(Camper { id, name: one.who.name.clone(), choice: one.choice.map(str::to_owned), wakes_at: None })
    };
    let all = people.iter().filter_map(camper).collect();
    let hours = i32::try_from(link.hours).unwrap_or(i32::MAX / 4);
    Camp { all, link: written, hours, rest: link.rest, told, world }
}

/// EDG-CAMP-1, R77: who bleeds is treated where anybody has a use of a kit left; else it bleeds all the time.
fn stops_bleeding(camp: &mut Camp, who: &Camper) {
    if camp.hours == 0 || !has_condition(&camp.world, who.id, BLEEDING) {
        return;
    }
    let helper = camp.all.iter().find(|one| camp.world.the::<Gear>(one.id).kit > 0).cloned();
    if let Some(helper) = helper {
        let kit = camp.world.the::<Gear>(helper.id).kit;
        camp.world.the_mut::<Gear>(helper.id).kit = kit - 1;
        life::stop_bleeding(&mut camp.world, who.id, rule!("EDG-CAMP-1"));
        let text = format!("is bandaged with a kit of {}: {kit} -> {} uses", helper.name, kit - 1);
        return camp.tell(who, text, vec![rule!("EDG-CAMP-1")], None);
    }
    let before = camp.points(who.id);
    camp.world.the_mut::<Vitality>(who.id).0 = 0;
    let text = format!("bleeds, and nobody has a kit: VP {before} -> 0");
    camp.tell(who, text, vec![rule!("EDG-CAMP-1"), rule!("EDG-COND-BLE-1")], None);
    // At 0 each turn's point of damage is a failure.
    life::die(&mut camp.world, who.id, rule!("EDG-DSAVE-7"));
    camp.tell(who, "dies: it bleeds on without a point left", vec![rule!("EDG-DSAVE-7"), rule!("EDG-DSAVE-3")], None);
}

/// EDG-STAB-5: one who lies stable comes to after some hours.
fn comes_to(camp: &mut Camp, place: usize) {
    let who = camp.all[place].clone();
    if camp.hours == 0
        || !is_on_map(&camp.world, who.id)
        || camp.points(who.id) > 0
        || !has_condition(&camp.world, who.id, STABLE)
    {
        return;
    }
    let roll = camp.roll(4, "hours until it comes to");
    let hour = roll.value;
    let rules = vec![rule!("EDG-STAB-5")];
    if hour > camp.hours {
        return camp.tell(&who, format!("would come to after {hour} h"), rules, Some(roll));
    }
    camp.all[place].wakes_at = Some(hour);
    life::mend(&mut camp.world, who.id, 1, rule!("EDG-STAB-5"));
    camp.tell(&who, format!("comes to after {hour} h: VP 0 -> 1"), rules, Some(roll));
}

/// EDG-REST-11: what is permanent of its traumas.
fn is_mended(camp: &mut Camp, who: &Camper) {
    let mended = trauma::mend(&mut camp.world, who.id);
    if !mended.is_empty() {
        camp.tell(who, format!("is operated on: {}", mended.join(", ")), vec![rule!("EDG-REST-11")], None);
    }
}

/// What players choose from.
pub(crate) const OFFERS: &[(&str, &str)] = &[
    (CARE, "Looks after the traumas of the others; takes Medicine."),
    (WATCH, "Keeps watch, and is on the alert when the next fight begins."),
    (RECUPERATE, "Does nothing but recover: advantage on its saves to heal traumas."),
];

/// EDG-REST-5: who looks after others knows Medicine, and is awake.
///
/// # Errors
/// It does not, or has no points.
pub(crate) fn may_choose(who: &level::Creature, carried: &CarriedOver, word: &str) -> Result<(), Refusal> {
    if carried.number("vp").is_some_and(|vp| vp <= 0) {
        return Err(Refusal::by(rule!("EDG-REST-1"), "down", "It has no vitality points left."));
    }
    let trained = || {
        let profile = bestiary::spawn_creature(&who.kind, who.size, who.rules.get(Edge.key()));
        profile.is_ok_and(|profile| profile.skills.contains_key(MEDICINE))
    };
    if word == CARE && !trained() {
        return Err(Refusal::by(rule!("EDG-REST-5"), "untrained", "It knows no Medicine."));
    }
    Ok(())
}

/// How many traumas a traveller carries that are not healed.
fn wounds(carried: &CarriedOver) -> usize {
    let all = carried.keys.get("traumas").and_then(toml::Value::as_array).into_iter().flatten();
    let open = |one: &&toml::Value| {
        let known = one.get("key").and_then(toml::Value::as_str).and_then(traumas::by_key).is_some();
        known && one.get("healed").and_then(toml::Value::as_bool) != Some(true)
    };
    all.filter(open).count()
}

/// What the computer chooses: one looks after those who have traumas, who recover; one who has none keeps watch.
pub(crate) fn usual(people: &[Traveller], offers: &[&str]) -> Vec<Option<&'static str>> {
    let may = |one: &Traveller, word: &str| offers.contains(&word) && may_choose(one.who, one.carried, word).is_ok();
    let wounded = people.iter().filter(|one| wounds(one.carried) > 0).count();
    let needed = |one: &Traveller| wounded > usize::from(wounds(one.carried) > 0);
    let well_first = |(place, one): &(usize, &Traveller)| (wounds(one.carried), *place);
    let all = || people.iter().enumerate();
    let carer = all().filter(|(_, one)| may(one, CARE) && needed(one)).min_by_key(well_first).map(|(place, _)| place);
    let watches =
        |(place, one): &(usize, &Traveller)| Some(*place) != carer && may(one, WATCH) && wounds(one.carried) == 0;
    let watcher = all().find(watches).map(|(place, _)| place);
    let choice = |(place, one): (usize, &Traveller)| match place {
        _ if Some(place) == carer => Some(CARE),
        _ if Some(place) == watcher => Some(WATCH),
        _ if wounds(one.carried) > 0 && may(one, RECUPERATE) => Some(RECUPERATE),
        _ => None,
    };
    all().map(choice).collect()
}

/// What is wrong with a link besides single keys: key, message, help.
pub(crate) fn check_link(table: &toml::Table) -> Vec<(String, String, String)> {
    let fed = table.get("fed").and_then(toml::Value::as_bool) == Some(true);
    let less = |key: &&str| fed && table.get(*key).and_then(toml::Value::as_str).is_some_and(|word| word != "full");
    let wrong = |key: &str| {
        let message = format!("`fed = true` says that there is enough, and `{key}` that there is not");
        (key.to_owned(), message, "say one of them".to_owned())
    };
    ["food", "water"].into_iter().filter(less).map(wrong).collect()
}
