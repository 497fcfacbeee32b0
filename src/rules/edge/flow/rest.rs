//! Rests: what they give back, and what stands in their way (EDG-REST). The order of a full one is R77's: exhaustion, vitality, traumas,
//! features and psi points.

use super::super::body::check::{Aim, Check};
use super::super::body::exhaustion::{self, Exhaustion};
use super::super::body::source::Source;
use super::super::body::{creature, life, rads, trauma};
use super::super::data::start::Psi;
use super::super::data::traumas::Where;
use super::super::data::{Ability, FORTITUDE, Gear, Per, STAMINA};
use super::camp::{CARE, Camp, Camper, RECUPERATE};
use crate::battle::*;
use crate::rule;

/// The hours that a full rest takes.
const FULL: i32 = 8;

/// The hours of rest at the end of a link.
fn length(rest: Rest) -> i32 {
    match rest {
        Rest::None => 0,
        Rest::Normal => 1,
        Rest::Full => FULL,
    }
}

/// Everybody's rest at the end of the time, and what comes of lacking it.
pub(super) fn take(camp: &mut Camp) {
    for who in camp.living() {
        let rest = grants(camp, &who);
        let full = rest == Rest::Full;
        wearies(camp, &who, full);
        if rest != Rest::None {
            rests(camp, &who, full);
        }
        if full {
            camp.set_clock(who.id, |clock| (clock.awake_h, clock.strained) = (Some(0), false));
        }
    }
}

/// What the rest of one of them amounts to (EDG-REST-1, EDG-REST-9, EDG-REST-10).
fn grants(camp: &mut Camp, who: &Camper) -> Rest {
    if camp.rest == Rest::None {
        return Rest::None;
    }
    if camp.link.interrupted {
        camp.tell(who, "is broken in upon: the rest must begin again", vec![rule!("EDG-REST-9")], None);
        return Rest::None;
    }
    let begins = camp.hours - length(camp.rest);
    if begins < 0 && camp.rest == Rest::Normal {
        camp.tell(who, "has no hour to rest", vec![rule!("EDG-REST-1")], None);
        return Rest::None;
    }
    if camp.points(who.id) <= 0 || who.wakes_at.is_some_and(|hour| hour > begins.max(0)) {
        camp.tell(who, "had no vitality points to rest with", vec![rule!("EDG-REST-1")], None);
        return Rest::None;
    }
    if camp.rest == Rest::Normal {
        return Rest::Normal;
    }
    if begins < 0 {
        let text = format!("rests {} h, which is no full rest", camp.hours);
        camp.tell(who, text, vec![rule!("EDG-REST-1")], None);
        return if camp.hours > 0 { Rest::Normal } else { Rest::None };
    }
    let every = creature::profile(&camp.world, who.id).full_rest_every_h;
    let since = awake(camp, who) + begins;
    if since < every / 2 {
        let text = format!("no full rest: the last ended {since} h before, and it takes {}", every / 2);
        camp.tell(who, text, vec![rule!("EDG-REST-10")], None);
        return Rest::Normal;
    }
    Rest::Full
}

/// How many hours ago its last full rest had ended when the link began.
fn awake(camp: &Camp, who: &Camper) -> i32 {
    let every = creature::profile(&camp.world, who.id).full_rest_every_h;
    camp.clock(who.id).awake_h.unwrap_or(every / 2)
}

/// EDG-REST-10: who takes no full rest for too long tires.
fn wearies(camp: &mut Camp, who: &Camper, full: bool) {
    let every = creature::profile(&camp.world, who.id).full_rest_every_h.max(1);
    let before = awake(camp, who);
    let now = before + if full { camp.hours - FULL } else { camp.hours };
    for _ in before / every..now / every {
        camp.tell(who, format!("no full rest for {every} h"), vec![rule!("EDG-REST-10")], None);
        camp.tires(who, rule!("EDG-REST-10"));
    }
    camp.set_clock(who.id, |clock| clock.awake_h = Some(now));
}

/// What a rest gives back.
fn rests(camp: &mut Camp, who: &Camper, full: bool) {
    if full && !sleeps_well(camp, who) {
        return;
    }
    if full {
        recovers(camp, who);
    }
    gathers_strength(camp, who);
    if full {
        heals(camp, who);
    }
    regains_uses(camp, who, full);
    if full {
        regains_psi(camp, who);
    }
}

/// EDG-REST-8: a full rest in armour may do no good.
fn sleeps_well(camp: &mut Camp, who: &Camper) -> bool {
    let profile = creature::profile(&camp.world, who.id);
    let hindrance = profile.armour.iter().map(|piece| piece.full_rest).max().unwrap_or(0);
    if camp.link.armour_off || hindrance == 0 {
        return true;
    }
    let check = Check::new(&camp.world, who.id, Aim::Task, "Stamina", (Ability::Strength, Some(STAMINA)));
    let well = camp.saves(who, check, (hindrance, "sleeps in armour"), rule!("EDG-REST-8"));
    if !well {
        camp.tell(who, "the rest does it no good", vec![rule!("EDG-REST-8")], None);
    }
    well
}

/// EDG-REST-3: a level of exhaustion less, for one who has had enough to eat and drink.
fn recovers(camp: &mut Camp, who: &Camper) {
    let now = camp.world.part::<Exhaustion>(who.id).copied().unwrap_or_default();
    let before = exhaustion::level(&camp.world, who.id);
    if before == 0 {
        return;
    }
    if !camp.link.is_fed() {
        return camp.tell(who, "has not had enough to recover on", vec![rule!("EDG-REST-3")], None);
    }
    if now.levels == 0 {
        return camp.tell(who, "rest does not take that exhaustion away", vec![rule!("EDG-EXH-9")], None);
    }
    exhaustion::set(&mut camp.world, who.id, Exhaustion { levels: now.levels - 1, ..now }, [rule!("EDG-REST-3")]);
    let after = exhaustion::level(&camp.world, who.id);
    camp.tell(who, format!("rests: exhaustion {before} -> {after}"), vec![rule!("EDG-REST-3")], None);
}

/// EDG-RAD-7: with more rads than this no rest gives vitality back.
const NO_VITALITY: i32 = 60;

/// EDG-REST-2: 1d6 and Strength.
fn gathers_strength(camp: &mut Camp, who: &Camper) {
    let before = camp.points(who.id);
    if before >= exhaustion::vp_max(&camp.world, who.id) {
        return;
    }
    if rads::of(&camp.world, who.id) > NO_VITALITY {
        return camp.tell(who, "so many rads let no rest restore it", vec![rule!("EDG-RAD-7")], None);
    }
    let mut gain = Trace::new("rest", 0).by(rule!("EDG-REST-2"));
    gain.push(camp.roll(6, "rest"));
    gain.push(Trace::new("Strength", creature::profile(&camp.world, who.id).strength).by(rule!("EDG-REST-2")));
    life::mend(&mut camp.world, who.id, gain.value.max(0), rule!("EDG-REST-2"));
    let text = format!("rests: VP {before} -> {}", camp.points(who.id));
    camp.tell(who, text, vec![rule!("EDG-REST-1"), rule!("EDG-REST-2")], Some(gain));
}

/// EDG-REST-4: a save for each trauma that is not healed.
fn heals(camp: &mut Camp, who: &Camper) {
    let open = |place: usize| trauma::of(&camp.world, who.id).nth(place).is_some_and(|(one, _)| !one.healed);
    let places: Vec<usize> = (0..trauma::of(&camp.world, who.id).count()).filter(|&place| open(place)).collect();
    // What is healed may be forgotten: from the last to the first no place moves.
    for place in places.into_iter().rev() {
        let Some((one, row)) = trauma::of(&camp.world, who.id).nth(place) else { continue };
        let successes = one.successes + 1;
        let (ability, skill) =
            if row.place == Where::Mind { (Ability::Will, FORTITUDE) } else { (Ability::Strength, STAMINA) };
        let mut check = Check::save(&camp.world, who.id, ability, skill);
        favours(camp, who, &mut check);
        let what = format!("{}, to heal it", row.name);
        if !camp.saves(who, check, (15, &what), rule!("EDG-REST-4")) {
            continue;
        }
        let healed = trauma::recovers(&mut camp.world, who.id, place);
        let text = match (healed, row.table.is_severe()) {
            (true, true) => format!("{}: healed, but for what stays", row.name),
            (true, false) => format!("{}: healed", row.name),
            (false, _) => format!("{}: {successes} of {} successes", row.name, trauma::SUCCESSES),
        };
        let mut rules = vec![rule!("EDG-REST-4")];
        if healed && row.table.is_severe() {
            rules.push(rule!("EDG-REST-11"));
        }
        camp.tell(who, text, rules, None);
    }
}

/// EDG-REST-5: care, strain and leisure.
fn favours(camp: &Camp, who: &Camper, check: &mut Check) {
    let carers = |one: &Camper| one.id != who.id && one.choice.as_deref() == Some(CARE);
    if !camp.link.care && !camp.living().iter().any(carers) {
        check.lean(false, Source::Untended, "nobody looks after it", rule!("EDG-REST-5"));
    }
    if camp.clock(who.id).strained {
        check.lean(false, Source::Strained, "it has fought or marched before", rule!("EDG-REST-5"));
    }
    if camp.link.recuperating || who.choice.as_deref() == Some(RECUPERATE) {
        check.lean(true, Source::Recuperating, "it does nothing but recover", rule!("EDG-REST-5"));
    }
}

/// EDG-REST-6: spent uses come back, those that take a full rest by a full one alone.
fn regains_uses(camp: &mut Camp, who: &Camper, full: bool) {
    let gear = camp.world.the::<Gear>(who.id);
    let mine = creature::profile(&camp.world, who.id).attacks.iter();
    let spent = mine.filter(|with| with.per.is_some() && gear.used.iter().any(|key| **key == *with.key));
    let (back, stays): (Vec<_>, Vec<_>) = spent
        .map(|with| (with.key.clone(), with.name.clone(), with.per))
        .partition(|(_, _, per)| full || *per == Some(Per::Rest));
    for (key, name, _) in back {
        camp.world.the_mut::<Gear>(who.id).used.retain(|used| **used != *key);
        camp.tell(who, format!("{name}: all uses are back"), vec![rule!("EDG-REST-6")], None);
    }
    for (_, name, _) in stays {
        camp.tell(who, format!("{name}: takes a full rest"), vec![rule!("EDG-REST-6")], None);
    }
}

/// EDG-REST-7.
fn regains_psi(camp: &mut Camp, who: &Camper) {
    let most = creature::profile(&camp.world, who.id).psi;
    if let Some(Psi(left)) = camp.world.part::<Psi>(who.id).copied().filter(|left| left.0 < most) {
        camp.world.put(who.id, Psi(most));
        camp.tell(who, format!("psi points {left} -> {most}"), vec![rule!("EDG-REST-7")], None);
    }
}
