//! What Battlemat is measured beside: Bevy with nothing to draw, and Bevy with nothing but a tilemap of 64 by 64 squares of the same grounds.
//!
//! `cargo run --example bare_tilemap -- map 200` draws so many frames off screen and says what they cost; `map-once` in
//! place of `map` samples each pixel once, as the game does, in place of Bevy's four times; `empty` draws none of the map. `scripts/costs.sh` runs both beside the game.

use std::process::ExitCode;
use std::time::Instant;

use battlemat::gui::app::costs;
use battlemat::gui::off_screen;
use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_ecs_tilemap::prelude::*;
use bevy_egui::{EguiPlugin, EguiPrimaryContextPass};

/// Squares across and down.
const MAP: TilemapSize = TilemapSize { x: 64, y: 64 };
/// Pixels across a square of the sheet.
const SQUARE: f32 = 64.0;
/// The picture's size.
const SIZE: (u32, u32) = (1280, 720);

#[expect(clippy::print_stdout, reason = "the figures are what was asked for")]
fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (empty, samples) = match words.next().as_deref() {
        Some("map") => (false, Msaa::default()),
        Some("map-once") => (false, Msaa::Off),
        Some("empty") => (true, Msaa::default()),
        _ => return usage(),
    };
    let Some(frames) = words.next().and_then(|word| word.parse().ok()) else {
        return usage();
    };
    match run(empty, samples, frames) {
        Ok(costs) => {
            println!("{costs}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("bare_tilemap map|map-once|empty FRAMES");
    ExitCode::FAILURE
}

#[expect(clippy::disallowed_methods, reason = "a stopwatch for drawing; no rule reads it")]
fn run(empty: bool, samples: Msaa, frames: u32) -> Result<costs::Costs, String> {
    let began = Instant::now();
    let (mut app, target) = off_screen(SIZE, 1.0);
    if empty {
        // The same parts as the game has, with nothing for them to do.
        app.add_plugins(EguiPlugin::default()).add_systems(EguiPrimaryContextPass, || {});
    }
    app.add_plugins(TilemapPlugin).insert_resource(ClearColor(Color::srgb_u8(0x1d, 0x19, 0x18)));
    if !empty {
        app.add_systems(Startup, spawn_map);
    }
    // The whole map is seen, as the game shows it.
    let mut eye = OrthographicProjection::default_2d();
    eye.scale = MAP.y as f32 * SQUARE / SIZE.1 as f32;
    app.world_mut().spawn((Camera2d, Projection::Orthographic(eye), samples, target.clone()));
    app.finish();
    app.cleanup();
    costs::measure(&mut app, &target, began, empty, frames)
}

fn spawn_map(mut images: ResMut<Assets<Image>>, mut commands: Commands) -> Result {
    let sheet = image::load_from_memory(include_bytes!("../assets/baked/ground-64.png"))?.into_rgba8();
    let (width, height) = sheet.dimensions();
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let texture = images.add(Image::new(
        size,
        TextureDimension::D2,
        sheet.into_raw(),
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    ));
    let map = commands.spawn_empty().id();
    let mut storage = TileStorage::empty(MAP);
    for x in 0..MAP.x {
        for y in 0..MAP.y {
            let position = TilePos { x, y };
            let tile = commands.spawn(TileBundle {
                position,
                tilemap_id: TilemapId(map),
                texture_index: TileTextureIndex(1 + (x * 7 + y * 13) % 40),
                ..default()
            });
            storage.set(&position, tile.id());
        }
    }
    let edge = TilemapTileSize { x: SQUARE, y: SQUARE };
    commands.entity(map).insert(TilemapBundle {
        size: MAP,
        storage,
        tile_size: edge,
        grid_size: edge.into(),
        texture: TilemapTexture::Single(texture),
        anchor: TilemapAnchor::Center,
        ..default()
    });
    Ok(())
}
