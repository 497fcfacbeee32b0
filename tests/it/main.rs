//! The one integration test program.

mod art;
mod grid;
mod level;
