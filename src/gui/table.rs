//! The table, put together: everything but the window or the picture that it is drawn into.

use bevy::prelude::*;
use bevy_egui::{EguiPlugin, EguiPrimaryContextPass};

use super::frame::{PaintSystems, TableSystems};
use super::{
    art, autosave, camera, fingers, from_here, hud, input, map, meant, overlay, playback, replay, screen, session,
    settings, tokens, tolls, typed,
};

/// Everything but the window or picture it is drawn into.
pub(super) fn plugin(app: &mut App) {
    base(app);
    app.add_plugins((
        map::plugin,
        tokens::plugin,
        overlay::plugin,
        from_here::plugin,
        tolls::plugin,
        hud::plugin,
    ));
}

/// The same with one panel alone, and no board.
pub(super) fn one_panel(app: &mut App, name: &str) {
    base(app);
    app.add_plugins(from_here::plugin);
    hud::only(app, name);
}

/// What is there before anything is seen.
fn base(app: &mut App) {
    app.add_plugins((EguiPlugin::default(), bevy_ecs_tilemap::TilemapPlugin))
        .configure_sets(
            Update,
            (
                TableSystems::Input,
                TableSystems::Apply,
                TableSystems::Play,
                TableSystems::Show,
            )
                .chain(),
        )
        .configure_sets(
            EguiPrimaryContextPass,
            (PaintSystems::Board, PaintSystems::Panels).chain(),
        )
        .insert_resource(ClearColor(Color::srgb_u8(0x24, 0x1d, 0x18)))
        .add_plugins((settings::plugin, art::plugin, screen::plugin, session::plugin))
        .add_plugins((
            input::plugin,
            meant::plugin,
            typed::plugin,
            camera::plugin,
            fingers::plugin,
        ))
        .add_plugins((playback::plugin, autosave::plugin, replay::plugin));
}
