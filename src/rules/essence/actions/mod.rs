//! What a creature can do on its Turn. May enter: the kinds of actions, a file each with its row of the bar, its legality and its
//! deed, and what all of them have in common. Never: how an attack or a Spell goes on once it is declared.
//!
//! Reading order: this file (who can act, what actions cost), `places` (where they may be aimed), then any action by its name.

mod alight;
pub(super) mod attack;
mod burrow;
pub(super) mod cast;
mod choke;
mod climb;
mod command;
mod control;
mod delay;
mod dig_out;
mod dismount;
mod dodge;
pub(super) mod doer;
mod douse;
mod draw;
mod exit;
mod fall_prone;
mod fly;
mod focus;
mod gear;
pub(super) mod interact;
mod intimidate;
mod investigate;
mod jump;
pub(super) mod maneuver;
mod medicine;
mod mount;
mod places;
mod push_off;
pub(super) mod ready;
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

use doer::{Doer, Facts, can_pay, row};

use super::body::controller;
use super::data::stats::*;
use super::motion::fly as flight;
use super::ruleset::Essence;
use crate::battle::action;
use crate::battle::*;
use crate::rule;

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
    &gear::DRAW,
    &gear::STOW,
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
    const PLAIN: Facts = Facts::Plain;

    fn doer(world: &World, id: Id) -> Doer<'_> {
        Doer { world, id }
    }

    fn world<'a>(doer: &'a Doer<'_>) -> &'a World {
        doer.world
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
        if world.the::<TurnUsage>(id).run > 0 && *cost > 0 {
            world.note(id, "the rest of the Move is lost", rule!("ESS-TURN-3"));
        }
        let facts = action.facts();
        if !matches!(facts, Facts::InTheAir | Facts::Uncounted) {
            flight::end_action(world, id);
        }
        if *cost > 0 {
            let rule = match &facts {
                Facts::PaidBy(rule) => rule.clone(),
                _ if world.the::<TurnUsage>(id).used > 0 => rule!("ESS-TURN-2"),
                _ => rule!("ESS-TURN-1"),
            };
            controller::pay(world, id, *cost, rule);
        }
        if matches!(facts, Facts::Uncounted) {
            world.the_mut::<TurnUsage>(id).freed += 1;
            if world.the::<TurnUsage>(id).freed > 1 {
                world.note(id, "Free Actions are not counted", rule!("ESS-FREE-4"));
            }
        }
    }

    fn list(doer: &Doer<'_>, action: &dyn Unit<Self>, menu: &mut Menu<'_>) {
        let mut offer = row(action.kind());
        offer.refusal = menu.judge(|| action::possible(doer, action, doer.id, &offer, rule!("ESS-ACT-3")));
        menu.add(offer);
    }
}

/// ESS-FREE-1: whether a kind of action uses up no Action.
pub(super) fn is_free(action: &str) -> bool {
    action::by_key::<Essence>(action).is_some_and(|action| action.kind().price == Price::Free)
}

/// An act drawn by lot.
pub(crate) fn draw(world: &World, creature: Id, groups: &[Group], lot: &mut Rng) -> Option<Act> {
    draw::draw(world, creature, groups, lot)
}

/// The rule by which an order has to wait for a Turn.
pub(crate) fn out_of_turn(order: &Order) -> Rule {
    let free = matches!(order, Order::Act(act) if is_free(&act.action));
    if free { rule!("ESS-FREE-3") } else { rule!("ESS-TURN-1") }
}
