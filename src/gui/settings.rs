//! What the players chose for the look and pace of the game; kept in the configuration folder.

use std::path::PathBuf;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Settings::load())
        .add_systems(Last, store.run_if(resource_changed::<Settings>));
}

/// Colours of the sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SidePalette {
    /// Blue, red, yellow, green.
    #[default]
    Usual,
    /// For those who tell red and green apart badly.
    RedGreen,
    /// For those who tell blue and yellow apart badly.
    BlueYellow,
}

/// What the players chose.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How fast events are played back, in hundredths; 0 shows only the outcome.
    pub speed: u32,
    /// Whether the grid is drawn.
    pub grid: bool,
    /// No hops, shakes and floating.
    pub reduced_motion: bool,
    /// Size of the text in hundredths, 100 to 200.
    pub text_scale: u32,
    /// Colours of the sides.
    pub palette: SidePalette,
    /// Whether changes are written to the file; off for pictures and tests.
    #[serde(skip)]
    pub kept: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            speed: 100,
            grid: true,
            reduced_motion: false,
            text_scale: 100,
            palette: SidePalette::Usual,
            kept: false,
        }
    }
}

impl Settings {
    fn load() -> Self {
        let mut settings: Self = std::fs::read_to_string(folder().join("settings.toml"))
            .ok()
            .and_then(|text| toml::from_str(&text).map_err(|e| warn!("settings.toml: {e}")).ok())
            .unwrap_or_default();
        settings.text_scale = settings.text_scale.clamp(100, 200);
        settings.speed = settings.speed.min(400);
        settings.kept = true;
        settings
    }

    /// The colour of a side.
    pub fn side_colour(&self, side: crate::battle::SideId) -> Color {
        let colours: [&str; 4] = match self.palette {
            SidePalette::Usual => ["#2f6fb0", "#c2452d", "#d1a12b", "#5a9a4a"],
            SidePalette::RedGreen => ["#0072b2", "#d55e00", "#f0e442", "#56b4e9"],
            SidePalette::BlueYellow => ["#117733", "#cc3366", "#e8e8e8", "#44aaa0"],
        };
        let hex = colours[usize::from(side.0) % colours.len()];
        Srgba::hex(hex).expect("a colour of the palette should be one").into()
    }
}

/// The shape of a side's ring: circle, hexagon, square, diamond.
pub fn side_shape(side: crate::battle::SideId) -> &'static str {
    ["circle", "hexagon", "square", "diamond"][usize::from(side.0) % 4]
}

/// Where settings and keys are kept: `$XDG_CONFIG_HOME/battlemat`.
pub fn folder() -> PathBuf {
    home("XDG_CONFIG_HOME", ".config", "APPDATA")
}

/// Where saves are kept: `$XDG_DATA_HOME/battlemat/saves`.
pub fn saves() -> PathBuf {
    home("XDG_DATA_HOME", ".local/share", "APPDATA").join("saves")
}

/// The file of the save and load keys.
pub fn quick_save() -> PathBuf {
    saves().join("quick.json")
}

fn home(variable: &str, below: &str, windows: &str) -> PathBuf {
    let set = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    set(variable)
        .or_else(|| set(windows).filter(|_| cfg!(windows)))
        .or_else(|| set("HOME").map(|home| home.join(below)))
        .unwrap_or_else(|| PathBuf::from("."))
        .join("battlemat")
}

fn store(settings: Res<Settings>) {
    if !settings.kept || settings.is_added() {
        return;
    }
    let path = folder().join("settings.toml");
    let written = std::fs::create_dir_all(folder()).and_then(|()| {
        let text = toml::to_string(&*settings).expect("settings should serialise");
        std::fs::write(&path, text)
    });
    if let Err(why) = written {
        warn!("{}: {why}", path.display());
    }
}
