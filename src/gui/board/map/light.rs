//! Darkness, exits and zones: washes over whole squares.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::layer::Layer;
use super::piece::{Piece, z};
use super::soft::Shares;
use crate::battle::{ById, Lamp, Map, OnMap, Position, Thing, creatures, exits, things, zones_told};
use crate::grid::Square;
use crate::gui::board::art::{Manifest, texture};
use crate::gui::board::world_coords::SQUARE;
use crate::gui::session::Session;
use crate::level::Light;

/// Exits, and zones that mean something to the players.
pub(in crate::gui) fn zones(session: &Session, art: &Manifest) -> Layer {
    let world = session.battle.world();
    let map = world.resource::<Map>();
    let (width, height) = map.size();
    let zones = zones_told(world).into_values().flatten();
    let inside = exits(world).into_iter().chain(zones.filter(|at| at.x >= 0 && at.y >= 0 && map.contains(*at)));
    let tile = art.tile("marks", "zone", 0);
    Layer {
        sheet: "marks",
        size: (u32::from(width), u32::from(height)),
        first: Vec2::splat(0.5),
        z: z::ZONES,
        tiles: inside.map(|at| (at.x as u32, at.y as u32, tile)).collect(),
    }
}

/// How zones are tinted.
pub(in crate::gui) const ZONE: Color = Color::srgba(1.0, 0.89, 0.65, 0.35);

/// One shade over all squares without enough light, soft where they end.
pub(in crate::gui) fn draw(map: &Map, lit: &BTreeSet<Square>, images: &mut Assets<Image>, commands: &mut Commands) {
    let Some(picture) = shade(map, |at| lit.contains(&at)) else {
        return;
    };
    let (width, height) = map.size();
    let size = Vec2::new(f32::from(width), f32::from(height)) * SQUARE;
    let [red, green, blue] = NIGHT;
    let sprite = Sprite {
        image: images.add(texture(picture, 1)),
        color: Color::srgb_u8(red, green, blue),
        custom_size: Some(size),
        ..default()
    };
    let place = Vec2::new(size.x, -size.y) / 2.0;
    commands.spawn((Piece, sprite, Transform::from_translation(place.extend(z::DARK))));
}

/// The colour of what is dark.
pub(in crate::gui) const NIGHT: [u8; 3] = [0x26, 0x29, 0x2e];

/// A white picture of the whole board, opaque where it is dark and no lamp shines; nothing when it is light everywhere.
pub(in crate::gui) fn shade(map: &Map, lit: impl Fn(Square) -> bool) -> Option<image::RgbaImage> {
    let shares = Shares::new(map.size(), |x, y| {
        let at = Square::new(x, y);
        match map.cell(at).map(|cell| cell.light) {
            Some(Light::Dim) if !lit(at) => 0.41,
            Some(Light::Dark) if !lit(at) => 0.65,
            _ => 0.0,
        }
    });
    (!shares.is_empty()).then(|| shares.picture(|_, share| share))
}

/// How light a square is, with whatever gives light that the viewer knows of.
pub(in crate::gui) fn light_at(session: &Session, at: Square) -> Option<Light> {
    let light = session.battle.world().resource::<Map>().cell(at)?.light;
    let seen = session.seen();
    let by_the_rules = light == Light::Dark && session.sees_clearly();
    let light = if by_the_rules { seen.ruleset().light(seen.world(), at) } else { light };
    // What is dim is light enough for the rules; it is brighter only where a lamp shines.
    let lamp = light != Light::Bright && !by_the_rules && lit(&lamps(session), at);
    Some(if lamp { Light::Bright } else { light })
}

/// Lamps that stand, or are carried by those whom the viewer knows of, and how far they shine in squares.
pub(in crate::gui) fn lamps(session: &Session) -> Vec<(Square, i32)> {
    let world = session.battle.world();
    let edge = session.battle.ruleset().square().0.max(1);
    let carried = creatures(world)
        .into_iter()
        .filter(|&id| world.part::<OnMap>(id).is_some() && session.sees(id))
        .filter_map(|id| Some((world.part::<Position>(id)?.at, world.part::<Lamp>(id)?.0)));
    let standing =
        things(world).filter_map(|id| Some((*world.part::<Thing>(id)?.squares.first()?, world.part::<Lamp>(id)?.0)));
    carried.chain(standing).filter(|(_, far)| far.0 > 0).map(|(at, far)| (at, far.0 / edge)).collect()
}

pub(in crate::gui) fn lit(lamps: &[(Square, i32)], at: Square) -> bool {
    lamps.iter().any(|&(lamp, far)| lamp.distance_squared(at) <= far * far)
}
