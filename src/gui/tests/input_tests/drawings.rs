//! What the board is drawn from: when somebody looks closely, when the ground changes.

use std::collections::{BTreeMap, BTreeSet};

use bevy::input::gestures::PinchGesture;
use bevy_ecs_tilemap::prelude::{TileTextureIndex, TilemapId, TilemapTexture};

use super::*;
use crate::battle::GmAct;
use crate::gui::app::frame::Screen;
use crate::gui::app::off_screen::pixels;
use crate::gui::board::art::Art;
use crate::gui::board::art::Tile;
use crate::gui::session::Submit;

/// The part of the sheet of pieces that everything is cut from.
fn pieces(app: &mut App) -> BTreeMap<Entity, Rect> {
    let sheet = sheet(app);
    let mut sprites = app.world_mut().query::<(Entity, &Sprite)>();
    let cut = sprites.iter(app.world()).filter(|(_, sprite)| sprite.image == sheet);
    cut.filter_map(|(entity, sprite)| Some((entity, sprite.rect?))).collect()
}

/// The sheet of pieces.
fn sheet(app: &App) -> Handle<Image> {
    let token = app.world().resource::<Art>().sprite("tokens/soldier");
    token.expect("a soldier").image
}

/// How large that is.
fn extent(app: &App) -> UVec2 {
    let images = app.world().resource::<Assets<Image>>();
    images.get(&sheet(app)).expect("the sheet").size()
}

/// How wide the tiles are that the ground is drawn with, each size once.
fn tiles(app: &mut App) -> BTreeSet<u32> {
    let mut maps = app.world_mut().query::<&TilemapTexture>();
    let images = app.world().resource::<Assets<Image>>();
    let textures = maps.iter(app.world()).flat_map(TilemapTexture::image_handles);
    textures.map(|texture| images.get(texture).expect("an array of tiles").width()).collect()
}

#[test]
fn who_looks_closely_sees_sharp_drawings() {
    let row = format!("#{}#\n", ".".repeat(38));
    let far = YARD.replace("#.r....b.#\n", &format!("#.r....b{}#\n{row}", ".".repeat(31)));
    let wide = far.replace("#........#\n", &row).replace("##########\n", &format!("{}\n", "#".repeat(40)));
    let mut app = lay(begun(&wide, "Rook"), 0);
    let (before, small) = (pieces(&mut app), extent(&app));
    assert!(before.len() > 4, "{} pieces", before.len());
    assert_eq!(tiles(&mut app), [64].into());
    app.world_mut().write_message(PinchGesture(7.0));
    frames(&mut app, 5);
    assert_eq!(extent(&app), small * 2);
    assert_eq!(tiles(&mut app), [128].into());
    // What stands on the ground was drawn anew with it; who walks there was not.
    let after = pieces(&mut app);
    let same: Vec<(Rect, Rect)> =
        before.iter().filter_map(|(entity, rect)| Some((*rect, *after.get(entity)?))).collect();
    assert!(same.len() > 4, "{} pieces are the same", same.len());
    for (then, now) in same {
        assert!(now.min == then.min * 2.0 && now.max == then.max * 2.0, "{then:?} became {now:?}");
    }
}

#[test]
fn what_is_shown_for_the_first_time_is_put_on_the_sheet_in_that_frame() {
    let mut app = table();
    frames(&mut app, 2);
    let before = extent(&app);
    // More than the last row has room for.
    let names: Vec<String> = ["brute", "scout", "sniper", "medic", "guard", "hound", "ogre", "titan"]
        .map(|name| format!("tokens/{name}"))
        .into();
    for name in &names {
        app.world().resource::<Art>().sprite(name).expect("a token");
    }
    frames(&mut app, 1);
    let rect = app.world().resource::<Art>().sprite(&names[7]).and_then(|sprite| sprite.rect);
    let after = extent(&app).as_vec2();
    assert!(after.y > before.as_vec2().y, "{before} became {after}");
    assert!(rect.is_some_and(|rect| rect.max.cmple(after).all()), "{rect:?} of {after}");
}

/// A shipped level as it begins.
fn level(name: &str) -> Session {
    let options = ShotOptions { level: Some(format!("levels/{name}.toml").into()), ..ShotOptions::default() };
    let session = shot::set_up(&options).expect("a shipped level should start");
    session.expect("a level should be a battle")
}

#[test]
fn a_later_battle_is_drawn_as_if_it_were_the_first() {
    let options =
        ShotOptions { settings: Settings { speed: 0, hints: false, ..Settings::default() }, ..ShotOptions::default() };
    let turn = |app: &mut App, screen: Screen| {
        app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
        frames(app, 6);
    };
    let (mut table, target) = shot::stage(Some(level("the-long-ice")), &options);
    frames(&mut table, 8);
    for name in ["first-fight", "pump-room", "the-long-ice"] {
        turn(&mut table, Screen::Start);
        table.insert_resource(level(name));
        turn(&mut table, Screen::Battle);
        let later = (pixels(&mut table, &target).expect("a picture"), pieces(&mut table).len());
        let (mut fresh, own) = shot::stage(Some(level(name)), &options);
        frames(&mut fresh, 12);
        let first = (pixels(&mut fresh, &own).expect("a picture"), pieces(&mut fresh).len());
        assert_eq!(later.1, first.1, "{name}: so many pieces");
        let other =
            |(a, b): &(&image::Rgba<u8>, &image::Rgba<u8>)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 40);
        let differ = later.0.pixels().zip(first.0.pixels()).filter(other).count();
        let share = differ * 10_000 / (later.0.width() * later.0.height()) as usize;
        if share > 10 {
            let folder = std::env::temp_dir();
            let _ = later.0.save(folder.join(format!("{name}-later.png")));
            let _ = first.0.save(folder.join(format!("{name}-first.png")));
            panic!("{name}: {share} of 10000 pixels are others, see {}", folder.display());
        }
    }
}

/// How many tiles of these are drawn.
fn count(app: &mut App, wanted: &[Tile]) -> usize {
    let mut tiles = app.world_mut().query::<(&TileTextureIndex, &TilemapId)>();
    let (world, art) = (app.world(), app.world().resource::<Art>());
    let drawn = tiles.iter(world).filter(|(index, map)| {
        let texture = world.get::<TilemapTexture>(map.0).expect("a tile should have its map");
        wanted.iter().any(|tile| {
            art.laid_out(*tile).is_some_and(|(own, layer)| layer == index.0 && texture.image_handles() == [own])
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
        numbers.filter(|number| **number > 0).map(|number| (sheet, *number)).collect()
    };
    let water = named("ground", &["water"]);
    let shore = named("edges", &["edge/floor/a", "edge/floor/b"]);
    assert_eq!((count(&mut app, &water), count(&mut app, &shore)), (0, 0));
    app.world_mut()
        .write_message(Submit(Order::Gm(GmAct::Terrain { squares: vec![Square::new(4, 2)], becomes: "water".into() })));
    frames(&mut app, 8);
    // A tile on each corner of the square, and over it the border of the floor around it; as sharp as before.
    assert_eq!((count(&mut app, &water), count(&mut app, &shore)), (4, 4));
    assert_eq!(tiles(&mut app), [128].into());
}
