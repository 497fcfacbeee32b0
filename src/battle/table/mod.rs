//! The battle as a table of players uses it: orders and their legality, forecasts, taking back, saves.

pub(super) mod battle;
pub(super) mod camp;
pub(super) mod checksum;
pub(super) mod enumeration;
pub(super) mod file;
pub(super) mod forecast;
pub(super) mod foresight;
pub(super) mod legal;
pub(super) mod recorded;
pub(super) mod run_result;
pub(super) mod save;
pub(super) mod save_error;
pub(super) mod take_back;
pub(super) mod visibility;

pub use battle::{Battle, Moment, Report, StartError, World};
pub use camp::camp;
pub use checksum::{read_json, seal, unseal};
pub use file::write_whole;
pub use forecast::{Asked, Branch, Forecast, TargetForecast};
pub use foresight::Foresight;
pub use legal::{Legal, Only};
pub use recorded::Recorded;
pub use save::{LARGEST_SAVE, Save};
pub use save_error::SaveError;
pub use take_back::{Undoable, in_force, standing};
