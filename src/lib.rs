//! Battlemat: a tactical grid game.

pub mod grid;
