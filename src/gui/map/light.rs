//! Darkness, exits and zones: washes over whole squares.

use bevy::prelude::*;

use super::layer::{self, Layer};
use super::soft::Shares;
use super::{Piece, z};
use crate::battle::Map;
use crate::grid::Square;
use crate::gui::Session;
use crate::gui::art::{Art, SQUARE, texture};
use crate::level::Light;

pub(super) fn draw(
    session: &Session,
    art: &Art,
    lamps: &[(Square, i32)],
    images: &mut Assets<Image>,
    commands: &mut Commands,
) {
    let map = session.battle.world().resource::<Map>();
    let (width, height) = map.size();
    let mark = |name: &str| art.tile("marks", name, 0);
    let mut zones = Vec::new();
    for y in 0..height as i16 {
        for x in 0..width as i16 {
            let at = Square::new(x, y);
            let Some(cell) = map.cell(at) else { continue };
            let (column, row) = (x as u32, y as u32);
            if cell.exit {
                zones.push((column, row, mark("zone")));
            }
        }
    }
    for squares in session.battle.level().zones.values() {
        let inside = squares.iter().filter(|at| at.x >= 0 && at.y >= 0 && map.contains(**at));
        zones.extend(inside.map(|at| (at.x as u32, at.y as u32, mark("zone"))));
    }
    let size = (u32::from(width), u32::from(height));
    let first = Vec2::new(0.5, -0.5) * SQUARE;
    if !zones.is_empty() {
        let layer = Layer {
            sheet: &art.sheets.marks_grid,
            size,
            first,
            z: z::ZONES,
        };
        layer::spawn(layer, zones, Color::srgba(1.0, 0.89, 0.65, 0.35), commands);
    }
    darkness(map, lamps, images, commands);
}

/// One shade over all squares without enough light, soft where they end.
fn darkness(map: &Map, lamps: &[(Square, i32)], images: &mut Assets<Image>, commands: &mut Commands) {
    let shares = Shares::new(map.size(), |x, y| {
        let at = Square::new(x, y);
        match map.cell(at).map(|cell| cell.light) {
            Some(Light::Dim) if !lit(lamps, at) => 0.41,
            Some(Light::Dark) if !lit(lamps, at) => 0.65,
            _ => 0.0,
        }
    });
    if shares.is_empty() {
        return;
    }
    let (width, height) = map.size();
    let size = Vec2::new(f32::from(width), f32::from(height)) * SQUARE;
    let sprite = Sprite {
        image: images.add(texture(shares.picture(|_, share| share), 1)),
        color: Color::srgb_u8(0x26, 0x29, 0x2e),
        custom_size: Some(size),
        ..default()
    };
    let place = Vec2::new(size.x, -size.y) / 2.0;
    commands.spawn((Piece, sprite, Transform::from_translation(place.extend(z::DARK))));
}

/// How light a square is, lamps that the viewer sees included.
pub(in crate::gui) fn light_at(session: &Session, at: Square) -> Option<Light> {
    let light = session.battle.world().resource::<Map>().cell(at)?.light;
    let lamp = light != Light::Bright && lit(&super::lamps(session), at);
    Some(if lamp { Light::Bright } else { light })
}

fn lit(lamps: &[(Square, i32)], at: Square) -> bool {
    lamps.iter().any(|&(lamp, far)| lamp.distance_squared(at) <= far * far)
}
