//! How Vigor gets into a battle: what it keeps, its systems, what it makes of a level's creatures and objects.

use std::sync::Arc;

use bevy::prelude::World;
use serde::Deserialize;

use super::body::creature;
use super::data::{
    self, Barrier, Facing, Fixture, Heading, Held, Hiding, Pack, Quality, Size, Skill, Stats, Tracks, TurnUsage, Worn,
    bestiary, conditions,
};
use super::field::air;
use super::{actions, fight, flow, people};
use crate::battle::*;
use crate::grid::Length;
use crate::level;
use crate::rule;
use crate::rules::stock;

/// What a level may say of an object.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Said {
    barrier: Option<Barrier>,
    ar: i32,
    durability_rank: Option<Quality>,
    sturdy: Option<bool>,
    vs: Option<i32>,
    skill: Option<Skill>,
    size: Option<Size>,
    flammable: bool,
    stops_radiation: bool,
    corrodible: bool,
}

/// Registers what is kept, and the systems.
pub(crate) fn install(engine: &mut Engine) {
    engine.save::<Stats>("vigor.stats");
    engine.save::<Tracks>("vigor.tracks");
    engine.save::<Worn>("vigor.worn");
    engine.save::<TurnUsage>("vigor.deeds");
    engine.save::<Fixture>("vigor.fixture");
    engine.save::<Facing>("vigor.facing");
    engine.save::<Hiding>("vigor.hiding");
    engine.save::<Held>("vigor.held");
    engine.save::<Pack>("vigor.pack");
    engine.save_resource::<air::Air>("vigor.air");
    flow::turn::plugin(engine);
    fight::plugin(engine);
    actions::plugin(engine);
}

/// Makes a level's creature.
pub(crate) fn spawn_creature(world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
    let profile = bestiary::spawn_creature(&spec.kind, spec.size, spec.rules.get("vigor"))?;
    let profile = profile.with_only(spec.items.as_deref());
    let (side, tall) = (profile.edge(), Length::feet(profile.height_ft));
    let tall = spec.height.unwrap_or(tall);
    world.put(id, Body { side, tall });
    let at_start = |now: Option<i32>, most: i32| now.map_or(most, |now| now.min(most));
    let tracks = Tracks {
        vigor: at_start(profile.vigor, profile.vigor_max()),
        durability: at_start(profile.durability, profile.durability_max()),
        health: at_start(profile.health, profile.health_max()),
        mana: at_start(profile.mana, profile.mana_max()),
    };
    let (x, y) = profile.facing.unwrap_or(Heading::E).delta();
    let pack = Pack { spent: vec![false; profile.carries.len()], held: profile.held_at_start()?, ..Pack::default() };
    let worn = Worn(profile.worn.iter().map(|piece| piece.durability).collect());
    let entity = world.entity_of(id).expect("a creature should exist");
    world.entity_mut(entity).insert((Stats(Arc::new(profile)), tracks, worn, TurnUsage::default())).insert((
        Facing(x, y),
        Hiding::default(),
        Held::default(),
        pack,
    ));
    Ok(())
}

/// Makes a level's object.
pub(crate) fn spawn_object(world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
    let own: Said = stock::said(&spec.rules, "vigor")?;
    let usual = match spec.height {
        // VIG-ACT-25: shut, it is solid.
        _ if spec.door.is_some() => Barrier::Solid,
        // What a person can step over or crouch behind is low.
        _ if spec.material == "plant" && !spec.blocks => Barrier::Foliage,
        None => Barrier::Tall,
        Some(height) if height >= Length::feet(data::SQUARE) => Barrier::Tall,
        Some(height) if height >= Length::feet(2) => Barrier::Low,
        Some(_) => Barrier::Nothing,
    };
    let fixture = Fixture {
        barrier: own.barrier.unwrap_or(usual),
        durability: spec.hp.map(|most| (most, most)),
        ar: own.ar,
        rank: own.durability_rank,
        sturdy: own.sturdy.unwrap_or(true),
        check: own.vs.map(|vs| (own.skill, vs)),
        size: own.size.unwrap_or(Size::Medium),
        flammable: own.flammable,
        stops_radiation: own.stops_radiation,
        corrodible: own.corrodible,
        brittle: false,
    };
    world.put(id, fixture);
    Ok(())
}

/// What is so before the first round.
pub(crate) fn prepare(world: &mut World) {
    level_start::on_the_floor(world);
    for id in creatures(world) {
        people::gm::settle(world, id);
        if creature::profile(world, id).prone {
            creature::gain(world, id, conditions::PRONE, Lasts::UntilEnded, rule!("VIG-PRONE-1"));
        }
    }
}
