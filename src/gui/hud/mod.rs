//! The panels around the board.

use bevy::prelude::*;

/// Adds the panels.
pub fn plugin(_app: &mut App) {}
