//! A tilemap from a list of tiles.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use super::piece::Piece;
use crate::gui::board::art::{Art, Tile};
use crate::gui::board::world_coords::SQUARE;

/// Tiles of one sheet that lie side by side: a layer of the map as it is to be drawn.
pub(in crate::gui) struct Layer {
    /// The name of the sheet.
    pub sheet: &'static str,
    /// Tiles across and down.
    pub size: (u32, u32),
    /// The middle of the upper left tile, in squares from the upper left corner of the board to the right and down.
    pub first: Vec2,
    /// Its height.
    pub z: f32,
    /// Columns, rows counted from the top, and numbers of tiles in the sheet; 0 is nothing.
    pub tiles: Vec<(u32, u32, u32)>,
}

impl Layer {
    /// The tiles that are needed for it.
    pub(in crate::gui) fn needs(&self) -> impl Iterator<Item = Tile> {
        let numbers = self.tiles.iter().map(|(_, _, number)| *number);
        numbers.filter(|number| *number > 0).map(|number| (self.sheet, number))
    }
}

/// Spawns a layer whose tiles were laid out. It becomes a tilemap for each texture that they are in.
pub(in crate::gui) fn spawn(layer: &Layer, tint: Color, art: &Art, commands: &mut Commands) {
    let mut parts: BTreeMap<AssetId<Image>, (&Handle<Image>, Vec<(u32, u32, u32)>)> = BTreeMap::new();
    for &(x, y, number) in &layer.tiles {
        if let Some((texture, place)) = art.laid_out((layer.sheet, number)) {
            let (_, tiles) = parts.entry(texture.id()).or_insert((texture, Vec::new()));
            tiles.push((x, y, place));
        }
    }
    for (texture, tiles) in parts.into_values() {
        tilemap(layer, texture, tiles, tint, commands);
    }
}

fn tilemap(layer: &Layer, texture: &Handle<Image>, tiles: Vec<(u32, u32, u32)>, tint: Color, commands: &mut Commands) {
    let size = TilemapSize { x: layer.size.0, y: layer.size.1 };
    let map = commands.spawn_empty().id();
    let mut storage = TileStorage::empty(size);
    for (x, y, index) in tiles {
        let position = TilePos { x, y: layer.size.1 - 1 - y };
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
    let lowest = (layer.first + Vec2::new(0.0, (layer.size.1 - 1) as f32)) * Vec2::new(SQUARE, -SQUARE);
    commands.entity(map).insert((
        Piece,
        TilemapBundle {
            size,
            storage,
            tile_size: edge,
            grid_size: edge.into(),
            texture: TilemapTexture::TextureContainer(texture.clone()),
            render_settings: TilemapRenderSettings {
                render_chunk_size: UVec2::new(chunk(size.x), chunk(size.y)),
                y_sort: false,
            },
            transform: Transform::from_translation(lowest.extend(layer.z)),
            ..default()
        },
    ));
}

/// The most squares across or down that are drawn as one piece.
const CHUNK: u32 = 20;

/// Squares across or down a piece of a map of so many. Memory is set aside for whole pieces, also for those beyond the edge of the map.
fn chunk(squares: u32) -> u32 {
    squares.div_ceil(squares.div_ceil(CHUNK).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_map_leave_little_over() {
        assert_eq!([1, 20, 21, 64, 65].map(chunk), [1, 20, 11, 16, 17]);
    }
}
