//! What outlasts a skirmish, and rests (EDG-CAMP-1, EDG-REST).
//!
//! Traumas are not carried yet: no level can say with which a creature starts.

use bevy::prelude::World;

use super::super::body::{creature, exhaustion::Exhaustion, hands};
use super::super::data::cards::Hands;
use super::super::data::gravity::HeavyDays;
use super::super::data::{Attack, Gear, Vitality, bestiary};
use crate::battle::{ById, CarriedOver, Id, Interlude, LinkNote, Rest, Trace, Traveller, on_map, side_of};
use crate::dice::{Dice, Expression};
use crate::rule;

/// EDG-EXH-6: with more levels than this nobody stands.
const KEEPS_GOING: u8 = 5;

/// EDG-CAMP-1: what a creature takes out of a skirmish: vitality, kit uses, and what it has not used up or broken.
pub(crate) fn carry(world: &World, id: Id) -> CarriedOver {
    let (profile, gear) = (creature::profile(world, id), world.the::<Gear>(id));
    let vp = world.the::<Vitality>(id).0;
    let mut carried = CarriedOver::default().with("kit_uses", gear.kit);
    if let Some(Exhaustion { levels, locked }) = world.part::<Exhaustion>(id).copied() {
        let kept = bestiary::EXHAUSTED_AT_START.into_iter().zip([levels, locked]);
        let kept = kept.filter(|(_, levels)| *levels > 0);
        carried = kept.fold(carried, |carried, (key, levels)| carried.with(key, i32::from(levels)));
        if levels.saturating_add(locked) > KEEPS_GOING {
            return carried.unfit("is too exhausted to stand");
        }
    }
    let hand = world.resource::<Hands>().of(side_of(world, id));
    let first = on_map(world).find(|&other| side_of(world, other) == side_of(world, id));
    if !hand.is_empty() && first == Some(id) {
        carried = carried.listing(bestiary::HAND, hand.iter().map(ToString::to_string));
    }
    let left: Vec<Attack> = profile.attacks.iter().filter_map(|with| left(with, gear)).collect();
    let days = world.part::<HeavyDays>(id).map_or(0, |days| days.0);
    if days > 0 {
        carried = carried.with("heavy_days", days);
    }
    if left != profile.attacks {
        carried = carried.listing("attacks", left.iter());
        let held = hands::held(world, id).iter().map(|one| one.key.to_string());
        let kept: Vec<String> = held.filter(|key| left.iter().any(|with| with.key == *key)).collect();
        carried = carried.listing("in_hand", kept.iter());
    }
    if vp > 0 { carried.with("vp", vp) } else { carried.unfit("has no vitality points left") }
}

/// What is left of something that it carries.
fn left(with: &Attack, gear: &Gear) -> Option<Attack> {
    if gear.broken.iter().any(|key| **key == *with.key) {
        return None;
    }
    if with.uses == 0 {
        return Some(with.clone());
    }
    let used = gear.used.iter().filter(|key| ***key == *with.key).count();
    let uses = with.uses - i32::try_from(used).unwrap_or(i32::MAX);
    (uses > 0).then(|| Attack { uses, ..with.clone() })
}

/// EDG-REST-1, EDG-REST-2, EDG-REST-3: a rest gives vitality points back to those who have any. A full rest also takes a level of
/// exhaustion off those who are fed.
pub(crate) fn rest(people: &mut [Traveller], link: &Interlude, dice: &mut Dice) -> Vec<LinkNote> {
    let mut told = Vec::new();
    if link.own.get(SESSION_END).and_then(toml::Value::as_bool) == Some(true) {
        told.extend(people.iter_mut().filter_map(hands_in));
    }
    for traveller in people.iter_mut().filter(|_| link.rest != Rest::None) {
        let Traveller { who, carried, .. } = traveller;
        let Ok(profile) = bestiary::spawn_creature(&who.kind, who.size, who.rules.get("edge")) else { continue };
        let Some(now) = carried.number("vp") else { continue };
        if now < profile.vp_max {
            let mut gain = Trace::new("rest", 0).by(rule!("EDG-REST-2"));
            gain.push(dice.roll(&Expression::dice(1, 6), "rest"));
            gain.push(Trace::new("Strength", profile.strength));
            let after = (now + gain.value.max(0)).min(profile.vp_max);
            **carried = std::mem::take(*carried).with("vp", after);
            let note = LinkNote::of(who, format!("rests: VP {now} -> {after}"), rule!("EDG-REST-2"));
            told.push(LinkNote { rules: vec![rule!("EDG-REST-1"), rule!("EDG-REST-2")], trace: Some(gain), ..note });
        }
        let fed = link.own.get(FED).and_then(toml::Value::as_bool).unwrap_or(false);
        if let Some(levels) =
            carried.number("exhaustion").filter(|levels| *levels > 0 && fed && link.rest == Rest::Full)
        {
            let after = levels - 1;
            **carried = std::mem::take(*carried).with("exhaustion", after);
            let text = format!("rests: exhaustion {levels} -> {after}");
            told.push(LinkNote::of(who, text, rule!("EDG-REST-3")));
        }
    }
    told
}

/// The key of a link at which a session ends.
const SESSION_END: &str = "session_end";

/// EDG-CARD-9: at the end of a session hands are emptied.
fn hands_in(traveller: &mut Traveller) -> Option<LinkNote> {
    let hand = traveller.carried.keys.remove(bestiary::HAND)?;
    let count = hand.as_array().map_or(0, Vec::len);
    Some(LinkNote::of(traveller.who, format!("hands in {count} EDGE cards"), rule!("EDG-CARD-9")))
}

/// The key of a link that says whether everybody has eaten and drunk.
const FED: &str = "fed";

/// What is wrong with what an author writes of the time between two skirmishes: key, message, help.
pub(crate) fn check_link(table: &toml::Table) -> Vec<(String, String, String)> {
    let wrong = |(key, value): (&String, &toml::Value)| match key.as_str() {
        FED | SESSION_END if value.is_bool() => None,
        SESSION_END => Some((
            key.clone(),
            "`session_end` must be true or false".to_owned(),
            "write `session_end = true`".to_owned(),
        )),
        FED => Some((key.clone(), "`fed` must be true or false".to_owned(), "write `fed = true`".to_owned())),
        _ => Some((
            key.clone(),
            format!("a link has no key `{key}` for this ruleset"),
            "known: `fed`, `session_end`".to_owned(),
        )),
    };
    table.iter().filter_map(wrong).collect()
}
