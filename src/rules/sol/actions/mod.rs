//! What a creature can do on its turn. May enter: the kinds of actions, a file each with its row of the bar, its legality and its
//! deed, and what all of them have in common. Never: how an attack or a move goes on once it is in flight.
//!
//! Reading order: this file (who can act, what it has to pay with), then any action by its name; `draw` draws one by lot.

pub mod attack;
mod climb;
mod draw;
mod drop;
mod help;
mod hide;
pub mod interact;
mod jump;
mod leave;
mod posture;
mod ready;
mod search;
mod sneak;
mod special;
mod sprint;

pub use draw::draw;
pub use ready::TRIGGERS;
pub use special::describe;

use std::cell::OnceCell;

use bevy::prelude::World;

use super::moves::{Mode, Mover, Tiles};
use super::{Sol, moves, reactions, stats::*, turn};
use crate::battle::{Event, *};
use crate::rule;

/// All of them, in the order of the bar.
const ALL: [&dyn Unit<Sol>; 16] = [
    &attack::Striking,
    &sprint::Sprint,
    &hide::Hide,
    &search::Search,
    &ready::Readying,
    &help::Help,
    &interact::Interact,
    &special::Special,
    &drop::Drop,
    &posture::STAND,
    &posture::CROUCH,
    &posture::PRONE,
    &sneak::Sneak,
    &jump::Jump,
    &climb::Climb,
    &leave::Leave,
];

/// What of them takes place after the order has been taken in.
pub(super) fn later(engine: &mut Engine) {
    engine.later::<hide::Hides>("sol.hides");
    engine.later::<search::Searches>("sol.searches");
    engine.later::<special::Mends>("sol.mends");
}

/// What a creature has to act with, looked up once for a whole list.
pub struct Means<'w> {
    world: &'w World,
    id: Id,
    profile: &'w Profile,
    done: &'w Done,
    /// Why it can use no action at all.
    barred: Option<Refusal>,
    dice: i32,
    ground: OnceCell<(Mover, Tiles<'w>)>,
}

impl<'w> Means<'w> {
    fn of(world: &'w World, id: Id) -> Self {
        let who = world.look(id).expect("whoever acts should exist");
        let conditions: &Conditions = who.get().expect("a creature should have conditions or none");
        let surprised = conditions.has(condition::SURPRISED);
        let barred = if surprised {
            let message = "Surprised: no actions on this turn.";
            Some(Refusal::by(rule!("SOL-SURP-5"), "surprised", message))
        } else {
            moves::stranded(world, id)
        };
        Self {
            world,
            id,
            profile: &who.get::<Stats>().expect("a creature should have a profile").0,
            done: who.get().expect("a creature should have done something or nothing"),
            barred,
            dice: who.get::<Pool>().expect("a creature should have dice").dice(),
            ground: OnceCell::new(),
        }
    }

    /// The creature on its way, and the ground around it.
    fn ground(&self) -> (&Mover, &Tiles<'w>) {
        let (mover, tiles) = self.ground.get_or_init(|| {
            let mover = Mover::of(self.world, self.id);
            let tiles = Tiles::of(self.world, &mover);
            (mover, tiles)
        });
        (mover, tiles)
    }

    /// Whether it can use actions at all, and this one for its dice.
    fn pay(&self, key: &str, dice: i32, repeatable: bool) -> Result<(), Refusal> {
        if let Some(refusal) = &self.barred {
            return Err(refusal.clone());
        }
        if !repeatable && self.done.actions.contains(key) {
            return Err(Refusal::by(rule!("SOL-TURN-5"), "used", "Used on this turn already."));
        }
        if self.dice < dice {
            let rule = if self.dice == 0 {
                rule!("SOL-TURN-2")
            } else {
                rule!("SOL-POOL-3")
            };
            let message = format!(
                "It costs {}; {} left.",
                reactions::dice_text(dice),
                reactions::dice_text(self.dice)
            );
            return Err(Refusal::by(rule, "dice", message));
        }
        Ok(())
    }

    /// SOL-MOVE-1: whether feet of its movement are left for a change of posture or the way out.
    fn pay_feet(&self, feet: Feet, rule: Rule) -> Result<(), Refusal> {
        let (mover, _) = self.ground();
        let limit = mover.limit(Mode::Walk);
        if mover.moved + feet > limit {
            let left = (limit - mover.moved).max(0);
            let message = format!("It costs {feet} ft; {left} ft are left.");
            return Err(Refusal::by(rule, "speed", message));
        }
        Ok(())
    }
}

impl ActionRules for Sol {
    type Doer<'w> = Means<'w>;
    /// Dice and feet are asked for and paid by each action itself: what is told comes first.
    type Cost = ();
    type Facts = ();

    fn doer(world: &World, id: Id) -> Means<'_> {
        Means::of(world, id)
    }

    fn all() -> &'static [&'static dyn Unit<Self>] {
        &ALL
    }

    fn usual_cost(_kind: &ActionKind) {}

    fn affords(_doer: &Means<'_>, (): &()) -> Result<(), Refusal> {
        Ok(())
    }

    fn pay(_world: &mut World, _id: Id, _action: &dyn Unit<Self>, (): &()) {}

    fn list(doer: &Means<'_>, action: &dyn Unit<Self>, menu: &mut Menu<'_>) {
        let kind = action.kind();
        let mut offer = row(kind);
        offer.refusal = menu.judge(|| action.parses(doer, &kind.order(doer.id)));
        menu.add(offer);
    }
}

/// What changes of posture and the way out cost (SOL-POST-4, SOL-FLOW-7).
const CHANGE: Feet = 5;

/// A row of the bar with its cost.
fn row(kind: &ActionKind) -> Offer {
    let mut offer = kind.offer();
    offer.cost = match kind.price {
        Price::Points(dice) => reactions::dice_text(dice.into()),
        Price::Way => format!("{CHANGE} ft"),
        Price::Free => String::new(),
    };
    offer
}

/// Charges feet; the number as the log shows it.
fn charge(world: &mut World, id: Id, rule: Rule) -> Trace {
    let cost = Trace::new("movement", CHANGE).by(rule);
    world.the_mut::<Done>(id).moved += cost.value;
    cost
}

fn told(world: &mut World, id: Id, name: &'static str, target: Option<Id>, rule: Rule) {
    let mut event = Event::new(What::Action { name: name.into() })
        .actor(id)
        .by(rule)
        .by(rule!("SOL-ACT-1"));
    event.target = target;
    world.tell(event);
}

fn spend(world: &mut World, id: Id, key: &str, dice: i32) {
    world.the_mut::<Done>(id).actions.insert(key.to_string());
    turn::pay(world, id, dice);
}

fn nothing(message: &'static str, rule: Rule) -> Refusal {
    Refusal::by(rule, "nothing", message)
}
