//! What events of a level do: harm, ground, light, weather, doors, edges, who comes and who wins.

use bevy::prelude::*;

use super::super::awarded::Awarded;
use super::super::edge_changes::change_edges;
use super::super::ground_events::fire;
use super::super::hazard::{Bursting, hurt_all, look_of};
use super::super::map_changes::{
    all_squares, change_exits, change_gravity, change_light, change_terrain, change_weather, set_door,
};
use super::super::{goals, group_effect, occurrences, put_down, readied, spreading, waves};
use crate::battle::board::{LevelRes, Map};
use crate::battle::engine::in_order;
use crate::battle::ruleset::{Rules, SharedFact};
use crate::battle::values::{Event, Id, Names, Place, Placement, Tell, Voice, What};
use crate::grid::{Length, Square};
use crate::level::{Affected, Effect, Span};

/// Brings one effect about; `again` says that its event may come more than once.
pub fn apply(world: &mut World, effect: &Effect, again: bool) {
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
        Effect::Vacuum { squares, becomes } => {
            readied::changing(world, |world| {
                for at in squares.clone().unwrap_or_else(|| all_squares(world)) {
                    world.resource_mut::<Map>().change(at, |cell| cell.vacuum = Some(*becomes));
                }
                ruleset.air_changed(world);
            });
        }
        Effect::Message { text } => world.tell(Event::new(What::Says { text: text.clone().into(), portent: false })),
        Effect::Spawn { creatures } => waves::spawn_all(world, creatures, again),
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
        Effect::Gravity { squares, becomes } => change_gravity(world, squares.as_deref(), *becomes),
        Effect::Weather { becomes } => change_weather(world, *becomes),
        Effect::Door { object, becomes } => {
            if let Some(id) = world.resource::<Names>().find(object) {
                set_door(world, id, *becomes, None);
            }
        }
        Effect::Edge { edges, becomes } => change_edges(world, edges, becomes.as_deref()),
        Effect::Place { objects } => {
            for object in objects {
                put_down::place(world, object);
            }
        }
        Effect::Break { objects } => put_down::break_down(world, objects),
        Effect::Lamp { object, becomes } => put_down::light(world, object, *becomes),
        Effect::Exit { squares, becomes } => change_exits(world, squares, *becomes),
        Effect::Spread(spread) => {
            let squares = spreading::next(world, spread);
            if !squares.is_empty() {
                change_terrain(world, &squares, &spread.terrain);
            }
        }
        Effect::Event { event, rounds } => {
            let level = world.resource::<LevelRes>().0.clone();
            match level.events.iter().position(|known| known.id == *event) {
                Some(index) if *rounds > 0 => occurrences::delay(world, index, *rounds),
                Some(index) => fire(world, index),
                None => {}
            }
        }
        Effect::Win { side } => {
            let side = goals::side_by_id(&world.resource::<LevelRes>().0, side);
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

/// Tells who stands in one of these squares.
fn within(squares: &[Square]) -> impl Fn(Id, Placement) -> bool + '_ {
    |_, stand| squares.iter().any(|&at| stand.space.contains(at))
}

/// The squares whose floor is no farther from that of a square than so much.
pub(crate) fn squares_within(world: &World, at: Square, reach: Length) -> Vec<Square> {
    let ruleset = world.resource::<Rules>().0;
    let spot = Place::at(world, at);
    let near = |&square: &Square| ruleset.apart(Place::at(world, square), spot) <= reach;
    world.resource::<Map>().cells().squares().filter(near).collect()
}
