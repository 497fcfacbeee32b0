//! What a creature can do on its turn. May enter: the kinds of actions, a file each, and what all of them have in common. Never: how
//! an attack or a move goes on once it is in flight.

mod attack;
pub(super) mod climb;
mod defend;
pub(super) mod doer;
mod draw;
mod drop;
mod escape;
pub(super) mod handle;
pub(super) mod hide;
pub(super) mod item;
mod let_go;
mod long;
pub(super) mod medicine;
mod prone;
mod ready;
mod release;
pub(super) mod search;
mod spell;
mod stand;
pub(super) mod struggle;
mod sway;
mod technique;
mod throw;
mod walk;
pub(super) mod weakness;

use bevy::prelude::{Component, World};
use serde::{Deserialize, Serialize};

use super::body::{breath, creature};
use super::data::{Tracks, Trigger, TurnUsage};
use super::fight::readied;
use super::motion::moves;
use super::ruleset::Vigor;
use crate::battle::{Event, *};
use crate::rule;
use doer::{Cost, Doer, words};

/// All of them, in the order of the bar.
const ALL: [&dyn Unit<Vigor>; 25] = [
    &attack::Attacking,
    &throw::Throwing,
    &technique::Using,
    &spell::Casting,
    &defend::Defend,
    &ready::Readying,
    &hide::Hide,
    &search::Search,
    &sway::MENACE,
    &sway::SOCIAL,
    &weakness::Weakness,
    &medicine::AID,
    &medicine::STABILISE,
    &item::Using,
    &draw::Drawing,
    &handle::Handling,
    &struggle::Struggle,
    &release::Release,
    &let_go::LettingGo,
    &escape::Escape,
    &climb::Climbing,
    &stand::Stand,
    &walk::Walking,
    &prone::DropProne,
    &drop::Dropping,
];

pub(super) use escape::purpose;
/// What can set off something readied.
pub(super) use ready::TRIGGERS;

pub(super) fn plugin(engine: &mut Engine) {
    engine.defers::<Vigor>();
    engine.later::<Awaiting>("vigor.awaiting");
    engine.later::<moves::Arriving>("vigor.arriving");
    engine.later::<moves::MakesRoom>("vigor.makes_room");
}

/// What stands in some groups of a creature's list, with what it would break off.
pub(crate) fn offers(world: &World, creature: Id, groups: &[Group]) -> Vec<Offer> {
    let mut offers = UnitsOf::<Vigor>::ALL.offers(world, creature, groups);
    let doer = Vigor::doer(world, creature);
    for offer in &mut offers {
        long::warn(&doer, offer);
    }
    offers
}

/// What an order of an action is understood as. Where those who waited for an act of its actor have yet to be asked about its Move, they
/// are asked first (VIG-READY-5).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn plan(world: &World, act: &Act) -> Result<Planned, Refusal> {
    let planned = action::plan::<Vigor>(world, act)?;
    if !readied::awaits_the_move(world, act.creature) {
        return Ok(planned);
    }
    let act = act.clone();
    Ok(Planned::new(move |world| {
        let mover = act.creature;
        leaves_the_move(world, mover);
        launch(world, Awaiting(act.clone()));
        readied::move_is_over(world, mover);
    }))
}

/// VIG-MOVE-2: what is left of a Move is lost.
fn leaves_the_move(world: &mut World, id: Id) {
    if std::mem::take(&mut world.the_mut::<TurnUsage>(id).run) > 0 {
        world.note(id, "the rest of its Move is lost", rule!("VIG-MOVE-2"));
    }
}

/// An order of an action that is looked at again, and paid, once those have answered who waited for its actor's Move.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Awaiting(Act);

impl Later for Awaiting {
    const STAGE: Stage = Stage::Intake;

    fn happen(self, world: &mut World) {
        let id = self.0.creature;
        match action::plan::<Vigor>(world, &self.0) {
            Ok(planned) => planned.begin(world),
            Err(_) if !is_on_map(world, id) => {}
            Err(why) => {
                let text = "does not come to what it was about to do";
                world.note(id, text, why.rule.unwrap_or(rule!("VIG-READY-5")));
            }
        }
    }
}

impl ActionRules for Vigor {
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
        let actions = match kind.price {
            Price::Points(actions) => actions.into(),
            Price::Free | Price::Way => 0,
        };
        Cost { actions, ..Cost::default() }
    }

    fn affords(doer: &Doer<'_>, cost: &Cost) -> Result<(), Refusal> {
        creature::able(doer.world, doer.id)?;
        if creature::held(doer.world, doer.id) && !cost.still {
            return Err(Refusal::by(rule!("VIG-COND-2"), "held", "It cannot move."));
        }
        let left = creature::actions_left(doer.world, doer.id);
        if left < cost.actions {
            let message = format!("It takes {}; {left} left.", words(cost.actions));
            return Err(Refusal::by(rule!("VIG-ACT-1"), "actions", message));
        }
        let vigor = doer.world.the::<Tracks>(doer.id).vigor;
        if vigor < cost.vigor {
            let message = format!("It costs {} Vigor; {vigor} is left.", cost.vigor);
            return Err(Refusal::by(rule!("VIG-VIGOR-2"), "vigor", message));
        }
        let mana = doer.world.the::<Tracks>(doer.id).mana;
        if mana < cost.mana {
            let message = format!("It costs {} Mana; {mana} is left.", cost.mana);
            return Err(Refusal::by(rule!("VIG-VIGOR-8"), "mana", message));
        }
        Ok(())
    }

    /// VIG-MOVE-2: whatever else is done ends the Move before it.
    fn pay(world: &mut World, id: Id, action: &dyn Unit<Self>, cost: &Cost) {
        leaves_the_move(world, id);
        let mut turn = world.the_mut::<TurnUsage>(id);
        (turn.moving, turn.negated, turn.other_hand) = (false, false, false);
        turn.reacted.clear();
        let again = turn.used > 0;
        if cost.goes_on {
            turn.under_way = None;
        }
        creature::pay_actions(world, id, cost.actions);
        breath::pay(world, id, cost.vigor, rule!("VIG-ABIL-2"));
        breath::pay_mana(world, id, cost.mana);
        let kind = action.kind();
        // VIG-READY-10: what takes several actions is done with the last of them.
        if kind.purpose != Purpose::Harm && cost.actions > 0 && !cost.unfinished {
            readied::after(world, id, None, vec![Trigger::Acts(id)]);
        }
        if kind.purpose != Purpose::Harm {
            let event = Event::new(What::Action { name: kind.label.into() }).actor(id);
            world.tell(if again { event.by(rule!("VIG-ACT-2")) } else { event });
        } else if again && cost.actions > 0 {
            world.note(id, "in any order, and again", rule!("VIG-ACT-2"));
        }
    }

    fn list(doer: &Doer<'_>, action: &dyn Unit<Self>, menu: &mut Menu<'_>) {
        let kind = action.kind();
        let order = kind.order(doer.id);
        let mut offer = kind.offer();
        let cost = action.cost(doer, &order);
        offer.cost = words(cost.actions);
        offer.refusal = menu.judge(|| action::possible(doer, action, doer.id, &offer, rule!("VIG-ACT-1")));
        menu.add(offer);
    }
}
