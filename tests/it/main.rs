//! The one integration test program.

mod art;
mod engine;
mod fights;
mod grid;
mod invariants;
mod leaks;
mod level;
mod referee;
mod reports;
mod scenarios;
mod sounds;
#[cfg(feature = "gui")]
mod window;
