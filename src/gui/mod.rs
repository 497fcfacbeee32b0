//! The window: the board, the panels around it, input, pictures.
//!
//! May enter: anything that shows a battle or asks a person for an order. Never: a rule, or a change to a battle other than
//! through [`Battle::order`](crate::battle::Battle::order). The rules world is read, and its events are played back.
//!
//! | file | what is in it |
//! |---|---|
//! | `screen` | which screen is shown; what leads from one to the next |
//! | `session` | the battle at the table: aiming, who looks at it, taking back; the messages panels and board talk by |
//! | `knowledge` | what each side may read of what happened |
//! | `settings` | what the players chose: speed, grid, colours |
//! | `art` | the baked drawings by name |
//! | `input` | keys and mouse; `pointer` where the mouse is; `keys` the bindings and their file; `pads` those of gamepads |
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
//! | `probe` | tells tests where the board and the buttons are |
//! | `rest` | nothing is drawn while nothing changes |
//! | `shot` | pictures without a window, drawn into an `off_screen` app |
//! | `costs` | what drawing costs |

mod art;
pub mod autosave;
#[cfg(all(test, feature = "audio"))]
mod babel;
#[cfg(test)]
mod by_hand;
mod camera;
mod computer;
pub mod costs;
pub mod fan;
mod fingers;
mod from_here;
mod ground;
pub mod hud;
mod input;
mod keys;
mod knowledge;
#[cfg(test)]
mod leaks;
mod map;
mod meant;
#[cfg(test)]
mod measured;
mod off_screen;
mod overlay;
mod pads;
mod places;
mod playback;
mod pointer;
mod probe;
pub mod replay;
mod rest;
pub mod saves;
mod screen;
mod session;
pub mod settings;
mod sharing;
mod shot;
pub mod slots;
#[cfg(feature = "audio")]
mod sound;
mod taps;
mod tokens;
mod tolls;
#[cfg(test)]
mod trial;
mod typed;
mod under_way;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::{ExitCondition, PresentMode, WindowResizeConstraints, WindowResolution};
use bevy::winit::WinitSettings;
use bevy_egui::{EguiPlugin, EguiPrimaryContextPass};

pub use art::Art;
pub use camera::{CentreOn, FreeArea, LookAt};
pub use input::pressed;
pub use keys::{Key, Keys, TableAction};
pub use off_screen::off_screen;
pub use pads::{Pad, Pads};
pub use places::BoardCamera;
pub use playback::Playback;
pub use screen::{Launch, LeaveBattle, ResumeSave, Screen, StartTrouble};
pub use session::{Aiming, Ask, Back, CancelAim, Command, Open, Pick, Reply, SaveTo, Session, Submit, Terms, Undo};
pub use settings::Settings;
pub use shot::{Panel, ShotOptions, costs_of_shot, shot};

use crate::level::Seat;

/// How the game is started.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// The level to start with; the start screen when absent.
    pub level: Option<PathBuf>,
    /// The ruleset's key; the level's own when absent.
    pub ruleset: Option<String>,
    /// The seed of the dice; drawn from the clock when absent.
    pub seed: Option<u64>,
    /// A save to take up again.
    pub resume: Option<PathBuf>,
    /// Who sits at the sides, in the level's order; the level's own when empty.
    pub seats: Vec<Seat>,
}

/// The order in which the board and the panels are painted by egui: the board's labels lie under all panels.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub enum PaintSystems {
    /// Labels, lines and bars on the board.
    Board,
    /// Panels.
    Panels,
}

/// The order of work in a frame.
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub enum TableSystems {
    /// Keys and mouse become messages.
    Input,
    /// Messages change the session.
    Apply,
    /// Events become motion.
    Play,
    /// What stands on the screen follows.
    Show,
}

/// Everything but the window or picture it is drawn into.
pub(crate) fn plugin(app: &mut App) {
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
        .add_plugins((
            playback::plugin,
            map::plugin,
            tokens::plugin,
            overlay::plugin,
            from_here::plugin,
            tolls::plugin,
            autosave::plugin,
            replay::plugin,
            hud::plugin,
        ));
}

/// Opens the window and plays until it is closed.
///
/// # Errors
/// A sentence for the player: no display, no graphics, a level that cannot be read.
pub fn play(options: PlayOptions) -> Result<(), String> {
    let start = screen::opening(&options)?;
    let mut app = App::new();
    app.insert_resource(art::begin()).add_plugins(
        DefaultPlugins
            .set(off_screen::frugal())
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
    .add_plugins((plugin, camera::in_window, map::in_window, computer::plugin, probe::plugin, rest::plugin));
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
