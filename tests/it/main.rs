//! The one integration test program.

mod art;
mod engine;
mod grid;
mod level;
