//! How Momentum gets into a battle: what it keeps, its systems, what it makes of a level's creatures and objects.

use std::sync::Arc;

use bevy::prelude::World;

use super::body::{hands, life};
use super::data::{
    Clocks, Drama, Durability, HeldActions, Leaning, Points, Scorched, Shell, Shown, Stats, Temporary, Timing,
    Vitality, bestiary,
};
use super::motion::{fall, ground, room};
use super::people::gm;
use super::ruleset::Momentum;
use super::{actions, fight, flow};
use crate::battle::*;
use crate::level;

/// Registers what is kept, and the systems.
pub(crate) fn install(engine: &mut Engine) {
    engine.save::<Stats>("momentum.stats");
    engine.save::<Vitality>("momentum.vitality");
    engine.save::<Points>("momentum.points");
    engine.save::<Drama>("momentum.drama");
    engine.save::<Scorched>("momentum.scorched");
    engine.save::<Timing>("momentum.timing");
    engine.save::<HeldActions>("momentum.held_actions");
    engine.save::<Durability>("momentum.durability");
    engine.save::<Shell>("momentum.shell");
    engine.save::<Device>("momentum.device");
    engine.save::<Clocks>("momentum.clocks");
    engine.save::<Temporary>("momentum.temporary");
    engine.save::<Shown>("momentum.shown");
    engine.save::<Leaning>("momentum.leaning");
    engine.save::<hands::InHand>("momentum.in_hand");
    engine.save_resource::<GroundItems<hands::Item>>("momentum.ground_items");
    engine.defers::<Momentum>();
    engine.save::<HiddenFrom>("momentum.hidden_from");
    engine.later::<life::Bleeds>("momentum.bleeds");
    engine.later::<room::Settling>("momentum.settling");
    engine.later::<fall::Falling>("momentum.falling");
    engine.later::<Levels<Momentum>>("momentum.levels");
    engine.save::<room::Foothold>("momentum.foothold");
    engine.save::<FlightBound>("momentum.bound");
    engine.later::<gm::Demanded>("momentum.demanded");
    engine.entering(Stage::Turn, Phase::Awareness, flow::surprise::begin);
    flow::turn::plugin(engine);
    fight::plugin(engine);
    engine.then(Stage::Consequences, fall::test_flyers);
}

/// Makes a level's creature.
pub(crate) fn spawn_creature(world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
    let mut profile = bestiary::spawn_creature(&spec.kind, spec.size, spec.rules.get("momentum"))?;
    if let Some(items) = &spec.items {
        profile.attacks.retain(|with| items.contains(&with.key));
        profile.worn.retain(|piece| items.contains(&piece.key));
        profile.carries.retain(|item| items.contains(&item.key));
    }
    let (side, tall) = (profile.size.edge(), spec.height.unwrap_or(profile.size.tall()));
    world.put(id, Body { side, tall });
    let vitality = profile.vitality.unwrap_or(profile.vitality_max).min(profile.vitality_max);
    let points = Points { wp: profile.wp_max, ..Points::default() };
    let entity = world.entity_of(id).expect("a creature should exist");
    let held = hands::at_start(&profile);
    let temporary = Temporary(profile.temp_vitality);
    let drama = Drama { nm: profile.nm, ..Drama::default() };
    let own =
        (Timing::default(), drama, HeldActions::default(), held, temporary, Clocks::default(), Leaning::default());
    world.entity_mut(entity).insert((Stats(Arc::new(profile)), Vitality(vitality), points, own));
    Ok(())
}

/// Makes a level's object.
pub(crate) fn spawn_object(world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
    let mut said = spec.rules.get("momentum").cloned().unwrap_or_default();
    said.remove("event");
    let shell: Shell = said.try_into().map_err(|why: toml::de::Error| why.message().to_owned())?;
    if let Some(max) = spec.hp {
        world.put(id, Durability { now: max, max });
        world.put(id, Clocks::default());
    }
    if spec.hp.is_some() || shell != Shell::default() {
        world.put(id, shell);
    }
    if let Some(device) = Device::of(world, spec, "momentum")? {
        world.put(id, device);
    }
    Ok(())
}

/// What is so before the first round.
pub(crate) fn prepare(world: &mut World) {
    // MOM-TERR-12: only flyers start above the floor.
    for id in on_map(world).collect::<Vec<_>>() {
        let Placement { space, height, .. } = stand(world, id);
        let height = ground::height_in(world, id, space, height);
        lift_to(world, id, height);
    }
    fight::prepared::read(world);
    actions::wish_for_unions(world);
}
