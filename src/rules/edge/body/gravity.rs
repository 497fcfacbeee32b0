//! Gravity as a creature feels it where it is, and what that does to it (EDG-GRAV).

use std::sync::Arc;

use bevy::prelude::World;

use super::super::data::conditions::{HINDERED, RESTRAINED, SICKENED};
use super::super::data::gravity::{Acclimatised, Gravity, HEAVY_DAYS, HeavyDays, Weight, WeightLoad};
use super::super::data::{G_ZERO, Profile, Stats, options};
use super::{exhaustion, load};
use crate::battle::{Event, *};
use crate::grid::Footprint;
use crate::rule;

fn profile(world: &World, id: Id) -> &Profile {
    &world.the::<Stats>(id).0
}

/// EDG-GRAV-20: what a creature feels where it is.
pub(crate) fn felt(world: &World, id: Id) -> Gravity {
    felt_in(world, id, space(world, id))
}

/// The same in another space: the highest of its squares counts. Creatures feel it in their own way that are at home in other gravity
/// (EDG-GRAV-15), or have borne little weight for long (EDG-GRAV-19).
pub(crate) fn felt_in(world: &World, id: Id, space: Footprint) -> Gravity {
    let band = Gravity::of(world.resource::<Map>().gravity_in(space));
    let profile = profile(world, id);
    let felt = if is_foreign(world, profile) { band.felt_by(profile.native_gravity) } else { band };
    if felt == Gravity::Normal && is_weak(profile) { Gravity::High } else { felt }
}

/// EDG-GRAV-15: whether a creature feels gravity otherwise than most, since it is at home in another.
fn is_foreign(world: &World, profile: &Profile) -> bool {
    profile.native_gravity != Gravity::Normal && options::has_native_gravity(world)
}

/// EDG-GRAV-19: whether a creature has borne too little weight for too long, so that normal gravity is as high to it.
const fn is_weak(profile: &Profile) -> bool {
    matches!(profile.acclimatised, Some(Acclimatised::Low | Acclimatised::Weightless))
}

/// Whether a creature has no weight where it is.
pub(crate) fn is_weightless(world: &World, id: Id) -> bool {
    felt(world, id) == Gravity::Zero
}

/// EDG-GRAV-10: whether a creature knows how to go about without weight.
pub(crate) fn is_at_ease(world: &World, id: Id) -> bool {
    profile(world, id).skills.contains_key(G_ZERO)
}

/// EDG-GRAV-11: whether nothing but a push gets a creature anywhere: it has no weight, and nothing that drives it.
pub(crate) fn only_drifts(world: &World, id: Id) -> bool {
    would_only_drift(world, id, space(world, id))
}

/// Likewise in another space.
pub(crate) fn would_only_drift(world: &World, id: Id, space: Footprint) -> bool {
    felt_in(world, id, space) == Gravity::Zero && !profile(world, id).zero_g_propulsion
}

/// EDG-GRAV-6: whether low gravity makes the checks of its body easier.
pub(crate) fn is_light(world: &World, id: Id) -> bool {
    is_on_map(world, id)
        && felt(world, id) == Gravity::Low
        && profile(world, id).acclimatised != Some(Acclimatised::Low)
}

/// EDG-GRAV-3: whether high gravity only sickens a creature.
pub(crate) fn is_used_to_weight(world: &World, id: Id) -> bool {
    let days = world.part::<HeavyDays>(id).map_or(0, |days| days.0);
    profile(world, id).acclimatised == Some(Acclimatised::High) || days >= HEAVY_DAYS
}

/// EDG-GRAV-3: it has borne a day more of high gravity; the days now.
pub(crate) fn bears_a_day(world: &mut World, id: Id) -> i32 {
    let days = world.part::<HeavyDays>(id).map_or(0, |days| days.0) + 1;
    world.put(id, HeavyDays(days));
    let event = Event::resource(id, "days of high gravity", (days - 1, days));
    world.tell(event.by(rule!("EDG-GRAV-3")));
    if days == HEAVY_DAYS {
        gets_used(world, id);
    }
    settle(world, id);
    days
}

/// EDG-GRAV-6, EDG-GRAV-19: it is used to little weight, or to none.
pub(crate) fn is_weakened(world: &mut World, id: Id, by: Acclimatised) {
    let stats = &mut world.the_mut::<Stats>(id).0;
    Arc::make_mut(stats).acclimatised = Some(by);
    world.put(id, HeavyDays::default());
    settle(world, id);
}

/// EDG-GRAV-3, EDG-GRAV-19: by the fifth day a creature is used to the weight that it bears. One that little weight had weakened finds
/// normal gravity normal again.
fn gets_used(world: &mut World, id: Id) {
    let band = Gravity::of(world.resource::<Map>().gravity_in(space(world, id)));
    if !is_weak(profile(world, id)) {
        return world.note(id, "is used to high gravity", rule!("EDG-GRAV-3"));
    }
    let normal = band == Gravity::Normal;
    let stats = &mut world.the_mut::<Stats>(id).0;
    Arc::make_mut(stats).acclimatised = (!normal).then_some(Acclimatised::High);
    if normal {
        world.put(id, HeavyDays::default());
        world.note(id, "is used to normal gravity again", rule!("EDG-GRAV-19"));
    } else {
        world.note(id, "is used to high gravity", rule!("EDG-GRAV-3"));
    }
}

/// EDG-GRAV-2, EDG-GRAV-3, EDG-GRAV-5: the conditions that a band brings.
fn brings(world: &World, id: Id, band: Gravity, bears: bool) -> WeightLoad {
    let load = |hindered: bool, restrained: bool| WeightLoad { sickened: true, hindered, restrained };
    match band {
        Gravity::High => load(!is_used_to_weight(world, id), false),
        Gravity::Crushing => load(bears, !bears),
        _ => WeightLoad::default(),
    }
}

/// Whether a creature would be hindered or restrained in a space: by gravity there, or by what it has from elsewhere.
pub(crate) fn slowed_in(world: &World, id: Id, space: Footprint) -> (bool, bool) {
    let now = world.part::<Weight>(id).copied().unwrap_or_default();
    let there = brings(world, id, felt_in(world, id, space), now.bears);
    let otherwise = |key: &str, by_gravity: bool| {
        let all = world.the::<Conditions>(id).0.iter().filter(|one| one.key == key).count();
        all > usize::from(by_gravity)
    };
    let hindered = there.hindered || otherwise(HINDERED, now.load.hindered);
    (hindered, there.restrained || otherwise(RESTRAINED, now.load.restrained))
}

/// What gravity makes of how hard something comes down on a creature, or a creature comes down (EDG-GRAV-4, EDG-GRAV-9).
pub(crate) fn weigh_fall(world: &World, id: Id, mut amount: Trace) -> Trace {
    let value = amount.value.max(0);
    match felt(world, id) {
        Gravity::High | Gravity::Crushing => {
            amount.push(Trace::new("high gravity: twice", value).by(rule!("EDG-GRAV-4")));
        }
        Gravity::Low => amount.push(Trace::new("low gravity: half", value / 2 - value).by(rule!("EDG-GRAV-9"))),
        Gravity::Normal | Gravity::Zero => {}
    }
    amount
}

/// The rules of what a creature comes to feel.
fn rules_of(band: Gravity) -> Vec<Rule> {
    let own = match band {
        Gravity::Zero => vec![rule!("EDG-GRAV-11")],
        Gravity::Low => vec![rule!("EDG-GRAV-7")],
        Gravity::Normal => Vec::new(),
        Gravity::High => vec![rule!("EDG-GRAV-2")],
        Gravity::Crushing => vec![rule!("EDG-GRAV-5")],
    };
    [rule!("EDG-GRAV-1")].into_iter().chain(own).collect()
}

/// Everything that gravity does to a creature where it has come to be, and what it does no more.
pub(crate) fn settle(world: &mut World, id: Id) {
    if !is_on_map(world, id) {
        return;
    }
    let before = world.part::<Weight>(id).copied().unwrap_or_default();
    let band = felt(world, id);
    let bears = before.bears && band == Gravity::Crushing;
    let load = brings(world, id, band, bears);
    let overloaded = load::is_overloaded_here(world, id);
    let now = Weight { band, load, bears, overloaded };
    if before == now {
        return;
    }
    world.put(id, now);
    if before.band != band {
        tell_band(world, id, band);
    }
    for (key, had, has) in [
        (SICKENED, before.load.sickened, load.sickened),
        (HINDERED, before.load.hindered, load.hindered),
        (RESTRAINED, before.load.restrained, load.restrained),
    ] {
        match (had, has) {
            (false, true) => {
                gain_from(world, id, key, Some(id), Lasts::UntilEnded, rules_of(band));
            }
            (true, false) => loses_one(world, id, key, &rules_of(band)),
            _ => {}
        }
    }
    if !before.overloaded && overloaded {
        gain_from(world, id, HINDERED, Some(id), Lasts::UntilEnded, [rule!("EDG-GRAV-16"), rule!("EDG-LOAD-1")]);
    } else if before.overloaded && !overloaded {
        loses_one(world, id, HINDERED, &[rule!("EDG-GRAV-16")]);
    }
}

/// What it has come to feel, and why that is not what others feel.
fn tell_band(world: &mut World, id: Id, band: Gravity) {
    let profile = profile(world, id);
    let (foreign, weak) = (is_foreign(world, profile), is_weak(profile));
    let event = Event::note(format!("feels {}", band.name())).actor(id).by_all(rules_of(band));
    let moved = world.resource::<Map>().has_places_of_gravity().then(|| rule!("EDG-GRAV-20"));
    let event = event.by_all(moved).by_all(foreign.then(|| rule!("EDG-GRAV-15")));
    world.tell(event.by_all((weak && band == Gravity::High).then(|| rule!("EDG-GRAV-19"))));
}

/// One of the causes of a condition is over. What exhaustion brings of it stays.
fn loses_one(world: &mut World, id: Id, key: &'static str, rules: &[Rule]) {
    let own = |one: &Condition| one.key == key && one.source == Some(id);
    let place = world.the::<Conditions>(id).0.iter().position(own);
    let Some(place) = place else { return };
    world.change::<Conditions, _>(id, |all| {
        all.0.remove(place);
    });
    if !has_condition(world, id, key) {
        let key: Text = key.into();
        world.tell(Event::new(What::loses(world, key)).target(id).by_all(rules.iter().cloned()));
    } else if exhaustion::keeps(world, id, key) {
        world.note(id, "it stays while the exhaustion does", rule!("EDG-EXH-8"));
    }
}

/// EDG-GRAV-18: one of several causes of its sickness is over: that of the hours without weight.
pub(crate) fn recovers(world: &mut World, id: Id, rule: Rule) {
    let own = |one: &Condition| one.key == SICKENED && one.source.is_none();
    if !world.the::<Conditions>(id).0.iter().any(own) {
        return;
    }
    world.change::<Conditions, _>(id, |all| all.0.retain(|one| !own(one)));
    if !has_condition(world, id, SICKENED) {
        world.tell(Event::new(What::loses(world, SICKENED)).target(id).by(rule));
    }
}

/// Everybody feels what is so now: places and weathers change, and newcomers come.
pub(crate) fn settle_all(world: &mut World) {
    let map = world.resource::<Map>();
    let plain = !map.has_places_of_gravity() && Gravity::of(map.weather.gravity) == Gravity::Normal;
    let plain = plain && !options::weighs_by_gravity(world);
    let concerns = |&id: &Id| {
        let profile = profile(world, id);
        let ordinary = profile.native_gravity == Gravity::Normal && profile.acclimatised.is_none();
        !plain || !ordinary || world.part::<Weight>(id).is_some()
    };
    for id in on_map(world).filter(concerns).collect::<Vec<_>>() {
        settle(world, id);
    }
}

/// EDG-GRAV-18: those who have been without weight for hours, and are not used to it, are ill from the start where the level says so.
pub(crate) fn sicken_at_start(world: &mut World) {
    if !options::is_space_sick(world) {
        return;
    }
    for id in on_map(world).collect::<Vec<_>>() {
        if is_immune_to_sickness(world, id) {
            world.note(id, "is used to having no weight", rule!("EDG-GRAV-18"));
        } else {
            gain(world, id, SICKENED, Lasts::UntilEnded, [rule!("EDG-GRAV-18")]);
        }
    }
}

/// EDG-GRAV-18: whether a creature is never space-sick.
pub(crate) fn is_immune_to_sickness(world: &World, id: Id) -> bool {
    is_at_ease(world, id) || profile(world, id).native_gravity == Gravity::Zero
}
