//! The window: the board, the panels around it, input, pictures.
//!
//! May enter: anything that shows a battle or asks a person for an order. Never: a rule, or a change to a battle other than
//! through [`Battle::order`](crate::battle::Battle::order). The rules world is read, and its events are played back.
//!
//! This file is the door for those outside. Files of this room import what they need from the file in which it is.
//!
//! | folder | what is in it |
//! |---|---|
//! | `app` | `table` puts everything together; `frame` is the order of work in a frame, and which screen it shows |
//! | | `screen` leads from one screen to the next; `settings` is what the players chose: speed, grid, colours |
//! | | `autosave` and `saves`: nothing is lost when the window closes; the saves of this machine and what each is |
//! | | `frame_pacing`: nothing is drawn while nothing changes; `costs` is what drawing costs |
//! | | `shot` makes pictures without a window, drawn into an `off_screen` app |
//! | | `telling` tells tests where the board and the buttons are; `probe` notes the buttons |
//! | `input` | `bindings`, `keys` and `pads`: keys and gamepads, and their file; `pointer` is where the mouse is; `touch` takes touch pads and touch screens |
//! | | `table_action` is what a key may do; `input_queue` is what quick hands did, in order |
//! | | `press_intent` is what each press is meant for; `text_input` is what is typed into fields |
//! | `session` | the battle at the table: aiming, which side looks at it, taking back; the messages by which panels and board talk |
//! | | `knowledge` is what each side may read of what happened; `replay` is a battle watched again; `computer` plays the computer's seats |
//! | | `beside` runs work on a thread of its own; `intents` is what each side was told of what the computer was about to do |
//! | | `action_menu` and `slots`: the actions of a creature as buttons; places that stay |
//! | | `path_cost` is what a walk costs besides its length; `what_if` is what could be attacked from the square under the cursor; `square_words` is a square in words |
//! | `board` | `art` is the baked drawings by name; `map` is ground, walls, objects, light; `overlay` is reach, path, aim, numbers |
//! | | `world_coords` is where squares are in the world; `camera` and `lens` are where the board is looked at from |
//! | | `tokens`, `stacked_tokens`, `token_motion`: creatures; those that share a space; where they are while they move |
//! | | `playback` shows events one after the other |
//! | `hud` | the panels |
//! | `sound` | what is heard (feature `audio`) |
//! | `tests` | whole battles through the window's own code |

pub mod app;
mod board;
pub mod hud;
mod input;
pub mod session;
#[cfg(feature = "audio")]
mod sound;
#[cfg(test)]
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
