//! The baked drawings by name. They are part of the program, so playing needs no folder beside it.

mod detail;
mod manifest;
mod pieces;
mod sheets;
mod tileset;

use std::collections::BTreeSet;

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use self::detail::Detail;
pub(in crate::gui) use self::manifest::Manifest;
use self::pieces::Pieces;
pub(in crate::gui) use self::pieces::picture;
use self::sheets::sharp_marks;
pub(in crate::gui) use self::sheets::{Fineness, Reading, Sheets, begin, colour_image};
pub(in crate::gui) use self::sheets::{Tile, texture};
use self::tileset::Tileset;
use super::world_coords::{BoardCamera, SQUARE};
use crate::grid::Square;
use crate::level::Door;

pub(in crate::gui) fn plugin(app: &mut App) {
    let Reading(reading) = app.world_mut().remove_resource().unwrap_or_else(begin);
    let read = reading.join().expect("the baked sheets should be readable");
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let art = Art {
        manifest: Manifest::read(),
        sheets: read.sheets,
        tileset: Tileset::default(),
        marks: images.add(read.marks),
        pieces: Pieces::new(&images),
        detail: Detail::Small,
        laid: 0,
    };
    app.insert_resource(art)
        // Before anything of this frame is drawn anew: what is spawned in the frame is cut from one sheet.
        .add_systems(PreUpdate, sharpen)
        // The renderer is told of new pictures by the events of this frame.
        .add_systems(PostUpdate, fetch.before(AssetEventSystems));
}

/// What this frame shows for the first time is read before it is drawn.
fn fetch(mut art: ResMut<Art>, mut images: ResMut<Assets<Image>>) -> Result {
    art.bypass_change_detection().pieces.fetch(images.bypass_change_detection())
}

/// Pixels of the screen for a pixel of the small sheets from which on the large ones are worth their memory.
const CLOSE: f32 = 1.2;

/// Puts large drawings in place of small ones once somebody looks closely: most never do on a screen of common size, and with the
/// large ones the game starts later and holds more memory.
fn sharpen(
    mut art: ResMut<Art>,
    mut images: ResMut<Assets<Image>>,
    mut sprites: Query<&mut Sprite>,
    boards: Query<(&Camera, &GlobalTransform), With<BoardCamera>>,
    windows: Query<(), With<Window>>,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let art = art.bypass_change_detection();
    if boards.iter().any(|(camera, at)| closeness(camera, at) > CLOSE) {
        art.detail.begin(sharp_marks);
        art.pieces.begin_sharp();
        art.tileset.begin_sharp();
    }
    // Nobody sits before a picture without a window and waits: there it is drawn sharp at once.
    let at_once = windows.is_empty();
    if art.tileset.go_on(at_once, &mut images) {
        art.laid += 1;
    }
    let mut enlarged = Vec::new();
    if art.pieces.go_on(at_once, &mut images)? {
        enlarged.push(&art.pieces.sheet);
    }
    if let Some(marks) = art.detail.read(at_once) {
        images.insert(&art.marks, marks)?;
        enlarged.push(&art.marks);
    }
    if !enlarged.is_empty() {
        for mut sprite in &mut sprites {
            if enlarged.contains(&&sprite.image)
                && let Some(rect) = &mut sprite.rect
            {
                *rect = scaled(*rect, Fineness::Sharp);
            }
        }
    }
    if art.detail.busy() || art.pieces.busy() || art.tileset.busy() {
        redraw.write(RequestRedraw);
    }
    Ok(())
}

/// Pixels of the screen across a unit of the world.
fn closeness(camera: &Camera, at: &GlobalTransform) -> f32 {
    let pixels = camera.target_scaling_factor().unwrap_or(1.0);
    let [left, right] = [Vec3::ZERO, Vec3::X].map(|place| camera.world_to_viewport(at, place));
    match (left, right) {
        (Ok(left), Ok(right)) => left.distance(right) * pixels,
        _ => 0.0,
    }
}

/// The drawings.
#[derive(Resource)]
pub(in crate::gui) struct Art {
    manifest: Manifest,
    sheets: Sheets,
    tileset: Tileset,
    /// Washes, for sprites.
    marks: Handle<Image>,
    /// Everything that stands, moves or floats.
    pieces: Pieces,
    /// Of the washes.
    detail: Detail<Image>,
    /// How often the textures of the tiles were exchanged.
    laid: u64,
}

impl Art {
    /// What lies where in the sheets.
    pub(in crate::gui) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The sheets of tiles.
    pub(in crate::gui) fn sheets(&self) -> &Sheets {
        &self.sheets
    }

    /// Makes sure that these tiles are at hand. False if they were not: then they are from the next frame on.
    pub(in crate::gui) fn lay_out(&mut self, tiles: &BTreeSet<Tile>, images: &mut Assets<Image>) -> bool {
        let known = self.tileset.holds(tiles);
        if !known {
            self.tileset = Tileset::new(tiles, &self.manifest, &self.sheets, images);
        }
        self.sheets.forget();
        known
    }

    /// How often the textures of what is laid out were exchanged for finer ones: then the map is to be drawn anew.
    pub(in crate::gui) fn laid(&self) -> u64 {
        self.laid
    }

    /// The texture of a tile that was laid out, and its layer there.
    pub(in crate::gui) fn laid_out(&self, tile: Tile) -> Option<(&Handle<Image>, u32)> {
        self.tileset.get(tile)
    }

    /// A piece as a sprite of its natural size; nothing when it was not drawn yet.
    pub(in crate::gui) fn sprite(&self, name: &str) -> Option<Sprite> {
        let size = UVec2::from(self.manifest.size(name)?);
        let place = self.pieces.place(name, size).as_rect();
        Some(Sprite {
            image: self.pieces.sheet.clone(),
            rect: Some(scaled(place, self.pieces.fineness())),
            custom_size: Some(size.as_vec2()),
            ..default()
        })
    }

    /// A wash that fills a square, tinted.
    pub(in crate::gui) fn mark(&self, name: &str, index: usize, colour: Color) -> Option<Sprite> {
        let (columns, tiles) = self.manifest.grid("marks", name)?;
        let tile = *tiles.get(index)?;
        if tile == 0 && name == "contour" {
            return None;
        }
        let at = Vec2::new((tile % columns) as f32, (tile / columns) as f32) * SQUARE;
        Some(Sprite {
            image: self.marks.clone(),
            color: colour,
            rect: Some(scaled(Rect::from_corners(at, at + SQUARE), self.detail.fineness())),
            custom_size: Some(Vec2::splat(SQUARE)),
            ..default()
        })
    }

    /// Whether a piece was drawn.
    pub(in crate::gui) fn has(&self, name: &str) -> bool {
        self.manifest.size(name).is_some()
    }

    /// The portrait of a creature kind: its own drawing, or that of an unknown.
    pub(in crate::gui) fn portrait(&self, kind: &str) -> String {
        let name = format!("tokens/{kind}");
        if self.has(&name) { name } else { "tokens/unknown".into() }
    }
}

/// A rectangle of a small sheet on a sheet that is drawn so finely.
fn scaled(rect: Rect, fineness: Fineness) -> Rect {
    let by = fineness.scale() as f32;
    Rect::from_corners(rect.min * by, rect.max * by)
}

/// The piece that a door is drawn with; `across` when it closes a way that runs up and down the board.
pub(in crate::gui) fn door(material: &str, across: bool, state: Door) -> String {
    let made = if material == "metal" { "metal" } else { "wood" };
    let lies = if across { "horizontal" } else { "vertical" };
    let state = if state == Door::Open { "open" } else { "closed" };
    format!("objects/door-{made}-{lies}-{state}")
}

/// A number for a square that looks random and is always the same.
pub(in crate::gui) fn scatter(at: Square, salt: u32) -> u32 {
    let mut hash = (i32::from(at.x) as u32).wrapping_mul(0x9e37_79b1)
        ^ (i32::from(at.y) as u32).wrapping_mul(0x85eb_ca77)
        ^ salt.wrapping_mul(0xc2b2_ae3d);
    hash ^= hash >> 15;
    hash = hash.wrapping_mul(0x2c1b_3c6d);
    hash ^= hash >> 12;
    hash = hash.wrapping_mul(0x297a_2d39);
    hash ^ (hash >> 15)
}
