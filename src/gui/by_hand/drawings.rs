//! What the board is drawn from: when somebody looks closely, when the ground changes.

use std::collections::{BTreeMap, BTreeSet};

use bevy::input::gestures::PinchGesture;
use bevy_ecs_tilemap::prelude::{TileTextureIndex, TilemapId, TilemapTexture};

use super::*;
use crate::battle::GmAct;
use crate::gui::art::Tile;
use crate::gui::{Art, Submit};

/// The part of the sheet of pieces that everything is cut from, and how wide that sheet is.
fn cut(app: &mut App) -> (BTreeMap<Entity, Rect>, u32) {
    let piece = app.world().resource::<Art>().sprite("objects/crate").expect("a crate");
    let mut sprites = app.world_mut().query::<(Entity, &Sprite)>();
    let cut = sprites
        .iter(app.world())
        .filter(|(_, sprite)| sprite.image == piece.image);
    let cut = cut
        .filter_map(|(entity, sprite)| Some((entity, sprite.rect?)))
        .collect();
    let images = app.world().resource::<Assets<Image>>();
    (cut, images.get(&piece.image).expect("the sheet").width())
}

/// How wide the tiles are that the ground is drawn with, each size once.
fn tiles(app: &mut App) -> BTreeSet<u32> {
    let mut maps = app.world_mut().query::<&TilemapTexture>();
    let images = app.world().resource::<Assets<Image>>();
    let textures = maps.iter(app.world()).flat_map(TilemapTexture::image_handles);
    textures
        .map(|texture| images.get(texture).expect("an array of tiles").width())
        .collect()
}

#[test]
fn who_looks_closely_sees_sharp_drawings() {
    let row = format!("#{}#\n", ".".repeat(38));
    let far = YARD.replace("#.r....b.#\n", &format!("#.r....b{}#\n{row}", ".".repeat(31)));
    let wide = far
        .replace("#........#\n", &row)
        .replace("##########\n", &format!("{}\n", "#".repeat(40)));
    let mut app = lay(begun(&wide, "Rook"), 0);
    let (before, small) = cut(&mut app);
    assert!(before.len() > 4, "{} pieces", before.len());
    assert_eq!(tiles(&mut app), [64].into());
    app.world_mut().write_message(PinchGesture(7.0));
    frames(&mut app, 5);
    let (after, large) = cut(&mut app);
    assert_eq!(large, small * 2);
    assert_eq!(tiles(&mut app), [128].into());
    // What stands on the ground was drawn anew with it; who walks there was not.
    let mut same = 0;
    for (entity, rect) in before {
        if let Some(now) = after.get(&entity) {
            same += 1;
            assert!(
                now.min == rect.min * 2.0 && now.max == rect.max * 2.0,
                "{rect:?} became {now:?}"
            );
        }
    }
    assert!(same > 4, "{same} pieces are the same");
}

/// How many tiles of these are drawn.
fn count(app: &mut App, wanted: &[Tile]) -> usize {
    let mut tiles = app.world_mut().query::<(&TileTextureIndex, &TilemapId)>();
    let (world, art) = (app.world(), app.world().resource::<Art>());
    let drawn = tiles.iter(world).filter(|(index, map)| {
        let texture = world.get::<TilemapTexture>(map.0).expect("a tile should have its map");
        wanted.iter().any(|tile| {
            art.laid_out(*tile)
                .is_some_and(|(own, layer)| layer == index.0 && texture.image_handles() == [own])
        })
    });
    drawn.count()
}

#[test]
fn ground_that_was_not_there_before_is_drawn() {
    let mut app = table();
    app.world_mut().write_message(PinchGesture(1.0));
    frames(&mut app, 5);
    let manifest = app.world().resource::<Art>().manifest();
    let named = |sheet: &'static str, names: &[&str]| -> Vec<Tile> {
        let numbers = names.iter().flat_map(|name| manifest.tiles(sheet, name));
        numbers
            .filter(|number| **number > 0)
            .map(|number| (sheet, *number))
            .collect()
    };
    let water = named("ground", &["water"]);
    let shore = named("edges", &["edge/floor/a", "edge/floor/b"]);
    assert_eq!((count(&mut app, &water), count(&mut app, &shore)), (0, 0));
    app.world_mut().write_message(Submit(Order::Gm(GmAct::Terrain {
        squares: vec![Square::new(4, 2)],
        becomes: "water".into(),
    })));
    frames(&mut app, 8);
    // A tile on each corner of the square, and over it the border of the floor around it; as sharp as before.
    assert_eq!((count(&mut app, &water), count(&mut app, &shore)), (4, 4));
    assert_eq!(tiles(&mut app), [128].into());
}
