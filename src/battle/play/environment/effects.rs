//! What events of a level do: harm, ground, light, weather, doors, edges, who comes and who wins.

use bevy::prelude::*;

use super::super::edge_changes::change_edges;
use super::super::{group_effect, readied, spawn};
use super::{Awarded, bring_in};
use crate::battle::board::{LevelRes, Map, squares_about};
use crate::battle::engine::in_order;
use crate::battle::ruleset::{Hurt, HurtPart, Rules, SharedFact};
use crate::battle::values::{
    Arrives, ById, DoorState, Event, Id, Look, Names, Place, Placement, SideId, Style, Tell, Voice, What,
};
use crate::dice::Dice;
use crate::grid::{Length, Square};
use crate::level::{Affected, Door, Effect, Span};

/// Brings one effect about.
pub fn apply(world: &mut World, effect: &Effect) {
    let ruleset = world.resource::<Rules>().0;
    match effect {
        Effect::Burst { at, radius, damage, ignores_cover, gas } => {
            let reach = far(world, *radius);
            let spot = Place::at(world, *at);
            let hit = in_order(world, |_, stand| {
                let place = Place { space: stand.space, height: stand.height };
                ruleset.apart(place, spot) <= reach
            });
            let squares = squares_within(world, *at, reach);
            let look = look_of(world, damage, *gas);
            let at = Some(*at);
            let told = squares.clone();
            world.tell(Event::new(What::Hazard { at, squares: told, look }));
            let from = Bursting { origin: at, ignores_cover: *ignores_cover || *gas, comes_down: false };
            hurt_all(world, (&hit, &squares), damage, from);
        }
        Effect::Harm { squares, damage } => {
            let hit = in_order(world, within(squares));
            let look = look_of(world, damage, false);
            world.tell(Event::new(What::Hazard { at: None, squares: squares.clone(), look }));
            hurt_all(world, (&hit, squares), damage, Bursting::nowhere());
        }
        Effect::Terrain { squares, becomes, crush } => {
            // It comes down on the creatures there before they make room or fall.
            let hit = in_order(world, within(squares));
            change_terrain(world, squares, becomes);
            if let Some(damage) = crush {
                let look = look_of(world, damage, false).sounding(Some(Voice::Collapse));
                let told = Event::new(What::Hazard { at: None, squares: squares.clone(), look });
                let told = told.citing(world, SharedFact::GroundFalls);
                world.tell(told);
                let from = Bursting { comes_down: true, ..Bursting::nowhere() };
                hurt_all(world, (&hit, squares), damage, from);
            }
        }
        Effect::Light { squares, becomes } => change_light(world, squares.as_deref(), *becomes),
        Effect::Fog { squares, becomes } => {
            readied::changing(world, |world| {
                for at in squares.clone().unwrap_or_else(|| all_squares(world)) {
                    world.resource_mut::<Map>().change(at, |cell| cell.fog = *becomes);
                }
                ruleset.air_changed(world);
            });
        }
        Effect::Message { text } => world.tell(Event::new(What::Says { text: text.clone().into(), portent: false })),
        Effect::Spawn { creatures } => {
            for spec in creatures {
                if let Some(there) = world.resource::<Names>().find(&spec.name) {
                    let text = match world.part::<Arrives>(there) {
                        Some(_) => "has yet to come, and does not come twice",
                        None => "came before, and does not come again",
                    };
                    world.tell(Event::note(text).actor(there));
                    continue;
                }
                match spawn::creature(world, spec) {
                    Ok(id) => bring_in(world, id),
                    Err(message) => world.tell(Event::note(message)),
                }
            }
        }
        Effect::Condition { on, condition } => {
            let hit = match on {
                Affected::Squares(squares) => in_order(world, within(squares)),
                Affected::Creature(name) => world.resource::<Names>().find(name).into_iter().collect(),
            };
            group_effect::condition(world, hit, condition);
        }
        Effect::Push { squares, direction, squares_count } => {
            let hit = in_order(world, within(squares));
            group_effect::push_all(world, hit, direction.delta(), *squares_count);
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
            let mut awarded = world.resource_mut::<Awarded>();
            awarded.0 = awarded.0.or(side);
        }
    }
}

/// A distance as a length.
pub(crate) fn far(world: &World, span: Span) -> Length {
    match span {
        Span::Squares(squares) => Length(i32::from(squares) * world.resource::<Rules>().0.square().0),
        Span::Length(length) => length,
    }
}

/// How harm of the level looks and sounds: the ruleset knows its colour, the level's own word what breaks out.
pub(in crate::battle) fn look_of(world: &World, damage: &crate::level::Damage, gas: bool) -> Look {
    let tint = world.resource::<Rules>().0.damage_kind(&damage.kind).tint;
    let voice = if gas { Voice::Gas } else { Voice::of_hazard(&damage.kind) };
    Look::new(Style::Burst, tint).sounding(Some(voice))
}

/// Whether ground of one kind comes down or gives way when it becomes another.
fn falls_to(old: &crate::level::Terrain, new: &crate::level::Terrain) -> bool {
    let left = old.becomes.as_ref() == Some(&new.key);
    (old.solid && !new.solid) || new.pit > old.pit || left || (new.art == "rubble" && old.art != new.art)
}

/// Tells who stands in one of these squares.
fn within(squares: &[Square]) -> impl Fn(Id, Placement) -> bool + '_ {
    |_, stand| squares.iter().any(|&at| stand.space.contains(at))
}

/// Changes the ground and tells everyone concerned.
pub fn change_terrain(world: &mut World, squares: &[Square], becomes: &str) {
    readied::changing(world, |world| {
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
        let told = Event::new(What::Ground { squares: squares.to_vec(), becomes: name.into(), collapses })
            .citing(world, SharedFact::TerrainChanges);
        world.tell(told);
        let ruleset = world.resource::<Rules>().0;
        ruleset.ground_changed(world, squares);
    });
}

/// Changes the light; without squares, everywhere.
pub fn change_light(world: &mut World, squares: Option<&[Square]>, becomes: crate::level::Light) {
    readied::changing(world, |world| {
        for at in squares.map_or_else(|| all_squares(world), <[Square]>::to_vec) {
            world.resource_mut::<Map>().change(at, |cell| cell.light = becomes);
        }
        let told = Event::new(What::Light { squares: squares.map(<[Square]>::to_vec), becomes })
            .citing(world, SharedFact::LightChanges);
        world.tell(told);
        let ruleset = world.resource::<Rules>().0;
        ruleset.air_changed(world);
    });
}

/// Changes the weather, and with it perhaps what has weight.
pub fn change_weather(world: &mut World, becomes: crate::level::Weather) {
    readied::changing(world, |world| {
        world.resource_mut::<Map>().weather = becomes;
        let ruleset = world.resource::<Rules>().0;
        ruleset.weather_changed(world);
        ruleset.air_changed(world);
    });
}

/// Opens, closes or locks a door.
pub fn set_door(world: &mut World, id: Id, becomes: Door, by: Option<Id>) {
    readied::changing(world, |world| {
        let Some(mut door) = world.part_mut::<DoorState>(id) else {
            return;
        };
        if door.0 == becomes {
            return;
        }
        door.0 = becomes;
        world.resource_mut::<Map>().things_changed();
        world.tell(Event::new(What::Door { open: becomes == Door::Open }).target(id));
        let squares = squares_about(world, id);
        let ruleset = world.resource::<Rules>().0;
        ruleset.ground_changed(world, &squares);
        if becomes == Door::Open {
            ruleset.door_opens(world, id, by);
        }
    });
}

/// How harm of the level comes about.
#[derive(Clone, Copy)]
pub(in crate::battle) struct Bursting {
    /// Where it comes from, when cover against it may count.
    pub origin: Option<Square>,
    /// Whether cover does not count.
    pub ignores_cover: bool,
    /// Whether it comes down from above.
    pub comes_down: bool,
}

impl Bursting {
    /// From nowhere in particular.
    pub(in crate::battle) const fn nowhere() -> Self {
        Self { origin: None, ignores_cover: true, comes_down: false }
    }
}

/// Harm that one roll serves for all it hits, the first of them first, and for what stands in the squares that it comes over.
pub(in crate::battle) fn hurt_all(
    world: &mut World,
    (hit, squares): (&[Id], &[Square]),
    damage: &crate::level::Damage,
    from: Bursting,
) {
    let ruleset = world.resource::<Rules>().0;
    let expression: crate::dice::Expression =
        damage.dice.parse().expect("a level that passed its checks should have sound dice");
    let amount = world.resource_mut::<Dice>().roll(&expression, "damage of the event");
    let told = Event::new(What::Number).trace(amount.clone()).citing(world, SharedFact::HazardRolls);
    world.tell(told);
    let kind = damage.kind.clone().into();
    let harm = HurtPart { amount, kind };
    // The last launched is dealt first.
    ruleset.harm_comes_over(world, squares, &harm, from.origin.filter(|_| !from.ignores_cover));
    for &target in hit.iter().rev() {
        let mut hurt = Hurt::new(target, harm.amount.clone(), harm.kind.clone());
        (hurt.origin, hurt.ignores_cover, hurt.comes_down) = (from.origin, from.ignores_cover, from.comes_down);
        ruleset.harm(world, hurt);
    }
}

fn all_squares(world: &World) -> Vec<Square> {
    world.resource::<Map>().cells().squares().collect()
}

/// The squares whose floor is no farther from that of a square than so much.
pub(crate) fn squares_within(world: &World, at: Square, reach: Length) -> Vec<Square> {
    let ruleset = world.resource::<Rules>().0;
    let spot = Place::at(world, at);
    let near = |&square: &Square| ruleset.apart(Place::at(world, square), spot) <= reach;
    world.resource::<Map>().cells().squares().filter(near).collect()
}
