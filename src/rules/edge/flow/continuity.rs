//! What outlasts a skirmish (EDG-CAMP-1, R77): what a creature takes with it, in the keys for how it starts the next one.

use bevy::prelude::World;

use super::super::body::{creature, exhaustion::Exhaustion, hands, rads, trauma};
use super::super::data::bestiary::HAND;
use super::super::data::cards::Hands;
use super::super::data::conditions::BLEEDING;
use super::super::data::gravity::HeavyDays;
use super::super::data::start::{Clock, KEYS, Psi};
use super::super::data::{Attack, Gear, Vitality};
use crate::battle::{
    ById, CarriedOver, Fled, Id, LevelRes, LinkNote, Names, SideId, Traveller, creatures, has_condition, is_on_map,
    side_of,
};
use crate::level;
use crate::rule;

/// EDG-EXH-6: with more levels than this nobody stands.
const KEEPS_GOING: u8 = 5;

/// The keys of what gravity a creature is used to.
const USED_TO: &str = "acclimatised";
const DAYS: &str = "heavy_days";

/// Whether what stands under a key is over where it is not carried.
fn changes(key: &str) -> bool {
    KEYS.contains(&key) || [USED_TO, DAYS].contains(&key)
}

/// EDG-CAMP-1, EDG-REST-5: what a creature takes out of a skirmish, which has strained it.
pub(crate) fn carry(world: &World, id: Id) -> CarriedOver {
    let mut carried = state(world, id);
    carried.keys.insert("strained".to_owned(), true.into());
    let hand = world.resource::<Hands>().of(side_of(world, id));
    if !hand.is_empty() && bearer(world, side_of(world, id)) == Some(id) {
        carried = carried.listing(HAND, hand.iter().map(ToString::to_string));
    }
    carried
}

/// EDG-CARD-3: who takes the hand of a side along: the first of those who go on, whether it has stayed or fled.
fn bearer(world: &World, side: SideId) -> Option<Id> {
    let (names, cast) = (world.resource::<Names>(), &world.resource::<LevelRes>().0.cast);
    let goes_on = |id: &Id| {
        let role = |role: &level::Role| role.who.name == names.name(*id);
        cast.as_ref().is_none_or(|cast| cast.roles.iter().any(role))
    };
    let lives = |id: &Id| is_on_map(world, *id) || world.part::<Fled>(*id).is_some();
    let own = creatures(world).into_iter().filter(|&id| side_of(world, id) == side);
    own.filter(lives).find(goes_on)
}

/// EDG-CAMP-1: lays what is carried over how a creature starts. What it began the campaign with, and has no more, is forgotten.
pub(crate) fn bring(who: &mut level::Creature, carried: &CarriedOver, ruleset: &str) {
    if carried.keys.is_empty() {
        return;
    }
    let own = who.rules.entry(ruleset.to_owned()).or_default();
    own.retain(|key, _| !changes(key));
    own.extend(carried.keys.clone());
}

/// EDG-CARD-9: at the end of a session hands are emptied.
pub(super) fn hands_in(traveller: &mut Traveller) -> Option<LinkNote> {
    let hand = traveller.carried.keys.remove(HAND)?;
    let count = hand.as_array().map_or(0, Vec::len);
    Some(LinkNote::of(traveller.who, format!("hands in {count} EDGE cards"), rule!("EDG-CARD-9")))
}

/// EDG-CAMP-1: vitality, exhaustion, traumas, rads, bleeding, kit uses, psi points, the campaign's time, and what is not used up or broken.
pub(super) fn state(world: &World, id: Id) -> CarriedOver {
    let gear = world.the::<Gear>(id);
    let vp = world.the::<Vitality>(id).0.max(0);
    let mut carried = CarriedOver::default().with("kit_uses", gear.kit).with("vp", vp);
    if let Some(Psi(left)) = world.part::<Psi>(id) {
        carried.set("psi_left", *left);
    }
    let rads = rads::of(world, id);
    if rads > 0 {
        carried.set("rads", rads);
    }
    carried = acclimatisation(carried, world, id);
    if has_condition(world, id, BLEEDING) && !rads::keeps(world, id, BLEEDING) {
        carried.keys.insert("bleeding".to_owned(), true.into());
    }
    let traumas = trauma::carried(world, id);
    if !traumas.is_empty() {
        carried = carried.listing("traumas", traumas.iter());
    }
    carried = clock(carried, world.part::<Clock>(id).copied().unwrap_or_default());
    carried = belongings(carried, world, id);
    let Exhaustion { levels, locked } = world.part::<Exhaustion>(id).copied().unwrap_or_default();
    // EDG-RAD-6: what rads lock comes back with them.
    let own = locked.saturating_sub(rads::locks(rads));
    for (key, levels) in [("exhaustion", levels), ("exhaustion_locked", own)] {
        if levels > 0 {
            carried.set(key, levels.into());
        }
    }
    if levels.saturating_add(locked) > KEEPS_GOING {
        return carried.unfit("is too exhausted to stand");
    }
    if vp > 0 { carried } else { carried.unfit("has no vitality points left") }
}

/// EDG-GRAV-3, EDG-GRAV-19: what gravity it is used to, and the days towards that.
fn acclimatisation(mut carried: CarriedOver, world: &World, id: Id) -> CarriedOver {
    let days = world.part::<HeavyDays>(id).map_or(0, |days| days.0);
    if days > 0 {
        carried.set(DAYS, days);
    }
    let used_to = creature::profile(world, id).acclimatised.and_then(|band| toml::Value::try_from(band).ok());
    carried.keys.extend(used_to.map(|band| (USED_TO.to_owned(), band)));
    carried
}

fn clock(mut carried: CarriedOver, clock: Clock) -> CarriedOver {
    if let Some(hours) = clock.awake_h {
        carried.set("awake_h", hours);
    }
    let counts = [("hunger_h", clock.hunger_h), ("thirst_h", clock.thirst_h), ("fed_h", clock.fed_h)];
    for (key, hours) in counts.into_iter().chain([("starved", clock.starved.into())]) {
        if hours > 0 {
            carried.set(key, hours);
        }
    }
    if clock.strained {
        carried.keys.insert("strained".to_owned(), true.into());
    }
    carried
}

/// What it still has, where that is not all of its list.
fn belongings(mut carried: CarriedOver, world: &World, id: Id) -> CarriedOver {
    let (profile, gear) = (creature::profile(world, id), world.the::<Gear>(id));
    let left: Vec<Attack> = profile.attacks.iter().filter_map(|with| left(with, gear)).collect();
    if left != profile.attacks {
        carried = carried.listing("attacks", left.iter());
        carried = carried.listing("in_hand", kept_in_hand(world, id, &left).iter());
    }
    carried
}

/// What it goes on with in hand: of what it holds and still has, as much as its hands can use. What two hands use may hang in one.
fn kept_in_hand(world: &World, id: Id, left: &[Attack]) -> Vec<String> {
    let mut free = creature::profile(world, id).hands;
    let mut kept = Vec::new();
    for held in hands::held(world, id) {
        let Some(with) = left.iter().find(|with| *with.key == *held.key) else { continue };
        if with.hands <= free {
            free -= with.hands;
            kept.push(with.key.clone());
        }
    }
    kept
}

/// What is left of something that it carries. What a rest brings back stays, with what is spent of it (EDG-REST-6).
fn left(with: &Attack, gear: &Gear) -> Option<Attack> {
    if gear.broken.iter().any(|key| **key == *with.key) {
        return None;
    }
    if with.uses == 0 {
        return Some(with.clone());
    }
    let used = gear.used.iter().filter(|key| ***key == *with.key).count();
    let used = i32::try_from(used).unwrap_or(i32::MAX);
    if with.per.is_some() {
        return Some(Attack { spent: used, ..with.clone() });
    }
    (with.uses > used).then(|| Attack { uses: with.uses - used, spent: 0, ..with.clone() })
}

/// What a traveller carries after the time between two skirmishes: all of its state anew, and of the rest what it had.
pub(super) fn after(before: &CarriedOver, now: CarriedOver) -> CarriedOver {
    let mut keys = before.keys.clone();
    keys.retain(|key, _| !changes(key));
    keys.extend(now.keys);
    CarriedOver { keys, items: before.items.clone(), unfit: now.unfit }
}
