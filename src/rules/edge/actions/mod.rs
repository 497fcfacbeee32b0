//! What a creature can do on its turn. May enter: the kinds of actions, a file each, and what all of them have in common. Never: how
//! an attack or a move goes on once it is in flight.

mod aim;
mod attack;
mod blink;
mod brace;
mod card;
mod contested;
mod dash;
mod defend;
mod delay;
mod disengage;
mod doer;
mod drop_prone;
mod first_aid;
mod fly;
mod gear;
mod give_way;
mod guess;
mod haul;
mod help;
mod hide;
mod interact;
mod jump;
mod leave;
mod let_go;
mod pacing;
mod power;
mod push_off;
mod quick;
mod ready;
mod repair;
mod search;
mod slip;
mod smash;
mod speak;
mod spray;
mod stand;
mod task;
mod throw;
mod wriggle;

use bevy::prelude::World;

use super::body::creature;
use super::data::{TurnUsage, conditions::HINDERED, ready::Trigger};
use super::fight::{haul as heavy, ordeal, readied};
use super::ruleset::Edge;
use crate::battle::{Event, *};
use crate::rule;
use contested::{Against, Disarming, Escaping, Grappling, Immobilising, Shoving, Tripping};
use doer::{Cost, Doer};
use gear::{Drawing, Dropping, Handy, Loosening, PuttingAway};
use pacing::{Climbing, Pacing, SteppingOff};
use quick::{Feinting, Minor, Overrunning};
pub(super) use ready::TRIGGERS;

/// All of them, in the order of the bar.
const ALL: [&dyn Unit<Edge>; 54] = [
    &attack::Attacking,
    &attack::OffHand,
    &guess::Guessing,
    &smash::Smashing,
    &spray::Spraying,
    &throw::Throwing,
    &power::Using,
    &Against::<Grappling>::NEW,
    &Against::<Shoving>::NEW,
    &Against::<Disarming>::NEW,
    &Against::<Tripping>::NEW,
    &Against::<Immobilising>::NEW,
    &Against::<Escaping>::NEW,
    &let_go::LetGo,
    &haul::Haul,
    &haul::SetDown,
    &power::LettingUp,
    &aim::Aiming,
    &Minor::<Feinting>::NEW,
    &Minor::<Overrunning>::NEW,
    &help::Helping,
    &first_aid::FirstAid,
    &repair::Repairing,
    &repair::Restarting,
    &interact::Interacting,
    &task::Trying,
    &task::HelpingWith,
    &Handy::<Drawing>::NEW,
    &Handy::<PuttingAway>::NEW,
    &Handy::<Dropping>::NEW,
    &Handy::<Loosening>::NEW,
    &ready::Readying,
    &dash::Dash,
    &defend::Defend,
    &brace::Bracing,
    &disengage::Disengage,
    &hide::Hide,
    &search::Searching,
    &stand::Stand,
    &jump::Jump,
    &Pacing::<Climbing>::NEW,
    &Pacing::<SteppingOff>::NEW,
    &slip::Slip,
    &fly::Fly,
    &push_off::PushOff,
    &push_off::HoldOn,
    &blink::Blink,
    &wriggle::Wriggle,
    &drop_prone::DropProne,
    &speak::Speaking,
    &delay::Delay,
    &give_way::GivingWay,
    &leave::Leave,
    &card::Playing,
];

/// EDG-COND-HIN-2.
fn one_of_both() -> Refusal {
    Refusal::by(rule!("EDG-COND-HIN-2"), "hindered", "Hindered: one action or one minor action a turn.")
}

impl ActionRules for Edge {
    type Doer<'w> = Doer<'w>;
    type Cost = Cost;
    type Facts = ();
    const PLAIN: () = ();

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
        match kind.price {
            Price::Points(_) => Cost::Action,
            Price::Way => Cost::Metres(0),
            Price::Free => Cost::Free,
        }
    }

    fn affords(doer: &Doer<'_>, cost: &Cost) -> Result<(), Refusal> {
        match cost {
            // EDG-CARD-5: a card is its side's to play, whatever is the matter with the creature.
            Cost::Card => return Ok(()),
            Cost::Metres(_) => creature::moves(doer.world, doer.id)?,
            _ => creature::able(doer.world, doer.id)?,
        }
        // EDG-LOAD-2: apart from holding it and moving it.
        if !matches!(cost, Cost::Metres(_) | Cost::Free) && heavy::leaves_no_action(doer.world, doer.id) {
            let message = "It hauls more than it can do anything else beside.";
            return Err(Refusal::by(rule!("EDG-LOAD-2"), "hauls", message));
        }
        let usage = doer.world.the::<TurnUsage>(doer.id);
        let spent = |what: &str| Refusal::by(rule!("EDG-TURN-1"), "spent", format!("Its {what} is used."));
        let hindered = || has_condition(doer.world, doer.id, HINDERED);
        match cost {
            _ if cost.is_action() && usage.action => Err(spent("action")),
            Cost::OtherHand if hindered() => Err(Refusal::by(rule!("EDG-TWF-4"), "hindered", "It is hindered.")),
            Cost::Minor | Cost::OtherHand if usage.minor => Err(spent("minor action")),
            _ if cost.is_action() && usage.minor && hindered() => Err(one_of_both()),
            Cost::Minor if usage.action && hindered() => Err(one_of_both()),
            Cost::Metres(halves) => {
                let left = creature::metres_left(doer.world, doer.id);
                if left < *halves {
                    let message = format!("It takes {}; {} left.", creature::metres(*halves), creature::metres(left));
                    return Err(Refusal::by(rule!("EDG-PRONE-2"), "spent", message));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn pay(world: &mut World, id: Id, action: &dyn Unit<Self>, cost: &Cost) {
        let kind = action.kind();
        // EDG-JUMP-1: anything else than a jump breaks a run-up.
        if kind.key != jump::KEY {
            world.the_mut::<TurnUsage>(id).run_up = 0;
        }
        let more = creature::profile(world, id).extra_attacks;
        let mut usage = world.the_mut::<TurnUsage>(id);
        let name = match cost {
            Cost::Attack => {
                usage.attacks -= 1;
                None
            }
            Cost::Interaction => {
                usage.interacted = true;
                None
            }
            Cost::Action | Cost::Attacks | Cost::SecondInteraction | Cost::SpecialUse | Cost::Slipped | Cost::Task => {
                usage.action = true;
                usage.drew = false;
                // EDG-ACT-1, EDG-MEL-2: the other attacks of the action come after it.
                usage.attacks = if matches!(cost, Cost::Attacks) { more } else { 0 };
                // EDG-MIN-1: an aim is for the next action taken.
                usage.aim = usage.aim.filter(|_| kind.purpose == Purpose::Harm);
                Some("action")
            }
            Cost::Minor | Cost::OtherHand => {
                usage.minor = true;
                Some("minor action")
            }
            Cost::Metres(halves) => {
                creature::spend(world, id, *halves);
                None
            }
            Cost::Free | Cost::Card => None,
        };
        if let Some(name) = name {
            let event = Event::resource(id, name, (1, 0)).by(rule!("EDG-TURN-1"));
            let rule = match cost {
                Cost::SecondInteraction => Some(rule!("EDG-TURN-4")),
                Cost::SpecialUse => Some(rule!("EDG-TURN-5")),
                Cost::Slipped => Some(rule!("EDG-SET-7")),
                Cost::Task => Some(rule!("EDG-TURN-6")),
                _ => None,
            };
            world.tell(event.by_all(rule));
            // EDG-ACT-11: an ally who waits for that acts once it is done.
            readied::done(world, id, Trigger::AllyActs);
        }
        if kind.purpose != Purpose::Harm {
            let name = kind.label.into();
            world.tell(Event::new(What::Action { name }).actor(id));
        }
    }

    /// EDG-TRA-14, EDG-TRA-27, EDG-TRA-29: each action of one who is impaired in body or mind takes a save first.
    fn goes_ahead(world: &mut World, id: Id, _action: &dyn Unit<Self>, cost: &Cost) -> bool {
        !matches!(cost, Cost::Action | Cost::Attacks) || ordeal::bears(world, id)
    }

    fn list(doer: &Doer<'_>, action: &dyn Unit<Self>, menu: &mut Menu<'_>) {
        let kind = action.kind();
        let order = kind.order(doer.id);
        let mut offer = kind.offer();
        offer.cost = action.cost(doer, &order).words();
        offer.refusal = menu.judge(|| action::possible(doer, action, doer.id, &offer, rule!("EDG-TURN-1")));
        menu.add(offer);
    }
}
