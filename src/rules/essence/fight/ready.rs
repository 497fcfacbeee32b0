//! Readied actions: released at the smallest step that meets their trigger (ESS-READY rows).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::actions::{self, attack, cast, maneuver};
use super::super::body::brought::{Brought, Means};
use super::super::body::{gear, who};
use super::super::data::kind;
use super::super::data::stats::*;
use super::super::field::sight;
use super::super::ruleset::Essence;
use super::spells;
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// Those whose trigger has come, next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Openings {
    queue: Vec<Id>,
    /// Who brought it about, if anybody known did.
    against: Option<Id>,
}

/// Whether somebody waits for what a creature does, or for what happens by nobody it knows of.
fn waits_for(world: &World, owner: Id, actor: Option<Id>, meets: impl Fn(&Trigger) -> bool) -> bool {
    let Some(ready) = world.part::<TurnUsage>(owner).and_then(|deeds| deeds.ready.as_ref()) else {
        return false;
    };
    let door = matches!(ready.cue, Trigger::OpensDoor(_));
    let meant = match (ready.whose, actor) {
        (TriggerActor::Named(named), _) => actor == Some(named),
        (TriggerActor::Anyone, Some(_)) => true,
        (TriggerActor::Enemy, Some(actor)) => door || who::hostile(world, owner, actor),
        (TriggerActor::Enemy | TriggerActor::Anyone, None) => door,
    };
    meant && meets(&ready.cue)
}

/// What it could be released as upon one target: as it was readied, if that is legal now (ESS-READY-6); and an Attack hand to hand as
/// any Maneuver (ESS-MAN-1, ESS-MAN-2).
fn releases(world: &World, owner: Id, target: Option<Id>) -> Vec<(Choice, Planned)> {
    let ready = world.the::<TurnUsage>(owner).ready.as_ref();
    let Some(ready) = ready.filter(|_| who::able(world, owner) && !who::surprised(world, owner)) else {
        return Vec::new();
    };
    let doer = Essence::doer(world, owner);
    let act = &ready.act;
    let mut out = Vec::new();
    let action = actions::ready::by_action(act).ok();
    let whole = action.and_then(|action| Some((action, action.at_trigger(&doer, act, target).ok()?)));
    if let Some((action, release)) = whole {
        let choice = Choice::new("release", action.readied_as(&doer, act));
        out.push((choice.to(Purpose::Harm).by(rule!("ESS-READY-5")), release));
    }
    let upon = act.target.or(target).filter(|_| act.action == attack::ATTACK.key());
    if let Some(target) = upon {
        out.extend(maneuver::instead(&doer, act, target));
    }
    out
}

/// Every way of releasing it now: upon whoever brought the trigger about, or else upon any Enemy.
fn shots(world: &World, owner: Id, against: Option<Id>) -> Vec<(Choice, Planned)> {
    let ways = releases(world, owner, against);
    if against.is_some() || !ways.is_empty() {
        return ways;
    }
    let enemies =
        on_map(world).filter(|&other| who::hostile(world, owner, other) && !sight::hidden_from(world, other, owner));
    let upon = |other: Id| {
        let name = world.resource::<Names>().name(other);
        // By its name, since a number would tell how many others there are.
        releases(world, owner, Some(other))
            .into_iter()
            .map(move |(mut choice, release)| {
                choice.key = format!("{}-{name}", choice.key).into();
                choice.label = format!("{} upon {name}", choice.label).into();
                (choice, release)
            })
    };
    enemies.flat_map(upon).collect()
}

/// ESS-READY-6: whether it is its own state or Energy that keeps a creature from releasing.
fn lacks_what_it_takes(world: &World, owner: Id) -> bool {
    let ready = world.the::<TurnUsage>(owner).ready.as_ref();
    let cost = ready
        .filter(|ready| ready.act.action == cast::KIND.key)
        .and_then(|ready| spells::named(world, &ready.act).ok())
        .map_or(0, |(_, energy, _)| energy.values().sum());
    !who::able(world, owner) || cost > world.the::<Vitals>(owner).energy
}

/// ESS-READY-6: those who waited for this and cannot release are told of; the others are asked.
fn launch_for(world: &mut World, waiting: Vec<Id>, against: Option<Id>) {
    let (mut queue, unable): (Vec<Id>, Vec<Id>) = waiting
        .into_iter()
        .partition(|&owner| !shots(world, owner, against).is_empty());
    for owner in unable
        .into_iter()
        .filter(|&owner| lacks_what_it_takes(world, owner))
        .collect::<Vec<_>>()
    {
        who::note(world, owner, "cannot release what it has readied", rule!("ESS-READY-6"));
    }
    if queue.is_empty() {
        return;
    }
    queue.reverse();
    launch(world, Openings { queue, against });
}

/// Everybody else, from the one after a creature on; those without a place in the order come last.
fn in_order(world: &World, actor: Id) -> impl Iterator<Item = Id> {
    let order: Vec<Id> = world.resource::<Flow>().on_from(actor).collect();
    let others: Vec<Id> = on_map(world).filter(|id| !order.contains(id)).collect();
    let mut all: Vec<Id> = order.into_iter().chain(others).collect();
    all.retain(|&id| id != actor && is_on_map(world, id));
    all.into_iter()
}

/// Those who wait for something that a creature does and know of it, in the order of turns after it.
fn waiting_for(world: &World, actor: Id, meets: impl Fn(Id, &Trigger) -> bool) -> Vec<Id> {
    in_order(world, actor)
        .filter(|&owner| !sight::hidden_from(world, actor, owner))
        .filter(|&owner| waits_for(world, owner, Some(actor), |cue| meets(owner, cue)))
        .collect()
}

/// Something happens that somebody may have waited for; those are asked in the order of turns after the actor.
pub fn announce(world: &mut World, actor: Id, happens: &Trigger) {
    announce_any(world, actor, std::slice::from_ref(happens));
}

/// As [`announce`], for what is several things at once, as a Spell that attacks is.
pub fn announce_any(world: &mut World, actor: Id, happens: &[Trigger]) {
    if !is_on_map(world, actor) {
        return;
    }
    let waiting = waiting_for(world, actor, |_, cue| happens.contains(cue));
    launch_for(world, waiting, Some(actor));
}

/// ESS-READY-7: a door opens, by somebody or by itself; whoever is not known to have done it is not named.
pub fn door_opens(world: &mut World, door: Id, by: Option<Id>) {
    let meets = |cue: &Trigger| matches!(cue, Trigger::OpensDoor(which) if which.is_none_or(|which| which == door));
    let all: Vec<Id> = match by {
        Some(by) => in_order(world, by).collect(),
        None => on_map(world).collect(),
    };
    let known = |owner: Id| by.filter(|&by| !sight::hidden_from(world, by, owner));
    let waits = |owner: &Id| waits_for(world, *owner, known(*owner), meets);
    let aims_at = |owner: Id| known(owner).filter(|&by| who::hostile(world, owner, by));
    let waiting: Vec<(Id, Option<Id>)> = all
        .into_iter()
        .filter(waits)
        .map(|owner| (owner, aims_at(owner)))
        .collect();
    // What is launched last is asked first.
    for (owner, against) in waiting.into_iter().rev() {
        launch_for(world, vec![owner], against);
    }
}

/// ESS-READY-7: the game master says that the trigger has come.
pub fn told(world: &mut World, owner: Id, against: Option<Id>) {
    launch_for(world, vec![owner], against);
}

/// ESS-READY-5, ESS-READY-7: whoever waited may release what it has readied, or wait on.
impl Asks for Openings {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let Self { queue, against } = world.the::<Self>(flight);
        let Some(&owner) = queue.last() else {
            return Inquiry::Nobody;
        };
        let ways = shots(world, owner, *against);
        if ways.is_empty() {
            return Inquiry::Nobody;
        }
        let decision = question(world, owner, *against, ways);
        Question::inquiry(decision, [rule!("ESS-READY-5"), rule!("ESS-READY-7")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let against = world.the::<Self>(flight).against;
        let Some(owner) = world.the_mut::<Self>(flight).queue.pop() else {
            return;
        };
        let mut ways = shots(world, owner, against);
        if let Some(at) = ways.iter().position(|(choice, _)| *choice.key == *word) {
            release(world, owner, ways.swap_remove(at).1);
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        if world.the_mut::<Self>(flight).queue.pop().is_none() {
            land(world);
        }
    }
}

fn question(world: &World, owner: Id, against: Option<Id>, ways: Vec<(Choice, Planned)>) -> Decision {
    let names = world.resource::<Names>();
    let upon = against.map_or(String::new(), |against| format!(" upon {}", names.name(against)));
    let mut choices: Vec<Choice> = ways.into_iter().map(|(choice, _)| choice).collect();
    choices.push(Choice::new("wait", "Wait").to(Purpose::Wait).by(rule!("ESS-READY-5")));
    Decision::new(
        world,
        owner,
        kind::READY,
        format!("Does {} release its readied action{upon}?", names.name(owner)),
        choices,
    )
    .against(against)
}

fn release(world: &mut World, owner: Id, released: Planned) {
    world.the_mut::<TurnUsage>(owner).ready = None;
    let event = Event::new(What::Action {
        name: "Readied action".into(),
    })
    .actor(owner)
    .by(rule!("ESS-READY-2"))
    .by(rule!("ESS-READY-3"))
    .by(rule!("ESS-READY-4"));
    world.tell(event);
    released.begin(world);
}

/// ESS-READY-7: steps that somebody may have waited for.
pub fn stepped(world: &mut World, mover: Id, before: Footprint) {
    let before = level_with(world, mover, before);
    came(world, mover, Crossing::step(before), &[]);
}

/// ESS-READY-7: as [`stepped`], for who has come up or down from a place.
pub fn rose(world: &mut World, mover: Id, before: Place) {
    came(world, mover, Crossing::step(before), &[]);
}

/// A space, as high as a creature is now.
fn level_with(world: &World, mover: Id, space: Footprint) -> Place {
    let height = world.the::<Position>(mover).height;
    Place { space, height }
}

/// ESS-READY-7: those who waited for whoever has come somewhere in one go.
impl Later for Brought {
    const STAGE: Stage = Stage::Reactions;

    fn happen(self, world: &mut World) {
        // Whoever has fallen since is there no more: how near that brings it is asked of the fall.
        let there = world.the::<Position>(self.mover).height >= self.height;
        let crossing = Crossing {
            from: self.from,
            means: self.means,
            there,
        };
        came(world, self.mover, crossing, &[]);
    }
}

/// ESS-READY-7: where a creature was carried, over several squares in one go; those in between were entered, too.
pub fn drifted(world: &mut World, mover: Id, before: Footprint, passed: &[Footprint]) {
    if !passed.is_empty() {
        let before = level_with(world, mover, before);
        let crossing = Crossing {
            means: Means::Other,
            ..Crossing::step(before)
        };
        came(world, mover, crossing, passed);
    }
}

/// How somebody has come to where it is.
struct Crossing {
    /// Where it was before.
    from: Place,
    means: Means,
    /// Whether it is still as high as it had come.
    there: bool,
}

impl Crossing {
    /// By its own power, and no farther.
    const fn step(from: Place) -> Self {
        let (means, there) = (Means::Own, true);
        Self { from, means, there }
    }
}

fn came(world: &mut World, mover: Id, crossing: Crossing, passed: &[Footprint]) {
    let Crossing { from, means, there } = crossing;
    if !is_on_map(world, mover) {
        return;
    }
    let (here, before) = (space(world, mover), from.space);
    let enters = |squares: &[Square]| {
        let within = |space: &Footprint| squares.iter().any(|&at| space.contains(at));
        (within(&here) || passed.iter().any(within)) && !within(&before)
    };
    let level = world.resource::<LevelRes>().0.clone();
    let meets = |world: &World, owner: Id, cue: &Trigger| match cue {
        Trigger::Moves => means == Means::Own,
        Trigger::EntersReach => {
            let reach = gear::reach(world, owner);
            let own = space(world, owner);
            let up = who::steps_up(stand(world, owner).height) - who::steps_up(from.height);
            let was = 5 * own.steps(before).max(up.abs()) <= reach && !parted(world, own, before);
            there && !was && who::distance(world, owner, mover) <= reach && !parted(world, own, here)
        }
        Trigger::EntersSquare(at) => enters(&[*at]),
        Trigger::EntersZone(zone) => level.zones.get(zone).is_some_and(|squares| enters(squares)),
        Trigger::EntersSight => there && sight::sees(world, owner, mover),
        _ => false,
    };
    let mut waiting = waiting_for(world, mover, |owner, cue| meets(world, owner, cue));
    let watches = |world: &World, owner: Id| {
        let ready = world.the::<TurnUsage>(owner).ready.as_ref();
        ready.is_some_and(|ready| ready.cue == Trigger::EntersSight)
    };
    if waiting.iter().any(|&owner| watches(world, owner)) {
        // Whoever was in sight before the step does not come into it.
        let now = world.the::<Position>(mover).at;
        put_at(world, mover, before.at);
        waiting.retain(|&owner| !watches(world, owner) || !sight::sees(world, owner, mover));
        put_at(world, mover, now);
    }
    launch_for(world, waiting, Some(mover));
}
