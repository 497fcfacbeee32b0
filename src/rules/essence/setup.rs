//! How Essence gets into a battle: what it keeps, what it makes of a level's creatures and objects.

use bevy::prelude::World;
use serde::Deserialize;

use super::body::{arrivals, clock, controller};
use super::data::bestiary;
use super::data::stats::*;
use super::field::{running, tunnels};
use super::fight::{attack, grapple, harm, shove, spells, strike, volley, waiting};
use super::flow::{turn, turn_start};
use super::motion::{carry, chosen_place, descent, drift, fall, ice, place_choice, unbind};
use super::ruleset::Essence;
use crate::battle::*;
use crate::grid::Length;
use crate::level;
use crate::rules::stock;

/// All systems, stage by stage, in the order they run.
fn systems(engine: &mut Engine) {
    later(engine);
    engine.entering(Stage::Turn, Phase::Awareness, turn::settle_awareness);
    engine.entering(Stage::Turn, Phase::Initiative, turn::roll_initiative);
    engine.entering(Stage::Turn, Phase::TurnStart, turn::start_turn);
    engine.entering(Stage::Turn, Phase::TurnEnd, turn::end_turn);
    engine.in_flight::<shove::Shove>(Stage::Movement, shove::advance);
    engine.in_pieces::<carry::Carried>();
    engine.in_flight::<carry::Carried>(Stage::Movement, carry::advance);
    engine.in_flight::<unbind::Unheld>(Stage::Movement, fall::let_down);
    engine.in_flight::<descent::Fall>(Stage::Movement, fall::drop);
    engine.in_flight::<descent::Fall>(Stage::Damage, fall::strike_ground);
    engine.in_flight::<harm::Wound>(Stage::Damage, harm::wound);
    engine.in_flight::<turn_start::TurnStartEffects>(Stage::Movement, turn_start::carry_in_order);
    engine.in_flight::<turn_start::TurnStartEffects>(Stage::Damage, turn_start::strike_in_order);
}

/// What takes place in a later stage than that in which it is brought about.
fn later(engine: &mut Engine) {
    engine.defers::<Essence>();
    engine.later::<drift::Floating>("essence.floating");
    engine.later::<grapple::TakesHold>("essence.takes_hold");
    engine.later::<chosen_place::Placed>("essence.placed");
    engine.later::<arrivals::Brought>("essence.brought");
    engine.later::<shove::Crash>("essence.crash");
}

/// What a level may say of an object.
#[derive(Deserialize)]
struct Said {
    durability: Option<i32>,
    obscures: Option<Obscures>,
    #[serde(flatten)]
    properties: ObjectProperties,
}

/// ESS-COVER-5: an illusion is nothing but Cover: nobody climbs it, stands on it or is slowed by it.
fn takes_no_room(world: &mut World, illusion: Id) {
    let mut thing = world.the_mut::<Thing>(illusion);
    thing.blocks = false;
    thing.difficult = false;
}

/// Registers what is kept, and the systems.
pub(crate) fn install(engine: &mut Engine) {
    engine.save::<Stats>("essence.stats");
    engine.save::<Vitals>("essence.vitals");
    engine.save::<Gear>("essence.gear");
    engine.save::<TurnUsage>("essence.deeds");
    engine.save::<Stance>("essence.stance");
    engine.save::<Hiding>("essence.hiding");
    engine.save::<Poisons>("essence.poisons");
    engine.save::<ObjectHealth>("essence.sturdy");
    engine.save::<Obscures>("essence.obscures");
    engine.save::<ObjectProperties>("essence.fixture");
    engine.save::<controller::Obeys>("essence.obeys");
    engine.save::<SeenThrough>("essence.seen_through");
    engine.save::<Adrift>("essence.adrift");
    engine.asks::<place_choice::Placing>("essence.placing");
    engine.asks::<grapple::Pinned>("essence.pinned");
    engine.attacks::<strike::Strike>("essence.strike");
    engine.attacks::<spells::Casting>("essence.casting");
    engine.attacks::<volley::Volley>("essence.volley");
    engine.save::<attack::TargetRolls>("essence.landed");
    engine.asks::<shove::Shove>("essence.shove");
    engine.asks::<shove::Torn>("essence.torn");
    engine.save::<carry::Carried>("essence.carried");
    engine.asks::<descent::Fall>("essence.fall");
    engine.save::<unbind::Unheld>("essence.unheld");
    engine.save::<harm::Wound>("essence.wound");
    engine.save::<turn_start::TurnStartEffects>("essence.dawn");
    engine.asks::<turn::Entering>("essence.entering");
    engine.readied::<waiting::Openings>("essence.openings");
    engine.save_resource::<turn::Entered>("essence.entered");
    engine.save_resource::<clock::Clocks>("essence.clocks");
    engine.save_resource::<running::Spells>("essence.spells");
    engine.save_resource::<GroundItems<Item>>("essence.floor");
    engine.save_resource::<ice::Melted>("essence.melted");
    engine.save_resource::<tunnels::Tunnels>("essence.tunnels");
    systems(engine);
}

/// Makes a level's creature.
pub(crate) fn spawn_creature(world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
    let mut mustered = bestiary::spawn_creature(&spec.kind, spec.rules.get("essence"), spec.size)?;
    if let Some(items) = &spec.items {
        let kept = |item: &Item| item.weapon.natural || items.contains(&item.weapon.key);
        mustered.gear.0.retain(kept);
    }
    let (side, tall) = (mustered.edge(), spec.height.unwrap_or(mustered.height));
    world.put(id, Body { side, tall });
    mustered.stance.aloft |= spec.elevation.is_some() && mustered.profile.flight.is_some();
    let poisoned = !mustered.poisons.0.is_empty();
    let entity = world.entity_of(id).expect("a creature should exist");
    world.entity_mut(entity).insert((
        Stats(mustered.profile),
        mustered.vitals,
        mustered.gear,
        TurnUsage::default(),
        mustered.stance,
        mustered.hiding,
        mustered.poisons,
    ));
    if let Some(owner) = mustered.commanded_by.first() {
        world.entity_mut(entity).insert(controller::Obeys {
            whom: owner.clone(),
            round: 0,
            masters: mustered.commanded_by.clone(),
        });
    }
    if spec.light.0 == 0 && mustered.light_ft > 0 {
        world.entity_mut(entity).insert(Lamp(Length::feet(mustered.light_ft)));
    }
    if poisoned {
        world.change::<Conditions, _>(id, |all| all.add(condition::POISONED, Lasts::UntilEnded));
    }
    if mustered.vitals.hp <= 0 {
        world.change::<Conditions, _>(id, |all| all.add(condition::PRONE, Lasts::UntilEnded));
    }
    Ok(())
}

/// Makes a level's object.
pub(crate) fn spawn_object(world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
    let own: Said = stock::said(&spec.rules, "essence")?;
    if let Some(hp) = spec.hp {
        let usual = match spec.material.as_str() {
            "wood" => 3,
            "stone" => 6,
            "metal" => 10,
            _ => 0,
        };
        let health = ObjectHealth {
            hp,
            hp_max: hp,
            durability: own.durability.unwrap_or(usual),
            vulnerable: DamageType::listed(&spec.vulnerable)?,
        };
        world.put(id, health);
    }
    // A whole body's height hides all of one, a child's some of one (the level's own word wins).
    let usual = match spec.height {
        None => Obscures::Total,
        Some(height) if height >= Length::feet(5) => Obscures::Total,
        Some(height) if height.0 * 2 >= Length::feet(5).0 => Obscures::Partial,
        Some(_) => Obscures::None,
    };
    world.put(id, own.obscures.unwrap_or(usual));
    if own.properties.illusory {
        takes_no_room(world, id);
    }
    world.put(id, own.properties);
    Ok(())
}
