//! How Edge gets into a battle: what it keeps, its systems, what it makes of a level's creatures and objects.

use std::sync::Arc;

use bevy::prelude::World;
use serde::Deserialize;

use super::body::concentration::Focus;
use super::body::exhaustion::Exhaustion;
use super::body::lasting::{Lasting, Slots};
use super::body::load;
use super::data::{
    Degree, Dying, Gear, Obstacle, SQUARE, Stats, TurnUsage, Vitality, bestiary, conditions::HIDDEN, task,
    traumas::Traumas,
};
use super::fight;
use super::flow::turn;
use super::people::gm;
use super::ruleset::Edge;
use crate::battle::*;
use crate::grid::Length;
use crate::level;
use crate::rule;
use crate::rules::stock;

/// What a level may say of an object.
#[derive(Deserialize)]
struct Said {
    cover: Option<Degree>,
    #[serde(flatten)]
    task: task::Written,
}

/// Registers what is kept, and the systems.
pub(crate) fn install(engine: &mut Engine) {
    engine.save::<Stats>("edge.stats");
    engine.save::<Vitality>("edge.vitality");
    engine.save::<TurnUsage>("edge.turn");
    engine.save::<Dying>("edge.dying");
    engine.save::<Gear>("edge.gear");
    engine.save::<Obstacle>("edge.obstacle");
    engine.save::<task::Task>("edge.task");
    engine.save::<Traumas>("edge.traumas");
    engine.save::<Exhaustion>("edge.exhaustion");
    engine.save::<Lasting>("edge.lasting");
    engine.save::<Focus>("edge.focus");
    engine.save_resource::<Slots>("edge.slots");
    engine.save::<HiddenFrom>("edge.hidden_from");
    engine.later::<gm::Demanded>("edge.demanded");
    engine.later::<gm::Traumatised>("edge.traumatised");
    engine.later::<gm::Swaying>("edge.swaying");
    engine.defers::<Edge>();
    turn::plugin(engine);
    fight::plugin(engine);
}

/// Makes a level's creature.
pub(crate) fn spawn_creature(world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
    let mut profile = bestiary::spawn_creature(&spec.kind, spec.size, spec.rules.get("edge"))?;
    if let Some(items) = &spec.items {
        profile.attacks.retain(|with| items.contains(&with.key));
        profile.armour.retain(|piece| items.contains(&piece.key));
    }
    let (side, tall) = (profile.size.edge(), spec.height.unwrap_or(profile.size.tall()));
    world.put(id, Body { side, tall });
    let vitality = Vitality(profile.vp.map_or(profile.vp_max, |now| now.min(profile.vp_max)));
    let entity = world.entity_of(id).expect("a creature should exist");
    let gear = Gear { kit: profile.kit_uses, ..Gear::default() };
    let own = (vitality, TurnUsage::default(), Dying::default(), gear, Lasting::default(), Traumas::default());
    let parts = (Stats(Arc::new(profile)), own);
    world.entity_mut(entity).insert(parts);
    Ok(())
}

/// EDG-COV-10, R11: what a level does not tag hides by its height.
pub(crate) fn spawn_object(world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
    let usual = match spec.height {
        None => Degree::Total,
        Some(height) if height >= Length(SQUARE * Length::METRE.0 / 2 * 3 / 4) => Degree::High,
        Some(height) if height >= Length::centimetres(75) => Degree::Moderate,
        Some(height) if height >= Length::centimetres(50) => Degree::Light,
        Some(_) => Degree::None,
    };
    let own: Said = stock::said(&spec.rules, "edge")?;
    if let Some(task) = own.task.task()? {
        world.put(id, task);
    }
    let degree = own.cover.unwrap_or(usual);
    let full = degree == Degree::Total;
    world.put(id, Obstacle { full, degree });
    Ok(())
}

/// What is so before the first round.
pub(crate) fn prepare(world: &mut World) {
    level_start::on_the_floor(world);
    for id in on_map(world).collect::<Vec<_>>() {
        load::weigh(world, id);
    }
    hiding::hide_at_start(world, "edge", HIDDEN, &rule!("EDG-HIDE-4"));
}
