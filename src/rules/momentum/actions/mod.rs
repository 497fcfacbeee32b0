//! What a creature can do on its turn. May enter: the kinds of actions, a file each, and what all of them have in common. Never: how
//! an attack or a move goes on once it is in flight.

mod aid;
mod attack;
mod blind;
mod cinematic;
mod climb;
mod command;
mod contested;
mod defend;
mod disarm;
mod doer;
mod drop_prone;
mod escape;
mod fly;
mod gear;
mod get_off;
mod grab;
mod hide;
mod hold_action;
mod hold_turn;
mod interact;
mod jump;
mod keep_pinned;
mod lean;
mod let_go;
mod move_action;
mod reaction;
mod shake_off;
mod shove;
mod sprint;
mod stabilize;
mod stand;
mod switch_places;
mod take_cover;
mod take_turn;
mod trip;
mod unite;
mod use_item;

use bevy::prelude::World;

use super::body::creature;
use super::body::creature::{AP, WP};
use super::data::{Points, conditions::effects, moment::Moment};
use super::ruleset::Momentum;
use crate::battle::{Event, *};
use crate::rule;
use contested::Against;
use doer::{Cost, Doer};
pub(super) use hold_action::TRIGGERS;
pub(super) use reaction::asked as asked_about_reactions;
pub(super) use unite::{asked as asked_about_unions, wish as wish_for_unions};

/// All of them, in the order of the bar.
const ALL: [&dyn Unit<Momentum>; 39] = [
    &attack::Attacking,
    &attack::Suspecting,
    &Against::<shove::Shoving>::NEW,
    &Against::<trip::Tripping>::NEW,
    &Against::<grab::Grabbing>::NEW,
    &Against::<blind::Blinding>::NEW,
    &Against::<disarm::Disarming>::NEW,
    &Against::<climb::Climbing>::NEW,
    &shake_off::ShakingOff,
    &escape::Escaping,
    &defend::Defend,
    &take_cover::TakeCover,
    &aid::Aiding,
    &hide::Hide,
    &command::Command,
    &cinematic::Cinematic,
    &reaction::Reacting,
    &keep_pinned::KeepPinned,
    &hold_action::HoldAction,
    &hold_turn::HoldTurn,
    &take_turn::TakeTurn,
    &unite::Unite,
    &stabilize::Stabilize,
    &use_item::Using,
    &interact::Interacting,
    &gear::Drawing,
    &gear::Sheathing,
    &switch_places::SwitchPlaces,
    &move_action::Run,
    &sprint::Sprint,
    &jump::Jump,
    &fly::Fly,
    &get_off::GettingOff,
    &stand::Stand,
    &lean::Lean,
    &lean::Straighten,
    &let_go::LettingGo,
    &gear::Dropping,
    &drop_prone::DropProne,
];

/// MOM-ACT-2, MOM-ACT-3: an Attack that is paid gives so many weapon attacks, of which this is one.
fn credit(world: &mut World, id: Id, paid: bool) {
    let extra = creature::profile(world, id).extra_attacks;
    let mut points = world.the_mut::<Points>(id);
    if paid {
        points.credits += 1 + extra;
    }
    points.credits -= 1;
    if !paid {
        world.note(id, "makes an attack that is paid already", rule!("MOM-ACT-3"));
    }
}

impl ActionRules for Momentum {
    type Doer<'w> = Doer<'w>;
    type Cost = Cost;
    /// The rule of it.
    type Facts = Option<Rule>;
    const PLAIN: Option<Rule> = None;

    fn doer(world: &World, id: Id) -> Doer<'_> {
        let profile = creature::profile(world, id);
        Doer { world, id, profile }
    }

    fn world<'a>(doer: &'a Doer<'_>) -> &'a World {
        doer.world
    }

    fn all() -> &'static [&'static dyn Unit<Self>] {
        &ALL
    }

    fn usual_cost(kind: &ActionKind) -> Cost {
        Cost::with(kind, None)
    }

    /// MOM-ROUND-12: what is paid for is all that counts, however often it was done.
    fn affords(doer: &Doer<'_>, cost: &Cost) -> Result<(), Refusal> {
        if cost.unpaid {
            return Ok(());
        }
        creature::able(doer.world, doer.id)?;
        if cost.ap > 0 && !cost.frees {
            effects().allow(doer.world, doer.id, Moment::Spends)?;
        }
        let points = creature::points(doer.world, doer.id);
        let short = |what: &str, takes: i32, left: i32, rule: Rule| {
            Err(Refusal::by(rule, "spent", format!("It takes {takes} {what}; {left} left.")))
        };
        if points.ap < cost.ap {
            short(AP, cost.ap, points.ap, rule!("MOM-ROUND-5"))
        } else if points.wp < cost.wp {
            short(WP, cost.wp, points.wp, rule!("MOM-ABIL-2"))
        } else {
            Ok(())
        }
    }

    fn pay(world: &mut World, id: Id, action: &dyn Unit<Self>, cost: &Cost) {
        let rule = action.facts();
        if cost.unpaid {
            return;
        }
        let named = if cost.ability { Some(rule!("MOM-ACT-28")) } else { rule.clone() };
        let used = cost.hand_used.then_some(rule!("MOM-ACT-18"));
        creature::change(world, id, AP, -cost.ap, named.into_iter().chain(used));
        let ability = cost.ability.then_some(rule!("MOM-ACT-28"));
        creature::change(world, id, WP, -cost.wp, [rule!("MOM-ABIL-2")].into_iter().chain(ability));
        if cost.weapon {
            credit(world, id, cost.ap > 0);
        }
        if cost.by_hand {
            world.the_mut::<Points>(id).by_hand = true;
            world.note(id, "does it for nothing, once a turn", rule!("MOM-ACT-7"));
        }
        let kind = action.kind();
        if kind.purpose != Purpose::Harm {
            let name = kind.label.into();
            let mut event = Event::new(What::Action { name }).actor(id);
            event.rules.extend(rule);
            world.tell(event);
        }
    }

    fn list(doer: &Doer<'_>, action: &dyn Unit<Self>, menu: &mut Menu<'_>) {
        let kind = action.kind();
        let cost = Cost::with(kind, None);
        let mut offer = kind.offer();
        offer.cost = cost.words();
        offer.refusal = menu.judge(|| match kind.aimed[0] {
            AimedAt::Nothing => action::check_with(doer, action, &kind.order(doer.id)),
            _ => Self::affords(doer, &cost),
        });
        menu.add(offer);
    }
}
