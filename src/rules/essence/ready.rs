//! Readied actions: released at the smallest step that meets their trigger (ESS-READY rows).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::strike::{self, Deed, Strike};
use super::{actions, gear, sight, spells, stats::*, walk, who};
use crate::battle::{Answer, Event, *};
use crate::grid::Square;
use crate::rule;

/// Those whose trigger has come, next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Openings {
    queue: Vec<Id>,
    against: Id,
}

/// What a readied action does with its weapon.
pub fn deed_of(action: &str, weapon: &Weapon) -> Option<Deed> {
    match action {
        "attack" if weapon.reach_ft.is_some() => Some(Deed::Melee),
        "attack" if weapon.increment_ft.is_some() && !weapon.thrown => Some(Deed::Shot),
        "throw" if weapon.thrown => Some(Deed::Thrown),
        _ if weapon.reach_ft.is_some() => Maneuver::by_key(action).map(Deed::Maneuver),
        _ => None,
    }
}

/// What needs nobody to be done to, and can be readied all the same.
const PLAIN: [&str; 5] = ["dodge", "focus", "stand", "draw", "stow"];

/// What an order readies; none without a trigger that is known.
pub fn of_order(act: &Act) -> Option<Ready> {
    let word = act.word("trigger")?;
    let (_, cue) = *Cue::WORDS.iter().find(|(known, _)| *known == word)?;
    let mut readied = act.clone();
    act.word("action").unwrap_or("attack").clone_into(&mut readied.action);
    readied.options.remove("action");
    readied.options.remove("trigger");
    Some(Ready { act: readied, cue })
}

/// ESS-READY-1: whether an order names one Action that can be readied, and its trigger.
///
/// # Errors
/// What is missing, or the rule that stands against it.
pub fn check(world: &World, act: &Act) -> Result<(), Refusal> {
    let ready = of_order(act).ok_or_else(|| Refusal::by(rule!("ESS-READY-7"), "no_trigger", "Name the trigger."))?;
    let named = &ready.act;
    match named.action.as_str() {
        "cast" => spells::named(world, named).map(|_| ()),
        "move" => match named.at {
            Some(at) if world.resource::<Map>().contains(at) => Ok(()),
            _ => Err(Refusal::new("no_square", "Name the square it is to move to.")),
        },
        plain if PLAIN.contains(&plain) => Ok(()),
        _ => actions::armed(world, named).map(|_| ()),
    }
}

/// Orders to ready something that are worth a thought.
pub fn orders(world: &World, id: Id, base: &Act) -> Vec<Act> {
    let mut out = Vec::new();
    let spells = who::profile(world, id).spells.iter();
    let cast = spells.filter(|spell| spell.attack.is_some() && spell.area_ft.is_none());
    let armed = gear::weapons(world, id)
        .into_iter()
        .map(|weapon| ("attack", weapon.key));
    for (action, with) in armed.chain(cast.map(|spell| ("cast", spell.key.clone()))) {
        for (word, _) in Cue::WORDS.iter().take(3) {
            let mut act = Act {
                with: Some(with.clone()),
                ..base.clone()
            };
            act.options.insert("action".into(), Setting::Word(action.into()));
            act.options.insert("trigger".into(), Setting::Word((*word).into()));
            out.push(act);
        }
    }
    out
}

fn waits_for(world: &World, owner: Id, actor: Id, cue: Cue) -> bool {
    let Some(ready) = world.part::<Deeds>(owner).and_then(|deeds| deeds.ready.as_ref()) else {
        return false;
    };
    ready.cue == cue && who::hostile(world, owner, actor) && !sight::hidden_from(world, actor, owner)
}

/// What a readied Action comes to at its trigger.
enum Release {
    Strike(Strike),
    Cast(Act),
    Walk(Vec<Square>),
    Plain(Act),
}

/// What it would release upon somebody, if that is legal now (ESS-READY-6).
fn shot(world: &World, owner: Id, target: Id) -> Option<Release> {
    if !who::able(world, owner) || who::surprised(world, owner) {
        return None;
    }
    let act = world.the::<Deeds>(owner).ready.clone()?.act;
    match act.action.as_str() {
        "cast" => {
            let mut act = act;
            if act.at.is_none() && act.target.is_none() {
                act.target = Some(target);
            }
            spells::check(world, &act).ok()?;
            Some(Release::Cast(act))
        }
        "move" => {
            let mut path = walk::path_of_a_move(world, owner, act.at?)?;
            path.reverse();
            Some(Release::Walk(path))
        }
        plain if PLAIN.contains(&plain) => Some(Release::Plain(act)),
        _ => {
            let weapon = gear::in_hand(world, owner, act.with.as_deref().unwrap_or("unarmed"))?;
            let deed = deed_of(&act.action, &weapon)?;
            gear::usable(world, owner, &weapon).ok()?;
            strike::aims_at(world, owner, &weapon, deed, target).ok()?;
            let at = world.the::<Position>(target).at;
            Some(Release::Strike(Strike::new(owner, weapon, deed, target, at)))
        }
    }
}

/// ESS-READY-6: whether it is its own state or Energy that keeps a creature from releasing.
fn lacks_what_it_takes(world: &World, owner: Id) -> bool {
    let ready = world.the::<Deeds>(owner).ready.as_ref();
    let cost = ready
        .filter(|ready| ready.act.action == "cast")
        .and_then(|ready| spells::named(world, &ready.act).ok())
        .map_or(0, |(_, energy, _)| energy.values().sum());
    !who::able(world, owner) || cost > world.the::<Vitals>(owner).energy
}

/// ESS-READY-6: those who waited for this and cannot release are told of; the others are asked.
fn launch_for(world: &mut World, waiting: Vec<Id>, against: Id) {
    let (mut queue, unable): (Vec<Id>, Vec<Id>) = waiting
        .into_iter()
        .partition(|&owner| shot(world, owner, against).is_some());
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
    let order = world.resource::<Flow>().on_from(actor);
    let others: Vec<Id> = on_map(world).filter(|id| !order.contains(id)).collect();
    let mut all: Vec<Id> = order.into_iter().chain(others).collect();
    all.retain(|&id| id != actor && world.part::<OnMap>(id).is_some());
    all.into_iter()
}

/// Something happens that somebody may have waited for; those are asked in the order of turns after the actor.
pub fn announce(world: &mut World, actor: Id, cue: Cue) {
    if world.part::<OnMap>(actor).is_none() {
        return;
    }
    let waiting = in_order(world, actor)
        .filter(|&owner| waits_for(world, owner, actor, cue))
        .collect();
    launch_for(world, waiting, actor);
}

/// Asks, and releases what is to be released.
pub(super) fn offer(world: &mut World) {
    let Some((flight, openings)) = topmost::<Openings>(world) else {
        return;
    };
    if world.part::<Decision>(flight).is_some() {
        return;
    }
    let against = openings.against;
    let Some(&owner) = openings.queue.last() else {
        land(world);
        return;
    };
    let entity = world.entity_of(flight).expect("what is in flight should exist");
    let answer = world.entity_mut(entity).take::<Answer>();
    let released = shot(world, owner, against);
    if let Some(Answer(word)) = answer {
        world.the_mut::<Openings>(flight).queue.pop();
        if word == "release"
            && let Some(released) = released
        {
            release(world, owner, released);
        }
        return;
    }
    let Some(released) = released else {
        world.the_mut::<Openings>(flight).queue.pop();
        return;
    };
    let names = world.resource::<Cast>();
    let prompt = format!(
        "Does {} release its readied action upon {}?",
        names.name(owner),
        names.name(against)
    );
    let decision = Decision {
        side: world.the::<Creature>(owner).side,
        creature: owner,
        kind: "ready".into(),
        prompt: prompt.into(),
        number: None,
        against: Some(against),
        choices: vec![
            Choice::new("release", released.label()).by(rule!("ESS-READY-5")),
            Choice::new("wait", "Wait").by(rule!("ESS-READY-5")),
        ],
    };
    let event = Event::new(What::Asked {
        side: decision.side,
        kind: "ready".into(),
    })
    .target(owner)
    .by(rule!("ESS-READY-5"))
    .by(rule!("ESS-READY-7"));
    world.tell(event);
    let entity = world.entity_of(flight).expect("what is in flight should exist");
    world.entity_mut(entity).insert(decision);
}

impl Release {
    fn label(&self) -> String {
        match self {
            Self::Strike(strike) => strike.weapon.name.clone(),
            Self::Walk(_) => "Move".into(),
            Self::Cast(act) | Self::Plain(act) => act.with.clone().unwrap_or_else(|| act.action.clone()),
        }
    }
}

fn release(world: &mut World, owner: Id, released: Release) {
    world.the_mut::<Deeds>(owner).ready = None;
    let event = Event::new(What::Action {
        name: "Readied action".into(),
    })
    .actor(owner)
    .by(rule!("ESS-READY-2"))
    .by(rule!("ESS-READY-3"))
    .by(rule!("ESS-READY-4"));
    world.tell(event);
    match released {
        Release::Strike(strike) => strike::declare(world, strike),
        Release::Cast(act) => {
            who::note(world, owner, "pays its Energy now", rule!("ESS-READY-6"));
            spells::cast(world, &act);
        }
        Release::Walk(rest) => {
            let speed = who::speed(world, owner).value;
            world.the_mut::<Deeds>(owner).run = speed;
            launch(
                world,
                Moving {
                    creature: owner,
                    rest,
                    stride: Stride::Ready,
                },
            );
        }
        Release::Plain(act) => match act.action.as_str() {
            "draw" | "stow" => gear::shift(
                world,
                owner,
                act.with.as_deref().unwrap_or_default(),
                act.action == "draw",
            ),
            _ => actions::begin_plain(world, &act),
        },
    }
}

/// ESS-READY-7: steps that somebody may have waited for.
pub fn stepped(world: &mut World, mover: Id, before: crate::grid::Footprint) {
    let came_near = |world: &World, owner: Id| {
        let reach = gear::reach(world, owner);
        let was = 5 * space(world, owner).steps(before);
        was > reach && who::distance(world, owner, mover) <= reach
    };
    let waiting = in_order(world, mover)
        .filter(|&owner| {
            waits_for(world, owner, mover, Cue::Moves)
                || (waits_for(world, owner, mover, Cue::EntersReach) && came_near(world, owner))
                || (waits_for(world, owner, mover, Cue::EntersSight) && sight::sees(world, owner, mover))
        })
        .collect();
    launch_for(world, waiting, mover);
}
