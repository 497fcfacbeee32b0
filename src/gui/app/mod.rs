//! The program around a battle: screens, frames, pictures without a window, settings, saves.
pub mod autosave;
pub mod costs;
pub(super) mod frame;
pub(super) mod frame_pacing;
pub(super) mod going_on;
pub(super) mod off_screen;
pub(super) mod probe;
pub mod reading;
pub mod saves;
pub(super) mod screen;
pub mod settings;
pub(super) mod shot;
pub(super) mod start_trouble;
pub(super) mod table;
pub(super) mod taken_up;
pub(super) mod telling;
pub mod travel;
