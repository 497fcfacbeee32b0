//! The window: the board, the panels around it, input, pictures.
//!
//! May enter: anything that shows a battle or asks a person for an order. Never: a rule, or a change to a battle other than
//! through [`Battle::order`](crate::battle::Battle::order). The rules world is read, and its events are played back.
//!
//! This file is the door for those outside. Files of this room import what they need from the file in which it is.
//!
//! | folder | what is in it |
//! |---|---|
//! | [`app`] | the program around a battle: `table` puts everything together, `frame` says the order of work in a frame; screens, pictures without a window (`shot`), settings, saves |
//! | `input` | what hands do, in order (`input_queue`), and what each press is meant for (`press_intent`); key bindings, gamepads, touch, where the pointer is |
//! | [`session`] | the battle at the table: aiming, who looks at it, taking back, what each side may read, the computer's seats, replays |
//! | `board` | the battle map: baked art, ground and walls, tokens, overlays, events played back, the camera |
//! | [`hud`] | the panels |
//! | `sound` | what is heard (feature `audio`) |
//! | `tests` | the window as a whole, tested |

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
