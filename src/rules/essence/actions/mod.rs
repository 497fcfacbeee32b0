//! What a creature can do on its Turn. May enter: the kinds of actions, a file each with its row of the bar, its legality and its
//! deed, and what all of them have in common. Never: how an attack or a Spell goes on once it is declared.
//!
//! Reading order: this file (who can act, what actions cost), `places` (where they may be aimed), then any action by its name.

mod alight;
pub mod attack;
mod burrow;
pub mod cast;
mod choke;
mod climb;
mod command;
mod control;
mod delay;
mod dig_out;
mod dismount;
mod dodge;
mod douse;
mod exit;
mod fall_prone;
mod fly;
mod focus;
mod gear;
pub mod interact;
mod intimidate;
mod investigate;
mod jump;
pub mod maneuver;
mod medicine;
mod mount;
mod places;
mod push_off;
pub mod ready;
mod release;
mod rise;
mod sneak;
mod stabilize;
mod stand;
mod swim;
mod volley;
mod wake;
mod walk;

use bevy::prelude::World;

use super::{Essence, cover, fly as flight, ride, stats::*, who};
use crate::battle::action;
use crate::battle::{Event, *};
use crate::rule;

/// What of them takes place after the order has been taken in.
pub(super) fn later(engine: &mut Engine) {
    engine.later::<jump::Leap>("essence.leap");
    engine.later::<climb::Ascent>("essence.ascent");
    engine.later::<swim::Stroke>("essence.stroke");
    engine.later::<rise::Rising>("essence.rising");
    engine.later::<intimidate::Threat>("essence.threat");
    engine.later::<investigate::Looking>("essence.looking");
    engine.later::<medicine::Tending>("essence.tending");
    engine.later::<sneak::Sneaking>("essence.sneaking");
}

/// Whoever acts.
#[derive(Clone, Copy)]
pub struct Doer<'w> {
    /// Where.
    pub world: &'w World,
    /// Who.
    pub id: Id,
}

impl Doer<'_> {
    /// Whether it has a condition.
    fn has(&self, key: &str) -> bool {
        who::has(self.world, self.id, key)
    }

    fn stance(&self) -> &Stance {
        self.world.the::<Stance>(self.id)
    }

    fn profile(&self) -> &Profile {
        who::profile(self.world, self.id)
    }
}

/// What this ruleset has to know of every action besides.
#[derive(Default)]
pub struct Facts {
    /// Whether a Fly action goes on meanwhile (ESS-FLY-6).
    in_the_air: bool,
    /// Whether it is one of those that one may do as often as one likes (ESS-FREE-4).
    uncounted: bool,
    /// The rule by which it takes its Action, where that is not the Turn's.
    paid_by: Option<Rule>,
}

/// All of them, in the order of the bar. What is done with a weapon, a Spell or a thing stands with that.
const ALL: [&dyn Unit<Essence>; 43] = [
    &attack::ATTACK,
    &attack::THROW,
    &volley::Volleying,
    &maneuver::Attempt(Maneuver::Break),
    &maneuver::Attempt(Maneuver::Push),
    &maneuver::Attempt(Maneuver::Feint),
    &maneuver::Attempt(Maneuver::Disarm),
    &maneuver::Attempt(Maneuver::Trip),
    &maneuver::Attempt(Maneuver::Grapple),
    &cast::Casting,
    &control::Control,
    &ready::Readying,
    &gear::Drop,
    &gear::Draw,
    &gear::Stow,
    &dodge::Dodge,
    &focus::Focus,
    &stand::Stand,
    &fall_prone::FallProne,
    &douse::Douse,
    &stabilize::Stabilize,
    &release::Release,
    &choke::Choke,
    &medicine::Medicine,
    &intimidate::Intimidate,
    &sneak::Sneak,
    &investigate::Investigate,
    &climb::Climb,
    &swim::Swim,
    &jump::Jump,
    &push_off::PushOff,
    &fly::Fly,
    &rise::Rise,
    &alight::Alight,
    &wake::Wake,
    &delay::Delay,
    &interact::Interact,
    &exit::Leave,
    &command::Command,
    &mount::Mount,
    &dismount::Dismount,
    &burrow::Burrow,
    &dig_out::DigOut,
];

impl ActionRules for Essence {
    type Doer<'w> = Doer<'w>;
    /// Actions.
    type Cost = i32;
    type Facts = Facts;

    fn doer(world: &World, id: Id) -> Doer<'_> {
        Doer { world, id }
    }

    fn all() -> &'static [&'static dyn Unit<Self>] {
        &ALL
    }

    fn usual_cost(kind: &ActionKind) -> i32 {
        match kind.price {
            Price::Points(actions) => actions.into(),
            // ESS-FREE-1; or it is part of a Move, which is paid as it begins.
            Price::Free | Price::Way => 0,
        }
    }

    fn affords(doer: &Doer<'_>, cost: &i32) -> Result<(), Refusal> {
        can_pay(doer.world, doer.id, *cost)
    }

    fn pay(world: &mut World, id: Id, action: &dyn Unit<Self>, cost: &i32) {
        let facts = action.facts();
        if world.the::<Deeds>(id).run > 0 && *cost > 0 {
            who::note(world, id, "the rest of the Move is lost", rule!("ESS-TURN-3"));
        }
        if !facts.in_the_air {
            flight::end_action(world, id);
        }
        if *cost > 0 {
            let again = world.the::<Deeds>(id).used > 0;
            let usual = if again {
                rule!("ESS-TURN-2")
            } else {
                rule!("ESS-TURN-1")
            };
            who::pay(world, id, *cost, facts.paid_by.unwrap_or(usual));
        }
        if facts.uncounted {
            world.the_mut::<Deeds>(id).freed += 1;
            if world.the::<Deeds>(id).freed > 1 {
                who::note(world, id, "Free Actions are not counted", rule!("ESS-FREE-4"));
            }
        }
    }

    fn list(doer: &Doer<'_>, action: &dyn Unit<Self>, menu: &mut Menu<'_>) {
        let kind = action.kind();
        let order = kind.order(doer.id);
        let cost = action.cost(doer, &order);
        let mut offer = row(kind, cost);
        offer.refusal = menu.judge(|| {
            let whole = kind.aimed == [AimedAt::Nothing] && kind.options.is_empty();
            if whole {
                return action::check_with(doer, action, &order);
            }
            can_pay(doer.world, doer.id, cost)?;
            if offer.aim != Aim::Nothing && action.orders(doer, &offer, order).is_empty() {
                let message = "There is nothing to do that with.";
                return Err(Refusal::by(rule!("ESS-ACT-3"), "nothing", message));
            }
            Ok(())
        });
        menu.add(offer);
    }
}

/// A row of the bar with its cost.
fn row(kind: &ActionKind, cost: i32) -> Offer {
    let mut offer = kind.offer();
    offer.cost = match cost {
        0 => String::new(),
        1 => "1 Action".into(),
        more => format!("{more} Actions"),
    };
    offer.price = match u8::try_from(cost) {
        Ok(0) | Err(_) => Price::Free,
        Ok(actions) => Price::Points(actions),
    };
    offer
}

/// Where rows stand that are done with something: all of one weapon, one Spell, one thing together.
mod shelf {
    pub const WEAPONS: usize = 0;
    pub const MANEUVERS: usize = 1;
    pub const SPELLS: usize = 2;
    pub const WANDS: usize = 3;
    pub const RUNNING: usize = 4;
    pub const WATCHES: usize = 5;
    pub const CARRIED: usize = 6;
}

/// ESS-FREE-1: whether a kind of action uses up no Action.
pub fn is_free(action: &str) -> bool {
    action::by_key::<Essence>(action).is_some_and(|action| action.kind().price == Price::Free)
}

/// Whether the creature can act at all, and has so many Actions.
pub fn can_pay(world: &World, id: Id, cost: i32) -> Result<(), Refusal> {
    if who::surprised(world, id) {
        return Err(Refusal::by(rule!("ESS-SURP-3"), "surprised", "It noticed nothing yet."));
    }
    if !who::able(world, id) {
        return Err(Refusal::by(rule!("ESS-STUN-1"), "unable", "It can do nothing."));
    }
    let left = who::actions_left(world, id);
    if left < cost {
        let rule = if cost > 1 {
            rule!("ESS-ACT-4")
        } else {
            rule!("ESS-TURN-1")
        };
        let message = format!("It costs {cost} Actions; {left} are left.");
        return Err(Refusal::by(rule, "actions", message));
    }
    Ok(())
}

fn needs(condition: bool, rule: Rule, message: &'static str) -> Result<(), Refusal> {
    if condition {
        Ok(())
    } else {
        Err(Refusal::by(rule, "impossible", message))
    }
}

/// Whom an order is about.
fn named(act: &Act) -> Result<Id, Refusal> {
    act.target
        .ok_or_else(|| Refusal::new("no_target", "Name who it is done to."))
}

/// Whom on the map an order is about; the one who acts where it names nobody.
fn creature_named(doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
    let target = act.target.unwrap_or(doer.id);
    if doer.world.part::<Creature>(target).is_none() || !is_on_map(doer.world, target) {
        return Err(Refusal::new("gone", "That creature is not on the map."));
    }
    Ok(target)
}

/// The square an order is about.
fn square(act: &Act) -> Result<crate::grid::Square, Refusal> {
    act.at.ok_or_else(|| Refusal::new("no_square", "Name the square."))
}

/// The square of the map that a way of moving by Skill goes to, for somebody who is free to go.
fn way_to(doer: &Doer<'_>, act: &Act) -> Result<crate::grid::Square, Refusal> {
    let (world, id) = (doer.world, doer.id);
    let at = square(act)?;
    if !world.resource::<Map>().contains(at) {
        return Err(Refusal::new("off_map", "That square is not on the map."));
    }
    if let Some(rule) = who::entangled(world, id) {
        return Err(Refusal::by(rule, "entangled", "It is Entangled."));
    }
    if doer.has(condition::PRONE) {
        return Err(Refusal::by(rule!("ESS-CRAWL-2"), "prone", "It lies Prone."));
    }
    if ride::mount_of(world, id).is_some() {
        return Err(Refusal::by(rule!("ESS-CMD-8"), "riding", "It rides."));
    }
    if cover::buried(world, id) {
        return Err(Refusal::by(rule!("ESS-BURROW-1"), "buried", "It is under the ground."));
    }
    Ok(at)
}

/// Tells of an action that is no attack.
pub fn told(world: &mut World, id: Id, name: &'static str, target: Option<Id>, rule: Rule) {
    let mut event = Event::new(What::Action { name: name.into() }).actor(id).by(rule);
    event.target = target;
    world.tell(event);
}
