//! The level's events: what sets them off, and what they do.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub use super::befall::push;
use super::{Event, *};
use crate::dice::Dice;
use crate::grid::{Length, Square};
use crate::level::{Affected, Door, Effect, Span, Trigger};

/// An event of the level being resolved, effect by effect.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Happening {
    /// Its place in the level's list.
    pub event: usize,
    /// The effect that comes next.
    pub next: usize,
}

/// Events that are due, the next one last: the second begins when the first has been resolved completely.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Due(Vec<usize>);

/// Ids of events that happen once and have happened.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Happened(pub std::collections::BTreeSet<usize>);

/// The side that an event lets win.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Awarded(pub Option<SideId>);

pub(super) fn plugin(engine: &mut Engine) {
    engine.entering(Stage::Environment, Phase::Environment, end_of_round_events);
    engine.later::<Tread>("tread");
    engine.in_pieces::<Due>();
    engine.in_flight::<Due>(Stage::Environment, begin_next);
    engine.in_flight::<Happening>(Stage::Environment, go_through_effects);
}

fn end_of_round_events(world: &mut World) {
    trigger_round(world, false);
    goals::count_holding(world);
}

/// Launches the events of this round's start or end, so that the first of the list comes first.
pub(super) fn trigger_round(world: &mut World, start: bool) {
    let level = world.resource::<LevelRes>().0.clone();
    let round = world.resource::<Flow>().round;
    let due: Vec<usize> = level
        .events
        .iter()
        .enumerate()
        .filter(|(_, event)| matches!(event.when, Trigger::RoundStart { .. }) == start && event.when.due_in(round))
        .map(|(index, _)| index)
        .collect();
    launch_all(world, &due);
}

fn launch_all(world: &mut World, due: &[usize]) {
    if !due.is_empty() {
        launch(world, Due(due.iter().rev().copied().collect()));
    }
}

/// Lets the next of those that are due happen.
fn begin_next(world: &mut World) {
    let Some((flight, due)) = topmost::<Due>(world) else {
        return;
    };
    match due.0.last().copied() {
        Some(event) => {
            world.the_mut::<Due>(flight).0.pop();
            fire(world, event);
        }
        None => land(world),
    }
}

/// Lets an event happen now.
pub fn fire(world: &mut World, event: usize) {
    launch(world, Happening { event, next: 0 });
}

/// Ground that harms somebody who has come onto it or stays there: each kind of ground, with its squares.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tread {
    creature: Id,
    ground: Vec<(usize, Vec<Square>)>,
}

/// Harm of the ground to a creature that stands on it: from every kind of ground once, squares in `spared` not counted. Whoever is
/// carried does not stand on it; whoever stands there no more when its turn in the stack comes is not harmed.
pub fn tread(world: &mut World, creature: Id, spared: Option<crate::grid::Footprint>) {
    let ids = world.resource::<Ids>();
    let Some(Stand { space, height, .. }) = ids.stand(creature).filter(|_| ids.is_present(creature)) else {
        return;
    };
    let once = !world.resource::<Rules>().0.treads().on_each_square;
    let map = world.resource::<Map>();
    let mut ground: Vec<(usize, Vec<Square>)> = Vec::new();
    for square in space.squares() {
        let (Some(cell), Some(terrain)) = (map.cell(square), map.terrain(square)) else {
            continue;
        };
        if terrain.harm.is_none() || height > map.ground(square) || spared.is_some_and(|spared| spared.contains(square))
        {
            continue;
        }
        let kind = usize::from(cell.terrain);
        // Where each kind of ground harms but once, who comes from it has had its harm.
        let from_the_same = |spared: crate::grid::Footprint| {
            let of = |square| map.cell(square).map(|cell| usize::from(cell.terrain));
            spared.squares().any(|square| of(square) == Some(kind))
        };
        if once && spared.is_some_and(from_the_same) {
            continue;
        }
        match ground.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, squares)) => squares.push(square),
            None => ground.push((kind, vec![square])),
        }
    }
    let carried = |world: &World| world.resource::<Rules>().0.carrier(world, creature).is_some();
    if !ground.is_empty() && !carried(world) {
        launch(world, Tread { creature, ground });
    }
}

/// Whether a creature still stands on one of some squares.
fn stands_on(world: &World, creature: Id, squares: &[Square]) -> bool {
    let ids = world.resource::<Ids>();
    let map = world.resource::<Map>();
    let stand = ids.stand(creature).filter(|_| ids.is_present(creature));
    stand.is_some_and(|stand| {
        let on = |&at: &Square| stand.space.contains(at) && stand.height <= map.ground(at);
        squares.iter().any(on)
    })
}

impl Later for Tread {
    const STAGE: Stage = Stage::Environment;

    fn happen(self, world: &mut World) {
        for (kind, squares) in self.ground {
            if !stands_on(world, self.creature, &squares) {
                continue;
            }
            let terrain = world.resource::<Map>().terrains().get(kind);
            let Some(damage) = terrain.and_then(|terrain| terrain.harm.clone()) else {
                continue;
            };
            let look = look_of(world, &damage, false);
            world.tell(Event::new(What::Hazard {
                at: None,
                squares,
                look,
            }));
            hurt_all(world, &[self.creature], &damage.dice, &damage.kind, None, true);
        }
    }
}

/// Sets off events that wait for this creature in a zone.
pub fn entered(world: &mut World, creature: Id) {
    let level = world.resource::<LevelRes>().0.clone();
    if !level
        .events
        .iter()
        .any(|event| matches!(event.when, Trigger::Enters { .. }))
    {
        return;
    }
    let space = space(world, creature);
    let side = side_of(world, creature);
    let mut due = Vec::new();
    for (index, event) in level.events.iter().enumerate() {
        let Trigger::Enters { zone, side: of, once } = &event.when else {
            continue;
        };
        let inside = level
            .zones
            .get(zone)
            .is_some_and(|squares| squares.iter().any(|&square| space.contains(square)));
        let meant = of.as_ref().is_none_or(|of| level.sides[side.0 as usize].id == *of);
        if inside && meant && (!*once || world.resource_mut::<Happened>().0.insert(index)) {
            due.push(index);
        }
    }
    launch_all(world, &due);
}

/// Sets off events that wait for the fall of a creature or the end of an object.
pub fn fallen(world: &mut World, who: Id) {
    let level = world.resource::<LevelRes>().0.clone();
    let name = world.resource::<Names>().name(who).to_string();
    let due: Vec<usize> = level
        .events
        .iter()
        .enumerate()
        .filter(|(_, event)| match &event.when {
            Trigger::Down { creature } => *creature == name,
            Trigger::Destroyed { object } => *object == name,
            _ => false,
        })
        .map(|(index, _)| index)
        .filter(|&index| world.resource_mut::<Happened>().0.insert(index))
        .collect();
    launch_all(world, &due);
}

/// Brings in the creatures that are due this round.
pub(super) fn arrive(world: &mut World, round: u32) {
    let due: Vec<Id> = creatures(world)
        .into_iter()
        .filter(|&id| world.part::<Arrives>(id).is_some_and(|arrives| arrives.round <= round))
        .collect();
    for id in due {
        bring_in(world, id);
    }
}

/// Puts a waiting creature on the map, on the free place nearest to its own, and into the order.
///
/// Whoever hides, hides from those who are there: the newcomer's side knows of everybody as soon as it is. So that it keeps clear of
/// them all tells its side nothing.
pub fn bring_in(world: &mut World, id: Id) {
    let wanted = world.the::<Position>(id).at;
    let side = world.the::<Body>(id).side;
    let Some(at) = free_place(world, id, wanted, side) else {
        return;
    };
    let height = floor_of(world, crate::grid::Footprint { at, side });
    world.put(id, Position { at, height });
    let entity = world.entity_of(id).expect("a creature should exist");
    world.entity_mut(entity).remove::<Arrives>().insert(OnMap);
    let event = Event::new(What::Arrives { at })
        .target(id)
        .citing(world, SharedFact::Arrives);
    world.tell(event);
    let ruleset = world.resource::<Rules>().0;
    ruleset.arrive(world, id);
}

/// The free place for a space of this edge nearest to a square, in reading order among the equally near.
pub fn free_place(world: &World, who: Id, wanted: Square, side: u8) -> Option<Square> {
    free_places(world, who, wanted, side).first().copied()
}

/// The free places for a space of this edge that are nearest to a square, equally near all of them, in reading order.
pub fn free_places(world: &World, who: Id, wanted: Square, side: u8) -> Vec<Square> {
    nearest_places(world, who, wanted, side, None, |_| true)
}

/// As [`free_places`], as far as its side knows: somebody of whom it does not know may stand there. Who flies stays as high as it is.
pub fn free_places_known(world: &World, who: Id, wanted: Square, side: u8, aloft: Option<Length>) -> Vec<Square> {
    let of = side_of(world, who);
    nearest_places(world, who, wanted, side, aloft, |id| knows(world, of, id))
}

fn nearest_places(
    world: &World,
    who: Id,
    wanted: Square,
    side: u8,
    aloft: Option<Length>,
    counts: impl Fn(Id) -> bool,
) -> Vec<Square> {
    let map = world.resource::<Map>();
    let ruleset = world.resource::<Rules>().0;
    let along = company(world, who, Going::Carried);
    let taken: Vec<Place> = on_map(world)
        .filter(|&id| id != who && !along.iter().any(|(known, _)| *known == id) && counts(id))
        .map(|id| Place::of(world, id))
        .collect();
    let stands = |space: crate::grid::Footprint| {
        let floor = floor_of(world, space);
        aloft.map_or(floor, |aloft| floor.max(aloft))
    };
    let fits = |at: Square| {
        let space = crate::grid::Footprint { at, side };
        if divided(world, space) {
            return false;
        }
        let open = space.squares().all(|square| {
            map.contains(square)
                && !map.solid(square)
                && !thing_at(world, square).is_some_and(|id| world.the::<Thing>(id).blocks)
                && !closed_door_at(world, square)
        });
        if !open || !taken.iter().any(|other| other.space.overlaps(space)) {
            return open;
        }
        let height = stands(space);
        !taken
            .iter()
            .any(|&other| ruleset.collide(Place { space, height }, other))
    };
    let (width, height) = map.size();
    let mut places: Vec<Square> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .map(|(x, y)| {
            Square::new(
                i16::try_from(x).expect("maps should be small"),
                i16::try_from(y).expect("maps should be small"),
            )
        })
        .filter(|&at| fits(at))
        .collect();
    let place = |at: Square, height: Length| Place {
        space: crate::grid::Footprint::single(at),
        height,
    };
    let from = place(wanted, world.the::<Position>(who).height);
    // Where heights make several equally far, those that are nearer on the ground come first.
    let far = |at: Square| {
        let height = stands(crate::grid::Footprint { at, side });
        (ruleset.apart(place(at, height), from), at.steps_to(wanted))
    };
    let nearest = places.iter().map(|&at| far(at)).min();
    places.retain(|&at| Some(far(at)) == nearest);
    places
}

/// Does the next effect of the topmost event; an effect that launches harm waits for it.
fn go_through_effects(world: &mut World) {
    let level = world.resource::<LevelRes>().0.clone();
    loop {
        let Some((flight, happening)) = topmost::<Happening>(world) else {
            return;
        };
        let Happening { event: index, next } = *happening;
        let event = &level.events[index];
        if next == 0 {
            let text = if event.text.is_empty() {
                event.id.clone()
            } else {
                event.text.clone()
            };
            let says = What::Says {
                text: text.into(),
                portent: event.do_.is_empty(),
            };
            let told = Event::new(says).citing(world, SharedFact::EventFires);
            world.tell(told);
        }
        let Some(effect) = event.do_.get(next) else {
            land(world);
            continue;
        };
        world.the_mut::<Happening>(flight).next += 1;
        apply(world, effect);
        if world.resource::<Flights>().top() != Some(flight) {
            return;
        }
    }
}

/// Brings one effect about.
pub fn apply(world: &mut World, effect: &Effect) {
    let ruleset = world.resource::<Rules>().0;
    match effect {
        Effect::Burst {
            at,
            radius,
            damage,
            ignores_cover,
            gas,
        } => {
            let reach = far(world, *radius);
            let spot = Place::at(world, *at);
            let hit = in_order(world, |_, stand| {
                let place = Place {
                    space: stand.space,
                    height: stand.height,
                };
                ruleset.apart(place, spot) <= reach
            });
            let squares = squares_within(world, *at, reach);
            let look = look_of(world, damage, *gas);
            let at = Some(*at);
            world.tell(Event::new(What::Hazard { at, squares, look }));
            hurt_all(world, &hit, &damage.dice, &damage.kind, at, *ignores_cover || *gas);
        }
        Effect::Harm { squares, damage } => {
            let hit = in_order(world, within(squares));
            let look = look_of(world, damage, false);
            world.tell(Event::new(What::Hazard {
                at: None,
                squares: squares.clone(),
                look,
            }));
            hurt_all(world, &hit, &damage.dice, &damage.kind, None, true);
        }
        Effect::Terrain {
            squares,
            becomes,
            crush,
        } => {
            // It comes down on whoever stands there before they make room or fall.
            let hit = in_order(world, within(squares));
            change_terrain(world, squares, becomes);
            if let Some(damage) = crush {
                let look = look_of(world, damage, false).sounding(Some(Voice::Collapse));
                let told = Event::new(What::Hazard {
                    at: None,
                    squares: squares.clone(),
                    look,
                });
                let told = told.citing(world, SharedFact::GroundFalls);
                world.tell(told);
                hurt_all(world, &hit, &damage.dice, &damage.kind, None, true);
            }
        }
        Effect::Light { squares, becomes } => change_light(world, squares.as_deref(), *becomes),
        Effect::Fog { squares, becomes } => {
            for at in squares.clone().unwrap_or_else(|| all_squares(world)) {
                world.resource_mut::<Map>().change(at, |cell| cell.fog = *becomes);
            }
        }
        Effect::Message { text } => world.tell(Event::new(What::Says {
            text: text.clone().into(),
            portent: false,
        })),
        Effect::Spawn { creatures } => {
            for spec in creatures {
                if world.resource::<Names>().find(&spec.name).is_some() {
                    continue;
                }
                match spawn::creature(world, spec) {
                    Ok(id) => bring_in(world, id),
                    Err(message) => world.tell(Event::new(What::Note { text: message.into() })),
                }
            }
        }
        Effect::Condition { on, condition } => {
            let hit = match on {
                Affected::Squares(squares) => in_order(world, within(squares)),
                Affected::Creature(name) => world.resource::<Names>().find(name).into_iter().collect(),
            };
            befall::condition(world, hit, condition);
        }
        Effect::Push {
            squares,
            direction,
            squares_count,
        } => {
            let hit = in_order(world, within(squares));
            befall::push_all(world, hit, direction.delta(), *squares_count);
        }
        Effect::Weather { becomes } => change_weather(world, *becomes),
        Effect::Door { object, becomes } => {
            if let Some(id) = world.resource::<Names>().find(object) {
                set_door(world, id, *becomes, None);
            }
        }
        Effect::Edge { edges, becomes } => change_edges(world, edges, becomes.as_deref()),
        Effect::Win { side } => {
            let level = world.resource::<LevelRes>().0.clone();
            let index = level.sides.iter().position(|known| known.id == *side);
            let side = index.and_then(|index| u8::try_from(index).ok()).map(SideId);
            world.resource_mut::<Awarded>().0 = side;
        }
    }
}

/// A distance as a length.
pub(super) fn far(world: &World, span: Span) -> Length {
    match span {
        Span::Squares(squares) => Length(i32::from(squares) * world.resource::<Rules>().0.square().0),
        Span::Length(length) => length,
    }
}

/// How harm of the level looks and sounds: the ruleset knows its colour, the level's own word what breaks out.
fn look_of(world: &World, damage: &crate::level::Damage, gas: bool) -> Look {
    let tint = world.resource::<Rules>().0.damage_kind(&damage.kind).tint;
    let voice = if gas {
        Voice::Gas
    } else {
        Voice::of_hazard(&damage.kind)
    };
    Look::new(Style::Burst, tint).sounding(Some(voice))
}

/// Whether ground of one kind comes down or gives way when it becomes another.
fn falls_to(old: &crate::level::Terrain, new: &crate::level::Terrain) -> bool {
    let left = old.becomes.as_ref() == Some(&new.key);
    (old.solid && !new.solid) || new.pit > old.pit || left || (new.art == "rubble" && old.art != new.art)
}

/// Tells who stands in one of these squares.
fn within(squares: &[Square]) -> impl Fn(Id, Stand) -> bool + '_ {
    |_, stand| squares.iter().any(|&at| stand.space.contains(at))
}

/// Changes the ground and tells everyone concerned.
pub fn change_terrain(world: &mut World, squares: &[Square], becomes: &str) {
    let Some(index) = world.resource::<Map>().terrain_index(becomes) else {
        return;
    };
    let map = world.resource::<Map>();
    let new = &map.terrains()[index as usize];
    let gives_way = |at: &Square| map.terrain(*at).is_some_and(|old| falls_to(old, new));
    let collapses = squares.iter().any(gives_way);
    let name = new.name.clone();
    for &at in squares {
        world.resource_mut::<Map>().change(at, |cell| cell.terrain = index);
    }
    let told = Event::new(What::Ground {
        squares: squares.to_vec(),
        becomes: name.into(),
        collapses,
    })
    .citing(world, SharedFact::TerrainChanges);
    world.tell(told);
    let ruleset = world.resource::<Rules>().0;
    ruleset.ground_changed(world, squares);
}

/// Changes the light; without squares, everywhere.
pub fn change_light(world: &mut World, squares: Option<&[Square]>, becomes: crate::level::Light) {
    for at in squares.map_or_else(|| all_squares(world), <[Square]>::to_vec) {
        world.resource_mut::<Map>().change(at, |cell| cell.light = becomes);
    }
    let told = Event::new(What::Light {
        squares: squares.map(<[Square]>::to_vec),
        becomes,
    })
    .citing(world, SharedFact::LightChanges);
    world.tell(told);
}

/// Changes the weather, and with it perhaps what has weight.
pub fn change_weather(world: &mut World, becomes: crate::level::Weather) {
    world.resource_mut::<Map>().weather = becomes;
    let ruleset = world.resource::<Rules>().0;
    ruleset.weather_changed(world);
}

/// Opens, closes or locks a door.
pub fn set_door(world: &mut World, id: Id, becomes: Door, by: Option<Id>) {
    let Some(mut door) = world.part_mut::<DoorState>(id) else {
        return;
    };
    if door.0 == becomes {
        return;
    }
    door.0 = becomes;
    world.resource_mut::<Map>().things_changed();
    world.tell(
        Event::new(What::Door {
            open: becomes == Door::Open,
        })
        .target(id),
    );
    let squares = world.the::<Thing>(id).squares.clone();
    let ruleset = world.resource::<Rules>().0;
    ruleset.ground_changed(world, &squares);
    if becomes == Door::Open {
        ruleset.door_opens(world, id, by);
    }
}

/// The creatures on the map whose place satisfies `hit`: those in the order first, in it, then the rest.
pub fn in_order(world: &World, hit: impl Fn(Id, Stand) -> bool) -> Vec<Id> {
    let order = world.resource::<Flow>().order.iter().map(|slot| slot.creature);
    let mut out: Vec<Id> = order
        .filter(|&id| is_on_map(world, id) && hit(id, stand(world, id)))
        .collect();
    let rest: Vec<Id> = stands(world)
        .filter(|&(id, stand)| !out.contains(&id) && hit(id, stand))
        .map(|(id, _)| id)
        .collect();
    out.extend(rest);
    out
}

fn hurt_all(world: &mut World, hit: &[Id], dice: &str, kind: &str, origin: Option<Square>, ignores_cover: bool) {
    let ruleset = world.resource::<Rules>().0;
    let expression: crate::dice::Expression = dice
        .parse()
        .expect("a level that passed its checks should have sound dice");
    let amount = world.resource_mut::<Dice>().roll(&expression, "damage of the event");
    let told = Event::new(What::Number)
        .trace(amount.clone())
        .citing(world, SharedFact::HazardRolls);
    world.tell(told);
    for &target in hit.iter().rev() {
        let mut hurt = Hurt::new(target, amount.clone(), kind.to_string());
        (hurt.origin, hurt.ignores_cover) = (origin, ignores_cover);
        ruleset.harm(world, hurt);
    }
}

fn all_squares(world: &World) -> Vec<Square> {
    world.resource::<Map>().cells().squares().collect()
}

/// The squares whose floor is no farther from that of a square than so much.
pub(super) fn squares_within(world: &World, at: Square, reach: Length) -> Vec<Square> {
    let ruleset = world.resource::<Rules>().0;
    let spot = Place::at(world, at);
    let near = |&square: &Square| ruleset.apart(Place::at(world, square), spot) <= reach;
    world.resource::<Map>().cells().squares().filter(near).collect()
}
