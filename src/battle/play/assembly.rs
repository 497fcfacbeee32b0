//! An engine put together for one battle: the shared state and systems first, the ruleset's own after them.

use std::sync::Arc;

use super::attack::AttackStep;
use super::awarded::Awarded;
use super::carriables::{Carriables, Carried, Unlocks};
use super::goals::Holding;
use super::movement::{Moving, Replan};
use super::{environment, group_effect, movement, pauses, rounds};
use crate::battle::board::{Bystanders, Inventory};
use crate::battle::engine::ask::Withdrawn;
use crate::battle::engine::{ComesAfter, Engine, Flow, InFlight, Queued, Roster, persist};
use crate::battle::ruleset::{LeftUnknown, Rules, Ruleset};
use crate::battle::values::{
    Answer, Arrives, Body, Conditions, Creature, Dead, Decision, DoorState, Fled, GivesCover, Id, Lamp, Names, OnMap,
    Position, Thing,
};
use crate::level::Level;

/// The engine of a battle on a level under a ruleset.
pub(in crate::battle) fn assemble(level: Arc<Level>, ruleset: &'static dyn Ruleset, seed: u64) -> Engine {
    let mut engine = Engine::empty(level, seed);
    engine.world.init_resource::<Withdrawn>();
    engine.world.insert_resource(Rules(ruleset));
    engine.save_resource::<Flow>(persist::FLOW);
    engine.save_resource::<Names>("cast");
    engine.save_resource::<Roster>("roster");
    engine.save_resource::<Inventory>("inventory");
    engine.save_resource::<environment::Happened>("happened");
    engine.save_resource::<environment::Awaited>("awaited");
    engine.save_resource::<Awarded>("awarded");
    engine.save_resource::<Holding>("holding");
    engine.save_resource::<Carriables>("carriables");
    engine.save_resource::<Bystanders>("bystanders");
    engine.save::<InFlight>("in_flight");
    engine.save::<ComesAfter>("comes_after");
    engine.save::<Queued>("queued");
    engine.save::<Creature>("creature");
    engine.save::<Thing>("thing");
    engine.save::<Position>("position");
    engine.save::<Body>("body");
    engine.save::<Carried>("carried");
    engine.save::<Unlocks>("unlocks");
    engine.save::<GivesCover>("gives_cover");
    engine.save::<DoorState>("door");
    engine.save::<Lamp>("lamp");
    engine.save::<OnMap>("on_map");
    engine.save::<Dead>("dead");
    engine.save::<Fled>("fled");
    engine.save::<Arrives>("arrives");
    engine.save::<LeftUnknown>("left_unknown");
    engine.save::<Conditions>("conditions");
    engine.save::<Decision>("decision");
    engine.save::<Answer>("answer");
    engine.save::<AttackStep>("attack_step");
    engine.save::<Moving>("moving");
    engine.save::<Replan>("pause");
    engine.save::<environment::Due>("due");
    engine.save::<environment::Chain>("chain");
    engine.save::<environment::Happening>("happening");
    engine.save::<group_effect::GroupEffect>("befalling");
    engine.save::<group_effect::Pushed>("pushed");
    rounds::plugin(&mut engine);
    movement::plugin(&mut engine);
    environment::plugin(&mut engine);
    group_effect::plugin(&mut engine);
    engine.shared_ones_are_in();
    pauses::plugin(&mut engine, ruleset);
    ruleset.install(&mut engine);
    let others = engine.world.entities().count_spawned();
    assert!(others < Id::FIRST, "{others} resources, and more to come, leave things no places of their own");
    engine
}
