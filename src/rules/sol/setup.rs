//! How Secrets of Sol gets into a battle: what it keeps, its systems, what it makes of a level's creatures and objects.

use std::sync::Arc;

use bevy::prelude::World;

use super::data::bestiary;
use super::data::reaction_index::ReactionIndex;
use super::data::stats::*;
use super::ruleset::Sol;
use super::{fight, flow, motion};
use crate::battle::*;
use crate::grid::Length;
use crate::level;

/// Registers what is kept, and the systems.
pub(crate) fn install(engine: &mut Engine) {
    engine.world.init_resource::<ReactionIndex>();
    engine.save::<Stats>("sol.stats");
    engine.save::<Wounds>("sol.wounds");
    engine.save::<Pool>("sol.pool");
    engine.save::<TurnUsage>("sol.done");
    engine.save::<Stance>("sol.stance");
    engine.save::<Hiding>("sol.hiding");
    engine.save::<Held>("sol.held");
    engine.save::<ObjectHealth>("sol.sturdy");
    engine.save::<Device>("sol.device");
    fight::plugin(engine);
    engine.save_resource::<GroundItems<Attack>>("sol.floor_items");
    engine.defers::<Sol>();
    motion::install(engine);
    flow::turn::plugin(engine);
}

/// Makes a level's creature.
pub(crate) fn spawn_creature(world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
    let nothing = toml::Table::new();
    let overrides = spec.rules.get("sol").unwrap_or(&nothing);
    let mut mustered = bestiary::spawn_creature(&spec.kind, overrides)?;
    if let Some(size) = spec.size {
        mustered.profile.size = size;
    }
    if let Some(items) = &spec.items {
        mustered.held.retain(|key| items.contains(key));
    }
    let pool = Pool { now: mustered.profile.pool_set, helped: false, helped_fades: false };
    let mut body = *world.the::<Body>(id);
    if spec.height.is_none() {
        body.tall = mustered.height;
    }
    if spec.size.is_none() {
        body.side = mustered.profile.space_squares;
    } else {
        mustered.profile.space_squares = body.side;
    }
    if mustered.squeezing {
        body.side = bestiary::squeezed(mustered.profile.size, body.side);
    }
    world.put(id, body);
    let entity = world.entity_of(id).expect("a creature should exist");
    world.entity_mut(entity).insert((
        Wounds { hp: mustered.hp, abilities: mustered.abilities },
        Stats(Arc::new(mustered.profile)),
        pool,
        TurnUsage::default(),
        Stance { posture: mustered.posture, squeezing: mustered.squeezing, ..Stance::default() },
        Hiding::default(),
        Held(mustered.held),
    ));
    if spec.light.0 == 0 && mustered.light_ft > 0 {
        world.entity_mut(entity).insert(Lamp(Length::feet(mustered.light_ft)));
    }
    if mustered.posture == Posture::Prone {
        world.change::<Conditions, _>(id, |all| all.add(condition::PRONE, Lasts::UntilEnded));
    }
    Ok(())
}

/// Makes a level's object.
pub(crate) fn spawn_object(world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
    if let Some(hp) = spec.hp {
        let health = ObjectHealth {
            hp,
            hp_max: hp,
            resist: DamageType::listed(&spec.resist)?,
            vulnerable: DamageType::listed(&spec.vulnerable)?,
            immune: DamageType::listed(&spec.immune)?,
        };
        world.put(id, health);
    }
    if let Some(device) = Device::of(world, spec, "sol")? {
        world.put(id, device);
    }
    Ok(())
}

/// What is so before the first round.
pub(crate) fn prepare(world: &mut World) {
    level_start::on_the_floor(world);
}
