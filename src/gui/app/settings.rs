//! What the players chose for the look and pace of the game; kept in the configuration folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::strength::Strength;
use crate::battle::{Wish, write_whole};
use crate::level::read_text;

pub(in crate::gui) fn plugin(app: &mut App) {
    app.insert_resource(Settings::load()).add_systems(Last, store.run_if(resource_changed::<Settings>));
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

/// How loud things are, in hundredths. Kept whether or not this build can play sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Volumes {
    /// Everything.
    pub master: u32,
    /// What happens on the board.
    pub effects: u32,
    /// Dice.
    pub dice: u32,
    /// What calls for a person: turns, decisions, alarms.
    pub alerts: u32,
    /// The quiet room behind it all.
    pub room: u32,
    /// Buttons.
    pub interface: u32,
    /// Nothing at all is heard.
    pub muted: bool,
}

impl Default for Volumes {
    fn default() -> Self {
        Self { master: 70, effects: 100, dice: 90, alerts: 100, room: 70, interface: 80, muted: false }
    }
}

impl Volumes {
    /// Brings what a file says into bounds.
    fn bounded(self) -> Self {
        Self {
            master: self.master.min(100),
            effects: self.effects.min(100),
            dice: self.dice.min(100),
            alerts: self.alerts.min(100),
            room: self.room.min(100),
            interface: self.interface.min(100),
            muted: self.muted,
        }
    }
}

/// A file of settings or keys is smaller than this, in bytes; what is larger is none.
pub const LARGEST: u64 = 1 << 20;

/// The quickest pace at which events are shown one by one, in hundredths.
pub const FASTEST: u32 = 400;

/// How the players laid the panels out. Widths are points; without one, a panel is as wide as suits the window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Panels {
    /// Whether the sheet is pinned.
    pub sheet_pinned: bool,
    /// Whether the log stays open.
    pub log_open: bool,
    /// How wide the sheet is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<f32>,
    /// How wide the log is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<f32>,
    /// Whether the small map is folded away.
    pub map_folded: bool,
}

impl Panels {
    /// Brings what a file says into bounds.
    fn bounded(self) -> Self {
        let width = |wide: Option<f32>| wide.filter(|wide| wide.is_finite()).map(|wide| wide.clamp(160.0, 2000.0));
        Self { sheet: width(self.sheet), log: width(self.log), ..self }
    }
}

/// What the players chose.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How fast events are played back, in hundredths; 0 shows only the outcome.
    pub speed: u32,
    /// Whether the grid is drawn.
    pub grid: bool,
    /// No hops, shakes, tumbling dice and flying shots; what would rise stands.
    pub reduced_motion: bool,
    /// Size of the text in hundredths, 100 to 200.
    pub text_scale: u32,
    /// Colours of the sides.
    pub palette: SidePalette,
    /// Panels in black and white, and a ground that recedes.
    pub contrast: bool,
    /// Whether the player is asked before the end of a turn by which something would be lost.
    pub ask_end: bool,
    /// Whether people at one table see each other's hands.
    #[serde(default)]
    pub open_hands: bool,
    /// How hard the computer plays.
    pub computer: Strength,
    /// Whether hints are given at first moments.
    pub hints: bool,
    /// The hints that have been given.
    pub hinted: BTreeSet<String>,
    /// When people wish to be asked out of turn, by the key of the action; where none is said, when it can matter.
    #[serde(default)]
    pub wishes: BTreeMap<String, Wish>,
    /// How loud things are. Here and below are tables of their own in the file, which come last there.
    pub volumes: Volumes,
    /// How the panels are laid out.
    pub panels: Panels,
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
            contrast: false,
            ask_end: true,
            open_hands: false,
            computer: Strength::DEFAULT,
            hints: true,
            hinted: BTreeSet::new(),
            wishes: BTreeMap::new(),
            volumes: Volumes::default(),
            panels: Panels::default(),
            kept: false,
        }
    }
}

impl Settings {
    /// When people wish to be asked about an action that may be given out of turn.
    pub fn wish(&self, action: &str) -> Wish {
        self.wishes.get(action).copied().unwrap_or(Wish::Matters)
    }

    fn load() -> Self {
        let mut settings: Self = read_text(&folder().join("settings.toml"), LARGEST)
            .ok()
            .and_then(|text| toml::from_str(&text).map_err(|e| warn!("settings.toml: {e}")).ok())
            .unwrap_or_default();
        settings.text_scale = settings.text_scale.clamp(100, 200);
        settings.speed = settings.speed.min(FASTEST);
        settings.volumes = settings.volumes.bounded();
        settings.panels = settings.panels.bounded();
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

/// Where reports of mistakes are kept: `$XDG_DATA_HOME/battlemat/reports`.
pub fn reports() -> PathBuf {
    home("XDG_DATA_HOME", ".local/share", "APPDATA").join("reports")
}

/// The file of the save and load keys.
pub fn quick_save() -> PathBuf {
    saves().join("quick.json")
}

fn home(variable: &str, below: &str, windows: &str) -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
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
    let text = toml::to_string(&*settings).expect("settings should serialise");
    if let Err(why) = keep("settings.toml", &text) {
        warn!("{why}");
    }
}

/// Writes a file of the configuration folder, whole or not at all.
///
/// # Errors
/// What the file system says, with the path.
pub(in crate::gui) fn keep(name: &str, text: &str) -> Result<(), String> {
    let folder = folder();
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    write_whole(&folder.join(name), text).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_of_panels_is_kept() {
        let panels = Panels { log_open: true, log: Some(333.0), ..Panels::default() };
        let settings = Settings { panels, ..Settings::default() };
        let text = toml::to_string(&settings).expect("settings should serialise");
        let read: Settings = toml::from_str(&text).expect("what was written should read");
        assert_eq!(read, settings);
        let wild = Panels { sheet: Some(f32::NAN), log: Some(1e9), ..Panels::default() };
        assert_eq!((wild.clone().bounded().sheet, wild.bounded().log), (None, Some(2000.0)));
    }

    #[test]
    fn volumes_are_kept_and_older_files_still_read() {
        let mut settings = Settings::default();
        settings.volumes.dice = 35;
        settings.volumes.muted = true;
        settings.computer = Strength::Hard;
        let text = toml::to_string(&settings).expect("settings should serialise");
        let read: Settings = toml::from_str(&text).expect("what was written should read");
        assert_eq!(read, settings);
        let older: Settings = toml::from_str("speed = 150\n").expect("a file without volumes should read");
        assert_eq!((older.speed, older.volumes), (150, Volumes::default()));
        assert_eq!(older.computer, Strength::DEFAULT);
        let wild = Volumes { master: 900, ..Volumes::default() };
        assert_eq!(wild.bounded().master, 100);
    }
}
