//! The window: the board, the panels around it, input, pictures.
//!
//! May enter: anything that shows a battle or asks a person for an order. Never: a rule, or a change to a battle other than
//! through [`Battle::order`](crate::battle::Battle::order). The rules world is read, and its events are played back.
//!
//! This file is the door for those outside. Files of this room import what they need from the file in which it is.
//!
//! | file | what is in it |
//! |---|---|
//! | `table` | everything put together; `frame` the order of work in a frame, and which screen it shows |
//! | `screen` | what leads from one screen to the next |
//! | `session` | the battle at the table: aiming, who looks at it, taking back; the messages panels and board talk by |
//! | `knowledge` | what each side may read of what happened |
//! | `settings` | what the players chose: speed, grid, colours |
//! | `art` | the baked drawings by name |
//! | `input` | keys and mouse; `pointer` where the mouse is; `table_action` what a key may do; `keys` the bindings and their file; `pads` those of gamepads |
//! | `taps`, `meant`, `typed` | what quick hands did, in order; what each press is meant for; what is typed into fields |
//! | `places` | where squares are in the world |
//! | `camera` | where the board is looked at from; `fingers` touch pads and touch screens |
//! | `playback` | events, shown one after the other |
//! | `map` | ground, walls, objects, light |
//! | `tokens`, `sharing`, `under_way` | creatures; how those are drawn who share a space; where they are while they move |
//! | `overlay` | reach, path, aim, numbers |
//! | `fan`, `slots` | the list of a creature as buttons; places that stay |
//! | `hud` | the panels |
//! | `sound` | what is heard (feature `audio`) |
//! | `ground` | a square in words |
//! | `tolls` | what a walk costs besides its length |
//! | `from_here` | what could be attacked from the square under the cursor |
//! | `computer` | the computer's seats |
//! | `autosave` | nothing is lost when the window closes |
//! | `saves` | the saves of this machine and what each is |
//! | `replay` | a battle watched again |
//! | `telling` | tells tests where the board and the buttons are; `probe` notes the buttons |
//! | `rest` | nothing is drawn while nothing changes |
//! | `shot` | pictures without a window, drawn into an `off_screen` app |
//! | `costs` | what drawing costs |

mod app;
mod board;
pub mod hud;
mod input;
mod session;
#[cfg(feature = "audio")]
mod sound;
mod tests;

use bevy::prelude::*;
use bevy::window::{ExitCondition, PresentMode, WindowResizeConstraints, WindowResolution};
use bevy::winit::WinitSettings;

pub use app::off_screen::off_screen;
pub use app::screen::PlayOptions;
pub use app::settings::Settings;
pub use app::shot::{ShotOptions, costs_of_shot, shot};
pub use hud::panel::Panel;

/// Opens the window and plays until it is closed.
///
/// # Errors
/// A sentence for the player: no display, no graphics, a level that cannot be read.
pub fn play(options: PlayOptions) -> Result<(), String> {
    let start = app::screen::opening(&options)?;
    let mut app = App::new();
    app.insert_resource(board::art::begin()).add_plugins(
        DefaultPlugins
            .set(app::off_screen::frugal())
            .set(WindowPlugin {
                primary_window: Some(Window {
                    title: "Battlemat".into(),
                    name: Some("battlemat".into()),
                    resolution: WindowResolution::new(1280, 720),
                    resize_constraints: WindowResizeConstraints {
                        min_width: 640.0,
                        min_height: 480.0,
                        ..default()
                    },
                    present_mode: PresentMode::AutoVsync,
                    ..default()
                }),
                exit_condition: ExitCondition::OnAllClosed,
                ..default()
            })
            .set(bevy::log::LogPlugin {
                // A sound card that stutters would say so many times a second.
                filter: "warn,bevy_egui=error,winit=error,wgpu_core=error,wgpu_hal=error,naga=error,bevy_winit=error,rodio=off".into(),
                ..default()
            }),
    )
    .insert_resource(WinitSettings::desktop_app())
    .add_plugins((app::table::plugin, board::camera::in_window, board::map::in_window, session::computer::plugin, app::telling::plugin, app::frame_pacing::plugin));
    #[cfg(feature = "audio")]
    app.add_plugins(sound::plugin);
    if let Some(launch) = start {
        app.world_mut().write_message(launch);
    }
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(format!("The window closed with error {code}.")),
    }
}
