//! Status Effects: how they come, what they do at once, how they end (MOM-STAT).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::{Clock, Clocks, DamageType, Rider, StatKind, Stats, Status, Timing, conditions::*};
use super::creature;
use super::life;
use super::roll::{self, Roll};
use crate::battle::{Event, *};
use crate::rule;

/// A Status Effect about to be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Affliction {
    /// Which.
    pub status: Status,
    /// The Defense Roll that ends it, where not its usual one.
    pub dr: Option<StatKind>,
    /// What that must reach.
    pub power: i32,
    /// The creature it comes from.
    pub source: Option<Id>,
}

impl Affliction {
    /// What rides on an attack or Ability of a creature.
    pub(crate) fn of(world: &World, source: Id, rider: Rider) -> Self {
        let power = creature::profile(world, source).power();
        Self { status: rider.status, dr: rider.dr, power, source: Some(source) }
    }

    /// From nobody in particular.
    pub(crate) const fn bare(status: Status) -> Self {
        Self { status, dr: None, power: 10, source: None }
    }
}

/// MOM-STAT-5: why a creature cannot have it.
fn immune(world: &World, id: Id, status: Status) -> bool {
    let Some(Stats(profile)) = world.part::<Stats>(id) else {
        return status != Status::Burning;
    };
    if profile.object && status != Status::Burning {
        return true;
    }
    let linked = |damage: DamageType| profile.immune.iter().any(|one| one.covers(damage));
    profile.status_immune.contains(&status) || status.linked().is_some_and(linked)
}

/// The last round in which it goes on, if it comes now: the turn that is not over yet is the first of five (MOM-STAT-7).
fn last_round(world: &World, id: Id) -> u32 {
    let over = world.part::<Timing>(id).is_some_and(|timing| timing.over);
    world.resource::<Flow>().round + if over { 5 } else { 4 }
}

/// Gives it; whether it is new.
pub(crate) fn afflict(world: &mut World, id: Id, with: Affliction, why: Rule) -> bool {
    let Affliction { status, dr, power, source } = with;
    if !is_there(world, id) || immune(world, id, status) {
        // MOM-STAT-3: each Elemental type of damage is linked to one.
        let linked = status.linked().is_some().then_some(rule!("MOM-STAT-3"));
        let event = Event::note(format!("cannot be {}", status.name())).actor(id).by(rule!("MOM-STAT-5"));
        world.tell(event.by_all(linked));
        return false;
    }
    match status {
        Status::Prone => return life::knock_down(world, id, why),
        Status::Bleeding => return gain(world, id, BLEEDING, Lasts::UntilEnded, [why]),
        _ => {}
    }
    let dr = dr.filter(|_| status.shaken_off_by().is_some()).or(status.shaken_off_by());
    let known = world.part::<Clocks>(id).and_then(|clocks| clocks.0.iter().find(|clock| clock.status == status));
    let known = known.copied();
    if let Some(dr) = dr {
        let before = known.map_or(power, |clock| clock.power);
        let clock = Clock { status, power: power.max(before), dr, last: last_round(world, id) };
        let mut clocks = world.part::<Clocks>(id).cloned().unwrap_or_default();
        match clocks.0.iter_mut().find(|clock| clock.status == status) {
            Some(old) => *old = clock,
            None => clocks.0.push(clock),
        }
        world.put(id, clocks);
    }
    if has_condition(world, id, status.key()) || known.is_some() {
        world.note(id, format!("is {} already: its time begins anew", status.name()), rule!("MOM-STAT-8"));
        return false;
    }
    if world.part::<Conditions>(id).is_some() {
        let lasts = if dr.is_some() { Lasts::UntilSaved } else { Lasts::UntilEnded };
        let condition = Condition { key: status.key().into(), source, lasts, amount: power };
        world.change::<Conditions, _>(id, |all| all.0.push(condition));
        let event = Event::new(What::gains(world, status.key())).target(id);
        world.tell(event.by(why));
    } else {
        let event = Event::note("burns").actor(id).by(rule!("MOM-STAT-21"));
        world.tell(event.by(rule!("MOM-STAT-1")));
    }
    if status == Status::Stunned {
        life::withhold(world, id, rule!("MOM-STAT-10"));
    }
    true
}

/// Ends it; whether it was there.
pub(crate) fn end(world: &mut World, id: Id, status: Status, rules: impl IntoIterator<Item = Rule>) -> bool {
    if let Some(clocks) = world.part::<Clocks>(id) {
        let mut clocks = clocks.clone();
        clocks.0.retain(|clock| clock.status != status);
        world.put(id, clocks);
    }
    lose(world, id, status.key(), rules)
}

/// MOM-STAT-7, MOM-STAT-23: the rolls at the end of a turn against every Status Effect that has a clock, in the order in which they came.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct ShakesOff(pub Id);

impl Later for ShakesOff {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        let clocks = world.part::<Clocks>(id).map_or_else(Vec::new, |clocks| clocks.0.clone());
        let round = world.resource::<Flow>().round;
        for Clock { status, power, dr, last } in clocks {
            if !is_on_map(world, id) {
                return;
            }
            let roll = Roll::defense(world, id, dr, Vec::new());
            if roll::defends(world, roll, power, rule!("MOM-STAT-7")) {
                end(world, id, status, [rule!("MOM-STAT-7")]);
            } else if round >= last {
                world.note(id, format!("has been {} for five turns", status.name()), rule!("MOM-STAT-7"));
                end(world, id, status, [rule!("MOM-STAT-7")]);
            }
        }
    }
}

/// Whether a creature, or an object, burns.
pub(crate) fn burns(world: &World, id: Id) -> bool {
    world.part::<Clocks>(id).is_some_and(|clocks| clocks.0.iter().any(|clock| clock.status == Status::Burning))
}
