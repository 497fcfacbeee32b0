//! Darkness, fog, exits, zones and the grid: washes over whole squares.

use bevy::prelude::*;

use super::layer::{self, Layer};
use super::z;
use crate::battle::Map;
use crate::grid::Square;
use crate::gui::Session;
use crate::gui::art::{Art, SQUARE, scatter};
use crate::level::Light;

pub(super) fn draw(session: &Session, art: &Art, lamps: &[(Square, i32)], grid: bool, commands: &mut Commands) {
    let map = session.battle.world().resource::<Map>();
    let (width, height) = map.size();
    let mark = |name: &str| art.tile("marks", name, 0);
    let fogs = ["fog-a", "fog-b", "fog-c", "fog-d"].map(mark);
    let (mut dark, mut fog, mut lines, mut zones) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for y in 0..height as i16 {
        for x in 0..width as i16 {
            let at = Square::new(x, y);
            let Some(cell) = map.cell(at) else { continue };
            let (column, row) = (x as u32, y as u32);
            match cell.light {
                Light::Dim if !lit(lamps, at) => dark.push((column, row, mark("dim"))),
                Light::Dark if !lit(lamps, at) => dark.push((column, row, mark("dark"))),
                _ => {}
            }
            if cell.fog {
                fog.push((column, row, fogs[scatter(at, 7) as usize % fogs.len()]));
            }
            if cell.exit {
                zones.push((column, row, mark("zone")));
            }
            if grid && !map.solid(at) {
                lines.push((column, row, mark("grid")));
            }
        }
    }
    for squares in session.battle.level().zones.values() {
        let inside = squares.iter().filter(|at| at.x >= 0 && at.y >= 0 && map.contains(**at));
        zones.extend(inside.map(|at| (at.x as u32, at.y as u32, mark("zone"))));
    }
    let size = (u32::from(width), u32::from(height));
    let first = Vec2::new(0.5, -0.5) * SQUARE;
    let mut spawn = |tiles: Vec<_>, z: f32, tint: Color| {
        if !tiles.is_empty() {
            layer::spawn(
                Layer {
                    sheet: &art.sheets.marks_grid,
                    size,
                    first,
                    z,
                },
                tiles,
                tint,
                commands,
            );
        }
    };
    spawn(zones, z::ZONES, Color::srgba(1.0, 0.89, 0.65, 0.35));
    spawn(lines, z::GRID, Color::WHITE);
    spawn(dark, z::DARK, Color::WHITE);
    spawn(fog, z::FOG, Color::srgba(1.0, 1.0, 1.0, 0.8));
}

fn lit(lamps: &[(Square, i32)], at: Square) -> bool {
    lamps.iter().any(|&(lamp, far)| {
        let (dx, dy) = lamp.apart(at);
        dx * dx + dy * dy <= far * far
    })
}
