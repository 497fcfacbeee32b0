//! The table, put together: everything but the window or the picture that it is drawn into.

use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy_egui::{EguiPlugin, EguiPrimaryContextPass};

use super::super::board::world_coords::BoardCamera;
use super::super::board::{art, camera, map, overlay, playback, tokens};
use super::super::input::{bindings, press_intent, text_input, touch};
use super::super::session::{cover_there, path_cost, replay, what_if};
use super::super::{hud, session};
use super::frame::{PaintSystems, TableSystems};
use super::{autosave, going_on, screen, settings};

/// Everything but the window or picture it is drawn into.
pub(in crate::gui) fn plugin(app: &mut App) {
    board(app);
    app.add_plugins(hud::plugin);
}

/// The same with one panel alone, over a board that is not seen.
pub(in crate::gui) fn one_panel(app: &mut App, name: &str) {
    board(app);
    hud::only(app, name);
    app.configure_sets(EguiPrimaryContextPass, PaintSystems::Board.run_if(|| false))
        .add_systems(Update, hide_board.in_set(TableSystems::Show));
}

fn hide_board(eyes: Query<Entity, (With<BoardCamera>, Without<RenderLayers>)>, mut commands: Commands) {
    for eye in &eyes {
        commands.entity(eye).insert(RenderLayers::none());
    }
}

/// Everything but the panels.
fn board(app: &mut App) {
    app.add_plugins((EguiPlugin::default(), bevy_ecs_tilemap::TilemapPlugin))
        .configure_sets(
            Update,
            (TableSystems::Input, TableSystems::Apply, TableSystems::Play, TableSystems::Show).chain(),
        )
        .configure_sets(EguiPrimaryContextPass, (PaintSystems::Board, PaintSystems::Panels).chain())
        .insert_resource(ClearColor(Color::srgb_u8(0x24, 0x1d, 0x18)))
        .add_plugins((settings::plugin, art::plugin, screen::plugin, session::plugin))
        .add_plugins((bindings::plugin, press_intent::plugin, text_input::plugin, camera::plugin, touch::plugin))
        .add_plugins((
            playback::plugin,
            map::plugin,
            tokens::plugin,
            overlay::plugin,
            what_if::plugin,
            path_cost::plugin,
            cover_there::plugin,
            autosave::plugin,
            going_on::plugin,
            replay::plugin,
        ));
}
