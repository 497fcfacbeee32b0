//! A tilemap from a list of tiles.

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use super::Piece;
use crate::gui::art::{SQUARE, in_part};

/// Where a layer lies and what it is drawn from.
pub(super) struct Layer<'a> {
    /// The sheet, in parts.
    pub sheet: &'a [Handle<Image>],
    /// Tiles across and down.
    pub size: (u32, u32),
    /// The middle of the upper left tile in the world.
    pub first: Vec2,
    /// Its height.
    pub z: f32,
}

/// Spawns a layer; `tiles` are columns, rows counted from the top, and indices into the sheet. It becomes a tilemap for each part of the sheet
/// that it needs.
pub(super) fn spawn(
    layer: Layer,
    tiles: impl IntoIterator<Item = (u32, u32, u32)>,
    tint: Color,
    commands: &mut Commands,
) {
    let mut parts: Vec<Vec<(u32, u32, u32)>> = vec![Vec::new(); layer.sheet.len()];
    for (x, y, tile) in tiles {
        if tile > 0 {
            let (part, place) = in_part(tile);
            parts[part].push((x, y, place));
        }
    }
    for (tiles, texture) in parts.into_iter().zip(layer.sheet) {
        if !tiles.is_empty() {
            tilemap(&layer, texture, tiles, tint, commands);
        }
    }
}

fn tilemap(layer: &Layer, texture: &Handle<Image>, tiles: Vec<(u32, u32, u32)>, tint: Color, commands: &mut Commands) {
    let size = TilemapSize {
        x: layer.size.0,
        y: layer.size.1,
    };
    let map = commands.spawn_empty().id();
    let mut storage = TileStorage::empty(size);
    for (x, y, index) in tiles {
        let position = TilePos {
            x,
            y: layer.size.1 - 1 - y,
        };
        let tile = commands
            .spawn((
                Piece,
                TileBundle {
                    position,
                    tilemap_id: TilemapId(map),
                    texture_index: TileTextureIndex(index),
                    color: TileColor(tint),
                    ..default()
                },
            ))
            .id();
        storage.set(&position, tile);
    }
    let edge = TilemapTileSize { x: SQUARE, y: SQUARE };
    let lowest = layer.first - Vec2::new(0.0, (layer.size.1 - 1) as f32 * SQUARE);
    commands.entity(map).insert((
        Piece,
        TilemapBundle {
            size,
            storage,
            tile_size: edge,
            grid_size: edge.into(),
            texture: TilemapTexture::Single(texture.clone()),
            transform: Transform::from_translation(lowest.extend(layer.z)),
            ..default()
        },
    ));
}
