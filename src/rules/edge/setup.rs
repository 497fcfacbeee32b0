//! How Edge gets into a battle: what it keeps, its systems, what it makes of a level's creatures and objects.

use std::sync::Arc;

use bevy::prelude::World;
use serde::Deserialize;

use super::body::concentration::Focus;
use super::body::exhaustion::{self, Exhaustion};
use super::body::lasting::{Lasting, Slots};
use super::body::{breath, gravity, hands, life, load, radiation, trauma};
use super::data::gravity::{Adrift, HeavyDays, Weight};
use super::data::{
    Attack, DamageType, Degree, Dying, Faulty, Gear, Mass, Obstacle, Profile, Rads, Rider, Size, Slipped, SpecialUse,
    Stats, Stealth, Structure, TurnUsage, Vitality, bestiary,
    conditions::BLEEDING,
    secrets,
    start::{Clock, Psi, Start},
    task,
    traps::SprungTraps,
    traumas::Traumas,
};
use super::fight::{self, collision::Burden};
use super::flow::turn;
use super::motion::{drift, fall, ground, hold, jump, pace, room};
use super::people::gm;
use super::ruleset::Edge;
use crate::battle::*;
use crate::level;
use crate::rule;
use crate::rules::stock;

/// What a level may say of an object.
#[derive(Deserialize)]
struct Said {
    cover: Option<Degree>,
    #[serde(flatten)]
    task: task::Written,
    /// EDG-TURN-5: whether to use it always takes an action.
    #[serde(rename = "use")]
    usage: Option<String>,
    /// EDG-OBJ-2: its Armour Value.
    av: Option<i32>,
    falls: Option<Size>,
    save: Option<i32>,
    as_fall_m: Option<i32>,
    #[serde(default)]
    thin: bool,
    /// EDG-LOAD-2: how much it weighs.
    kg: Option<i32>,
}

/// Registers what is kept, and the systems.
pub(crate) fn install(engine: &mut Engine) {
    engine.save::<Stats>("edge.stats");
    engine.save::<Vitality>("edge.vitality");
    engine.save::<TurnUsage>("edge.turn");
    engine.save::<Dying>("edge.dying");
    engine.save::<Gear>("edge.gear");
    engine.save::<hands::InHand>("edge.in_hand");
    engine.save_resource::<GroundItems<Attack>>("edge.ground_items");
    engine.save_resource::<Slipped>("edge.slipped");
    engine.save::<Rider>("edge.rider");
    engine.save::<Device>("edge.device");
    engine.save_resource::<SprungTraps>("edge.sprung_traps");
    engine.save::<SpecialUse>("edge.special_use");
    engine.save::<Faulty>("edge.faulty");
    engine.save::<Structure>("edge.structure");
    engine.save::<Obstacle>("edge.obstacle");
    engine.save::<task::Task>("edge.task");
    engine.save::<Traumas>("edge.traumas");
    engine.later::<life::Collapsing>("edge.collapsing");
    engine.save::<Exhaustion>("edge.exhaustion");
    engine.save::<Clock>("edge.clock");
    engine.save::<Psi>("edge.psi");
    engine.save::<Lasting>("edge.lasting");
    engine.save::<Focus>("edge.focus");
    engine.save_resource::<Slots>("edge.slots");
    engine.save::<HiddenFrom>("edge.hidden_from");
    engine.later::<Demanded>("edge.demanded");
    engine.later::<gm::Traumatised>("edge.traumatised");
    engine.later::<gm::Swaying>("edge.swaying");
    engine.later::<gm::Noticing>("edge.noticing");
    engine.save_resource::<secrets::Found>("edge.secrets");
    engine.save::<Stealth>("edge.stealth");
    engine.defers::<Edge>();
    engine.save::<Burden>("edge.burden");
    engine.save::<FlightBound>("edge.bound");
    engine.later::<Levels<Edge>>("edge.levels");
    engine.later::<fall::Falling>("edge.falling");
    engine.later::<fall::Impact>("edge.impact");
    engine.later::<fall::Landed>("edge.landed");
    engine.later::<pace::Pace>("edge.pace");
    engine.save::<jump::Leaping>("edge.leaping");
    engine.in_flight::<jump::Leaping>(Stage::Movement, jump::leap_on);
    engine.in_pieces::<jump::Leaping>();
    engine.save::<Weight>("edge.weight");
    engine.save::<HeavyDays>("edge.heavy_days");
    engine.save::<Adrift>("edge.adrift");
    engine.save::<drift::Floating>("edge.floating");
    engine.in_flight::<drift::Floating>(Stage::Movement, drift::float_on);
    engine.in_pieces::<drift::Floating>();
    engine.later::<drift::Stopped>("edge.drift_stopped");
    engine.asks::<room::Settling>("edge.settling");
    engine.later::<room::MakingRoom>("edge.making_room");
    breath::plugin(engine);
    radiation::plugin(engine);
    turn::plugin(engine);
    fight::plugin(engine);
    engine.then(Stage::Consequences, hold::test);
}

/// Makes a level's creature; where it starts is the level's (EDG-ROUND-3).
pub(crate) fn spawn_creature(world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
    let mut profile = bestiary::spawn_creature(&spec.kind, spec.size, spec.rules.get("edge"))?;
    if let Some(items) = &spec.items {
        profile.attacks.retain(|with| items.contains(&with.key));
        profile.armour.retain(|piece| items.contains(&piece.key));
    }
    bestiary::with_fists(&mut profile);
    let (side, tall) = (profile.size.edge(), spec.height.unwrap_or(profile.size.tall()));
    world.put(id, Body { side, tall });
    let vitality = Vitality(profile.vp.map_or(profile.vp_max, |now| now.min(profile.vp_max)));
    let entity = world.entity_of(id).expect("a creature should exist");
    let gear = Gear { kit: profile.kit_uses, used: spent(&profile), ..Gear::default() };
    let psi = profile.psi;
    let held = hands::at_start(&profile);
    let days_borne = profile.heavy_days;
    let fresh = (TurnUsage::default(), Dying::default(), Lasting::default(), Traumas::default(), Stealth::default());
    world.entity_mut(entity).insert((Stats(Arc::new(profile)), vitality, gear, held, fresh));
    if days_borne > 0 {
        world.put(id, HeavyDays(days_borne));
    }
    let start = Start::of(spec.rules.get("edge"))?;
    if start.exhaustion.max(start.exhaustion_locked) > 0 {
        world.put(id, Exhaustion { levels: start.exhaustion, locked: start.exhaustion_locked });
    }
    if start.clock() != Clock::default() {
        world.put(id, start.clock());
    }
    if psi > 0 {
        world.put(id, Psi(start.psi_left.unwrap_or(psi).min(psi)));
    }
    if start.rads > 0 {
        world.put(id, Rads { amount: start.rads, turns: 0 });
    }
    trauma::bring(world, id, &start.traumas);
    Ok(())
}

/// EDG-REST-6: what is spent of its uses already.
fn spent(profile: &Profile) -> Vec<Text> {
    let times = |with: &Attack| usize::try_from(with.spent).unwrap_or(0);
    profile.attacks.iter().flat_map(|with| std::iter::repeat_n(with.key.clone().into(), times(with))).collect()
}

/// EDG-COV-10, R11: what a level does not tag hides by its height.
pub(crate) fn spawn_object(world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
    let usual = spec.height.map_or(Degree::Total, Degree::by_height);
    let own: Said = stock::said(&spec.rules, "edge")?;
    if let Some(task) = own.task.task()? {
        world.put(id, task);
    }
    let degree = own.cover.unwrap_or(usual);
    let full = degree == Degree::Total;
    world.put(id, Obstacle { full, degree, thin: own.thin });
    if let Some(device) = Device::of(world, spec, "edge")? {
        world.put(id, device);
    }
    if let Some(kilograms) = own.kg {
        world.put(id, Mass(kilograms));
    }
    if own.usage.is_some() {
        world.put(id, SpecialUse);
    }
    if let Some(points) = spec.hp {
        let types = |words: &[String]| words.iter().filter_map(|word| DamageType::known(word)).collect();
        let (resistances, vulnerabilities) = (types(&spec.resist), types(&spec.vulnerable));
        let av = own.av.unwrap_or(0);
        world.put(id, Structure { now: points, max: points, av, resistances, vulnerabilities });
    }
    if let Some(size) = own.falls {
        world.put(id, Burden { size, save: own.save, as_fall_m: own.as_fall_m });
    }
    Ok(())
}

/// EDG-CARD-3, EDG-CAMP-1: the cards that a level puts into hands, with the creatures for which it says so.
fn hands_at_start(world: &World) -> Vec<(Id, String)> {
    let (level, names) = (&world.resource::<LevelRes>().0, world.resource::<Names>());
    let hand = |spec: &level::Creature| {
        let own = spec.rules.get("edge").and_then(|own| own.get(bestiary::HAND)).and_then(toml::Value::as_array);
        let keys = own.into_iter().flatten().filter_map(|key| key.as_str().map(str::to_owned));
        let id = names.find(&spec.name).filter(|&id| is_on_map(world, id));
        id.map_or_else(Vec::new, |id| keys.map(|key| (id, key)).collect())
    };
    level.creatures.iter().flat_map(hand).collect()
}

/// EDG-ATK-14: each creature of a level that rides, with its mount.
fn riders(world: &World) -> Vec<(Id, Id)> {
    let (level, names) = (&world.resource::<LevelRes>().0, world.resource::<Names>());
    let pair = |spec: &level::Creature| {
        let mount = spec.rules.get("edge")?.get(bestiary::MOUNTED)?.as_str()?;
        let (rider, mount) = (names.find(&spec.name)?, names.find(mount)?);
        (rider != mount && is_on_map(world, rider) && is_on_map(world, mount)).then_some((rider, mount))
    };
    level.creatures.iter().filter_map(pair).collect()
}

/// What is so before the first round.
pub(crate) fn prepare(world: &mut World) {
    for (id, key) in hands_at_start(world) {
        let side = side_of(world, id);
        fight::draw::take(world, side, &key);
    }
    for (rider, mount) in riders(world) {
        world.put(rider, Rider(mount));
        let place = *world.the::<Position>(mount);
        move_with_attached(world, rider, place, MoveKind::Placed);
    }
    for id in on_map(world).collect::<Vec<_>>() {
        // EDG-FLY-3: only flyers start above the floor.
        let Placement { space, height, .. } = stand(world, id);
        let height = ground::height_in(world, id, space, height);
        lift_to(world, id, height);
        load::weigh(world, id);
    }
    gravity::settle_all(world);
    gravity::sicken_at_start(world);
    for id in creatures(world) {
        if let Some(now) = world.part::<Exhaustion>(id).copied() {
            world.put(id, Exhaustion::default());
            exhaustion::set(world, id, now, [rule!("EDG-CAMP-1")]);
        }
        if let Some(Rads { amount, .. }) = world.part::<Rads>(id).copied() {
            world.put(id, Rads::default());
            radiation::set(world, id, amount, vec![rule!("EDG-CAMP-1")], None);
        }
        brought(world, id);
    }
}

/// EDG-CAMP-1: traumas and bleeding go on; one without vitality points lies stable.
fn brought(world: &mut World, id: Id) {
    let name = world.resource::<Names>().name(id).to_owned();
    let level = world.resource::<LevelRes>().0.clone();
    let spec = level.creatures.iter().find(|one| one.name == name);
    let Some(start) = spec.and_then(|spec| Start::of(spec.rules.get("edge")).ok()) else { return };
    trauma::tell_brought(world, id, &start.traumas);
    if start.bleeding {
        gain(world, id, BLEEDING, Lasts::UntilEnded, [rule!("EDG-CAMP-1")]);
    }
    if world.the::<Vitality>(id).0 <= 0 {
        life::lies_stable(world, id, rule!("EDG-CAMP-1"));
    }
}
