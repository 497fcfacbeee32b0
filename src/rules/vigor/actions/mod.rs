//! What a creature can do on its turn. May enter: the kinds of actions, a file each, and what all of them have in common. Never: how
//! an attack or a move goes on once it is in flight.

mod attack;
mod defend;
mod escape;
mod prone;
mod stand;
mod technique;

use bevy::prelude::World;

use super::body::{breath, who};
use super::data::{Deeds, Profile, Tracks};
use super::ruleset::Vigor;
use crate::battle::{Event, *};
use crate::rule;

/// All of them, in the order of the bar.
const ALL: [&dyn Unit<Vigor>; 6] = [
    &attack::Attacking,
    &technique::Using,
    &defend::Defend,
    &escape::Escape,
    &stand::Stand,
    &prone::DropProne,
];

/// Who acts, looked up once.
pub struct Doer<'w> {
    world: &'w World,
    id: Id,
    profile: &'w Profile,
}

/// What an action takes.
#[derive(Clone, Copy)]
pub struct Cost {
    actions: i32,
    vigor: i32,
}

impl ActionRules for Vigor {
    type Doer<'w> = Doer<'w>;
    type Cost = Cost;
    type Facts = ();

    fn doer(world: &World, id: Id) -> Doer<'_> {
        let profile = who::profile(world, id);
        Doer { world, id, profile }
    }

    fn all() -> &'static [&'static dyn Unit<Self>] {
        &ALL
    }

    fn usual_cost(kind: &ActionKind) -> Cost {
        let actions = match kind.price {
            Price::Points(actions) => actions.into(),
            Price::Free | Price::Way => 0,
        };
        Cost { actions, vigor: 0 }
    }

    fn affords(doer: &Doer<'_>, cost: &Cost) -> Result<(), Refusal> {
        who::able(doer.world, doer.id)?;
        let left = who::actions_left(doer.world, doer.id);
        if left < cost.actions {
            let message = format!("It takes {}; {left} left.", words(cost.actions));
            return Err(Refusal::by(rule!("VIG-ACT-1"), "actions", message));
        }
        let vigor = doer.world.the::<Tracks>(doer.id).vigor;
        if vigor < cost.vigor {
            let message = format!("It costs {} Vigor; {vigor} is left.", cost.vigor);
            return Err(Refusal::by(rule!("VIG-VIGOR-2"), "vigor", message));
        }
        Ok(())
    }

    /// VIG-MOVE-2: whatever else is done ends the Move before it.
    fn pay(world: &mut World, id: Id, action: &dyn Unit<Self>, cost: &Cost) {
        if world.the::<Deeds>(id).run > 0 {
            who::note(world, id, "the rest of its Move is lost", rule!("VIG-MOVE-2"));
        }
        let mut deeds = world.the_mut::<Deeds>(id);
        (deeds.run, deeds.negated) = (0, false);
        let again = deeds.used > 0;
        who::pay_actions(world, id, cost.actions);
        breath::pay(world, id, cost.vigor, rule!("VIG-ABIL-2"));
        let kind = action.kind();
        if kind.purpose != Purpose::Harm {
            let event = Event::new(What::Action {
                name: kind.label.into(),
            })
            .actor(id);
            world.tell(if again { event.by(rule!("VIG-ACT-2")) } else { event });
        } else if again && cost.actions > 0 {
            who::note(world, id, "in any order, and again", rule!("VIG-ACT-2"));
        }
    }

    fn list(doer: &Doer<'_>, action: &dyn Unit<Self>, menu: &mut Menu<'_>) {
        let kind = action.kind();
        let order = kind.order(doer.id);
        let mut offer = kind.offer();
        let cost = action.cost(doer, &order);
        offer.cost = words(cost.actions);
        offer.refusal = menu.judge(|| action::check_with(doer, action, &order));
        menu.add(offer);
    }
}

/// "1 action", "2 actions", or nothing.
fn words(actions: i32) -> String {
    match actions {
        0 => String::new(),
        1 => "1 action".into(),
        more => format!("{more} actions"),
    }
}
